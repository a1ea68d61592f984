//! The families of element-wise operations: one function for each form that the operations of a family have.
//!
//! Invariant: `name_in_place`, `name_into`, `name_scalar`, `name_reversed` and their `..._in_place` compute what `name` does, in place, with
//! a number on the right and with a number on the left. So the generator writes the other forms of an operation by its body
//! alone, which is one call of a function here (`twins.rs`). In place, a result is written to the receiver's memory
//! where it has its dtype and no operand overlaps it elsewhere.

use super::{map, map2, optional};
use crate::api::types::{NewTensor, OptionalTensorRef, Owner, Scalar, ScalarValue, TensorRef};
use crate::autograd;
use crate::error::{Error, Result};
use crate::ops::{self, BinaryOp, BitOp, CompareOp, LogicOp, PairOp, RealOp, Target, UnaryOp};
use crate::session::context::within_limits;
use crate::session::own::own_beside;
use crate::session::resource::tensor;
use crate::tensor::{DType, Shape, Tensor};

type Compute<'a> = &'a dyn Fn(&Tensor, Target) -> Result<Tensor>;

/// The receiver becomes the result of a function of it. Called through a pointer: there are too many of them to have a body
/// each.
fn change(t: TensorRef, f: Compute) -> Result<()> {
    autograd::computed_in_place(&*tensor(t)?, &[], f)
}

/// The same of a function of the receiver and another operand.
fn change2(t: TensorRef, other: TensorRef, f: &dyn Fn(&Tensor, &Tensor, Target) -> Result<Tensor>) -> Result<()> {
    let (t, other) = (tensor(t)?, tensor(other)?);
    autograd::computed_in_place(&t, &[&other], &|t, target| f(t, &other, target))
}

pub(super) fn unary(scope: Owner, t: TensorRef, op: UnaryOp) -> Result<NewTensor> {
    map(scope, t, |t| autograd::unary(op, t))
}

pub(super) fn unary_in_place(t: TensorRef, op: UnaryOp) -> Result<()> {
    change(t, &|t, target| ops::unary_to(op, t, target))
}

pub(super) fn unary_into(t: TensorRef, output: TensorRef, op: UnaryOp) -> Result<()> {
    let (t, output) = (tensor(t)?, tensor(output)?);
    within_limits(0, Some(&output), || {
        autograd::computed_into(&output, &[&t], &|target| ops::unary_to(op, &t.untracked(), target))
    })
}

pub(super) fn real(scope: Owner, t: TensorRef, op: RealOp) -> Result<NewTensor> {
    map(scope, t, |t| autograd::real(op, t))
}

pub(super) fn real_in_place(t: TensorRef, op: RealOp) -> Result<()> {
    change(t, &|t, target| ops::real_to(op, t, target))
}

#[inline]
pub(super) fn binary(scope: Owner, t: TensorRef, other: TensorRef, op: BinaryOp) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| autograd::binary(op, a, b))
}

pub(super) fn binary_in_place(t: TensorRef, other: TensorRef, op: BinaryOp) -> Result<()> {
    let (t, other) = (tensor(t)?, tensor(other)?);
    autograd::binary_in_place(op, &t, &other)
}

pub(super) fn binary_into(t: TensorRef, other: TensorRef, output: TensorRef, op: BinaryOp) -> Result<()> {
    let (t, other, output) = (tensor(t)?, tensor(other)?, tensor(output)?);
    within_limits(0, Some(&output), || {
        autograd::computed_into(&output, &[&t, &other], &|target| ops::binary_to(op, &t, &other, target))
    })
}

pub(super) fn binary_scalar(scope: Owner, t: TensorRef, other: Scalar, op: BinaryOp) -> Result<NewTensor> {
    map(scope, t, |t| autograd::binary_scalar(op, t, other))
}

pub(super) fn binary_scalar_in_place(t: TensorRef, other: Scalar, op: BinaryOp) -> Result<()> {
    autograd::binary_scalar_in_place(op, &*tensor(t)?, other)
}

pub(super) fn binary_reversed(scope: Owner, t: TensorRef, other: Scalar, op: BinaryOp) -> Result<NewTensor> {
    map(scope, t, |t| autograd::scalar_binary(op, other, t))
}

