//! Leaks: which of the live handles are leaks, and which were.
//!
//! Invariant: what is alive legitimately is not a leak, in any report, and asking changes nothing here.

use super::report::{self, Format};
use super::resource::TABLE;
use super::workspace;
use crate::ownership::{Entry, Handle};
use std::ops::Range;

/// The leaks that `counts` of their handle and the first moment that they were made before.
pub(crate) fn listed(format: Format, counts: impl Fn(Handle, u64) -> bool) -> String {
    let kept = workspace::kept();
    let is_leak = |entry: &Entry| !entry.metadata.exported && !kept.contains(&entry.handle);
    let alive = TABLE.entries().into_iter();
    let alive = alive.filter(|entry| is_leak(entry) && counts(entry.handle, TABLE.made_before(entry.handle))).collect();
    let found = TABLE.found(0..u64::MAX).into_iter().filter(|found| counts(found.handle, found.made_before)).collect();
    report::leaks(alive, found, format)
}

/// The tensors that were exported and are not freed yet.
pub(crate) fn exported(format: Format) -> String {
    let exported = TABLE.entries().into_iter().filter(|entry| entry.metadata.exported).collect();
    report::leaks(exported, Vec::new(), format)
}

/// The leaks that a backstop found, by their numbers in the order in which they were found.
pub(crate) fn found(numbers: Range<u64>, format: Format) -> String {
    report::leaks(Vec::new(), TABLE.found(numbers), format)
}
