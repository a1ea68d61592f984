//! The arena: a pointer that advances with each request and returns to the start at the end of the
//! cycle.
//!
//! ```text
//!   enter      takes, sizes and opens the block of the cycle that is no longer valid
//!   allocate   advances the pointer, rounded to 64 bytes; without room the spill policy decides
//!   release    adds to a sum; nothing is reused before the cycle ends
//!   leave      learns the sizes; under BLOCK_LEFT the block ends here, in a ring when its turn comes
//! ```
//!
//! Invariant: one thread at a time is inside. A failed call has changed nothing. Only an open cycle
//! has room (`current.room` is 0 otherwise), so the fast path of `allocate` needs one comparison.

use super::allocation::{Allocation, AllocationRef, Bumped, Extent};
use super::config::{self, Config, Reset, Spill};
use super::counters::{Counters, CycleReport};
use super::learn::Learner;
use super::ring::CycleBlock;
use super::segment::Tally;
use super::spill::Why;
use crate::error::{Error, Result, Status, amount, in_bytes};
use std::collections::VecDeque;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The largest request, so that sums of a few of them do not overflow.
const MAX_REQUEST: usize = 1 << 47;
/// Cycles that a report covers.
const HISTORY: usize = 32;

/// The cycles and blocks of one workspace.
pub(super) struct Arena {
    current: CycleBlock,
    /// Earlier cycles that are still valid, the oldest first; none in BLOCK_LEFT.
    older: VecDeque<CycleBlock>,
    cycle: u64,
    /// Whether a cycle is open.
    open: bool,
    off: u32,
    /// The room of the block while the workspace is toggled off.
    hidden: usize,
    learner: Learner,
    slab: usize,
    /// The last of the `ended` cycles; the newest is at `ended` - 1, modulo the length.
    history: [CycleReport; HISTORY],
    ended: u64,
    tally: Arc<Tally>,
    config: Arc<Config>,
}

// SAFETY: the arena owns what it points to, whichever thread holds it.
unsafe impl Send for Arena {}

impl Arena {
    /// Commits the initial size. Errors: `LIMIT_EXCEEDED`, `OUT_OF_MEMORY`, `IO`.
    pub(super) fn new(config: Arc<Config>, tally: Arc<Tally>) -> Result<Arena> {
        let learner = Learner::new(&config);
        let mut arena = Arena {
            current: CycleBlock::empty(),
            older: (1..config.cycles_held()).map(|_| CycleBlock::empty()).collect(),
            cycle: 0,
            open: false,
            off: 0,
            hidden: 0,
            slab: (config.temp_block_size as usize).next_multiple_of(64),
            learner,
            history: [CycleReport::default(); HISTORY],
            ended: 0,
            tally,
            config,
        };
        let size = arena.learner.cycle_size() as usize;
        for block in arena.older.iter_mut().chain([&mut arena.current]) {
            block.resize(size, &arena.config, &arena.tally)?;
        }
        arena.tally.learned.store(arena.learner.size(), Ordering::Relaxed);
        Ok(arena)
    }

    /// Allocates `bytes` in the open cycle. Errors: `WORKSPACE` (not entered, or FAIL),
    /// `LIMIT_EXCEEDED`, `OUT_OF_MEMORY`.
    #[inline]
    pub(super) fn allocate(&mut self, bytes: usize, gradient: bool) -> Result<Allocation> {
        match self.bump(bytes, gradient) {
            Some(bumped) => Ok(bumped.allocation(bytes, gradient)),
            None => self.allocate_outside(bytes, gradient),
        }
    }

    /// The fast path: a cycle is open, and its block has room.
    #[inline(always)]
    pub(super) fn bump(&mut self, bytes: usize, gradient: bool) -> Option<Bumped> {
        let block = &mut self.current;
        // For 0 bytes this wraps around. Room is a multiple of 64, so what fits also fits when
        // rounded up.
        if bytes.wrapping_sub(1) >= block.room {
            return None;
        }
        let padded = (bytes + 63) & !63;
        let ptr = block.cursor;
        // SAFETY: `padded` is at most `room`, which the block has after the cursor.
        block.cursor = unsafe { ptr.add(padded) };
        block.room -= padded;
        block.asked.add(bytes as u64, gradient);
        Some(Bumped { segment: block.segment, ptr })
    }

