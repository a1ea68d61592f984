//! Operations of several steps on halves: they compute in float32 and round the result once.
//!
//! The conversions are recorded, so the gradients of the steps are computed in float32 too, and the
//! gradients of the operands are rounded to their dtype. The float32 tensors are ordinary tensors:
//! they are counted and obey limits.

use super::views::cast;
use crate::error::{Error, Result};
use crate::tensor::{DType, Tensor};

/// The promoted dtype of the operands, if it is a half.
pub(super) fn joint(operands: &[&Tensor]) -> Option<DType> {
    let (first, others) = operands.split_first()?;
    let joint = others.iter().try_fold(first.dtype(), |joint, t| joint.promote(t.dtype())).ok()?;
    joint.is_half().then_some(joint)
}

/// The dtype of the first operand, if it is a half; floating-point operands after it must then have
/// the same dtype.
///
/// Errors: `DTYPE_MISMATCH` if they do not.
pub(super) fn same(op: &str, operands: &[Option<&Tensor>]) -> Result<Option<DType>> {
    let first = operands.iter().flatten().next().map_or(DType::Bool, |t| t.dtype());
    if !first.is_half() {
        return Ok(None);
    }
    match operands.iter().flatten().find(|t| t.dtype().is_float() && t.dtype() != first) {
        Some(other) => Err(Error::dtype(format!("{op} of {first} with an operand of {}", other.dtype()))),
        None => Ok(Some(first)),
    }
}

/// A half as float32, recorded; any other tensor unchanged.
pub(super) fn wide(t: &Tensor) -> Result<Tensor> {
    if t.dtype().is_half() { cast(t, DType::F32) } else { Ok(t.clone()) }
}

/// Like [`wide`], for an optional operand.
pub(super) fn wide_if(t: Option<&Tensor>) -> Result<Option<Tensor>> {
    t.map(wide).transpose()
}

/// A float32 as a half, recorded; any other tensor unchanged.
pub(super) fn rounded(t: Tensor, dtype: DType) -> Result<Tensor> {
    if t.dtype() == DType::F32 { cast(&t, dtype) } else { Ok(t) }
}
