//! Leaks: which of the live handles are leaks, and which closed ones were.
//!
//! Invariant: no report lists what is legitimately alive, and reporting changes nothing.

use super::report::{self, Format};
use super::resource::TABLE;
use super::workspace;
use crate::ownership::{Entry, Handle};
use std::ops::Range;

/// The live leaks for which `counts`, given the handle and the moment it was created, returns true.
pub(crate) fn listed(format: Format, counts: impl Fn(Handle, u64) -> bool) -> String {
    let kept = workspace::kept();
    let is_leak = |entry: &Entry| !entry.metadata.exported && !kept.contains(&entry.handle);
    let alive = TABLE.entries().into_iter();
    let alive = alive.filter(|entry| is_leak(entry) && counts(entry.handle, TABLE.made_before(entry.handle))).collect();
    let found = TABLE.found(0..u64::MAX).into_iter().filter(|found| counts(found.handle, found.made_before)).collect();
    report::leaks(alive, found, format)
}

/// The exported tensors that are not freed yet.
pub(crate) fn exported(format: Format) -> String {
    let exported = TABLE.entries().into_iter().filter(|entry| entry.metadata.exported).collect();
    report::leaks(exported, Vec::new(), format)
}

/// The leaks that a backstop found, by their numbers in order of discovery.
pub(crate) fn found(numbers: Range<u64>, format: Format) -> String {
    report::leaks(Vec::new(), TABLE.found(numbers), format)
}
