//! Elementwise operations with NumPy's broadcasting and PyTorch's names, products of matrices, losses, joining and
//! indexing. All return new references; shapes that do not fit are `SHAPE_MISMATCH` with both in the text.
//!
//! Two tensors promote by the table of the Python array API standard: of two integers or two floats the wider, i16 of
//! u8 and i8, any number before bool. Of an integer and a float the float wins, and f16 with bf16 gives f32. A scalar
//! operand keeps the tensor's dtype unless it is fractional and the tensor is not: then the result is f32.
//!
//! f16 and bf16 compute in f32: each operation rounds once, at its end.

use super::{map, map2};
use crate::api::own::own_beside;
use crate::api::resource::{borrowed, tensor, tensors as pins_of};
use crate::api::types::{DTypeCode, NewTensor, Owner, Scalar, ScalarValue, TensorRef, TensorRefs};
use crate::api::workspace::within_limits;
use crate::autograd;
use crate::error::{Error, Result};
use crate::ops::{self, BinaryOp, CompareOp, UnaryOp};
use crate::tensor::{DType, Shape, Tensor};

/// The sum, element by element.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
#[inline]
pub fn add(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| autograd::binary(BinaryOp::Add, a, b))
}

/// The difference, element by element.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
#[inline]
pub fn sub(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| autograd::binary(BinaryOp::Sub, a, b))
}

/// The product, element by element.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
#[inline]
pub fn mul(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| autograd::binary(BinaryOp::Mul, a, b))
}

/// The quotient, element by element; of integers, f32.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
#[inline]
pub fn div(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| autograd::binary(BinaryOp::Div, a, b))
}

/// Each element to a power.
///
/// - `exponent`: the power
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
#[inline]
pub fn pow(scope: Owner, t: TensorRef, exponent: TensorRef) -> Result<NewTensor> {
    map2(scope, t, exponent, |a, b| autograd::binary(BinaryOp::Pow, a, b))
}

/// The larger of each two; NaN if either is.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
#[inline]
pub fn maximum(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| autograd::binary(BinaryOp::Maximum, a, b))
}

/// The smaller of each two; NaN if either is.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
#[inline]
pub fn minimum(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| autograd::binary(BinaryOp::Minimum, a, b))
}

/// The sum, element by element.
///
/// - `other`: the other operand, for every element
pub fn add_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    map(scope, t, |t| autograd::binary_scalar(BinaryOp::Add, t, other))
}

/// The difference, element by element.
///
/// - `other`: the other operand, for every element
pub fn sub_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    map(scope, t, |t| autograd::binary_scalar(BinaryOp::Sub, t, other))
}

/// The product, element by element.
///
/// - `other`: the other operand, for every element
pub fn mul_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    map(scope, t, |t| autograd::binary_scalar(BinaryOp::Mul, t, other))
}

/// The quotient, element by element; of integers, f32.
///
/// - `other`: the other operand, for every element
pub fn div_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    map(scope, t, |t| autograd::binary_scalar(BinaryOp::Div, t, other))
}

/// Each element to a power.
///
/// - `exponent`: the power, of every element
pub fn pow_scalar(scope: Owner, t: TensorRef, exponent: Scalar) -> Result<NewTensor> {
    map(scope, t, |t| autograd::binary_scalar(BinaryOp::Pow, t, exponent))
}

/// The larger of each two; NaN if either is.
///
/// - `other`: the other operand, for every element
pub fn maximum_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    map(scope, t, |t| autograd::binary_scalar(BinaryOp::Maximum, t, other))
}

/// The smaller of each two; NaN if either is.
///
/// - `other`: the other operand, for every element
pub fn minimum_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    map(scope, t, |t| autograd::binary_scalar(BinaryOp::Minimum, t, other))
}

/// A number less each element.
///
/// - `other`: what is subtracted from
pub fn rsub_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    map(scope, t, |t| autograd::scalar_binary(BinaryOp::Sub, other, t))
}

/// A number divided by each element; of integers, f32.
///
/// - `other`: what is divided
pub fn rdiv_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    map(scope, t, |t| autograd::scalar_binary(BinaryOp::Div, other, t))
}

