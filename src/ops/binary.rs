//! Arithmetic of two operands: tensors that broadcast, or a tensor and a number.
//!
//! Invariant: the rules (which dtype, which function) are in [`rule`] and apply to new results and
//! in-place operations alike; the kernels only compute.
//!
//! A number is an operand whose stride is 0, so it takes the same loops as a broadcast tensor.

use super::cast::as_dtype;
use super::copy;
use super::cpu::binary::{Call, Function, apply};
use super::cpu::float::Number32;
use super::cpu::types::{ForNumber, by_number};
use super::cuda::{self, Beside};
use super::device::same_device;
use super::number::Number;
use super::scalar::{self, OneElement};
use super::strided::{self, Plan};
use super::target::Target;
use crate::error::{Error, Result};
use crate::tensor::{DType, Host, Scalar, Tensor};

/// An arithmetic operation on two elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `a + b`; for booleans, or.
    Add,
    /// `a - b`; not for booleans.
    Sub,
    /// `a * b`; for booleans, and.
    Mul,
    /// `a / b`; integers are divided as float32.
    Div,
    /// `a` to the power of `b`; not for booleans, and integers not to a negative power.
    Pow,
    /// The greater of the two; NaN if either is.
    Maximum,
    /// The lesser of the two; NaN if either is.
    Minimum,
}

/// `a op b`, broadcast, in the promoted dtype; integers wrap.
///
/// Returns a new tensor. Errors: `SHAPE_MISMATCH`, `DEVICE_MISMATCH`; `DTYPE_MISMATCH` for
/// operations that booleans do not support; `INVALID_ARGUMENT` for a negative integer power of
/// integers; those of [`Tensor::uninit`].
pub fn binary(op: BinaryOp, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    same_device(a, b)?;
    let (dtype, function) = rule(op, a.dtype().promote(b.dtype())?)?;
    let (a, b) = (as_dtype(a, dtype)?, as_dtype(b, dtype)?);
    let shape = strided::common_shape(&a, &b)?;
    let plan = strided::broadcast(&shape, &a, &b);
    refuse_negative_powers(function, &b)?;
    if cuda::on(&a).is_some() {
        let out = Tensor::uninit(a.device(), dtype, &shape)?;
        // SAFETY: the plan was made from these tensors, whose elements are of the dtype, and out is
        // new.
        unsafe { on_cuda(function, &plan, &out, [&a, &b], Beside::Nothing)? };
        return Ok(out);
    }
    let (a, b) = (a.host()?, b.host()?);
    let out = Tensor::uninit(a.device(), dtype, &shape)?;
    let to = out.host()?.as_ptr();
    let call = Call::New { plan: &plan, out: to, a: a.as_ptr(), b: b.as_ptr(), number: Number32::None };
    // SAFETY: the plan was made from these tensors, and out is new.
    unsafe { apply(function, dtype, call)? };
    Ok(out)
}

/// Like [`binary`], with the result written to `target`; also fails with the errors of [`Target`].
pub fn binary_to(op: BinaryOp, a: &Tensor, b: &Tensor, target: Target) -> Result<Tensor> {
    same_device(a, b)?;
    let (dtype, function) = rule(op, a.dtype().promote(b.dtype())?)?;
    target.check(dtype)?;
    let (a, b) = (as_dtype(a, dtype)?, as_dtype(b, dtype)?);
    let shape = strided::common_shape(&a, &b)?;
    refuse_negative_powers(function, &b)?;
    let out = target.output(dtype, &shape, &[&a, &b])?;
    let plan = strided::onto_both(&shape, &out, &a, &b);
    if cuda::on(&out).is_some() {
        // SAFETY: the plan was made from these tensors, of one dtype, and out is new, or its
        // elements are apart from those of the operands that they do not meet.
        unsafe { on_cuda(function, &plan, &out, [&a, &b], Beside::Nothing)? };
        return Ok(out);
    }
    let (to, a, b) = (out.host()?.as_ptr(), a.host()?.as_ptr(), b.host()?.as_ptr());
    let call = Call::New { plan: &plan, out: to, a, b, number: Number32::None };
    // SAFETY: the plan was made from these tensors, and out is new, or its elements are apart from
    // those of the operands that they do not meet.
    unsafe { apply(function, dtype, call)? };
    Ok(out)
}

