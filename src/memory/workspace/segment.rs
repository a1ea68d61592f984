//! `Segment`: memory that holds allocations, and the rule for which thread frees it.
//!
//! ```text
//!   the workspace's     its owner counts what it releases; others add to `late.released`
//!   handed over         the cycle has ended with pins: `late.outstanding` bytes; the last release frees it
//! ```
//!
//! Invariant: a segment lives while the workspace owns it or an allocation in it is not released.
//! So an address refers to one segment as long as it is in use, and a release needs no look-up. The
//! owner's own releases take no lock; all others take this segment's.

use super::block::Block;
use super::mirror::{Mirror, Twin};
use crate::memory::pool::Pool;
use crate::memory::region::Region;
use parking_lot::{Mutex, MutexGuard};
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The data of a workspace that any thread may read.
pub(super) struct Tally {
    /// The workspace's number in the process, from 1.
    pub(super) number: u64,
    pub(super) name: Arc<str>,
    /// The number of the last cycle that was entered.
    pub(super) cycle: AtomicU64,
    /// The learned size of the block.
    pub(super) learned: AtomicU64,
    /// Bytes of ended cycles that are not released.
    pub(super) pinned: AtomicU64,
    /// How many of the pinned bytes belong to gradients.
    pub(super) deferred: AtomicU64,
    /// Bytes of all blocks.
    pub(super) committed: AtomicU64,
    /// The pool of the device on which its memory lies.
    pub(super) pool: &'static Pool,
    /// The second plane, if there is one.
    pub(super) mirror: Option<Mirror>,
}

impl Tally {
    /// The data of a workspace that has not been entered yet.
    pub(super) fn new(name: &str, pool: &'static Pool, mirror: Option<Mirror>) -> Tally {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let [cycle, learned, pinned, deferred, committed] = [const { AtomicU64::new(0) }; 5];
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Tally { number, name: Arc::from(name), cycle, learned, pinned, deferred, committed, pool, mirror }
    }
}

/// Where the bytes are.
pub(super) enum Memory {
    Block(Block),
    /// Outside the block, from the pool; or the block of a workspace on a device.
    Pool(Region),
}

/// Requested bytes, and how many of them belong to gradients.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) all: u64,
    pub(super) gradient: u64,
}

impl Sum {
    #[inline]
    pub(super) fn add(&mut self, bytes: u64, gradient: bool) {
        self.all += bytes;
        if gradient {
            self.gradient += bytes;
        }
    }

    pub(super) fn less(self, other: Sum) -> Sum {
        Sum { all: self.all - other.all, gradient: self.gradient - other.gradient }
    }
}

#[derive(Default)]
struct Late {
    released: Sum,
    outstanding: Option<u64>,
}

/// Memory of one block, or outside of it.
pub(super) struct Segment {
    pub(super) memory: Memory,
    // Separate from the segment: the thread that frees the segment may do so while the previous one
    // is still releasing the lock.
    late: Arc<Mutex<Late>>,
    tally: Arc<Tally>,
    /// The cycle of all allocations in it that are not released.
    cycle: AtomicU64,
    twin: Mutex<Twin>,
}

impl Segment {
    /// A segment that the caller must end, with [`Segment::end`].
    pub(super) fn new(memory: Memory, tally: &Arc<Tally>, cycle: u64) -> NonNull<Segment> {
        let late = Arc::default();
        NonNull::from(Box::leak(Box::new(Segment {
            memory,
            late,
            tally: tally.clone(),
            cycle: AtomicU64::new(cycle),
            twin: Mutex::default(),
        })))
    }

    /// The workspace that its allocations come from.
    pub(super) fn tally(&self) -> &Arc<Tally> {
        &self.tally
    }

    /// The cycle in which its allocations were made.
    pub(super) fn cycle(&self) -> u64 {
        self.cycle.load(Ordering::Relaxed)
    }

    /// Begins the next cycle; nothing of the last one is left.
    pub(super) fn set_cycle(&self, cycle: u64) {
        self.cycle.store(cycle, Ordering::Relaxed);
    }

    /// Its side on the other plane.
    pub(super) fn twin(&self) -> MutexGuard<'_, Twin> {
        self.twin.lock()
    }

    /// Its size in bytes.
    pub(super) fn bytes(&self) -> usize {
        match &self.memory {
            Memory::Block(block) => block.size(),
            Memory::Pool(region) => region.bytes(),
        }
    }

    pub(super) fn start(&self) -> NonNull<u8> {
        match &self.memory {
            Memory::Block(block) => block.start(),
            Memory::Pool(region) => region.start(),
        }
    }

    /// Bytes released by threads other than the owner.
    pub(super) fn released_late(&self) -> Sum {
        self.late.lock().released
    }

    /// Called when the cycle has ended with `held` bytes not released by the owner. Returns whether
    /// anything is pinned: then the segment belongs to its pins and must not be accessed. Otherwise
    /// it is as good as new.
    pub(super) fn hand_over(&self, held: Sum) -> bool {
        // The owner has released everything, so nothing is left for other threads.
        if held == Sum::default() {
            return false;
        }
        let mut late = self.late.lock();
        let left = held.less(late.released);
        if left.all == 0 {
            *late = Late::default();
            return false;
        }
        late.outstanding = Some(left.all);
        self.tally.pinned.fetch_add(left.all, Ordering::AcqRel);
        self.tally.deferred.fetch_add(left.gradient, Ordering::AcqRel);
        true
    }

    /// Releases `bytes` from any thread.
    ///
    /// # Safety
    /// An allocation of that many bytes in this segment is being released.
    pub(super) unsafe fn release(segment: NonNull<Segment>, bytes: u64, gradient: bool) {
        let last = {
            // SAFETY: the allocation is not released yet, so the segment is alive.
            let (late, tally) = unsafe { (segment.as_ref().late.clone(), &segment.as_ref().tally) };
            let mut late = late.lock();
            match &mut late.outstanding {
                None => {
                    late.released.add(bytes, gradient);
                    false
                }
                Some(left) => {
                    *left -= bytes;
                    let last = *left == 0;
                    tally.pinned.fetch_sub(bytes, Ordering::AcqRel);
                    if gradient {
                        tally.deferred.fetch_sub(bytes, Ordering::AcqRel);
                    }
                    last
                }
            }
        };
        if last {
            // SAFETY: it was handed over and nothing is left in it, so this thread has the last
            // reference.
            unsafe { Segment::end(segment) };
        }
    }

    /// Frees it.
    ///
    /// # Safety
    /// The caller owns it, and no allocation in it is left.
    pub(super) unsafe fn end(segment: NonNull<Segment>) {
        // SAFETY: made by `new` from a box, and there is no other reference.
        let ended = unsafe { Box::from_raw(segment.as_ptr()) };
        if let Some(mirror) = &ended.tally.mirror {
            ended.twin.lock().end(mirror);
        }
    }
}
