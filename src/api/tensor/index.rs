//! Elements taken from, and put to, where indices and masks say; and elements in another order, or several times. All return
//! new references but those in place, which write the receiver or, when an index is refused, nothing.
//!
//! An index is of integers, of which negative ones count from the end, as in NumPy and the array API standard; PyTorch
//! refuses them in the functions that are not NumPy's.

use super::{map, map2};
use crate::api::resource::{borrowed, tensor, tensors as pins_of};
use crate::api::types::{
    Axes, Dims, Ints, NewTensor, Owner, PadModeCode, Scalar, ScalarValue, ScatterReduceCode, TensorRef, TensorRefs,
};
use crate::autograd;
use crate::error::{Error, Result};
use crate::ops::{self, PadMode, ScatterReduce, Source};

/// For each element of an index the element at that position along an axis, and at its own place along the others. The result
/// has the shape of the index.
///
/// - `axis`: which one; a negative one counts from the last
/// - `index`: positions along the axis (a negative one counts from the end), of as many axes as this tensor and nowhere
///   longer but along that one
/// - `INVALID_ARGUMENT`: there is no such axis or position
/// - `SHAPE_MISMATCH`: the index has another number of axes, or is too long
/// - `DTYPE_MISMATCH`: the index is not of integers
pub fn gather(scope: Owner, t: TensorRef, axis: i64, index: TensorRef) -> Result<NewTensor> {
    map2(scope, t, index, |t, index| autograd::gather(t, axis, index))
}

/// Elements along an axis by an index that broadcasts along the others; without an axis of the flattened tensor.
///
/// - `index`: positions along the axis; a negative one counts from the end
/// - `axes`: one axis, or none; a negative one counts from the last
/// - `INVALID_ARGUMENT`: there is no such axis or position, or there are two axes
/// - `SHAPE_MISMATCH`: the index has another number of axes, or does not broadcast
/// - `DTYPE_MISMATCH`: the index is not of integers
pub fn take_along_dim(scope: Owner, t: TensorRef, index: TensorRef, axes: Axes) -> Result<NewTensor> {
    let axis = at_most_one("take_along_dim", axes)?;
    map2(scope, t, index, |t, index| autograd::take_along_dim(t, index, axis))
}

/// Elements by their place in row-major order. The result has the shape of the index.
///
/// - `index`: places; a negative one counts from the end
/// - `INVALID_ARGUMENT`: there is no such place
/// - `DTYPE_MISMATCH`: the index is not of integers
pub fn take(scope: Owner, t: TensorRef, index: TensorRef) -> Result<NewTensor> {
    map2(scope, t, index, autograd::take)
}

/// What index tensors name, one for each of the first axes. They broadcast to each other, and their shape takes the place of
/// those axes. A mask names the positions where it is true, and stands for as many axes as it has: for none if it is a
/// single truth value, which makes a new axis of size 1, or 0 if it is false.
///
/// - `indices`: of integers, of which negative ones count from the end, or truth values
/// - `INVALID_ARGUMENT`: there is no such position, no index, or there are more than axes
/// - `SHAPE_MISMATCH`: the indices do not broadcast, or a mask has other sizes than its axes (0 may stand for any)
/// - `DTYPE_MISMATCH`: an index is neither of integers nor of truth values
pub fn index(scope: Owner, t: TensorRef, indices: TensorRefs) -> Result<NewTensor> {
    let indices = pins_of(indices)?;
    map(scope, t, |t| autograd::index(t, &borrowed(&indices)))
}

/// A copy in which each element of a source stands at the position that an index names along an axis, and at its own place
/// along the others. Of several at one position the last stays.
///
/// - `axis`: which one; a negative one counts from the last
/// - `index`: positions along the axis (a negative one counts from the end), nowhere longer than the source, nor than this tensor but along the axis
/// - `source`: what is put there, of this element type
/// - `INVALID_ARGUMENT`: there is no such axis or position
/// - `SHAPE_MISMATCH`: the index has another number of axes, or is too long
/// - `DTYPE_MISMATCH`: the index is not of integers, or the source has another element type
pub fn scatter(scope: Owner, t: TensorRef, axis: i64, index: TensorRef, source: TensorRef) -> Result<NewTensor> {
    let source = tensor(source)?;
    map2(scope, t, index, |t, index| autograd::scatter(t, axis, index, Source::Tensor(&source)))
}

