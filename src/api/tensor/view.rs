//! Views: new references to the same memory, with another shape and other strides. Nothing is copied unless the doc
//! says so.
//!
//! - `gradient`: yes

use super::{map, map_list};
use crate::api::types::{Axes, CopyModeCode, Dims, Ints, NewTensor, Owner, TensorRef, TensorRefs};
use crate::autograd;
use crate::error::{Error, Result};
use crate::session::context::within_limits;
use crate::session::own::own_all_beside;
use crate::session::resource::{borrowed, tensors as pins_of};
use crate::tensor::CopyMode;

/// Returns the same elements, in row-major order, in another shape.
/// Shapes: any shape with the same number of elements. The dtype is kept. The result is a view if strides can express
/// it, else a copy.
///
/// - `dims`: the size of each axis; one of them may be -1 and is then computed from the others
/// - `SHAPE_MISMATCH`: the shape does not have as many elements as this tensor
/// - `INVALID_ARGUMENT`: a size is negative and not -1, -1 appears twice, or there are more than 16 axes
pub fn reshape(scope: Owner, t: TensorRef, dims: Dims) -> Result<NewTensor> {
    map(scope, t, |t| autograd::reshape(t, dims))
}

/// Returns the same elements, in row-major order, in another shape; `copy` says whether the result is a view or a copy.
/// Shapes: any shape with the same number of elements. The dtype is kept.
///
/// - `reshape()`
/// - `dims`: the size of each axis; one of them may be -1 and is then computed from the others
/// - `copy`: whether to copy: if needed, always, or never
/// - `SHAPE_MISMATCH`: the shape does not have as many elements as this tensor
/// - `INVALID_ARGUMENT`: no copy is allowed and strides cannot express the shape, a size is negative and not -1, -1
///   appears twice, or there are more than 16 axes
pub fn reshape_copy(scope: Owner, t: TensorRef, dims: Dims, copy: CopyModeCode) -> Result<NewTensor> {
    let copy = CopyMode::from_code(copy)?;
    map(scope, t, |t| autograd::reshape_as(t, dims, copy))
}

/// Returns a view of the same elements, in row-major order, in another shape. Nothing is copied.
/// Shapes: any shape with the same number of elements. The dtype is kept.
///
/// - `dims`: the size of each axis; one of them may be -1 and is then computed from the others
/// - `SHAPE_MISMATCH`: the shape does not have as many elements as this tensor
/// - `INVALID_ARGUMENT`: strides cannot express the shape, a size is negative and not -1, -1 appears twice, or there are
///   more than 16 axes
pub fn view(scope: Owner, t: TensorRef, dims: Dims) -> Result<NewTensor> {
    map(scope, t, |t| autograd::reshape_as(t, dims, CopyMode::Never))
}

/// Returns a view with the axes in another order.
/// Shapes: axis `i` of the result is axis `axes[i]` of this tensor. The dtype is kept.
///
/// - `axes`: every axis once, in the new order; negative values count from the last axis
/// - `INVALID_ARGUMENT`: an axis is missing, named twice, or out of range
pub fn permute(scope: Owner, t: TensorRef, axes: Axes) -> Result<NewTensor> {
    map(scope, t, |t| autograd::permute(t, axes))
}

/// Returns a view with two axes exchanged.
/// Shapes: `[..., m, n] -> [..., n, m]` for the last two axes. The dtype is kept.
///
/// - `first` = -2: one axis; negative values count from the last axis
/// - `second` = -1: the other axis; negative values count from the last axis
/// - `INVALID_ARGUMENT`: an axis is out of range
pub fn transpose(scope: Owner, t: TensorRef, first: i64, second: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::transpose(t, first, second))
}

/// Returns the indices `start`, `start + step`, ... of an axis, up to but not including `end`. Bounds work as in
/// Python: negative ones count from the end, and ones outside the axis are cut to it. With a negative step, the indices
/// go backwards.
/// Shapes: `[..., n, ...] -> [..., k, ...]` for `k` indices. The dtype is kept. The result is a view; with a negative
/// step it is a copy, because strides are never negative.
///
/// - `axis`: the axis to slice; negative values count from the last axis
/// - `start`: the first index
/// - `end`: the index to stop before; with a negative step, the smallest 64-bit integer stops after index 0
/// - `step` = 1: the distance between indices; negative values go backwards
/// - `INVALID_ARGUMENT`: the axis is out of range, or the step is 0
pub fn slice(scope: Owner, t: TensorRef, axis: i64, start: i64, end: i64, step: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::slice(t, axis, start, end, step))
}

