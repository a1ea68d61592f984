//! Counters of a workspace.
//!
//! Invariant: `committed = live + unreferenced + padding + free` at every step. Bytes outside the
//! block are counted separately, by the reason why they are there.

/// A workspace at one moment, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Requested in the valid cycles, in the block and outside, released or not.
    pub allocated: u64,
    /// In the block and not released, as requested.
    pub live: u64,
    /// In the block and released, but not yet reusable.
    pub unreferenced: u64,
    /// In the block, lost to rounding.
    pub padding: u64,
    /// In the block, not yet handed out.
    pub free: u64,
    /// The size of the block.
    pub committed: u64,
    /// Allocated outside because the block had no room, or there is no block.
    pub spilled: u64,
    /// Allocated outside while the workspace was toggled off.
    pub toggled_off: u64,
    /// Allocated in ended cycles and not released.
    pub pinned: u64,
    /// Gradients in the block, not released.
    pub gradient_standard: u64,
    /// Gradients outside the block, not released.
    pub gradient_external: u64,
    /// Gradients of ended cycles, not released.
    pub gradient_deferred: u64,
}

impl Counters {
    /// Bytes held outside the block.
    pub fn external(&self) -> u64 {
        self.spilled + self.toggled_off + self.pinned
    }

    /// Adds the counters of another workspace.
    pub(crate) fn add(&mut self, other: &Counters) {
        for (to, of) in [
            (&mut self.allocated, other.allocated),
            (&mut self.live, other.live),
            (&mut self.unreferenced, other.unreferenced),
            (&mut self.padding, other.padding),
            (&mut self.free, other.free),
            (&mut self.committed, other.committed),
            (&mut self.spilled, other.spilled),
            (&mut self.toggled_off, other.toggled_off),
            (&mut self.pinned, other.pinned),
            (&mut self.gradient_standard, other.gradient_standard),
            (&mut self.gradient_external, other.gradient_external),
            (&mut self.gradient_deferred, other.gradient_deferred),
        ] {
            *to += of;
        }
    }

    /// Whether the parts of the block add up to it.
    pub fn adds_up(&self) -> bool {
        self.committed == self.live + self.unreferenced + self.padding + self.free
    }
}

/// A cycle that has been left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CycleReport {
    /// Its number, from 1.
    pub cycle: u64,
    /// Bytes of the block that were used, rounding included: the final position of the pointer.
    pub offset: u64,
    /// Bytes allocated outside.
    pub spilled: u64,
    /// How much of `offset` was lost to rounding.
    pub padding: u64,
    /// Requested bytes that were not released at its end.
    pub pinned: u64,
    /// The learned size of the block.
    pub learned: u64,
    /// Whether the limit, the system or the disk refused to make the block that large.
    pub refused: bool,
}
