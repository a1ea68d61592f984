//! The walk of [`super::backward`] by operations that are recorded on what recorded the loss, so that
//! the gradients have gradients.
//!
//! Invariant: the record stays as it is, and grows. A rule gets the operands and the result of its
//! node again as they were recorded, over the values that it saved, so that what it computes from
//! them depends on them. A rule that is a kernel of its own refuses ([`Rule::derive`]); none counts
//! a dependence as constant that is not.

use super::backward::wants_any;
use super::calculus::{contiguous, copy};
use super::node::{Inputs, Rule};
use super::origin::Origin;
use super::saved::Operand;
use super::sink::{Sink, Slot};
use crate::error::Result;
use crate::tensor::{Tensor, Track};
use std::sync::Arc;

/// Walks the prepared nodes back from the last, whose gradient is `grad`. `ids` are the numbers of `wrt`,
/// `NONE` for what it does not depend on; `again` makes one more track of a node.
pub(super) fn walk(
    nodes: Vec<(Inputs, Arc<dyn Rule>)>,
    mut slots: Vec<Slot>,
    grad: &Tensor,
    wrt: &[&Tensor],
    ids: &[u32],
    again: &dyn Fn(u32) -> Option<Track>,
) -> Result<Vec<Tensor>> {
    let last = nodes.len() - 1;
    if slots[last].needed {
        slots[last].grad = Some(Box::new(grad.clone()));
    }
    for (number, (inputs, rule)) in nodes.iter().enumerate().rev() {
        let (before, rest) = slots.split_at_mut(number);
        let slot = &mut rest[0];
        if slot.grad.is_none() || !wants_any(inputs, before) {
            continue;
        }
        let grad = if slot.asked > 0 { slot.grad.clone() } else { slot.grad.take() };
        let grad = grad.expect("checked above");
        let origin = Origin { inputs: inputs.as_slice(), number: number as u32, again };
        rule.derive(*grad, &origin, &mut Sink::recording(inputs.as_slice(), before))?;
    }
    let found = |id: u32| slots.get(id as usize).and_then(|slot| slot.grad.as_deref());
    wrt.iter().zip(ids).map(|(t, &id)| handed_out(found(id), t)).collect()
}

/// The gradient of a requested tensor: contiguous, and not in the memory of another tensor.
fn handed_out(grad: Option<&Tensor>, t: &Tensor) -> Result<Tensor> {
    match grad {
        None => Operand::of(t).zeros(),
        Some(grad) if grad.storage().bytes() == grad.nbytes() => contiguous(grad),
        Some(grad) => copy(grad),
    }
}
