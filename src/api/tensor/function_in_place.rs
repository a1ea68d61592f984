//! Functions of each element, in place. They return nothing: the receiver is the caller's as before. The result is computed
//! first, so that nothing has changed where it fails. A receiver on a tape is `INVALID_ARGUMENT`, and so is one whose elements
//! overlap; an operand on a tape is `UNSUPPORTED`.

use super::function::{between, rounding};
use super::logic::truth;
use super::optional;
use crate::api::types::{OptionalTensorRef, Scalar, ScalarValue, TensorRef};
use crate::autograd;
use crate::error::Result;
use crate::ops::{self, BinaryOp, BitOp, LogicOp, PairOp, RealOp, UnaryOp};
use crate::session::resource::tensor;
use crate::tensor::Tensor;

/// One operand, which becomes the result. Called through a pointer: there are too many of them to have a body each.
fn change(t: TensorRef, f: &dyn Fn(&Tensor) -> Result<Tensor>) -> Result<()> {
    let t = tensor(t)?;
    autograd::computed_in_place(&t, &[], f)
}

/// Two operands, of which the first becomes the result.
fn change2(t: TensorRef, other: TensorRef, f: &dyn Fn(&Tensor, &Tensor) -> Result<Tensor>) -> Result<()> {
    let (t, other) = (tensor(t)?, tensor(other)?);
    autograd::computed_in_place(&t, &[&other], &|t| f(t, &other))
}

fn change_real(t: TensorRef, op: RealOp) -> Result<()> {
    change(t, &|t| ops::real(op, t))
}

fn change_unary(t: TensorRef, op: UnaryOp) -> Result<()> {
    change(t, &|t| ops::unary(op, t))
}

/// Each element with the other sign.
pub fn neg_in_place(t: TensorRef) -> Result<()> {
    change_unary(t, UnaryOp::Neg)
}

/// e to the power of each element.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn exp_in_place(t: TensorRef) -> Result<()> {
    change_unary(t, UnaryOp::Exp)
}

/// The natural logarithm.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn log_in_place(t: TensorRef) -> Result<()> {
    change_unary(t, UnaryOp::Log)
}

/// The square root.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn sqrt_in_place(t: TensorRef) -> Result<()> {
    change_unary(t, UnaryOp::Sqrt)
}

/// The absolute value.
pub fn abs_in_place(t: TensorRef) -> Result<()> {
    change_unary(t, UnaryOp::Abs)
}

/// Each element where it is positive, else 0.
pub fn relu_in_place(t: TensorRef) -> Result<()> {
    change_unary(t, UnaryOp::Relu)
}

/// The logistic function, `1 / (1 + exp(-x))` of each `x`.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn sigmoid_in_place(t: TensorRef) -> Result<()> {
    change_unary(t, UnaryOp::Sigmoid)
}

/// The hyperbolic tangent.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn tanh_in_place(t: TensorRef) -> Result<()> {
    change_unary(t, UnaryOp::Tanh)
}

/// `log(1 + exp(x))` of each `x`: relu without its corner.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn softplus_in_place(t: TensorRef) -> Result<()> {
    change_unary(t, UnaryOp::Softplus)
}

/// The error function, `2 / sqrt(pi)` times the integral of `exp(-t^2)` from 0 to each element.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn erf_in_place(t: TensorRef) -> Result<()> {
    change_unary(t, UnaryOp::Erf)
}

/// `1 - erf(x)` of each `x`, with all digits where that is nearly 0.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn erfc_in_place(t: TensorRef) -> Result<()> {
    change_unary(t, UnaryOp::Erfc)
}

/// Each `x` times the share of the normal distribution below it.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn gelu_in_place(t: TensorRef) -> Result<()> {
    change_unary(t, UnaryOp::Gelu)
}

/// `x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2` of each `x`, which approximates `gelu`.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn gelu_tanh_in_place(t: TensorRef) -> Result<()> {
    change_unary(t, UnaryOp::GeluTanh)
}

/// 2 to the power of each element.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn exp2_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Exp2)
}

/// `exp(x) - 1` of each `x`, with all digits near 0.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn expm1_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Expm1)
}