/// Returns a view of one index of an axis, without that axis.
/// Shapes: `[..., n, ...] -> [...]`. The dtype is kept.
///
/// - `axis`: the axis to index; negative values count from the last axis
/// - `index`: the index; negative values count from the end of the axis
/// - `INVALID_ARGUMENT`: the axis or the index is out of range
pub fn select(scope: Owner, t: TensorRef, axis: i64, index: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::select(t, axis, index))
}

/// Returns a view without an axis of size 1. If its size is not 1, the axis stays.
/// Shapes: `[..., 1, ...] -> [...]`. The dtype is kept.
///
/// - `axis`: the axis to remove; negative values count from the last axis
/// - `INVALID_ARGUMENT`: the axis is out of range
pub fn squeeze(scope: Owner, t: TensorRef, axis: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::squeeze(t, axis))
}

/// Returns a view without the axes of size 1.
/// Shapes: `[m, 1, n, 1] -> [m, n]`, for example. The dtype is kept.
///
/// - `squeeze()`
pub fn squeeze_all_axes(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, autograd::squeeze_all)
}

/// Returns a view with a new axis of size 1.
/// Shapes: `[...] -> [..., 1, ...]`. The dtype is kept.
///
/// - `axis`: the position of the new axis; negative values count from the end, -1 being the new last axis
/// - `INVALID_ARGUMENT`: the position is out of range, or this tensor already has 16 axes
pub fn unsqueeze(scope: Owner, t: TensorRef, axis: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::unsqueeze(t, axis))
}

/// Returns a view in which axes of size 1 are repeated, and new axes are added in front.
/// Shapes: `[m, 1] -> [k, m, n]` for `dims` = `[k, m, n]`. The dtype is kept. The repeated elements overlap in memory,
/// so the view cannot be written in place.
///
/// - `dims`: the size of each axis; -1 keeps the size of an axis
/// - `SHAPE_MISMATCH`: a size that is not 1 would change, there are fewer sizes than axes, or -1 is given for a new
///   axis
/// - `INVALID_ARGUMENT`: a size is negative and not -1, there are more than 16 axes, or the result would be too large
pub fn expand(scope: Owner, t: TensorRef, dims: Dims) -> Result<NewTensor> {
    map(scope, t, |t| autograd::expand(t, dims))
}

/// Splits an axis into consecutive views of the given sizes.
/// Shapes: `[..., n, ...]` gives `[..., s1, ...]`, `[..., s2, ...]` and so on. The dtype is kept.
///
/// - `sizes`: the size of each part; they add up to the size of the axis
/// - `axis` = 0: the axis to split; negative values count from the last axis
/// - `SHAPE_MISMATCH`: the sizes do not add up to the size of the axis, or one is negative
/// - `INVALID_ARGUMENT`: the axis is out of range
pub fn split(scope: Owner, t: TensorRef, sizes: Ints, axis: i64) -> Result<Vec<NewTensor>> {
    map_list(scope, t, |t| autograd::split(t, sizes, axis))
}

/// Splits an axis into consecutive views of `size` indices each; the last one may be smaller. An empty axis gives one
/// empty part.
/// Shapes: `[..., n, ...]` gives parts of shape `[..., size, ...]`. The dtype is kept.
///
/// - `size`: the size of a part, at least 1
/// - `axis` = 0: the axis to split; negative values count from the last axis
/// - `INVALID_ARGUMENT`: the axis is out of range, the size is below 1, or there would be more than 2^20 parts
pub fn split_scalar(scope: Owner, t: TensorRef, size: i64, axis: i64) -> Result<Vec<NewTensor>> {
    map_list(scope, t, |t| autograd::split_every(t, size, axis))
}

/// Splits an axis into at most `chunks` consecutive views. Each has `ceil(n / chunks)` indices; the last one may be
/// smaller, and there may be fewer parts. An empty axis gives `chunks` empty parts.
/// Shapes: `[..., n, ...]` gives parts of shape `[..., k, ...]`. The dtype is kept.
///
/// - `chunks`: the largest number of parts, at least 1
/// - `axis` = 0: the axis to split; negative values count from the last axis
/// - `INVALID_ARGUMENT`: the axis is out of range, `chunks` is below 1, or there would be more than 2^20 parts
pub fn chunk(scope: Owner, t: TensorRef, chunks: i64, axis: i64) -> Result<Vec<NewTensor>> {
    map_list(scope, t, |t| autograd::chunk(t, chunks, axis))
}

