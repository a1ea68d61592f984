//! `FileMapping`: a file in memory, without reading it first.
//!
//! Invariant: a write to the memory stays in this process, because the system copies a page when it
//! is first written; the file does not change. Changes that another process makes to the file may
//! become visible. If the file becomes shorter, the system ends a process that reads beyond its end,
//! so the caller has to keep the file as it is.

use super::platform;
use super::storage::{Lent, Storage};
use crate::device::Device;
use crate::error::{Error, Result};
use std::ffi::c_void;
use std::fs::File;
use std::io;
use std::ptr::NonNull;
use std::sync::Arc;

/// The bytes of a file.
pub struct FileMapping {
    start: NonNull<u8>,
    bytes: usize,
}

// SAFETY: the address is unmapped once, when this is dropped.
unsafe impl Send for FileMapping {}
// SAFETY: as above.
unsafe impl Sync for FileMapping {}

impl FileMapping {
    /// Maps all of a file. An empty file is an error, as it is for the system.
    pub fn open(file: &File) -> io::Result<FileMapping> {
        let length = file.metadata()?.len();
        let bytes = usize::try_from(length).map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))?;
        if bytes == 0 {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof));
        }
        let start = platform::map_file(file, bytes)?;
        Ok(FileMapping { start, bytes })
    }

    /// The first byte, aligned to a page. Valid until this is dropped.
    pub fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// The number of bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// A part of it as a storage, which keeps the mapping alive. It is foreign memory: no limit
    /// counts it.
    ///
    /// Errors: `INVALID_ARGUMENT` for bytes beyond the end of the file, those of
    /// [`Storage::foreign`].
    pub fn storage(self: &Arc<Self>, at: usize, bytes: usize) -> Result<Storage> {
        if at > self.bytes || bytes > self.bytes - at {
            return Err(Error::argument(format!(
                "bytes {at} to {} of a file of {}",
                at.saturating_add(bytes),
                self.bytes
            )));
        }
        let context = Arc::into_raw(self.clone()).cast_mut().cast();
        let lent = Lent { release: Some(unmapped), context };
        // SAFETY: the part lies in the mapping, which lives until `unmapped` has been called.
        let storage = unsafe { Storage::foreign(Device::Cpu, self.start.add(at), bytes, lent) };
        if storage.is_err() {
            // SAFETY: no storage has taken this reference.
            unsafe { unmapped(context) };
        }
        storage
    }
}

/// Gives back a reference to a mapping.
///
/// # Safety
/// `context` came from [`Arc::into_raw`] and is passed once.
unsafe extern "C" fn unmapped(context: *mut c_void) {
    // SAFETY: the caller's promise.
    drop(unsafe { Arc::from_raw(context.cast_const().cast::<FileMapping>()) });
}

impl Drop for FileMapping {
    fn drop(&mut self) {
        // SAFETY: it was mapped by `open`, and every user of the memory holds a reference to this.
        unsafe { platform::unmap_file(self.start, self.bytes) };
    }
}
