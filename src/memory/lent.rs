//! Memory that is lent, by address: another library's, and what was exported to one.
//!
//! Invariant: a write to lent memory is one to every storage that has a byte of it, so that a value saved through one and
//! changed through another is noticed. Two structures of one memory are two storages, which may overlap in a part, and one
//! that was exported may come back as another library's. What is neither pays a look at its own header.

use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::ops::Range;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering};

static LENT: Mutex<Lent> = Mutex::new(Lent { ranges: BTreeMap::new(), longest: 0 });

/// See the top of the file.
struct Lent {
    /// By the first byte and the address of the version.
    ranges: BTreeMap<(usize, usize), End>,
    /// No range has been longer since there was one.
    longest: usize,
}

struct End {
    end: usize,
    version: NonNull<AtomicU32>,
}

// SAFETY: a version is an atomic number that is there while its range is.
unsafe impl Send for End {}

/// From here on these bytes have this version.
///
/// # Safety
/// The version stays where it is until [`remove`] is called for it.
pub(super) unsafe fn add(bytes: Range<usize>, version: NonNull<AtomicU32>) {
    let mut lent = LENT.lock();
    lent.longest = lent.longest.max(bytes.len());
    lent.ranges.insert((bytes.start, version.as_ptr().addr()), End { end: bytes.end, version });
}

/// Undoes [`add`] of bytes that begin there.
pub(super) fn remove(start: usize, version: NonNull<AtomicU32>) {
    let mut lent = LENT.lock();
    lent.ranges.remove(&(start, version.as_ptr().addr()));
    if lent.ranges.is_empty() {
        lent.longest = 0;
    }
}

/// Counts the version of each range up that has a byte of these.
pub(super) fn bump(bytes: Range<usize>) {
    if bytes.is_empty() {
        return;
    }
    let lent = LENT.lock();
    let first = bytes.start.saturating_sub(lent.longest);
    for (_, End { end, version }) in lent.ranges.range((first, 0)..(bytes.end, 0)) {
        if bytes.start < *end {
            // SAFETY: as `add` says; it is removed under the lock that is held.
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
