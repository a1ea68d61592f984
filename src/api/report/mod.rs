//! Reports for people and for wrappers: the tree of owners, leaks, growth, as text, JSON or rows.
//!
//! Rows are for wrappers: one record a line, fields separated by tabs, in which a tab, a line feed and a backslash are
//! written `\t`, `\n` and `\\`; what is not known is empty.

mod json;
mod rows;
mod text;
mod tree;

use super::resource::TABLE;
use crate::error::{Error, Result, Status};
use crate::ownership::{Entry, Found, Handle};
use tree::Tree;

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Text = 0,
    Json = 1,
    Rows = 2,
}

impl Format {
    pub(super) fn from_code(code: i32) -> Result<Format> {
        [Format::Text, Format::Json, Format::Rows]
            .into_iter()
            .find(|&format| format as i32 == code)
            .ok_or_else(|| Error::argument(format!("{code} is no format of a report (0 text, 1 JSON, 2 rows)")))
    }
}

/// The tree below `scope`, or of the whole process when that is 0; as rows, its direct members only.
pub fn dump(scope: u64, format: i32) -> Result<String> {
    let format = Format::from_code(format)?;
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

/// The scopes that hold more at the end of each cycle than at the end of the one before, with what feeds them.
pub fn growing(format: i32) -> Result<String> {
    let format = Format::from_code(format)?;
    let scopes: Vec<Entry> = TABLE.entries().into_iter().filter(|entry| entry.growing.is_some()).collect();
    Ok(match format {
        Format::Text => text::growing(&scopes),
        Format::Json => json::growing(&scopes),
        Format::Rows => rows::growing(&scopes),
    })
}

/// Live entries and those that the backstop found.
pub(super) fn leaks(alive: Vec<Entry>, found: Vec<Found>, format: Format) -> String {
    match format {
        Format::Text => text::leaks(alive, found),
        Format::Json => json::leaks(alive, found),
        Format::Rows => rows::leaks(alive, found),
    }
}

/// An error of memory, with who holds what; any other error as it is.
#[cold]
pub fn explain(error: Error) -> Error {
    if !matches!(error.status(), Status::OutOfMemory | Status::LimitExceeded) {
        return error;
    }
    let holders = text::holders(TABLE.held());
    if holders.is_empty() { error } else { Error::new(error.status(), format!("{}; {holders}", error.message())) }
}

/// What a scope's members are, grouped: `12 x f32 [64, 10]`, with the site when it is known, the most numerous first.
fn feeds(scope: Handle) -> Vec<(usize, String)> {
    let mut groups = std::collections::HashMap::<String, usize>::new();
    for handle in TABLE.members(scope).unwrap_or_default() {
        let Some(entry) = TABLE.entry(handle) else { continue };
        let site = entry.record.site.as_ref().map_or_else(String::new, |site| format!(" at {site}"));
        *groups.entry(format!("{}{site}", title(&entry))).or_default() += 1;
    }
    let mut groups: Vec<(usize, String)> = groups.into_iter().map(|(what, count)| (count, what)).collect();
    groups.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    groups.truncate(5);
    groups
}

/// What something is, in a few characters: `f32 [2, 3]`, `tape`.
fn title(entry: &Entry) -> String {
    let kind = || entry.handle.kind().map_or_else(String::new, |kind| kind.to_string());
    if entry.what.is_empty() { kind() } else { entry.what.clone() }
}

/// Bytes as people read them.
fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    let mut value = bytes as f64;
    let mut unit = "B";
    for next in UNITS {
        if value < 1024.0 {
            break;
        }
        (value, unit) = (value / 1024.0, next);
    }
    if unit == "B" { format!("{bytes} B") } else { format!("{value:.1} {unit}") }
}