/// A number to the power of each element.
///
/// - `other`: what is raised
pub fn rpow_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    map(scope, t, |t| autograd::scalar_binary(BinaryOp::Pow, other, t))
}

/// Where both are equal, bool.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn eq(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::compare(CompareOp::Eq, a, b))
}

/// Where both are equal, bool.
///
/// - `other`: the other operand, for every element
pub fn eq_scalar(scope: Owner, t: TensorRef, other: ScalarValue) -> Result<NewTensor> {
    map(scope, t, |t| ops::compare_scalar(CompareOp::Eq, t, other))
}

/// Where both differ, bool.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn ne(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::compare(CompareOp::Ne, a, b))
}

/// Where both differ, bool.
///
/// - `other`: the other operand, for every element
pub fn ne_scalar(scope: Owner, t: TensorRef, other: ScalarValue) -> Result<NewTensor> {
    map(scope, t, |t| ops::compare_scalar(CompareOp::Ne, t, other))
}

/// Where this is less than the other, bool.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn lt(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::compare(CompareOp::Lt, a, b))
}

/// Where this is less than the other, bool.
///
/// - `other`: the other operand, for every element
pub fn lt_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    map(scope, t, |t| ops::compare_scalar(CompareOp::Lt, t, other))
}

/// Where this is less than the other or equal, bool.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn le(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::compare(CompareOp::Le, a, b))
}

/// Where this is less than the other or equal, bool.
///
/// - `other`: the other operand, for every element
pub fn le_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    map(scope, t, |t| ops::compare_scalar(CompareOp::Le, t, other))
}

/// Where this is greater than the other, bool.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn gt(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::compare(CompareOp::Gt, a, b))
}

/// Where this is greater than the other, bool.
///
/// - `other`: the other operand, for every element
pub fn gt_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    map(scope, t, |t| ops::compare_scalar(CompareOp::Gt, t, other))
}

/// Where this is greater than the other or equal, bool.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn ge(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::compare(CompareOp::Ge, a, b))
}

/// Where this is greater than the other or equal, bool.
///
/// - `other`: the other operand, for every element
pub fn ge_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    map(scope, t, |t| ops::compare_scalar(CompareOp::Ge, t, other))
}

/// Each element with the other sign.
pub fn neg(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| autograd::unary(UnaryOp::Neg, t))
}

/// e to the power of each element.
pub fn exp(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| autograd::unary(UnaryOp::Exp, t))
}

/// The natural logarithm.
pub fn log(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| autograd::unary(UnaryOp::Log, t))
}

/// The square root.
pub fn sqrt(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| autograd::unary(UnaryOp::Sqrt, t))
}

/// The absolute value.
pub fn abs(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| autograd::unary(UnaryOp::Abs, t))
}

/// Each element where it is positive, else 0.
pub fn relu(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| autograd::unary(UnaryOp::Relu, t))
}

/// The logistic function, `1 / (1 + exp(-x))` of each `x`.
pub fn sigmoid(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| autograd::unary(UnaryOp::Sigmoid, t))
}

/// The hyperbolic tangent.
pub fn tanh(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| autograd::unary(UnaryOp::Tanh, t))
}

/// `log(1 + exp(x))` of each `x`: relu without its corner.
pub fn softplus(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| autograd::unary(UnaryOp::Softplus, t))
}

/// The error function, `2 / sqrt(pi)` times the integral of `exp(-t^2)` from 0 to each element.
pub fn erf(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| autograd::unary(UnaryOp::Erf, t))
}

/// `1 - erf(x)` of each `x`, with all digits where that is nearly 0.
pub fn erfc(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| autograd::unary(UnaryOp::Erfc, t))
}

/// Each `x` times the share of the normal distribution below it.
pub fn gelu(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| autograd::unary(UnaryOp::Gelu, t))
}

/// `x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2` of each `x`, which approximates `gelu`.
pub fn gelu_tanh(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| autograd::unary(UnaryOp::GeluTanh, t))
}

