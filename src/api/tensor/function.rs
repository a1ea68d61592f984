//! Element-wise functions that `math` does not have, with NumPy's broadcasting and PyTorch's names. All return new
//! references.
//!
//! A float dtype is kept. A function of real numbers converts integers and bool to float32.
//!
//! - `gradient`: yes

use super::{family, map, map2};
use crate::api::types::{NewTensor, OptionalTensorRef, Owner, Scalar, TensorRef};
use crate::autograd;
use crate::error::{Error, Result};
use crate::ops::{self, PairOp, RealOp};
use crate::session::resource::tensor;
use crate::tensor::DType;

/// Raises 2 to the power of each element: `exp2(x)`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn exp2(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Exp2)
}

/// Computes `exp(x) - 1` of each element, accurate also near 0.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn expm1(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Expm1)
}

/// Takes the base-2 logarithm of each element: `log2(x)`. 0 gives negative infinity, a negative number NaN.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn log2(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Log2)
}

/// Takes the base-10 logarithm of each element: `log10(x)`. 0 gives negative infinity, a negative number NaN.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn log10(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Log10)
}

/// Computes `ln(1 + x)` of each element, accurate also near 0.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn log1p(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Log1p)
}

/// Takes the reciprocal of the square root of each element: `1 / sqrt(x)`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn rsqrt(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Rsqrt)
}

/// Takes the reciprocal of each element: `1 / x`. 0 gives an infinity.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn reciprocal(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Reciprocal)
}

/// Squares each element: `x^2`.
/// Shapes: `[...] -> [...]`. Dtype: kept, but bool gives int64; integers wrap around on overflow.
///
/// - `in_place`
pub fn square(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::square(scope, t)
}

/// Computes the sine of each element, an angle in radians: `sin(x)`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn sin(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Sin)
}

/// Computes the cosine of each element, an angle in radians: `cos(x)`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn cos(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Cos)
}

/// Computes the tangent of each element, an angle in radians: `tan(x)`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn tan(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Tan)
}

/// Computes the inverse sine of each element, an angle in radians: `asin(x)`. Elements outside -1 to 1 give NaN.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn asin(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Asin)
}

/// Computes the inverse cosine of each element, an angle in radians: `acos(x)`. Elements outside -1 to 1 give NaN.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn acos(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Acos)
}

/// Computes the inverse tangent of each element, an angle in radians: `atan(x)`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn atan(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Atan)
}

/// Computes the hyperbolic sine of each element: `sinh(x)`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn sinh(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Sinh)
}

/// Computes the hyperbolic cosine of each element: `cosh(x)`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn cosh(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Cosh)
}

/// Computes the inverse hyperbolic sine of each element: `asinh(x)`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn asinh(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Asinh)
}

/// Computes the inverse hyperbolic cosine of each element: `acosh(x)`. Elements below 1 give NaN.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn acosh(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Acosh)
}

/// Computes the inverse hyperbolic tangent of each element: `atanh(x)`. Elements outside -1 to 1 give NaN.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn atanh(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Atanh)
}

/// Computes the logarithm of the absolute value of the gamma function of each element: `ln(|gamma(x)|)`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn lgamma(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Lgamma)
}

/// Computes the digamma function of each element, which is the derivative of `lgamma`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn digamma(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Digamma)
}

/// Computes the logit of each element, the inverse of `sigmoid`: `ln(x / (1 - x))`. Elements outside 0 to 1 give NaN.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn logit(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Logit { eps: f64::NAN })
}

/// Limits each element to the range from `eps` to `1 - eps`, then computes the logit: `ln(x / (1 - x))`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `logit()`
/// - `eps`: the distance from 0 and 1 that the elements are limited to
/// - `in_place`
pub fn logit_eps(scope: Owner, t: TensorRef, eps: f64) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Logit { eps })
}

/// Takes the fractional part of each element: `x - trunc(x)`, with the sign of `x`.
/// Shapes: `[...] -> [...]`. Dtype: kept.
///
/// - `DTYPE_MISMATCH`: this tensor is not floating-point
/// - `in_place`
pub fn frac(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Frac)
}

/// Rounds each element down to an integer: `floor(x)`.
/// Shapes: `[...] -> [...]`. Dtype: kept; integers are copied unchanged.
///
/// - `DTYPE_MISMATCH`: this tensor is bool
/// - `in_place`
pub fn floor(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Floor)
}

