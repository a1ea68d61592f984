//! Indexing: reading and writing elements at the positions that index tensors or masks name, and rearranging or
//! repeating elements. All return new references except the functions in place, which change the receiver, or nothing
//! if an index is out of range.
//!
//! An index tensor holds integers. Negative values count from the end, as in NumPy and the array API standard; PyTorch
//! accepts them only in the functions that it took from NumPy.
//!
//! - `gradient`: yes

use super::{map, map2};
use crate::api::types::{
    Axes, Dims, Ints, NewTensor, Owner, PadModeCode, Scalar, ScalarValue, ScatterReduceCode, TensorRef, TensorRefs,
};
use crate::autograd;
use crate::error::{Error, Result};
use crate::ops::{self, PadMode, ScatterReduce, Source};
use crate::session::resource::{borrowed, tensor, tensors as pins_of};

/// Takes one element for each element of `index`: along `axis` at the position that the index names, along the other
/// axes at the index's own position. For rows of a matrix (`axis` 1): `result[i][j] = this[i][index[i][j]]`.
/// Shapes: this tensor and `index` have the same number of axes, at least 1; along the axes other than `axis`, `index`
/// is not longer than this tensor. The result has the shape of `index`. The dtype is kept.
///
/// - `axis`: the axis to gather along; negative values count from the last axis
/// - `index`: integer positions along the axis; negative values count from its end
/// - `INVALID_ARGUMENT`: `axis` or a position is out of range
/// - `SHAPE_MISMATCH`: `index` has a different number of axes, or is longer than this tensor along an axis other than
///   `axis`
/// - `DTYPE_MISMATCH`: `index` is not of an integer type
pub fn gather(scope: Owner, t: TensorRef, axis: i64, index: TensorRef) -> Result<NewTensor> {
    map2(scope, t, index, |t, index| autograd::gather(t, axis, index))
}

/// Takes elements along an axis at the positions in `index`, as `gather` does, but the other axes broadcast. Without an
/// axis, both tensors are flattened first.
/// Shapes: with an axis, this tensor and `index` have the same number of axes and broadcast along all axes except that
/// one; the result has the broadcast shape, with the size of `index` along the axis. Without an axis the result is
/// `[N]` for an index of `N` elements. The dtype is kept.
///
/// - `index`: integer positions along the axis; negative values count from its end
/// - `axes`: one axis, or none; negative values count from the last axis
/// - `INVALID_ARGUMENT`: the axis or a position is out of range, or more than one axis is given
/// - `SHAPE_MISMATCH`: `index` has a different number of axes, or does not broadcast
/// - `DTYPE_MISMATCH`: `index` is not of an integer type
pub fn take_along_dim(scope: Owner, t: TensorRef, index: TensorRef, axes: Axes) -> Result<NewTensor> {
    let axis = at_most_one("take_along_dim", axes)?;
    map2(scope, t, index, |t, index| autograd::take_along_dim(t, index, axis))
}

/// Takes elements of the flattened tensor, whose order is row-major: `result[i] = this.flatten()[index[i]]`.
/// Shapes: any; the result has the shape of `index`. The dtype is kept.
///
/// - `index`: integer positions in the flattened tensor; negative values count from its end
/// - `INVALID_ARGUMENT`: a position is out of range
/// - `DTYPE_MISMATCH`: `index` is floating-point
pub fn take(scope: Owner, t: TensorRef, index: TensorRef) -> Result<NewTensor> {
    map2(scope, t, index, autograd::take)
}

/// Advanced indexing, as `this[indices]` in NumPy and PyTorch. Each integer tensor in `indices` selects positions along
/// one of the first axes; the index tensors broadcast to each other, and their common shape replaces those axes. A bool
/// tensor is a mask: it selects the positions where it is true, and covers as many axes as it has. A single bool covers
/// no axis; it adds a new one, of size 1 if it is true and 0 if it is false.
/// Shapes: `[n1, ..., nk, ...] -> [common shape, ...]` for `k` indexed axes. The dtype is kept.
///
/// - `indices`: integer tensors, in which negative values count from the end, or bool masks; at least one
/// - `INVALID_ARGUMENT`: a position is out of range, there are no indices, they cover more axes than this tensor has,
///   or the result would have more than 16 axes
/// - `SHAPE_MISMATCH`: the indices do not broadcast, or the shape of a mask differs from that of its axes (a mask may
///   have size 0 along any of them)
/// - `DTYPE_MISMATCH`: an index is floating-point
pub fn index(scope: Owner, t: TensorRef, indices: TensorRefs) -> Result<NewTensor> {
    let indices = pins_of(indices)?;
    map(scope, t, |t| autograd::index(t, &borrowed(&indices)))
}

