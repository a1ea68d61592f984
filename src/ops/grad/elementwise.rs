//! Gradients of elementwise operations. They overwrite the incoming gradient if it is not shared.

use super::elements::{not_floating, owned, values, values_mut, widened};
use crate::error::Result;
use crate::ops::cast::rounded;
use crate::ops::cpu::grad::elementwise::{
    self as kernels, erf_slope, gelu_slope, gelu_tanh_slope, pow_base, pow_exponent, share,
};
use crate::ops::cpu::vecmath::{self, Real};
use crate::ops::cuda::{self, Beside};
use crate::ops::scalar::number;
use crate::ops::strided::Plan;
use crate::ops::{self, BinaryOp, UnaryOp};
use crate::tensor::{DType, Scalar, SharedCell, Tensor};

/// The operand of a binary operation that a gradient is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The first one.
    Left,
    /// The second one.
    Right,
}

/// What the gradient of a unary operation reads in addition to the gradient of its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Nothing.
    Nothing,
    /// The operand.
    Operand,
    /// The result, which the next operation usually saves anyway.
    Result,
}

/// The value that [`unary`] needs for `op`.
pub fn unary_reads(op: UnaryOp) -> Reads {
    unary_rule::<f32, _>(op, Ask)
}

/// The gradient of a unary operation's operand. `value` is what `unary_reads` names, in the shape
/// and dtype of `grad`. Consumes `grad`; returns a new tensor, or `grad` itself overwritten.
pub fn unary(op: UnaryOp, grad: Tensor, value: &Tensor) -> Result<Tensor> {
    match grad.dtype() {
        DType::F32 | DType::F64 if cuda::on(&grad).is_some() => unary_there(op, &grad, value),
        DType::F32 => unary_of::<f32>(op, grad, value),
        DType::F64 => unary_of::<f64>(op, grad, value),
        half if half.is_half() => rounded(unary(op, widened(&grad)?, &widened(value)?)?, half),
        other => Err(not_floating(other)),
    }
}

/// The gradient of one side of `x op y`, in the shape of `grad`, to which `x` and `y` broadcast.
/// Supports `div` (right side), `pow`, `maximum` and `minimum`; `add`, `sub` and `mul` need no
/// kernel of their own.
pub fn binary(op: BinaryOp, side: Side, grad: Tensor, x: &Tensor, y: &Tensor) -> Result<Tensor> {
    match grad.dtype() {
        DType::F32 | DType::F64 if cuda::on(&grad).is_some() => binary_there(op, side, &grad, [x, y]),
        DType::F32 => binary_of::<f32>(op, side, grad, x, y),
        DType::F64 => binary_of::<f64>(op, side, grad, x, y),
        half if half.is_half() => rounded(binary(op, side, widened(&grad)?, &widened(x)?, &widened(y)?)?, half),
        other => Err(not_floating(other)),
    }
}

/// The gradient of `x` in `x op value`, or in `value op x` if `side` is right.
pub fn scalar(op: BinaryOp, side: Side, grad: Tensor, x: &Tensor, value: Scalar) -> Result<Tensor> {
    match grad.dtype() {
        DType::F32 | DType::F64 if cuda::on(&grad).is_some() => scalar_there(op, side, &grad, x, value),
        DType::F32 => scalar_of::<f32>(op, side, grad, x, value),
        DType::F64 => scalar_of::<f64>(op, side, grad, x, value),
        half if half.is_half() => rounded(scalar(op, side, widened(&grad)?, &widened(x)?, value)?, half),
        other => Err(not_floating(other)),
    }
}

/// [`unary`] on a CUDA device.
fn unary_there(op: UnaryOp, grad: &Tensor, value: &Tensor) -> Result<Tensor> {
    if op == UnaryOp::Neg {
        return ops::unary(op, grad);
    }
    let (grad, value) = (ops::contiguous(grad)?, like(value, grad)?);
    let out = Tensor::uninit(grad.device(), grad.dtype(), &grad.to_shape())?;
    let gpu = cuda::on(&grad).expect("the caller has seen that it is");
    let kernel = format!("{}_grad_{}", op.name(), grad.dtype());
    let plan = Plan::flat(grad.size(), [1, 1, 1]);
    // SAFETY: all are contiguous, of one shape and one float dtype; the result is new.
    unsafe { cuda::map2(gpu, &kernel, &plan, &out, [&grad, &value], Beside::Nothing)? };
    Ok(out)
}