/// Rounds each element up to an integer: `ceil(x)`.
/// Shapes: `[...] -> [...]`. Dtype: kept; integers are copied unchanged.
///
/// - `DTYPE_MISMATCH`: this tensor is bool
/// - `in_place`
pub fn ceil(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Ceil)
}

/// Rounds each element to the nearest integer; ties go to the even integer.
/// Shapes: `[...] -> [...]`. Dtype: kept; integers are copied unchanged.
///
/// - `DTYPE_MISMATCH`: this tensor is bool
/// - `in_place`
pub fn round(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Round)
}

/// Rounds each element toward 0 to an integer: `trunc(x)`.
/// Shapes: `[...] -> [...]`. Dtype: kept; integers are copied unchanged.
///
/// - `DTYPE_MISMATCH`: this tensor is bool
/// - `in_place`
pub fn trunc(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Trunc)
}

/// Computes the sign of each element: -1, 0 or 1. NaN gives 0.
/// Shapes: `[...] -> [...]`. Dtype: kept.
///
/// - `DTYPE_MISMATCH`: this tensor is bool
/// - `in_place`
pub fn sign(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Sign)
}

/// Rounds each element to a number of decimal places; ties go to the even last digit. Integers that are rounded to tens
/// or more are computed as float64, in temporaries.
/// Shapes: `[...] -> [...]`. Dtype: kept.
///
/// - `round()`
/// - `decimals`: the number of decimal places; a negative number rounds to tens, hundreds and so on
/// - `DTYPE_MISMATCH`: this tensor is bool
/// - `in_place`
pub fn round_decimals(scope: Owner, t: TensorRef, decimals: i64) -> Result<NewTensor> {
    family::real(scope, t, RealOp::round_to(decimals))
}

/// Replaces NaN by 0 and the infinities by the largest and the lowest finite number of the dtype.
/// Shapes: `[...] -> [...]`. Dtype: kept; integers and bool are copied unchanged.
///
/// - `in_place`
pub fn nan_to_num(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::NanToNum { nan: 0.0, above: f64::INFINITY, below: f64::NEG_INFINITY })
}

/// Replaces NaN and the infinities by the given numbers.
/// Shapes: `[...] -> [...]`. Dtype: kept; integers and bool are copied unchanged.
///
/// - `nan_to_num()`
/// - `nan`: the replacement of NaN
/// - `posinf`: the replacement of infinity; infinity itself stands for the largest finite number of the dtype
/// - `neginf`: the replacement of negative infinity; negative infinity itself stands for the lowest finite number of the
///   dtype
/// - `in_place`
pub fn nan_to_num_values(scope: Owner, t: TensorRef, nan: f64, posinf: f64, neginf: f64) -> Result<NewTensor> {
    family::real(scope, t, RealOp::NanToNum { nan, above: posinf, below: neginf })
}

/// Limits each element to the range between two numbers. If `min` is greater than `max`, every element becomes `max`.
/// The gradient is 1 strictly between the bounds and 0 elsewhere.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept. An integer dtype is kept for integer bounds and becomes
/// float32 for a fractional one; bool with a bound becomes int64 or float32.
///
/// - `min`: the lower bound; negative infinity for none
/// - `max`: the upper bound; infinity for none
/// - `INVALID_ARGUMENT`: a bound is out of range for the integer dtype
/// - `in_place`
/// - `alias: clip_scalar`
pub fn clamp_scalar(scope: Owner, t: TensorRef, min: Scalar, max: Scalar) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Clamp { min, max })
}

/// Limits each element to the range between the matching elements of two tensors. Where `min` is greater than `max`,
/// the result is `max`. At a tie the element and the bound each get half of the gradient.
/// Shapes: `[...], [...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of all operands.
///
/// - `min`: the lower bounds, or none
/// - `max`: the upper bounds, or none
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `INVALID_ARGUMENT`: neither `min` nor `max` is given
/// - `in_place`
/// - `alias: clip`
pub fn clamp(scope: Owner, t: TensorRef, min: OptionalTensorRef, max: OptionalTensorRef) -> Result<NewTensor> {
    family::clamp(scope, t, min, max)
}

