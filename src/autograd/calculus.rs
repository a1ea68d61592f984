//! The recorded operations that rules of other operations are made of.
//!
//! The rule of a sum expands, and that of an expansion sums, so the files of the operations cannot
//! name each other. They name this one, which knows none of them; [`super::recorded`] has all.

use crate::error::Result;
use crate::ops::{BinaryOp, PairOp, RealOp, ReduceOp, UnaryOp};
use crate::tensor::{DType, Scalar, Tensor};

/// What [`super::recorded`] implements.
pub(super) trait Recorded {
    fn binary(op: BinaryOp, a: &Tensor, b: &Tensor) -> Result<Tensor>;
    fn unary(op: UnaryOp, t: &Tensor) -> Result<Tensor>;
    fn where_(cond: &Tensor, a: &Tensor, b: &Tensor) -> Result<Tensor>;
    fn real(op: RealOp, t: &Tensor) -> Result<Tensor>;
    fn pair_scalar(op: PairOp, t: &Tensor, value: Scalar, reversed: bool) -> Result<Tensor>;
    fn binary_scalar(op: BinaryOp, t: &Tensor, value: Scalar) -> Result<Tensor>;
    fn reduce(op: ReduceOp, t: &Tensor, axes: &[i64], keepdim: bool) -> Result<Tensor>;
    fn cast(t: &Tensor, dtype: DType) -> Result<Tensor>;
    fn reshape(t: &Tensor, dims: &[i64]) -> Result<Tensor>;
    fn contiguous(t: &Tensor) -> Result<Tensor>;
    fn copy(t: &Tensor) -> Result<Tensor>;
    fn index_add(t: &Tensor, axis: i64, index: &Tensor, source: &Tensor) -> Result<Tensor>;
    fn index_put(t: &Tensor, indices: &[&Tensor], values: &Tensor) -> Result<Tensor>;
    fn scatter_add(t: &Tensor, axis: i64, index: &Tensor, source: &Tensor) -> Result<Tensor>;
    fn masked_scatter(t: &Tensor, mask: &Tensor, source: &Tensor) -> Result<Tensor>;
}

pub(super) fn binary(op: BinaryOp, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    <Tensor as Recorded>::binary(op, a, b)
}

pub(super) fn unary(op: UnaryOp, t: &Tensor) -> Result<Tensor> {
    <Tensor as Recorded>::unary(op, t)
}

pub(super) fn where_(cond: &Tensor, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    <Tensor as Recorded>::where_(cond, a, b)
}

pub(super) fn real(op: RealOp, t: &Tensor) -> Result<Tensor> {
    <Tensor as Recorded>::real(op, t)
}

pub(super) fn pair_scalar(op: PairOp, t: &Tensor, value: Scalar, reversed: bool) -> Result<Tensor> {
    <Tensor as Recorded>::pair_scalar(op, t, value, reversed)
}

pub(super) fn binary_scalar(op: BinaryOp, t: &Tensor, value: Scalar) -> Result<Tensor> {
    <Tensor as Recorded>::binary_scalar(op, t, value)
}

pub(super) fn reduce(op: ReduceOp, t: &Tensor, axes: &[i64], keepdim: bool) -> Result<Tensor> {
    <Tensor as Recorded>::reduce(op, t, axes, keepdim)
}

pub(super) fn cast(t: &Tensor, dtype: DType) -> Result<Tensor> {
    <Tensor as Recorded>::cast(t, dtype)
}

pub(super) fn reshape(t: &Tensor, dims: &[i64]) -> Result<Tensor> {
    <Tensor as Recorded>::reshape(t, dims)
}

pub(super) fn contiguous(t: &Tensor) -> Result<Tensor> {
    <Tensor as Recorded>::contiguous(t)
}

pub(super) fn copy(t: &Tensor) -> Result<Tensor> {
    <Tensor as Recorded>::copy(t)
}

/// Adds to the slices that the index names.
pub(super) fn index_add(t: &Tensor, axis: i64, index: &Tensor, source: &Tensor) -> Result<Tensor> {
    <Tensor as Recorded>::index_add(t, axis, index, source)
}

/// Adds to the elements that the indices name.
pub(super) fn index_put(t: &Tensor, indices: &[&Tensor], values: &Tensor) -> Result<Tensor> {
    <Tensor as Recorded>::index_put(t, indices, values)
}

/// Adds along an axis.
pub(super) fn scatter_add(t: &Tensor, axis: i64, index: &Tensor, source: &Tensor) -> Result<Tensor> {
    <Tensor as Recorded>::scatter_add(t, axis, index, source)
}

pub(super) fn masked_scatter(t: &Tensor, mask: &Tensor, source: &Tensor) -> Result<Tensor> {
    <Tensor as Recorded>::masked_scatter(t, mask, source)
}
