//! Workspaces: scopes with memory of their own.

use super::args::{call, call_out, call_out_both, put_text, slice, slice_mut, text};
use super::library::TenureHandle;
use crate::api::workspace::{self, CycleRow, WorkspaceStats};
use crate::api::{scope, tensor};
use crate::error::{Result, Status};
use safer_ffi::prelude::*;
use std::ffi::c_char;

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

/// NULL is `None`.
///
/// # Safety
/// `pointer` is NULL or points to a NUL-terminated text that nobody changes during the call.
unsafe fn optional<'a>(pointer: *const c_char, name: &str) -> Result<Option<&'a str>> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: as the caller says.
    unsafe { text(pointer, name) }.map(Some)
}

/// A new workspace, a scope that is a member of `parent`; 0 makes a root. `config` is JSON, NULL for the defaults. Under
/// workspaceMode ENABLED it is this thread's, which `thread` says as for `tenure_workspace_get`. `TENURE_STATUS_INVALID_ARGUMENT` names a parameter that is refused.
///
/// # Safety
/// Each pointer is NULL or points to what it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_workspace_create(
    parent: TenureHandle,
    name: *const c_char,
    thread: u64,
    config: *const c_char,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(out, || workspace::create(parent, text(name, "name")?, thread, optional(config, "config")?)) }
}

/// The workspace of this name and thread, borrowed, made when there is none; under SINGLE that of this name. `thread` 0 is
/// the calling thread of the system, at whose end it is destroyed; any other number below 2^63 is the caller's own. With a
/// `config` that is not that of the one there is: `TENURE_STATUS_INVALID_ARGUMENT`. NULL takes the one there is, or the defaults.
///
/// # Safety
/// Each pointer is NULL or points to what it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_workspace_get(
    name: *const c_char,
    thread: u64,
    config: *const c_char,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(out, || workspace::get(text(name, "name")?, thread, optional(config, "config")?)) }
}

/// As `tenure_workspace_get`; 0 when there is none.
///
/// # Safety
/// Each pointer is NULL or points to what it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_workspace_find(name: *const c_char, thread: u64, out: *mut TenureHandle) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(out, || workspace::find(text(name, "name")?, thread)) }
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

/// Goes one up. At the outermost level the cycle ends: those of `keep` that lie below the workspace are copied out to the
/// `outer` that it was entered with, the rest is released, and the memory is used anew (in a ring later). Refused, with
/// `TENURE_STATUS_WORKSPACE`, nothing has changed.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_workspace_leave(
    workspace: TenureHandle,
    keep: *const TenureHandle,
    n_keep: usize,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| workspace::leave(workspace, unsafe { slice(keep, n_keep, "keep")? }))
}

/// 0: requests are met outside, until it was put on (1) as often or the cycle ends.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_workspace_toggle(workspace: TenureHandle, on: i32) -> Status {
    call(|| workspace::toggle(workspace, on != 0))
}

/// Sizes the block now, between two cycles, from what was seen so far.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_workspace_initialize(workspace: TenureHandle) -> Status {
    call(|| workspace::initialize(workspace))
}

/// Ends a workspace now, from any thread: what it owns is released, its memory given back. *Consumes.*
#[unsafe(no_mangle)]
pub extern "C" fn tenure_workspace_destroy(workspace: TenureHandle) -> Status {
    call(|| workspace::destroy(workspace))
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
            let rows = slice_mut(rows, cap, "rows")?;
            let history = workspace::history(workspace)?;
            let n = history.len();
            rows.iter_mut().zip(history).for_each(|(row, cycle)| *row = cycle.into());
            Ok(n)
        })
    }
}

/// A table of its cycles with what it counts now, for people (0) or as JSON (1). `needed` counts the NUL.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_workspace_report(
    workspace: TenureHandle,
    json: i32,
    buf: *mut c_char,
    cap: usize,
    needed: *mut usize,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| unsafe { put_text(workspace::report(workspace, json != 0)?.as_bytes(), buf, cap, needed) })
}

/// What is being done wrong with workspaces, as a JSON list: each with the workspace, where it was made, and the value
/// that would have served. `needed` counts the NUL.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_workspace_misuses(buf: *mut c_char, cap: usize, needed: *mut usize) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| unsafe { put_text(workspace::misuses()?.as_bytes(), buf, cap, needed) })
}

/// The configuration of a workspace as JSON with every parameter. `needed` counts the NUL.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_workspace_config(
    workspace: TenureHandle,
    buf: *mut c_char,
    cap: usize,
    needed: *mut usize,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| unsafe { put_text(workspace::config(workspace)?.as_bytes(), buf, cap, needed) })
}

/// Checks a configuration and writes it with every parameter. `TENURE_STATUS_INVALID_ARGUMENT` names the parameter that is
/// refused, or the two that contradict each other. `needed` counts the NUL.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_workspace_config_check(
    json: *const c_char,
    buf: *mut c_char,
    cap: usize,
    needed: *mut usize,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| unsafe { put_text(workspace::config_check(text(json, "json")?)?.as_bytes(), buf, cap, needed) })
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

/// A copy in the memory of what `scope` owns, owned by it (0: nobody's, from the pool); an alias where it lies there already.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_leverage(
    scope: TenureHandle,
    tensor: TenureHandle,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::leverage(scope, tensor)) }
}

/// A new scope, member of `parent` (0 makes a root), whose tensors come from the pool, also within a workspace.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_scope_push_outside(parent: TenureHandle, out: *mut TenureHandle) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || scope::push_outside(parent)) }
}
