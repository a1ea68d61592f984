//! Workspaces: scopes with memory of their own, whose size a loop learns once and then uses again in each cycle.
//!
//! ```text
//!   registry   by name and thread          cycle    entering, leaving
//!   state      one, as scopes see it       node     a scope's members and their memory source
//!   context    where a call's comes from   stale    stale-handle notes: why a handle of an ended cycle is not valid
//!   build      making, ending              lookup   from a handle to a state
//!   location   whose memory a tensor is in
//!   pins       what still holds memory of a cycle
//!   copy_out   what leaves a workspace     stats    what it counts
//!   notes      records of past cycles, for misuse and report
//!   known      the workspaces that a thread has entered lately
//! ```
//!
//! A workspace is a scope: its handle is accepted wherever a scope is, and closing it, or a scope above it, ends it.
//! The memory itself is in `memory::workspace`.

mod build;
mod context;
mod copy_out;
mod cycle;
mod known;
mod location;
mod lookup;
mod misuse;
mod node;
mod notes;
mod pins;
mod registry;
mod report;
pub(super) mod stale;
mod state;
mod stats;

pub(super) use context::{in_pool_within_limits, tidy, within_gradients, within_limits};
pub(super) use copy_out::{below, leverage, move_out_to, moving, refuse_lending};
pub(super) use cycle::kept_in;
pub use cycle::{enter, initialize, leave, toggle};
pub(super) use location::{copied, is_elsewhere};
pub(super) use node::{MemorySource, Node};
pub(super) use registry::kept;
pub use registry::{find, get};
pub use report::report;
pub use stats::{WorkspaceCycle, WorkspaceStats, cycle, history, of_tensor, stats};

use super::resource::TABLE;
use super::rows::{Rows, pairs};
use super::types::{Disposed, NewWorkspace, ScopeRef, WorkspaceRef};
use crate::error::Result;
use crate::memory::workspace::Config;
use crate::ownership::Handle;
use build::build;
use lookup::state;

/// Makes a workspace that is a member of `parent`; with 0 it is unowned. Without a configuration it has the defaults.
/// In mode ENABLED it belongs to one thread, the one that `thread` names as for [`get`]. *Returns new.* Errors:
/// `INVALID_ARGUMENT` for an invalid configuration or thread, `UNSUPPORTED` for a configuration that this machine
/// cannot provide, `SCOPE_CLOSED` if the parent is closed, and `LIMIT_EXCEEDED`, `OUT_OF_MEMORY` or `IO` for its
/// initial size.
pub fn create(parent: ScopeRef, name: &str, thread: u64, config: Option<&str>) -> Result<NewWorkspace> {
    registry::number_of(thread)?;
    let config = config.map(Config::from_json).transpose()?.unwrap_or_default();
    build(parent, name, config, thread)
}

/// The misuses of workspaces, as a JSON list: `kind`, `workspace`, `handle`, `site` (where it was made, null if that
/// was not recorded), `message`, and `serves`, a value that would have been right.
pub fn misuses() -> Result<String> {
    Ok(misuse::list())
}

/// The misuses that [`misuses`] lists, for wrappers: one row each (see `api::report`), with the fields kind, workspace,
/// thread, site, message, the values that would have been right as JSON, and then the name and value of each of these.
pub fn misuse_rows() -> Result<String> {
    Ok(misuse::rows())
}

/// Ends a workspace now, from any thread: releases what it owns, and gives its memory back except what is pinned. It is
/// the same as closing its handle, but does not count as a misuse if the workspace is entered. *Consumes.* Errors:
/// `INVALID_HANDLE` if it is closed, `INVALID_ARGUMENT` if it is a plain scope.
pub fn destroy(workspace: Disposed) -> Result<()> {
    // A caller that says so has not forgotten that it is entered.
    state(workspace)?.entries.with(|entries| {
        entries.clear();
    });
    TABLE.close(Handle(workspace))
}

/// The configuration of a workspace as JSON, with every parameter, including those that have their default. Errors:
/// `INVALID_HANDLE` if it is closed, `INVALID_ARGUMENT` if it is a plain scope.
pub fn config(workspace: WorkspaceRef) -> Result<String> {
    Ok(state(workspace)?.config().to_json())
}

/// Checks a configuration and returns its canonical form. Errors: `INVALID_ARGUMENT` with the name of the invalid
/// parameter.
pub fn config_check(json: &str) -> Result<String> {
    Ok(Config::from_json(json)?.to_json())
}

/// Checks a configuration like [`config_check`], and returns one row with the name and value of each parameter, for
/// wrappers. Errors: those of [`config_check`].
pub fn config_row(json: &str) -> Result<String> {
    let mut rows = Rows::default();
    let fields = pairs(Some(&build::config_of(&config_check(json)?)?));
    rows.row(&fields.iter().map(String::as_str).collect::<Vec<&str>>());
    Ok(rows.text)
}
