//! Elementwise operations with NumPy's broadcasting and PyTorch's names, products of matrices, losses, joining and
//! indexing. All return new references; shapes that do not fit are `SHAPE_MISMATCH` with both in the text.
//!
//! Two tensors promote to the higher dtype of bool < u8 < i32 < i64 < f32 < f64. A scalar operand keeps the tensor's
//! dtype unless it is fractional and the tensor is not: then the result is f32.

use super::{map, map2};
use crate::api::resource::{borrowed, own_beside, tensor, tensors, within_limits};
use crate::autograd;
use crate::error::{Error, Result};
use crate::ops::{self, BinaryOp, CompareOp, UnaryOp};

/// `a + b`.
#[inline]
pub fn add(scope: u64, a: u64, b: u64) -> Result<u64> {
    map2(scope, a, b, |a, b| autograd::binary(BinaryOp::Add, a, b))
}

/// `a - b`.
#[inline]
pub fn sub(scope: u64, a: u64, b: u64) -> Result<u64> {
    map2(scope, a, b, |a, b| autograd::binary(BinaryOp::Sub, a, b))
}

/// `a * b`.
#[inline]
pub fn mul(scope: u64, a: u64, b: u64) -> Result<u64> {
    map2(scope, a, b, |a, b| autograd::binary(BinaryOp::Mul, a, b))
}

/// `a / b`; integers give f32.
#[inline]
pub fn div(scope: u64, a: u64, b: u64) -> Result<u64> {
    map2(scope, a, b, |a, b| autograd::binary(BinaryOp::Div, a, b))
}

/// `a` to the power `b`.
#[inline]
pub fn pow(scope: u64, a: u64, b: u64) -> Result<u64> {
    map2(scope, a, b, |a, b| autograd::binary(BinaryOp::Pow, a, b))
}

/// The larger of each pair; NaN wins.
#[inline]
pub fn maximum(scope: u64, a: u64, b: u64) -> Result<u64> {
    map2(scope, a, b, |a, b| autograd::binary(BinaryOp::Maximum, a, b))
}

/// The smaller of each pair; NaN wins.
#[inline]
pub fn minimum(scope: u64, a: u64, b: u64) -> Result<u64> {
    map2(scope, a, b, |a, b| autograd::binary(BinaryOp::Minimum, a, b))
}

/// `a + value`.
pub fn add_scalar(scope: u64, a: u64, value: f64) -> Result<u64> {
    map(scope, a, |a| autograd::binary_scalar(BinaryOp::Add, a, value))
}

/// `a - value`.
pub fn sub_scalar(scope: u64, a: u64, value: f64) -> Result<u64> {
    map(scope, a, |a| autograd::binary_scalar(BinaryOp::Sub, a, value))
}

/// `a * value`.
pub fn mul_scalar(scope: u64, a: u64, value: f64) -> Result<u64> {
    map(scope, a, |a| autograd::binary_scalar(BinaryOp::Mul, a, value))
}

/// `a / value`; integers give f32.
pub fn div_scalar(scope: u64, a: u64, value: f64) -> Result<u64> {
    map(scope, a, |a| autograd::binary_scalar(BinaryOp::Div, a, value))
}

/// `a` to the power `value`.
pub fn pow_scalar(scope: u64, a: u64, value: f64) -> Result<u64> {
    map(scope, a, |a| autograd::binary_scalar(BinaryOp::Pow, a, value))
}

/// The larger of each element and `value`; NaN wins.
pub fn maximum_scalar(scope: u64, a: u64, value: f64) -> Result<u64> {
    map(scope, a, |a| autograd::binary_scalar(BinaryOp::Maximum, a, value))
}

/// The smaller of each element and `value`; NaN wins.
pub fn minimum_scalar(scope: u64, a: u64, value: f64) -> Result<u64> {
    map(scope, a, |a| autograd::binary_scalar(BinaryOp::Minimum, a, value))
}

