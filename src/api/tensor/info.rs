//! Asking about a tensor, and its references. Nothing here computes on elements.

use crate::api::own::own;
use crate::api::resource::{Resource, TABLE, pinned};
use crate::api::types::{DTypeCode, DeviceCode, NewTensor, Owner, TensorRef};
use crate::error::Result;
use crate::ownership::{Handle, Kind};
use crate::tensor::{PrintOptions, Shape};

/// A second reference to the same elements, with an owner and an end of its own. A tape goes with it.
/// If the elements lie in the memory of a workspace that the owner is no scope of, it is a copy,
/// since that memory is used anew in each cycle.
pub fn alias(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    super::map(scope, t, |t| Ok(t.clone()))
}

/// As [`alias`], but unowned, whoever is named or owns the tensor, and on the same elements wherever they lie: for memory
/// that is shown to others. Of a workspace it pins the memory beyond the cycle, so it is no copy. *Returns new.*
pub fn share(t: TensorRef) -> Result<NewTensor> {
    let t = pinned(t)?;
    own(0, Resource::Tensor(t.untracked()))
}

/// As [`share`], for memory that only a collector ever frees, such as a buffer of the JDK, which nobody can close: it is no
/// leak, and [`crate::api::leak::exported`] lists it. *Returns new.*
pub fn export(t: TensorRef) -> Result<NewTensor> {
    let exported = share(t)?;
    TABLE.set_exported(Handle(exported));
    Ok(exported)
}

/// Gives one reference up. The memory goes with the last one. *Consumes.*
pub fn dispose(t: TensorRef) -> Result<()> {
    TABLE.dispose(Handle(t), Kind::Tensor)
}

/// How many references hold the memory: tensors, views and aliases that are not closed, and tapes.
pub fn use_count(t: TensorRef) -> Result<u64> {
    Ok(pinned(t)?.storage().ref_count() as u64)
}

/// The type of the elements.
pub fn dtype(t: TensorRef) -> Result<DTypeCode> {
    Ok(pinned(t)?.dtype().code())
}

/// Where the memory is.
pub fn device(t: TensorRef) -> Result<DeviceCode> {
    Ok(pinned(t)?.device().code())
}

/// The number of axes, 0 to 8.
pub fn rank(t: TensorRef) -> Result<u32> {
    Ok(pinned(t)?.rank() as u32)
}

/// The number of elements: the product of the sizes along all axes.
#[inline]
pub fn size(t: TensorRef) -> Result<i64> {
    Ok(pinned(t)?.size() as i64)
}

/// The number of bytes that the elements take, one after another.
pub fn nbytes(t: TensorRef) -> Result<u64> {
    Ok(pinned(t)?.nbytes() as u64)
}

/// The number of elements along each axis, in a new array; empty for a scalar.
pub fn shape(t: TensorRef) -> Result<Shape> {
    Ok(pinned(t)?.to_shape())
}

/// How many elements further the next one along each axis is, in a new array.
pub fn strides(t: TensorRef) -> Result<Shape> {
    Ok(Shape::of(pinned(t)?.strides()))
}

/// Whether the elements lie one after another in row-major order, as those of a new tensor do that is
/// no view.
pub fn is_contiguous(t: TensorRef) -> Result<bool> {
    Ok(pinned(t)?.is_contiguous())
}

/// The tensor as NumPy prints an array.
pub fn to_string(t: TensorRef) -> Result<String> {
    Ok(pinned(t)?.to_string())
}

/// The tensor as NumPy prints an array with these options.
///
/// - `to_string()`
/// - `precision`: the most digits after the point of a float
/// - `threshold`: a tensor of more elements is summarized
/// - `edge_items`: how many elements a summary keeps at either end of an axis, at least 1
/// - `line_width`: the columns of a line
/// - `INVALID_ARGUMENT`: a number is too small
pub fn to_string_format(
    t: TensorRef,
    precision: i64,
    threshold: i64,
    edge_items: i64,
    line_width: i64,
) -> Result<String> {
    let options = PrintOptions::new(precision, threshold, edge_items, line_width)?;
    Ok(pinned(t)?.to_string_with(&options))
}
