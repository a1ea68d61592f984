//! Element-wise operations with NumPy's broadcasting and PyTorch's names, matrix products, losses, joining and
//! indexing. All return new references. Shapes that do not fit are `SHAPE_MISMATCH`, with both shapes in the message.
//!
//! Two tensors promote by the table of the Python array API standard: two integer dtypes or two float dtypes give the
//! wider one, uint8 and int8 give int16, and bool gives way to any other dtype. An integer dtype and a float dtype give
//! the float dtype, and float16 and bfloat16 give float32. A number keeps the tensor's dtype; a fractional number with
//! an integer or bool tensor gives float32, and an integer number with a bool tensor gives int64.
//!
//! float16 and bfloat16 are computed in float32: each operation rounds once, at its end.
//!
//! - `gradient`: yes

use super::{family, map, map2};
use crate::api::types::{DTypeCode, NewTensor, Owner, ScalarValue, TensorRef, TensorRefs};
use crate::autograd;
use crate::error::{Error, Result};
use crate::ops::{self, BinaryOp, CompareOp, UnaryOp};
use crate::session::context::within_limits;
use crate::session::own::own_beside;
use crate::session::resource::{borrowed, tensor, tensors as pins_of};
use crate::tensor::{DType, Shape};

/// Adds `other` to each element: `x + y`.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands. Integers wrap around on
/// overflow. Two bool tensors give the logical or.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `in_place`
/// - `out`
/// - `scalar: Scalar`
#[inline]
pub fn add(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::binary(scope, t, other, BinaryOp::Add)
}

/// Subtracts `other` from each element: `x - y`.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands. Integers wrap around on
/// overflow.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: both operands are bool
/// - `in_place`
/// - `out`
/// - `scalar: Scalar`
/// - `rsub: Scalar, in_place`: Subtracts each element from a number: `other - x`.
#[inline]
pub fn sub(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::binary(scope, t, other, BinaryOp::Sub)
}

/// Multiplies each element by the matching element of `other`: `x * y`.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands. Integers wrap around on
/// overflow. Two bool tensors give the logical and.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `in_place`
/// - `out`
/// - `scalar: Scalar`
#[inline]
pub fn mul(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::binary(scope, t, other, BinaryOp::Mul)
}

/// Divides each element by the matching element of `other`: `x / y`. A division by 0 gives an infinity or NaN.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands, or float32 if that is not
/// floating-point.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `in_place`
/// - `out`
/// - `scalar: Scalar`
/// - `rdiv: Scalar, in_place`: Divides a number by each element: `other / x`. A division by 0 gives an infinity or NaN.
#[inline]
pub fn div(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::binary(scope, t, other, BinaryOp::Div)
}

/// Raises each element to the power of the matching element of `exponent`: `pow(x, y)`.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands. Integers wrap around on
/// overflow.
///
/// - `exponent`: the exponents
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: both operands are bool
/// - `INVALID_ARGUMENT`: the promoted dtype is an integer dtype and an exponent is negative
/// - `in_place`
/// - `scalar: Scalar`
/// - `rpow: Scalar, in_place`: Raises a number to the power of each element: `pow(other, x)`.
#[inline]
pub fn pow(scope: Owner, t: TensorRef, exponent: TensorRef) -> Result<NewTensor> {
    family::binary(scope, t, exponent, BinaryOp::Pow)
}

/// Takes the larger of each two matching elements: `max(x, y)`; NaN if either is NaN.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `in_place`
/// - `out`
/// - `scalar: Scalar`
#[inline]
pub fn maximum(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::binary(scope, t, other, BinaryOp::Maximum)
}

/// Takes the smaller of each two matching elements: `min(x, y)`; NaN if either is NaN.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `in_place`
/// - `out`
/// - `scalar: Scalar`
#[inline]
pub fn minimum(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::binary(scope, t, other, BinaryOp::Minimum)
}

