//! Work on independent items, in ranges that may run on several threads.
//!
//! Invariant: the ranges cover each item once, and what one range writes no other reads. So the result does not depend
//! on how the items were divided, nor on the number of threads.

use std::ops::Range;

/// Runs `work` on ranges that together are `0..items`; `cost` is about how many elements one item reads and writes.
pub(super) fn ranges(items: usize, _cost: usize, work: impl Fn(Range<usize>) + Sync) {
    if items > 0 {
        work(0..items);
    }
}
