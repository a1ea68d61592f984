//! `Notes`: statistics of a workspace's cycles, from which misuses are detected.
//!
//! Invariant: they are written when a cycle is left, under the lock of the entries, from numbers
//! that exist already. So any thread may read them, and leaving costs a few additions.

use crate::memory::workspace::CycleReport;
use std::time::Instant;

/// Sums over the cycles of a workspace, in bytes unless stated otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::session) struct Notes {
    /// Cycles that were left after the size was learned.
    pub(in crate::session) cycles: u64,
    /// Bytes that these cycles used, in the block and outside.
    pub(in crate::session) used: u64,
    pub(in crate::session) spilled: u64,
    pub(in crate::session) padding: u64,
    /// The most that any cycle needed.
    pub(in crate::session) largest: u64,
    /// Consecutive cycles that each took more memory outside the block than the one before.
    pub(in crate::session) growing: u64,
    last_spilled: u64,
    /// Cycles that were left while something pinned their memory, and how much the last of them had
    /// pinned.
    pub(in crate::session) pinned_cycles: u64,
    pub(in crate::session) pinned: u64,
    /// The cycle that was open at the last misuse check, and the time of the first check that found
    /// it.
    pub(in crate::session) looked: Option<(u64, Instant)>,
}

impl Notes {
    /// Records a cycle that was left; `had_block` is whether a block existed already.
    pub(in crate::session) fn see(&mut self, row: &CycleReport, had_block: bool) {
        let used = row.offset + row.spilled;
        self.largest = self.largest.max(used);
        if row.pinned > 0 {
            self.pinned_cycles += 1;
            self.pinned = row.pinned;
        }
        let grows = row.spilled > self.last_spilled && self.cycles > 0;
        self.growing = if grows { self.growing + 1 } else { 0 };
        self.last_spilled = row.spilled;
        // Cycles before the first block had to allocate outside.
        if had_block {
            self.cycles += 1;
            self.used += used;
            self.spilled += row.spilled;
            self.padding += row.padding;
        }
    }
}