/// The logarithm to base 2.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn log2_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Log2)
}

/// The logarithm to base 10.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn log10_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Log10)
}

/// `log(1 + x)` of each `x`, with all digits near 0.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn log1p_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Log1p)
}

/// 1 divided by the square root.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn rsqrt_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Rsqrt)
}

/// 1 divided by each element.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn reciprocal_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Reciprocal)
}

/// The sine of angles in radians.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn sin_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Sin)
}

/// The cosine of angles in radians.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn cos_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Cos)
}

/// The tangent of angles in radians.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn tan_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Tan)
}

/// The angle whose sine each element is, in radians; NaN of what is none.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn asin_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Asin)
}

/// The angle whose cosine each element is, in radians; NaN of what is none.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn acos_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Acos)
}

/// The angle whose tangent each element is, in radians.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn atan_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Atan)
}

/// The hyperbolic sine.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn sinh_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Sinh)
}

/// The hyperbolic cosine.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn cosh_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Cosh)
}

/// The inverse of the hyperbolic sine.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn asinh_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Asinh)
}

/// The inverse of the hyperbolic cosine; NaN below 1.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn acosh_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Acosh)
}

/// The inverse of the hyperbolic tangent; NaN outside of -1 to 1.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn atanh_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Atanh)
}

/// The logarithm of the absolute value of the gamma function.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn lgamma_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Lgamma)
}

/// The derivative of the logarithm of the gamma function.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn digamma_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Digamma)
}

/// Each element less its integral part, with its sign.
///
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn frac_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Frac)
}

/// The greatest integer that is not above each element; integers stay.
///
/// - `DTYPE_MISMATCH`: the elements are bool
pub fn floor_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Floor)
}

/// The least integer that is not below each element; integers stay.
///
/// - `DTYPE_MISMATCH`: the elements are bool
pub fn ceil_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Ceil)
}

/// The nearest integer, of two the even one; integers stay.
///
/// - `DTYPE_MISMATCH`: the elements are bool
pub fn round_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Round)
}

/// The nearest integer towards 0; integers stay.
///
/// - `DTYPE_MISMATCH`: the elements are bool
pub fn trunc_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Trunc)
}

/// -1, 0 or 1, as each element is; of NaN 0.
///
/// - `DTYPE_MISMATCH`: the elements are bool
pub fn sign_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Sign)
}

/// Each element times itself.
///
/// - `DTYPE_MISMATCH`: the elements are bool
pub fn square_in_place(t: TensorRef) -> Result<()> {
    change(t, &|t| ops::binary_scalar(BinaryOp::Pow, t, 2.0))
}

/// Each element to a power.
///
/// - `exponent`: the power
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
/// - `DTYPE_MISMATCH`: the result would be a float and this is not
pub fn pow_in_place(t: TensorRef, exponent: TensorRef) -> Result<()> {
    change2(t, exponent, &|t, exponent| ops::binary(BinaryOp::Pow, t, exponent))
}

/// Each element to a power.
///
/// - `exponent`: the power, for every element
/// - `DTYPE_MISMATCH`: the result would be a float and this is not
pub fn pow_scalar_in_place(t: TensorRef, exponent: Scalar) -> Result<()> {
    change(t, &|t| ops::binary_scalar(BinaryOp::Pow, t, exponent))
}

/// `log(x / (1 - x))` of each `x`; NaN outside of 0 to 1.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn logit_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Logit { eps: f64::NAN })
}

/// `log(x / (1 - x))` of each `x` put between `eps` and `1 - eps`.
///
/// - `logit_in_place()`
/// - `eps`: how far from 0 and 1
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn logit_eps_in_place(t: TensorRef, eps: f64) -> Result<()> {
    change_real(t, RealOp::Logit { eps })
}

/// The nearest number of so many decimals, of two the one whose last digit is even.
///
/// - `round_in_place()`
/// - `decimals`: how many; if negative, tens, hundreds and so on
pub fn round_decimals_in_place(t: TensorRef, decimals: i64) -> Result<()> {
    change_real(t, rounding(decimals))
}

