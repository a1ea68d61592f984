//! Functions of each element beyond those of `math`, with NumPy's broadcasting and PyTorch's names. All return new references.
//!
//! A float keeps its dtype, and an integer is taken as float32 where the function is one of real numbers.

use super::{map, map2, optional};
use crate::api::own::own_beside;
use crate::api::resource::tensor;
use crate::api::types::{NewTensor, OptionalTensorRef, Owner, Scalar, TensorRef};
use crate::api::workspace::within_limits;
use crate::autograd;
use crate::error::{Error, Result};
use crate::ops::{self, BinaryOp, PairOp, RealOp};
use crate::tensor::{DType, Tensor};

pub(super) fn real(scope: Owner, t: TensorRef, op: RealOp) -> Result<NewTensor> {
    map(scope, t, |t| autograd::real(op, t))
}

fn pair(scope: Owner, t: TensorRef, other: TensorRef, op: PairOp) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| autograd::pair(op, a, b))
}

fn pair_scalar(scope: Owner, t: TensorRef, value: Scalar, op: PairOp) -> Result<NewTensor> {
    map(scope, t, |t| autograd::pair_scalar(op, t, value, false))
}

/// 2 to the power of each element.
pub fn exp2(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Exp2)
}

/// `exp(x) - 1` of each `x`, with all digits near 0.
pub fn expm1(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Expm1)
}

/// The logarithm to base 2.
pub fn log2(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Log2)
}

/// The logarithm to base 10.
pub fn log10(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Log10)
}

/// `log(1 + x)` of each `x`, with all digits near 0.
pub fn log1p(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Log1p)
}

/// 1 divided by the square root.
pub fn rsqrt(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Rsqrt)
}

/// 1 divided by each element.
pub fn reciprocal(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Reciprocal)
}

/// Each element times itself.
///
/// - `DTYPE_MISMATCH`: the elements are bool
pub fn square(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| autograd::binary_scalar(BinaryOp::Pow, t, 2.0))
}

/// The sine of angles in radians.
pub fn sin(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Sin)
}

/// The cosine of angles in radians.
pub fn cos(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Cos)
}

/// The tangent of angles in radians.
pub fn tan(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Tan)
}

/// The angle whose sine each element is, in radians; NaN of what is none.
pub fn asin(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Asin)
}

/// The angle whose cosine each element is, in radians; NaN of what is none.
pub fn acos(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Acos)
}

/// The angle whose tangent each element is, in radians.
pub fn atan(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Atan)
}

/// The hyperbolic sine.
pub fn sinh(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Sinh)
}

/// The hyperbolic cosine.
pub fn cosh(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Cosh)
}

/// The inverse of the hyperbolic sine.
pub fn asinh(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Asinh)
}

/// The inverse of the hyperbolic cosine; NaN below 1.
pub fn acosh(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Acosh)
}

/// The inverse of the hyperbolic tangent; NaN outside of -1 to 1.
pub fn atanh(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Atanh)
}

/// The logarithm of the absolute value of the gamma function.
pub fn lgamma(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Lgamma)
}

/// The derivative of the logarithm of the gamma function.
pub fn digamma(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Digamma)
}

/// `log(x / (1 - x))` of each `x`, the inverse of sigmoid; NaN outside of 0 to 1.
pub fn logit(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Logit { eps: f64::NAN })
}

/// `log(x / (1 - x))` of each `x` put between `eps` and `1 - eps`.
///
/// - `logit()`
/// - `eps`: how far from 0 and 1
pub fn logit_eps(scope: Owner, t: TensorRef, eps: f64) -> Result<NewTensor> {
    real(scope, t, RealOp::Logit { eps })
}

/// Each element less its integral part, with its sign.
///
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn frac(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Frac)
}

/// The greatest integer that is not above each element; integers stay.
///
/// - `DTYPE_MISMATCH`: the elements are bool
pub fn floor(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Floor)
}

/// The least integer that is not below each element; integers stay.
///
/// - `DTYPE_MISMATCH`: the elements are bool
pub fn ceil(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Ceil)
}

/// The nearest integer, of two the even one; integers stay.
///
/// - `DTYPE_MISMATCH`: the elements are bool
pub fn round(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Round)
}

/// The nearest integer towards 0; integers stay.
///
/// - `DTYPE_MISMATCH`: the elements are bool
pub fn trunc(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Trunc)
}