/// Tests whether each element is equal to the matching element of `other`: `x == y`. NaN equals nothing.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: bool; the operands are compared in their promoted dtype.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `scalar: ScalarValue`
/// - `gradient`: no
pub fn eq(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::compare(scope, t, other, CompareOp::Eq)
}

/// Tests whether each element differs from the matching element of `other`: `x != y`. NaN differs from everything.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: bool; the operands are compared in their promoted dtype.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `scalar: ScalarValue`
/// - `gradient`: no
pub fn ne(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::compare(scope, t, other, CompareOp::Ne)
}

/// Tests whether each element is less than the matching element of `other`: `x < y`. A comparison with NaN is false.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: bool; the operands are compared in their promoted dtype.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `scalar: Scalar`
/// - `gradient`: no
pub fn lt(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::compare(scope, t, other, CompareOp::Lt)
}

/// Tests whether each element is less than or equal to the matching element of `other`: `x <= y`. A comparison with NaN
/// is false.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: bool; the operands are compared in their promoted dtype.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `scalar: Scalar`
/// - `gradient`: no
pub fn le(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::compare(scope, t, other, CompareOp::Le)
}

/// Tests whether each element is greater than the matching element of `other`: `x > y`. A comparison with NaN is false.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: bool; the operands are compared in their promoted dtype.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `scalar: Scalar`
/// - `gradient`: no
pub fn gt(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::compare(scope, t, other, CompareOp::Gt)
}

/// Tests whether each element is greater than or equal to the matching element of `other`: `x >= y`. A comparison with
/// NaN is false.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: bool; the operands are compared in their promoted dtype.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `scalar: Scalar`
/// - `gradient`: no
pub fn ge(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::compare(scope, t, other, CompareOp::Ge)
}

/// Negates each element: `-x`.
/// Shapes: `[...] -> [...]`. Dtype: kept; integers wrap around.
///
/// - `DTYPE_MISMATCH`: this tensor is bool
/// - `in_place`
/// - `out`
pub fn neg(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::unary(scope, t, UnaryOp::Neg)
}

/// Raises e to the power of each element: `exp(x)`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
/// - `out`
pub fn exp(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::unary(scope, t, UnaryOp::Exp)
}

/// Takes the natural logarithm of each element: `ln(x)`. 0 gives negative infinity, a negative number NaN.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
/// - `out`
pub fn log(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::unary(scope, t, UnaryOp::Log)
}

/// Takes the square root of each element: `sqrt(x)`. A negative number gives NaN.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
/// - `out`
pub fn sqrt(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::unary(scope, t, UnaryOp::Sqrt)
}

/// Takes the absolute value of each element: `|x|`.
/// Shapes: `[...] -> [...]`. Dtype: kept; the lowest number of a signed integer dtype stays as it is.
///
/// - `in_place`
/// - `out`
pub fn abs(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::unary(scope, t, UnaryOp::Abs)
}

/// Replaces negative elements by 0: `max(x, 0)`; NaN stays NaN.
/// Shapes: `[...] -> [...]`. Dtype: kept.
///
/// - `DTYPE_MISMATCH`: this tensor is bool
/// - `in_place`
/// - `out`
pub fn relu(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::unary(scope, t, UnaryOp::Relu)
}

/// Computes the logistic sigmoid of each element: `1 / (1 + exp(-x))`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
/// - `out`
pub fn sigmoid(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::unary(scope, t, UnaryOp::Sigmoid)
}

/// Computes the hyperbolic tangent of each element: `tanh(x)`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
/// - `out`
pub fn tanh(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::unary(scope, t, UnaryOp::Tanh)
}

/// Computes softplus, a smooth `relu`, of each element: `ln(1 + exp(x))`, without overflow.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn softplus(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::unary(scope, t, UnaryOp::Softplus)
}

/// Computes the error function of each element: `2 / sqrt(pi)` times the integral of `exp(-t^2)` from 0 to `x`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn erf(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::unary(scope, t, UnaryOp::Erf)
}

