//! The end of handles: closed by their owner, or found by a collector's backstop.

use super::report;
use super::resource::TABLE;
use crate::error::Result;
use crate::memory;
use crate::ownership::Handle;
use crate::record::{self, EventKind};

/// Releases each of these handles, of any kind, and returns how many were valid. A scope is closed.
pub(crate) fn release(handles: &[u64]) -> usize {
    handles.iter().filter(|&&handle| release_one(Handle(handle)).is_ok()).count()
}

/// Like [`release`], for a backstop: released handles are counted, and recorded as leaks if leak
/// tracking is on.
pub(crate) fn collect(handles: &[u64]) -> usize {
    let is_collected =
        |&&handle: &&u64| TABLE.collect(Handle(handle), report::contents, || release_one(Handle(handle)).is_ok());
    let released = handles.iter().filter(is_collected).count();
    if released > 0 && record::is_on() {
        record::write(EventKind::Collected, 0, released as u64, 0, 0);
    }
    if released > 0 {
        log::debug!(
            target: crate::log::MEMORY, event = "collected";
            "the backstop freed {released} handles that were not closed, {} since the start",
            TABLE.collected()
        );
    }
    released
}

/// The total that backstops have freed so far.
pub(crate) fn collected() -> memory::Collected {
    memory::Collected { handles: TABLE.collected(), bytes: TABLE.collected_bytes() }
}

fn release_one(handle: Handle) -> Result<()> {
    match handle.kind() {
        Some(kind) if kind.is_scope() => TABLE.close(handle),
        Some(kind) => TABLE.dispose(handle, kind),
        None => TABLE.pin_any(handle).map(drop),
    }
}
