//! Derivatives of functions of one and of two numbers, by recorded operations. The kernels that the
//! first backward uses compute the same in one pass.
//!
//! Invariant: where a function has a corner, its derivative is the one that the kernels have, and
//! the side that was not taken has no part in the next derivative.

use super::calculus::{binary, binary_scalar, cast, pair_scalar, real, unary, where_};
use super::half;
use super::node::no_second;
use crate::error::Result;
use crate::ops::{self, BinaryOp, CompareOp, LogicOp, PairOp, RealOp, UnaryOp, grad::Side};
use crate::tensor::{Scalar, Shape, Tensor};
use std::f64::consts::{FRAC_2_SQRT_PI, LN_2, LN_10, SQRT_2};

/// `grad` times the derivative of `op`, where `v` is what [`ops::grad::unary_reads`] names.
pub(super) fn of_unary(op: UnaryOp, grad: &Tensor, v: &Tensor) -> Result<Tensor> {
    let dtype = grad.dtype();
    if dtype.is_half() {
        return half::rounded(of_unary(op, &half::wide(grad)?, &half::wide(v)?)?, dtype);
    }
    match op {
        UnaryOp::Neg => -grad,
        UnaryOp::Exp => grad * v,
        UnaryOp::Log => grad / v,
        UnaryOp::Sqrt => grad / (v * 2.0),
        UnaryOp::Abs => {
            let below = where_(&is(CompareOp::Lt, v, 0.0)?, &(-grad)?, &zero(grad)?)?;
            where_(&is(CompareOp::Gt, v, 0.0)?, grad, &below)
        }
        UnaryOp::Relu => where_(&is(CompareOp::Le, v, 0.0)?, &zero(grad)?, grad),
        UnaryOp::Sigmoid => (grad * v)? * (1.0 - v),
        UnaryOp::Tanh => grad * (1.0 - (v * v)?),
        UnaryOp::Softplus => grad * unary(UnaryOp::Sigmoid, v),
        UnaryOp::Erf => grad * bell(v),
        UnaryOp::Erfc => (-grad)? * bell(v),
        UnaryOp::Gelu => {
            let density = (unary(UnaryOp::Exp, &((v * v)? / -2.0)?)? * 0.398_942_280_401_432_7)?;
            let share = (unary(UnaryOp::Erfc, &(v / -SQRT_2)?)? * 0.5)?;
            grad * (share + by_vanishing(v, &density))
        }
        UnaryOp::GeluTanh => {
            // x s(v) with v = 2 sqrt(2 / pi) (x + 0.044715 x^3).
            let a = 1.595_769_121_605_731;
            let b = a * 0.044_715;
            let square = (v * v)?;
            let share = unary(UnaryOp::Sigmoid, &(v * ((&square * b)? + a))?)?;
            let bend = ((&share * (1.0 - &share))? * ((&square * (3.0 * b))? + a))?;
            grad * (share + by_vanishing(v, &bend))
        }
    }
}

/// `2 / sqrt(pi) exp(-x^2)`
fn bell(x: &Tensor) -> Result<Tensor> {
    unary(UnaryOp::Exp, &(-(x * x)?)?)? * FRAC_2_SQRT_PI
}

/// `x factor`, which is 0 where the factor is, also for an infinite x.
fn by_vanishing(x: &Tensor, factor: &Tensor) -> Result<Tensor> {
    where_(&is(CompareOp::Eq, factor, 0.0)?, &zero(factor)?, &(x * factor)?)
}