/// `value - a`.
pub fn rsub_scalar(scope: u64, a: u64, value: f64) -> Result<u64> {
    map(scope, a, |a| autograd::scalar_binary(BinaryOp::Sub, value, a))
}

/// `value / a`.
pub fn rdiv_scalar(scope: u64, a: u64, value: f64) -> Result<u64> {
    map(scope, a, |a| autograd::scalar_binary(BinaryOp::Div, value, a))
}

/// `a == b`, as booleans.
pub fn eq(scope: u64, a: u64, b: u64) -> Result<u64> {
    map2(scope, a, b, |a, b| ops::compare(CompareOp::Eq, a, b))
}

/// `a == value`, as booleans.
pub fn eq_scalar(scope: u64, a: u64, value: f64) -> Result<u64> {
    map(scope, a, |a| ops::compare_scalar(CompareOp::Eq, a, value))
}

/// `a != b`, as booleans.
pub fn ne(scope: u64, a: u64, b: u64) -> Result<u64> {
    map2(scope, a, b, |a, b| ops::compare(CompareOp::Ne, a, b))
}

/// `a != value`, as booleans.
pub fn ne_scalar(scope: u64, a: u64, value: f64) -> Result<u64> {
    map(scope, a, |a| ops::compare_scalar(CompareOp::Ne, a, value))
}

/// `a < b`, as booleans.
pub fn lt(scope: u64, a: u64, b: u64) -> Result<u64> {
    map2(scope, a, b, |a, b| ops::compare(CompareOp::Lt, a, b))
}

/// `a < value`, as booleans.
pub fn lt_scalar(scope: u64, a: u64, value: f64) -> Result<u64> {
    map(scope, a, |a| ops::compare_scalar(CompareOp::Lt, a, value))
}

/// `a <= b`, as booleans.
pub fn le(scope: u64, a: u64, b: u64) -> Result<u64> {
    map2(scope, a, b, |a, b| ops::compare(CompareOp::Le, a, b))
}

/// `a <= value`, as booleans.
pub fn le_scalar(scope: u64, a: u64, value: f64) -> Result<u64> {
    map(scope, a, |a| ops::compare_scalar(CompareOp::Le, a, value))
}

/// `a > b`, as booleans.
pub fn gt(scope: u64, a: u64, b: u64) -> Result<u64> {
    map2(scope, a, b, |a, b| ops::compare(CompareOp::Gt, a, b))
}

/// `a > value`, as booleans.
pub fn gt_scalar(scope: u64, a: u64, value: f64) -> Result<u64> {
    map(scope, a, |a| ops::compare_scalar(CompareOp::Gt, a, value))
}

/// `a >= b`, as booleans.
pub fn ge(scope: u64, a: u64, b: u64) -> Result<u64> {
    map2(scope, a, b, |a, b| ops::compare(CompareOp::Ge, a, b))
}

/// `a >= value`, as booleans.
pub fn ge_scalar(scope: u64, a: u64, value: f64) -> Result<u64> {
    map(scope, a, |a| ops::compare_scalar(CompareOp::Ge, a, value))
}

/// `-t`.
pub fn neg(scope: u64, t: u64) -> Result<u64> {
    map(scope, t, |t| autograd::unary(UnaryOp::Neg, t))
}

/// e to the power `t`.
pub fn exp(scope: u64, t: u64) -> Result<u64> {
    map(scope, t, |t| autograd::unary(UnaryOp::Exp, t))
}

/// The natural logarithm.
pub fn log(scope: u64, t: u64) -> Result<u64> {
    map(scope, t, |t| autograd::unary(UnaryOp::Log, t))
}

/// The square root.
pub fn sqrt(scope: u64, t: u64) -> Result<u64> {
    map(scope, t, |t| autograd::unary(UnaryOp::Sqrt, t))
}

