//! Properties of a tensor, and its references. Nothing here computes on elements.

use crate::api::types::{DTypeCode, DeviceCode, NewTensor, Owner, TensorRef};
use crate::error::Result;
use crate::ownership::{Handle, Kind};
use crate::session::own::own;
use crate::session::resource::{Resource, TABLE, pinned, tensor};
use crate::tensor::{PrintOptions, Shape};

/// Returns a second reference to the same elements, with an owner and a lifetime of its own. A tape that records this
/// tensor records the alias too.
/// Shape and dtype: kept. If the elements are in the memory of a workspace and the new owner is not a scope of that
/// workspace, the result is a copy, because each cycle of a workspace reuses its memory.
///
/// - `gradient`: yes
pub fn alias(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    super::map(scope, t, |t| Ok(t.clone()))
}

/// As [`alias`], but the result has no owner and is never a copy, wherever the elements are: for memory that is shown
/// to other code. Memory of a workspace is kept beyond its cycle. A tape does not record the result. *Returns new.*
pub fn share(t: TensorRef) -> Result<NewTensor> {
    let t = pinned(t)?;
    own(0, Resource::Tensor(t.untracked()))
}

/// As [`share`], for memory that only a garbage collector frees, such as a buffer of the JDK, which cannot be closed.
/// It is not reported as a leak; [`crate::api::leak::exported`] lists it. *Returns new.*
pub fn export(t: TensorRef) -> Result<NewTensor> {
    let exported = share(t)?;
    TABLE.set_exported(Handle(exported));
    Ok(exported)
}

/// Releases one reference. The memory is freed with the last one. *Consumes.*
pub fn dispose(t: TensorRef) -> Result<()> {
    TABLE.dispose(Handle(t), Kind::Tensor)
}

/// The number of references to the memory: tensors, views and aliases that are not closed, and tapes.
pub fn use_count(t: TensorRef) -> Result<u64> {
    Ok(pinned(t)?.storage().ref_count() as u64)
}

/// The dtype of the elements.
pub fn dtype(t: TensorRef) -> Result<DTypeCode> {
    Ok(pinned(t)?.dtype().code())
}

/// The device that holds the memory.
pub fn device(t: TensorRef) -> Result<DeviceCode> {
    Ok(pinned(t)?.device().code())
}

/// The number of axes, from 0 to 16.
pub fn rank(t: TensorRef) -> Result<u32> {
    Ok(pinned(t)?.rank() as u32)
}

/// The number of elements, which is the product of the sizes of all axes.
#[inline]
pub fn size(t: TensorRef) -> Result<i64> {
    Ok(pinned(t)?.size() as i64)
}

/// The number of bytes of the elements, stored contiguously.
pub fn nbytes(t: TensorRef) -> Result<u64> {
    Ok(pinned(t)?.nbytes() as u64)
}

/// The size of each axis, in a new array. The array of a scalar is empty.
pub fn shape(t: TensorRef) -> Result<Shape> {
    Ok(pinned(t)?.to_shape())
}

/// The distance, counted in elements, between neighbors along each axis, in a new array.
pub fn strides(t: TensorRef) -> Result<Shape> {
    Ok(Shape::of(pinned(t)?.strides()))
}

/// Whether the elements are stored one after another in row-major order, as in a newly created tensor. Transposed and
/// sliced views usually are not contiguous.
pub fn is_contiguous(t: TensorRef) -> Result<bool> {
    Ok(pinned(t)?.is_contiguous())
}

/// Whether the memory of this tensor must not be written, as that of a read-only buffer of the
/// caller: what writes to it in place is refused. A copy can be written.
pub fn is_read_only(t: TensorRef) -> Result<bool> {
    Ok(pinned(t)?.is_read_only())
}

/// The tensor as text, in the form in which NumPy prints an array. Of a tensor on a device, the elements that are printed
/// are copied to the processor.
pub fn to_string(t: TensorRef) -> Result<String> {
    Ok(tensor(t)?.to_string())
}

/// The tensor as text, in the form in which NumPy prints an array with these options.
///
/// - `to_string()`
/// - `precision`: the maximum number of digits after the decimal point of a float
/// - `threshold`: a tensor with more elements than this is abbreviated
/// - `edge_items`: the number of elements that an abbreviation keeps at each end of an axis, at least 1
/// - `line_width`: the maximum number of characters in a line, at least 1
/// - `INVALID_ARGUMENT`: `precision` or `threshold` is negative, or `edge_items` or `line_width` is less than 1
pub fn to_string_format(
    t: TensorRef,
    precision: i64,
    threshold: i64,
    edge_items: i64,
    line_width: i64,
) -> Result<String> {
    let options = PrintOptions::new(precision, threshold, edge_items, line_width)?;
    Ok(tensor(t)?.to_string_with(&options))
}
