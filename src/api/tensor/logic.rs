//! Truth values, tests of floats and the bits of integers, with PyTorch's names and answers. None has a gradient.

use super::{map, map2};
use crate::api::types::{NewTensor, Owner, ScalarValue, TensorRef};
use crate::error::Result;
use crate::ops::{self, BitOp, LogicOp, TestOp};
use crate::tensor::{DType, Shape, Tensor};

/// Where neither is 0, bool; NaN is not 0.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn logical_and(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::logic(LogicOp::And, a, b))
}

/// Where at least one is not 0, bool; NaN is not 0.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn logical_or(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::logic(LogicOp::Or, a, b))
}

/// Where just one is not 0, bool; NaN is not 0.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn logical_xor(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::logic(LogicOp::Xor, a, b))
}

/// Where an element is 0, bool; NaN is not 0.
pub fn logical_not(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, ops::logical_not)
}

/// Where an element is NaN, bool.
pub fn isnan(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| ops::test(TestOp::Nan, t))
}

/// Where an element is infinite, of either sign, bool.
pub fn isinf(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| ops::test(TestOp::Inf, t))
}

/// Where an element is neither NaN nor infinite, bool; every integer is finite.
pub fn isfinite(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| ops::test(TestOp::Finite, t))
}

/// Where an element has a negative sign, bool: so have -0 and some NaN.
pub fn signbit(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| ops::test(TestOp::SignBit, t))
}

/// The bits that both have, of integers or booleans.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: an operand is of floats
pub fn bitwise_and(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::bits(BitOp::And, a, b))
}

/// The bits that at least one has, of integers or booleans.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: an operand is of floats
pub fn bitwise_or(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::bits(BitOp::Or, a, b))
}

/// The bits that just one has, of integers or booleans.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: an operand is of floats
pub fn bitwise_xor(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::bits(BitOp::Xor, a, b))
}

/// Every bit of an integer, and every boolean, the other way; `bitwise_invert` of the array API.
///
/// - `DTYPE_MISMATCH`: the tensor is of floats
pub fn bitwise_not(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, ops::invert)
}

/// The bits, further to the left by the other operand; 0 where it is negative or as many as there are bits.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: an operand is of floats, or both are of booleans
pub fn bitwise_left_shift(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::bits(BitOp::LeftShift, a, b))
}

/// The bits, further to the right by the other operand, keeping the sign; only the sign is left where it is negative or as
/// many as there are bits.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: an operand is of floats, or both are of booleans
pub fn bitwise_right_shift(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::bits(BitOp::RightShift, a, b))
}

/// The bits that both have, of integers or booleans.
///
/// - `other`: the other operand, for every element
/// - `INVALID_ARGUMENT`: the element type cannot hold the number
/// - `DTYPE_MISMATCH`: the elements are floats
pub fn bitwise_and_scalar(scope: Owner, t: TensorRef, other: i64) -> Result<NewTensor> {
    bits_of_integer(scope, t, other, BitOp::And)
}

/// The bits that at least one has, of integers or booleans.
///
/// - `other`: the other operand, for every element
/// - `INVALID_ARGUMENT`: the element type cannot hold the number
/// - `DTYPE_MISMATCH`: the elements are floats
pub fn bitwise_or_scalar(scope: Owner, t: TensorRef, other: i64) -> Result<NewTensor> {
    bits_of_integer(scope, t, other, BitOp::Or)
}

/// The bits that just one has, of integers or booleans.
///
/// - `other`: the other operand, for every element
/// - `INVALID_ARGUMENT`: the element type cannot hold the number
/// - `DTYPE_MISMATCH`: the elements are floats
pub fn bitwise_xor_scalar(scope: Owner, t: TensorRef, other: i64) -> Result<NewTensor> {
    bits_of_integer(scope, t, other, BitOp::Xor)
}

/// The bits, further to the left; 0 where the distance is negative or as many as there are bits.
///
/// - `other`: how far, for every element
/// - `INVALID_ARGUMENT`: the element type cannot hold the number
/// - `DTYPE_MISMATCH`: the elements are floats or booleans
pub fn bitwise_left_shift_scalar(scope: Owner, t: TensorRef, other: i64) -> Result<NewTensor> {
    bits_of_integer(scope, t, other, BitOp::LeftShift)
}

/// The bits, further to the right, keeping the sign; only the sign is left where the distance is negative or as many as
/// there are bits.
///
/// - `other`: how far, for every element
/// - `INVALID_ARGUMENT`: the element type cannot hold the number
/// - `DTYPE_MISMATCH`: the elements are floats or booleans
pub fn bitwise_right_shift_scalar(scope: Owner, t: TensorRef, other: i64) -> Result<NewTensor> {
    bits_of_integer(scope, t, other, BitOp::RightShift)
}

fn bits_of_integer(scope: Owner, t: TensorRef, value: i64, op: BitOp) -> Result<NewTensor> {
    map(scope, t, |t| ops::bits(op, t, &ops::integer_beside(t, value)?))
}

/// Where neither is 0, bool; NaN is not 0.
///
/// - `other`: the other operand, for every element
pub fn logical_and_scalar(scope: Owner, t: TensorRef, other: ScalarValue) -> Result<NewTensor> {
    map(scope, t, |t| ops::logic(LogicOp::And, t, &truth(t, other)?))
}

/// Where at least one is not 0, bool; NaN is not 0.
///
/// - `other`: the other operand, for every element
pub fn logical_or_scalar(scope: Owner, t: TensorRef, other: ScalarValue) -> Result<NewTensor> {
    map(scope, t, |t| ops::logic(LogicOp::Or, t, &truth(t, other)?))
}

/// Where just one is not 0, bool; NaN is not 0.
///
/// - `other`: the other operand, for every element
pub fn logical_xor_scalar(scope: Owner, t: TensorRef, other: ScalarValue) -> Result<NewTensor> {
    map(scope, t, |t| ops::logic(LogicOp::Xor, t, &truth(t, other)?))
}

/// A number as a truth value beside `t`.
pub(super) fn truth(t: &Tensor, number: ScalarValue) -> Result<Tensor> {
    ops::full(t.device(), DType::Bool, number, &Shape::scalar())
}

/// The bits of a number, further to the left by each element: `1 << x` of Python; 0 where that is negative or as many as
/// there are bits.
///
/// - `other`: what is moved
/// - `INVALID_ARGUMENT`: the element type cannot hold the number
/// - `DTYPE_MISMATCH`: the elements are floats or booleans
pub fn rlshift_scalar(scope: Owner, t: TensorRef, other: i64) -> Result<NewTensor> {
    map(scope, t, |t| ops::bits(BitOp::LeftShift, &ops::integer_beside(t, other)?, t))
}

/// The bits of a number, further to the right by each element, keeping the sign: `64 >> x` of Python; only the sign is left
/// where that is negative or as many as there are bits.
///
/// - `other`: what is moved
/// - `INVALID_ARGUMENT`: the element type cannot hold the number
/// - `DTYPE_MISMATCH`: the elements are floats or booleans
pub fn rrshift_scalar(scope: Owner, t: TensorRef, other: i64) -> Result<NewTensor> {
    map(scope, t, |t| ops::bits(BitOp::RightShift, &ops::integer_beside(t, other)?, t))
}