/// Computes the complementary error function of each element: `1 - erf(x)`, accurate also where the result is close to
/// 0.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn erfc(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::unary(scope, t, UnaryOp::Erfc)
}

/// Computes the GELU activation of each element: `x Phi(x)`, where `Phi(x)` is the probability that a standard normal
/// variable is at most `x`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn gelu(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::unary(scope, t, UnaryOp::Gelu)
}

/// Computes the tanh approximation of the GELU activation of each element:
/// `x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn gelu_tanh(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::unary(scope, t, UnaryOp::GeluTanh)
}

/// Selects elements by a condition: `a` where the condition is true, else `b`.
/// Shapes: `[...], [...], [...] -> [...]`: the condition, `a` and `b` broadcast. Dtype: the promoted dtype of `a` and
/// `b`.
///
/// - `condition`: a bool tensor
/// - `a`: the elements where the condition is true
/// - `b`: the elements where the condition is false
/// - `DTYPE_MISMATCH`: the condition is not bool
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn where_(scope: Owner, condition: TensorRef, a: TensorRef, b: TensorRef) -> Result<NewTensor> {
    let (condition, a, b) = (tensor(condition)?, tensor(a)?, tensor(b)?);
    own_beside(scope, &condition, within_limits(scope, Some(&condition), || autograd::where_(&condition, &a, &b))?)
}

/// Selects elements by a condition: `a` where the condition is true, else the number `b`.
/// Shapes: `[...], [...] -> [...]`: the condition and `a` broadcast. Dtype: a float dtype of `a` is kept. An integer
/// dtype is kept for an integer number and becomes float32 for a fractional one; bool is kept for a truth value and
/// becomes int64 or float32 for a number.
///
/// - `where()`
/// - `condition`: a bool tensor
/// - `a`: the elements where the condition is true
/// - `b`: the number where the condition is false
/// - `DTYPE_MISMATCH`: the condition is not bool
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `INVALID_ARGUMENT`: the number is out of range for the integer dtype
pub fn where_tensor_scalar(scope: Owner, condition: TensorRef, a: TensorRef, b: ScalarValue) -> Result<NewTensor> {
    let (condition, a) = (tensor(condition)?, tensor(a)?);
    let choose = || autograd::where_(&condition, &a, &ops::number_beside(&a, b)?);
    own_beside(scope, &condition, within_limits(scope, Some(&condition), choose)?)
}

/// Selects elements by a condition: the number `a` where the condition is true, else `b`.
/// Shapes: `[...], [...] -> [...]`: the condition and `b` broadcast. Dtype: a float dtype of `b` is kept. An integer
/// dtype is kept for an integer number and becomes float32 for a fractional one; bool is kept for a truth value and
/// becomes int64 or float32 for a number.
///
/// - `where()`
/// - `condition`: a bool tensor
/// - `a`: the number where the condition is true
/// - `b`: the elements where the condition is false
/// - `DTYPE_MISMATCH`: the condition is not bool
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `INVALID_ARGUMENT`: the number is out of range for the integer dtype
pub fn where_scalar_tensor(scope: Owner, condition: TensorRef, a: ScalarValue, b: TensorRef) -> Result<NewTensor> {
    map2(scope, condition, b, |condition, b| autograd::where_(condition, &ops::number_beside(b, a)?, b))
}

/// Selects one of two numbers by a condition: `a` where the condition is true, else `b`.
/// Shapes: `[...] -> [...]`. Dtype: float32 if a number is floating-point, bool if both are truth values, else int64.
///
/// - `where()`
/// - `condition`: a bool tensor
/// - `a`: the number where the condition is true
/// - `b`: the number where the condition is false
/// - `DTYPE_MISMATCH`: the condition is not bool
/// - `INVALID_ARGUMENT`: an integer is out of range for int64
/// - `gradient`: no
pub fn where_scalar_scalar(scope: Owner, condition: TensorRef, a: ScalarValue, b: ScalarValue) -> Result<NewTensor> {
    map(scope, condition, |condition| {
        let dtype_of = |number| match number {
            ScalarValue::F64(_) => DType::F32,
            ScalarValue::Bool(_) => DType::Bool,
            ScalarValue::I64(_) | ScalarValue::U64(_) => DType::I64,
        };
        let of = |number| ops::full(condition.device(), dtype_of(number), number, &Shape::scalar());
        ops::where_(condition, &of(a)?, &of(b)?)
    })
}

