//! Leaks: what is alive and should not be, and where it came from.
//!
//! The core has no stack of the caller's language, so the wrappers say where a handle was made: never at level OFF, one
//! in 128 at SAMPLED, each at ALL. What is alive is exact at every level.

use super::report::{self, Format};
use super::resource::TABLE;
use super::types::{AnyRefs, FormatCode, LevelCode};
use crate::error::{Error, Result};
use crate::ownership::Level;
use std::collections::HashSet;

/// How much is recorded of where handles come from: 0 OFF, 1 SAMPLED (one in 128), 2 ALL. The wrappers do the recording.
pub fn level() -> Result<LevelCode> {
    Ok(TABLE.level() as i32)
}

/// Sets how much is recorded, see [`level`]. `INVALID_ARGUMENT` for another number.
pub fn set_level(level: LevelCode) -> Result<()> {
    let level = Level::from_code(level)
        .ok_or_else(|| Error::argument(format!("{level} is no leak level (0 off, 1 sampled, 2 all)")))?;
    TABLE.set_level(level);
    Ok(())
}

/// Every live handle but `ignoring`, then what a backstop freed since [`forget`]. `format`: 0 text, 1 JSON, 2 rows:
/// one a line, fields separated by tabs (inside a field tab, line feed and backslash are `\t`, `\n`, `\\`): kind, handle,
/// name, dtype, shape, bytes, age in ms, path of scopes, site, "alive" or "collected", what lay in a scope that is gone.
pub fn report(format: FormatCode, ignoring: AnyRefs) -> Result<String> {
    let format = Format::from_code(format)?;
    let ignored: HashSet<u64> = ignoring.iter().copied().collect();
    let alive = TABLE.entries().into_iter().filter(|entry| !ignored.contains(&entry.handle.0)).collect();
    let found = TABLE.found().into_iter().filter(|found| !ignored.contains(&found.handle.0)).collect();
    Ok(report::leaks(alive, found, format))
}

/// Forgets what a backstop freed.
pub fn forget() -> Result<()> {
    TABLE.forget_found();
    Ok(())
}