/// The absolute value.
pub fn abs(scope: u64, t: u64) -> Result<u64> {
    map(scope, t, |t| autograd::unary(UnaryOp::Abs, t))
}

/// `max(t, 0)`.
pub fn relu(scope: u64, t: u64) -> Result<u64> {
    map(scope, t, |t| autograd::unary(UnaryOp::Relu, t))
}

/// `1 / (1 + exp(-t))`.
pub fn sigmoid(scope: u64, t: u64) -> Result<u64> {
    map(scope, t, |t| autograd::unary(UnaryOp::Sigmoid, t))
}

/// The hyperbolic tangent.
pub fn tanh(scope: u64, t: u64) -> Result<u64> {
    map(scope, t, |t| autograd::unary(UnaryOp::Tanh, t))
}

/// Elements of `a` where the boolean `cond` is true, of `b` elsewhere. `DTYPE_MISMATCH` unless `cond` is boolean.
pub fn where_(scope: u64, cond: u64, a: u64, b: u64) -> Result<u64> {
    let (cond, a, b) = (tensor(cond)?, tensor(a)?, tensor(b)?);
    own_beside(scope, &cond, within_limits(scope, Some(&cond), || autograd::where_(&cond, &a, &b))?)
}

/// The product of matrices, by PyTorch's rules: of vectors a dot product, of more dimensions batched and broadcast.
#[inline]
pub fn matmul(scope: u64, a: u64, b: u64) -> Result<u64> {
    map2(scope, a, b, autograd::matmul)
}

/// `exp(t) / sum(exp(t))` along one axis.
pub fn softmax(scope: u64, t: u64, axis: i64) -> Result<u64> {
    map(scope, t, |t| autograd::softmax(t, axis))
}

/// The logarithm of the softmax along one axis.
pub fn log_softmax(scope: u64, t: u64, axis: i64) -> Result<u64> {
    map(scope, t, |t| autograd::log_softmax(t, axis))
}

/// The mean over rows of `-log_softmax(logits)[target]`; logits `[N,C]`, targets `[N]` of integers. A target outside
/// the classes is `INVALID_ARGUMENT`.
pub fn cross_entropy(scope: u64, logits: u64, targets: u64) -> Result<u64> {
    map2(scope, logits, targets, autograd::cross_entropy)
}

/// The mean over rows of `-log_probs[target]`, as [`cross_entropy`].
pub fn nll_loss(scope: u64, log_probs: u64, targets: u64) -> Result<u64> {
    map2(scope, log_probs, targets, autograd::nll_loss)
}

/// Tensors one after another along an axis; shapes agree in all others.
pub fn concat(scope: u64, handles: &[u64], axis: i64) -> Result<u64> {
    let pins = tensors(handles)?;
    let Some(first) = pins.first() else { return Err(Error::argument("concat of no tensors")) };
    own_beside(scope, first, within_limits(scope, Some(first), || autograd::concat(&borrowed(&pins), axis))?)
}

/// Tensors of one shape along a new axis.
pub fn stack(scope: u64, handles: &[u64], axis: i64) -> Result<u64> {
    let pins = tensors(handles)?;
    let Some(first) = pins.first() else { return Err(Error::argument("stack of no tensors")) };
    own_beside(scope, first, within_limits(scope, Some(first), || autograd::stack(&borrowed(&pins), axis))?)
}

/// The indices of one axis that `index`, `[N]` of integers, lists. Outside the axis is `INVALID_ARGUMENT`.
pub fn index_select(scope: u64, t: u64, axis: i64, index: u64) -> Result<u64> {
    map2(scope, t, index, |t, index| autograd::index_select(t, axis, index))
}

/// A new last axis with a 1 at each class and 0 elsewhere, i64; -1 classes means the largest plus 1.
pub fn one_hot(scope: u64, t: u64, classes: i64) -> Result<u64> {
    map(scope, t, |t| ops::one_hot(t, classes))
}