/// Multiplies matrices: `sum over k of a[i, k] b[k, j]`. A vector counts as a row on the left and as a column on the
/// right.
/// Shapes: `[..., m, k], [..., k, n] -> [..., m, n]`; the batch axes broadcast. A vector on the left drops `m`, one on
/// the right drops `n`, so two vectors give a scalar.
/// Dtype: the promoted dtype of both operands. Integers wrap around on overflow; float16 and bfloat16 are summed in
/// float32.
///
/// - `other`: the right operand
/// - `SHAPE_MISMATCH`: the inner sizes differ, or the batch axes do not broadcast
/// - `INVALID_ARGUMENT`: an operand is a scalar tensor
/// - `DTYPE_MISMATCH`: both operands are bool
#[inline]
pub fn matmul(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, autograd::matmul)
}

/// Multiplies matrices like [`matmul`] and writes the result into `output`; no memory is taken for it unless that is not
/// contiguous, overlaps an operand, or has a dtype other than float32 and float64.
/// Shapes: `[..., m, k], [..., k, n] -> [..., m, n]`, which is that of `output`.
/// Dtype: the promoted dtype of both operands; it must be that of `output`.
///
/// - `other`: the right operand
/// - `output`: the tensor that the result is written into
/// - `SHAPE_MISMATCH`: the inner sizes differ, the batch axes do not broadcast, or `output` does not have the shape of the
///   result
/// - `INVALID_ARGUMENT`: an operand is a scalar tensor, or `output` is recorded on a tape or its elements overlap
/// - `DTYPE_MISMATCH`: both operands are bool, or `output` does not have the dtype of the result
/// - `UNSUPPORTED`: an operand is recorded on a tape
/// - `gradient`: no
pub fn matmul_into(t: TensorRef, other: TensorRef, output: TensorRef) -> Result<()> {
    let (t, other, output) = (tensor(t)?, tensor(other)?, tensor(output)?);
    within_limits(0, Some(&output), || autograd::matmul_into(&t, &other, &output))
}

/// Computes the softmax along an axis: `exp(x) / sum(exp(x))`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `axis` = -1: the axis; a negative one counts from the last
/// - `INVALID_ARGUMENT`: the axis is out of range
pub fn softmax(scope: Owner, t: TensorRef, axis: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::softmax(t, axis))
}

/// Computes the logarithm of the softmax along an axis: `x - ln(sum(exp(x)))`. It is more accurate than `log` of
/// `softmax`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `axis` = -1: the axis; a negative one counts from the last
/// - `INVALID_ARGUMENT`: the axis is out of range
pub fn log_softmax(scope: Owner, t: TensorRef, axis: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::log_softmax(t, axis))
}

/// Converts the elements to `dtype`, then computes the softmax along an axis: `exp(x) / sum(exp(x))`.
/// Shapes: `[...] -> [...]`. Dtype: `dtype`.
///
/// - `softmax()`
/// - `axis`: the axis; a negative one counts from the last
/// - `dtype`: the floating-point dtype of the computation and of the result
/// - `INVALID_ARGUMENT`: the axis is out of range
/// - `DTYPE_MISMATCH`: `dtype` is not floating-point
pub fn softmax_dtype(scope: Owner, t: TensorRef, axis: i64, dtype: DTypeCode) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| autograd::softmax(&autograd::cast_to_float("softmax", t, dtype)?, axis))
}

