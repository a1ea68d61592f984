//! Workspaces: scopes with memory of their own.

use super::args::{call_out, call_out_both, put, room};
use super::library::TenureHandle;
use crate::api::workspace::{self, CycleRow, WorkspaceStats};
use crate::error::Status;
use safer_ffi::prelude::*;

/// A workspace at one moment. Bytes unless said. committed = live + unreferenced + padding + free.
#[derive_ReprC]
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TenureWorkspaceStats {
    /// As asked for in the cycles that are valid, in the block and outside, released or not.
    pub allocated: u64,
    /// In the block and not released.
    pub live: u64,
    /// In the block and released, but not yet to be used again.
    pub unreferenced: u64,
    /// In the block, lost to rounding.
    pub padding: u64,
    /// In the block, not yet handed out.
    pub free: u64,
    /// The block.
    pub committed: u64,
    /// Taken outside because the block had no room.
    pub spilled: u64,
    /// Taken outside while the workspace was toggled off.
    pub toggled_off: u64,
    /// Of ended cycles and held still.
    pub pinned: u64,
    /// Below the workspace, from elsewhere.
    pub adopted: u64,
    /// Lent to it.
    pub borrowed: u64,
    /// Gradients in the block.
    pub gradient_standard: u64,
    /// Gradients outside.
    pub gradient_external: u64,
    /// Gradients of ended cycles that are held still.
    pub gradient_deferred: u64,
    /// The number of the last cycle that was entered; of a sum, of all cycles.
    pub cycle: u64,
    /// How often it is entered.
    pub depth: u64,
    /// The size that was learned for the block; 0: none yet.
    pub learned: u64,
    /// Workspaces that this is the sum of.
    pub workspaces: u64,
}

impl From<WorkspaceStats> for TenureWorkspaceStats {
    fn from(stats: WorkspaceStats) -> TenureWorkspaceStats {
        let WorkspaceStats { counters: c, cycle, depth, learned, workspaces } = stats;
        TenureWorkspaceStats {
            allocated: c.allocated,
            live: c.live,
            unreferenced: c.unreferenced,
            padding: c.padding,
            free: c.free,
            committed: c.committed,
            spilled: c.spilled,
            toggled_off: c.toggled_off,
            pinned: c.pinned,
            adopted: c.adopted,
            borrowed: c.borrowed,
            gradient_standard: c.gradient_standard,
            gradient_external: c.gradient_external,
            gradient_deferred: c.gradient_deferred,
            cycle,
            depth,
            learned,
            workspaces,
        }
    }
}

/// A cycle that was left. Bytes unless said.
#[derive_ReprC]
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TenureWorkspaceCycle {
    /// Its number, from 1.
    pub cycle: u64,
    /// Used of the block, rounding included.
    pub offset: u64,
    /// Taken outside.
    pub spilled: u64,
    /// Not released at its end.
    pub pinned: u64,
    /// The block as learned.
    pub learned: u64,
    /// 1 if the block could not be made as large as that, else 0.
    pub refused: u64,
}

impl From<CycleRow> for TenureWorkspaceCycle {
    fn from(row: CycleRow) -> TenureWorkspaceCycle {
        let CycleRow { cycle, offset, spilled, pinned, learned, refused, .. } = row;
        TenureWorkspaceCycle { cycle, offset, spilled, pinned, learned, refused: u64::from(refused) }
    }
}

/// Begins a cycle, or goes one deeper into the open one. `out_scope` receives the scope to make current, `out_cycle` the
/// cycle's number. What is kept from among its members goes to the scope `outer`, to nobody for 0.
///
/// # Safety
/// Each pointer is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_workspace_enter(
    workspace: TenureHandle,
    outer: TenureHandle,
    out_scope: *mut TenureHandle,
    out_cycle: *mut u64,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out_both((out_scope, "out_scope"), (out_cycle, "out_cycle"), || workspace::enter(workspace, outer)) }
}

/// What a workspace counts at this moment; 0: the sum over all. From any thread.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_workspace_stats(workspace: TenureHandle, out: *mut TenureWorkspaceStats) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || workspace::stats(workspace).map(TenureWorkspaceStats::from)) }
}

/// The number of the last cycle that was entered, 0 for none, and how often it is entered at this moment. Unlike
/// `tenure_workspace_stats` it looks at no member.
///
/// # Safety
/// Each pointer is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_workspace_cycle(
    workspace: TenureHandle,
    out_cycle: *mut u64,
    out_depth: *mut u64,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out_both((out_cycle, "out_cycle"), (out_depth, "out_depth"), || workspace::cycle(workspace)) }
}

/// The last cycles that were left, at most 32, the oldest first: as many as there is room for. `out_n` receives how many
/// there are.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_workspace_history(
    workspace: TenureHandle,
    rows: *mut TenureWorkspaceCycle,
    cap: usize,
    out_n: *mut usize,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe {
        call_out(out_n, || {
            room(rows, cap, "rows")?;
            let history: Vec<TenureWorkspaceCycle> =
                workspace::history(workspace)?.into_iter().map(TenureWorkspaceCycle::from).collect();
            put(&history[..history.len().min(cap)], rows);
            Ok(history.len())
        })
    }
}

/// The workspace whose memory a tensor lies in, borrowed, 0 when that is nobody's, and the cycle.
///
/// # Safety
/// Each pointer is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_workspace(
    tensor: TenureHandle,
    out_workspace: *mut TenureHandle,
    out_cycle: *mut u64,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe {
        call_out_both((out_workspace, "out_workspace"), (out_cycle, "out_cycle"), || workspace::of_tensor(tensor))
    }
}
