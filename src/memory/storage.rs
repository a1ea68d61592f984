//! `Storage`: bytes on a device and the way to free them, counted.
use crate::device::Device;
use crate::error::{Error, Result, Status};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Bytes on a device; cloning adds a reference, the last one frees.
#[derive(Clone)]
pub struct Storage(Arc<Inner>);

struct Inner {
    ptr: *mut u8,
    bytes: usize,
    version: AtomicU32,
    device: Device,
}
// SAFETY: temporary
unsafe impl Send for Inner {}
// SAFETY: temporary
unsafe impl Sync for Inner {}

impl Drop for Inner {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout
        unsafe { std::alloc::dealloc(self.ptr, std::alloc::Layout::from_size_align_unchecked(self.bytes.max(1), 64)) }
    }
}

impl Storage {
    /// Uninitialised bytes.
    pub fn alloc(device: Device, bytes: usize) -> Result<Storage> {
        device.require()?;
        if bytes > 1 << 40 {
            return Err(Error::new(Status::OutOfMemory, format!("{bytes} bytes")));
        }
        // SAFETY: non-zero size
        let ptr = unsafe { std::alloc::alloc(std::alloc::Layout::from_size_align_unchecked(bytes.max(1), 64)) };
        Ok(Storage(Arc::new(Inner { ptr, bytes, version: AtomicU32::new(0), device })))
    }
    /// Zeroed bytes.
    pub fn zeroed(device: Device, bytes: usize) -> Result<Storage> {
        let s = Storage::alloc(device, bytes)?;
        // SAFETY: just allocated
        unsafe { s.0.ptr.write_bytes(0, bytes) };
        Ok(s)
    }
    /// Bytes asked for.
    pub fn bytes(&self) -> usize {
        self.0.bytes
    }
    /// The first byte; 64-byte aligned.
    pub fn as_ptr(&self) -> *mut u8 {
        self.0.ptr
    }
    /// How many references hold it.
    pub fn ref_count(&self) -> usize {
        Arc::strong_count(&self.0)
    }
    /// How often it has been written in place.
    pub fn version(&self) -> u32 {
        self.0.version.load(Ordering::Acquire)
    }
    /// Says that it is being written in place.
    pub fn bump_version(&self) {
        self.0.version.fetch_add(1, Ordering::AcqRel);
    }
    /// Where the bytes lie.
    pub fn device(&self) -> Device {
        self.0.device
    }
    /// Whether both are the same bytes.
    pub fn is_same(&self, other: &Storage) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
