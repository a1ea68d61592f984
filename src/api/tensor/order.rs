//! Sorting and choosing, with where the elements came from: several results, all of which are owned
//! or none. NaN is greater than any number; of equal elements the first comes first. And `roll`,
//! which takes two lists, and `bincount`, of which one operand may be missing.

use super::{map, several};
use crate::api::own::own_beside;
use crate::api::resource::tensor;
use crate::api::types::{Axes, Ints, NewTensor, NewTensors, OptionalTensorRef, Owner, TensorRef};
use crate::api::workspace::within_limits;
use crate::autograd;
use crate::error::Result;
use crate::ops;
use crate::tensor::Tensor;

/// The elements along an axis in order, and where they came from. Equal elements keep their order.
///
/// - `axis` = -1: which one; a negative one counts from the last
/// - `descending` = false: whether the largest is the first
/// - `INVALID_ARGUMENT`: there is no such axis
/// - `-> values`: the elements in order
/// - `-> indices`: the index of each along the axis, i64
pub fn sort(scope: Owner, t: TensorRef, axis: i64, descending: bool) -> Result<NewTensors<2>> {
    several(scope, t, |t| autograd::sort(t, axis, descending).map(<[_; 2]>::from))
}

/// The largest elements along an axis, the largest first, or the smallest, and where they are.
///
/// - `k`: how many
/// - `axis` = -1: which one; a negative one counts from the last
/// - `largest` = true: whether it is the largest
/// - `INVALID_ARGUMENT`: there is no such axis, or it has fewer elements
/// - `-> values`: these elements in order
/// - `-> indices`: the index of each along the axis, i64
pub fn topk(scope: Owner, t: TensorRef, k: i64, axis: i64, largest: bool) -> Result<NewTensors<2>> {
    several(scope, t, |t| autograd::topk(t, k, axis, largest).map(<[_; 2]>::from))
}

/// The k-th smallest element along an axis, and where it is.
///
/// - `k`: which one, from 1 on
/// - `axis` = -1: along which; a negative one counts from the last
/// - `keepdim` = false: whether the axis stays, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, or it has fewer elements
/// - `-> values`: the elements
/// - `-> indices`: the index of each along the axis, i64
pub fn kthvalue(scope: Owner, t: TensorRef, k: i64, axis: i64, keepdim: bool) -> Result<NewTensors<2>> {
    several(scope, t, |t| autograd::kthvalue(t, k, axis, keepdim).map(<[_; 2]>::from))
}

/// The different elements in ascending order, and where they are. Each NaN is different.
///
/// - `-> values`: the different elements, one axis
/// - `-> indices`: for each value the place of its first element in row-major order, i64
/// - `-> inverse`: for each element of this tensor the index of its value, i64
/// - `-> counts`: for each value how many elements it has, i64
/// - `UNSUPPORTED`: a tape records this tensor, and there is no gradient
pub fn unique(scope: Owner, t: TensorRef) -> Result<NewTensors<4>> {
    several(scope, t, |t| autograd::unique(t).map(parts))
}

/// The different slices of an axis, in the order of their elements, and where they are. Each slice
/// with a NaN is different.
///
/// - `unique()`
/// - `axis`: which one; a negative one counts from the last
/// - `INVALID_ARGUMENT`: there is no such axis
/// - `UNSUPPORTED`: a tape records this tensor, and there is no gradient
/// - `-> values`: the different slices, along the axis
/// - `-> indices`: for each value the index of its first slice, i64
/// - `-> inverse`: for each slice of this tensor the index of its value, i64
/// - `-> counts`: for each value how many slices it has, i64
pub fn unique_axis(scope: Owner, t: TensorRef, axis: i64) -> Result<NewTensors<4>> {
    several(scope, t, |t| autograd::unique_along(t, axis).map(parts))
}

fn parts(found: ops::Unique) -> [Tensor; 4] {
    [found.values, found.indices, found.inverse, found.counts]
}

/// The different elements in ascending order, and how many there are of each. Each NaN is different.
///
/// - `-> values`: the different elements, one axis
/// - `-> counts`: for each value how many elements it has, i64
/// - `UNSUPPORTED`: a tape records this tensor, and there is no gradient
pub fn unique_counts(scope: Owner, t: TensorRef) -> Result<NewTensors<2>> {
    several(scope, t, |t| autograd::unique(t).map(|found| [found.values, found.counts]))
}

/// The different elements in ascending order, and which of them each element is. Each NaN is different.
///
/// - `-> values`: the different elements, one axis
/// - `-> inverse`: for each element of this tensor the index of its value, i64
/// - `UNSUPPORTED`: a tape records this tensor, and there is no gradient
pub fn unique_inverse(scope: Owner, t: TensorRef) -> Result<NewTensors<2>> {
    several(scope, t, |t| autograd::unique(t).map(|found| [found.values, found.inverse]))
}

/// The elements moved on along axes; those that leave at one end come in at the other. Without axes they are moved in
/// row-major order.
///
/// - `shifts`: how far, for each axis; one number if there are no axes
/// - `axes`: along these; a negative one counts from the last
/// - `INVALID_ARGUMENT`: there is no such axis, or another number of shifts
pub fn roll(scope: Owner, t: TensorRef, shifts: Ints, axes: Axes) -> Result<NewTensor> {
    map(scope, t, |t| autograd::roll(t, shifts, axes))
}

/// How often each number from 0 on is among the elements, i64; or the sum of their weights, f32 of
/// such weights, else f64.
///
/// - `weights` = none: one number for each element
/// - `minlength` = 0: how many counts there are at least
/// - `INVALID_ARGUMENT`: an element or the length is negative
/// - `SHAPE_MISMATCH`: there are several axes, or another number of weights
/// - `DTYPE_MISMATCH`: the elements are not integers
/// - `gradient`: no
pub fn bincount(scope: Owner, t: TensorRef, weights: OptionalTensorRef, minlength: i64) -> Result<NewTensor> {
    let weights = if weights == 0 { None } else { Some(tensor(weights)?) };
    let t = tensor(t)?;
    let count = || match &weights {
        Some(weights) => {
            autograd::unsupported("bincount", &[weights])?;
            ops::bincount(&t, Some(weights), minlength)
        }
        None => ops::bincount(&t, None, minlength),
    };
    own_beside(scope, &t, within_limits(scope, Some(&t), count)?)
}