/// [`binary`] on a CUDA device.
fn binary_there(op: BinaryOp, side: Side, grad: &Tensor, [x, y]: [&Tensor; 2]) -> Result<Tensor> {
    let (kernel, operands) = match (op, side) {
        (BinaryOp::Pow, Side::Left) => ("pow_base", [x, y]),
        (BinaryOp::Pow, Side::Right) => ("pow_exponent", [y, x]),
        (BinaryOp::Maximum, Side::Left) | (BinaryOp::Minimum, Side::Right) => ("greater", [x, y]),
        (BinaryOp::Maximum, Side::Right) | (BinaryOp::Minimum, Side::Left) => ("less", [x, y]),
        (BinaryOp::Div, _) => ("divisor", [x, y]),
        (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, _) => unreachable!("these rules are made of operations"),
    };
    kernel_of_three(kernel, grad, operands, None)
}

/// [`scalar`] on a CUDA device.
fn scalar_there(op: BinaryOp, side: Side, grad: &Tensor, x: &Tensor, value: Scalar) -> Result<Tensor> {
    let kernel = match op {
        BinaryOp::Div => "inverse",
        BinaryOp::Pow if side == Side::Left && value.to_f64() == 2.0 => "square",
        BinaryOp::Pow if side == Side::Left => "pow_base",
        BinaryOp::Pow => "pow_exponent",
        BinaryOp::Maximum => "greater",
        BinaryOp::Minimum => "less",
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => unreachable!("these rules are made of operations"),
    };
    let value = if grad.dtype() == DType::F64 { number::<f64>(value) } else { number::<f32>(value).into() };
    kernel_of_three(kernel, grad, [x, x], Some(value))
}

/// Runs a kernel of the gradient, two operands, or one and a number.
fn kernel_of_three(kernel: &str, grad: &Tensor, operands: [&Tensor; 2], number: Option<f64>) -> Result<Tensor> {
    let grad = ops::contiguous(grad)?;
    let [x, y] = operands.map(|t| like(t, &grad));
    let (x, y) = (x?, y?);
    let out = Tensor::uninit(grad.device(), grad.dtype(), &grad.to_shape())?;
    let gpu = cuda::on(&grad).expect("the caller has seen that it is");
    let kernel = format!("{kernel}_grad_{}", grad.dtype());
    // SAFETY: all are contiguous, of one shape and one float dtype; the result is new.
    unsafe { cuda::map3(gpu, &kernel, &Plan::flat(grad.size(), [1; 4]), [&out, &grad, &x, &y], number)? };
    Ok(out)
}

fn unary_of<T: Real>(op: UnaryOp, grad: Tensor, value: &Tensor) -> Result<Tensor> {
    unary_rule::<T, _>(op, Apply { grad, value })
}

/// The rule of each unary operation: what it reads, and the gradient computed from the gradient of
/// the result and from the value read.
fn unary_rule<T: Real, U: Use<T>>(op: UnaryOp, to: U) -> U::Output {
    let two = T::ONE + T::ONE;
    match op {
        UnaryOp::Neg => to.rule(Reads::Nothing, |g, _| -g),
        UnaryOp::Exp => to.rule(Reads::Result, |g, y| g * y),
        UnaryOp::Log => to.rule(Reads::Operand, |g, x| g / x),
        UnaryOp::Sqrt => to.rule(Reads::Result, |g, y| g / (two * y)),
        UnaryOp::Abs => to.rule(Reads::Operand, |g, x| match x {
            x if x > T::ZERO => g,
            x if x < T::ZERO => -g,
            _ => T::ZERO,
        }),
        UnaryOp::Relu => to.rule(Reads::Result, |g, y| if y <= T::ZERO { T::ZERO } else { g }),
        UnaryOp::Sigmoid => to.rule(Reads::Result, |g, y| g * y * (T::ONE - y)),
        UnaryOp::Tanh => to.rule(Reads::Result, |g, y| g * (T::ONE - y * y)),
        UnaryOp::Softplus => to.rule(Reads::Operand, |g, x| g * vecmath::sigmoid(x)),
        UnaryOp::Erf => to.rule(Reads::Operand, |g, x| g * erf_slope(x)),
        UnaryOp::Erfc => to.rule(Reads::Operand, |g, x| -g * erf_slope(x)),
        UnaryOp::Gelu => to.rule(Reads::Operand, |g, x| g * gelu_slope(x)),
        UnaryOp::GeluTanh => to.rule(Reads::Operand, |g, x| g * gelu_tanh_slope(x)),
    }
}

/// A way to use a rule.
trait Use<T> {
    type Output;
    fn rule(self, reads: Reads, f: impl Fn(T, T) -> T + Sync) -> Self::Output;
}

/// Returns what the rule reads.
struct Ask;

impl Use<f32> for Ask {
    type Output = Reads;

    fn rule(self, reads: Reads, _: impl Fn(f32, f32) -> f32 + Sync) -> Reads {
        reads
    }
}

/// Computes the gradient from the value that the rule reads.
struct Apply<'a> {
    grad: Tensor,
    value: &'a Tensor,
}