    #[cold]
    fn allocate_outside(&mut self, bytes: usize, gradient: bool) -> Result<Allocation> {
        if !self.open {
            let text = format!("workspace '{}' is not entered: {bytes} bytes asked for", self.tally.name);
            return Err(Error::new(Status::Workspace, text));
        }
        let cycle = self.current.cycle;
        if bytes == 0 {
            // Nothing to allocate: the address is aligned and never read.
            let ptr = NonNull::new(64 as *mut u8).expect("64 is not 0");
            return Ok(Allocation { segment: None, ptr, extent: Extent::new(0, false, false) });
        }
        if bytes > MAX_REQUEST {
            let text = format!("{bytes} bytes are more than any machine has");
            return Err(Error::new(Status::OutOfMemory, text));
        }
        let why = if self.off > 0 { Why::ToggledOff } else { Why::Spilled };
        if why == Why::Spilled && self.config.spill == Spill::Fail && self.learner.is_learned() {
            return Err(self.full(bytes));
        }
        let slab = if self.config.allocation == config::Allocation::Always { 0 } else { self.slab };
        let padded = bytes.next_multiple_of(64);
        let (segment, offset) =
            self.current.outside.take((bytes, padded, gradient), (why, cycle), slab, &self.tally)?;
        // SAFETY: the segment was just found to have room for `padded` bytes at this offset.
        let ptr = unsafe { segment.as_ref().start().add(offset) };
        Ok(Allocation { segment: Some(segment), ptr, extent: Extent::new(bytes, gradient, true) })
    }

    #[cold]
    fn full(&self, bytes: usize) -> Error {
        let (name, block) = (&self.tally.name, &self.current);
        let (room, size, cycle) = (block.room, block.size, block.cycle);
        let (asked, left, all) = (in_bytes(bytes as u64), amount(room as u64), amount(size as u64));
        let serves = (size - room + bytes.next_multiple_of(64)) as u64 * self.config.cycles_held();
        let text = format!(
            "workspace '{name}': {asked} asked for, {left} of {all} are free in cycle {cycle} (policySpill \
             FAIL): set initialSize to {serves} or more, or policySpill to REALLOCATE or EXTERNAL"
        );
        Error::new(Status::Workspace, text)
    }

    /// Takes back an allocation of this or any other workspace.
    ///
    /// # Safety
    /// No other call has released it.
    #[inline]
    pub(super) unsafe fn release(&mut self, given: AllocationRef) {
        if self.current.segment == Some(given.segment) {
            self.current.released.add(given.extent.bytes() as u64, given.extent.is_gradient());
        } else {
            // SAFETY: the caller guarantees that it is released only once.
            unsafe { given.release() };
        }
    }

    /// Begins a cycle, and ends the oldest one of a ring, whose block it takes. Errors: `WORKSPACE`
    /// if a cycle is open.
    pub(super) fn begin_cycle(&mut self) -> Result<u64> {
        if self.open {
            let text = format!("workspace '{}' is in its cycle {}: that is ended first", self.tally.name, self.cycle);
            return Err(Error::new(Status::Workspace, text));
        }
        if let Some(oldest) = self.older.pop_front() {
            self.older.push_back(std::mem::replace(&mut self.current, oldest));
            self.current.end(&self.tally);
        }
        self.size_current();
        self.cycle += 1;
        self.open = true;
        self.current.begin(self.cycle);
        self.current.room = self.current.size - self.current.used();
        self.tally.cycle.store(self.cycle, Ordering::Relaxed);
        Ok(self.cycle)
    }

    /// Whether a cycle is open.
    #[inline]
    pub(super) fn is_open(&self) -> bool {
        self.open
    }

    /// The block that the next cycle takes, if it belongs to a ring: its cycle, and how much of it
    /// is not released.
    pub(super) fn due(&self) -> Option<(u64, u64)> {
        let oldest = self.older.front().filter(|_| !self.open);
        oldest.map(|block| (block.cycle, block.outstanding()))
    }

    /// Bytes of the last cycle that are not released.
    pub(super) fn outstanding(&self) -> u64 {
        self.current.outstanding()
    }

