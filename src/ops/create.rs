//! Tensors made of numbers.

use super::copy::elements;
use super::scalar::Scalar;
use super::series::Written;
use super::strided::Plan;
use super::types::by_number;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::tensor::{DType, Shape, Tensor};

/// A new tensor of zeros. Errors: those of [`Tensor::empty`].
#[inline(always)]
pub fn zeros(device: Device, dtype: DType, shape: &Shape) -> Result<Tensor> {
    Tensor::zeros(device, dtype, shape)
}

/// A new tensor whose elements are whatever the memory held. Errors: those of [`Tensor::empty`].
#[inline(always)]
pub fn empty(device: Device, dtype: DType, shape: &Shape) -> Result<Tensor> {
    Tensor::empty(device, dtype, shape)
}

/// A new tensor of ones. Errors: those of [`Tensor::empty`].
pub fn ones(device: Device, dtype: DType, shape: &Shape) -> Result<Tensor> {
    full(device, dtype, 1.0, shape)
}

/// A new tensor whose every element is `value`.
///
/// Errors: `INVALID_ARGUMENT` for a number that the integer dtype cannot hold, those of [`Tensor::empty`].
pub fn full(device: Device, dtype: DType, value: f64, shape: &Shape) -> Result<Tensor> {
    let value = Scalar::new(dtype, value)?;
    let out = Tensor::empty(device, dtype, shape)?;
    // SAFETY: out is new and contiguous; the scalar is one element with a stride of 0.
    unsafe { elements(&Plan::flat(shape.elements(), [1, 0]), dtype.width(), out.as_ptr(), value.as_ptr()) };
    Ok(out)
}

/// A new tensor of `start`, `start + step`, ... up to but without `end`; empty when there are none. Each element is
/// computed as `start + i * step` in float64 and then cast.
///
/// Errors: `INVALID_ARGUMENT` for a step of 0, an argument that is not finite, and elements that the integer dtype
/// cannot hold; `DTYPE_MISMATCH` for bool; those of [`Tensor::empty`].
pub fn arange(device: Device, dtype: DType, start: f64, end: f64, step: f64) -> Result<Tensor> {
    if step == 0.0 || !(start.is_finite() && end.is_finite() && step.is_finite()) {
        return Err(Error::argument(format!("arange from {start} to {end} by {step} has no end")));
    }
    if dtype == DType::Bool {
        return Err(Error::dtype("arange of bool is not defined"));
    }
    let count = ((end - start) / step).ceil().max(0.0);
    // A float at or above 2^63 saturates, and a shape refuses that.
    let shape = Shape::new(&[count as i64])?;
    if count > 0.0 {
        in_range(dtype, start)?;
        in_range(dtype, start + (count - 1.0) * step)?;
    }
    let out = Tensor::empty(device, dtype, &shape)?;
    by_number(dtype, Written { out: &out, at: |i| start + i as f64 * step });
    Ok(out)
}

/// `INVALID_ARGUMENT` when the integer part of `value` is not in the range of the dtype.
fn in_range(dtype: DType, value: f64) -> Result<()> {
    Scalar::new(dtype, if dtype.is_float() { value } else { value.trunc() }).map(|_| ())
}