/// Puts 0 in the place of NaN, and the largest ones of the type in that of the infinities.
pub fn nan_to_num_in_place(t: TensorRef) -> Result<()> {
    nan_to_num_values_in_place(t, 0.0, f64::INFINITY, f64::NEG_INFINITY)
}

/// Puts numbers in the place of NaN and of the infinities.
///
/// - `nan_to_num_in_place()`
/// - `nan`: what NaN becomes
/// - `posinf`: what infinity becomes; infinity is the largest number of the type
/// - `neginf`: what negative infinity becomes, likewise
pub fn nan_to_num_values_in_place(t: TensorRef, nan: f64, posinf: f64, neginf: f64) -> Result<()> {
    change_real(t, RealOp::NanToNum { nan, above: posinf, below: neginf })
}

/// Puts each element between two numbers.
///
/// - `min`: the lower bound; negative infinity for none
/// - `max`: the upper bound, which wins; infinity for none
/// - `INVALID_ARGUMENT`: a bound is integral and an integer element type cannot hold it
/// - `DTYPE_MISMATCH`: a bound is a fraction and the elements are integers
pub fn clamp_scalar_in_place(t: TensorRef, min: Scalar, max: Scalar) -> Result<()> {
    change_real(t, RealOp::Clamp { min, max })
}

/// Puts each element between those of two tensors.
///
/// - `min`: the lower bounds, or none
/// - `max`: the upper bounds, which win, or none
/// - `SHAPE_MISMATCH`: they do not broadcast to this shape
/// - `INVALID_ARGUMENT`: there is neither
pub fn clamp_in_place(t: TensorRef, min: OptionalTensorRef, max: OptionalTensorRef) -> Result<()> {
    let (t, min, max) = (tensor(t)?, optional(min)?, optional(max)?);
    let bounds: Vec<&Tensor> = [&min, &max].into_iter().flatten().map(|bound| &**bound).collect();
    autograd::computed_in_place(&t, &bounds, &|t| between(t, min.as_deref(), max.as_deref()))
}

/// The quotient rounded down, as `//` of Python.
///
/// - `divisor`: what to divide by
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
/// - `DTYPE_MISMATCH`: both are bool
/// - `INVALID_ARGUMENT`: an integer is divided by 0
pub fn floor_divide_in_place(t: TensorRef, divisor: TensorRef) -> Result<()> {
    change2(t, divisor, &|t, divisor| ops::pair(PairOp::FloorDivide, t, divisor))
}

/// The quotient rounded down, as `//` of Python.
///
/// - `divisor`: what to divide by, for every element
/// - `DTYPE_MISMATCH`: the elements are bool
/// - `INVALID_ARGUMENT`: an integer is divided by 0
pub fn floor_divide_scalar_in_place(t: TensorRef, divisor: Scalar) -> Result<()> {
    change(t, &|t| ops::pair(PairOp::FloorDivide, t, &ops::number_beside(t, divisor)?))
}

/// What the quotient rounded down leaves, with the sign of the divisor, as `%` of Python.
///
/// - `divisor`: what to divide by
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
/// - `DTYPE_MISMATCH`: both are bool
/// - `INVALID_ARGUMENT`: an integer is divided by 0
pub fn remainder_in_place(t: TensorRef, divisor: TensorRef) -> Result<()> {
    change2(t, divisor, &|t, divisor| ops::pair(PairOp::Remainder, t, divisor))
}

/// What the quotient rounded down leaves, with the sign of the divisor, as `%` of Python.
///
/// - `divisor`: what to divide by, for every element
/// - `DTYPE_MISMATCH`: the elements are bool
/// - `INVALID_ARGUMENT`: an integer is divided by 0
pub fn remainder_scalar_in_place(t: TensorRef, divisor: Scalar) -> Result<()> {
    change(t, &|t| ops::pair(PairOp::Remainder, t, &ops::number_beside(t, divisor)?))
}

