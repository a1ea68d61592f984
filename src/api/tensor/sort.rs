//! Places of elements, searching and counting. NaN is greater than any number; of equal elements the first comes first.

use super::{map, map2, optional};
use crate::api::types::{NewTensor, OptionalTensorRef, Owner, TensorRef};
use crate::autograd;
use crate::error::{Error, Result};
use crate::ops;

/// The indices that sort the elements along an axis, i64. Equal elements keep their order.
///
/// - `axis` = -1: which one; a negative one counts from the last
/// - `descending` = false: whether the largest is the first
/// - `INVALID_ARGUMENT`: there is no such axis
pub fn argsort(scope: Owner, t: TensorRef, axis: i64, descending: bool) -> Result<NewTensor> {
    map(scope, t, |t| ops::argsort(t, axis, descending))
}

/// The different elements in ascending order, one axis. Each NaN is different.
///
/// - `UNSUPPORTED`: a tape records this tensor, and there is no gradient
pub fn unique_values(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| autograd::unique(t).map(|found| found.values))
}

/// The places of the elements that are not 0, in row-major order: one row of indices for each, i64.
pub fn nonzero(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, ops::nonzero)
}

/// For each value the index at which it would stand in this tensor, which ascends along its last axis: i64.
///
/// - `values`: what is searched; this tensor has one axis, or those of the values but for the last
/// - `right` = false: whether it stands behind equal ones, and not before them
/// - `SHAPE_MISMATCH`: the shapes differ in another axis than the last
pub fn searchsorted(scope: Owner, t: TensorRef, values: TensorRef, right: bool) -> Result<NewTensor> {
    map2(scope, t, values, |t, values| ops::searchsorted(t, values, right))
}

/// For each element the index of the bucket that it is in: how many of the boundaries are below it, i64.
///
/// - `boundaries`: `[N]`, ascending
/// - `right` = false: whether an element that is equal to a boundary is above it
/// - `SHAPE_MISMATCH`: the boundaries have several axes
pub fn bucketize(scope: Owner, t: TensorRef, boundaries: TensorRef, right: bool) -> Result<NewTensor> {
    map2(scope, t, boundaries, |t, boundaries| ops::bucketize(t, boundaries, right))
}

/// How many elements lie in each of several ranges of one width, in this element type. What lies outside is not counted.
///
/// - `bins` = 100: how many ranges
/// - `min` = 0: where the first begins
/// - `max` = 0: where the last ends, which belongs to it; if both are equal, from the least element to the greatest
/// - `INVALID_ARGUMENT`: there are no ranges, or the bounds are not finite or not in order
/// - `DTYPE_MISMATCH`: the elements are not floating-point
/// - `UNSUPPORTED`: a tape records this tensor, and there is no gradient
pub fn histc(scope: Owner, t: TensorRef, bins: i64, min: f64, max: f64) -> Result<NewTensor> {
    map(scope, t, |t| {
        autograd::unsupported("histc", &[t])?;
        ops::histc(t, bins, min, max)
    })
}

/// A tensor of this shape and element type of 0 and 1: 1 with the probability that the element is.
///
/// - `INVALID_ARGUMENT`: an element is no probability
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn bernoulli(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    ops::drawing(|| map(scope, t, ops::bernoulli))
}

/// Classes drawn with a chance in proportion to their weights, which are along the last of one or two axes: i64.
///
/// - `samples`: how many for each row of weights
/// - `replacement` = false: whether a class may be drawn several times
/// - `INVALID_ARGUMENT`: a weight is negative or not finite, fewer than are drawn are positive, or there are other axes
/// - `DTYPE_MISMATCH`: the weights are not floating-point
pub fn multinomial(scope: Owner, t: TensorRef, samples: i64, replacement: bool) -> Result<NewTensor> {
    ops::drawing(|| map(scope, t, |t| ops::multinomial(t, samples, replacement)))
}

/// For each value the index at which it would stand in this tensor if that were sorted, i64.
///
/// - `searchsorted()`
/// - `values`: what is searched; this tensor has one axis, or those of the values but for the last
/// - `right`: whether it stands behind equal ones, and not before them
/// - `sorter`: the indices that sort this tensor along its last axis, as `argsort` gives them; none if it is sorted
/// - `SHAPE_MISMATCH`: the shapes differ in another axis than the last, or the sorter has another shape than this tensor
/// - `INVALID_ARGUMENT`: the sorter has an index that there is not
/// - `DTYPE_MISMATCH`: the sorter is not of integers
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
