//! The workspaces that a thread has entered recently, so that its next cycle needs no pin to find
//! one.
//!
//! Invariant: the list belongs to its thread, and a workspace in it is used only under the lock of
//! its entries, after its handle was checked. Closing first marks the handle as closed and then
//! takes that lock, so either the owning thread sees that it is closed, or the workspace ends
//! afterwards. Nothing waits under the lock, so closing never waits for long.

use super::resource::TABLE;
use super::source::{Entries, WorkspaceState};
use crate::ownership::Handle;
use std::cell::Cell;
use std::sync::Arc;

/// Workspaces that a thread remembers.
const KNOWN: usize = 4;

type Entry = Cell<Option<(u64, Arc<WorkspaceState>)>>;

thread_local! {
    static LATELY: [Entry; KNOWN] = const { [const { Cell::new(None) }; KNOWN] };
}

fn entry(known: &[Entry; KNOWN], handle: u64) -> &Entry {
    // The slot's number is in the low bits.
    &known[handle as usize % KNOWN]
}

/// Runs `f` under the lock of the entries of a workspace that this thread owns and has entered
/// recently, if it is not closed. `None`: nothing was done, and nothing has changed. `f` also
/// returns `None` when it needs a pin.
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

/// Remembers a workspace that this thread has entered.
pub(super) fn remember(handle: u64, state: &Arc<WorkspaceState>) {
    if state.entries.is_here() {
        let _ = LATELY.try_with(|known| entry(known, handle).set(Some((handle, Arc::clone(state)))));
    }
}

/// Forgets this thread's workspaces that have ended.
pub(super) fn tidy() {
    let _ = LATELY.try_with(|known| {
        for entry in known {
            entry.set(entry.take().filter(|(_, state)| !state.is_ended()));
        }
    });
}