/// Returns a copy in which the elements of `source` are written to the positions that `index` names along `axis`; along
/// the other axes an element keeps its own position. If several elements go to one position, the last one in row-major
/// order stays. For rows of a matrix (`axis` 1): `result[i][index[i][j]] = source[i][j]`.
/// Shapes: this tensor, `index` and `source` have the same number of axes, at least 1; `index` is not longer than
/// `source`, nor longer than this tensor except along `axis`. The result has the shape and dtype of this tensor.
///
/// - `axis`: the axis to scatter along; negative values count from the last axis
/// - `index`: integer positions along the axis; negative values count from its end
/// - `source`: the elements to write, of the same dtype as this tensor
/// - `INVALID_ARGUMENT`: `axis` or a position is out of range
/// - `SHAPE_MISMATCH`: the numbers of axes differ, or `index` is longer than `source`, or longer than this tensor along
///   an axis other than `axis`
/// - `DTYPE_MISMATCH`: `index` is not of an integer type, or `source` has a different dtype
pub fn scatter(scope: Owner, t: TensorRef, axis: i64, index: TensorRef, source: TensorRef) -> Result<NewTensor> {
    let source = tensor(source)?;
    map2(scope, t, index, |t, index| autograd::scatter(t, axis, index, Source::Tensor(&source)))
}

/// Returns a copy in which `value` is written to the positions that `index` names along `axis`. For rows of a matrix
/// (`axis` 1): `result[i][index[i][j]] = value`.
/// Shapes: this tensor and `index` have the same number of axes, at least 1; `index` is not longer than this tensor
/// except along `axis`. The result has the shape and dtype of this tensor.
///
/// - `axis`: the axis to scatter along; negative values count from the last axis
/// - `index`: integer positions along the axis; negative values count from its end
/// - `value`: the number to write
/// - `INVALID_ARGUMENT`: `axis` or a position is out of range, or the number is out of range for an integer dtype
/// - `SHAPE_MISMATCH`: `index` has a different number of axes, or is longer than this tensor along an axis other than
///   `axis`
/// - `DTYPE_MISMATCH`: `index` is not of an integer type
pub fn scatter_scalar(
    scope: Owner,
    t: TensorRef,
    axis: i64,
    index: TensorRef,
    value: ScalarValue,
) -> Result<NewTensor> {
    map2(scope, t, index, |t, index| autograd::scatter(t, axis, index, Source::Value(value)))
}

/// Returns a copy in which the elements of `source` are added at the positions that `index` names along `axis`. Several
/// elements that go to one position are added in row-major order. For rows of a matrix (`axis` 1):
/// `result[i][index[i][j]] += source[i][j]`.
/// Shapes: this tensor, `index` and `source` have the same number of axes, at least 1; `index` is not longer than
/// `source`, nor longer than this tensor except along `axis`. The result has the shape and dtype of this tensor;
/// integers wrap around, and the sum of bools is their logical or.
///
/// - `axis`: the axis to scatter along; negative values count from the last axis
/// - `index`: integer positions along the axis; negative values count from its end
/// - `source`: the elements to add, of the same dtype as this tensor
/// - `INVALID_ARGUMENT`: `axis` or a position is out of range
/// - `SHAPE_MISMATCH`: the numbers of axes differ, or `index` is longer than `source`, or longer than this tensor along
///   an axis other than `axis`
/// - `DTYPE_MISMATCH`: `index` is not of an integer type, or `source` has a different dtype
pub fn scatter_add(scope: Owner, t: TensorRef, axis: i64, index: TensorRef, source: TensorRef) -> Result<NewTensor> {
    let source = tensor(source)?;
    map2(scope, t, index, |t, index| autograd::scatter_reduce(t, axis, index, &source, ScatterReduce::Sum, true))
}