/// -1, 0 or 1, as each element is; of NaN 0.
///
/// - `DTYPE_MISMATCH`: the elements are bool
pub fn sign(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Sign)
}

/// The nearest number of so many decimals, of two the one whose last digit is even.
///
/// - `round()`
/// - `decimals`: how many; if negative, tens, hundreds and so on
pub fn round_decimals(scope: Owner, t: TensorRef, decimals: i64) -> Result<NewTensor> {
    real(scope, t, rounding(decimals))
}

pub(super) fn rounding(decimals: i64) -> RealOp {
    RealOp::RoundTo { scale: 10f64.powi(decimals.clamp(-308, 308) as i32) }
}

/// Each element, but 0 in the place of NaN, and the largest ones of the type in that of the infinities.
pub fn nan_to_num(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    nan_to_num_values(scope, t, 0.0, f64::INFINITY, f64::NEG_INFINITY)
}

/// Each element, but numbers in the place of NaN and of the infinities.
///
/// - `nan_to_num()`
/// - `nan`: what NaN becomes
/// - `posinf`: what infinity becomes; infinity is the largest number of the type
/// - `neginf`: what negative infinity becomes, likewise
pub fn nan_to_num_values(scope: Owner, t: TensorRef, nan: f64, posinf: f64, neginf: f64) -> Result<NewTensor> {
    real(scope, t, RealOp::NanToNum { nan, above: posinf, below: neginf })
}

/// Each element put between two numbers; its gradient goes where it was between them.
///
/// - `min`: the lower bound; negative infinity for none
/// - `max`: the upper bound, which wins; infinity for none
/// - `INVALID_ARGUMENT`: a bound is integral and an integer element type cannot hold it
pub fn clamp_scalar(scope: Owner, t: TensorRef, min: Scalar, max: Scalar) -> Result<NewTensor> {
    real(scope, t, RealOp::Clamp { min, max })
}

/// Each element put between those of two tensors; at a tie each side has half of the gradient.
///
/// - `min`: the lower bounds, or none
/// - `max`: the upper bounds, which win, or none
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `INVALID_ARGUMENT`: there is neither
pub fn clamp(scope: Owner, t: TensorRef, min: OptionalTensorRef, max: OptionalTensorRef) -> Result<NewTensor> {
    let (min, max) = (optional(min)?, optional(max)?);
    map(scope, t, |t| between(t, min.as_deref(), max.as_deref()))
}

pub(super) fn between(t: &Tensor, min: Option<&Tensor>, max: Option<&Tensor>) -> Result<Tensor> {
    if min.is_none() && max.is_none() {
        return Err(Error::argument("clamp has neither a lower nor an upper bound"));
    }
    autograd::clamp_between(t, min, max)
}

/// The quotient rounded down, as `//` of Python. It has no gradient.
///
/// - `divisor`: what to divide by
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: both are bool
/// - `INVALID_ARGUMENT`: an integer is divided by 0
/// - `UNSUPPORTED`: an operand is on a tape
pub fn floor_divide(scope: Owner, t: TensorRef, divisor: TensorRef) -> Result<NewTensor> {
    pair(scope, t, divisor, PairOp::FloorDivide)
}

/// The quotient rounded down, as `//` of Python. It has no gradient.
///
/// - `divisor`: what to divide by, for every element
/// - `DTYPE_MISMATCH`: the elements are bool
/// - `INVALID_ARGUMENT`: an integer is divided by 0
/// - `UNSUPPORTED`: it is on a tape
pub fn floor_divide_scalar(scope: Owner, t: TensorRef, divisor: Scalar) -> Result<NewTensor> {
    pair_scalar(scope, t, divisor, PairOp::FloorDivide)
}

/// The quotient of a number and each element, rounded down: `7 // x` of Python. It has no gradient.
///
/// - `other`: what is divided
/// - `INVALID_ARGUMENT`: an integer is divided by 0
/// - `UNSUPPORTED`: it is on a tape
pub fn rfloordiv_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    map(scope, t, |t| autograd::pair_scalar(PairOp::FloorDivide, t, other, true))
}

/// What the quotient of a number and each element, rounded down, leaves: `7 % x` of Python.
///
/// - `other`: what is divided
/// - `INVALID_ARGUMENT`: an integer is divided by 0
pub fn rmod_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    map(scope, t, |t| autograd::pair_scalar(PairOp::Remainder, t, other, true))
}

