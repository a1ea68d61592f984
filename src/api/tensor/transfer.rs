//! Moving elements in and out of tensors: single elements, bytes, copies, conversions, devices.

use crate::api::types::{CopyModeCode, DTypeCode, DeviceCode, NewTensor, Owner, TensorRef};
use crate::autograd;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::ops;
use crate::session::context::within_limits;
use crate::session::resource::{pinned, tensor};
use crate::session::workspace;
use crate::tensor::{CopyMode, DType, RawBytes, RawBytesMut, Tensor};

/// The only element, as a double. An integer beyond 2^53 is rounded; [`item_i64`] is exact.
///
/// - `INVALID_ARGUMENT`: this tensor does not have exactly one element
pub fn item(t: TensorRef) -> Result<f64> {
    ops::item(&*pinned(t)?)
}

/// The only element of an integer or bool tensor, exactly. A bool is 0 or 1; a uint64 above 2^63 - 1 comes as its bits,
/// a negative number.
///
/// - `INVALID_ARGUMENT`: this tensor does not have exactly one element
/// - `DTYPE_MISMATCH`: the element is floating-point; cast it, or use [`item`]
pub fn item_i64(t: TensorRef) -> Result<i64> {
    ops::item_i64(&*pinned(t)?)
}

/// Copies the elements out to `out` in row-major order, whatever their strides; bools become 0 and 1. `out` may be
/// memory of the tensor itself. `SHAPE_MISMATCH` if its length is not that of the elements.
pub fn copy_to<'a>(t: TensorRef, out: impl Into<RawBytesMut<'a>>) -> Result<()> {
    ops::copy_bytes_to(&*tensor(t)?, out)
}

/// Copies bytes into this tensor in place, as elements in row-major order, whatever its strides. The bytes may be
/// memory of the tensor itself. `SHAPE_MISMATCH` if their length is not that of the elements; `INVALID_ARGUMENT` if the
/// tensor is recorded on a tape or its elements overlap.
pub fn copy_from<'a>(t: TensorRef, bytes: impl Into<RawBytes<'a>>) -> Result<()> {
    let t = tensor(t)?;
    autograd::copy_bytes_from(&t, bytes)
}

/// Copies the elements out as [`copy_to`] does, each converted to the dtype `elements` as [`cast`] does.
pub fn copy_to_as<'a>(t: TensorRef, elements: DTypeCode, out: impl Into<RawBytesMut<'a>>) -> Result<()> {
    let (t, elements) = (tensor(t)?, DType::from_code(elements)?);
    ops::copy_bytes_to(&within_limits(0, Some(&t), || ops::cast(&t, elements))?, out)
}

/// Copies the elements out to a part of `out`, each converted to the dtype `elements` as [`cast`] does, whatever the
/// strides of the tensor. The part of index `i` along the first axis, a *row*, begins `offset + i * stride` elements after
/// the start of `out`, and is in row-major order; what is before, between and behind the rows stays. A `stride` of 0 is
/// the size of a row; a tensor without axes is one row. `SHAPE_MISMATCH` if `out` ends before the last row does;
/// `INVALID_ARGUMENT` for a negative number, and for another `stride` that is less than a row.
pub fn copy_to_rows<'a>(
    t: TensorRef,
    elements: DTypeCode,
    out: impl Into<RawBytesMut<'a>>,
    offset: i64,
    stride: i64,
) -> Result<()> {
    let (t, elements) = (tensor(t)?, DType::from_code(elements)?);
    let rows = ops::Rows::new(&t, offset, stride)?;
    ops::copy_rows_to(&within_limits(0, Some(&t), || ops::cast(&t, elements))?, rows, out)
}

/// Copies elements of the dtype `elements` in from a part of `bytes`, whose rows lie as [`copy_to_rows`] writes them, each
/// converted to the dtype of this tensor. Errors as there and as [`copy_from_as`].
pub fn copy_from_rows<'a>(
    t: TensorRef,
    elements: DTypeCode,
    bytes: impl Into<RawBytes<'a>>,
    offset: i64,
    stride: i64,
) -> Result<()> {
    let (t, elements) = (tensor(t)?, DType::from_code(elements)?);
    let rows = ops::Rows::new(&t, offset, stride)?;
    let from = || ops::gathered_rows(&t, elements, rows, bytes);
    autograd::copy_into(&t, &within_limits(0, Some(&t), from)?)
}