pub(super) fn binary_reversed_in_place(t: TensorRef, other: Scalar, op: BinaryOp) -> Result<()> {
    change(t, &|t, target| ops::scalar_binary_to(op, other, t, target))
}

pub(super) fn pair(scope: Owner, t: TensorRef, other: TensorRef, op: PairOp) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| autograd::pair(op, a, b))
}

pub(super) fn pair_in_place(t: TensorRef, other: TensorRef, op: PairOp) -> Result<()> {
    change2(t, other, &|a, b, target| ops::pair_to(op, a, b, target))
}

pub(super) fn pair_scalar(scope: Owner, t: TensorRef, other: Scalar, op: PairOp) -> Result<NewTensor> {
    map(scope, t, |t| autograd::pair_scalar(op, t, other, false))
}

pub(super) fn pair_scalar_in_place(t: TensorRef, other: Scalar, op: PairOp) -> Result<()> {
    change(t, &|t, target| ops::pair_scalar_to(op, t, other, false, target))
}

pub(super) fn pair_reversed(scope: Owner, t: TensorRef, other: Scalar, op: PairOp) -> Result<NewTensor> {
    map(scope, t, |t| autograd::pair_scalar(op, t, other, true))
}

pub(super) fn pair_reversed_in_place(t: TensorRef, other: Scalar, op: PairOp) -> Result<()> {
    change(t, &|t, target| ops::pair_scalar_to(op, t, other, true, target))
}

pub(super) fn next_after(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, autograd::next_after)
}

pub(super) fn next_after_in_place(t: TensorRef, other: TensorRef) -> Result<()> {
    change2(t, other, &ops::next_after_to)
}

pub(super) fn next_after_scalar(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    map(scope, t, |t| autograd::next_after(t, &ops::real_beside(t, other)?))
}

pub(super) fn next_after_scalar_in_place(t: TensorRef, other: Scalar) -> Result<()> {
    change(t, &|t, target| ops::next_after_to(t, &ops::real_beside(t, other)?, target))
}

pub(super) fn next_after_reversed(scope: Owner, t: TensorRef, other: Scalar) -> Result<NewTensor> {
    map(scope, t, |t| autograd::next_after(&ops::real_beside(t, other)?, t))
}

pub(super) fn compare(scope: Owner, t: TensorRef, other: TensorRef, op: CompareOp) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::compare(op, a, b))
}

pub(super) fn compare_scalar(scope: Owner, t: TensorRef, other: ScalarValue, op: CompareOp) -> Result<NewTensor> {
    map(scope, t, |t| ops::compare_scalar(op, t, other))
}

pub(super) fn logic(scope: Owner, t: TensorRef, other: TensorRef, op: LogicOp) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::logic(op, a, b))
}

pub(super) fn logic_in_place(t: TensorRef, other: TensorRef, op: LogicOp) -> Result<()> {
    change2(t, other, &|a, b, target| ops::logic_to(op, a, b, target))
}

pub(super) fn logic_scalar(scope: Owner, t: TensorRef, other: ScalarValue, op: LogicOp) -> Result<NewTensor> {
    map(scope, t, |t| ops::logic(op, t, &truth(t, other)?))
}

pub(super) fn logic_scalar_in_place(t: TensorRef, other: ScalarValue, op: LogicOp) -> Result<()> {
    change(t, &|t, target| ops::logic_to(op, t, &truth(t, other)?, target))
}

/// A number as a truth value beside `t`.
pub(super) fn truth(t: &Tensor, number: ScalarValue) -> Result<Tensor> {
    ops::full(t.device(), DType::Bool, number, &Shape::scalar())
}

pub(super) fn logical_not(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, ops::logical_not)
}

pub(super) fn logical_not_in_place(t: TensorRef) -> Result<()> {
    change(t, &ops::logical_not_to)
}

pub(super) fn bits(scope: Owner, t: TensorRef, other: TensorRef, op: BitOp) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| ops::bits(op, a, b))
}

pub(super) fn bits_in_place(t: TensorRef, other: TensorRef, op: BitOp) -> Result<()> {
    change2(t, other, &|a, b, target| ops::bits_to(op, a, b, target))
}

pub(super) fn bits_scalar(scope: Owner, t: TensorRef, other: i64, op: BitOp) -> Result<NewTensor> {
    map(scope, t, |t| ops::bits(op, t, &ops::integer_beside(t, other)?))
}

