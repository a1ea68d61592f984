//! What is said of a handle whose cycle has ended: "of cycle 41 of workspace 'batch', now in cycle 43".
//!
//! Invariant: a tag holds the low bits of a workspace's number and of a cycle; which it was follows from what there is
//! now. Names of workspaces that have ended are kept for a while, so that a late use is still told whose it was.

use super::plot::Plot;
use parking_lot::Mutex;
use std::collections::HashMap;
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

impl Tomb {
    /// The workspace, if it is open.
    fn open(&self) -> Option<Arc<Plot>> {
        self.plot.upgrade().filter(|plot| !plot.is_ended())
    }
}

/// By the low bits of the number.
static TOMBS: Mutex<Option<HashMap<u64, Tomb>>> = Mutex::new(None);

/// From now on this workspace is named.
pub(super) fn add(plot: &Arc<Plot>) {
    let number = plot.workspace.number();
    let mut tombs = TOMBS.lock();
    let tombs = tombs.get_or_insert_default();
    if tombs.len() > KEPT && tombs.len().is_multiple_of(KEPT) {
        let recent = number.saturating_sub(KEPT as u64);
        tombs.retain(|_, tomb| tomb.number > recent || tomb.open().is_some());
    }
    let tomb = Tomb { number, name: Arc::from(plot.workspace.name()), plot: Arc::downgrade(plot) };
    tombs.insert(number & NUMBERS, tomb);
}

/// The tag of what a cycle's end releases.
pub(super) fn tag(number: u64, cycle: u64) -> u64 {
    (number & NUMBERS) << CYCLE_BITS | cycle & CYCLES
}

/// The workspace of this number, if it is open.
pub(super) fn workspace(number: u64) -> Option<Arc<Plot>> {
    let tombs = TOMBS.lock();
    let tomb = tombs.as_ref()?.get(&(number & NUMBERS)).filter(|tomb| tomb.number == number)?;
    tomb.open()
}

/// Every workspace that is open.
pub(super) fn all() -> Vec<Arc<Plot>> {
    let tombs = TOMBS.lock();
    let mut plots: Vec<Arc<Plot>> = tombs.iter().flat_map(HashMap::values).filter_map(Tomb::open).collect();
    drop(tombs);
    plots.sort_by_key(|plot| plot.workspace.number());
    plots
}

/// What a tag says.
pub(in crate::api) fn read(tag: u64) -> Option<String> {
    let (name, plot) = {
        let tombs = TOMBS.lock();
        let tomb = tombs.as_ref()?.get(&(tag >> CYCLE_BITS))?;
        (tomb.name.clone(), tomb.open())
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
