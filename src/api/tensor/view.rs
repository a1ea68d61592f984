//! Views: new references on the same storage. See `tensor::view` for the rules and errors of each.

use super::map;
use crate::api::types::{Axes, Dims, NewTensor, Owner, TensorRef};
use crate::autograd;
use crate::error::Result;

/// The same elements in another shape: a view if strides can express it, else a copy.
///
/// - `dims`: the size along each axis; one of them may be -1, and is found out
/// - `SHAPE_MISMATCH`: the shape has another number of elements
pub fn reshape(scope: Owner, t: TensorRef, dims: Dims) -> Result<NewTensor> {
    map(scope, t, |t| autograd::reshape(t, dims))
}

/// A view with the axes in another order.
///
/// - `axes`: which one comes where; a negative one counts from the last
/// - `INVALID_ARGUMENT`: an axis is missing, is named twice, or does not exist
pub fn permute(scope: Owner, t: TensorRef, axes: Axes) -> Result<NewTensor> {
    map(scope, t, |t| autograd::permute(t, axes))
}

/// A view with two axes exchanged.
///
/// - `first` = -2: the one; a negative one counts from the last
/// - `second` = -1: the other
/// - `INVALID_ARGUMENT`: there is no such axis
pub fn transpose(scope: Owner, t: TensorRef, first: i64, second: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::transpose(t, first, second))
}

/// A view of every `step`-th index of an axis, with Python's meaning of bounds: a negative one counts
/// from the end, and one that is too large is cut.
///
/// - `axis`: which one; a negative one counts from the last
/// - `start`: the first index
/// - `end`: where to stop; not reached
/// - `step` = 1: how far it is to the next index
/// - `INVALID_ARGUMENT`: there is no such axis, or the step is less than 1
pub fn slice(scope: Owner, t: TensorRef, axis: i64, start: i64, end: i64, step: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::slice(t, axis, start, end, step))
}

/// A view of one index of an axis, without that axis.
///
/// - `axis`: which one; a negative one counts from the last
/// - `index`: which index; a negative one counts from the end
/// - `INVALID_ARGUMENT`: there is no such axis or index
pub fn select(scope: Owner, t: TensorRef, axis: i64, index: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::select(t, axis, index))
}

/// A view without an axis, if its size is 1.
///
/// - `axis`: which one; a negative one counts from the last
/// - `INVALID_ARGUMENT`: there is no such axis
pub fn squeeze(scope: Owner, t: TensorRef, axis: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::squeeze(t, axis))
}

/// A view without the axes of size 1.
pub fn squeeze_all(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, autograd::squeeze_all)
}

/// A view with one more axis, of size 1.
///
/// - `axis`: where it comes to be; a negative one counts from the last
/// - `INVALID_ARGUMENT`: there is no such place
pub fn unsqueeze(scope: Owner, t: TensorRef, axis: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::unsqueeze(t, axis))
}

/// A view that repeats axes of size 1, and has new ones in front.
///
/// - `dims`: the size along each axis; -1 keeps one
/// - `SHAPE_MISMATCH`: a size that is not 1 would change
pub fn expand(scope: Owner, t: TensorRef, dims: Dims) -> Result<NewTensor> {
    map(scope, t, |t| autograd::expand(t, dims))
}
