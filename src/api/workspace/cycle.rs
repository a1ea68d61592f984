//! Entering and leaving: the life of a cycle.
//!
//! Invariant: a refused call has changed nothing: what can refuse is asked before anything is released. Leaving and
//! closing never fail because of the thread.

use super::copy_out::{below, move_out_to};
use super::lookup::{PinnedState, state};
use super::node::MemorySource;
use super::notes::Notes;
use super::stale;
use super::state::{Entries, WorkspaceState, refused};
use super::{known, pins};
use crate::api::resource::{Resource, TABLE};
use crate::api::types::{AnyRefs, WorkspaceRef};
use crate::error::Result;
use crate::memory::Releasing;
use crate::ownership::{Handle, Kind};

/// Begins a cycle, or goes one deeper into the open one. Returns the scope to make current, and the cycle's number. What
/// is kept from among its members goes to `outer`, and is unowned when that is 0 or closed by then. *Borrows* both.
///
/// Errors: `WORKSPACE` from a thread that it is not for, by the cycle detector, and in a ring under `strict`.
pub fn enter(workspace: u64, outer: u64) -> Result<(u64, u64)> {
    let known = known::with(workspace, |state, entries| (!state.is_ring()).then(|| enter_in(state, entries, outer)));
    if let Some(entered) = known {
        return entered;
    }
    let state = state(workspace)?;
    let entered = state.entries.with(|entries| enter_in(&state, entries, outer))?;
    known::remember(workspace, &state);
    Ok(entered)
}

fn enter_in(state: &WorkspaceState, entries: &mut Entries, outer: u64) -> Result<(u64, u64)> {
    let memory = &state.workspace;
    if entries.depth() > 0 {
        if state.config().use_cycle_detector {
            let text = format!("is entered again in its cycle {} (useCycleDetector)", memory.moment().0);
            return Err(refused(state, &text));
        }
        let cycle = memory.cycle()?;
        entries.enter(outer);
        return Ok((state.scope_of(cycle), cycle));
    }
    if state.is_ring() {
        empty_oldest_cycle(state)?;
    }
    let cycle = memory.begin_cycle()?;
    entries.enter(outer);
    Ok((state.scope_of(cycle), cycle))
}

/// In a ring: releases what the cycle owns whose block is taken next.
fn empty_oldest_cycle(state: &WorkspaceState) -> Result<()> {
    let memory = &state.workspace;
    let next = memory.cycle()? + 1;
    let scope = state.scope_of(next);
    if state.config().strict {
        pins::refuse(state, scope)?;
    }
    let cycle = TABLE.pin(Handle(scope), Kind::Scope)?;
    let ending = next.saturating_sub(state.config().cycles_held());
    let _own = Releasing::enter(memory);
    TABLE.empty(&cycle, Some(stale::tag(memory.number(), ending)));
    Ok(())
}

/// Goes one up. At the outermost level the cycle ends: those of `keep` that lie below the workspace go to the scope that
/// was `outer` when it was entered, the rest is released, and the memory is used anew. In a ring nothing is released
/// before the ring has come round.
///
/// Errors: `WORKSPACE` when it is not entered, and under `strict` when something holds memory of the cycle still.
pub fn leave(workspace: WorkspaceRef, keep: AnyRefs) -> Result<()> {
    if keep.is_empty()
        && let Some(()) = known::with(workspace, |state, entries| try_leave_fast(workspace, state, entries))
    {
        return Ok(());
    }
    let state = state(workspace)?;
    state.entries.with(|entries| {
        let Some(keep_in) = entries.keep_in() else {
            return Err(refused(&state, "is left but not entered"));
        };
        if entries.depth() > 1 {
            entries.leave();
            return Ok(());
        }
        let kept = if keep.is_empty() { Vec::new() } else { below(workspace, keep)? };
        if state.config().strict && !state.is_ring() {
            pins::refuse(&state, workspace)?;
        }
        if !kept.is_empty() {
            move_out_to(workspace, &kept, keep_in)?;
        }
        end(&state, &mut entries.notes);
        entries.leave();
        Ok(())
    })
}

/// Leaves an inner level, or a cycle of which nothing is left to release or to look for. `None`: it is not that simple.
fn try_leave_fast(workspace: u64, state: &WorkspaceState, entries: &mut Entries) -> Option<()> {
    let is_cycle = entries.depth() == 1;
    let is_simple = !is_cycle || (!state.config().strict && !state.is_ring() && TABLE.try_empty(Handle(workspace)));
    if !is_simple {
        return None;
    }
    entries.leave()?;
    if is_cycle {
        end_memory(state, &mut entries.notes);
    }
    Some(())
}

/// The cycle's end, which nothing refuses any more.
fn end(state: &PinnedState, notes: &mut Notes) {
    let memory = &state.workspace;
    if !state.is_ring() {
        let _own = memory.is_open_to_this_thread().then(|| Releasing::enter(memory));
        TABLE.empty(&state.pin, Some(stale::tag(memory.number(), memory.moment().0)));
    }
    end_memory(state, notes);
}

fn end_memory(state: &WorkspaceState, notes: &mut Notes) {
    let memory = &state.workspace;
    let had_block = memory.moment().1 > 0;
    memory.end_cycle(|row| notes.see(row, had_block));
}

/// Where what is kept out of this scope goes, if it is a workspace that is entered, or a cycle of one.
pub(in crate::api) fn kept_in(scope: u64) -> Option<u64> {
    let pin = TABLE.pin(Handle(scope), Kind::Scope).ok()?;
    let Resource::Scope(node) = &*pin else { return None };
    let (MemorySource::Workspace(state) | MemorySource::RingCycle(state)) = node.source() else { return None };
    let kept_in = state.entries.with(|entries| entries.keep_in());
    // What a ring's cycle owns lies below it between cycles too.
    let parent = || TABLE.owner(Handle(state.handle())).ok().flatten().map_or(0, |parent| parent.0);
    kept_in.or_else(|| state.is_ring().then(parent))
}

/// Requests are met outside, or again in the block. Only within a cycle; at its end it is on again.
///
/// - `toggle_off(on = false)`: meets requests outside its block from here on, as EXTERNAL spills are, until `toggle_on()`
///   has been called as often, or the cycle ends
/// - `toggle_on(on = true)`: undoes one `toggle_off()`
/// - `WORKSPACE`: it is not entered, or is for another thread
/// - `INVALID_HANDLE`: it was destroyed
pub fn toggle(workspace: WorkspaceRef, on: bool) -> Result<()> {
    let state = state(workspace)?;
    require_entered(&state, "toggled")?;
    if on { state.workspace.toggle_on() } else { state.workspace.toggle_off() }
}

fn require_entered(state: &WorkspaceState, doing: &str) -> Result<()> {
    match state.entries.with(|entries| entries.depth() == 0) {
        true => Err(refused(state, &format!("is {doing} but not entered"))),
        false => Ok(()),
    }
}

/// Sizes the block now, between two cycles, from what was seen so far, else from `minSize`.
///
/// - `initialize()`
/// - `WORKSPACE`: it is entered, is for another thread, or there is nothing to size it from
/// - `OUT_OF_MEMORY`: there is no memory for it
/// - `LIMIT_EXCEEDED`: a limit would be passed
/// - `INVALID_HANDLE`: it was destroyed
pub fn initialize(workspace: WorkspaceRef) -> Result<()> {
    let state = state(workspace)?;
    state.workspace.initialize().map(drop)
}
