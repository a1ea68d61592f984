//! Error messages for a refused handle.
//!
//! Invariant: nothing here runs on a path that succeeds. The state of a slot may change while it is
//! described, so a message is a best effort: a race may change the wording but never the status.

use super::handle::{Handle, Kind};
use super::members::NotAdmitted;
use super::metadata::Level;
use super::table::{Payload, Table};
use crate::error::{Error, Status, amount, in_bytes};

/// `INVALID_HANDLE` with the reason. `wanted` is the kind that the function takes, `None` for any.
#[cold]
pub(super) fn invalid<T: Payload>(table: &Table<T>, handle: Handle, wanted: Option<Kind>) -> Error {
    let wanted_name = wanted.map_or_else(|| "handle".to_owned(), |kind| kind.to_string());
    let text = match history(table, handle) {
        History::NeverIssued if handle.0 == 0 => format!("handle 0 is never a {wanted_name}"),
        History::NeverIssued => format!("{handle} was never issued as a {wanted_name} handle"),
        History::Foreign => format!("{handle} was issued by another copy of the library"),
        History::Issued(kind) if wanted.is_some_and(|wanted| wanted != kind) => {
            format!("{handle} is a {kind} handle, a {wanted_name} is needed")
        }
        History::Issued(kind) => {
            if let Some(text) = table.slots.stale_note(handle).and_then(T::stale_note) {
                let metadata = table.metadata.get(handle).unwrap_or_default();
                let title = metadata.name.map_or_else(|| kind.to_string(), |name| format!("{kind} '{name}'"));
                let made = metadata.site.map_or_else(String::new, |site| format!(", made at {site}"));
                return Error::new(Status::InvalidHandle, format!("{title} {text}{made}"));
            }
            closed(table, handle, kind, "")
        }
    };
    Error::new(Status::InvalidHandle, text)
}

/// The message for a closed handle, with the closing site if it is known. `adds` follows the word
/// "closed".
fn closed<T: Payload>(table: &Table<T>, handle: Handle, kind: Kind, adds: &str) -> String {
    let metadata = table.metadata.get(handle).unwrap_or_default();
    let is_known = metadata.closed.is_some() || table.metadata.level() == Level::All;
    let hint = if is_known { "" } else { HINT };
    let article = if metadata.closed.is_some() { "" } else { "the " };
    let name = metadata.name.map_or_else(|| format!("{article}{kind}"), |name| format!("{kind} '{name}'"));
    let at = metadata.closed.map_or_else(String::new, |site| format!(": closed at {site}"));
    let made = metadata.site.map_or_else(String::new, |site| format!(", made at {site}"));
    format!("{name} is closed{adds}{at}{made}{hint}")
}

/// How to get more information about a closed handle.
const HINT: &str = " (set TENURE_LEAKS=ALL, or -Dtenure.leaks=ALL in Java, to see what it was and where it was closed)";

/// More simultaneous pins than a slot can count: a caller passed one handle in a list of that
/// length.
#[cold]
pub(super) fn too_many_pins(handle: Handle) -> Error {
    Error::argument(format!("handle {handle} is in use 2^24 - 2 times at once"))
}

/// The handle was closed on another thread while it was being moved.
#[cold]
pub(super) fn closed_meanwhile(kind: Kind) -> Error {
    Error::new(Status::InvalidHandle, format!("the {kind} was closed while it was being moved"))
}

/// A scope that was named as an owner is not valid: `SCOPE_CLOSED` if it once was, otherwise
/// `INVALID_HANDLE`.
#[cold]
pub(super) fn scope_closed<T: Payload>(table: &Table<T>, scope: Handle) -> Error {
    match history(table, scope) {
        History::Issued(Kind::Scope) => {
            if let Some(text) = table.slots.stale_note(scope).and_then(T::stale_note) {
                return Error::new(Status::ScopeClosed, format!("scope {text}"));
            }
            Error::new(Status::ScopeClosed, closed(table, scope, Kind::Scope, " and owns nothing any more"))
        }
        _ => invalid(table, scope, Some(Kind::Scope)),
    }
}

/// The scope that would own the result is being closed on another thread.
#[cold]
pub(super) fn scope_closing() -> Error {
    Error::new(Status::ScopeClosed, "the scope that would own it is being closed")
}

/// A scope is capped, or its limit would be exceeded.
#[cold]
pub(super) fn not_admitted<T: Payload>(table: &'static Table<T>, refused: NotAdmitted) -> Error {
    let title = |scope: Handle| match table.name(scope) {
        Some(name) => format!("scope '{name}'"),
        None => table.title(scope),
    };
    match refused {
        NotAdmitted::Capped(scope) => {
            Error::new(Status::ScopeCapped, format!("{} is capped and takes no further members", title(scope)))
        }
        NotAdmitted::Limit(refusal) => {
            let (scope, asked) = (title(refusal.scope), refusal.asked);
            let (asked, held, limit) = (in_bytes(asked), amount(refusal.held), amount(refusal.limit));
            let text = format!("{asked} asked for, {scope} holds {held} and its limit is {limit}");
            Error::new(Status::LimitExceeded, text)
        }
    }
}

enum History {
    /// No handle of this slot has had this number so far.
    NeverIssued,
    Foreign,
    /// It was valid once, or is being closed, or is valid and of this kind.
    Issued(Kind),
}

fn history<T: Payload>(table: &Table<T>, handle: Handle) -> History {
    let Some(kind) = handle.kind().filter(|_| handle.0 >> 63 == 0) else {
        return History::NeverIssued;
    };
    if handle.nonce() != table.slots.nonce() {
        return History::Foreign;
    }
    let Some(slot) = table.slots.get(handle.slot()).filter(|_| handle.slot() != 0) else {
        return History::NeverIssued;
    };
    let now = slot.state();
    // A vacant slot holds the generation of its next handle; a retired one that of its last handle.
    let past = handle.generation() < now.generation();
    let present = handle.generation() == now.generation() && now.kind() == Some(kind);
    let retired = now.generation() == Handle::MAX_GENERATION && handle.generation() == Handle::MAX_GENERATION;
    if handle.generation() > 0 && (past || present || retired) { History::Issued(kind) } else { History::NeverIssued }
}
