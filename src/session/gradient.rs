//! Tensors that require a gradient, as resources: the handle stays, what it names becomes a leaf.
//!
//! Invariant: the gradient of a leaf is memory of the pool, taken within the limits of the leaf's
//! owner when it becomes one, and charged to whoever owns a handle of the leaf until that handle
//! ends. A parameter of a module and its handle change together.

use super::context::{in_pool_within_limits, within_gradients};
use super::module::exchange;
use super::pause::Pause;
use super::resource::{PinnedTensor, Resource, TABLE, module as module_of, tensor};
use crate::autograd;
use crate::error::Result;
use crate::ownership::{Kind, Replaced};
use crate::tensor::Tensor;

/// Makes the tensor of this handle a leaf, or not one any more. Waits until no other call uses the
/// handle.
pub(crate) fn set_required(t: u64, required: bool) -> Result<()> {
    let mut pause = Pause::default();
    loop {
        let pinned = tensor(t)?;
        if autograd::is_leaf(&pinned) == required {
            return Ok(());
        }
        let owner = pinned.owner();
        if let Some(module) = owner.filter(|owner| owner.kind() == Some(Kind::Module)) {
            drop(pinned);
            return set_required_of(module.0, required, |tag| tag == t);
        }
        let owner = owner.map_or(0, |owner| owner.0);
        let made = in_pool_within_limits(owner, || changed(&pinned, required))?;
        let mut pin = pinned.into_pin();
        match TABLE.replace(&mut pin, Resource::Tensor(made))? {
            Replaced::Old(_) => return Ok(()),
            Replaced::InUse(_) => drop(pin),
        }
        pause.wait();
    }
}

fn changed(t: &Tensor, required: bool) -> Result<Tensor> {
    if required { autograd::require(t) } else { Ok(t.untracked()) }
}

/// Makes the parameters of a module leaves, or freezes them: those whose handles are `wanted`.
pub(crate) fn set_required_of(module: u64, required: bool, wanted: impl Fn(u64) -> bool) -> Result<()> {
    let of = module_of(module)?;
    let change = || of.set_requires_grad(required, |slot| wanted(slot.tag.get()));
    in_pool_within_limits(module, change)?.iter().for_each(|slot| exchange(slot));
    Ok(())
}

/// Adds the gradients of `loss` to those of the leaves that it was computed from. What the walk
/// needs comes from where results of `loss` do.
pub(crate) fn backward(loss: &PinnedTensor, gradient: Option<&Tensor>, retain: bool) -> Result<()> {
    within_gradients(0, loss, || autograd::backward(loss, gradient, retain))
}
