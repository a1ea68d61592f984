//! Small matrix operations that the rules are composed of. They are recorded if their operands are,
//! for gradients that have gradients.

use crate::autograd::elementwise::{binary, where_};
use crate::autograd::matmul::matmul;
use crate::autograd::rearrange::triangle;
use crate::autograd::scalar::binary_scalar;
use crate::autograd::views::{transpose, unsqueeze};
use crate::error::Result;
use crate::ops::{self, BinaryOp, CompareOp, LogicOp, Triangle};
use crate::tensor::Tensor;

pub(super) fn t(a: &Tensor) -> Result<Tensor> {
    transpose(a, -1, -2)
}

/// The product of two or more matrices, from left to right.
pub(super) fn product(matrices: &[&Tensor]) -> Result<Tensor> {
    let mut product = matrices[0].clone();
    for matrix in &matrices[1..] {
        product = matmul(&product, matrix)?;
    }
    Ok(product)
}

pub(super) fn add(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    binary(BinaryOp::Add, a, b)
}

pub(super) fn sub(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    binary(BinaryOp::Sub, a, b)
}

pub(super) fn mul(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    binary(BinaryOp::Mul, a, b)
}

pub(super) fn times(a: &Tensor, factor: f64) -> Result<Tensor> {
    binary_scalar(BinaryOp::Mul, a, factor)
}

/// Multiplies each column of `a` by an element of `by`, `[..., columns]`.
pub(super) fn columns(a: &Tensor, by: &Tensor) -> Result<Tensor> {
    mul(a, &unsqueeze(by, -2)?)
}

/// Multiplies each row of `a` by an element of `by`, `[..., rows]`.
pub(super) fn rows(a: &Tensor, by: &Tensor) -> Result<Tensor> {
    mul(a, &unsqueeze(by, -1)?)
}

/// The symmetric part, `(A + Aᵀ) / 2`.
pub(super) fn symmetric(a: &Tensor) -> Result<Tensor> {
    times(&add(a, &t(a)?)?, 0.5)
}

/// The lower triangle, with half of the diagonal.
pub(super) fn half_triangle(a: &Tensor) -> Result<Tensor> {
    times(&add(&triangle(a, Triangle::Lower, 0)?, &triangle(a, Triangle::Lower, -1)?)?, 0.5)
}

/// A quotient that is 0 where both numbers are, so that a gradient that was not requested has no
/// poles, and neither has its gradient.
pub(super) fn quotient(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    let is_zero = |t: &Tensor| ops::compare_scalar(CompareOp::Eq, &t.untracked(), 0.0);
    let none = ops::logic(LogicOp::And, &is_zero(a)?, &is_zero(b)?)?;
    binary(BinaryOp::Div, a, &where_(&none, &ops::number_beside(b, 1.0)?, b)?)
}

/// `values[j] - values[i]` for each pair.
pub(super) fn differences(values: &Tensor) -> Result<Tensor> {
    sub(&unsqueeze(values, -2)?, &unsqueeze(values, -1)?)
}