/// Divides each element by the matching element of `divisor` and rounds down to an integer: `floor(x / y)`, like `//`
/// in Python. It has no gradient.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands.
///
/// - `divisor`: the divisors
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: both operands are bool
/// - `INVALID_ARGUMENT`: the promoted dtype is an integer dtype and a divisor is 0
/// - `UNSUPPORTED`: an operand is recorded on a tape
/// - `in_place`
/// - `scalar: Scalar`
/// - `rfloordiv: Scalar, in_place`: Divides a number by each element and rounds down to an integer: `floor(other / x)`,
///   like `other // x` in Python. It has no gradient.
pub fn floor_divide(scope: Owner, t: TensorRef, divisor: TensorRef) -> Result<NewTensor> {
    family::pair(scope, t, divisor, PairOp::FloorDivide)
}

/// Computes the remainder of a division that rounds down: `x - y floor(x / y)`, like `%` in Python. It has the sign of
/// the divisor.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands.
///
/// - `divisor`: the divisors
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: both operands are bool
/// - `INVALID_ARGUMENT`: the promoted dtype is an integer dtype and a divisor is 0
/// - `in_place`
/// - `scalar: Scalar`
/// - `rmod: Scalar, in_place`: Computes the remainder of a number divided by each element: `other - x floor(other /
///   x)`, like `other % x` in Python. It has the sign of the element.
pub fn remainder(scope: Owner, t: TensorRef, divisor: TensorRef) -> Result<NewTensor> {
    family::pair(scope, t, divisor, PairOp::Remainder)
}

/// Computes the remainder of a division that rounds toward 0: `x - y trunc(x / y)`, like `%` in Java, C# and C. It has
/// the sign of `x`.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands.
///
/// - `divisor`: the divisors
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: both operands are bool
/// - `INVALID_ARGUMENT`: the promoted dtype is an integer dtype and a divisor is 0
/// - `in_place`
/// - `scalar: Scalar`
pub fn fmod(scope: Owner, t: TensorRef, divisor: TensorRef) -> Result<NewTensor> {
    family::pair(scope, t, divisor, PairOp::Fmod)
}

/// Computes the angle, in radians, of the point whose y coordinate is the element and whose x coordinate is the
/// matching element of `other`: `atan2(y, x)`.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands, or float32 if that is not
/// floating-point.
///
/// - `other`: the x coordinates
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `in_place`
/// - `scalar: Scalar`: Computes the angle, in radians, of the point whose y coordinate is the element and whose x
///   coordinate is a number: `atan2(y, other)`.
/// - `ratan2: Scalar`: Computes the angle, in radians, of the point whose x coordinate is the element and whose y
///   coordinate is a number: `atan2(other, x)`.
pub fn atan2(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::pair(scope, t, other, PairOp::Atan2)
}

/// Computes `sqrt(x^2 + y^2)` of matching elements without overflow in between.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands, or float32 if that is not
/// floating-point.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `in_place`
/// - `scalar: Scalar`
pub fn hypot(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::pair(scope, t, other, PairOp::Hypot)
}

/// Combines the absolute value of each element with the sign of the matching element of `other`.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands, or float32 if that is not
/// floating-point.
///
/// - `other`: the elements whose signs are taken
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `in_place`
/// - `scalar: Scalar`
/// - `rcopysign: Scalar`: Combines the absolute value of a number with the sign of each element.
pub fn copysign(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::pair(scope, t, other, PairOp::CopySign)
}

/// Computes `ln(exp(x) + exp(y))` of matching elements without overflow in between.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands, or float32 if that is not
/// floating-point.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `in_place`
/// - `scalar: Scalar`
pub fn logaddexp(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::pair(scope, t, other, PairOp::LogAddExp)
}

/// Multiplies each element by the logarithm of the matching element of `other`: `x ln(y)`. The result is 0 where `x` is
/// 0 and `y` is not NaN.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands, or float32 if that is not
/// floating-point.
///
/// - `other`: the elements whose logarithms are taken
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `in_place`
/// - `scalar: Scalar`: Multiplies each element by the logarithm of a number: `x ln(other)`. The result is 0 where `x`
///   is 0 and the number is not NaN.
pub fn xlogy(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::pair(scope, t, other, PairOp::Xlogy)
}

/// Interpolates linearly from each element to the matching element of `end`: `x + weight (end - x)`.
/// Shapes: `[...], [...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of all operands.
///
/// - `end`: the elements that a weight of 1 gives
/// - `weight`: the weights
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: this tensor and `end` are bool
/// - `in_place`
pub fn lerp(scope: Owner, t: TensorRef, end: TensorRef, weight: TensorRef) -> Result<NewTensor> {
    family::lerp(scope, t, end, weight)
}

