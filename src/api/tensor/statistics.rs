//! Statistics over axes, and operations that run along one axis: cumulative sums, differences, medians, quantiles. All
//! return new references.
//!
//! - `gradient`: yes

use super::{map, map2, optional, several};
use crate::api::types::{
    Axes, DTypeCode, NewTensor, NewTensors, OptionalTensorRef, Owner, QuantileInterpolationCode, TensorRef,
};
use crate::autograd::{self, QuantileInterpolation};
use crate::error::Result;
use crate::ops::ScanOp;
use crate::tensor::{DType, Tensor};

/// The variance: `sum((x - mean)^2) / max(0, n - correction)` for `n` elements.
/// Shapes: `[..., n, ...] -> [...]` without the reduced axes, or with size 1 for each if they stay. The dtype is kept.
///
/// - `axes` = []: the axes to reduce; negative values count from the last axis; none means all
/// - `correction` = 1: what the number of elements is reduced by in the divisor: 1 for a sample, 0 for a whole
///   population
/// - `keepdim` = false: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice
/// - `DTYPE_MISMATCH`: the elements are not floating-point
/// - `spread`
pub fn var(scope: Owner, t: TensorRef, axes: Axes, correction: f64, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::variance(t, axes, correction, keepdim))
}

/// The standard deviation: `sqrt(sum((x - mean)^2) / max(0, n - correction))` for `n` elements. Where it is 0, its
/// gradient is 0.
/// Shapes: `[..., n, ...] -> [...]` without the reduced axes, or with size 1 for each if they stay. The dtype is kept.
///
/// - `axes` = []: the axes to reduce; negative values count from the last axis; none means all
/// - `correction` = 1: what the number of elements is reduced by in the divisor: 1 for a sample, 0 for a whole
///   population
/// - `keepdim` = false: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice
/// - `DTYPE_MISMATCH`: the elements are not floating-point
/// - `spread`
pub fn std(scope: Owner, t: TensorRef, axes: Axes, correction: f64, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::deviation(t, axes, correction, keepdim))
}

/// The p-norm of vectors: `sum(abs(x)^p)^(1/p)`. For `p` = 0 it is the number of elements that are not 0, and for plus
/// or minus infinity the largest or smallest absolute value.
/// Shapes: `[..., n, ...] -> [...]` without the reduced axes, or with size 1 for each if they stay. The dtype is kept.
///
/// - `p` = 2: the order of the norm
/// - `axes` = []: the axes to reduce; negative values count from the last axis; none means all
/// - `keepdim` = false: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice, or `p` is infinite and there are no elements to reduce
/// - `DTYPE_MISMATCH`: the elements are not floating-point
/// - `spread`
pub fn norm(scope: Owner, t: TensorRef, p: f64, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::norm(t, p, axes, keepdim))
}

/// The covariance matrix of variables: `result[i][j]` is the mean of `(x[i] - mean(x[i])) (x[j] - mean(x[j]))`, whose
/// divisor is `max(0, n - correction)` for `n` observations.
/// Shapes: `[m, n] -> [m, m]`, a row for each variable and a column for each observation; one row, a vector or a scalar
/// gives a scalar. The dtype is kept; integers give float32.
///
/// - `correction` = 1: what the number of observations is reduced by in the divisor: 1 for a sample, 0 for a whole
///   population
/// - `INVALID_ARGUMENT`: there are more than two axes
/// - `DTYPE_MISMATCH`: the elements are bool
pub fn cov(scope: Owner, t: TensorRef, correction: f64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::covariance(t, correction))
}

/// The Pearson correlation coefficients of variables: their covariance divided by both standard deviations, cut to the
/// range from -1 to 1. It is NaN for a variable that is constant.
/// Shapes: `[m, n] -> [m, m]`, a row for each variable and a column for each observation; one row, a vector or a scalar
/// gives a scalar. The dtype is kept; integers give float32.
///
/// - `INVALID_ARGUMENT`: there are more than two axes
/// - `DTYPE_MISMATCH`: the elements are bool
pub fn corrcoef(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, autograd::correlation)
}

/// The cumulative sum along an axis: `result[i] = x[0] + ... + x[i]`.
/// Shapes: `[..., n, ...] -> [..., n, ...]`. Floating-point dtypes are kept; integers and bool give int64, which wraps
/// around.
///
/// - `axis`: the axis to sum along; negative values count from the last axis
/// - `INVALID_ARGUMENT`: the axis is out of range
pub fn cumsum(scope: Owner, t: TensorRef, axis: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::scan(ScanOp::Sum, t, axis))
}

