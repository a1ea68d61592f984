//! Elements in and out.

use crate::api::resource::tensor;
use crate::api::types::{DTypeCode, DeviceCode, NewTensor, Owner, TensorRef};
use crate::api::workspace;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::tensor::{DType, RawBytes, RawBytesMut, Tensor};
use crate::{autograd, ops};

/// The one element of a tensor with one, as a double. `INVALID_ARGUMENT` for any other number of elements.
pub fn item(t: TensorRef) -> Result<f64> {
    ops::item(&*tensor(t)?)
}

/// The one element of an integer or boolean tensor with one, exactly. `INVALID_ARGUMENT` for any other number of elements,
/// `DTYPE_MISMATCH` for floats: cast first.
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
    Ok((t.as_ptr(), t.nbytes()))
}

/// A deep copy, contiguous. *Returns new.*
pub fn copy(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    super::map(scope, t, autograd::copy)
}

/// The tensor itself when it is contiguous (a new reference), else a contiguous copy. *Returns new.*
pub fn contiguous(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    super::map(scope, t, autograd::contiguous)
}

/// A copy in the memory of what `scope` owns, owned by it; 0 is nobody, whose memory is the pool's. An alias where it lies
/// there already. *Returns new.*
pub fn leverage(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    workspace::leverage(scope, t)
}

/// The elements as another type. Floats become integers as in Rust: toward zero, saturating, NaN as 0.
/// *Returns new.*
pub fn cast(scope: Owner, t: TensorRef, dtype: DTypeCode) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    super::map(scope, t, |t| autograd::cast(t, dtype))
}

/// The tensor on a device; a new reference when it is there already. *Returns new.* Errors: `DEVICE_UNAVAILABLE`.
pub fn to_device(scope: Owner, t: TensorRef, device: DeviceCode) -> Result<NewTensor> {
    let device = Device::from_code(device)?;
    super::map(scope, t, |t| autograd::to_device(t, device))
}