/// What the quotient rounded towards 0 leaves, with the sign of the element, as `%` of Java, C# and C.
///
/// - `divisor`: what to divide by
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
/// - `DTYPE_MISMATCH`: both are bool
/// - `INVALID_ARGUMENT`: an integer is divided by 0
pub fn fmod_in_place(t: TensorRef, divisor: TensorRef) -> Result<()> {
    change2(t, divisor, &|t, divisor| ops::pair(PairOp::Fmod, t, divisor))
}

/// What the quotient rounded towards 0 leaves, with the sign of the element, as `%` of Java, C# and C.
///
/// - `divisor`: what to divide by, for every element
/// - `DTYPE_MISMATCH`: the elements are bool
/// - `INVALID_ARGUMENT`: an integer is divided by 0
pub fn fmod_scalar_in_place(t: TensorRef, divisor: Scalar) -> Result<()> {
    change(t, &|t| ops::pair(PairOp::Fmod, t, &ops::number_beside(t, divisor)?))
}

/// The angle of the points whose ordinates these are, in radians.
///
/// - `other`: the abscissas
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn atan2_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    change2(t, other, &|t, other| ops::pair(PairOp::Atan2, t, other))
}

/// `sqrt(x^2 + y^2)` of each two, without overflow on the way.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn hypot_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    change2(t, other, &|t, other| ops::pair(PairOp::Hypot, t, other))
}

/// The size of each element with another sign.
///
/// - `other`: whose signs to take
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn copysign_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    change2(t, other, &|t, other| ops::pair(PairOp::CopySign, t, other))
}

/// The size of each element with another sign.
///
/// - `other`: whose signs to take, for every element
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn copysign_scalar_in_place(t: TensorRef, other: Scalar) -> Result<()> {
    change(t, &|t| ops::pair(PairOp::CopySign, t, &ops::number_beside(t, other)?))
}

/// `log(exp(x) + exp(y))` of each two, without overflow on the way.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn logaddexp_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    change2(t, other, &|t, other| ops::pair(PairOp::LogAddExp, t, other))
}

/// Each element times the logarithm of another; 0 where it is 0.
///
/// - `other`: whose logarithms to take
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn xlogy_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    change2(t, other, &|t, other| ops::pair(PairOp::Xlogy, t, other))
}

/// Each element times the logarithm of another; 0 where it is 0.
///
/// - `other`: whose logarithms to take, for every element
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn xlogy_scalar_in_place(t: TensorRef, other: Scalar) -> Result<()> {
    change(t, &|t| ops::pair(PairOp::Xlogy, t, &ops::number_beside(t, other)?))
}

/// Goes from each element to another, as far as a weight says: `x + weight (end - x)`.
///
/// - `end`: where the weight is 1
/// - `weight`: how far
/// - `SHAPE_MISMATCH`: they do not broadcast to this shape
pub fn lerp_in_place(t: TensorRef, end: TensorRef, weight: TensorRef) -> Result<()> {
    let (t, end, weight) = (tensor(t)?, tensor(end)?, tensor(weight)?);
    autograd::computed_in_place(&t, &[&end, &weight], &|t| autograd::lerp(t, &end, &weight))
}

/// Goes from each element to another, as far as a weight says: `x + weight (end - x)`.
///
/// - `end`: where the weight is 1
/// - `weight`: how far, for every element
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
pub fn lerp_scalar_in_place(t: TensorRef, end: TensorRef, weight: Scalar) -> Result<()> {
    change2(t, end, &|t, end| autograd::lerp_scalar(t, end, weight))
}

/// Adds the product of two others, times a number, to each element.
///
/// - `a`: a factor
/// - `b`: a factor
/// - `value` = 1: what the product is multiplied by
/// - `SHAPE_MISMATCH`: they do not broadcast to this shape
pub fn addcmul_in_place(t: TensorRef, a: TensorRef, b: TensorRef, value: Scalar) -> Result<()> {
    let (t, a, b) = (tensor(t)?, tensor(a)?, tensor(b)?);
    autograd::computed_in_place(&t, &[&a, &b], &|t| autograd::addcmul(t, &a, &b, value))
}

