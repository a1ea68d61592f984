//! Reductions over any axes. No axes named means all; `keepdim` leaves a size of 1. All return new references.
//! An axis that is not there or is named twice is `INVALID_ARGUMENT`.

use super::map;
use crate::api::types::{Axes, DTypeCode, NewTensor, Owner, TensorRef};
use crate::autograd;
use crate::error::Result;
use crate::ops::{self, ReduceOp};
use crate::tensor::DType;

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

/// The product; of integers and truth values, i64; of nothing 1.
///
/// - `axes`: over these; a negative one counts from the last; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, or it is named twice
pub fn prod(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::reduce(ReduceOp::Prod, t, axes, keepdim))
}

/// The largest, as `max`: the name that PyTorch has for it.
///
/// - `axes`: over these; a negative one counts from the last; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, it is named twice, or it has no index
pub fn amax(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::reduce(ReduceOp::Max, t, axes, keepdim))
}

/// The smallest, as `min`: the name that PyTorch has for it.
///
/// - `axes`: over these; a negative one counts from the last; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, it is named twice, or it has no index
pub fn amin(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::reduce(ReduceOp::Min, t, axes, keepdim))
}

/// The index of the smallest, the first of equals, i64; over several axes, as if they were one.
///
/// - `axes`: over these; a negative one counts from the last; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, it is named twice, or it has no index
pub fn argmin(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| ops::argmin(t, axes, keepdim))
}

/// Whether all are not 0, bool; of nothing true.
///
/// - `axes`: over these; a negative one counts from the last; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, or it is named twice
pub fn all(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| ops::reduce(ReduceOp::All, t, axes, keepdim))
}

/// Whether one is not 0, bool; of nothing false.
///
/// - `axes`: over these; a negative one counts from the last; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, or it is named twice
pub fn any(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| ops::reduce(ReduceOp::Any, t, axes, keepdim))
}

/// How many are not 0, i64.
///
/// - `axes`: over these; a negative one counts from the last; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, or it is named twice
pub fn count_nonzero(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| ops::reduce(ReduceOp::CountNonzero, t, axes, keepdim))
}

/// The logarithm of the sum of the exponentials, without overflow on the way; float32 of integers and booleans.
///
/// - `axes`: over these; a negative one counts from the last; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, it is named twice, or it has no index
pub fn logsumexp(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::logsumexp(t, axes, keepdim))
}

/// The sum, of the elements cast to an element type, which is the result's: integers wrap.
///
/// - `sum()`
/// - `dtype`: the element type
/// - `axes` = []: over these; a negative one counts from the last; none means all
/// - `keepdim` = false: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, or it is named twice
pub fn sum_dtype(scope: Owner, t: TensorRef, dtype: DTypeCode, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| autograd::reduce_as(ReduceOp::Sum, t, dtype, axes, keepdim))
}

/// The product, of the elements cast to an element type, which is the result's: integers wrap; of nothing 1.
///
/// - `prod()`
/// - `dtype`: the element type
/// - `axes` = []: over these; a negative one counts from the last; none means all
/// - `keepdim` = false: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, or it is named twice
pub fn prod_dtype(scope: Owner, t: TensorRef, dtype: DTypeCode, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| autograd::reduce_as(ReduceOp::Prod, t, dtype, axes, keepdim))
}

/// The mean, of the elements cast to an element type, which is the result's.
///
/// - `mean()`
/// - `dtype`: the element type
/// - `axes` = []: over these; a negative one counts from the last; none means all
/// - `keepdim` = false: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, or it is named twice
/// - `DTYPE_MISMATCH`: the element type is not floating-point
pub fn mean_dtype(scope: Owner, t: TensorRef, dtype: DTypeCode, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| autograd::reduce_as(ReduceOp::Mean, t, dtype, axes, keepdim))
}
