//! `Allocation`: memory from a workspace, until its owner releases it.
//!
//! Invariant: it names one segment, which lives as long as any allocation in it, and the bytes from
//! `ptr` on belong to this allocation alone. It is three words, so that creating one costs no more
//! than moving a pointer.

use super::mirror::{Access, Address, At, Side};
use super::segment::Segment;
use crate::error::{Error, Result, Status};
use std::ptr::NonNull;

/// Memory from a workspace. Its holder owns it, and returns it with `release`; if it is forgotten,
/// its block stays in use.
#[derive(Debug)]
#[must_use = "what is not released keeps its block"]
pub struct Allocation {
    pub(super) segment: Option<NonNull<Segment>>,
    pub(super) ptr: NonNull<u8>,
    pub(super) extent: Extent,
}

/// The requested length and the counting category of an allocation, packed into one word, so that
/// an allocation is three words. It is built and moved within nanoseconds, and values just stored
/// as single words cannot be loaded in pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent(u64);

impl Extent {
    const GRADIENT: u64 = 1;
    const OUTSIDE: u64 = 2;
    const SHIFT: u32 = 2;

    #[inline(always)]
    pub(super) fn new(bytes: usize, gradient: bool, outside: bool) -> Extent {
        Extent((bytes as u64) << Extent::SHIFT | u64::from(outside) << 1 | u64::from(gradient))
    }

    #[inline(always)]
    pub(super) fn bytes(self) -> usize {
        (self.0 >> Extent::SHIFT) as usize
    }

    #[inline(always)]
    pub(super) fn is_gradient(self) -> bool {
        self.0 & Extent::GRADIENT != 0
    }
}

// SAFETY: any thread may access and free a segment; the bytes are accessed through a raw pointer
// only.
unsafe impl Send for Allocation {}
// SAFETY: as above.
unsafe impl Sync for Allocation {}

impl Allocation {
    /// The first byte, 64-byte aligned. Valid until it is released.
    #[inline]
    pub fn as_ptr(&self) -> *mut u8 {
        self.ptr.as_ptr()
    }

    /// The requested size.
    pub fn bytes(&self) -> usize {
        self.extent.bytes()
    }

    /// The cycle in which it was created; 0 for 0 bytes, which belong to no cycle.
    pub fn cycle(&self) -> u64 {
        // SAFETY: it is not released, so its segment is alive and belongs to the cycle.
        self.segment.map_or(0, |segment| unsafe { segment.as_ref() }.cycle())
    }

    /// Whether it is outside the block.
    pub fn is_external(&self) -> bool {
        self.extent.0 & Extent::OUTSIDE != 0
    }

    /// Bytes from the start of its block, or of its segment outside.
    pub fn offset(&self) -> usize {
        // SAFETY: it is not released, so its segment is alive.
        let start = self.segment.map_or(self.ptr, |segment| unsafe { segment.as_ref() }.start());
        self.ptr.as_ptr() as usize - start.as_ptr() as usize
    }

    /// Where its bytes are current for `side`, which is going to read or write them. For the host
    /// this may copy them from the device first, so with a second plane [`Allocation::as_ptr`] is
    /// not enough.
    ///
    /// Errors: `UNSUPPORTED` for the device without a second plane; the device's errors, unless
    /// `helperAllowFallback`.
    pub fn on(&self, side: Side, access: Access) -> Result<Address> {
        let host = NonNull::new(self.as_ptr()).expect("no memory is at 0");
        let Some(segment) = self.segment else { return Ok(Address::Host(host)) };
        // SAFETY: it is not released, so its segment lives.
        let segment = unsafe { segment.as_ref() };
        let tally = segment.tally();
        match (&tally.mirror, side) {
            (Some(mirror), _) => {
                let (offset, bytes, cycle) = (self.offset(), self.bytes(), self.cycle());
                let at = At { host, offset, bytes, cycle, segment_bytes: segment.bytes() };
                segment.twin().on(mirror, &at, side, access)
            }
            (None, Side::Host) => Ok(Address::Host(host)),
            (None, Side::Device) => {
                let text = format!("workspace '{}' has no device plane (policyMirroring)", tally.name);
                Err(Error::new(Status::Unsupported, text))
            }
        }
    }

    /// The part that a storage keeps; `None` for 0 bytes, which hold nothing.
    #[inline]
    pub(in crate::memory) fn into_ref(self) -> Option<AllocationRef> {
        let Allocation { segment, extent, .. } = self;
        segment.map(|segment| AllocationRef { segment, extent })
    }

    /// Undoes [`Allocation::into_ref`].
    ///
    /// # Safety
    /// It was made from an allocation at `ptr`, and no other call has taken it back.
    #[inline]
    pub(in crate::memory) unsafe fn from_ref(reference: AllocationRef, ptr: NonNull<u8>) -> Allocation {
        Allocation { segment: Some(reference.segment), ptr, extent: reference.extent }
    }

    /// Releases it from any thread.
    pub fn release(self) {
        if let Some(given) = self.into_ref() {
            // SAFETY: this call consumes it.
            unsafe { given.release() };
        }
    }
}

/// The new parts of an allocation: few words, which stay in registers until the arena returns.
pub(super) struct Bumped {
    pub(super) segment: Option<NonNull<Segment>>,
    pub(super) ptr: NonNull<u8>,
}

impl Bumped {
    #[inline(always)]
    pub(super) fn allocation(self, bytes: usize, gradient: bool) -> Allocation {
        Allocation { segment: self.segment, ptr: self.ptr, extent: Extent::new(bytes, gradient, false) }
    }
}

/// Allocation reference: an allocation without its address and length, which the storage stores
/// itself.
#[derive(Clone, Copy)]
pub(in crate::memory) struct AllocationRef {
    pub(super) segment: NonNull<Segment>,
    pub(super) extent: Extent,
}

impl AllocationRef {
    /// Releases the allocation, from any thread.
    ///
    /// # Safety
    /// No other call has released it.
    pub(super) unsafe fn release(self) {
        // SAFETY: the caller guarantees that it is not released, so the segment is alive.
        unsafe { Segment::release(self.segment, self.extent.bytes() as u64, self.extent.is_gradient()) };
    }

    /// The number of its workspace in the process, and the cycle.
    pub(in crate::memory) fn cycle_of(&self) -> (u64, u64) {
        // SAFETY: a storage holds it, so it is not released and its segment is alive.
        let segment = unsafe { self.segment.as_ref() };
        (segment.tally().number, segment.cycle())
    }
}
