//! Handles of any kind.

use super::resource::TABLE;
use crate::error::Result;
use crate::ownership::{Handle, Kind};

/// Releases each of these handles, of whatever kind; a scope is closed. Handles that are not valid are skipped: a
/// collector's backstop may come second to an explicit close. Returns how many were released. *Consumes.*
pub fn release(handles: &[u64]) -> usize {
    handles.iter().filter(|&&handle| release_one(Handle(handle)).is_ok()).count()
}

fn release_one(handle: Handle) -> Result<()> {
    match handle.kind() {
        Some(Kind::Scope) => TABLE.close(handle),
        Some(kind) => TABLE.dispose(handle, kind),
        None => TABLE.pin_any(handle).map(drop),
    }
}