/// Adds the quotient of two others, times a number, to each element.
///
/// - `a`: the dividends
/// - `b`: the divisors
/// - `value` = 1: what the quotient is multiplied by
/// - `SHAPE_MISMATCH`: they do not broadcast to this shape
pub fn addcdiv_in_place(t: TensorRef, a: TensorRef, b: TensorRef, value: Scalar) -> Result<()> {
    let (t, a, b) = (tensor(t)?, tensor(a)?, tensor(b)?);
    autograd::computed_in_place(&t, &[&a, &b], &|t| autograd::addcdiv(t, &a, &b, value))
}

/// Whether both of each two elements are not 0, as a number of this type.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
pub fn logical_and_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    change2(t, other, &|t, other| ops::logic(LogicOp::And, t, other))
}

/// Whether any of each two elements are not 0, as a number of this type.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
pub fn logical_or_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    change2(t, other, &|t, other| ops::logic(LogicOp::Or, t, other))
}

/// Whether just one of each two elements are not 0, as a number of this type.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
pub fn logical_xor_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    change2(t, other, &|t, other| ops::logic(LogicOp::Xor, t, other))
}

/// Whether each element is 0, as a number of this type.
pub fn logical_not_in_place(t: TensorRef) -> Result<()> {
    change(t, &ops::logical_not)
}

/// The bits that both have.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
/// - `DTYPE_MISMATCH`: an operand is of floats
pub fn bitwise_and_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    change2(t, other, &|t, other| ops::bits(BitOp::And, t, other))
}

/// The bits that at least one has.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
/// - `DTYPE_MISMATCH`: an operand is of floats
pub fn bitwise_or_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    change2(t, other, &|t, other| ops::bits(BitOp::Or, t, other))
}

/// The bits that just one has.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
/// - `DTYPE_MISMATCH`: an operand is of floats
pub fn bitwise_xor_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    change2(t, other, &|t, other| ops::bits(BitOp::Xor, t, other))
}

/// The bits, further to the left.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
/// - `DTYPE_MISMATCH`: an operand is of floats
pub fn bitwise_left_shift_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    change2(t, other, &|t, other| ops::bits(BitOp::LeftShift, t, other))
}

/// The bits, further to the right, keeping the sign.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
/// - `DTYPE_MISMATCH`: an operand is of floats
pub fn bitwise_right_shift_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    change2(t, other, &|t, other| ops::bits(BitOp::RightShift, t, other))
}

/// Every bit of an integer, and every boolean, the other way.
///
/// - `DTYPE_MISMATCH`: the elements are floats
pub fn bitwise_not_in_place(t: TensorRef) -> Result<()> {
    change(t, &ops::invert)
}

/// `x sigmoid(x)` of each `x`.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn silu_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Silu)
}

/// `x tanh(softplus(x))` of each `x`.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn mish_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Mish)
}

/// elu with the scale and the alpha of Klambauer et al., "Self-normalizing neural networks", 2017.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn selu_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Selu)
}

/// `x / (1 + |x|)` of each `x`.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn softsign_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Softsign)
}

/// `x / 6 + 1 / 2` of each `x`, put between 0 and 1.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn hardsigmoid_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Hardsigmoid)
}

/// Each element times its hardsigmoid.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn hardswish_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Hardswish)
}

/// The logarithm of the logistic function.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn log_sigmoid_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::LogSigmoid)
}

/// Each element put between 0 and 6.
///
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn relu6_in_place(t: TensorRef) -> Result<()> {
    change_real(t, RealOp::Hardtanh { min: 0.0, max: 6.0 })
}

/// Multiplies what is negative.
///
/// - `negative_slope` = 0.01: by what
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn leaky_relu_in_place(t: TensorRef, negative_slope: f64) -> Result<()> {
    change_real(t, RealOp::LeakyRelu { slope: negative_slope })
}

/// Each `x`, or `alpha (exp(x) - 1)` where it is negative.
///
/// - `alpha` = 1: minus the limit far below 0
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn elu_in_place(t: TensorRef, alpha: f64) -> Result<()> {
    change_real(t, RealOp::Elu { alpha })
}

