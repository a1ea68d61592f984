//! Reductions over any axes. No axes named means all; `keepdim` leaves a size of 1. All return new references.
//! An axis that is not there or is named twice is `INVALID_ARGUMENT`.

use super::map;
use crate::api::types::{Axes, NewTensor, Owner, TensorRef};
use crate::autograd;
use crate::error::Result;
use crate::ops::{self, ReduceOp};

/// The sum; of integers and truth values, i64.
///
/// - `axes`: over these; a negative one counts from the last; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, or it is named twice
pub fn sum(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::reduce(ReduceOp::Sum, t, axes, keepdim))
}

/// The mean; of integers, f32.
///
/// - `axes`: over these; a negative one counts from the last; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, or it is named twice
pub fn mean(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::reduce(ReduceOp::Mean, t, axes, keepdim))
}

/// The largest; NaN if one is.
///
/// - `axes`: over these; a negative one counts from the last; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, it is named twice, or it has no index
pub fn max(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::reduce(ReduceOp::Max, t, axes, keepdim))
}

/// The smallest; NaN if one is.
///
/// - `axes`: over these; a negative one counts from the last; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, it is named twice, or it has no index
pub fn min(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::reduce(ReduceOp::Min, t, axes, keepdim))
}

/// The index of the largest, the first of equals, i64; over several axes, as if they were one.
///
/// - `axes`: over these; a negative one counts from the last; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, it is named twice, or it has no index
pub fn argmax(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| ops::argmax(t, axes, keepdim))
}
