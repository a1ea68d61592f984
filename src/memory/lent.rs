//! Lent memory, by address: another library's memory, and memory that was exported to one.
//!
//! Invariant: a write to lent memory counts as a write to every storage that shares a byte of it,
//! so a value that was saved through one storage and changed through another is noticed. Two
//! structures over one memory are two storages, which may overlap partly, and exported memory may
//! come back as another library's. A storage that is neither lent nor exported only checks its own
//! header.

use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::ops::Range;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering};

static LENT: Mutex<Lent> = Mutex::new(Lent { ranges: BTreeMap::new(), longest: 0 });

/// The ranges of all lent memory.
struct Lent {
    /// By the first byte and the address of the version counter.
    ranges: BTreeMap<(usize, usize), End>,
    /// An upper bound of the lengths of all ranges.
    longest: usize,
}

struct End {
    end: usize,
    version: NonNull<AtomicU32>,
}

// SAFETY: a version is an atomic number that stays valid while its range is listed.
unsafe impl Send for End {}

/// Registers this version counter for these bytes.
///
/// # Safety
/// The version stays at its address until [`remove`] is called for it.
pub(super) unsafe fn add(bytes: Range<usize>, version: NonNull<AtomicU32>) {
    let mut lent = LENT.lock();
    lent.longest = lent.longest.max(bytes.len());
    lent.ranges.insert((bytes.start, version.as_ptr().addr()), End { end: bytes.end, version });
}

/// Undoes [`add`] for bytes that begin at `start`.
pub(super) fn remove(start: usize, version: NonNull<AtomicU32>) {
    let mut lent = LENT.lock();
    lent.ranges.remove(&(start, version.as_ptr().addr()));
    if lent.ranges.is_empty() {
        lent.longest = 0;
    }
}

/// Increments the version of each range that overlaps these bytes.
pub(super) fn bump(bytes: Range<usize>) {
    if bytes.is_empty() {
        return;
    }
    let lent = LENT.lock();
    let first = bytes.start.saturating_sub(lent.longest);
    for (_, End { end, version }) in lent.ranges.range((first, 0)..(bytes.end, 0)) {
        if bytes.start < *end {
            // SAFETY: `add` guarantees that it is valid until it is removed, which needs the lock
            // held here.
            unsafe { version.as_ref() }.fetch_add(1, Ordering::AcqRel);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_counts_for_every_range_that_has_a_byte_of_it() {
        let versions = [const { AtomicU32::new(0) }; 4];
        let ranges = [(1 << 60)..(1 << 60) + 100, (1 << 60) + 50..(1 << 60) + 60, (1 << 60) + 50..(1 << 60) + 150];
        for (range, version) in ranges.iter().zip(&versions) {
            // SAFETY: it is removed below.
            unsafe { add(range.clone(), NonNull::from(version)) };
        }
        bump((1 << 60) + 99..(1 << 60) + 100);
        bump((1 << 60) + 60..(1 << 60) + 61);
        bump((1 << 60) + 150..(1 << 60) + 160);
        bump((1 << 60) + 59..(1 << 60) + 60);
        bump((1 << 60) + 10..(1 << 60) + 10);
        let counts = versions.each_ref().map(|version| version.load(Ordering::Acquire));
        for (range, version) in ranges.iter().zip(&versions) {
            remove(range.start, NonNull::from(version));
        }
        bump((1 << 60)..(1 << 60) + 200);
        assert_eq!(
            counts,
            versions.each_ref().map(|version| version.load(Ordering::Acquire)),
            "none is there any more"
        );
        assert_eq!(counts, [3, 1, 3, 0]);
    }
}
