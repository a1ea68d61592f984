//! Elements in and out.

use crate::api::resource::tensor;
use crate::api::types::{CopyModeCode, DTypeCode, DeviceCode, NewTensor, Owner, TensorRef};
use crate::api::workspace;
use crate::autograd;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::ops;
use crate::tensor::{CopyMode, DType, RawBytes, RawBytesMut, Tensor};

/// The only element, as a double. An integer beyond 2^53 is rounded; [`item_i64`] is exact.
///
/// - `INVALID_ARGUMENT`: there is not exactly one element
pub fn item(t: TensorRef) -> Result<f64> {
    ops::item(&*tensor(t)?)
}

/// The only element of a tensor of integers or truth values, exactly; 0 or 1 for a truth value.
///
/// - `INVALID_ARGUMENT`: there is not exactly one element
/// - `DTYPE_MISMATCH`: it is a floating-point number: cast it, or take [`item`]
pub fn item_i64(t: TensorRef) -> Result<i64> {
    ops::item_i64(&*tensor(t)?)
}

/// Copies the elements out in row-major order, whatever the layout, booleans as 0 and 1. `SHAPE_MISMATCH` unless they fill
/// `out`, which may be memory of the tensor itself.
pub fn copy_to<'a>(t: TensorRef, out: impl Into<RawBytesMut<'a>>) -> Result<()> {
    ops::copy_bytes_to(&*tensor(t)?, out)
}

/// Copies elements in, in place, in row-major order, whatever the layout. `SHAPE_MISMATCH` unless they fill the tensor. The
/// bytes may be memory of the tensor itself.
pub fn copy_from<'a>(t: TensorRef, bytes: impl Into<RawBytes<'a>>) -> Result<()> {
    let t = tensor(t)?;
    autograd::copy_bytes_from(&t, bytes)
}

/// As [`copy_to`], each element converted to `elements`, as [`cast`] does.
pub fn copy_to_as<'a>(t: TensorRef, elements: DTypeCode, out: impl Into<RawBytesMut<'a>>) -> Result<()> {
    let (t, elements) = (tensor(t)?, DType::from_code(elements)?);
    ops::copy_bytes_to(&workspace::within_limits(0, Some(&t), || ops::cast(&t, elements))?, out)
}

/// As [`copy_from`], each element converted from `elements`, as [`cast`] does. `DTYPE_MISMATCH` for floats that would become
/// integers.
pub fn copy_from_as<'a>(t: TensorRef, elements: DTypeCode, bytes: impl Into<RawBytes<'a>>) -> Result<()> {
    let (t, elements, bytes) = (tensor(t)?, DType::from_code(elements)?, bytes.into());
    if t.dtype() == elements {
        return autograd::copy_bytes_from(&t, bytes);
    }
    let from = || Tensor::from_bytes(t.device(), elements, bytes, &t.to_shape());
    autograd::copy_into(&t, &workspace::within_limits(0, Some(&t), from)?)
}

/// The address and length of the elements, to be read and written. *Borrows*: good until the last reference on the storage
/// goes, so hold an alias. `INVALID_ARGUMENT` unless contiguous.
///
/// No tape can see what is written through it, so handing it out counts as a write: a tape that has saved this memory
/// refuses `backward`. What a tape saves later must not be written through an address that was handed out before.
pub fn data(t: TensorRef) -> Result<(*mut u8, usize)> {
    let t = tensor(t)?;
    let (address, bytes) = elements(&t)?;
    t.storage().bump_version();
    Ok((address, bytes))
}

/// As [`data`], to be read only: it does not count as a write.
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

/// A copy in memory of its own, in row-major order.
pub fn copy(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    super::map(scope, t, autograd::copy)
}

/// The same elements in row-major order: a second reference if they lie so already, else a copy.
pub fn contiguous(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    super::map(scope, t, autograd::contiguous)
}

/// A copy in the memory of what `scope` owns, owned by it; with 0 it is unowned, and lies in the pool's. An alias where it lies
/// there already. *Returns new.*
pub fn leverage(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    workspace::leverage(scope, t)
}

/// The elements converted to another type. A floating-point number that becomes an integer is rounded
/// toward zero and cut to what the type can hold; NaN becomes 0.
///
/// - `dtype`: the element type of the result
pub fn cast(scope: Owner, t: TensorRef, dtype: DTypeCode) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    super::map(scope, t, |t| autograd::cast(t, dtype))
}

/// The elements converted to another type, on the same memory or in a copy, as the caller wants it.
/// What has the type already is the same elements.
///
/// - `cast()`
/// - `dtype`: the element type of the result
/// - `copy`: whether it is a copy
/// - `INVALID_ARGUMENT`: there is to be no copy, and the elements are of another type
pub fn cast_copy(scope: Owner, t: TensorRef, dtype: DTypeCode, copy: CopyModeCode) -> Result<NewTensor> {
    let (dtype, copy) = (DType::from_code(dtype)?, CopyMode::from_code(copy)?);
    super::map(scope, t, |t| autograd::cast_as(t, dtype, copy))
}

/// The elements on a device: a second reference if they are there already, else a copy.
///
/// - `device`: where to
/// - `DEVICE_UNAVAILABLE`: there is no such device
pub fn to_device(scope: Owner, t: TensorRef, device: DeviceCode) -> Result<NewTensor> {
    let device = Device::from_code(device)?;
    super::map(scope, t, |t| autograd::to_device(t, device))
}
