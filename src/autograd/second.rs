//! Gradients that have gradients: the walk of [`super::backward`], by operations that are recorded
//! on what recorded the loss.
//!
//! Invariant: the record stays as it is, and grows. A rule gets the operands and the result of its
//! node again as they were recorded, over the values that it saved, so that what it computes from
//! them depends on them. A rule that is a kernel of its own refuses ([`Rule::derive`]); none counts
//! a dependence as constant that is not.

use super::backward::wants_any;
use super::leaf;
use super::node::{Inputs, Rule};
use super::saved::Operand;
use super::sink::{NONE, Sink, Slot};
use super::tape::{self, is_on_open_tape};
use super::views::{contiguous, copy};
use super::no_grad::is_paused;
use crate::error::{Error, Result};
use crate::ops;
use crate::tensor::{Tensor, Track};
use std::sync::Arc;

/// The gradients of `loss`, which has one element, with respect to each of `wrt`: new tensors, which
/// are recorded on the open tape of `loss`, or in the graph of the leaves that it was computed from.
/// That record is retained, and nothing is added to the gradients of leaves.
///
/// Errors: those of [`super::Tape::backward`] and [`super::backward()`]; `UNSUPPORTED` if the
/// gradient of an operation on the way has no gradient.
pub fn gradients(loss: &Tensor, wrt: &[&Tensor]) -> Result<Vec<Tensor>> {
    if loss.size() != 1 {
        let shape = loss.to_shape();
        return Err(Error::argument(format!("loss of shape {shape} has {} elements, not 1", loss.size())));
    }
    let one = ops::ones(loss.device(), loss.dtype(), &loss.to_shape())?;
    gradients_from(loss, &one, wrt)
}

/// [`gradients`] of an `out` of any shape, whose gradient is `grad`, recorded or not.
pub(super) fn gradients_from(out: &Tensor, grad: &Tensor, wrt: &[&Tensor]) -> Result<Vec<Tensor>> {
    if is_paused() {
        return Err(Error::argument("gradients: nothing is recorded on this thread while its NoGrad is open"));
    }
    match out.track().filter(|_| is_on_open_tape(out)) {
        Some(track) => tape::derive(&track.tape, out, grad, wrt),
        None => leaf::derive(out, grad, wrt),
    }
}

/// What a rule can ask for of its node.
pub(super) struct Origin<'a> {
    inputs: &'a [u32],
    number: u32,
    again: &'a dyn Fn(u32) -> Option<Track>,
}

impl Origin<'_> {
    /// The saved value of input `k`, recorded as that input is.
    pub fn input(&self, k: usize, saved: &Tensor) -> Tensor {
        self.recorded(self.inputs[k], saved)
    }

    /// The saved value of the result, recorded as the result is.
    pub fn result(&self, saved: &Tensor) -> Tensor {
        self.recorded(self.number, saved)
    }

    fn recorded(&self, number: u32, saved: &Tensor) -> Tensor {
        match (number != NONE).then(|| (self.again)(number)).flatten() {
            Some(track) => saved.untracked().tracked(track),
            None => saved.untracked(),
        }
    }
}

/// Walks the prepared nodes back from the last, whose gradient is `grad`. `ids` are the numbers of `wrt`,
/// [`NONE`] for what it does not depend on; `again` makes one more track of a node.
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
