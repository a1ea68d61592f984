//! Gradients that have gradients, of what a tape or the graph of leaves recorded.

use super::leaf;
use super::no_grad::is_paused;
use super::tape::{self, is_on_open_tape};
use crate::error::{Error, Result};
use crate::ops;
use crate::tensor::Tensor;

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
