//! Metadata of handles: what is known of some of them beside the resource: a name, where it was
//! made, where it was closed.
//!
//! Invariant: nothing here is looked at on a hot path. Metadata is an entry in a table beside the
//! slots, so a handle without one costs nothing; metadata of closed handles are kept for a while,
//! to say in an error what was closed, and then pruned. Metadata never keeps a resource alive.

use super::handle::Handle;
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::Instant;

/// MetadataStore of closed handles that are kept.
const CLOSED_KEPT: u64 = 4096;

/// How much is recorded of where handles come from. What is alive is known exactly at every level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(i32)]
pub enum Level {
    /// Nothing, and it costs nothing.
    Off = 0,
    /// The line and the time of one creation in 128: cheap enough for production.
    Sampled = 1,
    /// The line and the time of each creation, and the line of each close.
    All = 2,
}

impl Level {
    /// The level of this code.
    pub fn from_code(code: i32) -> Option<Level> {
        [Level::Off, Level::Sampled, Level::All].into_iter().find(|&level| level as i32 == code)
    }
}

/// What is known of one handle.
#[derive(Clone, Debug, Default)]
pub struct Metadata {
    /// Given by the user.
    pub name: Option<Arc<str>>,
    /// Where it was made.
    pub site: Option<Arc<str>>,
    /// Whether it stands for others too, since lines are sampled by bytes.
    pub sampled: bool,
    /// When that was noted.
    pub since: Option<Instant>,
    /// Only a collector frees it, because its memory was handed out: it is no leak.
    pub exported: bool,
    /// Where it was closed, or what closed it.
    pub closed: Option<Arc<str>>,
    /// When it was last written: the oldest are pruned first.
    sequence: u64,
}

/// See the top of the file.
pub(super) struct MetadataStore {
    level: AtomicU8,
    is_level_set: AtomicBool,
    collected: AtomicU64,
    collected_bytes: AtomicU64,
    state: Mutex<State>,
}

struct State {
    metadata: BTreeMap<u64, Metadata>,
    sequence: u64,
    /// Prune when there are so many.
    prune_at: usize,
}

impl MetadataStore {
    pub(super) const fn new() -> MetadataStore {
        let state = State { metadata: BTreeMap::new(), sequence: 0, prune_at: 1024 };
        MetadataStore {
            level: AtomicU8::new(0),
            is_level_set: AtomicBool::new(false),
            collected: AtomicU64::new(0),
            collected_bytes: AtomicU64::new(0),
            state: Mutex::new(state),
        }
    }

    pub(super) fn level(&self) -> Level {
        Level::from_code(i32::from(self.level.load(Ordering::Relaxed))).unwrap_or(Level::Off)
    }

    pub(super) fn set_level(&self, level: Level) {
        self.is_level_set.store(true, Ordering::Release);
        self.level.store(level as u8, Ordering::Relaxed);
    }

    /// As [`MetadataStore::set_level`], unless it was set before; OFF sets nothing.
    pub(super) fn set_initial_level(&self, level: Level) {
        if level != Level::Off && !self.is_level_set.swap(true, Ordering::AcqRel) {
            self.set_level(level);
        }
    }

    /// How many handles the backstop has freed.
    pub(super) fn collected(&self) -> u64 {
        self.collected.load(Ordering::Relaxed)
    }

    /// What those held.
    pub(super) fn collected_bytes(&self) -> u64 {
        self.collected_bytes.load(Ordering::Relaxed)
    }

    pub(super) fn count_collected(&self, bytes: u64) {
        self.collected.fetch_add(1, Ordering::Relaxed);
        self.collected_bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// The metadata of a handle, live or closed not long ago.
    pub(super) fn get(&self, handle: Handle) -> Option<Metadata> {
        self.state.lock().metadata.get(&handle.0).cloned()
    }

    /// The handles of this name, live or closed not long ago.
    pub(super) fn named(&self, name: &str) -> Vec<Handle> {
        let state = self.state.lock();
        let of_name = state.metadata.iter().filter(|(_, metadata)| metadata.name.as_deref() == Some(name));
        of_name.map(|(&handle, _)| Handle(handle)).collect()
    }

    /// Writes into the metadata of a handle, made if there is none. `is_live` tells which may be
    /// pruned; it takes no lock.
    pub(super) fn write(&self, handle: Handle, is_live: impl Fn(Handle) -> bool, change: impl FnOnce(&mut Metadata)) {
        let mut state = self.state.lock();
        state.sequence += 1;
        let sequence = state.sequence;
        let metadata = state.metadata.entry(handle.0).or_default();
        metadata.sequence = sequence;
        change(metadata);
        if state.metadata.len() >= state.prune_at {
            let recent = sequence.saturating_sub(CLOSED_KEPT);
            state.metadata.retain(|&handle, metadata| metadata.sequence > recent || is_live(Handle(handle)));
            state.prune_at = state.metadata.len() * 2 + 1024;
        }
    }
}
