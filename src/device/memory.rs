//! `Memory` and `Stream`: the operations that a device provides to the modules above.
//!
//! ```text
//!   Memory   allocate, free          whole units; the pool keeps what is freed, so both are rare
//!   Stream   copy, fill, event       work on that memory, done in the order in which it was given
//! ```
//!
//! Invariant: the processor treats an address of a device as a number, and must not read or write
//! through it; bytes move only by the copies of a stream. Work of one stream runs in order, perhaps
//! later: it has taken effect after [`Stream::synchronize`] or a copy to the host. A block that is
//! freed into the pool may therefore be reused at once, because its next use comes later on the
//! same stream.

use crate::error::Result;
use std::ptr::NonNull;

/// The memory of one device.
pub trait Memory: Send + Sync {
    /// Allocates this many bytes, a multiple of [`Memory::unit`] and not 0, aligned to 64.
    ///
    /// Errors: `OUT_OF_MEMORY` if the device has no room, or the device's own error.
    fn allocate(&self, bytes: usize) -> Result<NonNull<u8>>;

    /// Frees an allocation of [`Memory::allocate`], after the work that was submitted before.
    ///
    /// # Safety
    /// The bytes were allocated here with this length, and no work that is submitted later uses
    /// them.
    unsafe fn free(&self, start: NonNull<u8>, bytes: usize);

    /// The unit of allocations in bytes, a power of two.
    fn unit(&self) -> usize;

    /// Whether new allocations are filled with zeros.
    fn is_zeroed(&self) -> bool;

    /// The stream of work on this memory.
    fn stream(&self) -> &dyn Stream;
}

/// Work on the memory of one device, in order.
pub trait Stream {
    /// Copies from the host. `from` may be reused when this returns.
    ///
    /// # Safety
    /// `bytes` bytes can be read at `from`, and lie within one allocation at `to`.
    unsafe fn copy_in(&self, to: NonNull<u8>, from: *const u8, bytes: usize) -> Result<()>;

    /// Copies to the host, after the work that was submitted before; complete when this returns.
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

    /// An event that is complete when all work submitted before it is.
    fn record(&self) -> Result<Event>;

    /// Whether the work before an event of this stream is complete.
    fn is_done(&self, event: Event) -> Result<bool>;

    /// Waits until all submitted work is complete. Errors: the device's errors for that work.
    fn synchronize(&self) -> Result<()>;
}

/// A position in the order of a stream's work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Event(
    /// A number that the stream chooses, larger for a later position.
    pub u64,
);
