//! `Allocation`: memory that a workspace gave, until its owner gives it back.
//!
//! Invariant: it names one segment, which lives as long as any allocation in it, and the bytes from
//! `ptr` on are this one's alone. Three words, so that giving one costs what moving a pointer does.

use super::mirror::{Access, Address, At, Side};
use super::segment::Segment;
use crate::error::{Error, Result, Status};
use std::ptr::NonNull;

/// Memory that a workspace gave. Whoever has it owns it, and gives it back by `release`; forgotten,
/// it keeps its block.
#[derive(Debug)]
#[must_use = "what is not released keeps its block"]
pub struct Allocation {
    pub(super) segment: Option<NonNull<Segment>>,
    pub(super) ptr: NonNull<u8>,
    pub(super) extent: Extent,
}

/// How long an allocation is, as asked for, and what it is counted as: one word, so that three of
/// them are all there is. An allocation is built and moved within nanoseconds, and what was just
/// stored in words cannot be loaded in pairs of them.
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

// SAFETY: a segment may be reached and freed from any thread; the bytes are reached through a raw
// pointer only.
unsafe impl Send for Allocation {}
// SAFETY: as above.
unsafe impl Sync for Allocation {}

impl Allocation {
    /// The first byte, 64-byte aligned. Valid until it is released.
    #[inline]
    pub fn as_ptr(&self) -> *mut u8 {
        self.ptr.as_ptr()
    }

    /// As asked for.
    pub fn bytes(&self) -> usize {
        self.extent.bytes()
    }

    /// The cycle that it was made in; 0 for 0 bytes, which are of none.
    pub fn cycle(&self) -> u64 {
        // SAFETY: it is not released, so its segment lives, and belongs to the cycle until it is.
        self.segment.map_or(0, |segment| unsafe { segment.as_ref() }.cycle())
    }

    /// Whether it lies outside the block.
    pub fn is_external(&self) -> bool {
        self.extent.0 & Extent::OUTSIDE != 0
    }

    /// Bytes from the start of the block, or of the segment outside that it lies in.
    pub fn offset(&self) -> usize {
        // SAFETY: it is not released, so its segment lives.
        let start = self.segment.map_or(self.ptr, |segment| unsafe { segment.as_ref() }.start());
        self.ptr.as_ptr() as usize - start.as_ptr() as usize
    }

    /// Where its bytes are current for `side`, which is going to read or write them. For the host
    /// that may be a copy from the device, so that with a second plane [`Allocation::as_ptr`] alone
    /// does not do.
    ///
    /// Errors: `UNSUPPORTED` for the device without a second plane; what the device says, unless
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

    /// What a storage keeps of it; `None` for 0 bytes, which hold nothing.
    #[inline]
    pub(in crate::memory) fn into_ref(self) -> Option<AllocationRef> {
        let Allocation { segment, extent, .. } = self;
        segment.map(|segment| AllocationRef { segment, extent })
    }

    /// Undoes [`Allocation::into_ref`].
    ///
    /// # Safety
    /// Made of one allocation at `ptr`, which no other call has taken back.
    #[inline]
    pub(in crate::memory) unsafe fn from_ref(reference: AllocationRef, ptr: NonNull<u8>) -> Allocation {
        Allocation { segment: Some(reference.segment), ptr, extent: reference.extent }
    }

    /// Releases it from any thread.
    pub fn release(self) {
        if let Some(given) = self.into_ref() {
            // SAFETY: this call uses it up.
            unsafe { given.release() };
        }
    }
}

/// What is new of an allocation: few words, that stay in registers until the arena is left.
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

/// Allocation reference: an allocation without its address and length, which a storage knows.
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
        // SAFETY: as the caller says, so the segment lives.
        unsafe { Segment::release(self.segment, self.extent.bytes() as u64, self.extent.is_gradient()) };
    }

    /// The workspace that it is of: its number in the process, and the cycle.
    pub(in crate::memory) fn cycle_of(&self) -> (u64, u64) {
        // SAFETY: a storage has it, so it is not released and its segment lives.
        let segment = unsafe { self.segment.as_ref() };
        (segment.tally().number, segment.cycle())
    }
}