/// Returns a view of each index of an axis, without that axis.
/// Shapes: `[..., n, ...]` gives `n` tensors of shape `[...]`. The dtype is kept.
///
/// - `axis` = 0: the axis to take apart; negative values count from the last axis
/// - `INVALID_ARGUMENT`: the axis is out of range, or has more than 2^20 indices
pub fn unbind(scope: Owner, t: TensorRef, axis: i64) -> Result<Vec<NewTensor>> {
    map_list(scope, t, |t| autograd::unbind(t, axis))
}

/// Returns the coordinates of a grid: one view for each vector, in which its elements run along the vector's own axis
/// and are repeated along the others.
/// Shapes: `[n1], ..., [nk]` gives `k` tensors of shape `[n1, ..., nk]`. Each keeps its dtype.
///
/// - `tensors`: vectors, or scalars, which count as vectors of one element; at least one
/// - `xy` = false: whether the first two axes are exchanged, as NumPy's `indexing="xy"` does
/// - `SHAPE_MISMATCH`: a tensor has more than one axis
/// - `INVALID_ARGUMENT`: there are no tensors or more than 8, or the result would be too large
pub fn meshgrid(scope: Owner, tensors: TensorRefs, xy: bool) -> Result<Vec<NewTensor>> {
    let pins = pins_of(tensors)?;
    let Some(first) = pins.first() else { return Err(Error::argument("meshgrid of no tensors")) };
    let made = within_limits(scope, Some(first), || autograd::meshgrid(&borrowed(&pins), xy))?;
    own_all_beside(scope, first, made)
}

/// Returns a view of `length` consecutive indices of an axis. Unlike those of `slice`, they must all exist.
/// Shapes: `[..., n, ...] -> [..., length, ...]`. The dtype is kept.
///
/// - `axis`: the axis to narrow; negative values count from the last axis
/// - `start`: the first index; negative values count from the end of the axis
/// - `length`: the number of indices
/// - `INVALID_ARGUMENT`: the axis or an index is out of range, or the length is negative
pub fn narrow(scope: Owner, t: TensorRef, axis: i64, start: i64, length: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::narrow(t, axis, start, length))
}

/// Returns a view with some axes moved to other positions; the other axes keep their order.
/// Shapes: `[a, b, c] -> [b, c, a]` for axis 0 moved to position 2. The dtype is kept.
///
/// - `source`: the axes to move; negative values count from the last axis
/// - `destination`: the new position of each; negative values count from the last axis
/// - `INVALID_ARGUMENT`: an axis or a position is out of range or named twice, or the two lists differ in length
pub fn movedim(scope: Owner, t: TensorRef, source: Ints, destination: Ints) -> Result<NewTensor> {
    map(scope, t, |t| autograd::movedim(t, source, destination))
}

/// Merges neighboring axes into one.
/// Shapes: `[..., a, b, ...] -> [..., a b, ...]`; a scalar becomes a vector of one element. The dtype is kept. The
/// result is a view if strides can express it, else a copy.
///
/// - `start` = 0: the first axis to merge; negative values count from the last axis
/// - `end` = -1: the last axis to merge; negative values count from the last axis
/// - `INVALID_ARGUMENT`: an axis is out of range, or the last axis comes before the first
pub fn flatten(scope: Owner, t: TensorRef, start: i64, end: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::flatten(t, start, end))
}

/// Returns a view with one axis divided into several.
/// Shapes: `[..., a b, ...] -> [..., a, b, ...]`. The dtype is kept.
///
/// - `axis`: the axis to divide; negative values count from the last axis
/// - `sizes`: the sizes of the new axes; one of them may be -1 and is then computed from the others
/// - `SHAPE_MISMATCH`: the product of the sizes is not the size of the axis
/// - `INVALID_ARGUMENT`: the axis is out of range, a size is negative and not -1, or there would be more than 16 axes
pub fn unflatten(scope: Owner, t: TensorRef, axis: i64, sizes: Ints) -> Result<NewTensor> {
    map(scope, t, |t| autograd::unflatten(t, axis, sizes))
}

