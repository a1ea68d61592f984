//! Views: new references on the same storage. See `tensor::view` for the rules and errors of each.

use super::{map, map_list};
use crate::api::own::own_all_beside;
use crate::api::resource::{borrowed, tensors as pins_of};
use crate::api::types::{Axes, CopyModeCode, Dims, Ints, NewTensor, Owner, TensorRef, TensorRefs};
use crate::api::workspace::within_limits;
use crate::autograd;
use crate::error::{Error, Result};
use crate::tensor::CopyMode;

/// The same elements in another shape: a view if strides can express it, else a copy.
///
/// - `dims`: the size along each axis; one of them may be -1, and is found out
/// - `SHAPE_MISMATCH`: the shape has another number of elements
pub fn reshape(scope: Owner, t: TensorRef, dims: Dims) -> Result<NewTensor> {
    map(scope, t, |t| autograd::reshape(t, dims))
}

/// The same elements in another shape: a view, or a copy, as the caller wants it.
///
/// - `reshape()`
/// - `dims`: the size along each axis; one of them may be -1, and is found out
/// - `copy`: whether it is a copy
/// - `SHAPE_MISMATCH`: the shape has another number of elements
/// - `INVALID_ARGUMENT`: there is to be no copy, and no strides can express the shape
pub fn reshape_copy(scope: Owner, t: TensorRef, dims: Dims, copy: CopyModeCode) -> Result<NewTensor> {
    let copy = CopyMode::from_code(copy)?;
    map(scope, t, |t| autograd::reshape_as(t, dims, copy))
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
/// from the end, and one that is too large is cut. With a negative step, which goes backwards, the result is a copy, since
/// strides are not negative.
///
/// - `axis`: which one; a negative one counts from the last
/// - `start`: the first index
/// - `end`: where to stop; not reached. The least of all integers stops behind index 0 on the way back
/// - `step` = 1: how far it is to the next index; a negative one goes backwards
/// - `INVALID_ARGUMENT`: there is no such axis, or the step is 0
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
///
/// - `squeeze()`
pub fn squeeze_all_axes(scope: Owner, t: TensorRef) -> Result<NewTensor> {
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

/// Views of an axis one after another, each of a size that is named.
///
/// - `sizes`: of each part; together they are the axis
/// - `axis` = 0: which one; a negative one counts from the last
/// - `SHAPE_MISMATCH`: the sizes are not the axis, or one is negative
/// - `INVALID_ARGUMENT`: there is no such axis
pub fn split(scope: Owner, t: TensorRef, sizes: Ints, axis: i64) -> Result<Vec<NewTensor>> {
    map_list(scope, t, |t| autograd::split(t, sizes, axis))
}

/// Views of an axis one after another, all of one size but for the last, which may be smaller.
///
/// - `size`: of a part, at least 1
/// - `axis` = 0: which one; a negative one counts from the last
/// - `INVALID_ARGUMENT`: there is no such axis, the size is less than 1, or there would be more than 2^20 parts
pub fn split_scalar(scope: Owner, t: TensorRef, size: i64, axis: i64) -> Result<Vec<NewTensor>> {
    map_list(scope, t, |t| autograd::split_every(t, size, axis))
}

/// Views of an axis one after another, as many as are asked for where that is possible: all of one
/// size, rounded up, but for the last.
///
/// - `chunks`: how many, at least 1
/// - `axis` = 0: which one; a negative one counts from the last
/// - `INVALID_ARGUMENT`: there is no such axis, or no part is asked for
pub fn chunk(scope: Owner, t: TensorRef, chunks: i64, axis: i64) -> Result<Vec<NewTensor>> {
    map_list(scope, t, |t| autograd::chunk(t, chunks, axis))
}

/// A view of each index of an axis, without that axis.
///
/// - `axis` = 0: which one; a negative one counts from the last
/// - `INVALID_ARGUMENT`: there is no such axis
pub fn unbind(scope: Owner, t: TensorRef, axis: i64) -> Result<Vec<NewTensor>> {
    map_list(scope, t, |t| autograd::unbind(t, axis))
}

/// The coordinates of a grid: of vectors, a tensor for each, in which its elements stand along its own axis and are
/// repeated along those of the others.
///
/// - `tensors`: vectors, or scalars as vectors of one element; at least one
/// - `xy` = false: the first two axes change places, as a plot has them (NumPy's `indexing="xy"`)
/// - `SHAPE_MISMATCH`: one has two axes or more
/// - `INVALID_ARGUMENT`: there is no tensor
pub fn meshgrid(scope: Owner, tensors: TensorRefs, xy: bool) -> Result<Vec<NewTensor>> {
    let pins = pins_of(tensors)?;
    let Some(first) = pins.first() else { return Err(Error::argument("meshgrid of no tensors")) };
    let made = within_limits(scope, Some(first), || autograd::meshgrid(&borrowed(&pins), xy))?;
    own_all_beside(scope, first, made)
}

/// A view of some indices of an axis, which must all be there.
///
/// - `axis`: which one; a negative one counts from the last
/// - `start`: the first index; a negative one counts from the end
/// - `length`: how many
/// - `INVALID_ARGUMENT`: there is no such axis, or it has not all of these indices
pub fn narrow(scope: Owner, t: TensorRef, axis: i64, start: i64, length: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::narrow(t, axis, start, length))
}

/// A view with some axes in other places; the others keep their order.
///
/// - `source`: the axes that move; a negative one counts from the last
/// - `destination`: where each of them comes to be
/// - `INVALID_ARGUMENT`: an axis does not exist or is named twice, or there are not as many places as axes
pub fn movedim(scope: Owner, t: TensorRef, source: Ints, destination: Ints) -> Result<NewTensor> {
    map(scope, t, |t| autograd::movedim(t, source, destination))
}

/// Neighbouring axes as one: a view if strides can express it, else a copy. A scalar becomes a vector of one element.
///
/// - `start` = 0: the first of them; a negative one counts from the last
/// - `end` = -1: the last of them
/// - `INVALID_ARGUMENT`: there is no such axis, or the last comes before the first
pub fn flatten(scope: Owner, t: TensorRef, start: i64, end: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::flatten(t, start, end))
}