/// Converts the elements to `dtype`, then computes the logarithm of the softmax along an axis: `x - ln(sum(exp(x)))`.
/// Shapes: `[...] -> [...]`. Dtype: `dtype`.
///
/// - `log_softmax()`
/// - `axis`: the axis; a negative one counts from the last
/// - `dtype`: the floating-point dtype of the computation and of the result
/// - `INVALID_ARGUMENT`: the axis is out of range
/// - `DTYPE_MISMATCH`: `dtype` is not floating-point
pub fn log_softmax_dtype(scope: Owner, t: TensorRef, axis: i64, dtype: DTypeCode) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| autograd::log_softmax(&autograd::cast_to_float("log_softmax", t, dtype)?, axis))
}

/// Computes the mean cross entropy of rows of logits and their target classes: the mean of `-log_softmax(x)[target]`.
/// The mean of no rows is NaN.
/// Shapes: `[N, C], [N] ->` a scalar. Dtype: the float dtype of this tensor.
///
/// - `targets`: the class of each row, integers from 0 to `C - 1`; rows with -100 are ignored
/// - `INVALID_ARGUMENT`: a target is out of range
/// - `SHAPE_MISMATCH`: the shapes are not `[N, C]` and `[N]`
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or the targets are not integers
pub fn cross_entropy(scope: Owner, t: TensorRef, targets: TensorRef) -> Result<NewTensor> {
    map2(scope, t, targets, autograd::nn::cross_entropy)
}

/// Computes the mean negative log-likelihood of rows of log-probabilities and their target classes: the mean of
/// `-x[target]`. The mean of no rows is NaN.
/// Shapes: `[N, C], [N] ->` a scalar. Dtype: the float dtype of this tensor.
///
/// - `targets`: the class of each row, integers from 0 to `C - 1`; rows with -100 are ignored
/// - `INVALID_ARGUMENT`: a target is out of range
/// - `SHAPE_MISMATCH`: the shapes are not `[N, C]` and `[N]`
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or the targets are not integers
pub fn nll_loss(scope: Owner, t: TensorRef, targets: TensorRef) -> Result<NewTensor> {
    map2(scope, t, targets, autograd::nn::nll_loss)
}

/// Joins tensors along an existing axis.
/// Shapes: `[..., n1, ...], [..., n2, ...], ... -> [..., n1 + n2 + ..., ...]`; all other sizes are equal. Dtype: the
/// promoted dtype of all tensors.
///
/// - `tensors`: one tensor or more
/// - `axis` = 0: the axis along which to join; a negative one counts from the last
/// - `SHAPE_MISMATCH`: the tensors differ in their rank or in the size of another axis
/// - `INVALID_ARGUMENT`: the axis is out of range, the first tensor is a scalar, or there is no tensor
/// - `alias: cat`
pub fn concat(scope: Owner, tensors: TensorRefs, axis: i64) -> Result<NewTensor> {
    let pins = pins_of(tensors)?;
    let Some(first) = pins.first() else { return Err(Error::argument("concat of no tensors")) };
    own_beside(scope, first, within_limits(scope, Some(first), || autograd::concat(&borrowed(&pins), axis))?)
}

/// Flattens tensors in row-major order and joins them to a vector. This is `concat` of the array API with `axis=None`.
/// Shapes: any `[...], [...], ... -> [N]`, where `N` is the number of all elements. Dtype: the promoted dtype of all
/// tensors.
///
/// - `tensors`: one tensor or more, of any shapes
/// - `INVALID_ARGUMENT`: there is no tensor
pub fn concat_flat(scope: Owner, tensors: TensorRefs) -> Result<NewTensor> {
    let pins = pins_of(tensors)?;
    let Some(first) = pins.first() else { return Err(Error::argument("concat of no tensors")) };
    own_beside(scope, first, within_limits(scope, Some(first), || autograd::concat_flat(&borrowed(&pins)))?)
}

