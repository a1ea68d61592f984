//! Sorting and choosing elements together with their indices: several results, all of which are owned or none. NaN is
//! greater than any number; of equal elements the first comes first. Also `roll`, which takes two lists, and
//! `bincount`, one of whose operands may be missing.

use super::{map, optional, several};
use crate::api::types::{Axes, Ints, NewTensor, NewTensors, OptionalTensorRef, Owner, TensorRef};
use crate::autograd;
use crate::error::Result;
use crate::ops;
use crate::tensor::Tensor;

/// The elements along an axis in ascending or descending order, and their indices. The sort is stable in both
/// directions; NaN is greater than any number.
/// Shapes: `[..., n, ...] -> [..., n, ...]` for both results. The values keep the dtype; the indices are int64.
///
/// - `axis` = -1: the axis to sort along; negative values count from the last axis
/// - `descending` = false: whether the largest element comes first
/// - `INVALID_ARGUMENT`: the axis is out of range
/// - `-> values`: the sorted elements
/// - `-> indices`: the index of each along the axis, int64
/// - `gradient`: yes
pub fn sort(scope: Owner, t: TensorRef, axis: i64, descending: bool) -> Result<NewTensors<2>> {
    several(scope, t, |t| autograd::sort(t, axis, descending).map(<[_; 2]>::from))
}

/// The `k` largest elements along an axis, the largest first, or the `k` smallest, the smallest first, and their
/// indices. NaN is greater than any number; of equal elements the first comes first.
/// Shapes: `[..., n, ...] -> [..., k, ...]` for both results. The values keep the dtype; the indices are int64.
///
/// - `k`: the number of elements, from 0 to the size of the axis
/// - `axis` = -1: the axis to search along; negative values count from the last axis
/// - `largest` = true: whether the largest elements are returned, instead of the smallest
/// - `INVALID_ARGUMENT`: the axis is out of range, or `k` is negative or larger than its size
/// - `-> values`: the chosen elements, in order
/// - `-> indices`: the index of each along the axis, int64
/// - `gradient`: yes
pub fn topk(scope: Owner, t: TensorRef, k: i64, axis: i64, largest: bool) -> Result<NewTensors<2>> {
    several(scope, t, |t| autograd::topk(t, k, axis, largest).map(<[_; 2]>::from))
}

/// The `k`-th smallest element along an axis, and its index. NaN is greater than any number.
/// Shapes: `[..., n, ...] -> [...]` for both results, or `[..., 1, ...]` if the axis stays. The values keep the dtype;
/// the indices are int64.
///
/// - `k`: the rank of the element, from 1 for the smallest
/// - `axis` = -1: the axis to search along; negative values count from the last axis
/// - `keepdim` = false: whether the axis stays, with size 1
/// - `INVALID_ARGUMENT`: the axis is out of range, or `k` is below 1 or larger than its size
/// - `-> values`: the elements
/// - `-> indices`: the index of each along the axis, int64
/// - `gradient`: yes
pub fn kthvalue(scope: Owner, t: TensorRef, k: i64, axis: i64, keepdim: bool) -> Result<NewTensors<2>> {
    several(scope, t, |t| autograd::kthvalue(t, k, axis, keepdim).map(<[_; 2]>::from))
}

/// The distinct elements of the whole tensor in ascending order, their first positions, the index of each element's
/// value, and the counts. Each NaN is distinct from any other; NaN comes last.
/// Shapes: any shape gives `[U]` for `U` distinct elements, except `inverse`, which has the shape of this tensor. The
/// values keep the dtype; the other results are int64.
///
/// - `-> values`: the distinct elements, one axis
/// - `-> indices`: the position of the first element with each value in the flattened tensor, int64
/// - `-> inverse`: the index of the value of each element of this tensor, int64
/// - `-> counts`: the number of elements with each value, int64
/// - `UNSUPPORTED`: this tensor is recorded on a tape; there is no gradient
pub fn unique(scope: Owner, t: TensorRef) -> Result<NewTensors<4>> {
    several(scope, t, |t| autograd::unique(t).map(parts))
}

