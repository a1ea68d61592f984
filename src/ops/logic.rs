//! Boolean and bitwise operations, element by element: logic of nonzero elements, tests of floats,
//! and the bits of integers.
//!
//! Invariant: every nonzero byte of a boolean is true, and every boolean written is 0 or 1. Names
//! and results are PyTorch's; NumPy and the array API call `invert` `bitwise_invert`.

use super::cast::{as_dtype, wide};
use super::cpu::logic::{combined, inverted, tested};
use super::cuda::{self, Beside};
use super::device::same_device;
use super::settings::{BitOp, TestOp};
use super::strided;
use super::target::Target;
use crate::error::{Error, Result};
use crate::tensor::{DType, Tensor};

/// An operation on two truth values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LogicOp {
    /// True if both are.
    And,
    /// True if at least one is.
    Or,
    /// True if exactly one is.
    Xor,
}

impl TestOp {
    /// The kernel, without its dtype.
    fn kernel(self) -> &'static str {
        match self {
            TestOp::Nan => "is_nan",
            TestOp::Inf => "is_inf",
            TestOp::Finite => "is_finite",
            TestOp::SignBit => "has_sign",
        }
    }
}

/// `a op b` where nonzero elements (including NaN) are true, broadcast, as booleans.
///
/// Returns a new tensor. Errors: `SHAPE_MISMATCH`, `DEVICE_MISMATCH`, those of [`Tensor::uninit`].
pub fn logic(op: LogicOp, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    logic_to(op, a, b, Target::New)
}

/// Like [`logic`], with the result written to `target`; also fails with the errors of [`Target`].
pub fn logic_to(op: LogicOp, a: &Tensor, b: &Tensor, target: Target) -> Result<Tensor> {
    let op = match op {
        LogicOp::And => BitOp::And,
        LogicOp::Or => BitOp::Or,
        LogicOp::Xor => BitOp::Xor,
    };
    same_device(a, b)?;
    bits_to(op, as_dtype(a, DType::Bool)?.as_ref(), as_dtype(b, DType::Bool)?.as_ref(), target)
}

/// Where an element is 0, as booleans.
///
/// Returns a new tensor. Errors: those of [`Tensor::uninit`].
pub fn logical_not(t: &Tensor) -> Result<Tensor> {
    logical_not_to(t, Target::New)
}

/// Like [`logical_not`], with the result written to `target`; also fails with the errors of
/// [`Target`].
pub fn logical_not_to(t: &Tensor, target: Target) -> Result<Tensor> {
    invert_to(as_dtype(t, DType::Bool)?.as_ref(), target)
}

/// The result of the test for every element, as booleans; an integer is finite, and its sign bit is
/// set if it is negative.
///
/// Returns a new tensor. Errors: those of [`Tensor::uninit`].
pub fn test(op: TestOp, t: &Tensor) -> Result<Tensor> {
    if !t.dtype().is_float() {
        if op == TestOp::SignBit {
            return super::compare_scalar(super::CompareOp::Lt, t, 0.0);
        }
        let answer = f64::from(u8::from(op == TestOp::Finite));
        return super::full(t.device(), DType::Bool, answer, &t.to_shape());
    }
    // Converting a half to float32 does not change the results.
    let t = wide(t)?;
    if let Some(gpu) = cuda::on(&t) {
        let out = Tensor::uninit(t.device(), DType::Bool, &t.to_shape())?;
        let kernel = format!("{}_{}", op.kernel(), t.dtype());
        // SAFETY: the plan was made from t's layout, the type is the dtype's, and out is new.
        unsafe { cuda::map1(gpu, &kernel, &strided::alike(&t), [&out, &t], None)? };
        return Ok(out);
    }
    let t = t.host()?;
    let out = Tensor::uninit(t.device(), DType::Bool, &t.to_shape())?;
    // SAFETY: the plan was made from both layouts, and out is new.
    unsafe { tested(op, &strided::alike(&t), out.host()?, t) };
    Ok(out)
}

/// `a op b`, broadcast, in the promoted dtype.
///
/// Returns a new tensor. Errors: `SHAPE_MISMATCH`, `DEVICE_MISMATCH`; `DTYPE_MISMATCH` for floats,
/// and for shifts of booleans; those of [`Tensor::uninit`].
pub fn bits(op: BitOp, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    bits_to(op, a, b, Target::New)
}

/// Like [`bits`], with the result written to `target`; also fails with the errors of [`Target`].
pub fn bits_to(op: BitOp, a: &Tensor, b: &Tensor, target: Target) -> Result<Tensor> {
    same_device(a, b)?;
    let dtype = a.dtype().promote(b.dtype())?;
    let shifts = matches!(op, BitOp::LeftShift | BitOp::RightShift);
    if dtype.is_float() || (shifts && dtype == DType::Bool) {
        return Err(undefined(op.name(), dtype));
    }
    target.check(dtype)?;
    let (a, b) = (as_dtype(a, dtype)?, as_dtype(b, dtype)?);
    let shape = strided::common_shape(&a, &b)?;
    if let Some(gpu) = cuda::on(&a) {
        let out = target.output(dtype, &shape, &[&a, &b])?;
        let of_kernel = if op == BitOp::RightShift { dtype } else { dtype.of_same_bits() };
        let (kernel, plan) = (format!("{}_{of_kernel}", op.name()), strided::onto_both(&shape, &out, &a, &b));
        // SAFETY: the plan was made from these layouts, the type is the dtype's or gives the same
        // bits, and out is new or an operand itself.
        unsafe { cuda::map2(gpu, &kernel, &plan, &out, [&a, &b], Beside::Nothing)? };
        return Ok(out);
    }
    let (a, b) = (a.host()?, b.host()?);
    let out = target.output(dtype, &shape, &[&a, &b])?;
    let plan = strided::onto_both(&shape, &out, &a, &b);
    // SAFETY: the plan was made from these layouts, and out is new or an operand itself.
    unsafe { combined(op, plan, out.host()?, (a, b)) };
    Ok(out)
}

/// Inverts every bit of an integer, and negates every boolean.
///
/// Returns a new tensor. Errors: `DTYPE_MISMATCH` for floats, those of [`Tensor::uninit`].
pub fn invert(t: &Tensor) -> Result<Tensor> {
    invert_to(t, Target::New)
}

/// Like [`invert`], with the result written to `target`; also fails with the errors of [`Target`].
pub fn invert_to(t: &Tensor, target: Target) -> Result<Tensor> {
    if t.dtype().is_float() {
        return Err(undefined("bitwise_not", t.dtype()));
    }
    if let Some(gpu) = cuda::on(t) {
        let out = target.output(t.dtype(), &t.to_shape(), &[t])?;
        let kernel = format!("invert_{}", t.dtype().of_same_bits());
        // SAFETY: the plan was made from both layouts, the type gives the dtype's bits, and out is
        // new or t itself.
        unsafe { cuda::map1(gpu, &kernel, &strided::onto(&out, t), [&out, t], None)? };
        return Ok(out);
    }
    let t = t.host()?;
    let out = target.output(t.dtype(), &t.to_shape(), &[&t])?;
    // SAFETY: the plan was made from both layouts, and out is new or t itself.
    unsafe { inverted(strided::onto(&out, &t), out.host()?, t) };
    Ok(out)
}

fn undefined(name: &str, dtype: DType) -> Error {
    Error::dtype(format!("{name} of {dtype} is not defined"))
}