/// A copy with a number at the positions that an index names along an axis.
///
/// - `axis`: which one; a negative one counts from the last
/// - `index`: positions along the axis (a negative one counts from the end), nowhere longer than this tensor but along the axis
/// - `value`: what is put there
/// - `INVALID_ARGUMENT`: there is no such axis or position, or an integer element type cannot hold the number
/// - `SHAPE_MISMATCH`: the index has another number of axes, or is too long
/// - `DTYPE_MISMATCH`: the index is not of integers
pub fn scatter_scalar(
    scope: Owner,
    t: TensorRef,
    axis: i64,
    index: TensorRef,
    value: ScalarValue,
) -> Result<NewTensor> {
    map2(scope, t, index, |t, index| autograd::scatter(t, axis, index, Source::Value(value)))
}

/// A copy with the elements of a source added at the positions that an index names along an axis; several at one position are
/// added in the order of the index.
///
/// - `axis`: which one; a negative one counts from the last
/// - `index`: positions along the axis (a negative one counts from the end), nowhere longer than the source, nor than this tensor but along the axis
/// - `source`: what is added, of this element type
/// - `INVALID_ARGUMENT`: there is no such axis or position
/// - `SHAPE_MISMATCH`: the index has another number of axes, or is too long
/// - `DTYPE_MISMATCH`: the index is not of integers, or the source has another element type
pub fn scatter_add(scope: Owner, t: TensorRef, axis: i64, index: TensorRef, source: TensorRef) -> Result<NewTensor> {
    let source = tensor(source)?;
    map2(scope, t, index, |t, index| autograd::scatter_reduce(t, axis, index, &source, ScatterReduce::Sum, true))
}

/// A copy with the elements of a source combined at the positions that an index names along an axis.
///
/// - `axis`: which one; a negative one counts from the last
/// - `index`: positions along the axis (a negative one counts from the end), nowhere longer than the source, nor than this tensor but along the axis
/// - `source`: what is combined, of this element type
/// - `reduce`: how
/// - `include_self` = true: whether what is there takes part
/// - `INVALID_ARGUMENT`: there is no such axis or position
/// - `SHAPE_MISMATCH`: the index has another number of axes, or is too long
/// - `DTYPE_MISMATCH`: the index is not of integers, the source has another element type, or the mean is of integers
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

/// A copy with slices of a source added to those that an index names, in the order of the index.
///
/// - `axis`: which one; a negative one counts from the last
/// - `index`: `[N]` of integers; a negative one counts from the end
/// - `source`: N slices along the axis, of this element type
/// - `alpha` = 1: what they are multiplied by
/// - `INVALID_ARGUMENT`: there is no such axis or index
/// - `SHAPE_MISMATCH`: the source has another shape
/// - `DTYPE_MISMATCH`: the index is not of integers, or the source has another element type
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

/// A copy with slices of a source in place of those that an index names; of several the last stays.
///
/// - `axis`: which one; a negative one counts from the last
/// - `index`: `[N]` of integers; a negative one counts from the end
/// - `source`: N slices along the axis, of this element type
/// - `INVALID_ARGUMENT`: there is no such axis or index
/// - `SHAPE_MISMATCH`: the source has another shape
/// - `DTYPE_MISMATCH`: the index is not of integers, or the source has another element type
pub fn index_copy(scope: Owner, t: TensorRef, axis: i64, index: TensorRef, source: TensorRef) -> Result<NewTensor> {
    let source = tensor(source)?;
    map2(scope, t, index, |t, index| autograd::index_write(t, axis, index, Source::Tensor(&source)))
}

/// A copy with a number in every element of the slices that an index names.
///
/// - `axis`: which one; a negative one counts from the last
/// - `index`: `[N]` of integers; a negative one counts from the end
/// - `value`: the number
/// - `INVALID_ARGUMENT`: there is no such axis or index, or an integer element type cannot hold the number
/// - `DTYPE_MISMATCH`: the index is not of integers
pub fn index_fill(scope: Owner, t: TensorRef, axis: i64, index: TensorRef, value: ScalarValue) -> Result<NewTensor> {
    map2(scope, t, index, |t, index| autograd::index_write(t, axis, index, Source::Value(value)))
}

/// A copy with values at what index tensors name, as `index` has it; they broadcast. Of several at one place the last stays, or
/// all are added, in the order of the indices.
///
/// - `indices`: of integers, of which negative ones count from the end, or truth values
/// - `values`: of this element type
/// - `accumulate` = false: whether they are added to what is there
/// - `INVALID_ARGUMENT`: there is no such position, no index, or there are more than axes
/// - `SHAPE_MISMATCH`: the indices or the values do not broadcast, or a mask has other sizes than its axes
/// - `DTYPE_MISMATCH`: an index is neither of integers nor of truth values, or the values have another element type
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

