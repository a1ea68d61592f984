//! Logical operations, tests of floating-point numbers, and operations on the bits of integers, with PyTorch's names
//! and results. None has a gradient.

use super::{map, map2};
use crate::api::types::{NewTensor, Owner, ScalarValue, TensorRef};
use crate::error::Result;
use crate::ops::{self, BitOp, LogicOp, TestOp};
use crate::tensor::{DType, Shape, Tensor};

/// Tests whether both elements are nonzero: `x != 0 and y != 0`. NaN counts as nonzero.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: bool; operands of any dtype.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn logical_and(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::logic(LogicOp::And, a, b))
}

/// Tests whether at least one of two elements is nonzero: `x != 0 or y != 0`. NaN counts as nonzero.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: bool; operands of any dtype.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn logical_or(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::logic(LogicOp::Or, a, b))
}

/// Tests whether exactly one of two elements is nonzero: `(x != 0) != (y != 0)`. NaN counts as nonzero.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: bool; operands of any dtype.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn logical_xor(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::logic(LogicOp::Xor, a, b))
}

/// Tests whether each element is zero: `x == 0`. NaN counts as nonzero.
/// Shapes: `[...] -> [...]`. Dtype: bool; an operand of any dtype.
pub fn logical_not(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, ops::logical_not)
}

/// Tests whether each element is NaN. Integers and bool give false.
/// Shapes: `[...] -> [...]`. Dtype: bool; an operand of any dtype.
pub fn isnan(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| ops::test(TestOp::Nan, t))
}

/// Tests whether each element is infinity or negative infinity. Integers and bool give false.
/// Shapes: `[...] -> [...]`. Dtype: bool; an operand of any dtype.
pub fn isinf(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| ops::test(TestOp::Inf, t))
}

/// Tests whether each element is neither NaN nor infinite. Integers and bool give true.
/// Shapes: `[...] -> [...]`. Dtype: bool; an operand of any dtype.
pub fn isfinite(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| ops::test(TestOp::Finite, t))
}

/// Tests whether the sign bit of each element is set. It is set for -0.0 and for some NaNs; for an integer it is set if
/// the integer is negative.
/// Shapes: `[...] -> [...]`. Dtype: bool; an operand of any dtype.
pub fn signbit(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| ops::test(TestOp::SignBit, t))
}

/// Computes the bitwise AND of matching elements: `x & y`. For bool it is the logical AND.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands, which are integers or bool.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: an operand is floating-point
pub fn bitwise_and(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::bits(BitOp::And, a, b))
}

/// Computes the bitwise OR of matching elements: `x | y`. For bool it is the logical OR.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands, which are integers or bool.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: an operand is floating-point
pub fn bitwise_or(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::bits(BitOp::Or, a, b))
}

/// Computes the bitwise XOR of matching elements: `x ^ y`. For bool it is the logical XOR.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands, which are integers or bool.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: an operand is floating-point
pub fn bitwise_xor(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::bits(BitOp::Xor, a, b))
}

/// Inverts every bit of each element: `~x`. For bool it is the logical NOT. The array API calls it `bitwise_invert`.
/// Shapes: `[...] -> [...]`. Dtype: kept; an integer dtype or bool.
///
/// - `DTYPE_MISMATCH`: this tensor is floating-point
pub fn bitwise_not(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, ops::invert)
}

/// Shifts the bits of each element to the left by the matching element of `other`: `x << y`. A distance that is
/// negative or not less than the number of bits gives 0.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands, which are integers or bool.
///
/// - `other`: the distances
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: an operand is floating-point, or both are bool
pub fn bitwise_left_shift(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::bits(BitOp::LeftShift, a, b))
}

/// Shifts the bits of each element to the right by the matching element of `other`, keeping the sign: `x >> y`. A
/// distance that is negative or not less than the number of bits gives 0, or -1 for a negative element.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands, which are integers or bool.
///
/// - `other`: the distances
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: an operand is floating-point, or both are bool
pub fn bitwise_right_shift(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::bits(BitOp::RightShift, a, b))
}

/// Computes the bitwise AND of each element and a number: `x & other`. For bool it is the logical AND.
/// Shapes: `[...] -> [...]`. Dtype: kept; an integer dtype or bool.
///
/// - `other`: the number, the same for every element
/// - `INVALID_ARGUMENT`: the number is out of range for the dtype; bool holds 0 and 1
/// - `DTYPE_MISMATCH`: this tensor is floating-point
pub fn bitwise_and_scalar(scope: Owner, t: TensorRef, other: i64) -> Result<NewTensor> {
    bits_of_integer(scope, t, other, BitOp::And)
}

/// Computes the bitwise OR of each element and a number: `x | other`. For bool it is the logical OR.
/// Shapes: `[...] -> [...]`. Dtype: kept; an integer dtype or bool.
///
/// - `other`: the number, the same for every element
/// - `INVALID_ARGUMENT`: the number is out of range for the dtype; bool holds 0 and 1
/// - `DTYPE_MISMATCH`: this tensor is floating-point
pub fn bitwise_or_scalar(scope: Owner, t: TensorRef, other: i64) -> Result<NewTensor> {
    bits_of_integer(scope, t, other, BitOp::Or)
}

