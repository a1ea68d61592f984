//! Leaks: what is alive and should not be, and where it came from.
//!
//! The core has no stack of the caller's language, so the wrappers say where a handle was made: never at level OFF, one
//! in 128 at SAMPLED, each at ALL. What is alive is exact at every level.
//!
//! Invariant: what is alive by right is no leak, in any report, and nothing here changes by being asked: a caller whose
//! buffer was too small asks again.

use super::report::{self as reports, Format};
use super::resource::TABLE;
use super::types::{AnyRefs, FormatCode, LevelCode};
use super::workspace;
use crate::error::{Error, Result};
use crate::ownership::{Entry, Handle, Level};
use std::collections::HashSet;

/// How much is recorded of where handles come from: 0 OFF, 1 SAMPLED (one in 128), 2 ALL. The wrappers do the recording.
pub fn level() -> Result<LevelCode> {
    Ok(TABLE.level() as i32)
}

/// Sets how much is recorded, see [`level`]. `INVALID_ARGUMENT` for another number.
pub fn set_level(level: LevelCode) -> Result<()> {
    TABLE.set_level(checked(level)?);
    Ok(())
}

/// As [`set_level`], unless the level was set before; 0 sets nothing. Returns the level that holds. For what the process was
/// started with: several copies of a wrapper may read it, each when it is loaded, and none of them undoes what the program
/// has set since.
pub fn set_initial_level(level: LevelCode) -> Result<LevelCode> {
    Ok(TABLE.set_initial_level(checked(level)?) as i32)
}

fn checked(level: LevelCode) -> Result<Level> {
    Level::from_code(level)
        .ok_or_else(|| Error::argument(format!("{level} is no leak level (0 off, 1 sampled, 2 all)")))
}

/// Everything that is alive and should not be, but `ignoring`, then what a backstop freed since [`forget`]. Left out is what
/// is alive by right: workspaces that the process keeps by name with what their rings keep, and what was exported. A workspace
/// of that kind that all threads share is listed if it holds tensors outside of a cycle, since it goes with no thread.
/// `format`: 0 text, 1 JSON, 2 rows: one a line, fields separated by tabs (inside a field tab, line feed and backslash are
/// `\t`, `\n`, `\\`): kind, handle, name, dtype, shape, bytes, age in ms, path of scopes, site, "alive" or "collected", what
/// lay in a scope that is gone.
pub fn report(format: FormatCode, ignoring: AnyRefs) -> Result<String> {
    let ignored: HashSet<u64> = ignoring.iter().copied().collect();
    listed(format, |handle, _| !ignored.contains(&handle.0))
}

/// A number for this moment, for a check that begins: [`since`] it, only what is made later counts.
pub fn begin() -> Result<u64> {
    Ok(TABLE.begin_check())
}

/// As [`report`], of what was made since this moment of [`begin`]: what was made before does not count, whenever a
/// collector finds it. 0 is the start of the process.
pub fn since(moment: u64, format: FormatCode) -> Result<String> {
    listed(format, |_, made_before| made_before > moment)
}

/// As [`report`], of what no check has reported so far: see [`set_reported`].
pub fn unreported(format: FormatCode) -> Result<String> {
    listed(format, |handle, _| !TABLE.is_reported(handle))
}

/// A check fails because of these leaks, which may have been freed by a backstop: [`unreported`] leaves them out from now
/// on, so that each leak fails one check. Other numbers are skipped.
pub fn set_reported(handles: AnyRefs) -> Result<()> {
    TABLE.set_reported(handles);
    Ok(())
}

/// What was exported and not freed yet, see [`crate::api::tensor::export`]: its kind is "buffer". `format` as for [`report`].
pub fn exported(format: FormatCode) -> Result<String> {
    let format = Format::from_code(format)?;
    let exported = TABLE.entries().into_iter().filter(|entry| entry.metadata.exported).collect();
    Ok(reports::leaks(exported, Vec::new(), format))
}

/// How many leaks a backstop has found since the process started, those included that are forgotten.
pub fn found_count() -> Result<u64> {
    Ok(TABLE.found_count())
}

/// What a backstop found after the first `after` that it ever found, up to `until` of them, and [`forget`] has left.
/// A listener that was told of `after` when [`found_count`] said so hears of each leak once. `format` as for [`report`].
pub fn found(after: u64, until: u64, format: FormatCode) -> Result<String> {
    let format = Format::from_code(format)?;
    Ok(reports::leaks(Vec::new(), TABLE.found(after..until), format))
}

/// Forgets what a backstop freed.
pub fn forget() -> Result<()> {
    TABLE.forget_found();
    Ok(())
}

/// The leaks that `counts` of their handle and the first moment that they were made before.
fn listed(format: FormatCode, counts: impl Fn(Handle, u64) -> bool) -> Result<String> {
    let format = Format::from_code(format)?;
    let kept = workspace::kept();
    let is_leak = |entry: &Entry| !entry.metadata.exported && !kept.contains(&entry.handle);
    let alive = TABLE.entries().into_iter();
    let alive = alive.filter(|entry| is_leak(entry) && counts(entry.handle, TABLE.made_before(entry.handle))).collect();
    let found = TABLE.found(0..u64::MAX).into_iter().filter(|found| counts(found.handle, found.made_before)).collect();
    Ok(reports::leaks(alive, found, format))
}