/// Joins tensors of one shape along a new axis.
/// Shapes: `[...], [...], ... -> [..., count, ...]`, where `count` is the number of tensors. Dtype: the promoted dtype
/// of all tensors.
///
/// - `tensors`: one tensor or more
/// - `axis` = 0: the position of the new axis in the result; a negative one counts from the last
/// - `SHAPE_MISMATCH`: the shapes differ
/// - `INVALID_ARGUMENT`: the axis is out of range, there is no tensor, or the result would have more than 16 axes
pub fn stack(scope: Owner, tensors: TensorRefs, axis: i64) -> Result<NewTensor> {
    let pins = pins_of(tensors)?;
    let Some(first) = pins.first() else { return Err(Error::argument("stack of no tensors")) };
    own_beside(scope, first, within_limits(scope, Some(first), || autograd::stack(&borrowed(&pins), axis))?)
}

/// Joins tensors side by side: along axis 1, or vectors and scalars to a vector.
/// Shapes: `[m, n1, ...], [m, n2, ...], ... -> [m, n1 + n2 + ..., ...]`; `[n1], [n2], ... -> [n1 + n2 + ...]`. Dtype: the
/// promoted dtype of all tensors.
///
/// - `tensors`: one tensor or more
/// - `SHAPE_MISMATCH`: the tensors differ in their rank or in the size of another axis
/// - `INVALID_ARGUMENT`: there is no tensor
pub fn hstack(scope: Owner, tensors: TensorRefs) -> Result<NewTensor> {
    let pins = pins_of(tensors)?;
    let Some(first) = pins.first() else { return Err(Error::argument("hstack of no tensors")) };
    own_beside(scope, first, within_limits(scope, Some(first), || autograd::hstack(&borrowed(&pins)))?)
}

/// Joins tensors one below the other, along axis 0. A vector counts as one row.
/// Shapes: `[m1, n, ...], [m2, n, ...], ... -> [m1 + m2 + ..., n, ...]`; `[n], [n], ... -> [count, n]`. Dtype: the
/// promoted dtype of all tensors.
///
/// - `tensors`: one tensor or more
/// - `SHAPE_MISMATCH`: the tensors differ in their rank or in the size of another axis
/// - `INVALID_ARGUMENT`: there is no tensor
pub fn vstack(scope: Owner, tensors: TensorRefs) -> Result<NewTensor> {
    let pins = pins_of(tensors)?;
    let Some(first) = pins.first() else { return Err(Error::argument("vstack of no tensors")) };
    own_beside(scope, first, within_limits(scope, Some(first), || autograd::vstack(&borrowed(&pins)))?)
}

/// Copies the given indices of an axis, in the given order.
/// Shapes: `[..., m, ...], [N] -> [..., N, ...]`. Dtype: kept.
///
/// - `axis`: the axis; a negative one counts from the last
/// - `index`: a vector of integers; a negative one counts from the end
/// - `INVALID_ARGUMENT`: the axis or an index is out of range
/// - `SHAPE_MISMATCH`: `index` is not a vector
/// - `DTYPE_MISMATCH`: `index` does not have an integer dtype
pub fn index_select(scope: Owner, t: TensorRef, axis: i64, index: TensorRef) -> Result<NewTensor> {
    map2(scope, t, index, |t, index| autograd::index_select(t, axis, index))
}

/// Encodes each integer as a row of zeros with a 1 at the position of the integer.
/// Shapes: `[...] -> [..., classes]`. Dtype: int64.
///
/// - `classes` = -1: the length of the rows; -1 stands for the largest element plus 1
/// - `INVALID_ARGUMENT`: an element is negative or not less than `classes`, `classes` is less than -1, or it is -1 and
///   there are no elements
/// - `DTYPE_MISMATCH`: this tensor does not have an integer dtype
/// - `gradient`: no
pub fn one_hot(scope: Owner, t: TensorRef, classes: i64) -> Result<NewTensor> {
    map(scope, t, |t| ops::one_hot(t, classes))
}