/// Returns a copy in which the elements of `source` are combined at the positions that `index` names along `axis`:
/// their sum, product, mean, maximum or minimum. Positions that the index does not name keep their elements.
/// Shapes: this tensor, `index` and `source` have the same number of axes, at least 1; `index` is not longer than
/// `source`, nor longer than this tensor except along `axis`. The result has the shape and dtype of this tensor;
/// integers wrap around, and the sum and product of bools are their logical or and and.
///
/// - `axis`: the axis to scatter along; negative values count from the last axis
/// - `index`: integer positions along the axis; negative values count from its end
/// - `source`: the elements to combine, of the same dtype as this tensor
/// - `reduce`: how elements are combined
/// - `include_self` = true: whether the element of this tensor at a position is combined too
/// - `INVALID_ARGUMENT`: `axis` or a position is out of range
/// - `SHAPE_MISMATCH`: the numbers of axes differ, or `index` is longer than `source`, or longer than this tensor along
///   an axis other than `axis`
/// - `DTYPE_MISMATCH`: `index` is not of an integer type, `source` has a different dtype, or the mean is asked of
///   integers or bools
pub fn scatter_reduce(
    scope: Owner,
    t: TensorRef,
    axis: i64,
    index: TensorRef,
    source: TensorRef,
    reduce: ScatterReduceCode,
    include_self: bool,
) -> Result<NewTensor> {
    let (source, reduce) = (tensor(source)?, ScatterReduce::from_code(reduce)?);
    map2(scope, t, index, |t, index| autograd::scatter_reduce(t, axis, index, &source, reduce, include_self))
}

/// Returns a copy in which slices of `source`, multiplied by `alpha`, are added to the slices that `index` names along
/// `axis`. If a slice is named several times, all are added, in the order of the index.
/// Shapes: this tensor is `[..., n, ...]`, `index` is `[K]`, and `source` is `[..., K, ...]`, with the sizes of this
/// tensor along all axes except `axis`. The result has the shape and dtype of this tensor; integers wrap around.
///
/// - `axis`: the axis of the slices; negative values count from the last axis
/// - `index`: integer positions along the axis; negative values count from its end
/// - `source`: the slices to add, of the same dtype as this tensor
/// - `alpha` = 1: the factor of the slices
/// - `INVALID_ARGUMENT`: `axis` or a position is out of range, or `alpha` is out of range for an integer dtype
/// - `SHAPE_MISMATCH`: `index` does not have exactly one axis, or `source` has a different shape
/// - `DTYPE_MISMATCH`: `index` is not of an integer type, `source` has a different dtype, or `alpha` is a fraction and
///   the elements are integers
pub fn index_add(
    scope: Owner,
    t: TensorRef,
    axis: i64,
    index: TensorRef,
    source: TensorRef,
    alpha: Scalar,
) -> Result<NewTensor> {
    let source = tensor(source)?;
    map2(scope, t, index, |t, index| autograd::index_add(t, axis, index, &source, alpha))
}

/// Returns a copy in which slices of `source` replace the slices that `index` names along `axis`. If a slice is named
/// several times, the last one stays.
/// Shapes: this tensor is `[..., n, ...]`, `index` is `[K]`, and `source` is `[..., K, ...]`, with the sizes of this
/// tensor along all axes except `axis`. The result has the shape and dtype of this tensor.
///
/// - `axis`: the axis of the slices; negative values count from the last axis
/// - `index`: integer positions along the axis; negative values count from its end
/// - `source`: the slices to write, of the same dtype as this tensor
/// - `INVALID_ARGUMENT`: `axis` or a position is out of range
/// - `SHAPE_MISMATCH`: `index` does not have exactly one axis, or `source` has a different shape
/// - `DTYPE_MISMATCH`: `index` is not of an integer type, or `source` has a different dtype
pub fn index_copy(scope: Owner, t: TensorRef, axis: i64, index: TensorRef, source: TensorRef) -> Result<NewTensor> {
    let source = tensor(source)?;
    map2(scope, t, index, |t, index| autograd::index_write(t, axis, index, Source::Tensor(&source)))
}

/// Returns a copy in which every element of the slices that `index` names along `axis` is `value`.
/// Shapes: this tensor is `[..., n, ...]`, and `index` is `[K]`. The result has the shape and dtype of this tensor.
///
/// - `axis`: the axis of the slices; negative values count from the last axis
/// - `index`: integer positions along the axis; negative values count from its end
/// - `value`: the number to write
/// - `INVALID_ARGUMENT`: `axis` or a position is out of range, or the number is out of range for an integer dtype
/// - `SHAPE_MISMATCH`: `index` does not have exactly one axis
/// - `DTYPE_MISMATCH`: `index` is not of an integer type
pub fn index_fill(scope: Owner, t: TensorRef, axis: i64, index: TensorRef, value: ScalarValue) -> Result<NewTensor> {
    map2(scope, t, index, |t, index| autograd::index_write(t, axis, index, Source::Value(value)))
}

