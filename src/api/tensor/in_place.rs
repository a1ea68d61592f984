//! Operations in place. They return nothing, and the caller keeps the tensor. Writing through a view changes the
//! storage that all its views and aliases share. A tensor that is recorded on a tape, or whose elements overlap, is
//! `INVALID_ARGUMENT`; an operand on a tape is `UNSUPPORTED`.

use crate::api::types::{Scalar, ScalarValue, TensorRef};
use crate::autograd;
use crate::error::Result;
use crate::ops::BinaryOp;
use crate::session::resource::tensor;

/// Adds `other` to each element: `x = x + y`.
/// Shapes: `other` broadcasts to the shape of this tensor, which stays. Dtype: kept; the result is converted to it.
/// Integers wrap around on overflow.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: `other` does not broadcast to the shape of this tensor
/// - `DTYPE_MISMATCH`: the promoted dtype is floating-point and this tensor is not, or this tensor is bool and `other`
///   is not
/// - `INVALID_ARGUMENT`: this tensor is recorded on a tape, or its elements overlap
/// - `UNSUPPORTED`: `other` is recorded on a tape
pub fn add_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    let (t, other) = (tensor(t)?, tensor(other)?);
    autograd::binary_in_place(BinaryOp::Add, &t, &other)
}

/// Adds a number to each element: `x = x + other`.
/// Shapes: `[...] -> [...]`. Dtype: kept. Integers wrap around on overflow.
///
/// - `other`: the number, the same for every element
/// - `DTYPE_MISMATCH`: this tensor has an integer dtype and the number is fractional, or this tensor is bool and the
///   number is not a truth value
/// - `INVALID_ARGUMENT`: the number is out of range for the integer dtype, this tensor is recorded on a tape, or its
///   elements overlap
pub fn add_scalar_in_place(t: TensorRef, other: Scalar) -> Result<()> {
    let t = tensor(t)?;
    autograd::binary_scalar_in_place(BinaryOp::Add, &t, other)
}

/// Subtracts `other` from each element: `x = x - y`.
/// Shapes: `other` broadcasts to the shape of this tensor, which stays. Dtype: kept; the result is converted to it.
/// Integers wrap around on overflow.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: `other` does not broadcast to the shape of this tensor
/// - `DTYPE_MISMATCH`: the promoted dtype is floating-point and this tensor is not, or this tensor is bool
/// - `INVALID_ARGUMENT`: this tensor is recorded on a tape, or its elements overlap
/// - `UNSUPPORTED`: `other` is recorded on a tape
pub fn sub_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    let (t, other) = (tensor(t)?, tensor(other)?);
    autograd::binary_in_place(BinaryOp::Sub, &t, &other)
}

/// Subtracts a number from each element: `x = x - other`.
/// Shapes: `[...] -> [...]`. Dtype: kept. Integers wrap around on overflow.
///
/// - `other`: the number, the same for every element
/// - `DTYPE_MISMATCH`: this tensor has an integer dtype and the number is fractional, or this tensor is bool
/// - `INVALID_ARGUMENT`: the number is out of range for the integer dtype, this tensor is recorded on a tape, or its
///   elements overlap
pub fn sub_scalar_in_place(t: TensorRef, other: Scalar) -> Result<()> {
    let t = tensor(t)?;
    autograd::binary_scalar_in_place(BinaryOp::Sub, &t, other)
}

/// Multiplies each element by the matching element of `other`: `x = x * y`.
/// Shapes: `other` broadcasts to the shape of this tensor, which stays. Dtype: kept; the result is converted to it.
/// Integers wrap around on overflow.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: `other` does not broadcast to the shape of this tensor
/// - `DTYPE_MISMATCH`: the promoted dtype is floating-point and this tensor is not, or this tensor is bool and `other`
///   is not
/// - `INVALID_ARGUMENT`: this tensor is recorded on a tape, or its elements overlap
/// - `UNSUPPORTED`: `other` is recorded on a tape
pub fn mul_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    let (t, other) = (tensor(t)?, tensor(other)?);
    autograd::binary_in_place(BinaryOp::Mul, &t, &other)
}

/// Multiplies each element by a number: `x = x * other`.
/// Shapes: `[...] -> [...]`. Dtype: kept. Integers wrap around on overflow.
///
/// - `other`: the number, the same for every element
/// - `DTYPE_MISMATCH`: this tensor has an integer dtype and the number is fractional, or this tensor is bool and the
///   number is not a truth value
/// - `INVALID_ARGUMENT`: the number is out of range for the integer dtype, this tensor is recorded on a tape, or its
///   elements overlap
pub fn mul_scalar_in_place(t: TensorRef, other: Scalar) -> Result<()> {
    let t = tensor(t)?;
    autograd::binary_scalar_in_place(BinaryOp::Mul, &t, other)
}

/// Divides each element by the matching element of `other`: `x = x / y`. A division by 0 gives an infinity or NaN.
/// Shapes: `other` broadcasts to the shape of this tensor, which stays. Dtype: kept; the result is converted to it.
///
/// - `other`: the second operand
/// - `SHAPE_MISMATCH`: `other` does not broadcast to the shape of this tensor
/// - `DTYPE_MISMATCH`: this tensor is not floating-point
/// - `INVALID_ARGUMENT`: this tensor is recorded on a tape, or its elements overlap
/// - `UNSUPPORTED`: `other` is recorded on a tape
pub fn div_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    let (t, other) = (tensor(t)?, tensor(other)?);
    autograd::binary_in_place(BinaryOp::Div, &t, &other)
}

/// Divides each element by a number: `x = x / other`. A division by 0 gives an infinity or NaN.
/// Shapes: `[...] -> [...]`. Dtype: kept.
///
/// - `other`: the number, the same for every element
/// - `DTYPE_MISMATCH`: this tensor is not floating-point
/// - `INVALID_ARGUMENT`: this tensor is recorded on a tape, or its elements overlap
pub fn div_scalar_in_place(t: TensorRef, other: Scalar) -> Result<()> {
    let t = tensor(t)?;
    autograd::binary_scalar_in_place(BinaryOp::Div, &t, other)
}

/// Sets every element to one number. A float dtype rounds the number; bool stores whether it is nonzero.
/// Shapes: `[...] -> [...]`. Dtype: kept.
///
/// - `value`: the number, the same for every element
/// - `INVALID_ARGUMENT`: an integer dtype cannot hold the number, this tensor is recorded on a tape, or its elements
///   overlap
pub fn fill(t: TensorRef, value: ScalarValue) -> Result<()> {
    let t = tensor(t)?;
    autograd::fill(&t, value)
}

/// Sets every element to 0.
/// Shapes: `[...] -> [...]`. Dtype: kept.
///
/// - `INVALID_ARGUMENT`: this tensor is recorded on a tape, or its elements overlap
pub fn zero(t: TensorRef) -> Result<()> {
    fill(t, Scalar::I64(0))
}
