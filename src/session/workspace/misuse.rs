//! Misuses of workspaces, each with where the workspace was created and a value that would have
//! been right.
//!
//! | kind | meaning |
//! |---|---|
//! | `not_closed` | closed, or its thread ended, while entered; or in one cycle for a second between two looks |
//! | `used_too_long` | four or more cycles that each took more outside than the last; or one cycle as large as many |
//! | `held_past_the_cycle` | something held memory when a cycle was left, or a handle was used after its cycle |
//! | `too_many` | more idle workspaces with a block than twice the number of processors, by name |
//! | `wrong_configuration` | a quarter of the bytes that the cycles used was spilled, or lost to rounding |
//!
//! Invariant: a check changes only what the next check compares with.

use crate::ownership::Handle;
use crate::session::resource::TABLE;
use crate::session::rows::{Rows, pairs, plain};
use crate::session::source::{Notes, WorkspaceState, stale};
use parking_lot::Mutex;
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The most threads that a message names.
const THREADS: usize = 8;
/// How many misuses of ended workspaces are kept: the most recent ones.
const KEPT: usize = 256;
/// A workspace in the same cycle at two checks this far apart was forgotten.
const FORGOTTEN: Duration = Duration::from_secs(1);
/// This many consecutive cycles are a trend.
const TREND: u64 = 4;
/// A cycle that takes this many times the learned size has been used for several.
const TOO_LONG: u64 = 8;

static ENDED: Mutex<VecDeque<Value>> = Mutex::new(VecDeque::new());

/// A list of them as JSON.
pub(crate) fn list() -> String {
    Value::Array(all()).to_string()
}

/// Fields: kind, workspace, thread, site, message, the suggested configuration as JSON, and then
/// the name and the value of each of its parameters.
pub(crate) fn rows() -> String {
    let mut rows = Rows::default();
    for misuse in all() {
        let mut fields = ["kind", "workspace", "thread", "site", "message"].map(|name| plain(&misuse[name])).to_vec();
        fields.push(misuse["serves"].to_string());
        fields.extend(pairs(misuse["serves"].as_object()));
        rows.row(&fields.iter().map(String::as_str).collect::<Vec<&str>>());
    }
    rows.text
}

fn all() -> Vec<Value> {
    let states = stale::all();
    let mut rows: Vec<Value> = ENDED.lock().iter().cloned().collect();
    for state in &states {
        of(state, &mut rows);
    }
    too_many(&states, &mut rows);
    rows
}

/// Records that a workspace has ended while it was entered.
pub(super) fn ended_while_entered(state: &WorkspaceState, depth: usize) {
    let text =
        format!("ended while it was entered {depth} times: leave as often as you enter, also when the body fails");
    let row = row(state, "not_closed", text, json!({ "leave": depth }));
    let mut rows = ENDED.lock();
    if rows.len() == KEPT {
        rows.pop_front();
    }
    rows.push_back(row);
}

fn row(state: &WorkspaceState, kind: &str, text: String, serves: Value) -> Value {
    let metadata = TABLE.metadata(Handle(state.handle())).unwrap_or_default();
    let site = metadata.site.map_or(Value::Null, |site| Value::from(&*site));
    json!({
        "kind": kind, "workspace": state.workspace.name(), "thread": state.thread, "handle": state.handle(), "site": site,
        "message": format!("workspace '{}': {text}", state.workspace.name()), "serves": serves,
    })
}

fn of(state: &WorkspaceState, rows: &mut Vec<Value>) {
    let (notes, depth, looked) = state.entries.with(|entries| {
        let now = (state.workspace.moment().0, Instant::now());
        let before = entries.notes.looked;
        let same = before.is_some_and(|before| before.0 == now.0);
        entries.notes.looked = if entries.depth() == 0 { None } else { before.filter(|_| same).or(Some(now)) };
        (entries.notes, entries.depth(), before.filter(|_| same))
    });
    let (cycle, learned) = state.workspace.moment();
    if let Some((_, since)) = looked.filter(|_| depth > 0)
        && since.elapsed() >= FORGOTTEN
    {
        let seconds = since.elapsed().as_secs();
        let text = format!("in cycle {cycle} for {seconds} s or more, entered {depth} times: leave it");
        rows.push(row(state, "not_closed", text, json!({ "leave": depth })));
    }
    used_too_long(state, &notes, learned, rows);
    held(state, &notes, rows);
    configuration(state, &notes, rows);
}

