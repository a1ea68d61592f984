//! In-place operations: a tape allows only those that it would not have to record.
//!
//! A tracked tensor cannot be written, and a tracked operand cannot be written into another tensor,
//! because either would need a gradient that follows the write. Values that a tape saved may be
//! written through untracked tensors; the version of the storage then makes backward fail.

use super::tape::Recorder;
use crate::error::{Error, Result, Status};
use crate::ops::{self, BinaryOp, Target};
use crate::tensor::{RawBytes, Scalar, Tensor};
use std::borrow::Cow;

/// `INVALID_ARGUMENT` if `t` is recorded, on an open tape or for leaves, and so cannot be changed in
/// place.
pub fn check_in_place(t: &Tensor) -> Result<()> {
    match Recorder::of([t])? {
        Some(Recorder::Graph(_)) => Err(Error::argument(format!(
            "a tensor of shape {} that requires a gradient, or was computed from one that does, cannot be changed in \
             place outside of NoGrad",
            t.to_shape()
        ))),
        Some(_) => Err(Error::argument(format!(
            "a tensor of shape {} that is recorded on a tape cannot be changed in place",
            t.to_shape()
        ))),
        None => Ok(()),
    }
}

/// `UNSUPPORTED` if an open tape has recorded an operand of `op`, which is differentiable but has
/// no rule.
pub fn unsupported(op: &str, operands: &[&Tensor]) -> Result<()> {
    match Recorder::of_tracked(operands)? {
        Some(_) => Err(Error::new(Status::Unsupported, format!("{op} has no gradient rule: its operand is recorded"))),
        None => Ok(()),
    }
}

/// [`ops::binary_in_place`] if no operand is tracked. Otherwise fails like [`check_in_place`] for
/// `t`, and like [`unsupported`] for `other`.
pub fn binary_in_place(op: BinaryOp, t: &Tensor, other: &Tensor) -> Result<()> {
    let t = receiver(t)?;
    unsupported("an in-place operation", &[other])?;
    ops::binary_in_place(op, &t, other)
}

/// [`ops::binary_scalar_in_place`] on a tensor that is not tracked; errors as for
/// [`check_in_place`].
pub fn binary_scalar_in_place(op: BinaryOp, t: &Tensor, value: impl Into<Scalar>) -> Result<()> {
    let t = receiver(t)?;
    ops::binary_scalar_in_place(op, &t, value)
}

/// [`ops::computed_in_place`] on a tensor that is not tracked, which is passed to `compute` with
/// the target; errors as for [`check_in_place`], and as for [`unsupported`] for the `others` that
/// `compute` reads.
pub fn computed_in_place(
    t: &Tensor,
    others: &[&Tensor],
    compute: &dyn Fn(&Tensor, Target) -> Result<Tensor>,
) -> Result<()> {
    let t = receiver(t)?;
    unsupported("an in-place operation", others)?;
    ops::computed_in_place(&t, &|target| compute(&t, target))
}

/// [`ops::computed_into`] a tensor that is not tracked; errors as for [`check_in_place`], and as
/// for [`unsupported`] for the `operands` that `compute` reads.
pub fn computed_into(output: &Tensor, operands: &[&Tensor], compute: &dyn Fn(Target) -> Result<Tensor>) -> Result<()> {
    let output = receiver(output)?;
    unsupported("an operation into a tensor of the caller's", operands)?;
    ops::computed_into(&output, compute)
}

/// [`ops::matmul_into`] a tensor that is not tracked; errors as for [`computed_into`].
pub fn matmul_into(a: &Tensor, b: &Tensor, output: &Tensor) -> Result<()> {
    let output = receiver(output)?;
    unsupported("an operation into a tensor of the caller's", &[a, b])?;
    ops::matmul_into(a, b, &output)
}

/// [`ops::copy_into`] a tensor that is not tracked; errors as for [`check_in_place`], and as for
/// [`unsupported`] for `value`.
pub fn copy_into(t: &Tensor, value: &Tensor) -> Result<()> {
    let t = receiver(t)?;
    unsupported("an in-place operation", &[value])?;
    ops::copy_into(&t, value)
}

/// [`ops::fill`] of a tensor that is not tracked; errors as for [`check_in_place`].
pub fn fill(t: &Tensor, value: impl Into<Scalar>) -> Result<()> {
    let t = receiver(t)?;
    ops::fill(&t, value)
}

/// [`ops::set_element`] of a tensor that is not tracked; errors as for [`check_in_place`].
pub fn set_element(t: &Tensor, indices: &[i64], value: Scalar) -> Result<()> {
    ops::set_element(&*receiver(t)?, indices, value)
}

/// [`ops::copy_bytes_from`] into a tensor that is not tracked; errors as for [`check_in_place`].
pub fn copy_bytes_from<'a>(t: &Tensor, bytes: impl Into<RawBytes<'a>>) -> Result<()> {
    let t = receiver(t)?;
    ops::copy_bytes_from(&t, bytes)
}

/// `t` without its track, because kernels refuse every tracked tensor, even one whose tape was
/// consumed. Errors: those of [`check_in_place`].
pub(crate) fn receiver(t: &Tensor) -> Result<Cow<'_, Tensor>> {
    check_in_place(t)?;
    Ok(if t.track().is_some() { Cow::Owned(t.untracked()) } else { Cow::Borrowed(t) })
}
