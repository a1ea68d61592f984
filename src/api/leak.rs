//! Leaks: what is alive and should not be, and where it was made.
//!
//! The core cannot see the stack of the caller's language, so the wrappers record where a handle was made: never at
//! level OFF, for one in 128 at SAMPLED, for each at ALL. Which handles are alive is exact at every level.
//!
//! Invariant: what is alive legitimately is not a leak, in any report, and asking changes nothing here: a caller whose
//! buffer was too small asks again.

use super::types::{AnyRefs, FormatCode, LevelCode};
use crate::error::{Error, Result};
use crate::ownership::Level;
use crate::session::leak;
use crate::session::report::Format;
use crate::session::resource::TABLE;
use std::collections::HashSet;

/// How much is recorded about where handles were made: 0 OFF, 1 SAMPLED (one in 128), 2 ALL. The wrappers do the
/// recording.
pub fn level() -> Result<LevelCode> {
    Ok(TABLE.level() as i32)
}

/// Sets how much is recorded about where handles were made, as [`level`] lists. Errors: `INVALID_ARGUMENT` for another
/// number.
pub fn set_level(level: LevelCode) -> Result<()> {
    TABLE.set_level(checked(level)?);
    Ok(())
}

/// Sets the level like [`set_level`], unless it was set before; 0 sets nothing. Returns the level in force. For the
/// value that the process was started with: several copies of a wrapper may read it, each when it is loaded, and none
/// of them overrides what the program has set since. Errors: `INVALID_ARGUMENT` for another number.
pub fn set_initial_level(level: LevelCode) -> Result<LevelCode> {
    Ok(TABLE.set_initial_level(checked(level)?) as i32)
}

fn checked(level: LevelCode) -> Result<Level> {
    Level::from_code(level)
        .ok_or_else(|| Error::argument(format!("{level} is not the code of a leak level (0 off, 1 sampled, 2 all)")))
}

/// Lists everything that is alive and should not be, except the handles in `ignoring`, then what a backstop has freed
/// since [`forget`]. Not listed is what is alive legitimately: the workspaces that the process keeps by name, with what
/// their rings keep, and exported tensors. A named workspace that all threads share is listed if it holds tensors
/// outside of a cycle, since no thread's end closes it.
///
/// `format` is 0 for text, 1 for JSON, 2 for rows: one a line, with fields separated by tabs (inside a field tab, line
/// feed and backslash are `\t`, `\n`, `\\`): kind, handle, name, dtype, shape, bytes, age in ms, path of scopes, site,
/// "alive" or "collected", and what a scope that has ended contained. Errors: `INVALID_ARGUMENT` for another format.
pub fn report(format: FormatCode, ignoring: AnyRefs) -> Result<String> {
    let ignored: HashSet<u64> = ignoring.iter().copied().collect();
    Ok(leak::listed(Format::from_code(format)?, |handle, _| !ignored.contains(&handle.0)))
}

/// Returns a number for this moment, with which a check begins: [`since`] that moment, only what was made later counts.
pub fn begin() -> Result<u64> {
    Ok(TABLE.begin_check())
}

/// Lists leaks like [`report`], but only of what was made after a moment that [`begin`] returned, whenever a collector
/// finds it. 0 is the start of the process. Errors: `INVALID_ARGUMENT` for another format.
pub fn since(moment: u64, format: FormatCode) -> Result<String> {
    Ok(leak::listed(Format::from_code(format)?, |_, made_before| made_before > moment))
}

/// Lists leaks like [`report`], but only those that no check has reported so far; see [`set_reported`]. Errors:
/// `INVALID_ARGUMENT` for another format.
pub fn unreported(format: FormatCode) -> Result<String> {
    Ok(leak::listed(Format::from_code(format)?, |handle, _| !TABLE.is_reported(handle)))
}

/// Marks leaks as reported, because a check fails for them; a backstop may have freed them. [`unreported`] leaves them
/// out from now on, so that each leak fails one check only. Numbers that are not leaks are skipped.
pub fn set_reported(handles: AnyRefs) -> Result<()> {
    TABLE.set_reported(handles);
    Ok(())
}

/// Lists what was exported and not freed yet, with the kind "buffer"; see [`crate::api::tensor::export`]. `format` is
/// that of [`report`]. Errors: `INVALID_ARGUMENT` for another format.
pub fn exported(format: FormatCode) -> Result<String> {
    Ok(leak::exported(Format::from_code(format)?))
}

/// How many leaks a backstop has found since the process started, including those that are forgotten.
pub fn found_count() -> Result<u64> {
    Ok(TABLE.found_count())
}

/// Lists the leaks that a backstop found after the first `after` of all that it ever found, up to number `until`,
/// without those that [`forget`] has removed. A listener that asks from the last [`found_count`] on receives each leak
/// once. `format` is that of [`report`]. Errors: `INVALID_ARGUMENT` for another format.
pub fn found(after: u64, until: u64, format: FormatCode) -> Result<String> {
    Ok(leak::found(after..until, Format::from_code(format)?))
}

/// Removes what a backstop has freed from later reports.
pub fn forget() -> Result<()> {
    TABLE.forget_found();
    Ok(())
}
