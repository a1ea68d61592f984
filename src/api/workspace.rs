//! Workspaces: scopes with memory of their own, whose size a loop learns once and then uses again in each cycle.
//!
//! A workspace is a scope: its handle is accepted wherever a scope is, and closing it, or a scope above it, ends it.

pub use super::records::{WorkspaceCycle, WorkspaceStats};
use super::types::{AnyRefs, Disposed, NewWorkspace, ScopeRef, WorkspaceRef};
use crate::error::Result;
use crate::memory::workspace::{Config, CycleReport};
use crate::session::workspace::{self, Counted};

/// Makes a workspace that is a member of `parent`; with 0 it is unowned. Without a configuration it has the defaults.
/// In mode ENABLED it belongs to one thread, the one that `thread` names as for [`get`]. *Returns new.* Errors:
/// `INVALID_ARGUMENT` for an invalid configuration or thread, `UNSUPPORTED` for a configuration that this machine
/// cannot provide, `SCOPE_CLOSED` if the parent is closed, and `LIMIT_EXCEEDED`, `OUT_OF_MEMORY` or `IO` for its
/// initial size.
pub fn create(parent: ScopeRef, name: &str, thread: u64, config: Option<&str>) -> Result<NewWorkspace> {
    workspace::create(parent, name, thread, config)
}

/// The misuses of workspaces, as a JSON list: `kind`, `workspace`, `handle`, `site` (where it was made, null if that
/// was not recorded), `message`, and `serves`, a value that would have been right.
pub fn misuses() -> Result<String> {
    Ok(workspace::misuses())
}

/// The misuses that [`misuses`] lists, for wrappers: one row each (see `api::report`), with the fields kind, workspace,
/// thread, site, message, the values that would have been right as JSON, and then the name and value of each of these.
pub fn misuse_rows() -> Result<String> {
    Ok(workspace::misuse_rows())
}

/// Ends a workspace now, from any thread: releases what it owns, and gives its memory back except what is pinned. It is
/// the same as closing its handle, but does not count as a misuse if the workspace is entered. *Consumes.* Errors:
/// `INVALID_HANDLE` if it is closed, `INVALID_ARGUMENT` if it is a plain scope.
pub fn destroy(workspace: Disposed) -> Result<()> {
    workspace::destroy(workspace)
}

/// The configuration of a workspace as JSON, with every parameter, including those that have their default. Errors:
/// `INVALID_HANDLE` if it is closed, `INVALID_ARGUMENT` if it is a plain scope.
pub fn config(workspace: WorkspaceRef) -> Result<String> {
    Ok(workspace::config(workspace)?.to_json())
}

/// Checks a configuration and returns its canonical form. Errors: `INVALID_ARGUMENT` with the name of the invalid
/// parameter.
pub fn config_check(json: &str) -> Result<String> {
    Ok(Config::from_json(json)?.to_json())
}

/// Checks a configuration like [`config_check`], and returns one row with the name and value of each parameter, for
/// wrappers. Errors: those of [`config_check`].
pub fn config_row(json: &str) -> Result<String> {
    workspace::config_row(&config_check(json)?)
}

/// The workspace of this name and thread; `thread` is 0 for the current system thread. If there is none it is made,
/// with the defaults or with `config`. It belongs to the process: if it was closed, a new one is made, and it is closed
/// when its thread ends. In mode SINGLE it has no thread, and stays until it is destroyed. *Borrows.* Errors:
/// `INVALID_ARGUMENT` if the configuration or the thread is invalid, or the workspace exists with another
/// configuration; `WORKSPACE` if the current thread is ending; and those of making a workspace.
pub fn get(name: &str, thread: u64, config: Option<&str>) -> Result<WorkspaceRef> {
    workspace::get(name, thread, config)
}

/// The workspace of this name and thread, like [`get`], but 0 if there is none. Errors: `INVALID_ARGUMENT` if the
/// thread is invalid, `WORKSPACE` if the current thread is ending.
pub fn find(name: &str, thread: u64) -> Result<WorkspaceRef> {
    workspace::find(name, thread)
}

/// Begins a cycle of a workspace, or enters the open one once more. Returns the scope to make current, and the number
/// of the cycle. Members that are kept move to `outer`; they become unowned if that is 0 or closed by then. *Borrows*
/// both.
///
/// Errors: `INVALID_HANDLE` if the workspace is closed, `INVALID_ARGUMENT` if it is a plain scope, and `WORKSPACE` if
/// it belongs to another thread, if its cycle detector refuses to enter it twice, or, in a ring under `strict`, if
/// something still holds memory of the oldest cycle.
pub fn enter(workspace: u64, outer: u64) -> Result<(u64, u64)> {
    workspace::enter(workspace, outer)
}

/// Leaves a workspace once. When the outermost entry is left, the cycle ends: the handles in `keep` that lie below the
/// workspace move to the scope that was given as `outer` when it was entered, the rest is released, and the memory is
/// used again. In a ring nothing is released until the ring has come round. If another thread enters before the end,
/// the cycle goes on for that thread.
///
/// Errors: `INVALID_HANDLE` if the workspace or a kept handle is closed; `INVALID_ARGUMENT` if it is a plain scope;
/// `WORKSPACE` if it is not entered, or, under `strict`, if something still holds memory of the cycle; `SCOPE_CAPPED`,
/// `LIMIT_EXCEEDED` or `OUT_OF_MEMORY` if a kept handle cannot be moved.
pub fn leave(workspace: WorkspaceRef, keep: AnyRefs) -> Result<()> {
    workspace::leave(workspace, keep)
}