/// What the quotient rounded down leaves, with the sign of the divisor, as `%` of Python.
///
/// - `divisor`: what to divide by
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: both are bool
/// - `INVALID_ARGUMENT`: an integer is divided by 0
pub fn remainder(scope: Owner, t: TensorRef, divisor: TensorRef) -> Result<NewTensor> {
    pair(scope, t, divisor, PairOp::Remainder)
}

/// What the quotient rounded down leaves, with the sign of the divisor, as `%` of Python.
///
/// - `divisor`: what to divide by, for every element
/// - `DTYPE_MISMATCH`: the elements are bool
/// - `INVALID_ARGUMENT`: an integer is divided by 0
pub fn remainder_scalar(scope: Owner, t: TensorRef, divisor: Scalar) -> Result<NewTensor> {
    pair_scalar(scope, t, divisor, PairOp::Remainder)
}

/// What the quotient rounded towards 0 leaves, with the sign of the element, as `%` of Java, C# and C.
///
/// - `divisor`: what to divide by
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: both are bool
/// - `INVALID_ARGUMENT`: an integer is divided by 0
pub fn fmod(scope: Owner, t: TensorRef, divisor: TensorRef) -> Result<NewTensor> {
    pair(scope, t, divisor, PairOp::Fmod)
}

/// What the quotient rounded towards 0 leaves, with the sign of the element, as `%` of Java, C# and C.
///
/// - `divisor`: what to divide by, for every element
/// - `DTYPE_MISMATCH`: the elements are bool
/// - `INVALID_ARGUMENT`: an integer is divided by 0
pub fn fmod_scalar(scope: Owner, t: TensorRef, divisor: Scalar) -> Result<NewTensor> {
    pair_scalar(scope, t, divisor, PairOp::Fmod)
}

/// The angle of the points whose ordinates these are, in radians.
///
/// - `other`: the abscissas
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn atan2(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    pair(scope, t, other, PairOp::Atan2)
}

/// The angle of the points whose ordinates these are, in radians.
///
/// - `other`: the abscissa, for every element
pub fn atan2_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    pair_scalar(scope, t, other, PairOp::Atan2)
}

/// `sqrt(x^2 + y^2)` of each two, without overflow on the way.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn hypot(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    pair(scope, t, other, PairOp::Hypot)
}

/// `sqrt(x^2 + y^2)` of each two, without overflow on the way.
///
/// - `other`: the other operand, for every element
pub fn hypot_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    pair_scalar(scope, t, other, PairOp::Hypot)
}

/// The size of each element with another sign.
///
/// - `other`: whose signs to take
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn copysign(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    pair(scope, t, other, PairOp::CopySign)
}

/// The size of each element with another sign.
///
/// - `other`: whose signs to take, for every element
pub fn copysign_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    pair_scalar(scope, t, other, PairOp::CopySign)
}

/// `log(exp(x) + exp(y))` of each two, without overflow on the way.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn logaddexp(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    pair(scope, t, other, PairOp::LogAddExp)
}

/// `log(exp(x) + exp(y))` of each two, without overflow on the way.
///
/// - `other`: the other operand, for every element
pub fn logaddexp_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    pair_scalar(scope, t, other, PairOp::LogAddExp)
}

/// Each element times the logarithm of another; 0 where it is 0.
///
/// - `other`: whose logarithms to take
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn xlogy(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    pair(scope, t, other, PairOp::Xlogy)
}

/// Each element times the logarithm of another; 0 where it is 0.
///
/// - `other`: whose logarithms to take, for every element
pub fn xlogy_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    pair_scalar(scope, t, other, PairOp::Xlogy)
}

/// The way from each element to another, as far as a weight says: `x + weight (end - x)`.
///
/// - `end`: where the weight is 1
/// - `weight`: how far
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn lerp(scope: Owner, t: TensorRef, end: TensorRef, weight: TensorRef) -> Result<NewTensor> {
    let (t, end, weight) = (tensor(t)?, tensor(end)?, tensor(weight)?);
    own_beside(scope, &t, within_limits(scope, Some(&t), || autograd::lerp(&t, &end, &weight))?)
}

