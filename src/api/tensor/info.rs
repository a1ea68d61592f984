//! Asking about a tensor, and its references. Nothing here computes on elements.

use crate::api::own::own;
use crate::api::resource::{Resource, TABLE, tensor};
use crate::api::types::{DTypeCode, DeviceCode, NewTensor, Owner, TensorRef};
use crate::error::Result;
use crate::ownership::{Handle, Kind};
use crate::tensor::Shape;

/// A new reference on the same tensor, with an owner of its own. *Returns new.* A tape goes with it.
pub fn alias(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    super::map(scope, t, |t| Ok(t.clone()))
}

/// As [`alias`] owned by nobody, whoever is named or owns the tensor, and on the same elements wherever they lie: for memory
/// that is shown to others. Of a workspace it pins the memory beyond the cycle, so it is no copy. *Returns new.*
pub fn share(t: TensorRef) -> Result<NewTensor> {
    let t = tensor(t)?;
    own(0, Resource::Tensor(t.untracked()))
}

/// Gives one reference up. The memory goes with the last one. *Consumes.*
pub fn dispose(t: TensorRef) -> Result<()> {
    TABLE.dispose(Handle(t), Kind::Tensor)
}

/// How many references hold the storage: handles on it, views and aliases included, and tapes.
pub fn use_count(t: TensorRef) -> Result<u64> {
    Ok(tensor(t)?.storage().ref_count() as u64)
}

/// The code of the element type.
pub fn dtype(t: TensorRef) -> Result<DTypeCode> {
    Ok(tensor(t)?.dtype().code())
}

/// The code of the device.
pub fn device(t: TensorRef) -> Result<DeviceCode> {
    Ok(tensor(t)?.device().code())
}

/// The number of dimensions.
pub fn rank(t: TensorRef) -> Result<u32> {
    Ok(tensor(t)?.rank() as u32)
}

/// The number of elements.
#[inline]
pub fn size(t: TensorRef) -> Result<i64> {
    Ok(tensor(t)?.size() as i64)
}

/// Bytes of the elements of this window.
pub fn nbytes(t: TensorRef) -> Result<u64> {
    Ok(tensor(t)?.nbytes() as u64)
}

/// The sizes, outermost first.
pub fn shape(t: TensorRef) -> Result<Shape> {
    Ok(tensor(t)?.to_shape())
}

/// Elements to step over in each dimension; as many as dimensions.
pub fn strides(t: TensorRef) -> Result<Shape> {
    Ok(Shape::of(tensor(t)?.strides()))
}

/// Whether the elements lie one after another in row-major order.
pub fn is_contiguous(t: TensorRef) -> Result<bool> {
    Ok(tensor(t)?.is_contiguous())
}

/// The tensor as NumPy prints an array.
pub fn to_string(t: TensorRef) -> Result<String> {
    Ok(tensor(t)?.to_string())
}