/// Sends the requests of a workspace outside its block, or to the block again. Only within a cycle; at its end the
/// block is used again.
///
///
/// - `toggle_off(on = false)`: sends requests outside the block, as EXTERNAL spills are, until `toggle_on()` has been
///   called the same number of times, or the cycle ends
/// - `toggle_on(on = true)`: undoes one `toggle_off()`
/// - `WORKSPACE`: this workspace is not entered, or belongs to another thread
/// - `INVALID_HANDLE`: this workspace is closed
pub fn toggle(workspace: WorkspaceRef, on: bool) -> Result<()> {
    workspace::toggle(workspace, on)
}

/// Sizes the block now, between two cycles, from the requests seen so far, or else from `minSize`.
///
///
/// - `initialize()`
/// - `WORKSPACE`: this workspace is entered or belongs to another thread, or there is nothing to size the block from
/// - `OUT_OF_MEMORY`: there is not enough memory
/// - `LIMIT_EXCEEDED`: a limit would be exceeded
/// - `INVALID_HANDLE`: this workspace is closed
pub fn initialize(workspace: WorkspaceRef) -> Result<()> {
    workspace::initialize(workspace)
}

/// What a workspace counts at this moment; for 0, the sum over all workspaces. From any thread.
///
///
/// - `workspace_stats()`: what this workspace counts at this moment; `Scope::stats()` is what it owns, as for any scope
/// - `total(workspace = 0)`: the sum over all workspaces of the process, of all threads
/// - `INVALID_HANDLE`: this workspace is closed
pub fn stats(workspace: WorkspaceRef) -> Result<WorkspaceStats> {
    let counted = if workspace == 0 { workspace::count_all() } else { workspace::count(workspace)? };
    Ok(record(&counted))
}

/// The number of the last cycle that was entered, 0 for none, and how many times the workspace is entered now. Unlike
/// [`stats`] it does not look at members. Errors: `INVALID_HANDLE` if it is closed, `INVALID_ARGUMENT` if it is a plain
/// scope.
pub fn cycle(workspace: u64) -> Result<(u64, u64)> {
    workspace::cycle(workspace)
}

/// The last cycles that were left, at most 32, the oldest first.
///
///
/// - `history()`
/// - `INVALID_HANDLE`: this workspace is closed
pub fn history(workspace: WorkspaceRef) -> Result<Vec<WorkspaceCycle>> {
    Ok(workspace::history(workspace)?.into_iter().map(row).collect())
}

/// The workspace whose memory a tensor lies in, and the cycle. The workspace is 0 if it has ended; both are 0 if the
/// memory is the pool's. *Borrows.* Errors: `INVALID_HANDLE` if the tensor is closed.
pub fn of_tensor(t: u64) -> Result<(u64, u64)> {
    workspace::of_tensor(t)
}

/// What a workspace counts now, and a table of its last cycles, as text or as JSON; for 0, those of all workspaces.
///
///
/// - `report(as_json = false)`: what this workspace counts now and a table of its last cycles, as text
/// - `report_json(as_json = true)`: the content of `report()` as JSON
/// - `total_report(workspace = 0, as_json = false)`: the reports of all workspaces of the process, one after another,
///   as text; empty if there is none
/// - `total_report_json(workspace = 0, as_json = true)`: the content of `total_report()` as JSON: an array with an
///   object for each workspace
/// - `INVALID_HANDLE`: this workspace is closed
pub fn report(workspace: WorkspaceRef, as_json: bool) -> Result<String> {
    if as_json { workspace::report_json(workspace) } else { workspace::report_text(workspace) }
}

impl WorkspaceStats {
    /// Whether the parts of the block add up to it.
    pub fn adds_up(&self) -> bool {
        self.committed == self.live + self.unreferenced + self.padding + self.free
    }
}

fn record(counted: &Counted) -> WorkspaceStats {
    let Counted { memory, adopted, borrowed, cycle, depth, learned, workspaces } = *counted;
    WorkspaceStats {
        allocated: memory.allocated,
        live: memory.live,
        unreferenced: memory.unreferenced,
        padding: memory.padding,
        free: memory.free,
        committed: memory.committed,
        spilled: memory.spilled,
        toggled_off: memory.toggled_off,
        pinned: memory.pinned,
        adopted,
        borrowed,
        gradient_standard: memory.gradient_standard,
        gradient_external: memory.gradient_external,
        gradient_deferred: memory.gradient_deferred,
        cycle,
        depth,
        learned,
        workspaces,
    }
}

fn row(left: CycleReport) -> WorkspaceCycle {
    let CycleReport { cycle, offset, spilled, pinned, learned, refused, .. } = left;
    WorkspaceCycle { cycle, offset, spilled, pinned, learned, refused: u64::from(refused) }
}
