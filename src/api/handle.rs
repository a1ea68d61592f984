//! Handles of any kind.

use super::types::AnyRef;
use crate::error::Result;
use crate::ownership::Handle;
use crate::record;
use crate::session::release;
use crate::session::resource::TABLE;

/// Releases each of these handles, of whatever kind; a scope is closed. Handles that are not valid are skipped: a
/// collector's backstop may come second to an explicit close. Returns how many were released. *Consumes.*
pub fn release(handles: &[u64]) -> usize {
    release::release(handles)
}

/// New handles for a caller with room for so many: where there are more, none is kept, and the number of them is the error.
pub(crate) fn kept_if_room(made: Vec<u64>, room: usize) -> std::result::Result<Vec<u64>, usize> {
    if made.len() <= room {
        return Ok(made);
    }
    release(&made);
    Err(made.len())
}

/// As [`release`], for a backstop: what is released is counted, and unless the leak level is OFF, or only a collector
/// ever frees it ([`crate::api::tensor::export`]), it is remembered as a leak. *Consumes.*
pub fn collect(handles: &[u64]) -> usize {
    release::collect(handles)
}

/// Names a handle of any kind, for errors, dumps and leaks. An empty name takes it away.
pub fn set_name(handle: AnyRef, name: &str) -> Result<()> {
    TABLE.set_name(Handle(handle), name)?;
    if record::is_on() {
        record::name(handle, name);
    }
    Ok(())
}

/// The name of a handle of any kind, if it has one.
pub fn name(handle: AnyRef) -> Result<Option<String>> {
    TABLE.pin_any(Handle(handle))?;
    Ok(TABLE.name(Handle(handle)).map(|name| name.to_string()))
}

/// Every live handle of every kind, borrowed.
pub fn live() -> Result<Vec<AnyRef>> {
    Ok(TABLE.live_handles().into_iter().map(|handle| handle.0).collect())
}

/// Says where a new handle was made: a line of the caller's language, as people read it.
pub fn note(handle: AnyRef, site: &str) -> Result<()> {
    TABLE.note_created(Handle(handle), site)
}

/// Says where a handle is about to be closed, a scope with all that it owns: the error of a later use says so.
pub fn note_closed(handle: AnyRef, site: &str) -> Result<()> {
    TABLE.note_closed(Handle(handle), site)
}
