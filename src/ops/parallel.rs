//! Work on independent items, in ranges that may run on several threads.
//!
//! Invariant: the ranges cover each item once, and no range reads what another writes. So the
//! result does not depend on how the items were divided, nor on the number of threads.
//!
//! A cost is roughly the number of elements read and written, about a quarter of a nanosecond each.
//! Waking a worker takes some microseconds, so calls that cost at least [`DIVIDED`] are divided,
//! into ranges of at least [`LEAST`].

use crate::threads::{self, Cut};
use std::ops::Range;

/// The cost of the smallest call that is divided.
const DIVIDED: usize = 1 << 18;
/// The cost of the smallest range.
const LEAST: usize = 1 << 16;

/// Runs `work` on ranges that together are `0..items`; `cost` is roughly the number of elements
/// that one item reads and writes.
#[inline]
pub(super) fn ranges(items: usize, cost: usize, work: impl Fn(Range<usize>) + Sync) {
    if items > 1 && is_long(items, cost) {
        threads::run(Cut { items, most: items.min(items.saturating_mul(cost) / LEAST), each: 4 }, &work);
    } else if items > 0 {
        work(0..items);
    }
}

/// Whether a call is long enough to be divided.
#[inline]
pub(super) fn is_long(items: usize, cost: usize) -> bool {
    items.saturating_mul(cost) >= DIVIDED
}

/// Like [`ranges`], for ranges that begin with work that does not depend on their length: about one
/// for each thread, and more only while they have `wanted` items each.
#[inline]
pub(super) fn few_ranges(items: usize, cost: usize, wanted: usize, work: impl Fn(Range<usize>) + Sync) {
    if items > 1 && is_long(items, cost) {
        let each = (items / wanted / threads::threads()).clamp(1, 4);
        threads::run(Cut { items, most: items.min(items.saturating_mul(cost) / LEAST), each }, &work);
    } else if items > 0 {
        work(0..items);
    }
}

/// Like [`ranges`], for work that uses raw pointers.
///
/// # Safety
/// `work` may run at the same time on several threads, for disjoint ranges.
#[inline]
pub(super) unsafe fn ranges_apart(items: usize, cost: usize, work: impl Fn(Range<usize>)) {
    struct Apart<F>(F);
    // SAFETY: the caller's promise.
    unsafe impl<F> Sync for Apart<F> {}
    impl<F: Fn(Range<usize>)> Apart<F> {
        fn call(&self, range: Range<usize>) {
            (self.0)(range);
        }
    }
    let work = Apart(work);
    ranges(items, cost, |range| work.call(range));
}

/// The cost of this many multiplications in a matrix product, which is vectorised.
#[inline]
pub(super) fn products(n: usize) -> usize {
    n / 8 + 1
}
