//! Functions of two numbers that are computed one element at a time: remainders, angles, and
//! functions of the C library.
//!
//! Invariant: names and results are PyTorch's: `remainder` has the sign of the divisor (Python's
//! `%`), `fmod` that of the dividend (C's).

use super::cast::as_dtype;
use super::cpu::pair::{Pairs, close, has_zero, neighbours, pairs};
use super::cuda;
use super::device::same_device;
use super::element::item;
use super::reduce::{ReduceOp, reduce};
use super::scalar::{out_of_range, promoted};
use super::settings::PairOp;
use super::strided;
use super::target::Target;
use crate::error::{Error, Result};
use crate::tensor::{DType, Scalar, Shape, Tensor};

/// `op` of each pair of elements, broadcast, in the promoted dtype. For integers the result is
/// float32, except for divisions and remainders.
///
/// Returns a new tensor. Errors: `SHAPE_MISMATCH`, `DEVICE_MISMATCH`; `DTYPE_MISMATCH` for dividing
/// booleans; `INVALID_ARGUMENT` for an integer divided by 0; those of [`Tensor::uninit`].
pub fn pair(op: PairOp, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    pair_to(op, a, b, Target::New)
}

/// Like [`pair`], with the result written to `target`; also fails with the errors of [`Target`].
pub fn pair_to(op: PairOp, a: &Tensor, b: &Tensor, target: Target) -> Result<Tensor> {
    same_device(a, b)?;
    let joint = a.dtype().promote(b.dtype())?;
    let divides = op.divides();
    if divides && joint == DType::Bool {
        return Err(Error::dtype(format!("{} of bool is not defined", op.name())));
    }
    let dtype = if divides || joint.is_float() { joint } else { DType::F32 };
    target.check(dtype)?;
    let (a, b) = (as_dtype(a, dtype)?, as_dtype(b, dtype)?);
    let shape = strided::common_shape(&a, &b)?;
    let by_zero = || Error::argument(format!("{} of {dtype} by 0", op.name()));
    if let Some(gpu) = cuda::on(&a) {
        let of_integers = divides && !dtype.is_float();
        if of_integers && shape.elements() > 0 && has_zero_there(&b)? {
            return Err(by_zero());
        }
        let out = target.output(dtype, &shape, &[&a, &b])?;
        let kernel = format!("{}_{}", op.name(), if of_integers { "int" } else { "pair" });
        let plan = strided::onto_both(&shape, &out, &a, &b);
        // SAFETY: the plan was made from these tensors, of one dtype, and out is new, or its
        // elements are apart from those of the operands that they do not meet.
        unsafe { cuda::wide(gpu, &kernel, &plan, [&out, &a, &b])? };
        return Ok(out);
    }
    let (a, b) = (a.host()?, b.host()?);
    if divides && has_zero(b) && shape.elements() > 0 {
        return Err(by_zero());
    }
    let out = target.output(dtype, &shape, &[&a, &b])?;
    let plan = strided::onto_both(&shape, &out, &a, &b);
    // SAFETY: as above.
    unsafe { pairs(Pairs { function: op, plan: &plan, out: out.host()?, a, b }) };
    Ok(out)
}

/// [`pair_to`] of `t` and a number, which is the first operand if `reversed`.
pub fn pair_scalar_to(op: PairOp, t: &Tensor, value: Scalar, reversed: bool, target: Target) -> Result<Tensor> {
    let number = number_for(op, t, value)?;
    if reversed { pair_to(op, &number, t, target) } else { pair_to(op, t, &number, target) }
}

/// A number as the other operand of an operation on `t`: like [`number_beside`] if the operation
/// keeps integers, otherwise like [`real_beside`].
pub fn number_for(op: PairOp, t: &Tensor, value: Scalar) -> Result<Tensor> {
    if op.divides() { number_beside(t, value) } else { real_beside(t, value) }
}

/// A number as the other operand beside `t`, in its dtype, except that a fractional number beside
/// integers is float32.
///
/// Returns a new tensor of rank 0. Errors: `INVALID_ARGUMENT` for a number that is out of range for
/// an integer dtype.
pub fn number_beside(t: &Tensor, value: impl Into<Scalar>) -> Result<Tensor> {
    let value = value.into();
    super::create::full(t.device(), promoted(t.dtype(), value), value, &Shape::scalar())
}

/// Like [`number_beside`], for a function whose result is always floating-point: beside integers
/// the number is float32.
pub fn real_beside(t: &Tensor, value: impl Into<Scalar>) -> Result<Tensor> {
    let dtype = if t.dtype().is_float() { t.dtype() } else { DType::F32 };
    super::create::full(t.device(), dtype, value.into(), &Shape::scalar())
}

