//! Workspaces: scopes with memory of their own, that a loop learns once and never asks for again.
//!
//! ```text
//!   registry   by name and thread          cycle    entering, leaving
//!   state      one, as scopes see it       node     a scope's members and their memory source
//!   context    where a call's comes from   stale    stale-handle notes: what is said once a cycle has ended
//!   build      making, ending              lookup   from a handle to a state
//!   location   whose memory a tensor is in
//!   pins       what holds the memory of a cycle still
//!   copy_out   what leaves a workspace     stats    what it counts
//!   notes      what is remembered of cycles, for misuse and report
//!   known      those that a thread has entered lately
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

/// A workspace that is a member of `parent`; with 0 it is unowned. Without a configuration it has the defaults. Under
/// ENABLED it is this thread's, which `thread` names as for [`get`]. *Returns new.* Errors: `INVALID_ARGUMENT` for a configuration that is refused,
/// `UNSUPPORTED` for one that this machine cannot carry out, `SCOPE_CLOSED`, and those of its initial size.
pub fn create(parent: ScopeRef, name: &str, thread: u64, config: Option<&str>) -> Result<NewWorkspace> {
    registry::number_of(thread)?;
    let config = config.map(Config::from_json).transpose()?.unwrap_or_default();
    build(parent, name, config, thread)
}

/// What is being done wrong with workspaces, as a JSON list: `kind`, `workspace`, `handle`, `site` (where it was made, null
/// when that was not noted), `message`, and in `serves` the value that would have served.
pub fn misuses() -> Result<String> {
    Ok(misuse::list())
}

/// What [`misuses`] lists, for wrappers: a row for each (see `api::report`), with the fields kind, workspace, thread, site,
/// message, what would have served as JSON, and then the name and the value of each of those.
pub fn misuse_rows() -> Result<String> {
    Ok(misuse::rows())
}

/// Ends a workspace now, from any thread: what it owns is released, its memory given back but for what is pinned.
/// *Consumes.* The same as closing its handle.
pub fn destroy(workspace: Disposed) -> Result<()> {
    // A caller that says so has not forgotten that it is entered.
    state(workspace)?.entries.with(|entries| {
        entries.clear();
    });
    TABLE.close(Handle(workspace))
}

/// Its configuration as JSON, every parameter, also those that have their default.
pub fn config(workspace: WorkspaceRef) -> Result<String> {
    Ok(state(workspace)?.config().to_json())
}

/// Checks a configuration; its canonical form. Errors: `INVALID_ARGUMENT` with the name of what is refused.
pub fn config_check(json: &str) -> Result<String> {
    Ok(Config::from_json(json)?.to_json())
}

/// As [`config_check`], for wrappers: one row of the name and the value of each parameter.
pub fn config_row(json: &str) -> Result<String> {
    let mut rows = Rows::default();
    let fields = pairs(Some(&build::config_of(&config_check(json)?)?));
    rows.row(&fields.iter().map(String::as_str).collect::<Vec<&str>>());
    Ok(rows.text)
}
