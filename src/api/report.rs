//! Reports for people and for wrappers: the tree of owners, leaks, growth, as text, JSON or rows.
//!
//! Rows are for wrappers: one record a line, fields separated by tabs, in which a tab, a line feed and a backslash are
//! written `\t`, `\n` and `\\`; what is not known is empty.

use super::types::{FormatCode, ScopeRef};
use crate::error::{Error, Result};
use crate::session::report::{self, Format};

/// The tree below a scope, or of the whole process for 0, with counts, bytes, shapes and names, the largest first.
/// `format`: 0 text, 1 JSON, 2 rows of the direct members, each as of a leak report.
///
/// - `debug_dump(format = 0)`: this scope and all below it with what they own, as a tree for people, the largest first:
///   counts, bytes, shapes and names
/// - `debug_dump_json(format = 1)`: what `debug_dump()` says, as JSON
/// - `Tenure::debug_dump(scope = 0, format = 0)`: all scopes and what they own, and what no scope owns, as a tree for
///   people, the largest first: counts, bytes, shapes and names
/// - `Tenure::debug_dump_json(scope = 0, format = 1)`: what `debug_dump()` says, as JSON
/// - `INVALID_HANDLE`: it is closed
pub fn dump(scope: ScopeRef, format: FormatCode) -> Result<String> {
    report::dump(scope, Format::from_code(format)?)
}

/// The scopes that hold more at the end of each cycle (a child that closes) than at the end of the one before, and what
/// feeds them. `format`: 0 text, 1 JSON, 2 rows: handle, name, path, members, bytes, cycles, members a cycle, what feeds it.
pub fn growing(format: FormatCode) -> Result<String> {
    Ok(report::growing(Format::from_code(format)?))
}

/// An error of memory, with who holds what; any other error as it is.
#[cold]
pub fn explain(error: Error) -> Error {
    report::explain(error)
}