/// The way from each element to another, as far as a weight says: `x + weight (end - x)`.
///
/// - `end`: where the weight is 1
/// - `weight`: how far, for every element
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn lerp_scalar(scope: Owner, t: TensorRef, end: TensorRef, weight: Scalar) -> Result<NewTensor> {
    map2(scope, t, end, |t, end| autograd::lerp_scalar(t, end, weight))
}

/// Each element plus the product of two others, times a number.
///
/// - `a`: a factor
/// - `b`: a factor
/// - `value` = 1: what the product is multiplied by
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn addcmul(scope: Owner, t: TensorRef, a: TensorRef, b: TensorRef, value: Scalar) -> Result<NewTensor> {
    let (t, a, b) = (tensor(t)?, tensor(a)?, tensor(b)?);
    own_beside(scope, &t, within_limits(scope, Some(&t), || autograd::addcmul(&t, &a, &b, value))?)
}

/// Each element plus the quotient of two others, times a number.
///
/// - `a`: the dividends
/// - `b`: the divisors
/// - `value` = 1: what the quotient is multiplied by
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn addcdiv(scope: Owner, t: TensorRef, a: TensorRef, b: TensorRef, value: Scalar) -> Result<NewTensor> {
    let (t, a, b) = (tensor(t)?, tensor(a)?, tensor(b)?);
    own_beside(scope, &t, within_limits(scope, Some(&t), || autograd::addcdiv(&t, &a, &b, value))?)
}

/// Where two elements are nearly equal: they differ by no more than `atol + rtol |other|`.
///
/// - `other`: the other operand
/// - `rtol` = 1e-5: how much they may differ, times the size of the other
/// - `atol` = 1e-8: what is added to that
/// - `equal_nan` = false: whether NaN is near NaN
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn isclose(
    scope: Owner,
    t: TensorRef,
    other: TensorRef,
    rtol: f64,
    atol: f64,
    equal_nan: bool,
) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::is_close(a, b, rtol, atol, equal_nan))
}

/// Whether all elements are nearly equal, each to its own.
///
/// - `other`: the other operand
/// - `rtol` = 1e-5: how much they may differ, times the size of the other
/// - `atol` = 1e-8: what is added to that
/// - `equal_nan` = false: whether NaN is near NaN
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn allclose(t: TensorRef, other: TensorRef, rtol: f64, atol: f64, equal_nan: bool) -> Result<bool> {
    let (t, other) = (tensor(t)?, tensor(other)?);
    ops::all_close(&t, &other, rtol, atol, equal_nan)
}

/// Whether both have the same shape and, their types aside, the same elements; NaN equals nothing.
///
/// - `other`: the other tensor
pub fn equal(t: TensorRef, other: TensorRef) -> Result<bool> {
    let (t, other) = (tensor(t)?, tensor(other)?);
    ops::equal(&t, &other)
}

/// The float that is next to each element in a direction. It has no gradient.
///
/// - `other`: what to go towards; an element that it equals stays
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `UNSUPPORTED`: an operand is on a tape
pub fn nextafter(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, autograd::next_after)
}

/// The float that is next to each element in the direction of a number. It has no gradient.
///
/// - `other`: what to go towards; an element that it equals stays
/// - `UNSUPPORTED`: an operand is on a tape
pub fn nextafter_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    map(scope, t, |t| autograd::next_after(t, &ops::number_beside(t, other)?))
}

/// A copy of numbers: `+x`.
///
/// - `DTYPE_MISMATCH`: the elements are bool
pub fn positive(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| match t.dtype() {
        DType::Bool => Err(Error::dtype(format!("positive of {} is not defined", DType::Bool))),
        _ => autograd::copy(t),
    })
}

/// The angle of the points of which these are the abscissas, and the ordinate is a number, in radians.
///
/// - `other`: the ordinate, for every element
pub fn ratan2_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    map(scope, t, |t| autograd::pair_scalar(PairOp::Atan2, t, other, true))
}

/// The size of a number with the sign of each element.
///
/// - `other`: whose size to take
pub fn rcopysign_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    map(scope, t, |t| autograd::pair_scalar(PairOp::CopySign, t, other, true))
}

/// The float that is next to a number in the direction of each element. It has no gradient.
///
/// - `other`: whose neighbours they are; an element that equals it stays
/// - `UNSUPPORTED`: it is on a tape
pub fn rnextafter_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    map(scope, t, |t| autograd::next_after(&ops::number_beside(t, other)?, t))
}
