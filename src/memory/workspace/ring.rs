//! The blocks of a workspace, one for each cycle that is valid at the same time: one under
//! BLOCK_LEFT, a ring of k under ENDOFBUFFER_REACHED.
//!
//! ```text
//!   k = 3, cycle 7 is open      [ cycle 5 ][ cycle 6 ][ cycle 7 |> ... ]      entering 8 ends 5 and takes its block
//! ```
//!
//! Invariant: a block belongs to one cycle from its beginning to its end. Each block is reserved
//! separately, so it grows without moving, and a pinned cycle takes only its own block with it.

use super::block::Block;
use super::config::Config;
use super::segment::{Memory, Segment, Sum, Tally};
use super::spill::Outside;
use crate::device::Device;
use crate::error::Result;
use crate::memory::region::Region;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The block of one cycle, and what that cycle did.
pub(super) struct CycleBlock {
    pub(super) segment: Option<NonNull<Segment>>,
    /// The next free byte.
    pub(super) cursor: NonNull<u8>,
    /// Bytes from there to the end, 0 while nothing may be allocated.
    pub(super) room: usize,
    pub(super) cycle: u64,
    pub(super) asked: Sum,
    /// Released by the owner; releases by other threads are counted in the segment.
    pub(super) released: Sum,
    pub(super) size: usize,
    pub(super) outside: Outside,
}

impl CycleBlock {
    pub(super) fn empty() -> CycleBlock {
        CycleBlock {
            segment: None,
            cursor: NonNull::dangling(),
            room: 0,
            cycle: 0,
            asked: Sum::default(),
            released: Sum::default(),
            size: 0,
            outside: Outside::default(),
        }
    }

    fn segment(&self) -> Option<&Segment> {
        // SAFETY: a block owns its segment until it is handed over, and then no longer refers to
        // it.
        self.segment.map(|segment| unsafe { segment.as_ref() })
    }

    /// Begins this cycle in the block.
    #[inline]
    pub(super) fn begin(&mut self, cycle: u64) {
        self.cycle = cycle;
        if let Some(segment) = self.segment() {
            segment.set_cycle(cycle);
        }
    }

    /// Bytes from the start to the pointer.
    pub(super) fn used(&self) -> usize {
        let start = self.segment().map_or(self.cursor, Segment::start);
        self.cursor.as_ptr() as usize - start.as_ptr() as usize
    }

    /// Bytes that were released, by any thread.
    pub(super) fn released(&self) -> Sum {
        let late = self.segment().map_or(Sum::default(), Segment::released_late);
        Sum { all: self.released.all + late.all, gradient: self.released.gradient + late.gradient }
    }

    /// Bytes that are not released, in the block and outside.
    pub(super) fn outstanding(&self) -> u64 {
        if self.asked == self.released && self.outside.asked() == 0 {
            return 0;
        }
        self.asked.less(self.released()).all + self.outside.outstanding().all
    }

    /// Ends its cycle: everything is free again, or a pinned segment is handed over to its pins.
    pub(super) fn end(&mut self, tally: &Tally) {
        let held = self.asked.less(self.released);
        if self.segment().is_some_and(|segment| segment.hand_over(held)) {
            tally.committed.fetch_sub(self.size as u64, Ordering::AcqRel);
            (self.segment, self.size, self.cursor) = (None, 0, NonNull::dangling());
        }
        self.outside.end();
        (self.asked, self.released) = (Sum::default(), Sum::default());
        self.room = 0;
        if let Some(segment) = self.segment() {
            self.cursor = segment.start();
        }
    }

    /// Makes an ended block at least this large. An error leaves it unchanged.
    pub(super) fn resize(&mut self, size: usize, config: &Config, tally: &Arc<Tally>) -> Result<()> {
        if size <= self.size {
            return Ok(());
        }
        if let Some(mut segment) = self.segment {
            // SAFETY: the block is ended, so no other thread accesses its segment.
            if let Memory::Block(block) = unsafe { &mut segment.as_mut().memory }
                && block.can_hold(size)
            {
                block.grow(size)?;
                self.grown(size, tally);
                return Ok(());
            }
        }
        let memory = match tally.pool.device() {
            Device::Cpu => Memory::Block(Block::new(size, &config.location, &config.temp_file_path)?),
            _ => Memory::Pool(Region::new(tally.pool, size)?),
        };
        self.free();
        let segment = Segment::new(memory, tally, self.cycle);
        self.segment = Some(segment);
        // SAFETY: it was just made, and belongs to this block.
        self.cursor = unsafe { segment.as_ref() }.start();
        self.grown(size, tally);
        Ok(())
    }

    fn grown(&mut self, size: usize, tally: &Tally) {
        tally.committed.fetch_add((size - self.size) as u64, Ordering::AcqRel);
        self.size = size;
    }

    /// Frees the memory of an ended block, and its segment.
    fn free(&mut self) {
        if let Some(segment) = self.segment.take() {
            // SAFETY: the block is ended, so nothing in its segment is alive.
            unsafe { Segment::end(segment) };
        }
    }

    /// Ends the cycle and frees the memory.
    pub(super) fn destroy(&mut self, tally: &Tally) {
        self.end(tally);
        tally.committed.fetch_sub(self.size as u64, Ordering::AcqRel);
        self.free();
        (self.size, self.cursor) = (0, NonNull::dangling());
    }
}