/// The cumulative product along an axis: `result[i] = x[0] * ... * x[i]`.
/// Shapes: `[..., n, ...] -> [..., n, ...]`. Floating-point dtypes are kept; integers and bool give int64, which wraps
/// around.
///
/// - `axis`: the axis to multiply along; negative values count from the last axis
/// - `INVALID_ARGUMENT`: the axis is out of range
pub fn cumprod(scope: Owner, t: TensorRef, axis: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::scan(ScanOp::Prod, t, axis))
}

/// The cumulative maximum along an axis: `result[i] = max(x[0], ..., x[i])`; NaN from the first NaN on. Of
/// equal elements the last one gets the gradient.
/// Shapes: `[..., n, ...] -> [..., n, ...]`. The dtype is kept.
///
/// - `axis`: the axis to compare along; negative values count from the last axis
/// - `INVALID_ARGUMENT`: the axis is out of range
pub fn cummax(scope: Owner, t: TensorRef, axis: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::scan(ScanOp::Max, t, axis))
}

/// The cumulative minimum along an axis: `result[i] = min(x[0], ..., x[i])`; NaN from the first NaN on. Of
/// equal elements the last one gets the gradient.
/// Shapes: `[..., n, ...] -> [..., n, ...]`. The dtype is kept.
///
/// - `axis`: the axis to compare along; negative values count from the last axis
/// - `INVALID_ARGUMENT`: the axis is out of range
pub fn cummin(scope: Owner, t: TensorRef, axis: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::scan(ScanOp::Min, t, axis))
}

/// The differences of neighbors along an axis, `result[i] = x[i + 1] - x[i]`, taken `n` times over. If `n` is 0, the
/// result shares the memory of this tensor.
/// Shapes: `[..., k, ...] -> [..., max(0, k - n), ...]`. The dtype is kept; integers wrap around.
///
/// - `n` = 1: how many times differences are taken
/// - `axis` = -1: the axis of the neighbors; negative values count from the last axis
/// - `INVALID_ARGUMENT`: the axis is out of range, or `n` is negative
/// - `DTYPE_MISMATCH`: the elements are bool
pub fn diff(scope: Owner, t: TensorRef, n: i64, axis: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::diff(t, n, axis))
}

/// The median along an axis, and its index. If the number of elements is even, the lower of the two middle values; NaN
/// if any element is NaN.
/// Shapes: `[..., n, ...] -> [...]` for both results, or `[..., 1, ...]` if the axis stays. The values keep the dtype;
/// the indices are int64.
///
/// - `axis`: the axis to reduce; negative values count from the last axis
/// - `keepdim` = false: whether the axis stays, with size 1
/// - `INVALID_ARGUMENT`: the axis is out of range or has size 0
/// - `-> values`: the medians
/// - `-> indices`: the index of each along the axis, int64
pub fn median(scope: Owner, t: TensorRef, axis: i64, keepdim: bool) -> Result<NewTensors<2>> {
    several(scope, t, |t| autograd::median(t, axis, keepdim).map(<[_; 2]>::from))
}

/// The median of all elements. If their number is even, the lower of the two middle values; NaN if any element is NaN.
/// Shapes: any shape gives a scalar. The dtype is kept.
///
/// - `median()`
/// - `INVALID_ARGUMENT`: there are no elements
pub fn median_all_axes(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, autograd::median_all)
}

/// The quantile `q` along an axis: the element at position `q (n - 1)` of the sorted elements, interpolated linearly
/// between the two nearest ones; NaN if any element is NaN.
/// Shapes: `[..., n, ...] -> [...]`, or `[..., 1, ...]` if the axis stays. The dtype is kept.
///
/// - `q`: the quantile, from 0 for the smallest element to 1 for the largest
/// - `axis`: the axis to reduce; negative values count from the last axis
/// - `keepdim` = false: whether the axis stays, with size 1
/// - `INVALID_ARGUMENT`: the axis is out of range or has size 0, or `q` is not between 0 and 1
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn quantile(scope: Owner, t: TensorRef, q: f64, axis: i64, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::quantile(t, q, &[axis], keepdim))
}

/// The quantile `q` of all elements: the element at position `q (n - 1)` of the sorted elements, interpolated linearly
/// between the two nearest ones; NaN if any element is NaN.
/// Shapes: any shape gives a scalar. The dtype is kept.
///
/// - `quantile()`
/// - `q`: the quantile, from 0 for the smallest element to 1 for the largest
/// - `INVALID_ARGUMENT`: there are no elements, or `q` is not between 0 and 1
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn quantile_all_axes(scope: Owner, t: TensorRef, q: f64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::quantile(t, q, &[], false))
}

