//! The operations of [`super::calculus`], which are those of this folder.

use super::calculus::Recorded;
use super::elementwise::{binary, unary, where_};
use super::function::{pair_scalar, real};
use super::reduce::reduce;
use super::scalar::binary_scalar;
use super::scatter::{index_add, index_put, masked_scatter, scatter_reduce};
use super::views::{cast, contiguous, copy, reshape};
use crate::error::Result;
use crate::ops::{BinaryOp, PairOp, RealOp, ReduceOp, ScatterReduce, UnaryOp};
use crate::tensor::{DType, Scalar, Tensor};

impl Recorded for Tensor {
    fn binary(op: BinaryOp, a: &Tensor, b: &Tensor) -> Result<Tensor> {
        binary(op, a, b)
    }

    fn unary(op: UnaryOp, t: &Tensor) -> Result<Tensor> {
        unary(op, t)
    }

    fn where_(cond: &Tensor, a: &Tensor, b: &Tensor) -> Result<Tensor> {
        where_(cond, a, b)
    }

    fn real(op: RealOp, t: &Tensor) -> Result<Tensor> {
        real(op, t)
    }

    fn pair_scalar(op: PairOp, t: &Tensor, value: Scalar, reversed: bool) -> Result<Tensor> {
        pair_scalar(op, t, value, reversed)
    }

    fn binary_scalar(op: BinaryOp, t: &Tensor, value: Scalar) -> Result<Tensor> {
        binary_scalar(op, t, value)
    }

    fn reduce(op: ReduceOp, t: &Tensor, axes: &[i64], keepdim: bool) -> Result<Tensor> {
        reduce(op, t, axes, keepdim)
    }

    fn cast(t: &Tensor, dtype: DType) -> Result<Tensor> {
        cast(t, dtype)
    }

    fn reshape(t: &Tensor, dims: &[i64]) -> Result<Tensor> {
        reshape(t, dims)
    }

    fn contiguous(t: &Tensor) -> Result<Tensor> {
        contiguous(t)
    }

    fn copy(t: &Tensor) -> Result<Tensor> {
        copy(t)
    }

    fn index_add(t: &Tensor, axis: i64, index: &Tensor, source: &Tensor) -> Result<Tensor> {
        index_add(t, axis, index, source, Scalar::I64(1))
    }

    fn index_put(t: &Tensor, indices: &[&Tensor], values: &Tensor) -> Result<Tensor> {
        index_put(t, indices, values, true)
    }

    fn scatter_add(t: &Tensor, axis: i64, index: &Tensor, source: &Tensor) -> Result<Tensor> {
        scatter_reduce(t, axis, index, source, ScatterReduce::Sum, true)
    }

    fn masked_scatter(t: &Tensor, mask: &Tensor, source: &Tensor) -> Result<Tensor> {
        masked_scatter(t, mask, source)
    }
}