    /// Sizes the block now, between two cycles, from the cycles so far, or else from the smallest
    /// learnable size. Errors: `WORKSPACE` if there is nothing to size it from, and memory errors.
    pub(super) fn initialize(&mut self) -> Result<u64> {
        let name = &self.tally.name;
        if self.open {
            let text = format!("workspace '{name}' is in its cycle {}: its block is sized between cycles", self.cycle);
            return Err(Error::new(Status::Workspace, text));
        }
        if !self.learner.decide() {
            let text = format!("workspace '{name}' has seen no request yet, and minSize is 0: nothing to size it from");
            return Err(Error::new(Status::Workspace, text));
        }
        let size = self.learner.cycle_size() as usize;
        // Blocks of a ring whose cycles are valid are sized when their turn comes.
        if self.older.is_empty() {
            self.current.resize(size, &self.config, &self.tally)?;
        } else {
            for block in self.older.iter_mut().chain([&mut self.current]).filter(|block| block.cycle == 0) {
                block.resize(size, &self.config, &self.tally)?;
            }
        }
        self.tally.learned.store(self.learner.size(), Ordering::Relaxed);
        Ok(self.learner.size())
    }

    /// Ends the open cycle even if memory is pinned.
    pub(super) fn end_cycle(&mut self) -> &CycleReport {
        let ends_here = self.config.reset == Reset::BlockLeft;
        self.open = false;
        (self.off, self.hidden, self.current.room) = (0, 0, 0);
        let offset = self.current.used() as u64;
        let (spilled, padding) = (self.current.outside.spilled, offset - self.current.asked.all);
        let pinned = self.current.outstanding();
        self.learner.see(offset + self.current.outside.needed);
        let mut refused = false;
        if ends_here {
            self.current.end(&self.tally);
            refused = !self.size_current();
        }
        let learned = self.learner.size();
        self.tally.learned.store(learned, Ordering::Relaxed);
        let at = self.ended as usize % HISTORY;
        self.ended += 1;
        // Written and read in place, because copying data that was just written would wait for all
        // of it.
        self.history[at] = CycleReport { cycle: self.cycle, offset, spilled, padding, pinned, learned, refused };
        &self.history[at]
    }

    /// Gives the current block, which is ended, the learned size. `false`: this was refused, the
    /// block is unchanged, and the next cycle tries again.
    fn size_current(&mut self) -> bool {
        let size = self.learner.cycle_size() as usize;
        size <= self.current.size || self.current.resize(size, &self.config, &self.tally).is_ok()
    }

    /// Sends requests to the pool until [`Arena::toggle_on`] has been called the same number of
    /// times. Does nothing between cycles.
    pub(super) fn toggle_off(&mut self) {
        if !self.open {
            return;
        }
        if self.off == 0 {
            self.hidden = std::mem::take(&mut self.current.room);
        }
        self.off += 1;
    }

    pub(super) fn toggle_on(&mut self) {
        if self.off == 1 {
            self.current.room = std::mem::take(&mut self.hidden);
        }
        self.off = self.off.saturating_sub(1);
    }

    /// The number of the last cycle that was entered.
    pub(super) fn cycle(&self) -> u64 {
        self.cycle
    }

    /// The last cycles, the oldest first.
    pub(super) fn history(&self) -> Vec<CycleReport> {
        let first = self.ended.saturating_sub(HISTORY as u64);
        (first..self.ended).map(|cycle| self.history[cycle as usize % HISTORY]).collect()
    }

    /// The current counts.
    pub(super) fn counters(&self) -> Counters {
        let load = |count: &std::sync::atomic::AtomicU64| count.load(Ordering::Acquire);
        let mut sum = Counters {
            pinned: load(&self.tally.pinned),
            gradient_deferred: load(&self.tally.deferred),
            ..Counters::default()
        };
        for block in self.older.iter().chain([&self.current]) {
            let (used, released) = (block.used() as u64, block.released());
            let live = block.asked.less(released);
            sum.live += live.all;
            sum.unreferenced += released.all;
            sum.padding += used - block.asked.all;
            sum.free += block.size as u64 - used;
            sum.committed += block.size as u64;
            sum.gradient_standard += live.gradient;
            sum.gradient_external += block.outside.outstanding().gradient;
            sum.allocated += block.asked.all + block.outside.asked();
            sum.spilled += block.outside.spilled;
            sum.toggled_off += block.outside.toggled_off;
        }
        sum
    }

    /// Ends every cycle and frees all memory except what is pinned. The next cycle allocates a
    /// block of the learned size.
    pub(super) fn destroy(&mut self) {
        self.open = false;
        (self.off, self.hidden) = (0, 0);
        for block in self.older.iter_mut().chain([&mut self.current]) {
            block.destroy(&self.tally);
        }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        self.destroy();
    }
}