/// Returns a copy in which `values` is written at the positions that `indices` selects, or is added there. The
/// positions are those of `index` with the same indices. If a position is selected several times, the last value in
/// row-major order stays, or all are added, in that order.
/// Shapes: `values` broadcasts to the shape that `index` would return. The result has the shape and dtype of this
/// tensor.
///
/// - `indices`: integer tensors, in which negative values count from the end, or bool masks; at least one
/// - `values`: the elements to write, of the same dtype as this tensor
/// - `accumulate` = false: whether the values are added to the elements that are there, instead of replacing them
/// - `INVALID_ARGUMENT`: a position is out of range, there are no indices, they cover more axes than this tensor has,
///   or what they select has more than 16 axes
/// - `SHAPE_MISMATCH`: the indices or the values do not broadcast, or the shape of a mask differs from that of its axes
/// - `DTYPE_MISMATCH`: an index is floating-point, or `values` has a different dtype
pub fn index_put(
    scope: Owner,
    t: TensorRef,
    indices: TensorRefs,
    values: TensorRef,
    accumulate: bool,
) -> Result<NewTensor> {
    let indices = pins_of(indices)?;
    map2(scope, t, values, |t, values| autograd::index_put(t, &borrowed(&indices), values, accumulate))
}

/// Returns the elements where `mask` is true, in row-major order.
/// Shapes: this tensor and `mask` broadcast; the result is `[N]` for `N` true elements of the broadcast mask. The dtype
/// is kept.
///
/// - `mask`: a bool tensor
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: `mask` is not bool
pub fn masked_select(scope: Owner, t: TensorRef, mask: TensorRef) -> Result<NewTensor> {
    map2(scope, t, mask, autograd::masked_select)
}

/// Returns `value` where `mask` is true, and the elements of this tensor elsewhere.
/// Shapes: this tensor and `mask` broadcast; the result has the broadcast shape. The dtype is kept.
///
/// - `mask`: a bool tensor
/// - `value`: the number to fill in
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: `mask` is not bool
/// - `INVALID_ARGUMENT`: the number is out of range for an integer dtype
pub fn masked_fill(scope: Owner, t: TensorRef, mask: TensorRef, value: ScalarValue) -> Result<NewTensor> {
    map2(scope, t, mask, |t, mask| autograd::masked_fill(t, mask, value))
}

/// Returns a copy in which the elements where `mask` is true are replaced, in row-major order, by the first elements of
/// `source`.
/// Shapes: `mask` broadcasts to the shape of this tensor; `source` has any shape. The result has the shape and dtype of
/// this tensor.
///
/// - `mask`: a bool tensor
/// - `source`: at least as many elements as the broadcast mask has true ones, of the same dtype as this tensor
/// - `SHAPE_MISMATCH`: `mask` does not broadcast to the shape of this tensor
/// - `DTYPE_MISMATCH`: `mask` is not bool, or `source` has a different dtype
/// - `INVALID_ARGUMENT`: `source` has too few elements
pub fn masked_scatter(scope: Owner, t: TensorRef, mask: TensorRef, source: TensorRef) -> Result<NewTensor> {
    let source = tensor(source)?;
    map2(scope, t, mask, |t, mask| autograd::masked_scatter(t, mask, &source))
}

/// Writes the elements of `source` to the positions that `index` names along `axis`: the in-place form of `scatter`. If
/// a position is out of range, nothing is written.
/// Shapes: this tensor, `index` and `source` have the same number of axes, at least 1; `index` is not longer than
/// `source`, nor longer than this tensor except along `axis`. The shape and dtype of this tensor stay.
///
/// - `axis`: the axis to scatter along; negative values count from the last axis
/// - `index`: integer positions along the axis; negative values count from its end
/// - `source`: the elements to write, of the same dtype as this tensor
/// - `INVALID_ARGUMENT`: `axis` or a position is out of range, or this tensor is recorded on a tape or its elements
///   overlap (after `expand` or `unfold`)
/// - `SHAPE_MISMATCH`: the numbers of axes differ, or `index` is longer than `source`, or longer than this tensor along
///   an axis other than `axis`
/// - `DTYPE_MISMATCH`: `index` is not of an integer type, or `source` has a different dtype
/// - `UNSUPPORTED`: `source` is recorded on a tape
pub fn scatter_in_place(t: TensorRef, axis: i64, index: TensorRef, source: TensorRef) -> Result<()> {
    let (t, index, source) = (tensor(t)?, tensor(index)?, tensor(source)?);
    autograd::scatter_in_place(&t, axis, &index, Source::Tensor(&source), None)
}

