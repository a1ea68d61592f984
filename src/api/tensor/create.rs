//! Making tensors. Shapes are checked ([`Shape::new`]); a negative or overflowing one is `INVALID_ARGUMENT`.
//! All return new references owned by `scope`, and fail with `DEVICE_UNAVAILABLE`, `LIMIT_EXCEEDED` or
//! `OUT_OF_MEMORY` when there is no room.

use crate::api::own::{own, own_tensor};
use crate::api::resource::Resource;
use crate::api::types::{DTypeCode, DeviceCode, Dims, NewTensor, Owner, Scalar, ScalarValue};
use crate::api::workspace::within_limits;
use crate::device::Device;
use crate::error::Result;
use crate::memory::Storage;
use crate::ops;
use crate::tensor::shape::Small;
use crate::tensor::{DType, Layout, RawBytes, Shape, Tensor};

/// A tensor of zeros.
///
/// - `INVALID_ARGUMENT`: a size is negative, there are more than eight, or their product is too large
/// - `OUT_OF_MEMORY`: there is no memory for it
/// - `LIMIT_EXCEEDED`: a limit of the device or of a scope would be passed
/// - `SCOPE_CLOSED`: the scope that is to own it is closed
/// - `SCOPE_CAPPED`: that scope takes no members
/// - `DEVICE_UNAVAILABLE`: there is no such device
pub fn zeros(scope: Owner, device: DeviceCode, dtype: DTypeCode, dims: Dims) -> Result<NewTensor> {
    let Some(shape) = Small::new(dims) else { return shaped(scope, device, dtype, dims, ops::zeros) };
    let (device, dtype) = (Device::from_code(device)?, DType::from_code(dtype)?);
    own_in_context(scope, dtype, shape, || Storage::zeroed(device, shape.elements * dtype.size()))
}

/// A tensor whose elements are whatever its memory held: those of earlier tensors of this process,
/// or zeros. It is for code that writes all of them.
///
/// - `INVALID_ARGUMENT`: a size is negative, there are more than eight, or their product is too large
/// - `OUT_OF_MEMORY`: there is no memory for it
/// - `LIMIT_EXCEEDED`: a limit of the device or of a scope would be passed
/// - `SCOPE_CLOSED`: the scope that is to own it is closed
/// - `SCOPE_CAPPED`: that scope takes no members
/// - `DEVICE_UNAVAILABLE`: there is no such device
pub fn empty(scope: Owner, device: DeviceCode, dtype: DTypeCode, dims: Dims) -> Result<NewTensor> {
    let Some(shape) = Small::new(dims) else { return shaped(scope, device, dtype, dims, ops::empty) };
    let (device, dtype) = (Device::from_code(device)?, DType::from_code(dtype)?);
    own_in_context(scope, dtype, shape, || Storage::alloc(device, shape.elements * dtype.size()))
}

/// A tensor of ones.
///
/// - `INVALID_ARGUMENT`: a size is negative, there are more than eight, or their product is too large
/// - `OUT_OF_MEMORY`: there is no memory for it
/// - `LIMIT_EXCEEDED`: a limit of the device or of a scope would be passed
/// - `SCOPE_CLOSED`: the scope that is to own it is closed
/// - `SCOPE_CAPPED`: that scope takes no members
/// - `DEVICE_UNAVAILABLE`: there is no such device
pub fn ones(scope: Owner, device: DeviceCode, dtype: DTypeCode, dims: Dims) -> Result<NewTensor> {
    shaped(scope, device, dtype, dims, ops::ones)
}

/// A tensor of one value, cast to the element type.
///
/// - `value`: every element
/// - `INVALID_ARGUMENT`: a size is negative, there are more than eight, or their product is too large
/// - `OUT_OF_MEMORY`: there is no memory for it
/// - `LIMIT_EXCEEDED`: a limit of the device or of a scope would be passed
/// - `SCOPE_CLOSED`: the scope that is to own it is closed
/// - `SCOPE_CAPPED`: that scope takes no members
/// - `DEVICE_UNAVAILABLE`: there is no such device
pub fn full(scope: Owner, device: DeviceCode, dtype: DTypeCode, value: ScalarValue, dims: Dims) -> Result<NewTensor> {
    shaped(scope, device, dtype, dims, |device, dtype, shape| ops::full(device, dtype, value, shape))
}

/// A tensor of random numbers, evenly spread from 0 to below 1, from the stream that
/// [`crate::api::random::seed`] starts.
///
/// - `DTYPE_MISMATCH`: the element type is not floating-point
/// - `INVALID_ARGUMENT`: a size is negative, there are more than eight, or their product is too large
/// - `OUT_OF_MEMORY`: there is no memory for it
/// - `LIMIT_EXCEEDED`: a limit of the device or of a scope would be passed
/// - `SCOPE_CLOSED`: the scope that is to own it is closed
/// - `SCOPE_CAPPED`: that scope takes no members
/// - `DEVICE_UNAVAILABLE`: there is no such device
pub fn rand(scope: Owner, device: DeviceCode, dtype: DTypeCode, dims: Dims) -> Result<NewTensor> {
    ops::drawing(|| shaped(scope, device, dtype, dims, ops::rand))
}

