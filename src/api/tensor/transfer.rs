//! Elements in and out.

use crate::api::resource::tensor;
use crate::api::workspace;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::tensor::DType;
use crate::{autograd, ops};

/// The one element of a tensor with one, as a double. `INVALID_ARGUMENT` for any other number of elements.
pub fn item(t: u64) -> Result<f64> {
    ops::item(&*tensor(t)?)
}

/// Copies the elements out in row-major order, whatever the layout. `SHAPE_MISMATCH` unless they fill `out`.
pub fn copy_to(t: u64, out: &mut [u8]) -> Result<()> {
    ops::copy_bytes_to(&*tensor(t)?, out)
}

/// Copies elements in, in place, in row-major order, whatever the layout. `SHAPE_MISMATCH` unless they fill the tensor.
pub fn copy_from(t: u64, bytes: &[u8]) -> Result<()> {
    let t = tensor(t)?;
    autograd::copy_bytes_from(&t, bytes)
}

/// The address and length of the elements. *Borrows*: good until the last reference on the storage goes, so hold an
/// alias. `INVALID_ARGUMENT` unless contiguous. Who writes through it must not have it recorded on a tape.
pub fn data(t: u64) -> Result<(*mut u8, usize)> {
    let t = tensor(t)?;
    if !t.is_contiguous() {
        let shape = t.to_shape();
        return Err(Error::argument(format!(
            "tensor of shape {shape} is not contiguous: its elements have no one address"
        )));
    }
    Ok((t.as_ptr(), t.nbytes()))
}

/// A deep copy, contiguous. *Returns new.*
pub fn copy(scope: u64, t: u64) -> Result<u64> {
    super::map(scope, t, autograd::copy)
}

/// The tensor itself when it is contiguous (a new reference), else a contiguous copy. *Returns new.*
pub fn contiguous(scope: u64, t: u64) -> Result<u64> {
    super::map(scope, t, autograd::contiguous)
}

/// A copy in the memory of what `scope` owns, owned by it; 0 is nobody, whose memory is the pool's. An alias where it lies
/// there already. *Returns new.*
pub fn leverage(scope: u64, t: u64) -> Result<u64> {
    workspace::leverage(scope, t)
}

/// The elements as another type. Floats become integers as in Rust: toward zero, saturating, NaN as 0.
/// *Returns new.*
pub fn cast(scope: u64, t: u64, dtype: i32) -> Result<u64> {
    let dtype = DType::from_code(dtype)?;
    super::map(scope, t, |t| autograd::cast(t, dtype))
}

/// The tensor on a device; a new reference when it is there already. *Returns new.* Errors: `DEVICE_UNAVAILABLE`.
pub fn to_device(scope: u64, t: u64, device: i32) -> Result<u64> {
    let device = Device::from_code(device)?;
    super::map(scope, t, |t| autograd::to_device(t, device))
}
