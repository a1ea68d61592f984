//! `LeakLog`: what the backstop had to free, which handles were made before which moment, and what
//! a failed check has reported.
//!
//! A check takes a *moment* when it begins, and counts later only what was made since. A handle has
//! no time of its own, since making one is a hot path: a moment looks at what is alive instead.
//!
//! Invariant: the first moment that a handle was made before is known as long as the handle is
//! alive, and after that of what the backstop found. So a check does not count what was made before
//! it, whenever the collector finds that.

use super::handle::Handle;
use super::metadata::Metadata;
use parking_lot::Mutex;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Leaks found by the backstop that are kept; those after are only counted.
const FOUND_KEPT: usize = 4096;

/// What lies in a scope and those below it, for a report.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// The bytes of its storages, each once.
    pub bytes: u64,
    /// Its tensors.
    pub tensors: u64,
    /// Groups of equals, the largest first: how many, and what: `float32 [2,3] 'weight' at
    /// Train.java:31`.
    pub groups: Vec<(u64, String)>,
    /// How many more there are, in groups that are not named.
    pub more: u64,
}

/// Something that was never closed, so that the backstop had to free it.
#[derive(Clone, Debug)]
pub struct Found {
    /// It is not valid any more.
    pub handle: Handle,
    /// What it was: `f32 [2, 3]`.
    pub what: String,
    /// What it held; a scope, with all below it.
    pub bytes: u64,
    /// The names of the scopes that it lay in.
    pub path: String,
    /// What lay below it, if it was a scope.
    pub contents: Contents,
    /// What was known of it.
    pub metadata: Metadata,
    /// The first moment that it was made before.
    pub made_before: u64,
}

/// See the top of the file.
pub(super) struct LeakLog {
    state: Mutex<State>,
}

struct State {
    /// The newest.
    moment: u64,
    /// For each handle that was alive at a moment the first such. All others that are alive were
    /// made since the newest.
    made_before: BTreeMap<u64, u64>,
    found: Vec<Found>,
    /// How many were found before those of the list.
    forgotten: u64,
    reported: BTreeSet<u64>,
}

impl State {
    fn made_before(&self, handle: Handle) -> u64 {
        self.made_before.get(&handle.0).copied().unwrap_or(self.moment + 1)
    }
}

impl LeakLog {
    pub(super) const fn new() -> LeakLog {
        let state = State {
            moment: 0,
            made_before: BTreeMap::new(),
            found: Vec::new(),
            forgotten: 0,
            reported: BTreeSet::new(),
        };
        LeakLog { state: Mutex::new(state) }
    }

    /// A new moment; `live` is what was alive just before the call. `is_live` takes no lock.
    pub(super) fn begin(&self, live: Vec<Handle>, is_live: impl Fn(Handle) -> bool) -> u64 {
        let mut state = self.state.lock();
        state.moment += 1;
        let moment = state.moment;
        // Of what is about to be freed `made_before` was asked already.
        state.made_before.retain(|&handle, _| is_live(Handle(handle)));
        for handle in live {
            state.made_before.entry(handle.0).or_insert(moment);
        }
        moment
    }

    /// The first moment that a live handle was made before: one to come, if it was made since the
    /// newest.
    pub(super) fn made_before(&self, handle: Handle) -> u64 {
        self.state.lock().made_before(handle)
    }

    /// Remembers what the backstop found.
    pub(super) fn add_found(&self, found: Found) {
        let mut state = self.state.lock();
        if state.found.len() < FOUND_KEPT {
            state.found.push(found);
        }
    }

    /// Of all that were ever found those from one number to another, unless they are forgotten.
    pub(super) fn found(&self, numbers: Range<u64>) -> Vec<Found> {
        let state = self.state.lock();
        let numbered = (state.forgotten..).zip(&state.found);
        numbered.filter(|(number, _)| numbers.contains(number)).map(|(_, found)| found.clone()).collect()
    }

    /// How many were ever found, but for those that were only counted.
    pub(super) fn found_count(&self) -> u64 {
        let state = self.state.lock();
        state.forgotten + state.found.len() as u64
    }

    /// Forgets what was found, and that it was reported.
    pub(super) fn forget_found(&self, is_live: impl Fn(Handle) -> bool) {
        let mut state = self.state.lock();
        state.forgotten += state.found.len() as u64;
        state.found.clear();
        state.reported.retain(|&handle| is_live(Handle(handle)));
    }

    /// A check has failed because of these. Those that are neither alive nor found are skipped.
    pub(super) fn set_reported(&self, handles: &[u64], is_live: impl Fn(Handle) -> bool) {
        let mut state = self.state.lock();
        let found: BTreeSet<u64> = state.found.iter().map(|found| found.handle.0).collect();
        let is_known = |handle: &u64| found.contains(handle) || is_live(Handle(*handle));
        state.reported.extend(handles.iter().copied().filter(is_known));
    }

    /// Whether a check has failed because of this.
    pub(super) fn is_reported(&self, handle: Handle) -> bool {
        self.state.lock().reported.contains(&handle.0)
    }
}
