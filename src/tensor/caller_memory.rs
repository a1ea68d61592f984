//! Memory of the caller: tensors on bytes that the caller keeps, without a copy.
//!
//! Invariant: the memory is released once, and only after the call that takes it over has succeeded:
//! until then the caller owns it.

use super::dtype::DType;
use super::layout::Layout;
use super::shape::Shape;
use super::tensor::{Tensor, misfit};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::memory::{Lent, Storage, tickets};
use std::ffi::c_void;
use std::ptr::NonNull;

/// Bytes of the caller, and what to do when no tensor uses them any more.
#[derive(Clone, Copy)]
pub struct CallerMemory {
    data: *mut u8,
    bytes: usize,
    lent: Lent,
    is_read_only: bool,
}

impl CallerMemory {
    /// Memory that `release` gives back, which is called once with `context`, on the thread that gives
    /// up the last reference, and may call this library.
    ///
    /// # Safety
    /// `data` is null, or any thread may read and write `bytes` bytes there until `release` is called,
    /// which any thread may do.
    pub unsafe fn new(
        data: *mut u8,
        bytes: usize,
        release: Option<unsafe extern "C" fn(*mut c_void)>,
        context: *mut c_void,
    ) -> CallerMemory {
        CallerMemory { data, bytes, lent: Lent { release, context }, is_read_only: false }
    }

    /// Like [`CallerMemory::new`], for memory of a host that is not called: its ticket comes back by
    /// `api::tensor::returned`.
    ///
    /// # Safety
    /// The conditions of [`CallerMemory::new`], until the ticket has come back.
    pub unsafe fn ticketed(data: *mut u8, bytes: usize, ticket: u64) -> CallerMemory {
        CallerMemory { data, bytes, lent: tickets::lend(ticket), is_read_only: false }
    }

    /// The same memory, which must not be written: what writes to a tensor on it is refused, and the
    /// promise of [`CallerMemory::new`] is that any thread may read it.
    pub fn read_only(self) -> CallerMemory {
        CallerMemory { is_read_only: true, ..self }
    }

    /// A contiguous tensor on this memory; without elements, one on none. It must be passed to
    /// [`CallerMemory::consume`]: nothing is consumed yet.
    ///
    /// Errors: `SHAPE_MISMATCH` if the shape needs another number of bytes; `INVALID_ARGUMENT` for
    /// null, for an address that is not aligned for the dtype, and for a shape that is not valid.
    pub fn tensor(self, dtype: DType, dims: &[i64]) -> Result<Tensor> {
        let shape = Shape::new(dims)?;
        if self.bytes != shape.elements() * dtype.size() {
            return Err(misfit(dtype, dims, self.bytes));
        }
        if self.bytes == 0 {
            return Tensor::zeroed(Device::Cpu, dtype, &shape);
        }
        let (address, bytes) = (self.data, self.bytes);
        let Some(data) = NonNull::new(address) else {
            return Err(Error::argument(format!("memory of {bytes} bytes at address 0")));
        };
        if !address.addr().is_multiple_of(dtype.size()) {
            let text =
                format!("memory at {address:p} is not aligned to the {} bytes of {dtype}: copy it", dtype.size());
            return Err(Error::argument(text));
        }
        if address.addr().checked_add(bytes).is_none_or(|end| end > isize::MAX as usize) {
            return Err(Error::argument(format!("memory of {bytes} bytes at {address:p} leaves the address space")));
        }
        let wrap = if self.is_read_only { Storage::foreign_read_only } else { Storage::foreign };
        // SAFETY: `new` guarantees the memory, and `read_only` was called for what must not be written.
        let storage = unsafe { wrap(Device::Cpu, data, bytes, self.lent)? };
        Ok(Tensor::on_lent(storage, dtype, Layout::contiguous(&shape)))
    }

    /// Passes the result of [`CallerMemory::tensor`] to `keep`. If that succeeds, this consumes the memory:
    /// it is released after the last use, and at once if there are no elements. On failure the caller
    /// still owns it.
    pub fn consume<T>(self, made: Tensor, keep: impl FnOnce(Tensor) -> Result<T>) -> Result<T> {
        handed_over(made, keep, || self.release())
    }

    /// Releases it. Consumes it.
    pub fn release(self) {
        if let Some(release) = self.lent.release {
            // SAFETY: `new` guarantees the argument, and nothing uses the memory.
            unsafe { release(self.lent.context) };
        }
    }
}

/// Passes a tensor to `keep`. If that succeeds and the tensor does not use lent memory, calls
/// `release`. If it fails, lent memory stays with its owner.
pub(super) fn handed_over<T>(
    made: Tensor,
    keep: impl FnOnce(Tensor) -> Result<T>,
    release: impl FnOnce(),
) -> Result<T> {
    let held = made.storage().clone();
    match keep(made) {
        Ok(kept) if held.is_foreign() => Ok(kept),
        Ok(kept) => {
            release();
            Ok(kept)
        }
        Err(error) => {
            held.leave();
            Err(error)
        }
    }
}
