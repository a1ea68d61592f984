//! Stale-handle notes: the part of a message that explains why a handle is no longer valid because
//! its cycle has ended: "of cycle 41 of workspace 'batch', now in cycle 43".
//!
//! Invariant: a tag holds the low bits of a workspace's number and of a cycle; the full numbers are
//! inferred from the current ones. Names of ended workspaces are kept for a while, so that the
//! message for a late use still names the workspace.

use super::state::WorkspaceState;
use parking_lot::Mutex;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};

const CYCLE_BITS: u32 = 22;
const CYCLES: u64 = (1 << CYCLE_BITS) - 1;
/// The workspace bits of a 39-bit tag.
const NUMBERS: u64 = (1 << (39 - CYCLE_BITS)) - 1;
/// Ended workspaces whose names are kept.
const KEPT: usize = 1024;

struct Named {
    number: u64,
    name: Arc<str>,
    state: Weak<WorkspaceState>,
}

#[derive(Default)]
struct Notes {
    /// By the low bits of the workspace number.
    names: HashMap<u64, Named>,
    /// Open workspaces by number; some may have ended.
    open: BTreeMap<u64, Weak<WorkspaceState>>,
    /// The size at which ended workspaces are removed.
    prune_at: usize,
}

/// The workspace, if it is open.
fn open(state: &Weak<WorkspaceState>) -> Option<Arc<WorkspaceState>> {
    state.upgrade().filter(|state| !state.is_ended())
}

static NOTES: Mutex<Option<Notes>> = Mutex::new(None);

/// Registers a workspace.
pub(in crate::session) fn add(state: &Arc<WorkspaceState>) {
    let number = state.workspace.number();
    let mut notes = NOTES.lock();
    let notes = notes.get_or_insert_default();
    if notes.open.len() >= notes.prune_at {
        notes.open.retain(|_, state| open(state).is_some());
        notes.prune_at = notes.open.len() * 2 + KEPT;
        let recent = number.saturating_sub(KEPT as u64);
        notes.names.retain(|_, named| named.number > recent || open(&named.state).is_some());
    }
    notes.open.insert(number, Arc::downgrade(state));
    let name = Arc::from(state.workspace.name());
    let named = Named { number, name, state: Arc::downgrade(state) };
    // An open workspace keeps its entry, because handles of it are used for longer.
    match notes.names.entry(number & NUMBERS) {
        Entry::Occupied(taken) if open(&taken.get().state).is_some() => {}
        entry => drop(entry.insert_entry(named)),
    }
}

/// The tag of handles that the end of a cycle releases.
pub(in crate::session) fn tag(number: u64, cycle: u64) -> u64 {
    (number & NUMBERS) << CYCLE_BITS | cycle & CYCLES
}

/// The workspace of this number, if it is open.
pub(in crate::session) fn workspace(number: u64) -> Option<Arc<WorkspaceState>> {
    NOTES.lock().as_ref()?.open.get(&number).and_then(open)
}

/// Every open workspace, in order of creation.
pub(in crate::session) fn all() -> Vec<Arc<WorkspaceState>> {
    NOTES.lock().iter().flat_map(|notes| notes.open.values()).filter_map(open).collect()
}

/// How many workspaces are open.
pub(in crate::session) fn open_count() -> u64 {
    NOTES.lock().iter().flat_map(|notes| notes.open.values()).filter_map(open).count() as u64
}

/// The message of a tag.
pub(in crate::session) fn read(tag: u64) -> Option<String> {
    let (name, state) = {
        let notes = NOTES.lock();
        let named = notes.as_ref()?.names.get(&(tag >> CYCLE_BITS))?;
        (named.name.clone(), open(&named.state))
    };
    let Some(state) = state else { return Some(format!("of an ended cycle of workspace '{name}', which is closed")) };
    let (now, depth) = (state.workspace.moment().0, state.entries.try_with(|entries| entries.depth()).unwrap_or(1));
    state.stale_uses.fetch_add(1, Ordering::Relaxed);
    let cycle = now - (now.wrapping_sub(tag) & CYCLES).min(now);
    Some(match depth {
        0 => format!("of cycle {cycle} of workspace '{name}', which has left cycle {now}"),
        _ => format!("of cycle {cycle} of workspace '{name}', now in cycle {now}"),
    })
}
