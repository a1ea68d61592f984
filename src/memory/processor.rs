//! `Processor`: the processor's memory as a device, which the pool allocates in whole pages.
//!
//! Invariant: every address belongs to this process, so its stream does all work at once. Kernels
//! and `Storage` access the bytes by pointers (`Storage::host`); this is for modules that treat all
//! devices alike.

use super::platform::{self, page};
use crate::device::{Event, Memory, Stream};
use crate::error::{Error, Result, Status};
use std::ptr::NonNull;

/// The memory of this process.
pub(super) struct Processor;

impl Memory for Processor {
    fn allocate(&self, bytes: usize) -> Result<NonNull<u8>> {
        platform::map(bytes).ok_or_else(|| Error::new(Status::OutOfMemory, format!("the system refused {bytes} bytes")))
    }

    unsafe fn free(&self, start: NonNull<u8>, bytes: usize) {
        // SAFETY: it is one mapping of this length, and the caller guarantees that it is not in
        // use.
        unsafe { platform::unmap(start, bytes) };
    }

    fn unit(&self) -> usize {
        page()
    }

    fn is_zeroed(&self) -> bool {
        true
    }

    fn stream(&self) -> &dyn Stream {
        self
    }
}

impl Stream for Processor {
    unsafe fn copy_in(&self, to: NonNull<u8>, from: *const u8, bytes: usize) -> Result<()> {
        // SAFETY: the caller guarantees both ranges.
        unsafe { to.as_ptr().copy_from(from, bytes) };
        Ok(())
    }

    unsafe fn copy_out(&self, to: *mut u8, from: NonNull<u8>, bytes: usize) -> Result<()> {
        // SAFETY: the caller guarantees both ranges.
        unsafe { to.copy_from(from.as_ptr(), bytes) };
        Ok(())
    }

    unsafe fn copy(&self, to: NonNull<u8>, from: NonNull<u8>, bytes: usize) -> Result<()> {
        // SAFETY: the caller guarantees both ranges, which do not overlap.
        unsafe { to.copy_from_nonoverlapping(from, bytes) };
        Ok(())
    }

    unsafe fn fill(&self, to: NonNull<u8>, byte: u8, bytes: usize) -> Result<()> {
        // SAFETY: the caller guarantees the range.
        unsafe { to.write_bytes(byte, bytes) };
        Ok(())
    }

    fn record(&self) -> Result<Event> {
        Ok(Event(0))
    }

    fn is_done(&self, _: Event) -> Result<bool> {
        Ok(true)
    }

    fn synchronize(&self) -> Result<()> {
        Ok(())
    }
}
