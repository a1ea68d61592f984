//! Reductions over any axes. If no axes are named, all are reduced; `keepdim` keeps the reduced axes, with size 1, in
//! the result. All return new references. An axis that is out of range or named twice is `INVALID_ARGUMENT`.
//!
//! - `gradient`: yes

use super::map;
use crate::api::types::{Axes, DTypeCode, NewTensor, Owner, TensorRef};
use crate::autograd;
use crate::error::Result;
use crate::ops::{self, ReduceOp};
use crate::tensor::DType;

/// The sum of the elements; 0 if there are none.
/// Shapes: `[..., n, ...] -> [...]` without the reduced axes, or with size 1 for each if they stay. Floating-point
/// dtypes are kept; integers and bool give int64, which wraps around.
///
/// - `axes`: the axes to reduce; negative values count from the last axis; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice
pub fn sum(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::reduce(ReduceOp::Sum, t, axes, keepdim))
}

/// The mean of the elements, their sum divided by their number; NaN if there are none.
/// Shapes: `[..., n, ...] -> [...]` without the reduced axes, or with size 1 for each if they stay. Floating-point
/// dtypes are kept; integers and bool give float32.
///
/// - `axes`: the axes to reduce; negative values count from the last axis; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice
pub fn mean(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::reduce(ReduceOp::Mean, t, axes, keepdim))
}

/// The largest element; NaN if any element is NaN.
/// Shapes: `[..., n, ...] -> [...]` without the reduced axes, or with size 1 for each if they stay. The dtype is kept.
///
/// - `axes`: the axes to reduce; negative values count from the last axis; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice, or there are no elements to reduce
pub fn max(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::reduce(ReduceOp::Max, t, axes, keepdim))
}

/// The smallest element; NaN if any element is NaN.
/// Shapes: `[..., n, ...] -> [...]` without the reduced axes, or with size 1 for each if they stay. The dtype is kept.
///
/// - `axes`: the axes to reduce; negative values count from the last axis; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice, or there are no elements to reduce
pub fn min(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::reduce(ReduceOp::Min, t, axes, keepdim))
}

/// The index of the largest element: the first of equal ones, and the first NaN if there is one. Over several axes it
/// is the index into these axes flattened.
/// Shapes: `[..., n, ...] -> [...]` without the reduced axes, or with size 1 for each if they stay. The result is
/// int64.
///
/// - `axes`: the axes to reduce; negative values count from the last axis; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice, or there are no elements to reduce
/// - `gradient`: no
pub fn argmax(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| ops::argmax(t, axes, keepdim))
}

/// The product of the elements; 1 if there are none.
/// Shapes: `[..., n, ...] -> [...]` without the reduced axes, or with size 1 for each if they stay. Floating-point
/// dtypes are kept; integers and bool give int64, which wraps around.
///
/// - `axes`: the axes to reduce; negative values count from the last axis; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice
pub fn prod(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::reduce(ReduceOp::Prod, t, axes, keepdim))
}

/// The largest element; NaN if any element is NaN. The same as `max`, by PyTorch's name.
/// Shapes: `[..., n, ...] -> [...]` without the reduced axes, or with size 1 for each if they stay. The dtype is kept.
///
/// - `axes`: the axes to reduce; negative values count from the last axis; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice, or there are no elements to reduce
pub fn amax(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::reduce(ReduceOp::Max, t, axes, keepdim))
}

/// The smallest element; NaN if any element is NaN. The same as `min`, by PyTorch's name.
/// Shapes: `[..., n, ...] -> [...]` without the reduced axes, or with size 1 for each if they stay. The dtype is kept.
///
/// - `axes`: the axes to reduce; negative values count from the last axis; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice, or there are no elements to reduce
pub fn amin(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::reduce(ReduceOp::Min, t, axes, keepdim))
}

