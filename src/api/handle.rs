//! Handles of any kind.

use super::resource::TABLE;
use crate::error::Result;
use crate::ownership::{Handle, Kind};

/// Releases each of these handles, of whatever kind; a scope is closed. Handles that are not valid are skipped: a
/// collector's backstop may come second to an explicit close. Returns how many were released. *Consumes.*
pub fn release(handles: &[u64]) -> usize {
    handles.iter().filter(|&&handle| release_one(Handle(handle)).is_ok()).count()
}

/// As [`release`], for a backstop: what is released is counted, and unless the leak level is OFF it is remembered as
/// a leak. *Consumes.*
pub fn collect(handles: &[u64]) -> usize {
    let collected = |&&handle: &&u64| TABLE.collect(Handle(handle), || release_one(Handle(handle)).is_ok());
    handles.iter().filter(collected).count()
}

/// Names a handle of any kind, for errors, dumps and leaks. An empty name takes it away.
pub fn set_name(handle: u64, name: &str) -> Result<()> {
    TABLE.set_name(Handle(handle), name)
}

/// Its name, empty if it has none.
pub fn name(handle: u64) -> Result<String> {
    TABLE.pin_any(Handle(handle))?;
    Ok(TABLE.name(Handle(handle)).map_or_else(String::new, |name| name.to_string()))
}

fn release_one(handle: Handle) -> Result<()> {
    match handle.kind() {
        Some(Kind::Scope) => TABLE.close(handle),
        Some(kind) => TABLE.dispose(handle, kind),
        None => TABLE.pin_any(handle).map(drop),
    }
}