pub(super) fn bits_scalar_in_place(t: TensorRef, other: i64, op: BitOp) -> Result<()> {
    change(t, &|t, target| ops::bits_to(op, t, &ops::integer_beside(t, other)?, target))
}

pub(super) fn bits_reversed(scope: Owner, t: TensorRef, other: i64, op: BitOp) -> Result<NewTensor> {
    map(scope, t, |t| ops::bits(op, &ops::integer_beside(t, other)?, t))
}

pub(super) fn invert(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, ops::invert)
}

pub(super) fn invert_in_place(t: TensorRef) -> Result<()> {
    change(t, &ops::invert_to)
}

pub(super) fn square(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    binary_scalar(scope, t, Scalar::F64(2.0), BinaryOp::Pow)
}

pub(super) fn square_in_place(t: TensorRef) -> Result<()> {
    binary_scalar_in_place(t, Scalar::F64(2.0), BinaryOp::Pow)
}

pub(super) fn clamp(scope: Owner, t: TensorRef, min: OptionalTensorRef, max: OptionalTensorRef) -> Result<NewTensor> {
    let (min, max) = (optional(min)?, optional(max)?);
    map(scope, t, |t| between(t, min.as_deref(), max.as_deref()))
}

pub(super) fn clamp_in_place(t: TensorRef, min: OptionalTensorRef, max: OptionalTensorRef) -> Result<()> {
    let (t, min, max) = (tensor(t)?, optional(min)?, optional(max)?);
    let bounds: Vec<&Tensor> = [min.as_deref(), max.as_deref()].into_iter().flatten().collect();
    autograd::computed_in_place(&t, &bounds, &|t, _| between(t, min.as_deref(), max.as_deref()))
}

pub(super) fn between(t: &Tensor, min: Option<&Tensor>, max: Option<&Tensor>) -> Result<Tensor> {
    if min.is_none() && max.is_none() {
        return Err(Error::argument("clamp has neither a lower nor an upper bound"));
    }
    autograd::clamp_between(t, min, max)
}

pub(super) fn lerp(scope: Owner, t: TensorRef, end: TensorRef, weight: TensorRef) -> Result<NewTensor> {
    let (t, end, weight) = (tensor(t)?, tensor(end)?, tensor(weight)?);
    own_beside(scope, &t, within_limits(scope, Some(&t), || autograd::lerp(&t, &end, &weight))?)
}

pub(super) fn lerp_in_place(t: TensorRef, end: TensorRef, weight: TensorRef) -> Result<()> {
    let (t, end, weight) = (tensor(t)?, tensor(end)?, tensor(weight)?);
    autograd::computed_in_place(&t, &[&end, &weight], &|t, _| autograd::lerp(t, &end, &weight))
}

pub(super) fn lerp_by(scope: Owner, t: TensorRef, end: TensorRef, weight: Scalar) -> Result<NewTensor> {
    map2(scope, t, end, |t, end| autograd::lerp_scalar(t, end, weight))
}

pub(super) fn lerp_by_in_place(t: TensorRef, end: TensorRef, weight: Scalar) -> Result<()> {
    change2(t, end, &|t, end, _| autograd::lerp_scalar(t, end, weight))
}

/// Adds something of two factors, times a number.
type AddScaled = fn(&Tensor, &Tensor, &Tensor, Scalar) -> Result<Tensor>;

pub(super) fn add_scaled(
    scope: Owner,
    t: TensorRef,
    a: TensorRef,
    b: TensorRef,
    value: Scalar,
    add: AddScaled,
) -> Result<NewTensor> {
    let (t, a, b) = (tensor(t)?, tensor(a)?, tensor(b)?);
    own_beside(scope, &t, within_limits(scope, Some(&t), || add(&t, &a, &b, value))?)
}

pub(super) fn add_scaled_in_place(
    t: TensorRef,
    a: TensorRef,
    b: TensorRef,
    value: Scalar,
    add: AddScaled,
) -> Result<()> {
    let (t, a, b) = (tensor(t)?, tensor(a)?, tensor(b)?);
    autograd::computed_in_place(&t, &[&a, &b], &|t, _| add(t, &a, &b, value))
}