/// Returns a view of a diagonal of two axes.
/// Shapes: `[m, n, ...] -> [..., k]` for the first two axes, where `k` is the length of the diagonal: both axes are
/// removed, and the diagonal is the last axis. The dtype is kept.
///
/// - `offset` = 0: which diagonal; positive values are above the main diagonal
/// - `first` = 0: the axis of the rows; negative values count from the last axis
/// - `second` = 1: the axis of the columns; negative values count from the last axis
/// - `INVALID_ARGUMENT`: an axis is out of range, or both are the same
pub fn diagonal(scope: Owner, t: TensorRef, offset: i64, first: i64, second: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::diagonal(t, offset, first, second))
}

/// Returns a view of sliding windows over an axis: the axis counts the windows, and a new last axis holds the elements
/// of each.
/// Shapes: `[..., n, ...] -> [..., k, ..., size]` with `k = floor((n - size) / step) + 1`. The dtype is kept. If
/// windows overlap, the view cannot be written in place.
///
/// - `axis`: the axis of the windows; negative values count from the last axis
/// - `size`: the number of elements in a window
/// - `step`: the distance from one window to the next, at least 1
/// - `INVALID_ARGUMENT`: the axis is out of range, the size is negative or larger than the axis, the step is below 1,
///   or this tensor already has 16 axes
pub fn unfold(scope: Owner, t: TensorRef, axis: i64, size: i64, step: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::unfold(t, axis, size, step))
}

/// Returns a view in which axes of size 1 are repeated, and new axes are added in front: `expand`, by NumPy's name.
/// Shapes: `[m, 1] -> [k, m, n]` for `dims` = `[k, m, n]`. The dtype is kept. The repeated elements overlap in memory,
/// so the view cannot be written in place.
///
/// - `dims`: the size of each axis; -1 keeps the size of an axis
/// - `SHAPE_MISMATCH`: a size that is not 1 would change, there are fewer sizes than axes, or -1 is given for a new
///   axis
/// - `INVALID_ARGUMENT`: a size is negative and not -1, there are more than 16 axes, or the result would be too large
pub fn broadcast_to(scope: Owner, t: TensorRef, dims: Dims) -> Result<NewTensor> {
    map(scope, t, |t| autograd::expand(t, dims))
}

/// Returns a view with two axes exchanged: `transpose`, by NumPy's name.
/// Shapes: `[..., m, n] -> [..., n, m]` for the last two axes. The dtype is kept.
///
/// - `first`: one axis; negative values count from the last axis
/// - `second`: the other axis; negative values count from the last axis
/// - `INVALID_ARGUMENT`: an axis is out of range
pub fn swapaxes(scope: Owner, t: TensorRef, first: i64, second: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::transpose(t, first, second))
}

/// Returns a view of each matrix transposed.
/// Shapes: `[..., m, n] -> [..., n, m]`. The dtype is kept.
///
/// - `INVALID_ARGUMENT`: there are fewer than two axes
pub fn matrix_transpose(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, autograd::matrix_transpose)
}

/// Returns a view without those of the given axes whose size is 1; the others stay.
/// Shapes: `[..., 1, ...] -> [...]`. The dtype is kept.
///
/// - `axes`: the axes to remove; negative values count from the last axis; none removes none
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice
pub fn squeeze_axes(scope: Owner, t: TensorRef, axes: Axes) -> Result<NewTensor> {
    map(scope, t, |t| autograd::squeeze_axes(t, axes))
}

/// Returns views of tensors in the shape that all of them broadcast to: `broadcast_arrays` of the array API.
/// Shapes: the common broadcast shape for every result. Each keeps its dtype.
///
/// - `tensors`: the tensors, at least one
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `INVALID_ARGUMENT`: there are no tensors, or the result would be too large
pub fn broadcast_tensors(scope: Owner, tensors: TensorRefs) -> Result<Vec<NewTensor>> {
    let pins = pins_of(tensors)?;
    let Some(first) = pins.first() else { return Err(Error::argument("broadcast_tensors of no tensors")) };
    let made = within_limits(scope, Some(first), || autograd::broadcast_tensors(&borrowed(&pins)))?;
    own_all_beside(scope, first, made)
}