/// Writes `value` to the positions that `index` names along `axis`. If a position is out of range, nothing is written.
/// Shapes: this tensor and `index` have the same number of axes, at least 1; `index` is not longer than this tensor
/// except along `axis`. The shape and dtype of this tensor stay.
///
/// - `axis`: the axis to scatter along; negative values count from the last axis
/// - `index`: integer positions along the axis; negative values count from its end
/// - `value`: the number to write
/// - `INVALID_ARGUMENT`: `axis` or a position is out of range, the number is out of range for an integer dtype, or this
///   tensor is recorded on a tape or its elements overlap (after `expand` or `unfold`)
/// - `SHAPE_MISMATCH`: `index` has a different number of axes, or is longer than this tensor along an axis other than
///   `axis`
/// - `DTYPE_MISMATCH`: `index` is not of an integer type
pub fn scatter_scalar_in_place(t: TensorRef, axis: i64, index: TensorRef, value: ScalarValue) -> Result<()> {
    let (t, index) = (tensor(t)?, tensor(index)?);
    autograd::scatter_in_place(&t, axis, &index, Source::Value(value), None)
}

/// Adds the elements of `source` at the positions that `index` names along `axis`: the in-place form of `scatter_add`.
/// If a position is out of range, nothing is written.
/// Shapes: this tensor, `index` and `source` have the same number of axes, at least 1; `index` is not longer than
/// `source`, nor longer than this tensor except along `axis`. The shape and dtype of this tensor stay.
///
/// - `axis`: the axis to scatter along; negative values count from the last axis
/// - `index`: integer positions along the axis; negative values count from its end
/// - `source`: the elements to add, of the same dtype as this tensor
/// - `INVALID_ARGUMENT`: `axis` or a position is out of range, or this tensor is recorded on a tape or its elements
///   overlap (after `expand` or `unfold`)
/// - `SHAPE_MISMATCH`: the numbers of axes differ, or `index` is longer than `source`, or longer than this tensor along
///   an axis other than `axis`
/// - `DTYPE_MISMATCH`: `index` is not of an integer type, or `source` has a different dtype
/// - `UNSUPPORTED`: `source` is recorded on a tape
pub fn scatter_add_in_place(t: TensorRef, axis: i64, index: TensorRef, source: TensorRef) -> Result<()> {
    let (t, index, source) = (tensor(t)?, tensor(index)?, tensor(source)?);
    autograd::scatter_in_place(&t, axis, &index, Source::Tensor(&source), Some(ScatterReduce::Sum))
}

/// Adds slices of `source`, multiplied by `alpha`, to the slices that `index` names along `axis`: the in-place form of
/// `index_add`. If a position is out of range, nothing is written.
/// Shapes: this tensor is `[..., n, ...]`, `index` is `[K]`, and `source` is `[..., K, ...]`, with the sizes of this
/// tensor along all axes except `axis`. The shape and dtype of this tensor stay.
///
/// - `axis`: the axis of the slices; negative values count from the last axis
/// - `index`: integer positions along the axis; negative values count from its end
/// - `source`: the slices to add, of the same dtype as this tensor
/// - `alpha` = 1: the factor of the slices
/// - `INVALID_ARGUMENT`: `axis` or a position is out of range, `alpha` is out of range for an integer dtype, or this
///   tensor is recorded on a tape or its elements overlap (after `expand` or `unfold`)
/// - `SHAPE_MISMATCH`: `index` does not have exactly one axis, or `source` has a different shape
/// - `DTYPE_MISMATCH`: `index` is not of an integer type, `source` has a different dtype, or `alpha` is a fraction and
///   the elements are integers
/// - `UNSUPPORTED`: `source` is recorded on a tape
pub fn index_add_in_place(t: TensorRef, axis: i64, index: TensorRef, source: TensorRef, alpha: Scalar) -> Result<()> {
    let (t, index, source) = (tensor(t)?, tensor(index)?, tensor(source)?);
    autograd::index_add_in_place(&t, axis, &index, &source, alpha)
}

