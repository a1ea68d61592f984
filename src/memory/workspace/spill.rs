//! Requests that are allocated outside the block.
//!
//! Invariant: what a cycle allocated outside is freed when the cycle ends, except for pinned
//! segments, which are freed with their last pin. A request up to the size of a slab is placed in a
//! slab, a larger one in a segment of its own.

use super::segment::{Memory, Segment, Sum, Tally};
use crate::error::Result;
use crate::memory::region::Region;
use std::ptr::NonNull;
use std::sync::Arc;

/// Why a request is allocated outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    Spilled,
    ToggledOff,
}

struct SpillSegment {
    segment: NonNull<Segment>,
    why: Why,
    size: usize,
    used: usize,
    asked: Sum,
}

/// The segments of one cycle.
#[derive(Default)]
pub(super) struct Outside {
    segments: Vec<SpillSegment>,
    /// Their bytes, by reason.
    pub(super) spilled: u64,
    pub(super) toggled_off: u64,
    /// Rounded requests that the block had no room for.
    pub(super) needed: u64,
}

impl Outside {
    /// Allocates memory for `bytes`, rounded up to `padded`. An error changes nothing.
    pub(super) fn take(
        &mut self,
        request: (usize, usize, bool),
        (why, cycle): (Why, u64),
        slab: usize,
        tally: &Arc<Tally>,
    ) -> Result<(NonNull<Segment>, usize)> {
        let (bytes, padded, gradient) = request;
        let packed = padded <= slab;
        let needed = if why == Why::Spilled { padded as u64 } else { 0 };
        let open = |spill: &&mut SpillSegment| spill.why == why && spill.size - spill.used >= padded;
        if let Some(spill) = self.segments.last_mut().filter(open) {
            let offset = spill.used;
            spill.used += padded;
            spill.asked.add(bytes as u64, gradient);
            self.needed += needed;
            return Ok((spill.segment, offset));
        }
        let size = if packed { slab } else { padded };
        let segment = Segment::new(Memory::Pool(Region::new(tally.pool, size)?), tally, cycle);
        let mut asked = Sum::default();
        asked.add(bytes as u64, gradient);
        *self.held(why) += size as u64;
        self.needed += needed;
        self.segments.push(SpillSegment { segment, why, size, used: padded, asked });
        // The slab that is being filled stays last.
        let last = self.segments.len() - 1;
        if !packed && last > 0 {
            self.segments.swap(last - 1, last);
        }
        Ok((segment, 0))
    }

    fn held(&mut self, why: Why) -> &mut u64 {
        match why {
            Why::Spilled => &mut self.spilled,
            Why::ToggledOff => &mut self.toggled_off,
        }
    }

    /// Requested bytes, released or not.
    pub(super) fn asked(&self) -> u64 {
        self.segments.iter().map(|spill| spill.asked.all).sum()
    }

    /// Bytes that are not released.
    pub(super) fn outstanding(&self) -> Sum {
        let mut sum = Sum::default();
        for spill in &self.segments {
            // SAFETY: the segment is ours until `end`.
            let left = spill.asked.less(unsafe { spill.segment.as_ref() }.released_late());
            sum.all += left.all;
            sum.gradient += left.gradient;
        }
        sum
    }

    /// Ends the cycle.
    pub(super) fn end(&mut self) {
        for spill in self.segments.drain(..) {
            // SAFETY: the segment is ours until it is handed over.
            let pinned = unsafe { spill.segment.as_ref() }.hand_over(spill.asked);
            if !pinned {
                // SAFETY: ours, and all of it is released.
                unsafe { Segment::end(spill.segment) };
            }
        }
        (self.spilled, self.toggled_off, self.needed) = (0, 0, 0);
    }
}
