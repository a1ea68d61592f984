//! Workspaces: scopes with memory of their own, whose size is learned from the first cycles of a
//! loop and then reused in each cycle.
//!
//! ```text
//!   registry   by name and thread          cycle    entering, leaving
//!   build      creating, ending            lookup   from a handle to a state
//!   copy_out   what leaves a workspace     pins     what still holds memory of a cycle
//!   stats      statistics                  report   counts and cycles as text and JSON
//!   misuse     mistakes in using them
//! ```
//!
//! =

mod build;
mod copy_out;
mod cycle;
mod lookup;
mod misuse;
mod pins;
mod registry;
mod report;
mod stats;

pub(crate) use copy_out::{below, leverage, move_out_to, moving, refuse_lending};
pub(crate) use cycle::{enter, initialize, kept_in, leave, toggle};
pub(crate) use misuse::{list as misuses, rows as misuse_rows};
pub(crate) use registry::{find, get, kept};
pub(crate) use report::{report_json, report_text};
pub(crate) use stats::{Counted, count, count_all, cycle, history, of_tensor, open_count};

use super::resource::TABLE;
use super::rows::{Rows, pairs};
use crate::error::Result;
use crate::memory::workspace::Config;
use crate::ownership::Handle;
use build::build;
use lookup::state;

/// Creates a workspace, owned by `parent`, for the thread with the caller's number `thread`; 0 is
/// the current thread.
pub(crate) fn create(parent: u64, name: &str, thread: u64, config: Option<&str>) -> Result<u64> {
    registry::number_of(thread)?;
    let config = config.map(Config::from_json).transpose()?.unwrap_or_default();
    build(parent, name, config, thread)
}

/// Ends a workspace. It is not a misuse if the workspace is still entered.
pub(crate) fn destroy(workspace: u64) -> Result<()> {
    // A caller that ends it explicitly has not forgotten that it is entered.
    state(workspace)?.entries.with(|entries| {
        entries.clear();
    });
    TABLE.close(Handle(workspace))
}

/// The configuration of a workspace.
pub(crate) fn config(workspace: u64) -> Result<Config> {
    Ok(state(workspace)?.config().clone())
}

/// The name and the value of each parameter of a configuration, as one row.
pub(crate) fn config_row(json: &str) -> Result<String> {
    let mut rows = Rows::default();
    let fields = pairs(Some(&build::config_of(json)?));
    rows.row(&fields.iter().map(String::as_str).collect::<Vec<&str>>());
    Ok(rows.text)
}
