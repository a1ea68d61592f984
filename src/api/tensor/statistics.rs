//! Statistics over axes, and what runs along one: sums so far, differences, what stands in the
//! middle. All return new references.

use super::{map, map2, optional, several};
use crate::api::types::{
    Axes, DTypeCode, NewTensor, NewTensors, OptionalTensorRef, Owner, QuantileInterpolationCode, TensorRef,
};
use crate::autograd::{self, QuantileInterpolation};
use crate::error::Result;
use crate::ops::ScanOp;
use crate::tensor::{DType, Tensor};

/// The mean of the squared distances from the mean.
///
/// - `axes` = []: over these; a negative one counts from the last; none means all
/// - `correction` = 1: how much less than their number their sum is divided by: 1 for a sample, 0 for all there is
/// - `keepdim` = false: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, or it is named twice
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn var(scope: Owner, t: TensorRef, axes: Axes, correction: f64, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::variance(t, axes, correction, keepdim))
}

/// The standard deviation, the root of the variance; its gradient is 0 where it is 0.
///
/// - `axes` = []: over these; a negative one counts from the last; none means all
/// - `correction` = 1: how much less than their number their sum is divided by: 1 for a sample, 0 for all there is
/// - `keepdim` = false: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, or it is named twice
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn std(scope: Owner, t: TensorRef, axes: Axes, correction: f64, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::deviation(t, axes, correction, keepdim))
}

/// The norm of vectors: the root of the sum of squares, or that of another order.
///
/// - `p` = 2: the order; 1 for the sum of sizes, the infinities for the greatest and the least, 0
///   for how many are not 0
/// - `axes` = []: over these; a negative one counts from the last; none means all
/// - `keepdim` = false: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, or it is named twice
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn norm(scope: Owner, t: TensorRef, p: f64, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::norm(t, p, axes, keepdim))
}

/// The sum of all elements up to each one; of integers and truth values, i64.
///
/// - `axis`: along which; a negative one counts from the last
/// - `INVALID_ARGUMENT`: there is no such axis
pub fn cumsum(scope: Owner, t: TensorRef, axis: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::scan(ScanOp::Sum, t, axis))
}

/// The product of all elements up to each one; of integers and truth values, i64.
///
/// - `axis`: along which; a negative one counts from the last
/// - `INVALID_ARGUMENT`: there is no such axis
pub fn cumprod(scope: Owner, t: TensorRef, axis: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::scan(ScanOp::Prod, t, axis))
}

/// The largest of all elements up to each one; NaN from the first NaN on. It has no gradient.
///
/// - `axis`: along which; a negative one counts from the last
/// - `INVALID_ARGUMENT`: there is no such axis
/// - `UNSUPPORTED`: it is on a tape
pub fn cummax(scope: Owner, t: TensorRef, axis: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::scan(ScanOp::Max, t, axis))
}

/// The smallest of all elements up to each one; NaN from the first NaN on. It has no gradient.
///
/// - `axis`: along which; a negative one counts from the last
/// - `INVALID_ARGUMENT`: there is no such axis
/// - `UNSUPPORTED`: it is on a tape
pub fn cummin(scope: Owner, t: TensorRef, axis: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::scan(ScanOp::Min, t, axis))
}

/// The differences of neighbours along an axis, or the differences of those.
///
/// - `n` = 1: how many times
/// - `axis` = -1: along which; a negative one counts from the last
/// - `INVALID_ARGUMENT`: there is no such axis, or `n` is negative
/// - `DTYPE_MISMATCH`: the elements are bool
pub fn diff(scope: Owner, t: TensorRef, n: i64, axis: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::diff(t, n, axis))
}

/// What stands in the middle of the order along an axis, of two the lesser, and where it is; NaN where there is one.
///
/// - `axis`: along which; a negative one counts from the last
/// - `keepdim` = false: whether the axis stays, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, or it has no index
/// - `-> values`: the elements
/// - `-> indices`: the index of each along the axis, i64
pub fn median(scope: Owner, t: TensorRef, axis: i64, keepdim: bool) -> Result<NewTensors<2>> {
    several(scope, t, |t| autograd::median(t, axis, keepdim).map(<[_; 2]>::from))
}

