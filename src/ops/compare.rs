//! Comparisons, element by element, to booleans.
//!
//! Invariant: values are compared, not representations: a number that an integer dtype cannot hold
//! is compared by its value. Every comparison with NaN is false, except `Ne`, which is true.

use super::cast::as_dtype;
use super::cpu::compare::{Call, Function};
use super::create::full;
use super::cuda::{self, Beside};
use super::device::same_device;
use super::number::Number;
use super::scalar::{OneElement, fits, number};
use super::strided;
use crate::error::Result;
use crate::tensor::{BF16, DType, F16, Scalar, Tensor};

/// A comparison of two elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOp {
    /// `a == b`
    Eq,
    /// `a != b`
    Ne,
    /// `a < b`
    Lt,
    /// `a <= b`
    Le,
    /// `a > b`
    Gt,
    /// `a >= b`
    Ge,
}

/// `a op b`, broadcast, compared in the promoted dtype, as booleans.
///
/// Returns a new tensor. Errors: `SHAPE_MISMATCH`, `DEVICE_MISMATCH`, those of [`Tensor::uninit`].
pub fn compare(op: CompareOp, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    same_device(a, b)?;
    let dtype = a.dtype().promote(b.dtype())?.computed_in();
    let (a, b) = (as_dtype(a, dtype)?, as_dtype(b, dtype)?);
    let (function, swapped) = function(op);
    let (a, b) = if swapped { (b, a) } else { (a, b) };
    let shape = strided::common_shape(&a, &b)?;
    let plan = strided::broadcast(&shape, &a, &b);
    if let Some(gpu) = cuda::on(&a) {
        let out = Tensor::uninit(a.device(), DType::Bool, &shape)?;
        // SAFETY: the plan was made from these tensors, whose elements are of the dtype; out is
        // new.
        unsafe { cuda::map2(gpu, &kernel(function, dtype), &plan, &out, [&a, &b], Beside::Nothing)? };
        return Ok(out);
    }
    let (a, b) = (a.host()?, b.host()?);
    let out = Tensor::uninit(a.device(), DType::Bool, &shape)?;
    let call = Call { dtype, plan: &plan, a: a.as_ptr(), b: b.as_ptr() };
    // SAFETY: the plan was made from these tensors, and out is new.
    unsafe { call.run(function, out.host()?.as_ptr()) };
    Ok(out)
}

/// `a op value`, as booleans. For a float tensor the number is first rounded to its dtype; integers
/// and booleans are compared with the number itself, however large or fractional it is.
///
/// Returns a new tensor. Errors: those of [`Tensor::uninit`].
pub fn compare_scalar(op: CompareOp, a: &Tensor, value: impl Into<Scalar>) -> Result<Tensor> {
    let value = value.into();
    let dtype = a.dtype();
    if dtype.is_float() {
        // Halves are compared in float32, with the number rounded to a half.
        let value = match dtype {
            DType::F16 => number::<F16>(value).as_f64().into(),
            DType::BF16 => number::<BF16>(value).as_f64().into(),
            _ => value,
        };
        return with_element(op, &*as_dtype(a, dtype.computed_in())?, value);
    }
    // A boolean is 0 or 1 as a byte too.
    let dtype = if dtype == DType::Bool { DType::U8 } else { dtype };
    match among_integers(op, dtype, value) {
        Among::Element(op, value) => with_element(op, &*as_dtype(a, dtype)?, value),
        Among::All(truth) => full(a.device(), DType::Bool, truth, &a.to_shape()),
    }
}

/// A comparison of integers with any number.
enum Among {
    /// The same as this comparison with an integer that the dtype holds.
    Element(CompareOp, Scalar),
    /// The result is this for every integer of the dtype.
    All(bool),
}

fn among_integers(op: CompareOp, dtype: DType, value: Scalar) -> Among {
    if fits(dtype, value) {
        return Among::Element(op, value);
    }
    let number = value.to_f64();
    if number.is_nan() {
        return Among::All(op == CompareOp::Ne);
    }
    // A number that does not fit is between two integers of the dtype, or beyond all of them.
    let below = Scalar::F64(number.floor());
    let between = !value.is_integral() && fits(dtype, below);
    match op {
        CompareOp::Eq => Among::All(false),
        CompareOp::Ne => Among::All(true),
        CompareOp::Lt | CompareOp::Le if between => Among::Element(CompareOp::Le, below),
        CompareOp::Gt | CompareOp::Ge if between => Among::Element(CompareOp::Gt, below),
        CompareOp::Lt | CompareOp::Le => Among::All(number > 0.0),
        CompareOp::Gt | CompareOp::Ge => Among::All(number < 0.0),
    }
}

/// Compares a tensor with a number that its dtype holds.
fn with_element(op: CompareOp, a: &Tensor, value: Scalar) -> Result<Tensor> {
    let value = OneElement::new(a.dtype(), value)?;
    let (function, swapped) = function(op);
    let plan = strided::with_repeated(a, swapped);
    if let Some(gpu) = cuda::on(a) {
        let out = Tensor::uninit(a.device(), DType::Bool, &a.to_shape())?;
        let beside = if swapped { Beside::First(value.as_ptr()) } else { Beside::Second(value.as_ptr()) };
        // SAFETY: the plan was made from a's layout; the number is one element of its dtype; out is
        // new.
        unsafe { cuda::map2(gpu, &kernel(function, a.dtype()), &plan, &out, [a, a], beside)? };
        return Ok(out);
    }
    let a = a.host()?;
    let (tensor, number) = (a.as_ptr().cast_const(), value.as_ptr());
    let (first, second) = if swapped { (number, tensor) } else { (tensor, number) };
    let out = Tensor::uninit(a.device(), DType::Bool, &a.to_shape())?;
    let call = Call { dtype: a.dtype(), plan: &plan, a: first, b: second };
    // SAFETY: the plan was made from a's layout and a stride of 0 for the one element of the
    // scalar; out is new.
    unsafe { call.run(function, out.host()?.as_ptr()) };
    Ok(out)
}

/// The kernel for elements of this dtype on a CUDA device.
fn kernel(function: Function, dtype: DType) -> String {
    let name = match function {
        Function::Equal => "equal",
        Function::NotEqual => "not_equal",
        Function::Less => "less",
        Function::LessOrEqual => "less_or_equal",
    };
    format!("{name}_{}", function.compared_as(dtype))
}

/// The function of the loops, and whether the operands are swapped.
fn function(op: CompareOp) -> (Function, bool) {
    match op {
        CompareOp::Eq => (Function::Equal, false),
        CompareOp::Ne => (Function::NotEqual, false),
        CompareOp::Lt => (Function::Less, false),
        CompareOp::Le => (Function::LessOrEqual, false),
        CompareOp::Gt => (Function::Less, true),
        CompareOp::Ge => (Function::LessOrEqual, true),
    }
}
