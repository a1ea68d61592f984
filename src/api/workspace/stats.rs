//! What a workspace counts, as callers see it.
//!
//! Invariant: committed = live + unreferenced + padding + free, from whichever thread one looks.

use super::plot::{Plot, plot};
use super::tombs;
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

/// What a workspace counts at this moment; the sum over all for 0. From any thread.
pub fn stats(workspace: WorkspaceRef) -> Result<WorkspaceStats> {
    if workspace != 0 {
        return Ok(of(&*plot(workspace)?));
    }
    let mut sum = WorkspaceStats::default();
    for plot in tombs::all() {
        add(&mut sum, &of(&plot));
    }
    Ok(sum)
}

/// The number of the last cycle that was entered, 0 for none, and how often it is entered. Unlike [`stats`] it looks at no
/// member.
pub fn cycle(workspace: u64) -> Result<(u64, u64)> {
    let plot = plot(workspace)?;
    Ok((plot.workspace.moment().0, depth(&plot)))
}

fn depth(plot: &Plot) -> u64 {
    plot.entries.with(|entries| entries.depth() as u64)
}

pub(super) fn of(plot: &Plot) -> WorkspaceStats {
    let memory = &plot.workspace;
    let depth = depth(plot);
    let (cycle, _, learned) = memory.moment();
    let counters = memory.counters();
    let (adopted, borrowed) = guests(plot);
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
        gradient_standard: counters.gradient_standard,
        gradient_external: counters.gradient_external,
        gradient_deferred: counters.gradient_deferred,
        cycle,
        depth,
        learned,
        workspaces: 1,
    }
}

/// Bytes below it that are of elsewhere: those that belong to it, and those that go back.
fn guests(plot: &Plot) -> (u64, u64) {
    let (mut adopted, mut borrowed) = (0, 0);
    let mut seen = HashSet::new();
    for entry in TABLE.entries_below(Handle(plot.handle())).unwrap_or_default() {
        if entry.handle.kind() != Some(Kind::Tensor) {
            continue;
        }
        let Ok(t) = tensor(entry.handle.0) else { continue };
        let storage = t.storage();
        let is_ours = storage.workspace().is_some_and(|(number, _)| number == plot.workspace.number());
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
pub fn history(workspace: WorkspaceRef) -> Result<Vec<WorkspaceCycle>> {
    let cycles = plot(workspace)?.workspace.history();
    Ok(cycles.into_iter().map(row).collect())
}

fn row(left: CycleReport) -> WorkspaceCycle {
    let CycleReport { cycle, offset, spilled, pinned, learned, refused, .. } = left;
    WorkspaceCycle { cycle, offset, spilled, pinned, learned, refused: u64::from(refused) }
}

/// The workspace whose memory a tensor lies in, 0 when that is nobody's or its workspace has ended, and the cycle.
/// *Borrows.*
pub fn of_tensor(t: u64) -> Result<(u64, u64)> {
    let Some((number, cycle)) = tensor(t)?.storage().workspace() else { return Ok((0, 0)) };
    Ok((tombs::workspace(number).map_or(0, |plot| plot.handle()), cycle))
}