/// Replaces the slices that `index` names along `axis` by slices of `source`: the in-place form of `index_copy`. If a
/// position is out of range, nothing is written.
/// Shapes: this tensor is `[..., n, ...]`, `index` is `[K]`, and `source` is `[..., K, ...]`, with the sizes of this
/// tensor along all axes except `axis`. The shape and dtype of this tensor stay.
///
/// - `axis`: the axis of the slices; negative values count from the last axis
/// - `index`: integer positions along the axis; negative values count from its end
/// - `source`: the slices to write, of the same dtype as this tensor
/// - `INVALID_ARGUMENT`: `axis` or a position is out of range, or this tensor is recorded on a tape or its elements
///   overlap (after `expand` or `unfold`)
/// - `SHAPE_MISMATCH`: `index` does not have exactly one axis, or `source` has a different shape
/// - `DTYPE_MISMATCH`: `index` is not of an integer type, or `source` has a different dtype
/// - `UNSUPPORTED`: `source` is recorded on a tape
pub fn index_copy_in_place(t: TensorRef, axis: i64, index: TensorRef, source: TensorRef) -> Result<()> {
    let (t, index, source) = (tensor(t)?, tensor(index)?, tensor(source)?);
    autograd::index_write_in_place(&t, axis, &index, Source::Tensor(&source))
}

/// Writes `value` to every element of the slices that `index` names along `axis`. If a position is out of range,
/// nothing is written.
/// Shapes: this tensor is `[..., n, ...]`, and `index` is `[K]`. The shape and dtype of this tensor stay.
///
/// - `axis`: the axis of the slices; negative values count from the last axis
/// - `index`: integer positions along the axis; negative values count from its end
/// - `value`: the number to write
/// - `INVALID_ARGUMENT`: `axis` or a position is out of range, the number is out of range for an integer dtype, or this
///   tensor is recorded on a tape or its elements overlap (after `expand` or `unfold`)
/// - `SHAPE_MISMATCH`: `index` does not have exactly one axis
/// - `DTYPE_MISMATCH`: `index` is not of an integer type
pub fn index_fill_in_place(t: TensorRef, axis: i64, index: TensorRef, value: ScalarValue) -> Result<()> {
    let (t, index) = (tensor(t)?, tensor(index)?);
    autograd::index_write_in_place(&t, axis, &index, Source::Value(value))
}

/// Writes `values` at the positions that `indices` selects, or adds them there: the in-place form of `index_put`. If a
/// position is out of range, nothing is written.
/// Shapes: `values` broadcasts to the shape that `index` would return with the same indices. The shape and dtype of
/// this tensor stay.
///
/// - `indices`: integer tensors, in which negative values count from the end, or bool masks; at least one
/// - `values`: the elements to write, of the same dtype as this tensor
/// - `accumulate` = false: whether the values are added to the elements that are there, instead of replacing them
/// - `INVALID_ARGUMENT`: a position is out of range, there are no indices, they cover more axes than this tensor has,
///   what they select has more than 16 axes, or this tensor is recorded on a tape or its elements overlap (after
///   `expand` or `unfold`)
/// - `SHAPE_MISMATCH`: the indices or the values do not broadcast, or the shape of a mask differs from that of its axes
/// - `DTYPE_MISMATCH`: an index is floating-point, or `values` has a different dtype
/// - `UNSUPPORTED`: `values` is recorded on a tape
pub fn index_put_in_place(t: TensorRef, indices: TensorRefs, values: TensorRef, accumulate: bool) -> Result<()> {
    let (t, indices, values) = (tensor(t)?, pins_of(indices)?, tensor(values)?);
    autograd::index_put_in_place(&t, &borrowed(&indices), &values, accumulate)
}

/// Writes `value` to the elements where `mask` is true.
/// Shapes: `mask` broadcasts to the shape of this tensor. The shape and dtype of this tensor stay.
///
/// - `mask`: a bool tensor
/// - `value`: the number to write
/// - `SHAPE_MISMATCH`: `mask` does not broadcast to the shape of this tensor
/// - `DTYPE_MISMATCH`: `mask` is not bool
/// - `INVALID_ARGUMENT`: the number is out of range for an integer dtype, or this tensor is recorded on a tape or its
///   elements overlap (after `expand` or `unfold`)
pub fn masked_fill_in_place(t: TensorRef, mask: TensorRef, value: ScalarValue) -> Result<()> {
    let (t, mask) = (tensor(t)?, tensor(mask)?);
    autograd::masked_fill_in_place(&t, &mask, value)
}

