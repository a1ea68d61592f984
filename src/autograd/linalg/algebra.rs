//! Small matrix operations that the rules are composed of. None of them is recorded.

use crate::error::Result;
use crate::ops::{self, BinaryOp, CompareOp, Triangle};
use crate::tensor::Tensor;

pub(super) fn t(a: &Tensor) -> Result<Tensor> {
    a.transpose_view(-1, -2)
}

/// The product of two or more matrices, from left to right.
pub(super) fn product(matrices: &[&Tensor]) -> Result<Tensor> {
    let mut product = matrices[0].untracked();
    for matrix in &matrices[1..] {
        product = ops::matmul(&product, matrix)?;
    }
    Ok(product)
}

pub(super) fn add(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    ops::binary(BinaryOp::Add, a, b)
}

pub(super) fn sub(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    ops::binary(BinaryOp::Sub, a, b)
}

pub(super) fn mul(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    ops::binary(BinaryOp::Mul, a, b)
}

pub(super) fn times(a: &Tensor, factor: f64) -> Result<Tensor> {
    ops::binary_scalar(BinaryOp::Mul, a, factor)
}

/// Multiplies each column of `a` by an element of `by`, `[..., columns]`.
pub(super) fn columns(a: &Tensor, by: &Tensor) -> Result<Tensor> {
    mul(a, &by.unsqueeze_view(-2)?)
}

/// Multiplies each row of `a` by an element of `by`, `[..., rows]`.
pub(super) fn rows(a: &Tensor, by: &Tensor) -> Result<Tensor> {
    mul(a, &by.unsqueeze_view(-1)?)
}

/// The symmetric part, `(A + Aᵀ) / 2`.
pub(super) fn symmetric(a: &Tensor) -> Result<Tensor> {
    times(&add(a, &t(a)?)?, 0.5)
}

/// The lower triangle, with half of the diagonal.
pub(super) fn half_triangle(a: &Tensor) -> Result<Tensor> {
    times(&add(&ops::triangle(a, Triangle::Lower, 0)?, &ops::triangle(a, Triangle::Lower, -1)?)?, 0.5)
}

/// A quotient that is 0 where the dividend is 0, so that a gradient that was not requested has no
/// poles.
pub(super) fn quotient(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    let none = ops::compare_scalar(CompareOp::Eq, a, 0.0)?;
    ops::where_(&none, &ops::number_beside(a, 0.0)?, &ops::binary(BinaryOp::Div, a, b)?)
}

/// `values[j] - values[i]` for each pair.
pub(super) fn differences(values: &Tensor) -> Result<Tensor> {
    sub(&values.unsqueeze_view(-2)?, &values.unsqueeze_view(-1)?)
}
