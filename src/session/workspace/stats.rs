//! Statistics of a workspace.
//!
//! Invariant: committed = live + unreferenced + padding + free, read from any thread.

use super::lookup::state;
use crate::error::Result;
use crate::memory::workspace::{Counters, CycleReport};
use crate::ownership::{Handle, Kind};
use crate::session::resource::{TABLE, tensor};
use crate::session::source::{WorkspaceState, stale};
use std::collections::HashSet;

/// The statistics of a workspace at one moment, or the sum of several. In bytes unless stated
/// otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counted {
    /// Counters of its memory.
    pub(crate) memory: Counters,
    /// Memory from elsewhere that is owned by the workspace or a scope below it.
    pub(crate) adopted: u64,
    /// Memory from elsewhere that is lent to the workspace or a scope below it.
    pub(crate) borrowed: u64,
    /// The number of the last cycle; in a sum, the number of all cycles.
    pub(crate) cycle: u64,
    /// How many times it is entered.
    pub(crate) depth: u64,
    /// The block size that was learned.
    pub(crate) learned: u64,
    /// The number of workspaces in the sum.
    pub(crate) workspaces: u64,
}

/// The current statistics of a workspace.
pub(crate) fn count(workspace: u64) -> Result<Counted> {
    Ok(of(&*state(workspace)?))
}

/// The sum over all workspaces.
pub(crate) fn count_all() -> Counted {
    let mut sum = Counted::default();
    for state in stale::all() {
        add(&mut sum, &of(&state));
    }
    sum
}

/// How many workspaces are open.
pub(crate) fn open_count() -> u64 {
    stale::open_count()
}

/// The number of the last cycle that was entered, 0 for none, and how many times the workspace is
/// entered now.
pub(crate) fn cycle(workspace: u64) -> Result<(u64, u64)> {
    let state = state(workspace)?;
    Ok((state.workspace.moment().0, depth(&state)))
}

fn depth(state: &WorkspaceState) -> u64 {
    state.entries.with(|entries| entries.depth() as u64)
}

pub(super) fn of(state: &WorkspaceState) -> Counted {
    let depth = depth(state);
    let (cycle, learned) = state.workspace.moment();
    let memory = state.workspace.counters();
    let (adopted, borrowed) = guests(state);
    Counted { memory, adopted, borrowed, cycle, depth, learned, workspaces: 1 }
}

/// Bytes below it that come from elsewhere: adopted and borrowed.
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

fn add(sum: &mut Counted, other: &Counted) {
    sum.memory.add(&other.memory);
    for (to, of) in [
        (&mut sum.adopted, other.adopted),
        (&mut sum.borrowed, other.borrowed),
        (&mut sum.cycle, other.cycle),
        (&mut sum.depth, other.depth),
        (&mut sum.learned, other.learned),
        (&mut sum.workspaces, other.workspaces),
    ] {
        *to += of;
    }
}

/// The last cycles that were left, the oldest first.
pub(crate) fn history(workspace: u64) -> Result<Vec<CycleReport>> {
    Ok(state(workspace)?.workspace.history())
}

/// The workspace whose memory holds a tensor, 0 if it has ended, and the cycle; both are 0 for
/// memory of the pool.
pub(crate) fn of_tensor(t: u64) -> Result<(u64, u64)> {
    let Some((number, cycle)) = tensor(t)?.storage().workspace() else { return Ok((0, 0)) };
    Ok((stale::workspace(number).map_or(0, |state| state.handle()), cycle))
}