/// What stands in the middle of the order of all elements, of two the lesser; NaN where there is one.
///
/// - `median()`
/// - `INVALID_ARGUMENT`: there is no element
pub fn median_all_axes(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, autograd::median_all)
}

/// What stands at a share of the order along an axis, between two neighbours in proportion; NaN where there is one.
///
/// - `q`: the share, from 0 for the least to 1 for the greatest
/// - `axis`: along which; a negative one counts from the last
/// - `keepdim` = false: whether the axis stays, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, it has no index, or `q` is not between 0 and 1
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn quantile(scope: Owner, t: TensorRef, q: f64, axis: i64, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::quantile(t, q, &[axis], keepdim))
}

/// What stands at a share of the order of all elements, between two neighbours in proportion; NaN where there is one.
///
/// - `quantile()`
/// - `q`: the share, from 0 for the least to 1 for the greatest
/// - `INVALID_ARGUMENT`: there is no element, or `q` is not between 0 and 1
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn quantile_all_axes(scope: Owner, t: TensorRef, q: f64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::quantile(t, q, &[], false))
}

/// What stands at each of several shares of the order, along a new first axis; NaN where there is
/// one. The shares have no gradient.
///
/// - `quantile()`
/// - `q`: the shares, a vector of numbers from 0 for the least to 1 for the greatest; of a single
///   number there is no new axis
/// - `axes` = []: over these; a negative one counts from the last; none means all
/// - `keepdim` = false: whether these axes stay, with size 1
/// - `interpolation` = LINEAR: what lies between two neighbours
/// - `INVALID_ARGUMENT`: there is no such axis, it is named twice, it has no index, or a share is not between 0 and 1
/// - `SHAPE_MISMATCH`: the shares have several axes
/// - `DTYPE_MISMATCH`: the elements or the shares are not floating-point
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

/// The sum of all elements up to each one, by the array API's name: `cumsum`, which can begin with 0.
///
/// - `axis`: along which; a negative one counts from the last
/// - `include_initial` = false: whether a 0 comes before the first, so that the axis is longer by 1
/// - `INVALID_ARGUMENT`: there is no such axis
pub fn cumulative_sum(scope: Owner, t: TensorRef, axis: i64, include_initial: bool) -> Result<NewTensor> {
    map(scope, t, |t| cumulative(ScanOp::Sum, t, None, axis, include_initial))
}

/// The product of all elements up to each one, by the array API's name: `cumprod`, which can begin with 1.
///
/// - `axis`: along which; a negative one counts from the last
/// - `include_initial` = false: whether a 1 comes before the first, so that the axis is longer by 1
/// - `INVALID_ARGUMENT`: there is no such axis
pub fn cumulative_prod(scope: Owner, t: TensorRef, axis: i64, include_initial: bool) -> Result<NewTensor> {
    map(scope, t, |t| cumulative(ScanOp::Prod, t, None, axis, include_initial))
}

/// The sum of all elements up to each one, cast to an element type, which is the result's: integers wrap.
///
/// - `cumsum()`
/// - `axis`: along which; a negative one counts from the last
/// - `dtype`: the element type
/// - `INVALID_ARGUMENT`: there is no such axis
pub fn cumsum_dtype(scope: Owner, t: TensorRef, axis: i64, dtype: DTypeCode) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| autograd::scan_as(ScanOp::Sum, t, dtype, axis))
}

/// The sum of all elements up to each one, cast to an element type, which is the result's:
/// `cumsum`, which can begin with 0.
///
/// - `cumulative_sum()`
/// - `axis`: along which; a negative one counts from the last
/// - `dtype`: the element type
/// - `include_initial` = false: whether a 0 comes before the first, so that the axis is longer by 1
/// - `INVALID_ARGUMENT`: there is no such axis
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

/// The product of all elements up to each one, cast to an element type, which is the result's: integers wrap.
///
/// - `cumprod()`
/// - `axis`: along which; a negative one counts from the last
/// - `dtype`: the element type
/// - `INVALID_ARGUMENT`: there is no such axis
pub fn cumprod_dtype(scope: Owner, t: TensorRef, axis: i64, dtype: DTypeCode) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| autograd::scan_as(ScanOp::Prod, t, dtype, axis))
}