/// The elements where a mask is true, in row-major order, as one axis.
///
/// - `mask`: of truth values; both broadcast
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: the mask is not bool
pub fn masked_select(scope: Owner, t: TensorRef, mask: TensorRef) -> Result<NewTensor> {
    map2(scope, t, mask, autograd::masked_select)
}

/// A number where a mask is true, the elements of this tensor elsewhere.
///
/// - `mask`: of truth values; both broadcast
/// - `value`: the number
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: the mask is not bool
/// - `INVALID_ARGUMENT`: an integer element type cannot hold the number
pub fn masked_fill(scope: Owner, t: TensorRef, mask: TensorRef, value: ScalarValue) -> Result<NewTensor> {
    map2(scope, t, mask, |t, mask| autograd::masked_fill(t, mask, value))
}

/// A copy with the elements of a source, one after another, where a mask is true.
///
/// - `mask`: of truth values; it broadcasts to this shape
/// - `source`: at least as many elements as the mask is true, of this element type
/// - `SHAPE_MISMATCH`: the mask does not broadcast
/// - `DTYPE_MISMATCH`: the mask is not bool, or the source has another element type
/// - `INVALID_ARGUMENT`: the source has too few elements
pub fn masked_scatter(scope: Owner, t: TensorRef, mask: TensorRef, source: TensorRef) -> Result<NewTensor> {
    let source = tensor(source)?;
    map2(scope, t, mask, |t, mask| autograd::masked_scatter(t, mask, &source))
}

/// Puts each element of a source at the position that an index names along an axis, as `scatter`.
///
/// - `axis`: which one; a negative one counts from the last
/// - `index`: positions along the axis; a negative one counts from the end
/// - `source`: what is put there, of this element type
/// - `INVALID_ARGUMENT`: there is no such axis or position
/// - `SHAPE_MISMATCH`: the index has another number of axes, or is too long
/// - `DTYPE_MISMATCH`: the index is not of integers, or the source has another element type
pub fn scatter_in_place(t: TensorRef, axis: i64, index: TensorRef, source: TensorRef) -> Result<()> {
    let (t, index, source) = (tensor(t)?, tensor(index)?, tensor(source)?);
    autograd::scatter_in_place(&t, axis, &index, Source::Tensor(&source), None)
}

/// Puts a number at the positions that an index names along an axis.
///
/// - `axis`: which one; a negative one counts from the last
/// - `index`: positions along the axis; a negative one counts from the end
/// - `value`: what is put there
/// - `INVALID_ARGUMENT`: there is no such axis or position, or an integer element type cannot hold the number
/// - `SHAPE_MISMATCH`: the index has another number of axes, or is too long
/// - `DTYPE_MISMATCH`: the index is not of integers
pub fn scatter_scalar_in_place(t: TensorRef, axis: i64, index: TensorRef, value: ScalarValue) -> Result<()> {
    let (t, index) = (tensor(t)?, tensor(index)?);
    autograd::scatter_in_place(&t, axis, &index, Source::Value(value), None)
}

/// Adds the elements of a source at the positions that an index names along an axis, as `scatter_add`.
///
/// - `axis`: which one; a negative one counts from the last
/// - `index`: positions along the axis; a negative one counts from the end
/// - `source`: what is added, of this element type
/// - `INVALID_ARGUMENT`: there is no such axis or position
/// - `SHAPE_MISMATCH`: the index has another number of axes, or is too long
/// - `DTYPE_MISMATCH`: the index is not of integers, or the source has another element type
pub fn scatter_add_in_place(t: TensorRef, axis: i64, index: TensorRef, source: TensorRef) -> Result<()> {
    let (t, index, source) = (tensor(t)?, tensor(index)?, tensor(source)?);
    autograd::scatter_in_place(&t, axis, &index, Source::Tensor(&source), Some(ScatterReduce::Sum))
}

/// Adds slices of a source to those that an index names, as `index_add`.
///
/// - `axis`: which one; a negative one counts from the last
/// - `index`: `[N]` of integers; a negative one counts from the end
/// - `source`: N slices along the axis, of this element type
/// - `alpha` = 1: what they are multiplied by
/// - `INVALID_ARGUMENT`: there is no such axis or index
/// - `SHAPE_MISMATCH`: the source has another shape
/// - `DTYPE_MISMATCH`: the index is not of integers, or the source has another element type
pub fn index_add_in_place(t: TensorRef, axis: i64, index: TensorRef, source: TensorRef, alpha: Scalar) -> Result<()> {
    let (t, index, source) = (tensor(t)?, tensor(index)?, tensor(source)?);
    autograd::index_add_in_place(&t, axis, &index, &source, alpha)
}

