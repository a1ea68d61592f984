//! Tensors created from numbers.

use super::cpu::copy::elements;
use super::cpu::types::by_number;
use super::cuda;
use super::scalar::OneElement;
use super::series::Written;
use super::strided::Plan;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::tensor::{DType, Scalar, Shape, Tensor};

/// A new tensor of zeros. Errors: those of [`Tensor::uninit`].
#[inline(always)]
pub fn zeros(device: Device, dtype: DType, shape: &Shape) -> Result<Tensor> {
    Tensor::zeroed(device, dtype, shape)
}

/// A new uninitialised tensor. Errors: those of [`Tensor::uninit`].
#[inline(always)]
pub fn empty(device: Device, dtype: DType, shape: &Shape) -> Result<Tensor> {
    Tensor::uninit(device, dtype, shape)
}

/// A new tensor of ones. Errors: those of [`Tensor::uninit`].
pub fn ones(device: Device, dtype: DType, shape: &Shape) -> Result<Tensor> {
    full(device, dtype, 1.0, shape)
}

/// A new tensor filled with `value`.
///
/// Errors: `INVALID_ARGUMENT` for a number that is out of range for the integer dtype, those of
/// [`Tensor::uninit`].
pub fn full(device: Device, dtype: DType, value: impl Into<Scalar>, shape: &Shape) -> Result<Tensor> {
    let value = OneElement::new(dtype, value.into())?;
    let out = Tensor::uninit(device, dtype, shape)?;
    if let Some(gpu) = cuda::on(&out) {
        // SAFETY: out is new and contiguous, and the element is of its width.
        unsafe { cuda::fill(gpu, &Plan::flat(shape.elements(), [1]), &out, value.as_ptr())? };
        return Ok(out);
    }
    // SAFETY: out is new and contiguous; the scalar is one element with a stride of 0.
    unsafe { elements(&Plan::flat(shape.elements(), [1, 0]), dtype.width(), out.host()?.as_ptr(), value.as_ptr()) };
    Ok(out)
}

/// A new tensor of `start`, `start + step`, ... excluding `end`; empty if there are none. Each
/// element is computed as `start + i * step` and then cast: exactly if all three are integers,
/// otherwise in float64.
///
/// Errors: `INVALID_ARGUMENT` for a step of 0, an argument that is not finite, and elements that
/// the integer dtype cannot hold; `DTYPE_MISMATCH` for bool; those of [`Tensor::uninit`].
pub fn arange(
    device: Device,
    dtype: DType,
    start: impl Into<Scalar>,
    end: impl Into<Scalar>,
    step: impl Into<Scalar>,
) -> Result<Tensor> {
    let (start, end, step) = (start.into(), end.into(), step.into());
    if dtype == DType::Bool {
        return Err(Error::dtype("arange of bool is not defined"));
    }
    match [start, end, step].map(integer) {
        [Some(start), Some(end), Some(step)] => integers(device, dtype, start, end, step),
        _ => reals(device, dtype, start.to_f64(), end.to_f64(), step.to_f64()),
    }
}

/// An integer scalar, if an int64 holds it.
fn integer(value: Scalar) -> Option<i64> {
    if matches!(value, Scalar::F64(_)) { None } else { value.to_i64() }
}

fn integers(device: Device, dtype: DType, start: i64, end: i64, step: i64) -> Result<Tensor> {
    if step == 0 {
        return Err(endless(start, end, step));
    }
    // The number of steps is at most 2^64, which an int64 does not hold.
    let (way, stride) = (i128::from(end) - i128::from(start), i128::from(step));
    let count = (way + stride - stride.signum()).div_euclid(stride).max(0);
    let shape = Shape::new(&[i64::try_from(count).unwrap_or(i64::MAX)])?;
    let at = |i: usize| start.wrapping_add(step.wrapping_mul(i as i64));
    if count > 0 {
        OneElement::new(dtype, start.into())?;
        OneElement::new(dtype, at(shape.elements() - 1).into())?;
    }
    let out = Tensor::uninit(device, dtype, &shape)?;
    if let Some(gpu) = cuda::on(&out) {
        let kernel = format!("integers_{}", dtype.of_same_bits());
        // SAFETY: out is new and contiguous, and the kernel takes two int64.
        unsafe { cuda::series(gpu, &kernel, &out, &[start as u64, step as u64])? };
        return Ok(out);
    }
    by_number(dtype, Written { out: out.host()?, at });
    Ok(out)
}

fn reals(device: Device, dtype: DType, start: f64, end: f64, step: f64) -> Result<Tensor> {
    if step == 0.0 || !(start.is_finite() && end.is_finite() && step.is_finite()) {
        return Err(endless(start, end, step));
    }
    let count = ((end - start) / step).ceil().max(0.0);
    // A float of 2^63 or more saturates, and is then refused as a shape.
    let shape = Shape::new(&[count as i64])?;
    if count > 0.0 {
        in_range(dtype, start)?;
        in_range(dtype, start + (count - 1.0) * step)?;
    }
    let out = Tensor::uninit(device, dtype, &shape)?;
    if let Some(gpu) = cuda::on(&out) {
        // SAFETY: out is new and contiguous, and the kernel takes two float64.
        unsafe { cuda::series(gpu, &format!("reals_{dtype}"), &out, &[start.to_bits(), step.to_bits()])? };
        return Ok(out);
    }
    by_number(dtype, Written { out: out.host()?, at: |i| start + i as f64 * step });
    Ok(out)
}

#[cold]
fn endless<T: std::fmt::Display>(start: T, end: T, step: T) -> Error {
    Error::argument(format!("arange from {start} to {end} by {step} has no end"))
}

/// `INVALID_ARGUMENT` if the integer part of `value` is out of range for the dtype.
fn in_range(dtype: DType, value: f64) -> Result<()> {
    let value = if dtype.is_float() { value } else { value.trunc() };
    OneElement::new(dtype, value.into()).map(drop)
}