/// The index of the smallest element: the first of equal ones, and the first NaN if there is one. Over several axes it
/// is the index into these axes flattened.
/// Shapes: `[..., n, ...] -> [...]` without the reduced axes, or with size 1 for each if they stay. The result is
/// int64.
///
/// - `axes`: the axes to reduce; negative values count from the last axis; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice, or there are no elements to reduce
/// - `gradient`: no
pub fn argmin(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| ops::argmin(t, axes, keepdim))
}

/// Whether all elements are true, that is, not 0; true if there are none.
/// Shapes: `[..., n, ...] -> [...]` without the reduced axes, or with size 1 for each if they stay. The result is bool.
///
/// - `axes`: the axes to reduce; negative values count from the last axis; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice
/// - `gradient`: no
pub fn all(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| ops::reduce(ReduceOp::All, t, axes, keepdim))
}

/// Whether at least one element is true, that is, not 0; false if there are none.
/// Shapes: `[..., n, ...] -> [...]` without the reduced axes, or with size 1 for each if they stay. The result is bool.
///
/// - `axes`: the axes to reduce; negative values count from the last axis; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice
/// - `gradient`: no
pub fn any(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| ops::reduce(ReduceOp::Any, t, axes, keepdim))
}

/// The number of elements that are not 0. NaN counts as not 0.
/// Shapes: `[..., n, ...] -> [...]` without the reduced axes, or with size 1 for each if they stay. The result is
/// int64.
///
/// - `axes`: the axes to reduce; negative values count from the last axis; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice
/// - `gradient`: no
pub fn count_nonzero(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| ops::reduce(ReduceOp::CountNonzero, t, axes, keepdim))
}

/// The logarithm of the sum of exponentials, `log(sum(exp(x)))`, computed so that the exponentials do not overflow.
/// Shapes: `[..., n, ...] -> [...]` without the reduced axes, or with size 1 for each if they stay. Floating-point
/// dtypes are kept; integers and bool give float32.
///
/// - `axes`: the axes to reduce; negative values count from the last axis; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice, or there are no elements to reduce
pub fn logsumexp(scope: Owner, t: TensorRef, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::logsumexp(t, axes, keepdim))
}

/// The sum of the elements, which are first converted to a dtype; 0 if there are none.
/// Shapes: `[..., n, ...] -> [...]` without the reduced axes, or with size 1 for each if they stay. The result has that
/// dtype; integers wrap around.
///
/// - `sum()`
/// - `dtype`: the dtype of the elements and of the result
/// - `axes` = []: the axes to reduce; negative values count from the last axis; none means all
/// - `keepdim` = false: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice
pub fn sum_dtype(scope: Owner, t: TensorRef, dtype: DTypeCode, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| autograd::reduce_as(ReduceOp::Sum, t, dtype, axes, keepdim))
}

/// The product of the elements, which are first converted to a dtype; 1 if there are none.
/// Shapes: `[..., n, ...] -> [...]` without the reduced axes, or with size 1 for each if they stay. The result has that
/// dtype; integers wrap around.
///
/// - `prod()`
/// - `dtype`: the dtype of the elements and of the result
/// - `axes` = []: the axes to reduce; negative values count from the last axis; none means all
/// - `keepdim` = false: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice
pub fn prod_dtype(scope: Owner, t: TensorRef, dtype: DTypeCode, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| autograd::reduce_as(ReduceOp::Prod, t, dtype, axes, keepdim))
}

/// The mean of the elements, which are first converted to a dtype; NaN if there are none.
/// Shapes: `[..., n, ...] -> [...]` without the reduced axes, or with size 1 for each if they stay. The result has that
/// dtype.
///
/// - `mean()`
/// - `dtype`: the dtype of the elements and of the result
/// - `axes` = []: the axes to reduce; negative values count from the last axis; none means all
/// - `keepdim` = false: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice
/// - `DTYPE_MISMATCH`: the dtype is not floating-point
pub fn mean_dtype(scope: Owner, t: TensorRef, dtype: DTypeCode, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| autograd::reduce_as(ReduceOp::Mean, t, dtype, axes, keepdim))
}