/// `a op value`. Keeps the dtype of `a`, except that an integer tensor with a fractional number
/// gives float32, and a boolean tensor with an integral number gives int64.
///
/// Returns a new tensor. Errors as for [`binary`], and `INVALID_ARGUMENT` for a number that is out
/// of range for the integer dtype.
pub fn binary_scalar(op: BinaryOp, a: &Tensor, value: impl Into<Scalar>) -> Result<Tensor> {
    let value = value.into();
    let (dtype, function) = rule(op, scalar::promoted(a.dtype(), value))?;
    let function = of_constant(function, dtype, value)?;
    let a = as_dtype(a, dtype)?;
    let value = OneElement::new(dtype.computed_in(), value)?;
    with_scalar(function, &a, &value, false, Target::New)
}

/// `value op a`, otherwise like [`binary_scalar`].
pub fn scalar_binary(op: BinaryOp, value: impl Into<Scalar>, a: &Tensor) -> Result<Tensor> {
    scalar_binary_to(op, value.into(), a, Target::New)
}

/// Like [`scalar_binary`], with the result written to `target`; also fails with the errors of
/// [`Target`].
pub fn scalar_binary_to(op: BinaryOp, value: Scalar, a: &Tensor, target: Target) -> Result<Tensor> {
    let (dtype, function) = rule(op, scalar::promoted(a.dtype(), value))?;
    target.check(dtype)?;
    let a = as_dtype(a, dtype)?;
    refuse_negative_powers(function, &a)?;
    let value = OneElement::new(dtype.computed_in(), value)?;
    with_scalar(function, &a, &value, true, target)
}

/// The dtype in which operands promoted to `dtype` are computed, and the function to compute.
pub(super) fn rule(op: BinaryOp, dtype: DType) -> Result<(DType, Function)> {
    let (boolean, float) = (dtype == DType::Bool, dtype.is_float());
    let function = match op {
        BinaryOp::Div if !float => return Ok((DType::F32, Function::Div)),
        BinaryOp::Sub | BinaryOp::Pow if boolean => {
            return Err(Error::dtype(format!("{} of bool is not defined", op.name())));
        }
        BinaryOp::Add if boolean => Function::Maximum,
        BinaryOp::Mul if boolean => Function::Minimum,
        BinaryOp::Add => Function::Add,
        BinaryOp::Sub => Function::Sub,
        BinaryOp::Mul => Function::Mul,
        BinaryOp::Div => Function::Div,
        BinaryOp::Pow => Function::Pow,
        BinaryOp::Maximum => Function::Maximum,
        BinaryOp::Minimum => Function::Minimum,
    };
    Ok((dtype, function))
}

/// A power with a constant exponent as the loop for just that exponent. `INVALID_ARGUMENT` for a
/// negative power of integers.
pub(super) fn of_constant(function: Function, dtype: DType, exponent: Scalar) -> Result<Function> {
    if function != Function::Pow {
        return Ok(function);
    }
    let near = exponent.to_f64(); // all exponents with a loop of their own are exact in float64
    if !dtype.is_float() && near < 0.0 {
        return Err(Error::argument(format!("power {exponent} of {dtype} is negative")));
    }
    Ok(match near {
        1.0 => Function::First,
        2.0 => Function::Square,
        3.0 => Function::Cube,
        0.5 if dtype.is_float() => Function::Root,
        -1.0 => Function::Reciprocal,
        _ => Function::Pow,
    })
}

/// `INVALID_ARGUMENT` if the exponents are integers and one is negative.
pub(super) fn refuse_negative_powers(function: Function, exponents: &Tensor) -> Result<()> {
    let dtype = exponents.dtype();
    if function != Function::Pow || !dtype.is_integer() || dtype.is_unsigned() || exponents.size() == 0 {
        return Ok(());
    }
    struct Lowest<'a>(Host<'a>);
    impl ForNumber for Lowest<'_> {
        type Output = i64;
        fn of<T: Number>(self) -> i64 {
            let values = self.0.cells::<T>().expect("it was made contiguous, and T is its type");
            values.iter().map(|value| value.get().as_i64()).min().unwrap_or(0)
        }
    }
    let exponents = copy::here(exponents)?;
    match by_number(dtype, Lowest(copy::contiguous(&exponents)?.host()?)) {
        lowest if lowest < 0 => Err(Error::argument(format!("power {lowest} of {dtype} is negative"))),
        _ => Ok(()),
    }
}

