//! All parameters as one vector: how L-BFGS sees them.
//!
//! Invariant: a vector has the elements of the parameters one after another, in the order of the
//! parameters, and their dtype. Everything here makes new tensors; only [`scatter`] writes.

use crate::error::Result;
use crate::ops::{self, BinaryOp, ReduceOp, UnaryOp};
use crate::tensor::{Shape, Tensor};

/// One vector of the elements of all.
pub(super) fn gather(all: &[Tensor]) -> Result<Tensor> {
    let row = |t: &Tensor| ops::reshape(&t.untracked(), &Shape::new(&[t.size() as i64])?);
    let rows = all.iter().map(row).collect::<Result<Vec<Tensor>>>()?;
    ops::concat(&rows.iter().collect::<Vec<_>>(), 0)
}

/// The parts of a vector, in the shapes of `all`.
pub(super) fn split(flat: &Tensor, all: &[Tensor]) -> Result<Vec<Tensor>> {
    let mut at = 0i64;
    let part = |t: &Tensor| {
        let size = t.size() as i64;
        let part = flat.slice_view(0, at, at + size, 1)?;
        at += size;
        ops::reshape(&part, &t.to_shape())
    };
    all.iter().map(part).collect()
}

/// `a . b`, as a sum of products and not by `matmul`, so that its bits depend neither on the
/// processor nor on the device. Halves are multiplied in float32.
pub(super) fn dot(a: &Tensor, b: &Tensor) -> Result<f64> {
    let wide = |t: &Tensor| ops::cast(t, t.dtype().computed_in());
    ops::item(&ops::reduce(ReduceOp::Sum, &ops::binary(BinaryOp::Mul, &wide(a)?, &wide(b)?)?, &[], false)?)
}

/// The greatest size of an element; NaN if one is.
pub(super) fn largest(t: &Tensor) -> Result<f64> {
    if t.size() == 0 {
        return Ok(0.0);
    }
    ops::item(&ops::reduce(ReduceOp::Max, &ops::unary(UnaryOp::Abs, t)?, &[], false)?)
}

/// The sum of the sizes of all elements.
pub(super) fn sum_of_sizes(t: &Tensor) -> Result<f64> {
    ops::item(&ops::reduce(ReduceOp::Sum, &ops::unary(UnaryOp::Abs, t)?, &[], false)?)
}

/// `-t`.
pub(super) fn negated(t: &Tensor) -> Result<Tensor> {
    ops::unary(UnaryOp::Neg, t)
}

/// `a - b`.
pub(super) fn difference(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    ops::binary(BinaryOp::Sub, a, b)
}

/// `by t`.
pub(super) fn scaled(t: &Tensor, by: f64) -> Result<Tensor> {
    ops::binary_scalar(BinaryOp::Mul, t, by)
}

/// `t + by d`.
pub(super) fn stepped(t: &Tensor, d: &Tensor, by: f64) -> Result<Tensor> {
    ops::binary(BinaryOp::Add, t, &scaled(d, by)?)
}
