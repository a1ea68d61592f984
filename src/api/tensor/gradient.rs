//! Gradients of leaves, as PyTorch and DJL have them: a tensor that requires a gradient keeps the
//! sum of what `backward` computed for it. An explicit [`Tape`](crate::api::tape) needs none of
//! this. [`crate::api::no_grad`] is for code that is not recorded.

use super::map;
use crate::api::types::{NewTensor, Owner, TensorRef, TensorRefs};
use crate::autograd;
use crate::error::{Error, Result};
use crate::session::context::within_gradients;
use crate::session::gradient;
use crate::session::own::own_all_beside;
use crate::session::resource::{borrowed, pinned, tensor, tensors};

/// Makes this tensor a leaf, or not one any more: what is computed from a leaf is recorded, and
/// `backward` adds to its gradient. The memory of the gradient, as much as that of the elements, is
/// taken now from the pool, and is charged to the owner of the leaf. A leaf cannot be changed in
/// place, except in `NoGrad` and by an optimizer.
///
/// - `requires` = true: whether it requires a gradient; otherwise its gradient is freed
/// - `INVALID_ARGUMENT`: this tensor was computed from a leaf, or is recorded on an open tape
/// - `DTYPE_MISMATCH`: this tensor is not floating-point
/// - `OUT_OF_MEMORY`: there is not enough memory for the gradient
/// - `LIMIT_EXCEEDED`: the gradient exceeds a limit of the owner
pub fn requires_grad(t: TensorRef, requires: bool) -> Result<()> {
    gradient::set_required(t, requires)
}

/// Whether this tensor is a leaf: it requires a gradient of its own.
pub fn is_leaf(t: TensorRef) -> Result<bool> {
    Ok(autograd::is_leaf(&*pinned(t)?))
}

/// Whether this tensor has a gradient: `backward` has added to it since it was zeroed.
pub fn has_gradient(t: TensorRef) -> Result<bool> {
    Ok(autograd::gradient(&*pinned(t)?).is_some())
}

/// Returns the sum of the gradients that `backward` has computed for this leaf, as a second
/// reference to the memory of the gradient, to which later calls add.
/// Shape and dtype: those of this tensor.
///
/// - `INVALID_ARGUMENT`: this tensor has no gradient: it is not a leaf, or `backward` has added
///   nothing to it since it was zeroed
pub fn gradient(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    let none = |why: &str| Error::argument(format!("this tensor has no gradient: {why}"));
    map(scope, t, |t| match autograd::gradient(t) {
        Some(gradient) => Ok(gradient),
        None if autograd::is_leaf(t) => Err(none("backward has added nothing to it")),
        None => Err(none("it does not require one")),
    })
}

/// Removes the gradient of this leaf, whose memory stays for the next one. Does nothing for a
/// tensor that is not a leaf.
pub fn zero_gradients(t: TensorRef) -> Result<()> {
    autograd::zero_gradient(&*pinned(t)?);
    Ok(())
}

/// Computes the gradients of this tensor with respect to all leaves that it was computed from, and
/// adds each to the gradient of its leaf. This tensor has one element, whose gradient is 1. Unless
/// `retain`, what was recorded is freed on the way, and another call is an error. If this fails, no
/// gradient has changed.
///
/// - `retain` = false: whether the record is kept for another call
/// - `INVALID_ARGUMENT`: this tensor was not computed from a leaf, it does not have exactly one
///   element, its record or a part of it was consumed by an earlier call, it is recorded on a tape,
///   or a value that a gradient needs has since been changed in place or handed out to be written
/// - `OUT_OF_MEMORY`: there is not enough memory; the record is consumed then all the same
pub fn backward(t: TensorRef, retain: bool) -> Result<()> {
    gradient::backward(&tensor(t)?, None, retain)
}

/// As `backward` of one number, for a tensor of any shape whose gradient is given.
///
/// - `backward()`
/// - `gradient`: the gradient of this tensor, of its shape and dtype
/// - `retain` = false: whether the record is kept for another call
/// - `INVALID_ARGUMENT`: this tensor was not computed from a leaf, its record or a part of it was
///   consumed by an earlier call, it is recorded on a tape, or a value that a gradient needs has
///   since been changed in place or handed out to be written
/// - `SHAPE_MISMATCH`: the gradient has another shape
/// - `DTYPE_MISMATCH`: the gradient has another dtype
/// - `OUT_OF_MEMORY`: there is not enough memory; the record is consumed then all the same
pub fn backward_from(t: TensorRef, gradient: TensorRef, retain: bool) -> Result<()> {
    gradient::backward(&tensor(t)?, Some(&*tensor(gradient)?), retain)
}

/// Returns the gradients of this tensor, which has one element, with respect to each of `wrt`, and
/// records their computation, so that they have gradients themselves: for a penalty on gradients, a
/// product with the Hessian matrix, higher derivatives. They are recorded where this tensor is: on
/// its tape, which stays open, or for the leaves that it was computed from, to whose gradients
/// nothing is added.
/// Shapes and dtypes: those of `wrt`. A gradient is 0 where this tensor does not depend on one.
///
/// - `wrt`: leaves, or tensors that were computed from them; on a tape those that it watches or
///   records
/// - `INVALID_ARGUMENT`: this tensor does not have exactly one element, it or one of `wrt` is not
///   recorded, its record was consumed, a value that a gradient needs has since been changed in
///   place, or a `NoGrad` of this thread is open
/// - `UNSUPPORTED`: the gradient of an operation on the way has no gradient; the message names it
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn gradients(scope: Owner, t: TensorRef, wrt: TensorRefs) -> Result<Vec<NewTensor>> {
    let (loss, wrt) = (tensor(t)?, tensors(wrt)?);
    let gradients = within_gradients(scope, &loss, || autograd::gradients(&loss, &borrowed(&wrt)))?;
    own_all_beside(scope, &loss, gradients)
}

/// Returns a second reference to the same elements that is not a leaf and has no record: what is
/// computed from it has no gradient.
/// Shape and dtype: kept. It is a copy where an `alias` would be one.
///
/// - `detach()`
pub fn detached(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| Ok(t.untracked()))
}
