//! Moving elements unchanged: copies, and exporting bytes.
//!
//! Invariant: the window of the tensor is copied in row-major order, whatever its layout, and a
//! buffer from outside need not be aligned.

use super::cpu::copy::elements;
use super::cuda;
use super::strided;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::tensor::{DType, RawBytesMut, Tensor};
use std::borrow::Cow;

/// A new contiguous tensor with the same elements.
///
/// Errors: those of [`Tensor::uninit`].
pub fn copy(t: &Tensor) -> Result<Tensor> {
    if let Some(gpu) = cuda::on(t) {
        let out = Tensor::uninit(t.device(), t.dtype(), &t.to_shape())?;
        // SAFETY: the plan was made from t's layout, and out is new and of its shape.
        unsafe { cuda::copy(gpu, &strided::alike(t), [&out, t])? };
        return Ok(out);
    }
    let t = t.host()?;
    let out = Tensor::uninit(t.device(), t.dtype(), &t.to_shape())?;
    // SAFETY: the plan was made from t's layout, and out is new and of its shape.
    unsafe { elements(&strided::alike(&t), t.dtype().width(), out.host()?.as_ptr(), t.as_ptr()) };
    Ok(out)
}

/// The same elements contiguous in row-major order: on the same storage if they already are,
/// otherwise a copy.
///
/// Errors: those of [`Tensor::uninit`].
pub fn contiguous(t: &Tensor) -> Result<Tensor> {
    if t.is_contiguous() { Ok(t.untracked()) } else { copy(t) }
}

/// The same elements in another shape, one size of which may be -1: a view if strides can express
/// it, otherwise a copy.
///
/// Errors: `SHAPE_MISMATCH` for another number of elements, those of [`Tensor::uninit`].
pub fn reshape(t: &Tensor, dims: &[i64]) -> Result<Tensor> {
    if let Some(view) = t.reshape_view(dims)? {
        return Ok(view);
    }
    let view = copy(t)?.reshape_view(dims)?;
    Ok(view.expect("a contiguous tensor takes any shape of its size"))
}

/// The same elements on another device; on the same storage if they are already there.
///
/// Errors: `DEVICE_UNAVAILABLE`.
pub fn to_device(t: &Tensor, device: Device) -> Result<Tensor> {
    device.require()?;
    if device == t.device() {
        return Ok(t.untracked());
    }
    let here = match t.device() {
        Device::Cpu => Cow::Borrowed(t),
        // A copy there first, so that no more than the elements is transferred.
        Device::Cuda(_) => Cow::Owned(contiguous(t)?.fetched()?),
        #[cfg(any(test, feature = "internals"))]
        Device::Test => Cow::Owned(t.fetched()?),
    };
    let here = contiguous(&here)?;
    if device == Device::Cpu { Ok(here) } else { here.sent_to(device) }
}

/// Copies the elements in row-major order as native-endian bytes, booleans as 0 and 1. A length
/// other than the tensor's is `SHAPE_MISMATCH`. The bytes may be memory of the tensor's own
/// storage: they are then overwritten with the previous elements.
pub fn copy_bytes_to<'a>(t: &Tensor, bytes: impl Into<RawBytesMut<'a>>) -> Result<()> {
    let bytes = bytes.into();
    check_length(t, bytes.len())?;
    let to = bytes.as_mut_ptr();
    let t = if overlaps(t, to, bytes.len()) { Cow::Owned(copy(t)?) } else { here(t)? };
    let t = t.host()?;
    // SAFETY: the plan was made from t's layout, and the bytes have room for exactly its elements,
    // with which they do not overlap.
    unsafe { elements(&strided::alike(&t), t.dtype().width(), to, t.as_ptr()) };
    if t.dtype() == DType::Bool {
        for i in 0..bytes.len() {
            // SAFETY: this byte was just written.
            unsafe { to.add(i).write(u8::from(to.add(i).read() != 0)) };
        }
    }
    Ok(())
}

/// Whether some of these bytes are in the storage of `t`, which is possible if a program got them
/// as a view of its memory.
pub(super) fn overlaps(t: &Tensor, bytes: *const u8, len: usize) -> bool {
    let (start, end) = (t.storage().addr(), t.storage().addr() + t.storage().bytes());
    bytes.addr() < end && start < bytes.addr() + len
}

/// The tensor, or its elements on the processor if it is on a CUDA device; this waits for the
/// device.
pub(crate) fn here(t: &Tensor) -> Result<Cow<'_, Tensor>> {
    if cuda::on(t).is_some() { Ok(Cow::Owned(t.fetched()?)) } else { Ok(Cow::Borrowed(t)) }
}

/// `SHAPE_MISMATCH` unless the tensor's elements take this many bytes.
pub(super) fn check_length(t: &Tensor, bytes: usize) -> Result<()> {
    if bytes == t.nbytes() {
        return Ok(());
    }
    let size = t.dtype().size();
    let text = if bytes.is_multiple_of(size) {
        format!("{t:?} has {} elements, the buffer has {}", t.size(), bytes / size)
    } else {
        format!("{t:?} has {} bytes, the buffer has {bytes}", t.nbytes())
    };
    Err(Error::shape(text))
}
