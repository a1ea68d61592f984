//! What is said of a handle whose cycle has ended: "of cycle 41 of workspace 'batch', now in cycle 43".
//!
//! Invariant: a tag holds the low bits of a workspace's number and of a cycle; which it was follows from what there is
//! now. Names of workspaces that have ended are kept for a while, so that a late use is still told whose it was.

use super::plot::Plot;
use parking_lot::Mutex;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};

const CYCLE_BITS: u32 = 22;
const CYCLES: u64 = (1 << CYCLE_BITS) - 1;
/// Of the 39 bits that a tag has.
const NUMBERS: u64 = (1 << (39 - CYCLE_BITS)) - 1;
/// Ended workspaces whose names are kept.
const KEPT: usize = 1024;

struct Tomb {
    number: u64,
    name: Arc<str>,
    plot: Weak<Plot>,
}

#[derive(Default)]
struct Tombs {
    /// By the low bits of the number.
    names: HashMap<u64, Tomb>,
    /// Those that are open, by number, and some that were.
    open: BTreeMap<u64, Weak<Plot>>,
    /// When there are so many, those go.
    prune_at: usize,
}

/// The workspace, if it is open.
fn open(plot: &Weak<Plot>) -> Option<Arc<Plot>> {
    plot.upgrade().filter(|plot| !plot.is_ended())
}

static TOMBS: Mutex<Option<Tombs>> = Mutex::new(None);

/// From now on this workspace is named.
pub(super) fn add(plot: &Arc<Plot>) {
    let number = plot.workspace.number();
    let mut tombs = TOMBS.lock();
    let tombs = tombs.get_or_insert_default();
    if tombs.open.len() >= tombs.prune_at {
        tombs.open.retain(|_, plot| open(plot).is_some());
        tombs.prune_at = tombs.open.len() * 2 + KEPT;
        let recent = number.saturating_sub(KEPT as u64);
        tombs.names.retain(|_, tomb| tomb.number > recent || open(&tomb.plot).is_some());
    }
    tombs.open.insert(number, Arc::downgrade(plot));
    let name = Arc::from(plot.workspace.name());
    let tomb = Tomb { number, name, plot: Arc::downgrade(plot) };
    // One that is open keeps its place: it is the one that is asked about for longer.
    match tombs.names.entry(number & NUMBERS) {
        Entry::Occupied(taken) if open(&taken.get().plot).is_some() => {}
        entry => drop(entry.insert_entry(tomb)),
    }
}

/// The tag of what a cycle's end releases.
pub(super) fn tag(number: u64, cycle: u64) -> u64 {
    (number & NUMBERS) << CYCLE_BITS | cycle & CYCLES
}

/// The workspace of this number, if it is open.
pub(super) fn workspace(number: u64) -> Option<Arc<Plot>> {
    TOMBS.lock().as_ref()?.open.get(&number).and_then(open)
}

/// Every workspace that is open, in the order in which they were made.
pub(super) fn all() -> Vec<Arc<Plot>> {
    TOMBS.lock().iter().flat_map(|tombs| tombs.open.values()).filter_map(open).collect()
}

/// What a tag says.
pub(in crate::api) fn read(tag: u64) -> Option<String> {
    let (name, plot) = {
        let tombs = TOMBS.lock();
        let tomb = tombs.as_ref()?.names.get(&(tag >> CYCLE_BITS))?;
        (tomb.name.clone(), open(&tomb.plot))
    };
    let Some(plot) = plot else { return Some(format!("of an ended cycle of workspace '{name}', which is closed")) };
    let (now, depth) = (plot.workspace.moment().0, plot.entries.try_with(|entries| entries.depth()).unwrap_or(1));
    plot.stale_uses.fetch_add(1, Ordering::Relaxed);
    let cycle = now - (now.wrapping_sub(tag) & CYCLES).min(now);
    Some(match depth {
        0 => format!("of cycle {cycle} of workspace '{name}', which has left cycle {now}"),
        _ => format!("of cycle {cycle} of workspace '{name}', now in cycle {now}"),
    })
}