/// Puts slices of a source in place of those that an index names.
///
/// - `axis`: which one; a negative one counts from the last
/// - `index`: `[N]` of integers; a negative one counts from the end
/// - `source`: N slices along the axis, of this element type
/// - `INVALID_ARGUMENT`: there is no such axis or index
/// - `SHAPE_MISMATCH`: the source has another shape
/// - `DTYPE_MISMATCH`: the index is not of integers, or the source has another element type
pub fn index_copy_in_place(t: TensorRef, axis: i64, index: TensorRef, source: TensorRef) -> Result<()> {
    let (t, index, source) = (tensor(t)?, tensor(index)?, tensor(source)?);
    autograd::index_write_in_place(&t, axis, &index, Source::Tensor(&source))
}

/// Sets every element of the slices that an index names to a number.
///
/// - `axis`: which one; a negative one counts from the last
/// - `index`: `[N]` of integers; a negative one counts from the end
/// - `value`: the number
/// - `INVALID_ARGUMENT`: there is no such axis or index, or an integer element type cannot hold the number
/// - `DTYPE_MISMATCH`: the index is not of integers
pub fn index_fill_in_place(t: TensorRef, axis: i64, index: TensorRef, value: ScalarValue) -> Result<()> {
    let (t, index) = (tensor(t)?, tensor(index)?);
    autograd::index_write_in_place(&t, axis, &index, Source::Value(value))
}

/// Puts values, which broadcast, at what index tensors name, as `index_put`.
///
/// - `indices`: of integers, of which negative ones count from the end, or truth values
/// - `values`: of this element type
/// - `accumulate` = false: whether they are added to what is there
/// - `INVALID_ARGUMENT`: there is no such position, no index, or there are more than axes
/// - `SHAPE_MISMATCH`: the indices or the values do not broadcast, or a mask has other sizes than its axes
/// - `DTYPE_MISMATCH`: an index is neither of integers nor of truth values, or the values have another element type
pub fn index_put_in_place(t: TensorRef, indices: TensorRefs, values: TensorRef, accumulate: bool) -> Result<()> {
    let (t, indices, values) = (tensor(t)?, pins_of(indices)?, tensor(values)?);
    autograd::index_put_in_place(&t, &borrowed(&indices), &values, accumulate)
}

/// Sets the elements where a mask is true to a number.
///
/// - `mask`: of truth values; it broadcasts to this shape
/// - `value`: the number
/// - `SHAPE_MISMATCH`: the mask does not broadcast
/// - `DTYPE_MISMATCH`: the mask is not bool
/// - `INVALID_ARGUMENT`: an integer element type cannot hold the number
pub fn masked_fill_in_place(t: TensorRef, mask: TensorRef, value: ScalarValue) -> Result<()> {
    let (t, mask) = (tensor(t)?, tensor(mask)?);
    autograd::masked_fill_in_place(&t, &mask, value)
}

/// Puts the elements of a source, one after another, where a mask is true.
///
/// - `mask`: of truth values; it broadcasts to this shape
/// - `source`: at least as many elements as the mask is true, of this element type
/// - `SHAPE_MISMATCH`: the mask does not broadcast
/// - `DTYPE_MISMATCH`: the mask is not bool, or the source has another element type
/// - `INVALID_ARGUMENT`: the source has too few elements
pub fn masked_scatter_in_place(t: TensorRef, mask: TensorRef, source: TensorRef) -> Result<()> {
    let (t, mask, source) = (tensor(t)?, tensor(mask)?, tensor(source)?);
    autograd::masked_scatter_in_place(&t, &mask, &source)
}

/// The elements in reverse order along axes.
///
/// - `axes`: along these; a negative one counts from the last; none means all
/// - `INVALID_ARGUMENT`: there is no such axis, or it is named twice
pub fn flip(scope: Owner, t: TensorRef, axes: Axes) -> Result<NewTensor> {
    map(scope, t, |t| autograd::flip(t, axes))
}

/// The tensor several times along each axis.
///
/// - `dims`: how often, for each axis; more numbers than axes make new ones in front
/// - `INVALID_ARGUMENT`: a number is negative, there are fewer than axes, or the result would be too large
pub fn repeat(scope: Owner, t: TensorRef, dims: Dims) -> Result<NewTensor> {
    map(scope, t, |t| autograd::repeat(t, dims))
}