/// `grad` times the derivative of `op` at `x`.
///
/// Errors: `UNSUPPORTED` for `digamma`, whose second derivative is no function of this library.
pub(super) fn of_real(op: RealOp, grad: &Tensor, x: &Tensor) -> Result<Tensor> {
    let dtype = grad.dtype();
    if dtype.is_half() {
        return half::rounded(of_real(op, &half::wide(grad)?, &half::wide(x)?)?, dtype);
    }
    let one_minus_square = || (1.0 - x)? * (x + 1.0);
    match op {
        RealOp::Exp2 => (grad * real(RealOp::Exp2, x))? * LN_2,
        RealOp::Expm1 => grad * unary(UnaryOp::Exp, x),
        RealOp::Log2 => grad / (x * LN_2),
        RealOp::Log10 => grad / (x * LN_10),
        RealOp::Log1p => grad / (x + 1.0),
        RealOp::Rsqrt => (-grad)? / (unary(UnaryOp::Sqrt, x)? * (x * 2.0)),
        RealOp::Reciprocal => ((-grad)? / x)? / x,
        RealOp::Sin => grad * real(RealOp::Cos, x),
        RealOp::Cos => (-grad)? * real(RealOp::Sin, x),
        RealOp::Tan => {
            let tangent = real(RealOp::Tan, x)?;
            grad * ((&tangent * &tangent)? + 1.0)
        }
        RealOp::Asin => grad / unary(UnaryOp::Sqrt, &one_minus_square()?),
        RealOp::Acos => (-grad)? / unary(UnaryOp::Sqrt, &one_minus_square()?),
        RealOp::Atan => grad / ((x * x)? + 1.0),
        RealOp::Sinh => grad * real(RealOp::Cosh, x),
        RealOp::Cosh => grad * real(RealOp::Sinh, x),
        RealOp::Asinh => grad / pair_scalar(PairOp::Hypot, x, Scalar::F64(1.0), false),
        RealOp::Acosh => grad / (unary(UnaryOp::Sqrt, &(x - 1.0)?)? * unary(UnaryOp::Sqrt, &(x + 1.0)?)),
        RealOp::Atanh => grad / one_minus_square(),
        RealOp::Lgamma => grad * real(RealOp::Digamma, x),
        RealOp::Digamma => Err(no_second(op.name())),
        _ => of_pieces(op, grad, x),
    }
}

/// [`of_real`] for functions of several pieces, and for activations.
fn of_pieces(op: RealOp, grad: &Tensor, x: &Tensor) -> Result<Tensor> {
    let none = zero(grad)?;
    let not_above = |bend: &dyn Fn(&Tensor) -> Result<Tensor>| {
        // The piece below 0 is computed from 0 above it, where it would be infinite.
        bend(&where_(&is(CompareOp::Gt, x, 0.0)?, &zero(x)?, x)?)
    };
    let is_positive = || is(CompareOp::Gt, x, 0.0);
    let elu = |scale: f64, alpha: f64, inner: f64| {
        let below = not_above(&|x| unary(UnaryOp::Exp, &(x / inner)?)? * (alpha / inner))?;
        where_(&is_positive()?, &(grad * scale)?, &(grad * &below)?)
    };
    match op {
        RealOp::Logit { eps } if eps.is_nan() => {
            let slopes = (grad / (x * (1.0 - x)))?;
            let outside = either(&is(CompareOp::Lt, x, 0.0)?, &is(CompareOp::Gt, x, 1.0)?)?;
            where_(&outside, &ops::number_beside(grad, f64::NAN)?, &slopes)
        }
        RealOp::Logit { eps } => {
            let outside = either(&is(CompareOp::Lt, x, eps)?, &is(CompareOp::Gt, x, 1.0 - eps)?)?;
            let inside = where_(&outside, &ops::number_beside(x, 0.5)?, x)?;
            where_(&outside, &none, &(grad / (&inside * (1.0 - &inside)))?)
        }
        RealOp::Frac => Ok(grad.clone()),
        RealOp::NanToNum { .. } => {
            let size = ops::unary(UnaryOp::Abs, x)?;
            where_(&is(CompareOp::Lt, &size, f64::INFINITY)?, grad, &none)
        }
        RealOp::Clamp { min, max } => clamped(grad, x, min.to_f64(), max.to_f64()),
        RealOp::Hardtanh { min, max } => clamped(grad, x, min, max),
        RealOp::LeakyRelu { slope } => where_(&is_positive()?, grad, &(grad * slope)?),
        RealOp::Elu { alpha } => elu(1.0, alpha, 1.0),
        RealOp::Selu => elu(ops::SELU_SCALE, ops::SELU_SCALE * ops::SELU_ALPHA, 1.0),
        RealOp::Celu { alpha } => elu(1.0, alpha, alpha),
        RealOp::Silu => {
            let share = unary(UnaryOp::Sigmoid, x)?;
            let bend = (&share * (1.0 - &share))?;
            grad * (share + by_vanishing(x, &bend))
        }
        RealOp::Mish => {
            let share = unary(UnaryOp::Tanh, &unary(UnaryOp::Softplus, x)?)?;
            let bend = ((1.0 - (&share * &share)?)? * unary(UnaryOp::Sigmoid, x))?;
            grad * (share + by_vanishing(x, &bend))
        }
        RealOp::Softsign => {
            let below = (unary(UnaryOp::Abs, x)? + 1.0)?;
            (grad / &below)? / &below
        }
        RealOp::Hardsigmoid => {
            let size = ops::unary(UnaryOp::Abs, x)?;
            where_(&is(CompareOp::Lt, &size, 3.0)?, &(grad / 6.0)?, &none)
        }
        RealOp::Hardswish => {
            let between = (grad * ((x / 3.0)? + 0.5))?;
            let above = where_(&is(CompareOp::Ge, x, 3.0)?, grad, &between)?;
            where_(&is(CompareOp::Le, x, -3.0)?, &none, &above)
        }
        RealOp::LogSigmoid => grad * unary(UnaryOp::Sigmoid, &(-x)?),
        // The others are flat.
        _ => ops::binary_scalar(BinaryOp::Mul, &grad.untracked(), 0.0),
    }
}

