//! Casts between element types.
//!
//! Invariant: float to integer rounds towards 0, saturates at the ends of the range and maps NaN to
//! 0; integer to integer keeps the low bits; anything to bool is `!= 0`, so NaN is true; anything
//! to a float is rounded once, to nearest, ties to even.

use super::cpu::cast::elements;
use super::cuda;
use super::strided;
use crate::error::Result;
use crate::tensor::{DType, Tensor};
use std::borrow::Cow;

/// The elements as another dtype. If `t` already has it, the result shares its storage.
///
/// Errors: those of [`Tensor::uninit`].
pub fn cast(t: &Tensor, dtype: DType) -> Result<Tensor> {
    if t.dtype() == dtype { Ok(t.untracked()) } else { converted(t, dtype) }
}

/// Like [`cast`], for the operand of a kernel: a tensor that already has the dtype is borrowed.
#[inline]
pub(super) fn as_dtype(t: &Tensor, dtype: DType) -> Result<Cow<'_, Tensor>> {
    if t.dtype() == dtype { Ok(Cow::Borrowed(t)) } else { converted(t, dtype).map(Cow::Owned) }
}

/// `t` in its computation dtype: a half as float32.
pub(super) fn wide(t: &Tensor) -> Result<Cow<'_, Tensor>> {
    as_dtype(t, t.dtype().computed_in())
}

/// Rounds a result that was computed in float32 to the half type `dtype`; returns any other result
/// unchanged.
pub(super) fn rounded(result: Tensor, dtype: DType) -> Result<Tensor> {
    if dtype.is_half() && result.dtype() == DType::F32 { converted(&result, dtype) } else { Ok(result) }
}

#[cold]
fn converted(t: &Tensor, dtype: DType) -> Result<Tensor> {
    if let Some(gpu) = cuda::on(t) {
        let out = Tensor::uninit(t.device(), dtype, &t.to_shape())?;
        // SAFETY: the plan was made from t's layout, the types are the dtypes' or give the same
        // bits, and out is new.
        unsafe { cuda::map1(gpu, &kernel(t.dtype(), dtype), &strided::alike(t), [&out, t], None)? };
        return Ok(out);
    }
    let t = t.host()?;
    let out = Tensor::uninit(t.device(), dtype, &t.to_shape())?;
    let (plan, to, from) = (strided::alike(&t), out.host()?.as_ptr(), t.as_ptr());
    // SAFETY: the plan was made from t's layout, the types are the dtypes', and out is new.
    unsafe { elements(&plan, (to, dtype), (from, t.dtype())) };
    Ok(out)
}

/// The kernel of a cast on a CUDA device. A wider integer depends on the sign of the narrower one,
/// and a float on both; all else has the bits of the signed integer of the same size.
fn kernel(from: DType, to: DType) -> String {
    let widens = from.is_integer() && to.size() > from.size();
    let from = if to.is_float() || widens { from } else { from.of_same_bits() };
    let to = if from.is_float() { to } else { to.of_same_bits() };
    if from == to { format!("copy_{}", to.size()) } else { format!("cast_{from}_{to}") }
}
