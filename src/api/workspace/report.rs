//! A workspace's cycles and counts, as text and as JSON.

use super::build::config_of;
use super::lookup::state;
use super::stale;
use super::state::WorkspaceState;
use super::stats::{self, WorkspaceStats};
use crate::api::resource::TABLE;
use crate::api::types::WorkspaceRef;
use crate::error::Result;
use crate::memory::workspace::CycleReport;
use crate::ownership::Handle;
use serde_json::{Value, json};
use std::fmt::Write;

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
    if workspace != 0 {
        let state = state(workspace)?;
        return if as_json { Ok(json_of(&state)?.to_string()) } else { Ok(text_of(&state)) };
    }
    let states = stale::all();
    if as_json {
        let all = states.iter().map(|state| json_of(state)).collect::<Result<Vec<Value>>>()?;
        return Ok(Value::Array(all).to_string());
    }
    Ok(states.iter().map(|state| text_of(state)).collect::<Vec<String>>().join("\n"))
}

fn text_of(state: &WorkspaceState) -> String {
    let now = stats::of(state);
    let config = state.config();
    let mut out = format!(
        "workspace '{}': {}, {}, {}, {}\n  cycle {}, entered {} times, learned {}, committed {}\n",
        state.workspace.name(),
        config.mode.name(),
        config.reset.name(),
        config.allocation.name(),
        config.learning.name(),
        now.cycle,
        now.depth,
        now.learned,
        now.committed,
    );
    let _ = writeln!(
        out,
        "  block: live {}, unreferenced {}, padding {}, free {}",
        now.live, now.unreferenced, now.padding, now.free
    );
    let _ = writeln!(
        out,
        "  outside: spilled {}, toggled off {}, pinned {}, adopted {}, borrowed {}",
        now.spilled, now.toggled_off, now.pinned, now.adopted, now.borrowed
    );
    let _ = writeln!(
        out,
        "  gradients: standard {}, external {}, deferred {}",
        now.gradient_standard, now.gradient_external, now.gradient_deferred
    );
    if let Some(site) = TABLE.metadata(Handle(state.handle())).and_then(|metadata| metadata.site) {
        let _ = writeln!(out, "  made at {site}");
    }
    let _ = writeln!(out, "  {:>10} {:>12} {:>12} {:>12} {:>12}", "cycle", "offset", "spilled", "pinned", "learned");
    for row in state.workspace.history() {
        let refused = if row.refused { "  refused" } else { "" };
        let CycleReport { cycle, offset, spilled, pinned, learned, .. } = row;
        let _ = writeln!(out, "  {cycle:>10} {offset:>12} {spilled:>12} {pinned:>12} {learned:>12}{refused}");
    }
    out
}

fn json_of(state: &WorkspaceState) -> Result<Value> {
    let now = stats::of(state);
    let metadata = TABLE.metadata(Handle(state.handle())).unwrap_or_default();
    let row = |row: CycleReport| {
        json!({
            "cycle": row.cycle, "offset": row.offset, "spilled": row.spilled, "pinned": row.pinned,
            "learned": row.learned, "refused": row.refused,
        })
    };
    let cycles: Value = state.workspace.history().into_iter().map(row).collect();
    Ok(json!({
        "name": state.workspace.name(), "handle": state.handle(), "site": metadata.site.as_deref(),
        "cycle": now.cycle, "depth": now.depth, "learned": now.learned, "counters": counters(&now),
        "config": config_of(&state.config().to_json())?, "cycles": cycles,
    }))
}

fn counters(now: &WorkspaceStats) -> Value {
    json!({
        "allocated": now.allocated, "live": now.live, "unreferenced": now.unreferenced, "padding": now.padding, "free": now.free,
        "committed": now.committed, "spilled": now.spilled, "toggled_off": now.toggled_off, "pinned": now.pinned,
        "adopted": now.adopted, "borrowed": now.borrowed, "gradient_standard": now.gradient_standard,
        "gradient_external": now.gradient_external, "gradient_deferred": now.gradient_deferred,
    })
}