/// A tensor of random numbers of the standard normal distribution, from the stream that
/// [`crate::api::random::seed`] starts.
///
/// - `DTYPE_MISMATCH`: the element type is not floating-point
/// - `INVALID_ARGUMENT`: a size is negative, there are more than eight, or their product is too large
/// - `OUT_OF_MEMORY`: there is no memory for it
/// - `LIMIT_EXCEEDED`: a limit of the device or of a scope would be passed
/// - `SCOPE_CLOSED`: the scope that is to own it is closed
/// - `SCOPE_CAPPED`: that scope takes no members
/// - `DEVICE_UNAVAILABLE`: there is no such device
pub fn randn(scope: Owner, device: DeviceCode, dtype: DTypeCode, dims: Dims) -> Result<NewTensor> {
    ops::drawing(|| shaped(scope, device, dtype, dims, ops::randn))
}

/// A tensor of one axis: `start`, `start + step` and so on, below `end`, or above it if the step is
/// negative.
///
/// - `start`: the first number
/// - `end`: where to stop; not reached
/// - `step` = 1: from each number to the next; may be negative
/// - `INVALID_ARGUMENT`: the step is 0, a number is not finite, or there are too many
/// - `OUT_OF_MEMORY`: there is no memory for it
/// - `LIMIT_EXCEEDED`: a limit of the device or of a scope would be passed
/// - `SCOPE_CLOSED`: the scope that is to own it is closed
/// - `SCOPE_CAPPED`: that scope takes no members
/// - `DEVICE_UNAVAILABLE`: there is no such device
pub fn arange(
    scope: Owner,
    device: DeviceCode,
    dtype: DTypeCode,
    start: Scalar,
    end: Scalar,
    step: Scalar,
) -> Result<NewTensor> {
    made(scope, device, dtype, |device, dtype| ops::arange(device, dtype, start, end, step))
}

/// A copy of these bytes, native-endian elements in row-major order. `SHAPE_MISMATCH` unless they fill the shape.
pub fn from_data<'a>(
    scope: Owner,
    device: DeviceCode,
    dtype: DTypeCode,
    bytes: impl Into<RawBytes<'a>>,
    dims: Dims,
) -> Result<NewTensor> {
    let bytes = bytes.into();
    let Some(shape) = Small::new(dims) else {
        return shaped(scope, device, dtype, dims, |device, dtype, shape| {
            Tensor::from_bytes(device, dtype, bytes, shape)
        });
    };
    let (device, dtype) = (Device::from_code(device)?, DType::from_code(dtype)?);
    own_in_context(scope, dtype, shape, || Tensor::storage_of(device, dtype, bytes, shape.elements, dims))
}

/// As [`from_data`], where the bytes are elements of another dtype, `elements`: each is converted, as [`super::cast`] does.
pub fn from_data_as<'a>(
    scope: Owner,
    device: DeviceCode,
    dtype: DTypeCode,
    elements: DTypeCode,
    bytes: impl Into<RawBytes<'a>>,
    dims: Dims,
) -> Result<NewTensor> {
    let (bytes, elements) = (bytes.into(), DType::from_code(elements)?);
    if dtype == elements.code() {
        return from_data(scope, device, dtype, bytes, dims);
    }
    shaped(scope, device, dtype, dims, |device, dtype, shape| {
        ops::cast(&Tensor::from_bytes(device, elements, bytes, shape)?, dtype)
    })
}

#[inline(always)]
pub(super) fn shaped(
    scope: u64,
    device: i32,
    dtype: i32,
    dims: &[i64],
    make: impl FnOnce(Device, DType, &Shape) -> Result<Tensor>,
) -> Result<u64> {
    let (device, dtype) = (Device::from_code(device)?, DType::from_code(dtype)?);
    let shape = Shape::new(dims)?;
    own(scope, Resource::Tensor(within_limits(scope, None, || make(device, dtype, &shape))?))
}

/// A tensor whose shape follows from numbers.
pub(super) fn made(
    scope: u64,
    device: i32,
    dtype: i32,
    make: impl FnOnce(Device, DType) -> Result<Tensor>,
) -> Result<u64> {
    let (device, dtype) = (Device::from_code(device)?, DType::from_code(dtype)?);
    own(scope, Resource::Tensor(within_limits(scope, None, || make(device, dtype))?))
}

/// For what has nothing to compute: only the storage is made first, and the tensor then built in its slot. Moving one
/// there costs 15 ns, since words that were just stored one by one are loaded in pairs.
#[inline(always)]
fn own_in_context(scope: u64, dtype: DType, shape: Small, make: impl FnOnce() -> Result<Storage>) -> Result<u64> {
    let storage = within_limits(scope, None, make)?;
    own_tensor(scope, || Tensor::on(storage, dtype, Layout::small(shape)))
}