/// Each `x`, or `alpha (exp(x / alpha) - 1)` where it is negative.
///
/// - `alpha` = 1: minus the limit far below 0
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn celu_in_place(t: TensorRef, alpha: f64) -> Result<()> {
    change_real(t, RealOp::Celu { alpha })
}

/// Puts each element between two numbers.
///
/// - `min` = -1: the lower bound
/// - `max` = 1: the upper bound
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn hardtanh_in_place(t: TensorRef, min: f64, max: f64) -> Result<()> {
    change_real(t, RealOp::Hardtanh { min, max })
}

/// The bits that both have.
///
/// - `other`: the other operand, for every element
/// - `INVALID_ARGUMENT`: the element type cannot hold the number
/// - `DTYPE_MISMATCH`: the elements are floats
pub fn bitwise_and_scalar_in_place(t: TensorRef, other: i64) -> Result<()> {
    change(t, &|t| ops::bits(BitOp::And, t, &ops::integer_beside(t, other)?))
}

/// The bits that at least one has.
///
/// - `other`: the other operand, for every element
/// - `INVALID_ARGUMENT`: the element type cannot hold the number
/// - `DTYPE_MISMATCH`: the elements are floats
pub fn bitwise_or_scalar_in_place(t: TensorRef, other: i64) -> Result<()> {
    change(t, &|t| ops::bits(BitOp::Or, t, &ops::integer_beside(t, other)?))
}

/// The bits that just one has.
///
/// - `other`: the other operand, for every element
/// - `INVALID_ARGUMENT`: the element type cannot hold the number
/// - `DTYPE_MISMATCH`: the elements are floats
pub fn bitwise_xor_scalar_in_place(t: TensorRef, other: i64) -> Result<()> {
    change(t, &|t| ops::bits(BitOp::Xor, t, &ops::integer_beside(t, other)?))
}

/// The bits, further to the left.
///
/// - `other`: how far, for every element
/// - `INVALID_ARGUMENT`: the element type cannot hold the number
/// - `DTYPE_MISMATCH`: the elements are floats or booleans
pub fn bitwise_left_shift_scalar_in_place(t: TensorRef, other: i64) -> Result<()> {
    change(t, &|t| ops::bits(BitOp::LeftShift, t, &ops::integer_beside(t, other)?))
}

/// The bits, further to the right, keeping the sign.
///
/// - `other`: how far, for every element
/// - `INVALID_ARGUMENT`: the element type cannot hold the number
/// - `DTYPE_MISMATCH`: the elements are floats or booleans
pub fn bitwise_right_shift_scalar_in_place(t: TensorRef, other: i64) -> Result<()> {
    change(t, &|t| ops::bits(BitOp::RightShift, t, &ops::integer_beside(t, other)?))
}

/// The angle of the points whose ordinates these are, in radians.
///
/// - `other`: the abscissa, for every element
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn atan2_scalar_in_place(t: TensorRef, other: Scalar) -> Result<()> {
    change(t, &|t| ops::pair(PairOp::Atan2, t, &ops::number_beside(t, other)?))
}

/// `sqrt(x^2 + y^2)` of each two, without overflow on the way.
///
/// - `other`: the other operand, for every element
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn hypot_scalar_in_place(t: TensorRef, other: Scalar) -> Result<()> {
    change(t, &|t| ops::pair(PairOp::Hypot, t, &ops::number_beside(t, other)?))
}

/// `log(exp(x) + exp(y))` of each two, without overflow on the way.
///
/// - `other`: the other operand, for every element
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn logaddexp_scalar_in_place(t: TensorRef, other: Scalar) -> Result<()> {
    change(t, &|t| ops::pair(PairOp::LogAddExp, t, &ops::number_beside(t, other)?))
}

/// The float that is next to each element in a direction.
///
/// - `other`: what to go towards; an element that it equals stays
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn nextafter_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    change2(t, other, &ops::next_after)
}

/// The float that is next to each element in the direction of a number.
///
/// - `other`: what to go towards; an element that it equals stays
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn nextafter_scalar_in_place(t: TensorRef, other: Scalar) -> Result<()> {
    change(t, &|t| ops::next_after(t, &ops::number_beside(t, other)?))
}