/// The distinct slices along an axis in lexicographic order, their first positions, the index of each slice's value,
/// and the counts. A slice that contains a NaN is distinct from any other.
/// Shapes: `[..., N, ...] -> [..., U, ...]` for `U` distinct slices; `indices` and `counts` are `[U]`, and `inverse` is
/// `[N]`. The values keep the dtype; the other results are int64.
///
/// - `unique()`
/// - `axis`: the axis of the slices; negative values count from the last axis
/// - `INVALID_ARGUMENT`: the axis is out of range
/// - `UNSUPPORTED`: this tensor is recorded on a tape; there is no gradient
/// - `-> values`: the distinct slices, along the axis
/// - `-> indices`: the index of the first slice with each value, int64
/// - `-> inverse`: the index of the value of each slice of this tensor, int64
/// - `-> counts`: the number of slices with each value, int64
pub fn unique_axis(scope: Owner, t: TensorRef, axis: i64) -> Result<NewTensors<4>> {
    several(scope, t, |t| autograd::unique_along(t, axis).map(parts))
}

pub(super) fn parts(found: ops::Unique) -> [Tensor; 4] {
    [found.values, found.indices, found.inverse, found.counts]
}

/// The distinct elements of the whole tensor in ascending order, and how many there are of each. Each NaN is distinct
/// from any other; NaN comes last.
/// Shapes: any shape gives `[U]` for `U` distinct elements. The values keep the dtype; the counts are int64.
///
/// - `-> values`: the distinct elements, one axis
/// - `-> counts`: the number of elements with each value, int64
/// - `UNSUPPORTED`: this tensor is recorded on a tape; there is no gradient
pub fn unique_counts(scope: Owner, t: TensorRef) -> Result<NewTensors<2>> {
    several(scope, t, |t| autograd::unique(t).map(|found| [found.values, found.counts]))
}

/// The distinct elements of the whole tensor in ascending order, and the index of each element's value among them. Each
/// NaN is distinct from any other; NaN comes last.
/// Shapes: any shape gives `[U]` for `U` distinct elements; `inverse` has the shape of this tensor. The values keep the
/// dtype; `inverse` is int64.
///
/// - `-> values`: the distinct elements, one axis
/// - `-> inverse`: the index of the value of each element of this tensor, int64
/// - `UNSUPPORTED`: this tensor is recorded on a tape; there is no gradient
pub fn unique_inverse(scope: Owner, t: TensorRef) -> Result<NewTensors<2>> {
    several(scope, t, |t| autograd::unique(t).map(|found| [found.values, found.inverse]))
}

/// Shifts the elements along axes; elements that pass the end come in again at the start. Without axes, the flattened
/// tensor is shifted.
/// Shapes: any; the shape and dtype are kept. The result is a copy.
///
/// - `shifts`: how far to shift, one number for each axis, or a single number if there are no axes; an axis that is
///   named twice is shifted by the sum
/// - `axes`: the axes to shift along; negative values count from the last axis
/// - `INVALID_ARGUMENT`: an axis is out of range, or there is not one shift for each axis
/// - `gradient`: yes
pub fn roll(scope: Owner, t: TensorRef, shifts: Ints, axes: Axes) -> Result<NewTensor> {
    map(scope, t, |t| autograd::roll(t, shifts, axes))
}

/// Counts how often each of the numbers from 0 on occurs: `result[i]` is the number of elements equal to `i`, or the
/// sum of their weights.
/// Shapes: `[n] -> [max(minlength, m + 1)]`, where `m` is the largest element. The result is int64; with weights it is
/// float32 if these are float32, and float64 otherwise.
///
/// - `weights` = none: one number for each element, of any dtype
/// - `minlength` = 0: the smallest number of counts
/// - `INVALID_ARGUMENT`: an element or `minlength` is negative, or the result would be too large
/// - `SHAPE_MISMATCH`: this tensor does not have exactly one axis, or the weights have another shape
/// - `DTYPE_MISMATCH`: this tensor is not of an integer type
/// - `UNSUPPORTED`: the weights are recorded on a tape
/// - `gradient`: no
pub fn bincount(scope: Owner, t: TensorRef, weights: OptionalTensorRef, minlength: i64) -> Result<NewTensor> {
    let weights = optional(weights)?;
    map(scope, t, |t| {
        if let Some(weights) = weights.as_deref() {
            autograd::unsupported("bincount", &[weights])?;
        }
        ops::bincount(t, weights.as_deref(), minlength)
    })
}
