//! `argmax`: the index of the greatest element.
//!
//! Invariant: of equal elements the first is chosen, and a NaN before any number, in whatever order
//! memory is read.

use super::cast::as_dtype;
use super::cpu::argmax::search;
use super::cuda;
use super::reduce::{reduced_shape, refuse_empty, split};
use crate::error::Result;
use crate::tensor::{DType, Tensor, shape};

/// Like [`argmax`], for the least element.
pub fn argmin(t: &Tensor, axes: &[i64], keepdim: bool) -> Result<Tensor> {
    refuse_empty("argmin", t, shape::axes(axes, t.rank())?)?;
    // Reverses the order of the elements: for integers by inverting the bits, which cannot
    // overflow.
    let turned = match t.dtype() {
        dtype if dtype.is_float() => super::unary(super::UnaryOp::Neg, t)?,
        DType::Bool => super::logical_not(t)?,
        _ => super::invert(t)?,
    };
    argmax(&turned, axes, keepdim)
}

/// The int64 index of the greatest element over `axes`. For several axes it is the index into those
/// axes flattened in ascending order, for none given into all axes. Borrows `t`, returns new.
///
/// Errors: an axis out of range or named twice, and no elements to choose from, are
/// `INVALID_ARGUMENT`.
pub fn argmax(t: &Tensor, axes: &[i64], keepdim: bool) -> Result<Tensor> {
    let axes = shape::axes(axes, t.rank())?;
    refuse_empty("argmax", t, axes)?;
    // Every nonzero byte of a boolean is equally true, so booleans are converted. Halves are
    // compared as float32.
    let t = as_dtype(t, if t.dtype() == DType::Bool { DType::U8 } else { t.dtype().computed_in().in_signed() })?;
    let out = Tensor::uninit(t.device(), DType::I64, &reduced_shape(t.shape(), axes, keepdim))?;
    let (mut results, mut elements) = split(&t, axes);
    results.sort();
    results.merge();
    elements.merge();
    if let Some(gpu) = cuda::on(&t) {
        if out.size() > 0 {
            // SAFETY: the loops are those of both tensors, and there are elements.
            unsafe { cuda::argmax(gpu, [&out, &t], [&results, &elements])? };
        }
        return Ok(out);
    }
    // SAFETY: the loops are those of both tensors.
    unsafe { search(t.host()?, (results, elements), out.host()?) };
    Ok(out)
}
