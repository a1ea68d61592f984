//! What a workspace counts, as callers see it.
//!
//! Invariant: committed = live + unreferenced + padding + free, from whichever thread one looks.

use super::plot::{Plot, plot};
use super::tombs;
use crate::api::resource::{TABLE, tensor};
use crate::error::Result;
use crate::memory::workspace::Counters;
use crate::ownership::{Handle, Kind};
use std::collections::HashSet;

/// A workspace at one moment. Bytes unless said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkspaceStats {
    /// What lies in it and around it.
    pub counters: Counters,
    /// The number of the last cycle that was entered; of a sum, of all cycles.
    pub cycle: u64,
    /// How often it is entered.
    pub depth: u64,
    /// What was learned for the block.
    pub learned: u64,
    /// Workspaces that this is the sum of.
    pub workspaces: u64,
}

/// A cycle that has been left.
pub type CycleRow = crate::memory::workspace::CycleReport;

/// What a workspace counts at this moment; the sum over all for 0.
pub fn stats(workspace: u64) -> Result<WorkspaceStats> {
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
    let mut counters = memory.counters();
    (counters.adopted, counters.borrowed) = guests(plot);
    WorkspaceStats { counters, cycle, depth, learned, workspaces: 1 }
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
    let (to, of) = (&mut sum.counters, &other.counters);
    for (to, of) in [
        (&mut to.allocated, of.allocated),
        (&mut to.live, of.live),
        (&mut to.unreferenced, of.unreferenced),
        (&mut to.padding, of.padding),
        (&mut to.free, of.free),
        (&mut to.committed, of.committed),
        (&mut to.spilled, of.spilled),
        (&mut to.toggled_off, of.toggled_off),
        (&mut to.pinned, of.pinned),
        (&mut to.adopted, of.adopted),
        (&mut to.borrowed, of.borrowed),
        (&mut to.gradient_standard, of.gradient_standard),
        (&mut to.gradient_external, of.gradient_external),
        (&mut to.gradient_deferred, of.gradient_deferred),
        (&mut sum.cycle, other.cycle),
        (&mut sum.depth, other.depth),
        (&mut sum.learned, other.learned),
        (&mut sum.workspaces, other.workspaces),
    ] {
        *to += of;
    }
}

/// The last 32 cycles that were left, the oldest first.
pub fn history(workspace: u64) -> Result<Vec<CycleRow>> {
    Ok(plot(workspace)?.workspace.history())
}

/// The workspace whose memory a tensor lies in, 0 when that is nobody's or its workspace has ended, and the cycle.
/// *Borrows.*
pub fn of_tensor(t: u64) -> Result<(u64, u64)> {
    let Some((number, cycle)) = tensor(t)?.storage().workspace() else { return Ok((0, 0)) };
    Ok((tombs::workspace(number).map_or(0, |plot| plot.handle()), cycle))
}
