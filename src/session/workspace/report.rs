//! A workspace's cycles and statistics, as text and as JSON.

use super::build::config_of;
use super::lookup::state;
use super::stats::{self, Counted};
use crate::error::Result;
use crate::memory::workspace::CycleReport;
use crate::ownership::Handle;
use crate::session::resource::TABLE;
use crate::session::source::{WorkspaceState, stale};
use serde_json::{Value, json};
use std::fmt::Write;

/// The statistics of a workspace and a table of its last cycles, as text; for 0, of all workspaces.
pub(crate) fn report_text(workspace: u64) -> Result<String> {
    if workspace != 0 {
        return Ok(text_of(&*state(workspace)?));
    }
    Ok(stale::all().iter().map(|state| text_of(state)).collect::<Vec<String>>().join("\n"))
}

/// The content of [`report_text`] as JSON; for 0 an array.
pub(crate) fn report_json(workspace: u64) -> Result<String> {
    if workspace != 0 {
        return Ok(json_of(&*state(workspace)?)?.to_string());
    }
    let all = stale::all().iter().map(|state| json_of(state)).collect::<Result<Vec<Value>>>()?;
    Ok(Value::Array(all).to_string())
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
        now.memory.committed,
    );
    let _ = writeln!(
        out,
        "  block: live {}, unreferenced {}, padding {}, free {}",
        now.memory.live, now.memory.unreferenced, now.memory.padding, now.memory.free
    );
    let _ = writeln!(
        out,
        "  outside: spilled {}, toggled off {}, pinned {}, adopted {}, borrowed {}",
        now.memory.spilled, now.memory.toggled_off, now.memory.pinned, now.adopted, now.borrowed
    );
    let _ = writeln!(
        out,
        "  gradients: standard {}, external {}, deferred {}",
        now.memory.gradient_standard, now.memory.gradient_external, now.memory.gradient_deferred
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

fn counters(now: &Counted) -> Value {
    json!({
        "allocated": now.memory.allocated, "live": now.memory.live, "unreferenced": now.memory.unreferenced, "padding": now.memory.padding, "free": now.memory.free,
        "committed": now.memory.committed, "spilled": now.memory.spilled, "toggled_off": now.memory.toggled_off, "pinned": now.memory.pinned,
        "adopted": now.adopted, "borrowed": now.borrowed, "gradient_standard": now.memory.gradient_standard,
        "gradient_external": now.memory.gradient_external, "gradient_deferred": now.memory.gradient_deferred,
    })
}
