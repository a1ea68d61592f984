//! Reports for people and for wrappers: the tree of owners, leaks, growth, as text, JSON or rows.
//!
//! Rows are for wrappers: one record per line, fields separated by tabs. In a field, a tab, a line
//! feed and a backslash are written `\t`, `\n` and `\\`; an unknown value is empty.

mod describe;
mod json;
mod rows;
mod text;
mod throttle;
mod tree;

use super::resource::TABLE;
use crate::error::{Error, Result, Status};
use crate::ownership::{Contents, Entry, Found, Handle, Kind};
use describe::{described, most_first};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use throttle::Throttle;
use tree::Tree;

/// The times of logged refusals are measured from here.
static REFUSALS_START: LazyLock<Instant> = LazyLock::new(Instant::now);
/// Calls that were refused memory.
static REFUSALS: AtomicU64 = AtomicU64::new(0);

/// The form of a report.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// For people.
    Text = 0,
    /// For programs.
    Json = 1,
    /// Fields in fixed positions, as the wrappers read them.
    Rows = 2,
}

impl Format {
    pub(crate) fn from_code(code: i32) -> Result<Format> {
        [Format::Text, Format::Json, Format::Rows].into_iter().find(|&format| format as i32 == code).ok_or_else(|| {
            Error::argument(format!("{code} is not the code of a report format (0 text, 1 JSON, 2 rows)"))
        })
    }
}

/// The tree below a scope, or of the whole process for 0. As rows, only the direct members.
pub(crate) fn dump(scope: u64, format: Format) -> Result<String> {
    if format == Format::Rows {
        let members = if scope == 0 {
            TABLE.entries().into_iter().filter(|entry| entry.owner.is_none()).collect()
        } else {
            TABLE.members(Handle(scope))?.into_iter().filter_map(|handle| TABLE.entry(handle)).collect()
        };
        return Ok(rows::leaks(members, Vec::new()));
    }
    let tree = if scope == 0 {
        Tree::new(None, TABLE.entries())
    } else {
        let below = TABLE.entries_below(Handle(scope))?;
        Tree::new(TABLE.entry(Handle(scope)), below)
    };
    Ok(if format == Format::Text { text::tree(&tree) } else { json::tree(&tree) })
}

/// The scopes that hold more at the end of each cycle than at the end of the one before, and the
/// members that make them grow.
pub(crate) fn growing(format: Format) -> String {
    let scopes: Vec<Entry> = TABLE.entries().into_iter().filter(|entry| entry.growing.is_some()).collect();
    match format {
        Format::Text => text::growing(&scopes),
        Format::Json => json::growing(&scopes),
        Format::Rows => rows::growing(&scopes),
    }
}

/// Live entries and those that the backstop found.
pub(crate) fn leaks(alive: Vec<Entry>, found: Vec<Found>, format: Format) -> String {
    match format {
        Format::Text => text::leaks(alive, found),
        Format::Json => json::leaks(alive, found),
        Format::Rows => rows::leaks(alive, found),
    }
}

/// Adds the largest holders of memory to a memory error; returns any other error unchanged.
#[cold]
pub(crate) fn explain(error: Error) -> Error {
    if !matches!(error.status(), Status::OutOfMemory | Status::LimitExceeded) {
        return error;
    }
    REFUSALS.fetch_add(1, Ordering::Relaxed);
    let holders = text::holders(TABLE.held());
    let explained = match holders.is_empty() {
        true => error,
        false => Error::new(error.status(), format!("{}; {holders}", error.message())),
    };
    if log::max_level() >= log::Level::Warn {
        log_refusal(&explained);
    }
    explained
}

/// How many calls were refused memory since the process began.
pub(crate) fn refusals() -> u64 {
    REFUSALS.load(Ordering::Relaxed)
}

/// Logs a refused request, unless another was logged just before: a wrapper repeats a refused call
/// after each collection.
#[cold]
fn log_refusal(error: &Error) {
    static RECORDS: Throttle = Throttle::new();
    let Some(skipped) = RECORDS.admit(REFUSALS_START.elapsed()) else { return };
    let more = if skipped == 0 { String::new() } else { format!(" ({skipped} more refusals were not logged)") };
    log::warn!(target: crate::log::MEMORY, event = "refused"; "{}{more}", error.message());
}

/// The contents of a scope and the scopes below it; the largest groups are named.
pub(crate) fn contents(scope: Handle) -> Contents {
    const NAMED: usize = 8;
    let mut groups = HashMap::<String, (u64, u64)>::new();
    let mut storages = HashSet::new();
    let mut contents = Contents::default();
    for entry in TABLE.entries_below(scope).unwrap_or_default() {
        contents.tensors += u64::from(entry.handle.kind() == Some(Kind::Tensor));
        let bytes = entry.charges().filter(|held| storages.insert(held.storage)).map(|held| held.bytes).sum::<u64>();
        contents.bytes += bytes;
        let group = groups.entry(described(&entry)).or_default();
        *group = (group.0 + 1, group.1 + bytes);
    }
    let groups = most_first(groups);
    contents.more = groups.iter().skip(NAMED).map(|(_, (count, _))| count).sum();
    contents.groups = groups.into_iter().take(NAMED).map(|(what, (count, _))| (count, what)).collect();
    contents
}
