//! Logical operations, tests of floating-point numbers, and operations on the bits of integers, with PyTorch's names
//! and results. None has a gradient.

use super::{family, map};
use crate::api::types::{NewTensor, Owner, TensorRef};
use crate::error::Result;
use crate::ops::{self, BitOp, LogicOp, TestOp};

/// Tests whether both elements are nonzero: `x != 0 and y != 0`. NaN counts as nonzero.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: bool; operands of any dtype.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `in_place`
/// - `scalar: ScalarValue`
pub fn logical_and(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::logic(scope, t, other, LogicOp::And)
}

/// Tests whether at least one of two elements is nonzero: `x != 0 or y != 0`. NaN counts as nonzero.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: bool; operands of any dtype.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `in_place`
/// - `scalar: ScalarValue`: Tests whether each element or a number is nonzero: `x != 0 or other != 0`. NaN counts as
///   nonzero.
pub fn logical_or(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::logic(scope, t, other, LogicOp::Or)
}

/// Tests whether exactly one of two elements is nonzero: `(x != 0) != (y != 0)`. NaN counts as nonzero.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: bool; operands of any dtype.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `in_place`
/// - `scalar: ScalarValue`: Tests whether each element or a number is nonzero, but not both: `(x != 0) != (other !=
///   0)`. NaN counts as nonzero.
pub fn logical_xor(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::logic(scope, t, other, LogicOp::Xor)
}

/// Tests whether each element is zero: `x == 0`. NaN counts as nonzero.
/// Shapes: `[...] -> [...]`. Dtype: bool; an operand of any dtype.
///
/// - `in_place`
pub fn logical_not(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::logical_not(scope, t)
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
/// - `in_place`
/// - `scalar: i64`
pub fn bitwise_and(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::bits(scope, t, other, BitOp::And)
}

/// Computes the bitwise OR of matching elements: `x | y`. For bool it is the logical OR.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands, which are integers or bool.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: an operand is floating-point
/// - `in_place`
/// - `scalar: i64`
pub fn bitwise_or(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::bits(scope, t, other, BitOp::Or)
}

/// Computes the bitwise XOR of matching elements: `x ^ y`. For bool it is the logical XOR.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands, which are integers or bool.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: an operand is floating-point
/// - `in_place`
/// - `scalar: i64`
pub fn bitwise_xor(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::bits(scope, t, other, BitOp::Xor)
}

/// Inverts every bit of each element: `~x`. For bool it is the logical NOT. The array API calls it `bitwise_invert`.
/// Shapes: `[...] -> [...]`. Dtype: kept; an integer dtype or bool.
///
/// - `DTYPE_MISMATCH`: this tensor is floating-point
/// - `in_place`
pub fn bitwise_not(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::invert(scope, t)
}

/// Shifts the bits of each element to the left by the matching element of `other`: `x << y`. A distance that is
/// negative or not less than the number of bits gives 0.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands, which are integers or bool.
///
/// - `other`: the distances
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: an operand is floating-point, or both are bool
/// - `in_place`
/// - `scalar: i64`
/// - `rlshift: i64`: Shifts the bits of a number to the left by each element: `other << x`. An element that is negative
///   or not less than the number of bits gives 0.
pub fn bitwise_left_shift(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::bits(scope, t, other, BitOp::LeftShift)
}

/// Shifts the bits of each element to the right by the matching element of `other`, keeping the sign: `x >> y`. A
/// distance that is negative or not less than the number of bits gives 0, or -1 for a negative element.
/// Shapes: `[...], [...] -> [...]`, broadcast. Dtype: the promoted dtype of both operands, which are integers or bool.
///
/// - `other`: the distances
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: an operand is floating-point, or both are bool
/// - `in_place`
/// - `scalar: i64`
/// - `rrshift: i64`: Shifts the bits of a number to the right by each element, keeping the sign: `other >> x`. An
///   element that is negative or not less than the number of bits gives 0, or -1 for a negative number.
pub fn bitwise_right_shift(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    family::bits(scope, t, other, BitOp::RightShift)
}