/// Several quantiles at once: for each value of `q` the element at position `q (n - 1)` of the sorted elements; NaN if
/// any element is NaN. `q` has no gradient, and must not be recorded on a tape (status `UNSUPPORTED`).
/// Shapes: `[..., n, ...] -> [Q, ...]` for `Q` quantiles, without the reduced axes or with size 1 for each if they
/// stay; a scalar `q` makes no new axis. The dtype is kept.
///
/// - `quantile()`
/// - `q`: the quantiles, a vector or a single number, from 0 for the smallest element to 1 for the largest;
///   floating-point, and not necessarily of the dtype of this tensor
/// - `axes` = []: the axes to reduce; negative values count from the last axis; none means all
/// - `keepdim` = false: whether these axes stay, with size 1
/// - `interpolation` = LINEAR: the value at a position between two elements
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice, there are no elements to reduce, a quantile is not
///   between 0 and 1, or the result would have more than 16 axes
/// - `SHAPE_MISMATCH`: `q` has more than one axis
/// - `DTYPE_MISMATCH`: the elements or the quantiles are not floating-point
pub fn quantile_interpolation(
    scope: Owner,
    t: TensorRef,
    q: TensorRef,
    axes: Axes,
    keepdim: bool,
    interpolation: QuantileInterpolationCode,
) -> Result<NewTensor> {
    let interpolation = QuantileInterpolation::from_code(interpolation)?;
    map2(scope, t, q, |t, q| autograd::quantiles(t, q, axes, keepdim, interpolation))
}

/// The cumulative sum along an axis, `result[i] = x[0] + ... + x[i]`, by the array API's name. It can start with a 0.
/// Shapes: `[..., n, ...] -> [..., n, ...]`, or `[..., n + 1, ...]` with the initial element. Floating-point dtypes are
/// kept; integers and bool give int64, which wraps around.
///
/// - `axis`: the axis to sum along; negative values count from the last axis
/// - `include_initial` = false: whether the result starts with a 0, which makes the axis longer by 1
/// - `INVALID_ARGUMENT`: the axis is out of range
pub fn cumulative_sum(scope: Owner, t: TensorRef, axis: i64, include_initial: bool) -> Result<NewTensor> {
    map(scope, t, |t| cumulative(ScanOp::Sum, t, None, axis, include_initial))
}

/// The cumulative product along an axis, `result[i] = x[0] * ... * x[i]`, by the array API's name. It can start with a
/// 1.
/// Shapes: `[..., n, ...] -> [..., n, ...]`, or `[..., n + 1, ...]` with the initial element. Floating-point dtypes are
/// kept; integers and bool give int64, which wraps around.
///
/// - `axis`: the axis to multiply along; negative values count from the last axis
/// - `include_initial` = false: whether the result starts with a 1, which makes the axis longer by 1
/// - `INVALID_ARGUMENT`: the axis is out of range
pub fn cumulative_prod(scope: Owner, t: TensorRef, axis: i64, include_initial: bool) -> Result<NewTensor> {
    map(scope, t, |t| cumulative(ScanOp::Prod, t, None, axis, include_initial))
}

/// The cumulative sum along an axis, `result[i] = x[0] + ... + x[i]`, of the elements converted to a dtype.
/// Shapes: `[..., n, ...] -> [..., n, ...]`. The result has that dtype; integers wrap around.
///
/// - `cumsum()`
/// - `axis`: the axis to sum along; negative values count from the last axis
/// - `dtype`: the dtype of the elements and of the result
/// - `INVALID_ARGUMENT`: the axis is out of range
pub fn cumsum_dtype(scope: Owner, t: TensorRef, axis: i64, dtype: DTypeCode) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| autograd::scan_as(ScanOp::Sum, t, dtype, axis))
}

/// The cumulative sum along an axis, `result[i] = x[0] + ... + x[i]`, of the elements converted to a dtype. It can
/// start with a 0.
/// Shapes: `[..., n, ...] -> [..., n, ...]`, or `[..., n + 1, ...]` with the initial element. The result has that
/// dtype; integers wrap around.
///
/// - `cumulative_sum()`
/// - `axis`: the axis to sum along; negative values count from the last axis
/// - `dtype`: the dtype of the elements and of the result
/// - `include_initial` = false: whether the result starts with a 0, which makes the axis longer by 1
/// - `INVALID_ARGUMENT`: the axis is out of range
pub fn cumulative_sum_dtype(
    scope: Owner,
    t: TensorRef,
    axis: i64,
    dtype: DTypeCode,
    include_initial: bool,
) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| cumulative(ScanOp::Sum, t, Some(dtype), axis, include_initial))
}