/// An integer as the other operand beside integers or booleans, whose dtype it gets. Beside floats
/// it is int64.
///
/// Returns a new tensor of rank 0. Errors: `INVALID_ARGUMENT` for a number that is out of range for
/// the dtype.
pub fn integer_beside(t: &Tensor, value: i64) -> Result<Tensor> {
    let dtype = if t.dtype().is_float() { DType::I64 } else { t.dtype() };
    if dtype == DType::Bool && !(0..=1).contains(&value) {
        return Err(out_of_range(dtype, value.into()));
    }
    super::create::full(t.device(), dtype, value, &Shape::scalar())
}

/// The next representable number after each element of `a` towards the element of `b`, broadcast,
/// in the promoted dtype; for integers in float32.
///
/// Returns a new tensor. Errors: `SHAPE_MISMATCH`, `DEVICE_MISMATCH`, those of [`Tensor::uninit`].
pub fn next_after(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    next_after_to(a, b, Target::New)
}

/// Like [`next_after`], with the result written to `target`; also fails with the errors of
/// [`Target`].
pub fn next_after_to(a: &Tensor, b: &Tensor, target: Target) -> Result<Tensor> {
    same_device(a, b)?;
    let joint = a.dtype().promote(b.dtype())?;
    let dtype = if joint.is_float() { joint } else { DType::F32 };
    target.check(dtype)?;
    let (a, b) = (as_dtype(a, dtype)?, as_dtype(b, dtype)?);
    let shape = strided::common_shape(&a, &b)?;
    if let Some(gpu) = cuda::on(&a) {
        let out = target.output(dtype, &shape, &[&a, &b])?;
        let plan = strided::onto_both(&shape, &out, &a, &b);
        // SAFETY: as in `pair_to`.
        unsafe { cuda::wide(gpu, "nextafter_pair", &plan, [&out, &a, &b])? };
        return Ok(out);
    }
    let (a, b) = (a.host()?, b.host()?);
    let out = target.output(dtype, &shape, &[&a, &b])?;
    let plan = strided::onto_both(&shape, &out, &a, &b);
    // SAFETY: as in `pair_to`.
    unsafe { neighbours(&plan, out.host()?, (a, b))? };
    Ok(out)
}

/// Whether two numbers are equal, or differ by at most `atol + rtol |b|`; NaN is close to NaN only
/// with `equal_nan`.
///
/// Returns a new boolean tensor, broadcast. Errors: `SHAPE_MISMATCH`, `DEVICE_MISMATCH`, those of
/// [`Tensor::uninit`].
pub fn is_close(a: &Tensor, b: &Tensor, rtol: f64, atol: f64, equal_nan: bool) -> Result<Tensor> {
    same_device(a, b)?;
    let (a, b) = (as_dtype(a, DType::F64)?, as_dtype(b, DType::F64)?);
    let shape = strided::common_shape(&a, &b)?;
    let plan = strided::broadcast(&shape, &a, &b);
    if let Some(gpu) = cuda::on(&a) {
        let out = Tensor::uninit(a.device(), DType::Bool, &shape)?;
        // SAFETY: the plan was made from these tensors, whose elements are float64, and out is new.
        unsafe { cuda::is_close(gpu, &plan, [&out, &a, &b], (rtol, atol, equal_nan))? };
        return Ok(out);
    }
    let (a, b) = (a.host()?, b.host()?);
    let out = Tensor::uninit(a.device(), DType::Bool, &shape)?;
    // SAFETY: the plan was made from these tensors, whose elements are float64, and out is new.
    unsafe { close(&plan, out.host()?, (a, b), (rtol, atol, equal_nan)) };
    Ok(out)
}

/// Whether [`is_close`] holds for all elements.
pub fn all_close(a: &Tensor, b: &Tensor, rtol: f64, atol: f64, equal_nan: bool) -> Result<bool> {
    are_all(&is_close(a, b, rtol, atol, equal_nan)?)
}

/// Whether both have the same shape and, regardless of dtype, the same elements; NaN equals
/// nothing.
pub fn equal(a: &Tensor, b: &Tensor) -> Result<bool> {
    same_device(a, b)?;
    Ok(a.shape() == b.shape() && are_all(&super::compare(super::CompareOp::Eq, a, b)?)?)
}

/// Whether all of these contiguous booleans are true.
fn are_all(values: &Tensor) -> Result<bool> {
    if cuda::on(values).is_some() {
        return Ok(!has_zero_there(values)?);
    }
    let values = values.host()?;
    // SAFETY: a new boolean tensor has this many contiguous bytes.
    let bytes = unsafe { std::slice::from_raw_parts(values.as_ptr().cast_const(), values.size()) };
    Ok(bytes.iter().all(|&byte| byte != 0))
}

/// Whether an element of a tensor on a CUDA device is 0. Waits for the device.
fn has_zero_there(t: &Tensor) -> Result<bool> {
    Ok(item(&reduce(ReduceOp::All, t, &[], false)?)? == 0.0)
}
