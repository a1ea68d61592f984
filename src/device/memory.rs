//! `Memory` and `Stream`: what the rooms above ask of a device.
//!
//! ```text
//!   Memory   allocate, free          whole units; the pool keeps what is freed, so both are rare
//!   Stream   copy, fill, event       work on that memory, done in the order in which it was given
//! ```
//!
//! Invariant: an address of a device is a number to the processor, which must not read or write through it;
//! bytes cross by the copies of a stream only. Work of one stream is done in order, perhaps later: its effect is
//! certain after [`Stream::synchronize`] or a copy to the host. A block that is freed into the pool may therefore be
//! handed out at once, since what uses it next comes later on the same stream.

use crate::error::Result;
use std::ptr::NonNull;

/// The memory of one device.
pub trait Memory: Send + Sync {
    /// Takes so many bytes, a multiple of [`Memory::unit`] and not 0, aligned to 64.
    ///
    /// Errors: `OUT_OF_MEMORY` when the device has no room, or what the device reports.
    fn allocate(&self, bytes: usize) -> Result<NonNull<u8>>;

    /// Gives back what [`Memory::allocate`] returned, after the work that was given before.
    ///
    /// # Safety
    /// The bytes were allocated here with this length, and nobody uses them in work that is given later.
    unsafe fn free(&self, start: NonNull<u8>, bytes: usize);

    /// The unit of allocations in bytes, a power of two.
    fn unit(&self) -> usize;

    /// Whether memory comes filled with zeros.
    fn is_zeroed(&self) -> bool;

    /// The work on this memory.
    fn stream(&self) -> &dyn Stream;
}

/// Work on the memory of one device, in order.
pub trait Stream {
    /// Copies from the host. `from` may be reused when this returns.
    ///
    /// # Safety
    /// `bytes` bytes can be read at `from`, and lie within one allocation at `to`.
    unsafe fn copy_in(&self, to: NonNull<u8>, from: *const u8, bytes: usize) -> Result<()>;

    /// Copies to the host, after the work that was given before; done when this returns.
    ///
    /// # Safety
    /// `bytes` bytes can be written at `to`, and lie within one allocation at `from`.
    unsafe fn copy_out(&self, to: *mut u8, from: NonNull<u8>, bytes: usize) -> Result<()>;

    /// Copies within the device. The ranges may not overlap.
    ///
    /// # Safety
    /// `bytes` bytes lie within one allocation at each address.
    unsafe fn copy(&self, to: NonNull<u8>, from: NonNull<u8>, bytes: usize) -> Result<()>;

    /// Sets bytes to one value.
    ///
    /// # Safety
    /// `bytes` bytes lie within one allocation at `to`.
    unsafe fn fill(&self, to: NonNull<u8>, byte: u8, bytes: usize) -> Result<()>;

    /// An event that is done when all work that was given before is.
    fn record(&self) -> Result<Event>;

    /// Whether the work before an event of this stream is done.
    fn is_done(&self, event: Event) -> Result<bool>;

    /// Waits until all work that was given is done. Errors: what the device reports of that work.
    fn synchronize(&self) -> Result<()>;
}

/// A place in the order of a stream's work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Event(
    /// A number that the stream chooses, larger for a later place.
    pub u64,
);
