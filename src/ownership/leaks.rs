//! `LeakLog`: what the backstop had to free, before which moment each handle was created, and what
//! a failed check has reported.
//!
//! A check takes a *moment* when it begins, and later counts only what was created since. Handles
//! have no timestamp, because creating one is a hot path; instead, each moment records which
//! handles are alive.
//!
//! Invariant: the first moment before which a handle was created is known as long as the handle is
//! alive, and afterwards for the backstop's finds. So a check does not count what was created
//! before it, whenever the collector finds that.

use super::handle::Handle;
use super::metadata::Metadata;
use parking_lot::Mutex;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The most leaks found by the backstop that are kept; later ones are only counted.
const FOUND_KEPT: usize = 4096;

/// The contents of a scope and the scopes below it, for a report.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// The bytes of its storages, each once.
    pub bytes: u64,
    /// The number of its tensors.
    pub tensors: u64,
    /// Groups of equal members, the largest first: how many, and their description: `float32 [2,3]
    /// 'weight' at Train.java:31`.
    pub groups: Vec<(u64, String)>,
    /// The number of members in groups that are not listed.
    pub more: u64,
}

/// A resource that was never closed, so that the backstop had to free it.
#[derive(Clone, Debug)]
pub struct Found {
    /// The handle, which is no longer valid.
    pub handle: Handle,
    /// Its description: `f32 [2, 3]`.
    pub what: String,
    /// The bytes it held; for a scope, with everything below it.
    pub bytes: u64,
    /// The names of the scopes it was in.
    pub path: String,
    /// Its contents, if it was a scope.
    pub contents: Contents,
    /// Its metadata.
    pub metadata: Metadata,
    /// The first moment before which it was created.
    pub made_before: u64,
}

/// The record of found leaks and of checks, for one table.
pub(super) struct LeakLog {
    state: Mutex<State>,
}

struct State {
    /// The newest moment.
    moment: u64,
    /// For each handle that was alive at some moment, the first such moment. All other live handles
    /// were created after the newest moment.
    made_before: BTreeMap<u64, u64>,
    found: Vec<Found>,
    /// The number of finds that precede those in the list.
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

    /// Begins a new moment; `live` is what was alive just before the call. `is_live` takes no lock.
    pub(super) fn begin(&self, live: Vec<Handle>, is_live: impl Fn(Handle) -> bool) -> u64 {
        let mut state = self.state.lock();
        state.moment += 1;
        let moment = state.moment;
        // For a handle that is being freed, `made_before` has been read already.
        state.made_before.retain(|&handle, _| is_live(Handle(handle)));
        for handle in live {
            state.made_before.entry(handle.0).or_insert(moment);
        }
        moment
    }

    /// The first moment before which a live handle was created; the next one to come, if the handle
    /// was created after the newest moment.
    pub(super) fn made_before(&self, handle: Handle) -> u64 {
        self.state.lock().made_before(handle)
    }

    /// Records a leak that the backstop found.
    pub(super) fn add_found(&self, found: Found) {
        let mut state = self.state.lock();
        if state.found.len() < FOUND_KEPT {
            state.found.push(found);
        }
    }

    /// The finds whose numbers are in this range, unless they are forgotten.
    pub(super) fn found(&self, numbers: Range<u64>) -> Vec<Found> {
        let state = self.state.lock();
        let numbered = (state.forgotten..).zip(&state.found);
        numbered.filter(|(number, _)| numbers.contains(number)).map(|(_, found)| found.clone()).collect()
    }

    /// The number of finds so far, without those that were only counted.
    pub(super) fn found_count(&self) -> u64 {
        let state = self.state.lock();
        state.forgotten + state.found.len() as u64
    }

    /// Forgets the finds, and that they were reported.
    pub(super) fn forget_found(&self, is_live: impl Fn(Handle) -> bool) {
        let mut state = self.state.lock();
        state.forgotten += state.found.len() as u64;
        state.found.clear();
        state.reported.retain(|&handle| is_live(Handle(handle)));
    }

    /// Records that a check has failed because of these handles. Handles that are neither alive nor
    /// found are skipped.
    pub(super) fn set_reported(&self, handles: &[u64], is_live: impl Fn(Handle) -> bool) {
        let mut state = self.state.lock();
        let found: BTreeSet<u64> = state.found.iter().map(|found| found.handle.0).collect();
        let is_known = |handle: &u64| found.contains(handle) || is_live(Handle(*handle));
        state.reported.extend(handles.iter().copied().filter(is_known));
    }

    /// Whether a check has failed because of this handle.
    pub(super) fn is_reported(&self, handle: Handle) -> bool {
        self.state.lock().reported.contains(&handle.0)
    }
}