/// Chooses by truth values: elements of `a` where the condition is true, of `b` elsewhere.
///
/// - `condition`: of truth values
/// - `a`: taken where it is true
/// - `b`: taken where it is false
/// - `DTYPE_MISMATCH`: the condition is not bool
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn where_(scope: Owner, condition: TensorRef, a: TensorRef, b: TensorRef) -> Result<NewTensor> {
    let (condition, a, b) = (tensor(condition)?, tensor(a)?, tensor(b)?);
    own_beside(scope, &condition, within_limits(scope, Some(&condition), || autograd::where_(&condition, &a, &b))?)
}

/// Chooses by truth values: elements of `a` where the condition is true, a number elsewhere.
///
/// - `where()`
/// - `condition`: of truth values
/// - `a`: taken where it is true
/// - `b`: taken where it is false
/// - `DTYPE_MISMATCH`: the condition is not bool
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn where_tensor_scalar(scope: Owner, condition: TensorRef, a: TensorRef, b: ScalarValue) -> Result<NewTensor> {
    let (condition, a) = (tensor(condition)?, tensor(a)?);
    let choose = || autograd::where_(&condition, &a, &ops::number_beside(&a, b)?);
    own_beside(scope, &condition, within_limits(scope, Some(&condition), choose)?)
}

/// Chooses by truth values: a number where the condition is true, elements of `b` elsewhere.
///
/// - `where()`
/// - `condition`: of truth values
/// - `a`: taken where it is true
/// - `b`: taken where it is false
/// - `DTYPE_MISMATCH`: the condition is not bool
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn where_scalar_tensor(scope: Owner, condition: TensorRef, a: ScalarValue, b: TensorRef) -> Result<NewTensor> {
    map2(scope, condition, b, |condition, b| autograd::where_(condition, &ops::number_beside(b, a)?, b))
}

/// Chooses one of two numbers by truth values: i64 if both are integers, else f32.
///
/// - `where()`
/// - `condition`: of truth values
/// - `a`: taken where it is true
/// - `b`: taken where it is false
/// - `DTYPE_MISMATCH`: the condition is not bool
pub fn where_scalar_scalar(scope: Owner, condition: TensorRef, a: ScalarValue, b: ScalarValue) -> Result<NewTensor> {
    map(scope, condition, |condition| {
        let beside =
            |number| ops::number_beside(&Tensor::zeros(condition.device(), DType::Bool, &Shape::scalar())?, number);
        ops::where_(condition, &beside(a)?, &beside(b)?)
    })
}

/// The product of matrices, by PyTorch's rules: the last two axes, the others broadcast; one axis
/// is a vector, and of two vectors it is the dot product.
///
/// - `other`: the right operand
/// - `SHAPE_MISMATCH`: the inner dimensions differ
#[inline]
pub fn matmul(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, autograd::matmul)
}

/// `exp(x)` of each `x`, divided by their sum along an axis.
///
/// - `axis` = -1: which one; a negative one counts from the last
/// - `INVALID_ARGUMENT`: there is no such axis
pub fn softmax(scope: Owner, t: TensorRef, axis: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::softmax(t, axis))
}

/// The logarithm of the softmax along an axis, computed without its rounding.
///
/// - `axis` = -1: which one; a negative one counts from the last
/// - `INVALID_ARGUMENT`: there is no such axis
pub fn log_softmax(scope: Owner, t: TensorRef, axis: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::log_softmax(t, axis))
}

/// The softmax along an axis, of the elements cast to an element type, which is the result's.
///
/// - `softmax()`
/// - `axis`: which one; a negative one counts from the last
/// - `dtype`: the element type
/// - `INVALID_ARGUMENT`: there is no such axis
/// - `DTYPE_MISMATCH`: the element type is not floating-point
pub fn softmax_dtype(scope: Owner, t: TensorRef, axis: i64, dtype: DTypeCode) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| autograd::softmax(&autograd::cast_to_float("softmax", t, dtype)?, axis))
}