impl<T: Real> Use<T> for Apply<'_> {
    type Output = Result<Tensor>;

    fn rule(self, _: Reads, f: impl Fn(T, T) -> T + Sync) -> Result<Tensor> {
        zip(self.grad, self.value, f)
    }
}

fn binary_of<T: Real>(op: BinaryOp, side: Side, grad: Tensor, x: &Tensor, y: &Tensor) -> Result<Tensor> {
    match (op, side) {
        (BinaryOp::Div, _) => zip2::<T>(grad, x, y, |g, x, y| -g * ((x / y) / y)),
        (BinaryOp::Pow, Side::Left) => zip2::<T>(grad, x, y, pow_base),
        (BinaryOp::Pow, Side::Right) => zip2::<T>(grad, x, y, pow_exponent),
        (BinaryOp::Maximum, Side::Left) => zip2::<T>(grad, x, y, |g, x, y| share(g, x == y, x < y)),
        (BinaryOp::Maximum, Side::Right) => zip2::<T>(grad, x, y, |g, x, y| share(g, x == y, x > y)),
        (BinaryOp::Minimum, Side::Left) => zip2::<T>(grad, x, y, |g, x, y| share(g, x == y, x > y)),
        (BinaryOp::Minimum, Side::Right) => zip2::<T>(grad, x, y, |g, x, y| share(g, x == y, x < y)),
        (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, _) => unreachable!("these rules are made of operations"),
    }
}

fn scalar_of<T: Real>(op: BinaryOp, side: Side, grad: Tensor, x: &Tensor, value: Scalar) -> Result<Tensor> {
    let c = number::<T>(value);
    match (op, side) {
        (BinaryOp::Div, _) => zip::<T>(grad, x, |g, x| -g * ((c / x) / x)),
        // Nearly every power in a program is a square.
        (BinaryOp::Pow, Side::Left) if value.to_f64() == 2.0 => zip::<T>(grad, x, |g, x| g * (c * x)),
        (BinaryOp::Pow, Side::Left) => zip::<T>(grad, x, |g, x| pow_base(g, x, c)),
        (BinaryOp::Pow, Side::Right) => zip::<T>(grad, x, |g, x| pow_exponent(g, c, x)),
        (BinaryOp::Maximum, _) => zip::<T>(grad, x, |g, x| share(g, x == c, x < c)),
        (BinaryOp::Minimum, _) => zip::<T>(grad, x, |g, x| share(g, x == c, x > c)),
        (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, _) => unreachable!("these rules are made of operations"),
    }
}

/// `grad[i] = f(grad[i], x[i])`.
fn zip<T: Real>(grad: Tensor, x: &Tensor, f: impl Fn(T, T) -> T + Sync) -> Result<Tensor> {
    zip_by::<T>(grad, x, &|grad, x| kernels::zip(grad, x, &f))
}

/// The loops of a function of two operands.
type Zip1<'a, T> = &'a dyn Fn(&mut [T], &[SharedCell<T>]);

/// The code around the loops, compiled once and not for each function.
fn zip_by<T: Real>(grad: Tensor, x: &Tensor, f: Zip1<T>) -> Result<Tensor> {
    let x = like(x, &grad)?;
    let mut grad = owned(grad)?;
    let x = values(&x)?;
    kernels::in_parts(values_mut(&mut grad)?, &|grad, range| f(grad, &x[range]));
    Ok(grad)
}

/// `grad[i] = f(grad[i], x[i], y[i])`.
fn zip2<T: Real>(grad: Tensor, x: &Tensor, y: &Tensor, f: impl Fn(T, T, T) -> T + Sync) -> Result<Tensor> {
    zip2_by::<T>(grad, x, y, &|grad, x, y| kernels::zip2(grad, x, y, &f))
}

/// The loops of a function of three operands.
type Zip2<'a, T> = &'a dyn Fn(&mut [T], &[SharedCell<T>], &[SharedCell<T>]);

/// Like [`zip_by`], for three operands.
fn zip2_by<T: Real>(grad: Tensor, x: &Tensor, y: &Tensor, f: Zip2<T>) -> Result<Tensor> {
    let (x, y) = (like(x, &grad)?, like(y, &grad)?);
    let mut grad = owned(grad)?;
    let (x, y) = (values::<T>(&x)?, values::<T>(&y)?);
    kernels::in_parts(values_mut::<T>(&mut grad)?, &|grad, range| f(grad, &x[range.clone()], &y[range]));
    Ok(grad)
}

/// `t` in the shape and dtype of `grad`, contiguous.
fn like(t: &Tensor, grad: &Tensor) -> Result<Tensor> {
    let cast = if t.dtype() == grad.dtype() { t.untracked() } else { ops::cast(t, grad.dtype())? };
    let stretched = if cast.shape() == grad.shape() { cast } else { cast.expand_view(grad.shape())? };
    if stretched.is_contiguous() { Ok(stretched) } else { ops::contiguous(&stretched) }
}