fn clamped(grad: &Tensor, x: &Tensor, min: f64, max: f64) -> Result<Tensor> {
    let outside = either(&is(CompareOp::Le, x, min)?, &is(CompareOp::Ge, x, max)?)?;
    where_(&outside, &zero(grad)?, grad)
}

/// The gradient of one side of `x op y` in the shape of `grad`, as [`ops::grad::binary`] has it.
pub(super) fn of_binary(op: BinaryOp, side: Side, grad: &Tensor, x: &Tensor, y: &Tensor) -> Result<Tensor> {
    let dtype = grad.dtype();
    if dtype.is_half() {
        return half::rounded(of_binary(op, side, &half::wide(grad)?, &half::wide(x)?, &half::wide(y)?)?, dtype);
    }
    let (x, y) = (&cast(x, dtype)?, &cast(y, dtype)?);
    let none = zero(grad)?;
    match (op, side) {
        (BinaryOp::Div, _) => (-grad)? * ((x / y)? / y),
        (BinaryOp::Pow, Side::Left) => {
            // x^0 is constant, also at 0, where the formula would be 0 times infinity.
            let constant = is(CompareOp::Eq, y, 0.0)?;
            let slope = (y * binary(BinaryOp::Pow, x, &binary_scalar(BinaryOp::Sub, y, Scalar::F64(1.0))?))?;
            where_(&constant, &none, &(grad * slope)?)
        }
        (BinaryOp::Pow, Side::Right) => {
            // 0^y is constant for y >= 0, although ln 0 is not finite.
            let constant = ops::logic(LogicOp::And, &is(CompareOp::Eq, x, 0.0)?, &is(CompareOp::Ge, y, 0.0)?)?;
            let base = where_(&constant, &ops::number_beside(x, 1.0)?, x)?;
            let slope = (binary(BinaryOp::Pow, &base, y)? * unary(UnaryOp::Log, &base))?;
            where_(&constant, &none, &(grad * slope)?)
        }
        _ => {
            let loses = if (op == BinaryOp::Maximum) == (side == Side::Left) { CompareOp::Lt } else { CompareOp::Gt };
            let lost = where_(&ops::compare(loses, x, y)?, &none, grad)?;
            where_(&ops::compare(CompareOp::Eq, x, y)?, &(grad / 2.0)?, &lost)
        }
    }
}

/// [`of_binary`] for an operation with a number: `x op value`, or `value op x` if `side` is right.
pub(super) fn of_scalar(op: BinaryOp, side: Side, grad: &Tensor, x: &Tensor, value: Scalar) -> Result<Tensor> {
    let number = ops::full(x.device(), x.dtype().computed_in(), value, &Shape::scalar())?;
    match (op, side) {
        (BinaryOp::Pow, Side::Left) if value.to_f64() == 0.0 => {
            Tensor::zeroed(grad.device(), grad.dtype(), &grad.to_shape())
        }
        (BinaryOp::Pow, Side::Left) if !grad.dtype().is_half() => {
            let below = binary_scalar(BinaryOp::Pow, x, Scalar::F64(value.to_f64() - 1.0))?;
            grad * binary_scalar(BinaryOp::Mul, &below, value)
        }
        // Both sides of an extremum with a number are the tensor's.
        (BinaryOp::Maximum | BinaryOp::Minimum, _) => of_binary(op, Side::Left, grad, x, &number),
        (_, Side::Left) => of_binary(op, side, grad, x, &number),
        (_, Side::Right) => of_binary(op, side, grad, &number, x),
    }
}

/// The truth of a comparison with a number, which has no gradient.
fn is(op: CompareOp, x: &Tensor, value: f64) -> Result<Tensor> {
    ops::compare_scalar(op, &x.untracked(), value)
}

fn either(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    ops::logic(LogicOp::Or, a, b)
}

fn zero(t: &Tensor) -> Result<Tensor> {
    ops::number_beside(t, 0.0)
}