/// The cumulative product along an axis, `result[i] = x[0] * ... * x[i]`, of the elements converted to a dtype.
/// Shapes: `[..., n, ...] -> [..., n, ...]`. The result has that dtype; integers wrap around.
///
/// - `cumprod()`
/// - `axis`: the axis to multiply along; negative values count from the last axis
/// - `dtype`: the dtype of the elements and of the result
/// - `INVALID_ARGUMENT`: the axis is out of range
pub fn cumprod_dtype(scope: Owner, t: TensorRef, axis: i64, dtype: DTypeCode) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| autograd::scan_as(ScanOp::Prod, t, dtype, axis))
}

/// The cumulative product along an axis, `result[i] = x[0] * ... * x[i]`, of the elements converted to a dtype. It can
/// start with a 1.
/// Shapes: `[..., n, ...] -> [..., n, ...]`, or `[..., n + 1, ...]` with the initial element. The result has that
/// dtype; integers wrap around.
///
/// - `cumulative_prod()`
/// - `axis`: the axis to multiply along; negative values count from the last axis
/// - `dtype`: the dtype of the elements and of the result
/// - `include_initial` = false: whether the result starts with a 1, which makes the axis longer by 1
/// - `INVALID_ARGUMENT`: the axis is out of range
pub fn cumulative_prod_dtype(
    scope: Owner,
    t: TensorRef,
    axis: i64,
    dtype: DTypeCode,
    include_initial: bool,
) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| cumulative(ScanOp::Prod, t, Some(dtype), axis, include_initial))
}

pub(super) fn cumulative(
    op: ScanOp,
    t: &Tensor,
    dtype: Option<DType>,
    axis: i64,
    include_initial: bool,
) -> Result<Tensor> {
    let scan = match dtype {
        Some(dtype) => autograd::scan_as(op, t, dtype, axis)?,
        None => autograd::scan(op, t, axis)?,
    };
    if include_initial { autograd::from_start(op, &scan, axis) } else { Ok(scan) }
}

/// The differences of neighbors along an axis, `result[i] = x[i + 1] - x[i]`, taken `n` times over, after other tensors
/// have been joined to the start and the end of this one. If `n` is 0, nothing is joined and the result shares the
/// memory of this tensor.
/// Shapes: `[..., k, ...] -> [..., max(0, p + k + a - n), ...]` with `[..., p, ...]` in front and `[..., a, ...]` at
/// the end. The dtype is the one that all promote to; integers wrap around.
///
/// - `diff()`
/// - `n`: how many times differences are taken
/// - `axis`: the axis of the neighbors; negative values count from the last axis
/// - `prepend`: the tensor in front, or none
/// - `append`: the tensor at the end, or none
/// - `INVALID_ARGUMENT`: the axis is out of range, or `n` is negative
/// - `SHAPE_MISMATCH`: one of the tensors has a different number of axes, or a different size along another axis
/// - `DTYPE_MISMATCH`: the elements are bool
pub fn diff_prepend_append(
    scope: Owner,
    t: TensorRef,
    n: i64,
    axis: i64,
    prepend: OptionalTensorRef,
    append: OptionalTensorRef,
) -> Result<NewTensor> {
    let (prepend, append) = (optional(prepend)?, optional(append)?);
    map(scope, t, |t| autograd::diff_between(t, n, axis, prepend.as_deref(), append.as_deref()))
}

/// The median along an axis of the elements that are not NaN, and its index. If their number is even, the lower of the
/// two middle values; NaN if all elements are NaN.
/// Shapes: `[..., n, ...] -> [...]` for both results, or `[..., 1, ...]` if the axis stays. The values keep the dtype;
/// the indices are int64.
///
/// - `axis`: the axis to reduce; negative values count from the last axis
/// - `keepdim` = false: whether the axis stays, with size 1
/// - `INVALID_ARGUMENT`: the axis is out of range or has size 0
/// - `-> values`: the medians
/// - `-> indices`: the index of each along the axis, int64
pub fn nanmedian(scope: Owner, t: TensorRef, axis: i64, keepdim: bool) -> Result<NewTensors<2>> {
    several(scope, t, |t| autograd::nanmedian(t, axis, keepdim).map(<[_; 2]>::from))
}