/// The larger of each two; NaN if either is.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
/// - `DTYPE_MISMATCH`: the result would be a float and this is not
pub fn maximum_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    change2(t, other, &|t, other| ops::binary(BinaryOp::Maximum, t, other))
}

/// The smaller of each two; NaN if either is.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
/// - `DTYPE_MISMATCH`: the result would be a float and this is not
pub fn minimum_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    change2(t, other, &|t, other| ops::binary(BinaryOp::Minimum, t, other))
}

/// The larger of each element and a number; NaN if either is.
///
/// - `other`: the other operand, for every element
/// - `DTYPE_MISMATCH`: the result would be a float and this is not
pub fn maximum_scalar_in_place(t: TensorRef, other: Scalar) -> Result<()> {
    change(t, &|t| ops::binary_scalar(BinaryOp::Maximum, t, other))
}

/// The smaller of each element and a number; NaN if either is.
///
/// - `other`: the other operand, for every element
/// - `DTYPE_MISMATCH`: the result would be a float and this is not
pub fn minimum_scalar_in_place(t: TensorRef, other: Scalar) -> Result<()> {
    change(t, &|t| ops::binary_scalar(BinaryOp::Minimum, t, other))
}

/// A number less each element.
///
/// - `other`: what is subtracted from
/// - `DTYPE_MISMATCH`: the result would be a float and this is not
pub fn rsub_scalar_in_place(t: TensorRef, other: Scalar) -> Result<()> {
    change(t, &|t| ops::scalar_binary(BinaryOp::Sub, other, t))
}

/// A number divided by each element.
///
/// - `other`: what is divided
/// - `DTYPE_MISMATCH`: the elements are integers
pub fn rdiv_scalar_in_place(t: TensorRef, other: Scalar) -> Result<()> {
    change(t, &|t| ops::scalar_binary(BinaryOp::Div, other, t))
}

/// A number to the power of each element.
///
/// - `other`: what is raised
/// - `DTYPE_MISMATCH`: the result would be a float and this is not
pub fn rpow_scalar_in_place(t: TensorRef, other: Scalar) -> Result<()> {
    change(t, &|t| ops::scalar_binary(BinaryOp::Pow, other, t))
}

/// The quotient of a number and each element, rounded down: `7 // x` of Python.
///
/// - `other`: what is divided
/// - `DTYPE_MISMATCH`: the result would be a float and this is not
/// - `INVALID_ARGUMENT`: an integer is divided by 0
pub fn rfloordiv_scalar_in_place(t: TensorRef, other: Scalar) -> Result<()> {
    change(t, &|t| ops::pair(PairOp::FloorDivide, &ops::number_beside(t, other)?, t))
}

/// What the quotient of a number and each element, rounded down, leaves: `7 % x` of Python.
///
/// - `other`: what is divided
/// - `DTYPE_MISMATCH`: the result would be a float and this is not
/// - `INVALID_ARGUMENT`: an integer is divided by 0
pub fn rmod_scalar_in_place(t: TensorRef, other: Scalar) -> Result<()> {
    change(t, &|t| ops::pair(PairOp::Remainder, &ops::number_beside(t, other)?, t))
}

/// Whether neither each element nor a number is 0, as a number of this type.
///
/// - `other`: the other operand, for every element
pub fn logical_and_scalar_in_place(t: TensorRef, other: ScalarValue) -> Result<()> {
    change(t, &|t| ops::logic(LogicOp::And, t, &truth(t, other)?))
}

/// Whether each element or a number is not 0, as a number of this type.
///
/// - `other`: the other operand, for every element
pub fn logical_or_scalar_in_place(t: TensorRef, other: ScalarValue) -> Result<()> {
    change(t, &|t| ops::logic(LogicOp::Or, t, &truth(t, other)?))
}

/// Whether just one of each element and a number is not 0, as a number of this type.
///
/// - `other`: the other operand, for every element
pub fn logical_xor_scalar_in_place(t: TensorRef, other: ScalarValue) -> Result<()> {
    change(t, &|t| ops::logic(LogicOp::Xor, t, &truth(t, other)?))
}
