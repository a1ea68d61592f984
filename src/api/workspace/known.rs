//! The workspaces that a thread has entered lately, so that its next cycle needs no pin to find one.
//!
//! Invariant: what is known is this thread's own, and is only looked at inside its entries, after a look at its handle.
//! Whoever closes it takes the handle's life first and waits for the entries then, so either its owner sees that it is
//! closed, or it ends after him. Nothing waits inside, so neither does who closes it for long.

use super::state::{Entries, WorkspaceState};
use crate::api::resource::TABLE;
use crate::ownership::Handle;
use std::cell::Cell;
use std::sync::Arc;

/// Workspaces that a thread knows.
const KNOWN: usize = 4;

type Entry = Cell<Option<(u64, Arc<WorkspaceState>)>>;

thread_local! {
    static LATELY: [Entry; KNOWN] = const { [const { Cell::new(None) }; KNOWN] };
}

fn place(known: &[Entry; KNOWN], handle: u64) -> &Entry {
    // The slot's number is in the low bits.
    &known[handle as usize % KNOWN]
}

/// Does this within the entries of a workspace that this thread owns and has entered lately, if it is not closed. `None`:
/// it was not done, and nothing has changed; `f` says so too when it wants a pin.
#[inline]
pub(super) fn with<R>(handle: u64, f: impl FnOnce(&WorkspaceState, &mut Entries) -> Option<R>) -> Option<R> {
    let within = |known: &[Entry; KNOWN]| {
        let place = place(known, handle);
        let (of, state) = place.take()?;
        let done = if of == handle {
            state.entries.with_here(|entries| if TABLE.is_live(Handle(handle)) { f(&state, entries) } else { None })
        } else {
            None
        };
        place.set(Some((of, state)));
        done
    };
    LATELY.try_with(within).ok().flatten()
}

/// This thread has entered it.
pub(super) fn remember(handle: u64, state: &Arc<WorkspaceState>) {
    if state.entries.is_here() {
        let _ = LATELY.try_with(|known| place(known, handle).set(Some((handle, Arc::clone(state)))));
    }
}

/// This thread keeps nothing of what has ended.
pub(super) fn tidy() {
    let _ = LATELY.try_with(|known| {
        for place in known {
            place.set(place.take().filter(|(_, state)| !state.is_ended()));
        }
    });
}
