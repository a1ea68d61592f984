//! The workspaces that a thread has entered lately, so that its next cycle needs no pin to find one.
//!
//! Invariant: the list belongs to its thread, and a workspace in it is only used inside its entries, after a check of
//! its handle. Closing marks the handle as closed first and then waits for the entries, so either the owning thread
//! sees that it is closed, or the end comes after it. Nothing waits inside, so closing never waits for long.

use super::resource::TABLE;
use super::source::{Entries, WorkspaceState};
use crate::ownership::Handle;
use std::cell::Cell;
use std::sync::Arc;

/// Workspaces that a thread knows.
const KNOWN: usize = 4;

type Entry = Cell<Option<(u64, Arc<WorkspaceState>)>>;

thread_local! {
    static LATELY: [Entry; KNOWN] = const { [const { Cell::new(None) }; KNOWN] };
}

fn entry(known: &[Entry; KNOWN], handle: u64) -> &Entry {
    // The slot's number is in the low bits.
    &known[handle as usize % KNOWN]
}

/// Does this within the entries of a workspace that this thread owns and has entered lately, if it is not closed. `None`:
/// it was not done, and nothing has changed; `f` says so too when it wants a pin.
#[inline]
pub(super) fn with<R>(handle: u64, f: impl FnOnce(&WorkspaceState, &mut Entries) -> Option<R>) -> Option<R> {
    let within = |known: &[Entry; KNOWN]| {
        let entry = entry(known, handle);
        let (of, state) = entry.take()?;
        let done = if of == handle {
            state.entries.with_here(|entries| if TABLE.is_live(Handle(handle)) { f(&state, entries) } else { None })
        } else {
            None
        };
        entry.set(Some((of, state)));
        done
    };
    LATELY.try_with(within).ok().flatten()
}

/// This thread has entered it.
pub(super) fn remember(handle: u64, state: &Arc<WorkspaceState>) {
    if state.entries.is_here() {
        let _ = LATELY.try_with(|known| entry(known, handle).set(Some((handle, Arc::clone(state)))));
    }
}

/// This thread keeps nothing of what has ended.
pub(super) fn tidy() {
    let _ = LATELY.try_with(|known| {
        for entry in known {
            entry.set(entry.take().filter(|(_, state)| !state.is_ended()));
        }
    });
}