fn used_too_long(state: &WorkspaceState, notes: &Notes, learned: u64, rows: &mut Vec<Value>) {
    if notes.growing >= TREND {
        let text = format!(
            "each of the last {} cycles took more outside than the one before: leave it more often, or let it grow",
            notes.growing
        );
        rows.push(row(state, "used_too_long", text, json!({ "policySpill": "REALLOCATE" })));
    }
    let open = state.workspace.counters().allocated;
    if learned > 0 && open / TOO_LONG >= learned {
        let text =
            format!("the open cycle has asked for {open} bytes, {learned} were learned: leave it for each batch");
        rows.push(row(state, "used_too_long", text, json!({ "initialSize": open.next_multiple_of(64) })));
    }
}

fn held(state: &WorkspaceState, notes: &Notes, rows: &mut Vec<Value>) {
    if notes.pinned_cycles > 0 {
        let text = format!(
            "{} cycles were left while something held their memory, {} bytes the last time: close tapes first, keep or \
             leverage what is to live on",
            notes.pinned_cycles, notes.pinned
        );
        rows.push(row(state, "held_past_the_cycle", text, json!({ "strict": true })));
    }
    let stale = state.stale_uses.load(Ordering::Relaxed);
    if stale > 0 {
        let text = format!("handles of ended cycles were used {stale} times: keep or leverage what is to live on");
        rows.push(row(state, "held_past_the_cycle", text, json!({ "keep": stale })));
    }
}

fn configuration(state: &WorkspaceState, notes: &Notes, rows: &mut Vec<Value>) {
    if notes.used == 0 {
        return;
    }
    if notes.spilled * 4 > notes.used {
        let share = 100 * notes.spilled / notes.used;
        let wanted = notes.largest.next_multiple_of(64) * state.config().cycles_held();
        let max = state.config().max_size;
        let name = if max > 0 && max < wanted { "maxSize" } else { "initialSize" };
        let text =
            format!("{share} % of what its cycles used was spilled: {name} {wanted} would have held the largest");
        rows.push(row(state, "wrong_configuration", text, json!({ name: wanted })));
    }
    if notes.padding * 4 > notes.used {
        let share = 100 * notes.padding / notes.used;
        let text = format!(
            "{share} % of what its cycles used was lost to rounding up to 64 bytes: make fewer, larger tensors"
        );
        rows.push(row(state, "wrong_configuration", text, json!({ "multipleOf": 64 })));
    }
}

fn too_many(states: &[Arc<WorkspaceState>], rows: &mut Vec<Value>) {
    let most = 2 * std::thread::available_parallelism().map_or(4, usize::from);
    let idle = states
        .iter()
        .filter(|state| state.workspace.committed() > 0 && state.entries.with(|entries| entries.depth() == 0));
    let mut names: BTreeMap<&str, Vec<&Arc<WorkspaceState>>> = BTreeMap::new();
    let mut count = 0;
    for state in idle {
        names.entry(state.workspace.name()).or_default().push(state);
        count += 1;
    }
    if count <= most {
        return;
    }
    for idle in names.into_values() {
        let Some(first) = idle.first() else { continue };
        let bytes: u64 = idle.iter().map(|state| state.workspace.committed()).sum();
        let mut threads: Vec<String> = idle.iter().take(THREADS).map(|state| state.thread.to_string()).collect();
        if idle.len() > THREADS {
            threads.push(format!("{} more", idle.len() - THREADS));
        }
        let text = format!(
            "{} of this name are idle and hold {bytes} bytes ({count} idle ones in all), of threads {}: destroy them when \
             their thread has done its work, or share one by workspaceMode SINGLE",
            idle.len(),
            threads.join(", ")
        );
        rows.push(row(first, "too_many", text, json!({ "workspaceMode": "SINGLE" })));
    }
}