/// The median of all elements that are not NaN. If their number is even, the lower of the two middle values; NaN if all
/// elements are NaN.
/// Shapes: any shape gives a scalar. The dtype is kept.
///
/// - `nanmedian()`
/// - `INVALID_ARGUMENT`: there are no elements
pub fn nanmedian_all_axes(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, autograd::nanmedian_all)
}

/// The quantile `q` along an axis of the elements that are not NaN: the element at position `q (n - 1)` of the `n`
/// sorted ones, interpolated linearly between the two nearest ones; NaN if all elements are NaN.
/// Shapes: `[..., n, ...] -> [...]`, or `[..., 1, ...]` if the axis stays. The dtype is kept.
///
/// - `q`: the quantile, from 0 for the smallest element to 1 for the largest
/// - `axis`: the axis to reduce; negative values count from the last axis
/// - `keepdim` = false: whether the axis stays, with size 1
/// - `INVALID_ARGUMENT`: the axis is out of range or has size 0, or `q` is not between 0 and 1
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn nanquantile(scope: Owner, t: TensorRef, q: f64, axis: i64, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::nanquantile(t, q, &[axis], keepdim))
}

/// The quantile `q` of all elements that are not NaN: the element at position `q (n - 1)` of the `n` sorted ones,
/// interpolated linearly between the two nearest ones; NaN if all elements are NaN.
/// Shapes: any shape gives a scalar. The dtype is kept.
///
/// - `nanquantile()`
/// - `q`: the quantile, from 0 for the smallest element to 1 for the largest
/// - `INVALID_ARGUMENT`: there are no elements, or `q` is not between 0 and 1
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn nanquantile_all_axes(scope: Owner, t: TensorRef, q: f64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::nanquantile(t, q, &[], false))
}

/// Several quantiles at once of the elements that are not NaN: for each value of `q` the element at position
/// `q (n - 1)` of the `n` sorted ones; NaN if all elements are NaN. `q` has no gradient, and must not be recorded on a
/// tape (status `UNSUPPORTED`).
/// Shapes: `[..., n, ...] -> [Q, ...]` for `Q` quantiles, without the reduced axes or with size 1 for each if they
/// stay; a scalar `q` makes no new axis. The dtype is kept.
///
/// - `nanquantile()`
/// - `q`: the quantiles, a vector or a single number, from 0 for the smallest element to 1 for the largest;
///   floating-point, and not necessarily of the dtype of this tensor
/// - `axes` = []: the axes to reduce; negative values count from the last axis; none means all
/// - `keepdim` = false: whether these axes stay, with size 1
/// - `interpolation` = LINEAR: the value at a position between two elements
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice, there are no elements to reduce, a quantile is not
///   between 0 and 1, or the result would have more than 16 axes
/// - `SHAPE_MISMATCH`: `q` has more than one axis
/// - `DTYPE_MISMATCH`: the elements or the quantiles are not floating-point
pub fn nanquantile_interpolation(
    scope: Owner,
    t: TensorRef,
    q: TensorRef,
    axes: Axes,
    keepdim: bool,
    interpolation: QuantileInterpolationCode,
) -> Result<NewTensor> {
    let interpolation = QuantileInterpolation::from_code(interpolation)?;
    map2(scope, t, q, |t, q| autograd::nanquantiles(t, q, axes, keepdim, interpolation))
}

/// The p-norm of vectors, `sum(abs(x)^p)^(1/p)`, of the elements converted to a dtype. For `p` = 0 it is the number of
/// elements that are not 0, and for plus or minus infinity the largest or smallest absolute value.
/// Shapes: `[..., n, ...] -> [...]` without the reduced axes, or with size 1 for each if they stay. The result has that
/// dtype.
///
/// - `norm()`
/// - `p`: the order of the norm
/// - `axes`: the axes to reduce; negative values count from the last axis; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `dtype`: the dtype of the elements and of the result
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice, or `p` is infinite and there are no elements to reduce
/// - `DTYPE_MISMATCH`: the dtype is not floating-point
pub fn norm_dtype(
    scope: Owner,
    t: TensorRef,
    p: f64,
    axes: Axes,
    keepdim: bool,
    dtype: DTypeCode,
) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| autograd::norm(&autograd::cast_to_float("norm", t, dtype)?, p, axes, keepdim))
}
