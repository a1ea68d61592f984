//! Operations in place. They return nothing: the receiver is the caller's as before. Writing through a view writes the
//! storage that all its windows share. A receiver on a tape is `INVALID_ARGUMENT`, and so is one whose elements overlap;
//! an operand on a tape is `UNSUPPORTED`.

use crate::api::resource::tensor;
use crate::api::types::{Scalar, ScalarValue, TensorRef};
use crate::autograd;
use crate::error::Result;
use crate::ops::BinaryOp;

/// Adds to each element.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
/// - `DTYPE_MISMATCH`: the result would be a float and this is not
pub fn add_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    let (t, other) = (tensor(t)?, tensor(other)?);
    autograd::binary_in_place(BinaryOp::Add, &t, &other)
}

/// Adds to each element.
///
/// - `other`: the other operand, for every element
/// - `DTYPE_MISMATCH`: the result would be a float and this is not
pub fn add_scalar_in_place(t: TensorRef, other: Scalar) -> Result<()> {
    let t = tensor(t)?;
    autograd::binary_scalar_in_place(BinaryOp::Add, &t, other)
}

/// Subtracts from each element.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
/// - `DTYPE_MISMATCH`: the result would be a float and this is not
pub fn sub_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    let (t, other) = (tensor(t)?, tensor(other)?);
    autograd::binary_in_place(BinaryOp::Sub, &t, &other)
}

/// Subtracts from each element.
///
/// - `other`: the other operand, for every element
/// - `DTYPE_MISMATCH`: the result would be a float and this is not
pub fn sub_scalar_in_place(t: TensorRef, other: Scalar) -> Result<()> {
    let t = tensor(t)?;
    autograd::binary_scalar_in_place(BinaryOp::Sub, &t, other)
}

/// Multiplies each element.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
/// - `DTYPE_MISMATCH`: the result would be a float and this is not
pub fn mul_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    let (t, other) = (tensor(t)?, tensor(other)?);
    autograd::binary_in_place(BinaryOp::Mul, &t, &other)
}

/// Multiplies each element.
///
/// - `other`: the other operand, for every element
/// - `DTYPE_MISMATCH`: the result would be a float and this is not
pub fn mul_scalar_in_place(t: TensorRef, other: Scalar) -> Result<()> {
    let t = tensor(t)?;
    autograd::binary_scalar_in_place(BinaryOp::Mul, &t, other)
}

/// Divides each element.
///
/// - `other`: the other operand
/// - `SHAPE_MISMATCH`: it does not broadcast to this shape
/// - `DTYPE_MISMATCH`: the result would be a float and this is not
pub fn div_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    let (t, other) = (tensor(t)?, tensor(other)?);
    autograd::binary_in_place(BinaryOp::Div, &t, &other)
}

/// Divides each element.
///
/// - `other`: the other operand, for every element
/// - `DTYPE_MISMATCH`: the result would be a float and this is not
pub fn div_scalar_in_place(t: TensorRef, other: Scalar) -> Result<()> {
    let t = tensor(t)?;
    autograd::binary_scalar_in_place(BinaryOp::Div, &t, other)
}

/// Sets every element to a number, cast to the element type.
///
/// - `value`: the number
pub fn fill(t: TensorRef, value: ScalarValue) -> Result<()> {
    let t = tensor(t)?;
    autograd::fill(&t, value)
}

/// Sets every element to 0.
pub fn zero(t: TensorRef) -> Result<()> {
    fill(t, Scalar::I64(0))
}