/// Computes the bitwise XOR of each element and a number: `x ^ other`. For bool it is the logical XOR.
/// Shapes: `[...] -> [...]`. Dtype: kept; an integer dtype or bool.
///
/// - `other`: the number, the same for every element
/// - `INVALID_ARGUMENT`: the number is out of range for the dtype; bool holds 0 and 1
/// - `DTYPE_MISMATCH`: this tensor is floating-point
pub fn bitwise_xor_scalar(scope: Owner, t: TensorRef, other: i64) -> Result<NewTensor> {
    bits_of_integer(scope, t, other, BitOp::Xor)
}

/// Shifts the bits of each element to the left by a number: `x << other`. A distance that is negative or not less than
/// the number of bits gives 0.
/// Shapes: `[...] -> [...]`. Dtype: kept; an integer dtype.
///
/// - `other`: the distance, the same for every element
/// - `INVALID_ARGUMENT`: the number is out of range for the dtype
/// - `DTYPE_MISMATCH`: this tensor is floating-point or bool
pub fn bitwise_left_shift_scalar(scope: Owner, t: TensorRef, other: i64) -> Result<NewTensor> {
    bits_of_integer(scope, t, other, BitOp::LeftShift)
}

/// Shifts the bits of each element to the right by a number, keeping the sign: `x >> other`. A distance that is
/// negative or not less than the number of bits gives 0, or -1 for a negative element.
/// Shapes: `[...] -> [...]`. Dtype: kept; an integer dtype.
///
/// - `other`: the distance, the same for every element
/// - `INVALID_ARGUMENT`: the number is out of range for the dtype
/// - `DTYPE_MISMATCH`: this tensor is floating-point or bool
pub fn bitwise_right_shift_scalar(scope: Owner, t: TensorRef, other: i64) -> Result<NewTensor> {
    bits_of_integer(scope, t, other, BitOp::RightShift)
}

fn bits_of_integer(scope: Owner, t: TensorRef, value: i64, op: BitOp) -> Result<NewTensor> {
    map(scope, t, |t| ops::bits(op, t, &ops::integer_beside(t, value)?))
}

/// Tests whether each element and a number are both nonzero: `x != 0 and other != 0`. NaN counts as nonzero.
/// Shapes: `[...] -> [...]`. Dtype: bool; an operand of any dtype.
///
/// - `other`: the number or truth value, the same for every element
pub fn logical_and_scalar(scope: Owner, t: TensorRef, other: ScalarValue) -> Result<NewTensor> {
    map(scope, t, |t| ops::logic(LogicOp::And, t, &truth(t, other)?))
}

/// Tests whether each element or a number is nonzero: `x != 0 or other != 0`. NaN counts as nonzero.
/// Shapes: `[...] -> [...]`. Dtype: bool; an operand of any dtype.
///
/// - `other`: the number or truth value, the same for every element
pub fn logical_or_scalar(scope: Owner, t: TensorRef, other: ScalarValue) -> Result<NewTensor> {
    map(scope, t, |t| ops::logic(LogicOp::Or, t, &truth(t, other)?))
}

/// Tests whether each element or a number is nonzero, but not both: `(x != 0) != (other != 0)`. NaN counts as nonzero.
/// Shapes: `[...] -> [...]`. Dtype: bool; an operand of any dtype.
///
/// - `other`: the number or truth value, the same for every element
pub fn logical_xor_scalar(scope: Owner, t: TensorRef, other: ScalarValue) -> Result<NewTensor> {
    map(scope, t, |t| ops::logic(LogicOp::Xor, t, &truth(t, other)?))
}

/// A number as a truth value beside `t`.
pub(super) fn truth(t: &Tensor, number: ScalarValue) -> Result<Tensor> {
    ops::full(t.device(), DType::Bool, number, &Shape::scalar())
}

/// Shifts the bits of a number to the left by each element: `other << x`. An element that is negative or not less than
/// the number of bits gives 0.
/// Shapes: `[...] -> [...]`. Dtype: kept; an integer dtype.
///
/// - `other`: the number whose bits are shifted
/// - `INVALID_ARGUMENT`: the number is out of range for the dtype
/// - `DTYPE_MISMATCH`: this tensor is floating-point or bool
pub fn rlshift_scalar(scope: Owner, t: TensorRef, other: i64) -> Result<NewTensor> {
    map(scope, t, |t| ops::bits(BitOp::LeftShift, &ops::integer_beside(t, other)?, t))
}

/// Shifts the bits of a number to the right by each element, keeping the sign: `other >> x`. An element that is
/// negative or not less than the number of bits gives 0, or -1 for a negative number.
/// Shapes: `[...] -> [...]`. Dtype: kept; an integer dtype.
///
/// - `other`: the number whose bits are shifted
/// - `INVALID_ARGUMENT`: the number is out of range for the dtype
/// - `DTYPE_MISMATCH`: this tensor is floating-point or bool
pub fn rrshift_scalar(scope: Owner, t: TensorRef, other: i64) -> Result<NewTensor> {
    map(scope, t, |t| ops::bits(BitOp::RightShift, &ops::integer_beside(t, other)?, t))
}
