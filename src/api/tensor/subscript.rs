//! Indexing with a text as Python writes it, reading and writing.
//!
//! - `gradient`: yes

use super::map;
use crate::api::types::{Ints, NewTensor, Owner, ScalarValue, TensorRef};
use crate::autograd;
use crate::error::Result;
use crate::ops;
use crate::session::resource::{pinned, tensor};

/// Returns the part that an index in Python's notation selects: `"1:-1, ..., 0"`. A number selects one index of an axis
/// and removes the axis; `^1` counts from the end, 1 being the last; `1:5:2` selects the indices from 1 to before 5 in
/// steps of 2; `...` stands for the axes in between; `None` adds an axis of size 1.
/// Shapes: `[m, n] -> [k]` for `"2, 1:4"` with `k = 3`, for example; axes that are not named stay whole. The dtype is
/// kept. The result is a view; with a negative step, as in `::-1`, it is a copy, because strides are never negative.
///
/// - `index`: the parts of the index, separated by commas
/// - `INVALID_ARGUMENT`: the text is not an index, names more axes than this tensor has, has a step of 0, or an index
///   is out of range, or the result would have more than 16 axes
pub fn get(scope: Owner, t: TensorRef, index: &str) -> Result<NewTensor> {
    map(scope, t, |t| autograd::subscript(t, index))
}

/// Writes a tensor into the part that an index in Python's notation selects. The value is broadcast, and converted to
/// the dtype of this tensor.
/// Shapes: the value broadcasts to the shape that `get` would return, its leading axes of size 1 aside. The shape and
/// dtype of this tensor stay.
///
/// - `index`: as in `get`, negative steps included; empty for the whole tensor
/// - `value`: the tensor to write
/// - `INVALID_ARGUMENT`: the text is not an index, names more axes than this tensor has, has a step of 0, or an index
///   is out of range, or this tensor is recorded on a tape or its elements overlap (after `expand` or `unfold`)
/// - `SHAPE_MISMATCH`: the value does not broadcast to the selected part
/// - `DTYPE_MISMATCH`: the value is floating-point and this tensor is not
/// - `UNSUPPORTED`: the value is recorded on a tape
pub fn set(t: TensorRef, index: &str, value: TensorRef) -> Result<()> {
    let (t, value) = (tensor(t)?, tensor(value)?);
    autograd::set_subscript(&t, index, &value)
}

/// Writes a number into every element of the part that an index in Python's notation selects.
/// Shapes: any; the shape and dtype of this tensor stay.
///
/// - `index`: as in `get`, negative steps included; empty for the whole tensor
/// - `value`: the number to write
/// - `INVALID_ARGUMENT`: the text is not an index, names more axes than this tensor has, has a step of 0, or an index
///   is out of range, the number is out of range for an integer dtype, or this tensor is recorded on a tape or its
///   elements overlap (after `expand` or `unfold`)
pub fn set_scalar(t: TensorRef, index: &str, value: ScalarValue) -> Result<()> {
    autograd::fill_subscript(&*tensor(t)?, index, value)
}

/// Returns a view of the part at one index of each of the first axes, which are removed: the same as [`get`] of
/// `"1, -2"`, without a text.
/// Shapes: `[n1, ..., nk, ...] -> [...]` for `k` indices. The dtype is kept.
///
/// - `indices`: one index for each axis, from the first; negative values count from the end of the axis
/// - `INVALID_ARGUMENT`: there are more indices than axes, or one is out of range
pub fn get_at(scope: Owner, t: TensorRef, indices: Ints) -> Result<NewTensor> {
    map(scope, t, |t| autograd::at(t, indices))
}

/// The element at one index of each axis, as a double: no tensor is made. An integer beyond 2^53 is rounded; [`get_i64`] is
/// exact. A bool is 0 or 1.
///
/// - `indices`: one index for each axis; negative values count from the end of the axis; none for a tensor without axes
/// - `INVALID_ARGUMENT`: there is not one index for each axis, or one is out of range
#[inline]
pub fn get_f64(t: TensorRef, indices: Ints) -> Result<f64> {
    ops::element(&*pinned(t)?, indices)
}

/// The element of an integer or bool tensor at one index of each axis, exactly: no tensor is made. A bool is 0 or 1; a
/// uint64 above 2^63 - 1 comes as its bits, a negative number.
///
/// - `indices`: one index for each axis; negative values count from the end of the axis; none for a tensor without axes
/// - `INVALID_ARGUMENT`: there is not one index for each axis, or one is out of range
/// - `DTYPE_MISMATCH`: the element is floating-point; cast it, or read it as a float
#[inline]
pub fn get_i64(t: TensorRef, indices: Ints) -> Result<i64> {
    ops::element_i64(&*pinned(t)?, indices)
}

/// Writes a tensor into the part at one index of each of the first axes. The value is broadcast, and converted to the
/// dtype of this tensor.
/// Shapes: the value broadcasts to the sizes of the remaining axes, its leading axes of size 1 aside. The shape and dtype
/// of this tensor stay.
///
/// - `indices`: one index for each axis, from the first; negative values count from the end of the axis; none for the
///   whole tensor
/// - `value`: the tensor to write
/// - `INVALID_ARGUMENT`: there are more indices than axes, one is out of range, or this tensor is recorded on a tape or
///   its elements overlap (after `expand` or `unfold`)
/// - `SHAPE_MISMATCH`: the value does not broadcast to the selected part
/// - `DTYPE_MISMATCH`: the value is floating-point and this tensor is not
/// - `UNSUPPORTED`: the value is recorded on a tape
pub fn set_at(t: TensorRef, indices: Ints, value: TensorRef) -> Result<()> {
    let (t, value) = (tensor(t)?, tensor(value)?);
    autograd::check_in_place(&t)?;
    autograd::copy_into(&autograd::at(&t, indices)?, &value)
}

/// Writes a number into every element of the part at one index of each of the first axes.
/// Shapes: any; the shape and dtype of this tensor stay.
///
/// - `indices`: one index for each axis, from the first; negative values count from the end of the axis; none for the
///   whole tensor
/// - `value`: the number to write
/// - `INVALID_ARGUMENT`: there are more indices than axes, one is out of range, the number is out of range for an
///   integer dtype, or this tensor is recorded on a tape or its elements overlap (after `expand` or `unfold`)
pub fn set_at_scalar(t: TensorRef, indices: Ints, value: ScalarValue) -> Result<()> {
    let t = pinned(t)?;
    if indices.len() == t.rank() {
        return autograd::set_element(&t, indices, value);
    }
    autograd::check_in_place(&t)?;
    autograd::fill(&autograd::at(&t, indices)?, value)
}