/// Replaces the elements where `mask` is true, in row-major order, by the first elements of `source`.
/// Shapes: `mask` broadcasts to the shape of this tensor; `source` has any shape. The shape and dtype of this tensor
/// stay.
///
/// - `mask`: a bool tensor
/// - `source`: at least as many elements as the broadcast mask has true ones, of the same dtype as this tensor
/// - `SHAPE_MISMATCH`: `mask` does not broadcast to the shape of this tensor
/// - `DTYPE_MISMATCH`: `mask` is not bool, or `source` has a different dtype
/// - `INVALID_ARGUMENT`: `source` has too few elements, or this tensor is recorded on a tape or its elements overlap
///   (after `expand` or `unfold`)
/// - `UNSUPPORTED`: `source` is recorded on a tape
pub fn masked_scatter_in_place(t: TensorRef, mask: TensorRef, source: TensorRef) -> Result<()> {
    let (t, mask, source) = (tensor(t)?, tensor(mask)?, tensor(source)?);
    autograd::masked_scatter_in_place(&t, &mask, &source)
}

/// Reverses the order of the elements along the given axes.
/// Shapes: any; the shape and dtype are kept. The result is a copy.
///
/// - `axes`: the axes to reverse; negative values count from the last axis; none means all
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice
pub fn flip(scope: Owner, t: TensorRef, axes: Axes) -> Result<NewTensor> {
    map(scope, t, |t| autograd::flip(t, axes))
}

/// Repeats the whole tensor along each axis, as PyTorch's `repeat` and NumPy's `tile`.
/// Shapes: `[n1, ..., nk] -> [n1 r1, ..., nk rk]` for the numbers `r1` to `rk`; further numbers in front make new axes.
/// The dtype is kept. The result is a copy.
///
/// - `dims`: the number of repetitions along each axis; further numbers in front make new axes
/// - `INVALID_ARGUMENT`: a number is negative, there are fewer numbers than axes or more than 16, or the result would be
///   too large
pub fn repeat(scope: Owner, t: TensorRef, dims: Dims) -> Result<NewTensor> {
    map(scope, t, |t| autograd::repeat(t, dims))
}

/// Repeats the whole tensor along each axis, as `repeat`, but there may be fewer numbers than axes: missing numbers in
/// front are 1.
/// Shapes: `[..., n] -> [..., n r]` for one number `r`, and likewise for more. The dtype is kept. The result is a copy.
///
/// - `dims`: the number of repetitions along each of the last axes; further numbers in front make new axes
/// - `INVALID_ARGUMENT`: a number is negative, there are more than 8, or the result would be too large
pub fn tile(scope: Owner, t: TensorRef, dims: Dims) -> Result<NewTensor> {
    map(scope, t, |t| autograd::tile(t, dims))
}

/// Repeats each slice along an axis `repeats` times in a row: `[a, b]` becomes `[a, a, b, b]` for 2. Without an axis,
/// the tensor is flattened first.
/// Shapes: `[..., n, ...] -> [..., n repeats, ...]`. The dtype is kept. The result is a copy.
///
/// - `repeats`: the number of repetitions
/// - `axes`: one axis, or none; negative values count from the last axis
/// - `INVALID_ARGUMENT`: the axis is out of range, more than one axis is given, the number is negative, or the result
///   would be too large
pub fn repeat_interleave(scope: Owner, t: TensorRef, repeats: i64, axes: Axes) -> Result<NewTensor> {
    let axis = at_most_one("repeat_interleave", axes)?;
    map(scope, t, |t| autograd::repeat_interleave(t, repeats, axis))
}