/// A view with an axis divided into several.
///
/// - `axis`: which one; a negative one counts from the last
/// - `sizes`: those that come instead; one of them may be -1, and is found out
/// - `SHAPE_MISMATCH`: the sizes do not make up the axis
/// - `INVALID_ARGUMENT`: there is no such axis
pub fn unflatten(scope: Owner, t: TensorRef, axis: i64, sizes: Ints) -> Result<NewTensor> {
    map(scope, t, |t| autograd::unflatten(t, axis, sizes))
}

/// A view of the diagonal of two axes, which go; it is the last axis.
///
/// - `offset` = 0: which one; above the main one if positive
/// - `first` = 0: the axis of rows; a negative one counts from the last
/// - `second` = 1: the axis of columns
/// - `INVALID_ARGUMENT`: there is no such axis, or both are the same
pub fn diagonal(scope: Owner, t: TensorRef, offset: i64, first: i64, second: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::diagonal(t, offset, first, second))
}

/// A view of windows of an axis, which may overlap: the axis counts the windows, and a new last axis has what is in each.
///
/// - `axis`: which one; a negative one counts from the last
/// - `size`: the indices of a window
/// - `step`: how far it is from one to the next
/// - `INVALID_ARGUMENT`: there is no such axis, a window is larger than it, or the step is less than 1
pub fn unfold(scope: Owner, t: TensorRef, axis: i64, size: i64, step: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::unfold(t, axis, size, step))
}

/// A view that repeats axes of size 1, and has new ones in front: `expand` by NumPy's name.
///
/// - `dims`: the size along each axis; -1 keeps one
/// - `SHAPE_MISMATCH`: a size that is not 1 would change
pub fn broadcast_to(scope: Owner, t: TensorRef, dims: Dims) -> Result<NewTensor> {
    map(scope, t, |t| autograd::expand(t, dims))
}

/// A view with two axes exchanged: `transpose` by NumPy's name.
///
/// - `first`: the one; a negative one counts from the last
/// - `second`: the other
/// - `INVALID_ARGUMENT`: there is no such axis
pub fn swapaxes(scope: Owner, t: TensorRef, first: i64, second: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::transpose(t, first, second))
}

/// A view of each matrix transposed: the last two axes exchanged.
///
/// - `INVALID_ARGUMENT`: there are fewer than two axes
pub fn matrix_transpose(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, autograd::matrix_transpose)
}

/// A view without those of some axes whose size is 1.
///
/// - `axes`: which ones; a negative one counts from the last
/// - `INVALID_ARGUMENT`: there is no such axis, or it is named twice
pub fn squeeze_axes(scope: Owner, t: TensorRef, axes: Axes) -> Result<NewTensor> {
    map(scope, t, |t| autograd::squeeze_axes(t, axes))
}

/// Views of tensors in the shape that they broadcast to: `broadcast_arrays` of the array API.
///
/// - `tensors`: which ones; at least one
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `INVALID_ARGUMENT`: there is no tensor
pub fn broadcast_tensors(scope: Owner, tensors: TensorRefs) -> Result<Vec<NewTensor>> {
    let pins = pins_of(tensors)?;
    let Some(first) = pins.first() else { return Err(Error::argument("broadcast_tensors of no tensors")) };
    let made = within_limits(scope, Some(first), || autograd::broadcast_tensors(&borrowed(&pins)))?;
    own_all_beside(scope, first, made)
}