/// The product of all elements up to each one, cast to an element type, which is the result's:
/// `cumprod`, which can begin with 1.
///
/// - `cumulative_prod()`
/// - `axis`: along which; a negative one counts from the last
/// - `dtype`: the element type
/// - `include_initial` = false: whether a 1 comes before the first, so that the axis is longer by 1
/// - `INVALID_ARGUMENT`: there is no such axis
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

fn cumulative(op: ScanOp, t: &Tensor, dtype: Option<DType>, axis: i64, include_initial: bool) -> Result<Tensor> {
    let scan = match dtype {
        Some(dtype) => autograd::scan_as(op, t, dtype, axis)?,
        None => autograd::scan(op, t, axis)?,
    };
    if include_initial { autograd::from_start(op, &scan, axis) } else { Ok(scan) }
}

/// The differences of neighbours along an axis, with tensors before and behind this one.
///
/// - `diff()`
/// - `n`: how many times; 0 gives this tensor alone
/// - `axis`: along which; a negative one counts from the last
/// - `prepend`: what comes before, or none
/// - `append`: what comes behind, or none
/// - `INVALID_ARGUMENT`: there is no such axis, or `n` is negative
/// - `SHAPE_MISMATCH`: one of them differs along another axis
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

/// What stands in the middle of the order of what is not NaN along an axis, of two the lesser, and
/// where it is; NaN where there is nothing else.
///
/// - `axis`: along which; a negative one counts from the last
/// - `keepdim` = false: whether the axis stays, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, or it has no index
/// - `-> values`: the elements
/// - `-> indices`: the index of each along the axis, i64
pub fn nanmedian(scope: Owner, t: TensorRef, axis: i64, keepdim: bool) -> Result<NewTensors<2>> {
    several(scope, t, |t| autograd::nanmedian(t, axis, keepdim).map(<[_; 2]>::from))
}

/// What stands in the middle of the order of all elements that are not NaN, of two the lesser; NaN
/// where there is nothing else.
///
/// - `nanmedian()`
/// - `INVALID_ARGUMENT`: there is no element
pub fn nanmedian_all_axes(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, autograd::nanmedian_all)
}

/// What stands at a share of the order of what is not NaN along an axis, between two neighbours in
/// proportion; NaN where there is nothing else.
///
/// - `q`: the share, from 0 for the least to 1 for the greatest
/// - `axis`: along which; a negative one counts from the last
/// - `keepdim` = false: whether the axis stays, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, it has no index, or `q` is not between 0 and 1
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn nanquantile(scope: Owner, t: TensorRef, q: f64, axis: i64, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::nanquantile(t, q, &[axis], keepdim))
}

/// What stands at a share of the order of all elements that are not NaN, between two neighbours in
/// proportion; NaN where there is nothing else.
///
/// - `nanquantile()`
/// - `q`: the share, from 0 for the least to 1 for the greatest
/// - `INVALID_ARGUMENT`: there is no element, or `q` is not between 0 and 1
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn nanquantile_all_axes(scope: Owner, t: TensorRef, q: f64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::nanquantile(t, q, &[], false))
}

/// What stands at each of several shares of the order of what is not NaN, along a new first axis; NaN
/// where there is nothing else. The shares have no gradient.
///
/// - `nanquantile()`
/// - `q`: the shares, a vector of numbers from 0 for the least to 1 for the greatest; of a single
///   number there is no new axis
/// - `axes` = []: over these; a negative one counts from the last; none means all
/// - `keepdim` = false: whether these axes stay, with size 1
/// - `interpolation` = LINEAR: what lies between two neighbours
/// - `INVALID_ARGUMENT`: there is no such axis, it is named twice, it has no index, or a share is not between 0 and 1
/// - `SHAPE_MISMATCH`: the shares have several axes
/// - `DTYPE_MISMATCH`: the elements or the shares are not floating-point
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

/// The norm of vectors, of the elements cast to an element type, which is the result's.
///
/// - `norm()`
/// - `p`: the order; 1 for the sum of sizes, the infinities for the greatest and the least, 0 for how
///   many are not 0
/// - `axes`: over these; a negative one counts from the last; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `dtype`: the element type
/// - `INVALID_ARGUMENT`: there is no such axis, or it is named twice
/// - `DTYPE_MISMATCH`: the element type is not floating-point
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