/// Repeats each slice along an axis in a row, each as many times as its own number in `repeats` says. Without an axis,
/// the tensor is flattened first.
/// Shapes: `[..., n, ...] -> [..., s, ...]`, where `s` is the sum of the numbers. The dtype is kept. The result is a
/// copy.
///
/// - `repeat_interleave_each()`
/// - `repeats`: integers, one for each slice, or a single number for all
/// - `axes`: one axis, or none; negative values count from the last axis
/// - `INVALID_ARGUMENT`: the axis is out of range, more than one axis is given, a number is negative, or the result
///   would be too large
/// - `SHAPE_MISMATCH`: the number of repeats is neither 1 nor the size of the axis
/// - `DTYPE_MISMATCH`: `repeats` is not of an integer type
pub fn repeat_interleave_counts(scope: Owner, t: TensorRef, repeats: TensorRef, axes: Axes) -> Result<NewTensor> {
    let axis = at_most_one("repeat_interleave", axes)?;
    map2(scope, t, repeats, |t, repeats| autograd::repeat_interleave_each(t, repeats, axis))
}

/// Adds elements at both ends of the axes; a negative number removes elements. `pads` holds two numbers for each axis,
/// before and after it, from the last axis on, as PyTorch's `pad`: `[left, right, top, bottom, ...]`.
/// Shapes: `[..., n] -> [..., n + left + right]`, and likewise for further axes. The dtype is kept. The result is a
/// copy.
///
/// - `pads`: two numbers for each of the last axes, the last axis first
/// - `mode` = CONSTANT: the values of the new elements
/// - `value` = 0: the number to add, in the constant mode
/// - `INVALID_ARGUMENT`: the numbers are not pairs or there are more pairs than axes, more elements would be removed
///   than there are, the mode cannot add as many (reflect adds fewer than the axis has, circular at most as many),
///   `value` is not 0 in a mode other than constant, or the number is out of range for an integer dtype
pub fn pad(scope: Owner, t: TensorRef, pads: Ints, mode: PadModeCode, value: ScalarValue) -> Result<NewTensor> {
    let mode = PadMode::from_code(mode)?;
    map(scope, t, |t| autograd::pad(t, pads, mode, value))
}

/// The lower triangle of each matrix: keeps the elements on and below a diagonal, and sets the others to 0.
/// Shapes: `[..., m, n] -> [..., m, n]`. The dtype is kept. The result is a copy.
///
/// - `diagonal` = 0: which diagonal; positive values are above the main diagonal
/// - `INVALID_ARGUMENT`: there are fewer than two axes
pub fn tril(scope: Owner, t: TensorRef, diagonal: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::triangle(t, ops::Triangle::Lower, diagonal))
}

/// The upper triangle of each matrix: keeps the elements on and above a diagonal, and sets the others to 0.
/// Shapes: `[..., m, n] -> [..., m, n]`. The dtype is kept. The result is a copy.
///
/// - `diagonal` = 0: which diagonal; positive values are above the main diagonal
/// - `INVALID_ARGUMENT`: there are fewer than two axes
pub fn triu(scope: Owner, t: TensorRef, diagonal: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::triangle(t, ops::Triangle::Upper, diagonal))
}

/// Returns a diagonal of a matrix, or, for a vector, the matrix that has it as a diagonal and 0 elsewhere.
/// Shapes: `[m, n] -> [k]`, where `k` is the length of the diagonal; `[n] -> [n + d, n + d]` with `d = abs(diagonal)`.
/// The dtype is kept. The result is a copy.
///
/// - `diagonal` = 0: which diagonal; positive values are above the main diagonal
/// - `INVALID_ARGUMENT`: this tensor has neither one nor two axes
pub fn diag(scope: Owner, t: TensorRef, diagonal: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::diag(t, diagonal))
}

/// Makes matrices that have the vectors along the last axis as their diagonals, and 0 elsewhere.
/// Shapes: `[..., n] -> [..., n + d, n + d]` with `d = abs(diagonal)`; `first` and `second` choose other axes for the
/// matrices. The dtype is kept. The result is a copy.
///
/// - `diagonal` = 0: which diagonal; positive values are above the main diagonal
/// - `first` = -2: the axis of the result for the rows; negative values count from the last axis
/// - `second` = -1: the axis of the result for the columns
/// - `INVALID_ARGUMENT`: an axis is out of range, both are the same, this tensor has no axis or already 16, or the
///   result would be too large
pub fn diag_embed(scope: Owner, t: TensorRef, diagonal: i64, first: i64, second: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::diag_embed(t, diagonal, first, second))
}

/// One axis or none of a list.
pub(super) fn at_most_one(what: &str, axes: &[i64]) -> Result<Option<i64>> {
    match axes {
        [] => Ok(None),
        [axis] => Ok(Some(*axis)),
        _ => Err(Error::argument(format!("{what} along {} axes: it takes one or none", axes.len()))),
    }
}
