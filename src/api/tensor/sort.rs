//! Indices of sorted elements, searching, counting and sampling. NaN is greater than any number; of equal elements the
//! first comes first.

use super::{map, map2, optional};
use crate::api::types::{NewTensor, OptionalTensorRef, Owner, TensorRef};
use crate::autograd;
use crate::error::{Error, Result};
use crate::ops;

/// Returns the indices that sort the elements along an axis. The sort is stable in both directions; NaN is greater than
/// any number.
/// Shapes: `[..., n, ...] -> [..., n, ...]`. The result is int64.
///
/// - `axis` = -1: the axis to sort along; negative values count from the last axis
/// - `descending` = false: whether the largest element comes first
/// - `INVALID_ARGUMENT`: the axis is out of range
pub fn argsort(scope: Owner, t: TensorRef, axis: i64, descending: bool) -> Result<NewTensor> {
    map(scope, t, |t| ops::argsort(t, axis, descending))
}

/// Returns the distinct elements of the whole tensor in ascending order. Each NaN is distinct from any other; NaN comes
/// last.
/// Shapes: any shape gives `[U]` for `U` distinct elements. The dtype is kept.
///
/// - `UNSUPPORTED`: this tensor is recorded on a tape; there is no gradient
pub fn unique_values(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| autograd::unique(t).map(|found| found.values))
}

/// Returns the indices of the elements that are not 0, in row-major order: one row for each. NaN counts as not 0.
/// Shapes: `[n1, ..., nk] -> [m, k]` for `m` such elements. The result is int64.
pub fn nonzero(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, ops::nonzero)
}

/// Returns, for each value, the index at which it can be inserted into this sorted tensor so that the order is kept.
/// This tensor must ascend along its last axis; otherwise the indices are arbitrary.
/// Shapes: `[N]` with values of any shape, or `[..., N]` with values `[..., M]`; the result has the shape of the
/// values. The two tensors may have different dtypes. The result is int64.
///
/// - `values`: the values to search for
/// - `right` = false: whether the index is after elements that are equal to the value, instead of before them
/// - `SHAPE_MISMATCH`: this tensor has other than one axis, and its sizes before the last axis differ from those of
///   `values`
pub fn searchsorted(scope: Owner, t: TensorRef, values: TensorRef, right: bool) -> Result<NewTensor> {
    map2(scope, t, values, |t, values| ops::searchsorted(t, values, right))
}

/// Returns, for each element, the index of the bucket that it belongs to: the number of boundaries below it,
/// `boundary < x`, or, with `right`, of those that are not above it, `boundary <= x`.
/// Shapes: any shape with boundaries `[N]`; the result has the shape of this tensor. The two tensors may have different
/// dtypes. The result is int64.
///
/// - `boundaries`: `[N]`, ascending
/// - `right` = false: whether boundaries that are equal to the element count too
/// - `SHAPE_MISMATCH`: `boundaries` does not have exactly one axis
pub fn bucketize(scope: Owner, t: TensorRef, boundaries: TensorRef, right: bool) -> Result<NewTensor> {
    map2(scope, t, boundaries, |t, boundaries| ops::bucketize(t, boundaries, right))
}

/// Counts the elements in each of `bins` ranges of equal width between `min` and `max`. Elements outside, and NaN, are
/// not counted.
/// Shapes: any shape gives a vector of `bins` elements. The dtype is kept.
///
/// - `bins` = 100: the number of ranges
/// - `min` = 0: the start of the first range
/// - `max` = 0: the end of the last range, which is part of it; if `min` and `max` are equal, the ranges go from the
///   smallest element to the largest
/// - `INVALID_ARGUMENT`: `bins` is below 1, `min` is above `max`, or a bound is not finite
/// - `DTYPE_MISMATCH`: the elements are not floating-point
/// - `UNSUPPORTED`: this tensor is recorded on a tape; there is no gradient
pub fn histc(scope: Owner, t: TensorRef, bins: i64, min: f64, max: f64) -> Result<NewTensor> {
    map(scope, t, |t| {
        autograd::unsupported("histc", &[t])?;
        ops::histc(t, bins, min, max)
    })
}

/// Draws 1 with the probability that each element of this tensor states, and 0 otherwise. The random numbers come from
/// the stream that [`crate::api::random::seed`] starts.
/// Shapes: any; the shape and dtype are kept.
///
/// - `INVALID_ARGUMENT`: an element is not between 0 and 1
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn bernoulli(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    ops::drawing(|| map(scope, t, ops::bernoulli))
}

/// Draws indices of classes with probabilities in proportion to the weights along the last axis. The random numbers
/// come from the stream that [`crate::api::random::seed`] starts.
/// Shapes: `[c] -> [samples]`, or `[n, c] -> [n, samples]`. The result is int64.
///
/// - `samples`: the number of indices for each row of weights, at least 1
/// - `replacement` = false: whether one class may be drawn several times
/// - `INVALID_ARGUMENT`: a weight is negative or not finite, `samples` is below 1, a row has no positive weight, or,
///   without replacement, fewer than `samples` of them, there are no classes, or this tensor does not have one or two
///   axes
/// - `DTYPE_MISMATCH`: the weights are not floating-point
pub fn multinomial(scope: Owner, t: TensorRef, samples: i64, replacement: bool) -> Result<NewTensor> {
    ops::drawing(|| map(scope, t, |t| ops::multinomial(t, samples, replacement)))
}

/// Returns, for each value, the index at which it can be inserted into the sorted elements of this tensor so that the
/// order is kept. This tensor need not be sorted: `sorter` holds the indices that sort it.
/// Shapes: `[N]` with values of any shape, or `[..., N]` with values `[..., M]`; the result has the shape of the
/// values. The two tensors may have different dtypes. The result is int64.
///
/// - `searchsorted()`
/// - `values`: the values to search for
/// - `right`: whether the index is after elements that are equal to the value, instead of before them
/// - `sorter`: the indices that sort this tensor along its last axis, as from `argsort`, of its shape; none if it is
///   sorted
/// - `SHAPE_MISMATCH`: this tensor has other than one axis, and its sizes before the last axis differ from those of
///   `values`, or the shape of `sorter` differs from that of this tensor
/// - `INVALID_ARGUMENT`: an index in `sorter` is out of range
/// - `DTYPE_MISMATCH`: `sorter` is not of an integer type
pub fn searchsorted_sorter(
    scope: Owner,
    t: TensorRef,
    values: TensorRef,
    right: bool,
    sorter: OptionalTensorRef,
) -> Result<NewTensor> {
    let sorter = optional(sorter)?;
    map2(scope, t, values, |t, values| {
        let Some(sorter) = &sorter else { return ops::searchsorted(t, values, right) };
        if sorter.shape() != t.shape() {
            let (sorter, t) = (sorter.to_shape(), t.to_shape());
            return Err(Error::shape(format!("a sorter of shape {sorter} for a tensor of shape {t}")));
        }
        ops::searchsorted(&ops::gather(t, -1, sorter)?, values, right)
    })
}
