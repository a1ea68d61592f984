//! What a workspace counts, as callers see it.
//!
//! Invariant: committed = live + unreferenced + padding + free, seen from any thread.

use super::lookup::state;
use super::stale;
use super::state::WorkspaceState;
pub use crate::api::records::{WorkspaceCycle, WorkspaceStats};
use crate::api::resource::{TABLE, tensor};
use crate::api::types::WorkspaceRef;
use crate::error::Result;
use crate::memory::workspace::CycleReport;
use crate::ownership::{Handle, Kind};
use std::collections::HashSet;

impl WorkspaceStats {
    /// Whether the parts of the block add up to it.
    pub fn adds_up(&self) -> bool {
        self.committed == self.live + self.unreferenced + self.padding + self.free
    }
}

/// What a workspace counts at this moment; for 0, the sum over all workspaces. From any thread.
///
///
/// - `workspace_stats()`: what this workspace counts at this moment; `Scope::stats()` is what it owns, as for any scope
/// - `total(workspace = 0)`: the sum over all workspaces of the process, of all threads
/// - `INVALID_HANDLE`: this workspace is closed
pub fn stats(workspace: WorkspaceRef) -> Result<WorkspaceStats> {
    if workspace != 0 {
        return Ok(of(&*state(workspace)?));
    }
    let mut sum = WorkspaceStats::default();
    for state in stale::all() {
        add(&mut sum, &of(&state));
    }
    Ok(sum)
}

/// The number of the last cycle that was entered, 0 for none, and how many times the workspace is entered now. Unlike
/// [`stats`] it does not look at members. Errors: `INVALID_HANDLE` if it is closed, `INVALID_ARGUMENT` if it is a plain
/// scope.
pub fn cycle(workspace: u64) -> Result<(u64, u64)> {
    let state = state(workspace)?;
    Ok((state.workspace.moment().0, depth(&state)))
}

fn depth(state: &WorkspaceState) -> u64 {
    state.entries.with(|entries| entries.depth() as u64)
}

pub(super) fn of(state: &WorkspaceState) -> WorkspaceStats {
    let memory = &state.workspace;
    let depth = depth(state);
    let (cycle, learned) = memory.moment();
    let counters = memory.counters();
    let (adopted, borrowed) = guests(state);
    WorkspaceStats {
        allocated: counters.allocated,
        live: counters.live,
        unreferenced: counters.unreferenced,
        padding: counters.padding,
        free: counters.free,
        committed: counters.committed,
        spilled: counters.spilled,
        toggled_off: counters.toggled_off,
        pinned: counters.pinned,
        adopted,
        borrowed,
        gradient_standard: counters.marked_standard,
        gradient_external: counters.marked_external,
        gradient_deferred: counters.marked_deferred,
        cycle,
        depth,
        learned,
        workspaces: 1,
    }
}

/// Bytes below it that are of elsewhere: those that belong to it, and those that go back.
fn guests(state: &WorkspaceState) -> (u64, u64) {
    let (mut adopted, mut borrowed) = (0, 0);
    let mut seen = HashSet::new();
    for entry in TABLE.entries_below(Handle(state.handle())).unwrap_or_default() {
        if entry.handle.kind() != Some(Kind::Tensor) {
            continue;
        }
        let Ok(t) = tensor(entry.handle.0) else { continue };
        let storage = t.storage();
        let is_ours = storage.workspace().is_some_and(|(number, _)| number == state.workspace.number());
        if !is_ours && seen.insert(storage.id()) {
            let sum = if t.is_lent() { &mut borrowed } else { &mut adopted };
            *sum += storage.bytes() as u64;
        }
    }
    (adopted, borrowed)
}

fn add(sum: &mut WorkspaceStats, other: &WorkspaceStats) {
    for (to, of) in [
        (&mut sum.allocated, other.allocated),
        (&mut sum.live, other.live),
        (&mut sum.unreferenced, other.unreferenced),
        (&mut sum.padding, other.padding),
        (&mut sum.free, other.free),
        (&mut sum.committed, other.committed),
        (&mut sum.spilled, other.spilled),
        (&mut sum.toggled_off, other.toggled_off),
        (&mut sum.pinned, other.pinned),
        (&mut sum.adopted, other.adopted),
        (&mut sum.borrowed, other.borrowed),
        (&mut sum.gradient_standard, other.gradient_standard),
        (&mut sum.gradient_external, other.gradient_external),
        (&mut sum.gradient_deferred, other.gradient_deferred),
        (&mut sum.cycle, other.cycle),
        (&mut sum.depth, other.depth),
        (&mut sum.learned, other.learned),
        (&mut sum.workspaces, other.workspaces),
    ] {
        *to += of;
    }
}

/// The last cycles that were left, at most 32, the oldest first.
///
///
/// - `history()`
/// - `INVALID_HANDLE`: this workspace is closed
pub fn history(workspace: WorkspaceRef) -> Result<Vec<WorkspaceCycle>> {
    let cycles = state(workspace)?.workspace.history();
    Ok(cycles.into_iter().map(row).collect())
}

fn row(left: CycleReport) -> WorkspaceCycle {
    let CycleReport { cycle, offset, spilled, pinned, learned, refused, .. } = left;
    WorkspaceCycle { cycle, offset, spilled, pinned, learned, refused: u64::from(refused) }
}

/// The workspace whose memory a tensor lies in, and the cycle. The workspace is 0 if it has ended; both are 0 if the
/// memory is the pool's. *Borrows.* Errors: `INVALID_HANDLE` if the tensor is closed.
pub fn of_tensor(t: u64) -> Result<(u64, u64)> {
    let Some((number, cycle)) = tensor(t)?.storage().workspace() else { return Ok((0, 0)) };
    Ok((stale::workspace(number).map_or(0, |state| state.handle()), cycle))
}