/// As `repeat`, where missing numbers in front are 1.
///
/// - `dims`: how often, for each of the last axes; more numbers than axes make new ones in front
/// - `INVALID_ARGUMENT`: a number is negative, or the result would be too large
pub fn tile(scope: Owner, t: TensorRef, dims: Dims) -> Result<NewTensor> {
    map(scope, t, |t| autograd::tile(t, dims))
}

/// Each slice along an axis several times in a row; without an axis each element of the flattened tensor.
///
/// - `repeats`: how often
/// - `axes`: one axis, or none; a negative one counts from the last
/// - `INVALID_ARGUMENT`: there is no such axis, there are two, the number is negative, or the result would be too large
pub fn repeat_interleave(scope: Owner, t: TensorRef, repeats: i64, axes: Axes) -> Result<NewTensor> {
    let axis = at_most_one("repeat_interleave", axes)?;
    map(scope, t, |t| autograd::repeat_interleave(t, repeats, axis))
}

/// Each slice along an axis as often as a number of its own says; without an axis each element of the flattened tensor.
///
/// - `repeat_interleave_each()`
/// - `repeats`: `[N]` of integers for N slices, or one for all
/// - `axes`: one axis, or none; a negative one counts from the last
/// - `INVALID_ARGUMENT`: there is no such axis, there are two, a number is negative, or the result would be too large
/// - `SHAPE_MISMATCH`: there is another number of repeats
/// - `DTYPE_MISMATCH`: the repeats are not integers
pub fn repeat_interleave_counts(scope: Owner, t: TensorRef, repeats: TensorRef, axes: Axes) -> Result<NewTensor> {
    let axis = at_most_one("repeat_interleave", axes)?;
    map2(scope, t, repeats, |t, repeats| autograd::repeat_interleave_each(t, repeats, axis))
}

/// More elements around the tensor, or fewer where a number is negative.
///
/// - `pads`: how many before and after the last axis, before and after the one in front of it, and so on
/// - `mode` = CONSTANT: what they are
/// - `value` = 0: the number of the constant mode
/// - `INVALID_ARGUMENT`: there are not two for each axis, the mode cannot fill them, or more is taken away than there is
pub fn pad(scope: Owner, t: TensorRef, pads: Ints, mode: PadModeCode, value: ScalarValue) -> Result<NewTensor> {
    let mode = PadMode::from_code(mode)?;
    map(scope, t, |t| autograd::pad(t, pads, mode, value))
}

/// The elements of matrices on and below a diagonal, and 0 elsewhere. The matrices are in the last two axes.
///
/// - `diagonal` = 0: which one; above the main one if positive
/// - `INVALID_ARGUMENT`: there are fewer than two axes
pub fn tril(scope: Owner, t: TensorRef, diagonal: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::triangle(t, ops::Triangle::Lower, diagonal))
}

/// The elements of matrices on and above a diagonal, and 0 elsewhere. The matrices are in the last two axes.
///
/// - `diagonal` = 0: which one; above the main one if positive
/// - `INVALID_ARGUMENT`: there are fewer than two axes
pub fn triu(scope: Owner, t: TensorRef, diagonal: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::triangle(t, ops::Triangle::Upper, diagonal))
}

/// A copy of a diagonal of a matrix; of a vector a matrix that has it as its diagonal, and 0 elsewhere.
///
/// - `diagonal` = 0: which one; above the main one if positive
/// - `INVALID_ARGUMENT`: it is neither a vector nor a matrix
pub fn diag(scope: Owner, t: TensorRef, diagonal: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::diag(t, diagonal))
}

/// Matrices that have the vectors along the last axis as their diagonals, and 0 elsewhere: one more axis.
///
/// - `diagonal` = 0: which one; above the main one if positive
/// - `first` = -2: the axis of the result with the rows; a negative one counts from the last
/// - `second` = -1: the axis of the result with the columns
/// - `INVALID_ARGUMENT`: there is no such axis, both are the same, or this is a scalar
pub fn diag_embed(scope: Owner, t: TensorRef, diagonal: i64, first: i64, second: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::diag_embed(t, diagonal, first, second))
}

/// One axis or none of a list.
fn at_most_one(what: &str, axes: &[i64]) -> Result<Option<i64>> {
    match axes {
        [] => Ok(None),
        [axis] => Ok(Some(*axis)),
        _ => Err(Error::argument(format!("{what} along {} axes: it takes one or none", axes.len()))),
    }
}