/// Copies elements of the dtype `elements` in as [`copy_from`] does, each converted to the dtype of this tensor as
/// [`cast`] does. `DTYPE_MISMATCH` if the given elements are floating-point and this tensor is not.
pub fn copy_from_as<'a>(t: TensorRef, elements: DTypeCode, bytes: impl Into<RawBytes<'a>>) -> Result<()> {
    let (t, elements, bytes) = (tensor(t)?, DType::from_code(elements)?, bytes.into());
    if t.dtype() == elements {
        return autograd::copy_bytes_from(&t, bytes);
    }
    let from = || Tensor::of_bytes(t.device(), elements, bytes, &t.to_shape());
    autograd::copy_into(&t, &within_limits(0, Some(&t), from)?)
}

/// Returns the address and the length in bytes of the elements, to be read and written. *Borrows*: the address is valid
/// until the last reference to the storage is released, so keep an alias. `INVALID_ARGUMENT` if the tensor is not
/// contiguous.
///
/// A tape cannot see what is written through the address, so handing it out counts as a write: a tape that has saved
/// this memory refuses `backward`. What a tape saves later must not be written through an address that was handed out
/// before. `INVALID_ARGUMENT`, too, if the memory is read-only.
pub fn data(t: TensorRef) -> Result<(*mut u8, usize)> {
    let t = tensor(t)?;
    t.storage().require_writable()?;
    let (address, bytes) = elements(&t)?;
    t.storage().bump_version();
    Ok((address, bytes))
}

/// Returns the same as [`data`], to be read only: it does not count as a write.
pub fn data_const(t: TensorRef) -> Result<(*const u8, usize)> {
    let (address, bytes) = elements(&*tensor(t)?)?;
    Ok((address.cast_const(), bytes))
}

fn elements(t: &Tensor) -> Result<(*mut u8, usize)> {
    if !t.is_contiguous() {
        let shape = t.to_shape();
        return Err(Error::argument(format!(
            "tensor of shape {shape} is not contiguous: its elements have no one address"
        )));
    }
    Ok((t.host()?.as_ptr(), t.nbytes()))
}

/// Returns a copy with memory of its own, in row-major order.
/// Shapes: any; the shape and dtype are kept.
///
/// - `gradient`: yes
pub fn copy(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    super::map(scope, t, autograd::copy)
}

/// Returns the same elements contiguously in row-major order: a second reference to the same memory if they already
/// are, else a copy.
/// Shapes: any; the shape and dtype are kept.
///
/// - `gradient`: yes
pub fn contiguous(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    super::map(scope, t, autograd::contiguous)
}

/// Returns a copy that `scope` owns, in memory from its memory source; with 0 it is unowned and its memory comes from
/// the pool. If this tensor already lies there, the result is an alias. *Returns new.*
pub fn leverage(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    workspace::leverage(scope, t)
}

/// Converts the elements to another dtype. A floating-point number that becomes an integer is rounded toward zero and
/// clamped to the range of the type, and NaN becomes 0; an integer that becomes a smaller one keeps its low bits;
/// anything but 0 becomes true.
/// Shapes: any; the shape is kept. If this tensor already has the dtype, the result is a second reference to the same
/// memory.
///
/// - `dtype`: the dtype of the result
/// - `gradient`: yes
pub fn cast(scope: Owner, t: TensorRef, dtype: DTypeCode) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    super::map(scope, t, |t| autograd::cast(t, dtype))
}

/// Converts the elements to another dtype; `copy` says whether the result may share the memory of this tensor, which it
/// can if it already has the dtype.
/// Shapes: any; the shape is kept.
///
/// - `cast()`
/// - `dtype`: the dtype of the result
/// - `copy`: whether to copy: if needed, always, or never
/// - `INVALID_ARGUMENT`: no copy is allowed, and this tensor has another dtype
/// - `gradient`: yes
pub fn cast_copy(scope: Owner, t: TensorRef, dtype: DTypeCode, copy: CopyModeCode) -> Result<NewTensor> {
    let (dtype, copy) = (DType::from_code(dtype)?, CopyMode::from_code(copy)?);
    super::map(scope, t, |t| autograd::cast_as(t, dtype, copy))
}

/// Returns the elements on a device: a second reference to the same memory if they are already there, else a copy.
/// Shapes: any; the shape and dtype are kept.
///
/// - `device`: the device of the result
/// - `DEVICE_UNAVAILABLE`: the device does not exist or is not supported by this build
/// - `gradient`: yes
pub fn to_device(scope: Owner, t: TensorRef, device: DeviceCode) -> Result<NewTensor> {
    let device = Device::from_code(device)?;
    super::map(scope, t, |t| autograd::to_device(t, device))
}