/// A function of `a` and one number, which is the first operand if `reversed`.
fn with_scalar(function: Function, a: &Tensor, value: &OneElement, reversed: bool, target: Target) -> Result<Tensor> {
    if cuda::on(a).is_some() {
        let out = target.output(a.dtype(), &a.to_shape(), &[a])?;
        let beside = if reversed { Beside::First(value.as_ptr()) } else { Beside::Second(value.as_ptr()) };
        // SAFETY: the plan was made from both layouts; the number has the dtype that a is computed
        // in; out is new or a itself.
        unsafe { on_cuda(function, &strided::repeated_onto(&out, a, reversed), &out, [a, a], beside)? };
        return Ok(out);
    }
    let a = a.host()?;
    let out = target.output(a.dtype(), &a.to_shape(), &[&a])?;
    let plan = strided::repeated_onto(&out, &a, reversed);
    let (tensor, number) = (a.as_ptr().cast_const(), value.as_ptr());
    let (first, second) = if reversed { (number, tensor) } else { (tensor, number) };
    let is_half = a.dtype().is_half();
    let number = match reversed {
        true if is_half => Number32::First,
        false if is_half => Number32::Second,
        _ => Number32::None,
    };
    let call = Call::New { plan: &plan, out: out.host()?.as_ptr(), a: first, b: second, number };
    // SAFETY: the plan was made from both layouts and a stride of 0 for the one element of the
    // scalar; out is new or a itself.
    unsafe { apply(function, a.dtype(), call)? };
    Ok(out)
}

/// The function of two operands on a CUDA device.
///
/// # Safety
/// The conditions of `cuda::map2`; the elements of all are of one dtype.
pub(super) unsafe fn on_cuda(
    function: Function,
    plan: &Plan<3>,
    out: &Tensor,
    operands: [&Tensor; 2],
    beside: Beside,
) -> Result<()> {
    let gpu = cuda::on(out).expect("the caller has seen that it is");
    let dtype = function.computed_as(out.dtype());
    let (name, beside) = match function {
        Function::Add => ("add", beside),
        Function::Sub => ("sub", beside),
        Function::Mul => ("mul", beside),
        Function::Div => ("div", beside),
        // SAFETY: the caller's promise.
        Function::Pow if out.dtype().is_float() => return unsafe { cuda::power(gpu, plan, out, operands, beside) },
        Function::Pow => ("pow", beside),
        Function::Maximum => ("maximum", beside),
        Function::Minimum => ("minimum", beside),
        // The kernels of one operand ignore the second; a square is the product with itself,
        // rounded once.
        Function::Cube => ("cube", beside),
        Function::Root => ("root", beside),
        Function::Reciprocal => ("inverse", beside),
        Function::Square | Function::First => {
            let mut plan = *plan;
            plan.repeat_operand(1, 2);
            if function == Function::Square {
                let kernel = format!("mul_{dtype}");
                // SAFETY: the caller's promise; the first operand is walked twice.
                return unsafe { cuda::map2(gpu, &kernel, &plan, out, [operands[0]; 2], Beside::Nothing) };
            }
            let kernel = format!("maximum_{dtype}");
            // SAFETY: as above; the greater of a number and itself is the number.
            return unsafe { cuda::map2(gpu, &kernel, &plan, out, [operands[0]; 2], Beside::Nothing) };
        }
    };
    // SAFETY: the caller's promise.
    unsafe { cuda::map2(gpu, &format!("{name}_{dtype}"), plan, out, operands, beside) }
}

impl BinaryOp {
    /// The name in messages.
    pub fn name(self) -> &'static str {
        match self {
            BinaryOp::Add => "add",
            BinaryOp::Sub => "sub",
            BinaryOp::Mul => "mul",
            BinaryOp::Div => "div",
            BinaryOp::Pow => "pow",
            BinaryOp::Maximum => "maximum",
            BinaryOp::Minimum => "minimum",
        }
    }
}
