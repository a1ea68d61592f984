//! Making tensors. Shapes are checked ([`Shape::new`]); a negative or overflowing one is `INVALID_ARGUMENT`.
//! All return new references owned by `scope`, and fail with `DEVICE_UNAVAILABLE`, `LIMIT_EXCEEDED` or
//! `OUT_OF_MEMORY` when there is no room.

use crate::api::own::{own, own_tensor};
use crate::api::resource::Resource;
use crate::api::types::{DTypeCode, DeviceCode, Dims, NewTensor, Owner};
use crate::api::workspace::within_limits;
use crate::device::Device;
use crate::error::Result;
use crate::memory::Storage;
use crate::ops;
use crate::tensor::shape::Small;
use crate::tensor::{DType, Layout, RawBytes, Shape, Tensor};

/// Zeros.
pub fn zeros(scope: Owner, device: DeviceCode, dtype: DTypeCode, dims: Dims) -> Result<NewTensor> {
    let Some(shape) = Small::new(dims) else { return shaped(scope, device, dtype, dims, ops::zeros) };
    let (device, dtype) = (Device::from_code(device)?, DType::from_code(dtype)?);
    own_in_context(scope, dtype, shape, || Storage::zeroed(device, shape.elements * dtype.size()))
}

/// Elements that are whatever the memory held: of earlier tensors of this process, or zeros. For what writes all of them.
pub fn empty(scope: Owner, device: DeviceCode, dtype: DTypeCode, dims: Dims) -> Result<NewTensor> {
    let Some(shape) = Small::new(dims) else { return shaped(scope, device, dtype, dims, ops::empty) };
    let (device, dtype) = (Device::from_code(device)?, DType::from_code(dtype)?);
    own_in_context(scope, dtype, shape, || Storage::alloc(device, shape.elements * dtype.size()))
}

/// Ones.
pub fn ones(scope: Owner, device: DeviceCode, dtype: DTypeCode, dims: Dims) -> Result<NewTensor> {
    shaped(scope, device, dtype, dims, ops::ones)
}

/// One value everywhere, cast to the dtype.
pub fn full(scope: Owner, device: DeviceCode, dtype: DTypeCode, value: f64, dims: Dims) -> Result<NewTensor> {
    shaped(scope, device, dtype, dims, |device, dtype, shape| ops::full(device, dtype, value, shape))
}

/// Uniform random numbers of [0, 1) from the one stream. `DTYPE_MISMATCH` unless floating.
pub fn rand(scope: Owner, device: DeviceCode, dtype: DTypeCode, dims: Dims) -> Result<NewTensor> {
    shaped(scope, device, dtype, dims, ops::rand)
}

/// Normal random numbers from the one stream. `DTYPE_MISMATCH` unless floating.
pub fn randn(scope: Owner, device: DeviceCode, dtype: DTypeCode, dims: Dims) -> Result<NewTensor> {
    shaped(scope, device, dtype, dims, ops::randn)
}

/// `start`, `start + step`, ... below `end` (above it for a negative step), of rank 1.
pub fn arange(
    scope: Owner,
    device: DeviceCode,
    dtype: DTypeCode,
    start: f64,
    end: f64,
    step: f64,
) -> Result<NewTensor> {
    let (device, dtype) = (Device::from_code(device)?, DType::from_code(dtype)?);
    own(scope, Resource::Tensor(within_limits(scope, None, || ops::arange(device, dtype, start, end, step))?))
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

#[inline(always)]
fn shaped(
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

/// For what has nothing to compute: only the storage is made first, and the tensor then built in its slot. Moving one
/// there costs 15 ns, since words that were just stored one by one are loaded in pairs.
#[inline(always)]
fn own_in_context(scope: u64, dtype: DType, shape: Small, make: impl FnOnce() -> Result<Storage>) -> Result<u64> {
    let storage = within_limits(scope, None, make)?;
    own_tensor(scope, || Tensor::on(storage, dtype, Layout::small(shape)))
}
