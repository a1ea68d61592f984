//! Creates tensors. Shapes are checked by [`Shape::new`]: a negative or too large one is `INVALID_ARGUMENT`. All
//! functions return new references owned by `scope`, and fail with `DEVICE_UNAVAILABLE`, `LIMIT_EXCEEDED` or
//! `OUT_OF_MEMORY` if the memory cannot be allocated.

use crate::api::types::{DTypeCode, DeviceCode, Dims, NewTensor, Owner, Scalar, ScalarValue};
use crate::device::Device;
use crate::error::Result;
use crate::memory::Storage;
use crate::ops;
use crate::session::context::{device_for, within_limits};
use crate::session::own::{own, own_tensor};
use crate::session::resource::Resource;
use crate::tensor::shape::Small;
use crate::tensor::{DType, Layout, RawBytes, Shape, Tensor};

/// Creates a tensor of the given shape and dtype, filled with 0.
///
/// - `INVALID_ARGUMENT`: a size is negative, there are more than 16 sizes, or the shape has too many elements
/// - `OUT_OF_MEMORY`: the memory cannot be allocated
/// - `LIMIT_EXCEEDED`: the allocation would exceed a limit of the device or of a scope
/// - `SCOPE_CLOSED`: the owning scope is closed
/// - `SCOPE_CAPPED`: the owning scope accepts no more members
/// - `DEVICE_UNAVAILABLE`: the device is not available
pub fn zeros(scope: Owner, device: DeviceCode, dtype: DTypeCode, dims: Dims) -> Result<NewTensor> {
    let Some(shape) = Small::new(dims) else { return shaped(scope, device, dtype, dims, ops::zeros) };
    let (device, dtype) = (device_for(scope, device)?, DType::from_code(dtype)?);
    own_in_context(scope, dtype, shape, || Storage::zeroed(device, shape.elements * dtype.size()))
}

/// Creates an uninitialized tensor of the given shape and dtype, for code that writes every element. Its elements are
/// whatever the memory held: those of earlier tensors of this process, or 0.
///
/// - `INVALID_ARGUMENT`: a size is negative, there are more than 16 sizes, or the shape has too many elements
/// - `OUT_OF_MEMORY`: the memory cannot be allocated
/// - `LIMIT_EXCEEDED`: the allocation would exceed a limit of the device or of a scope
/// - `SCOPE_CLOSED`: the owning scope is closed
/// - `SCOPE_CAPPED`: the owning scope accepts no more members
/// - `DEVICE_UNAVAILABLE`: the device is not available
pub fn empty(scope: Owner, device: DeviceCode, dtype: DTypeCode, dims: Dims) -> Result<NewTensor> {
    let Some(shape) = Small::new(dims) else { return shaped(scope, device, dtype, dims, ops::empty) };
    let (device, dtype) = (device_for(scope, device)?, DType::from_code(dtype)?);
    own_in_context(scope, dtype, shape, || Storage::alloc(device, shape.elements * dtype.size()))
}

/// Creates a tensor of the given shape and dtype, filled with 1.
///
/// - `INVALID_ARGUMENT`: a size is negative, there are more than 16 sizes, or the shape has too many elements
/// - `OUT_OF_MEMORY`: the memory cannot be allocated
/// - `LIMIT_EXCEEDED`: the allocation would exceed a limit of the device or of a scope
/// - `SCOPE_CLOSED`: the owning scope is closed
/// - `SCOPE_CAPPED`: the owning scope accepts no more members
/// - `DEVICE_UNAVAILABLE`: the device is not available
pub fn ones(scope: Owner, device: DeviceCode, dtype: DTypeCode, dims: Dims) -> Result<NewTensor> {
    shaped(scope, device, dtype, dims, ops::ones)
}

/// Creates a tensor of the given shape and dtype, filled with one number.
///
/// - `value`: the number, the same for every element; a float dtype rounds it, bool stores whether it is nonzero
/// - `INVALID_ARGUMENT`: a size is negative, there are more than 16 sizes, the shape has too many elements, or an
///   integer dtype cannot hold the number
/// - `OUT_OF_MEMORY`: the memory cannot be allocated
/// - `LIMIT_EXCEEDED`: the allocation would exceed a limit of the device or of a scope
/// - `SCOPE_CLOSED`: the owning scope is closed
/// - `SCOPE_CAPPED`: the owning scope accepts no more members
/// - `DEVICE_UNAVAILABLE`: the device is not available
pub fn full(scope: Owner, device: DeviceCode, dtype: DTypeCode, value: ScalarValue, dims: Dims) -> Result<NewTensor> {
    shaped(scope, device, dtype, dims, |device, dtype, shape| ops::full(device, dtype, value, shape))
}

/// Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly distributed in `[0, 1)`,
/// drawn from the stream that [`crate::api::random::seed`] starts.
///
/// - `DTYPE_MISMATCH`: the dtype is not floating-point
/// - `INVALID_ARGUMENT`: a size is negative, there are more than 16 sizes, or the shape has too many elements
/// - `OUT_OF_MEMORY`: the memory cannot be allocated
/// - `LIMIT_EXCEEDED`: the allocation would exceed a limit of the device or of a scope
/// - `SCOPE_CLOSED`: the owning scope is closed
/// - `SCOPE_CAPPED`: the owning scope accepts no more members
/// - `DEVICE_UNAVAILABLE`: the device is not available
pub fn rand(scope: Owner, device: DeviceCode, dtype: DTypeCode, dims: Dims) -> Result<NewTensor> {
    ops::drawing(|| shaped(scope, device, dtype, dims, ops::rand))
}

/// Creates a tensor of the given shape and floating-point dtype, of random numbers from the normal distribution with
/// mean 0 and standard deviation 1, drawn from the stream that [`crate::api::random::seed`] starts.
///
/// - `DTYPE_MISMATCH`: the dtype is not floating-point
/// - `INVALID_ARGUMENT`: a size is negative, there are more than 16 sizes, or the shape has too many elements
/// - `OUT_OF_MEMORY`: the memory cannot be allocated
/// - `LIMIT_EXCEEDED`: the allocation would exceed a limit of the device or of a scope
/// - `SCOPE_CLOSED`: the owning scope is closed
/// - `SCOPE_CAPPED`: the owning scope accepts no more members
/// - `DEVICE_UNAVAILABLE`: the device is not available
pub fn randn(scope: Owner, device: DeviceCode, dtype: DTypeCode, dims: Dims) -> Result<NewTensor> {
    ops::drawing(|| shaped(scope, device, dtype, dims, ops::randn))
}

/// Creates a vector of evenly spaced numbers: `start + i step` for `i = 0, 1, ...`, up to but not including `end`. The
/// step may be negative.
/// It has `ceil((end - start) / step)` elements, or none if that is negative, of any dtype but bool; an integer dtype
/// drops fractions.
///
/// - `start`: the first number
/// - `end`: the end of the range, which is not included
/// - `step` = 1: the distance from each number to the next; not 0
/// - `DTYPE_MISMATCH`: the dtype is bool
/// - `INVALID_ARGUMENT`: the step is 0, a number is not finite, an integer dtype cannot hold an element, or there are
///   too many elements
/// - `OUT_OF_MEMORY`: the memory cannot be allocated
/// - `LIMIT_EXCEEDED`: the allocation would exceed a limit of the device or of a scope
/// - `SCOPE_CLOSED`: the owning scope is closed
/// - `SCOPE_CAPPED`: the owning scope accepts no more members
/// - `DEVICE_UNAVAILABLE`: the device is not available
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

/// Creates a tensor of the given shape and dtype with a copy of these bytes: native-endian elements in row-major order.
/// A bool byte other than 0 counts as true.
/// Errors: `SHAPE_MISMATCH` if the number of bytes is not that of the shape; `INVALID_ARGUMENT` for a shape that is
/// negative or too large.
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
            Tensor::of_bytes(device, dtype, bytes, shape)
        });
    };
    let (device, dtype) = (device_for(scope, device)?, DType::from_code(dtype)?);
    own_in_context(scope, dtype, shape, || Tensor::storage_of(device, dtype, bytes, shape.elements, dims))
}

/// Creates a tensor as [`from_data`] does, of bytes that are elements of the dtype `elements`; each element is
/// converted to `dtype` as [`super::cast`] converts it.
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
        ops::cast(&Tensor::of_bytes(device, elements, bytes, shape)?, dtype)
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
    let (device, dtype) = (device_for(scope, device)?, DType::from_code(dtype)?);
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
    let (device, dtype) = (device_for(scope, device)?, DType::from_code(dtype)?);
    own(scope, Resource::Tensor(within_limits(scope, None, || make(device, dtype))?))
}

/// For what has nothing to compute: only the storage is made first, and the tensor then built in its slot. Moving one
/// there costs 15 ns, since words that were just stored one by one are loaded in pairs.
#[inline(always)]
fn own_in_context(scope: u64, dtype: DType, shape: Small, make: impl FnOnce() -> Result<Storage>) -> Result<u64> {
    let storage = within_limits(scope, None, make)?;
    own_tensor(scope, || Tensor::on(storage, dtype, Layout::small(shape)))
}
