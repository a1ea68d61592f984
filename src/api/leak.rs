//! Leaks: what is alive and should not be, and where it came from.
//!
//! The core has no stack of the caller's language, so the wrappers say where a handle was made: never at level OFF, one
//! in 128 at SAMPLED, each at ALL. Who is alive is exact at every level.

use super::report::{self, Format};
use super::resource::TABLE;
use crate::error::{Error, Result};
use crate::ownership::{Handle, Level};
use std::collections::HashSet;

/// How much is recorded: 0 OFF, 1 SAMPLED, 2 ALL.
pub fn level() -> i32 {
    TABLE.level() as i32
}

/// Sets that. `INVALID_ARGUMENT` for another number.
pub fn set_level(code: i32) -> Result<()> {
    let level = Level::from_code(code)
        .ok_or_else(|| Error::argument(format!("{code} is no leak level (0 off, 1 sampled, 2 all)")))?;
    TABLE.set_level(level);
    Ok(())
}

/// Every live handle but `ignoring`, and what the backstop had to free since [`forget`], with site, age and scope.
pub fn report(format: i32, ignoring: &[u64]) -> Result<String> {
    let format = Format::from_code(format)?;
    let ignored: HashSet<u64> = ignoring.iter().copied().collect();
    let alive = TABLE.entries().into_iter().filter(|entry| !ignored.contains(&entry.handle.0)).collect();
    Ok(report::leaks(alive, TABLE.found(), format))
}

/// Forgets what the backstop found.
pub fn forget() {
    TABLE.forget_found();
}

/// Every live handle of every kind.
pub fn live() -> Vec<u64> {
    TABLE.live_handles().into_iter().map(|handle| handle.0).collect()
}

/// Says where a new handle was made.
pub fn note(handle: u64, site: &str) -> Result<()> {
    TABLE.note_created(Handle(handle), site)
}

/// Says where a handle is about to be closed; a scope, with all that it owns.
pub fn note_closed(handle: u64, site: &str) -> Result<()> {
    TABLE.note_closed(Handle(handle), site)
}
