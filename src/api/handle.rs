//! Handles of any kind.

use super::types::{AnyRef, Bytes};
use crate::error::Result;
use crate::ownership::{Handle, Payload};
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

/// The bytes of the storage that this handle alone keeps alive, so of a new tensor what was allocated for it; 0 if
/// another handle shares the storage, or it is not a tensor. For a wrapper that samples allocations.
pub fn unshared_bytes(handle: AnyRef) -> Result<Bytes> {
    let pin = TABLE.pin_any(Handle(handle))?;
    Ok(if pin.is_shared() { 0 } else { pin.charge().map_or(0, |charge| charge.bytes) })
}

/// Says where a new handle was made: a line of the caller's language, as people read it.
pub fn note(handle: AnyRef, site: &str) -> Result<()> {
    TABLE.note_created(Handle(handle), site)
}

/// Says where a handle is about to be closed, a scope with all that it owns: the error of a later use says so.
pub fn note_closed(handle: AnyRef, site: &str) -> Result<()> {
    TABLE.note_closed(Handle(handle), site)
}