/// The logarithm of the softmax along an axis, of the elements cast to an element type, which is the
/// result's.
///
/// - `log_softmax()`
/// - `axis`: which one; a negative one counts from the last
/// - `dtype`: the element type
/// - `INVALID_ARGUMENT`: there is no such axis
/// - `DTYPE_MISMATCH`: the element type is not floating-point
pub fn log_softmax_dtype(scope: Owner, t: TensorRef, axis: i64, dtype: DTypeCode) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| autograd::log_softmax(&autograd::cast_to_float("log_softmax", t, dtype)?, axis))
}

/// The mean over rows of the negative `log_softmax` at the target: of logits `[N, C]` and targets
/// `[N]` a scalar.
///
/// - `targets`: the class of each row, integers
/// - `INVALID_ARGUMENT`: a target is no class
pub fn cross_entropy(scope: Owner, t: TensorRef, targets: TensorRef) -> Result<NewTensor> {
    map2(scope, t, targets, autograd::cross_entropy)
}

/// The mean over rows of the negative logarithm of the probability at the target: of these
/// logarithms `[N, C]` and targets `[N]` a scalar.
///
/// - `targets`: the class of each row, integers
/// - `INVALID_ARGUMENT`: a target is no class
pub fn nll_loss(scope: Owner, t: TensorRef, targets: TensorRef) -> Result<NewTensor> {
    map2(scope, t, targets, autograd::nll_loss)
}

/// Tensors one after another along an axis; their shapes agree in all others.
///
/// - `tensors`: at least one
/// - `axis` = 0: which one; a negative one counts from the last
/// - `SHAPE_MISMATCH`: they differ along another axis
/// - `INVALID_ARGUMENT`: there is no such axis, or no tensor
pub fn concat(scope: Owner, tensors: TensorRefs, axis: i64) -> Result<NewTensor> {
    let pins = pins_of(tensors)?;
    let Some(first) = pins.first() else { return Err(Error::argument("concat of no tensors")) };
    own_beside(scope, first, within_limits(scope, Some(first), || autograd::concat(&borrowed(&pins), axis))?)
}

/// Tensors one after another, each flattened in row-major order: a vector. `concat` of the array API
/// without an axis.
///
/// - `tensors`: at least one, of any shapes
/// - `INVALID_ARGUMENT`: there is no tensor
pub fn concat_flat(scope: Owner, tensors: TensorRefs) -> Result<NewTensor> {
    let pins = pins_of(tensors)?;
    let Some(first) = pins.first() else { return Err(Error::argument("concat of no tensors")) };
    own_beside(scope, first, within_limits(scope, Some(first), || autograd::concat_flat(&borrowed(&pins)))?)
}

/// Tensors of one shape along a new axis.
///
/// - `tensors`: at least one
/// - `axis` = 0: where the new one is; a negative one counts from the last
/// - `SHAPE_MISMATCH`: their shapes differ
/// - `INVALID_ARGUMENT`: there is no such place, or no tensor
pub fn stack(scope: Owner, tensors: TensorRefs, axis: i64) -> Result<NewTensor> {
    let pins = pins_of(tensors)?;
    let Some(first) = pins.first() else { return Err(Error::argument("stack of no tensors")) };
    own_beside(scope, first, within_limits(scope, Some(first), || autograd::stack(&borrowed(&pins), axis))?)
}

/// A copy of chosen indices of an axis, in the order given.
///
/// - `axis`: which one; a negative one counts from the last
/// - `index`: `[N]` of integers; a negative one counts from the end
/// - `INVALID_ARGUMENT`: there is no such axis or index
pub fn index_select(scope: Owner, t: TensorRef, axis: i64, index: TensorRef) -> Result<NewTensor> {
    map2(scope, t, index, |t, index| autograd::index_select(t, axis, index))
}

/// Each integer as a row of zeros with a one in its place: one more axis, i64.
///
/// - `classes` = -1: the length of the rows; -1 is the largest plus 1
/// - `INVALID_ARGUMENT`: an element is no class
pub fn one_hot(scope: Owner, t: TensorRef, classes: i64) -> Result<NewTensor> {
    map(scope, t, |t| ops::one_hot(t, classes))
}