/// Interpolates linearly from each element to the matching element of `end`: `x + weight (end - x)`.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both tensors; a fractional weight with
/// integers gives float32.
///
/// - `end`: the elements that a weight of 1 gives
/// - `weight`: the weight, the same for every element
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `INVALID_ARGUMENT`: the weight is out of range for the integer dtype
/// - `DTYPE_MISMATCH`: this tensor and `end` are bool
/// - `in_place`
pub fn lerp_scalar(scope: Owner, t: TensorRef, end: TensorRef, weight: Scalar) -> Result<NewTensor> {
    family::lerp_by(scope, t, end, weight)
}

/// Adds a scaled product to each element: `x + value a b`.
/// Shapes: `[...], [...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of all tensors; a fractional `value`
/// with integers gives float32.
///
/// - `a`: the first factors
/// - `b`: the second factors
/// - `value` = 1: the number that the products are multiplied by
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `INVALID_ARGUMENT`: `value` is out of range for the integer dtype of the products
/// - `in_place`
pub fn addcmul(scope: Owner, t: TensorRef, a: TensorRef, b: TensorRef, value: Scalar) -> Result<NewTensor> {
    family::add_scaled(scope, t, a, b, value, autograd::addcmul)
}

/// Adds a scaled quotient to each element: `x + value a / b`.
/// Shapes: `[...], [...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of all tensors, or float32 if that is
/// not floating-point.
///
/// - `a`: the dividends
/// - `b`: the divisors
/// - `value` = 1: the number that the quotients are multiplied by
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `in_place`
pub fn addcdiv(scope: Owner, t: TensorRef, a: TensorRef, b: TensorRef, value: Scalar) -> Result<NewTensor> {
    family::add_scaled(scope, t, a, b, value, autograd::addcdiv)
}

/// Tests whether matching elements are nearly equal: `|x - y| <= atol + rtol |y|`, computed in float64. Equal
/// infinities are close.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: bool; operands of any dtype.
///
/// - `other`: the second operand
/// - `rtol` = 1e-5: the relative tolerance
/// - `atol` = 1e-8: the absolute tolerance
/// - `equal_nan` = false: whether two NaNs count as close
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `gradient`: no
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

/// Tests whether all matching elements are nearly equal: `|x - y| <= atol + rtol |y|`, computed in float64. Equal
/// infinities are close.
/// Shapes: `[...], [...] ->` one truth value; the operands broadcast and may have any dtype.
///
/// - `other`: the second operand
/// - `rtol` = 1e-5: the relative tolerance
/// - `atol` = 1e-8: the absolute tolerance
/// - `equal_nan` = false: whether two NaNs count as close
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn allclose(t: TensorRef, other: TensorRef, rtol: f64, atol: f64, equal_nan: bool) -> Result<bool> {
    let (t, other) = (tensor(t)?, tensor(other)?);
    ops::all_close(&t, &other, rtol, atol, equal_nan)
}

/// Tests whether both tensors have the same shape and equal elements. NaN equals nothing.
/// Shapes: any; different shapes give false. Elements of different dtypes are compared in their promoted dtype.
///
/// - `other`: the second operand
pub fn equal(t: TensorRef, other: TensorRef) -> Result<bool> {
    let (t, other) = (tensor(t)?, tensor(other)?);
    ops::equal(&t, &other)
}

/// Computes the next representable number after each element in the direction of the matching element of `other`. It
/// has no gradient.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands, or float32 if that is not
/// floating-point.
///
/// - `other`: the elements to go toward; an equal element gives that element of `other`
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `UNSUPPORTED`: an operand is recorded on a tape
/// - `in_place`
/// - `scalar: Scalar`
/// - `rnextafter: Scalar`: Computes the next representable number after a number in the direction of each element. It
///   has no gradient.
pub fn nextafter(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::next_after(scope, t, other)
}

/// Copies the tensor: `+x`.
/// Shapes: `[...] -> [...]`. Dtype: kept.
///
/// - `DTYPE_MISMATCH`: this tensor is bool
pub fn positive(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| match t.dtype() {
        DType::Bool => Err(Error::dtype(format!("positive of {} is not defined", DType::Bool))),
        _ => autograd::copy(t),
    })
}
