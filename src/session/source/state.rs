//! `WorkspaceState`: a workspace as the tree of scopes sees it: its memory, its handle, its
//! entries.
//!
//! ```text
//!   BLOCK_LEFT   [ workspace ]                     entering makes it current, leaving it releases what it owns
//!   a ring       [ workspace ] - [ cycle ] ...     entering empties the scope of the oldest cycle and makes it current
//! ```
//!
//! Invariant: `entries` records how often the workspace is entered. Its lock is held while an entry
//! is added or removed and the cycle begins or ends with it, so two threads are ordered. Nothing is
//! released under it, and no thread waits under it for another call. The memory's cycle is open
//! from the first entry to the last leaving. No slot's lock is ever held when `entries` is taken.

use super::notes::Notes;
use crate::error::{Error, Status};
use crate::memory;
use crate::memory::workspace::{Biased, Config, Mode, Reset, Workspace};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// A workspace: its memory, its handle, and which threads have entered it.
pub(in crate::session) struct WorkspaceState {
    pub(in crate::session) workspace: Arc<Workspace>,
    pub(in crate::session) entries: Biased<Entries>,
    /// Whether it has ended; a thread may still remember it.
    ended: AtomicBool,
    /// How many times a handle of an ended cycle was used.
    pub(in crate::session) stale_uses: AtomicU64,
    handle: AtomicU64,
    /// The owning thread, for reports: the caller's number, or else the system's; 0 if all threads
    /// share the workspace or the number is unknown.
    pub(in crate::session) thread: u64,
    /// The scopes of a ring's cycles.
    ring: OnceLock<Box<[u64]>>,
    /// Called after it has ended, with how often it was entered at that moment.
    on_end: fn(&WorkspaceState, usize),
}

/// Which threads are inside, and the notes taken when they left.
#[derive(Default)]
pub(in crate::session) struct Entries {
    /// Entries that have not been left, the newest last.
    entered: Vec<Entry>,
    /// The number of entries so far.
    count: u64,
    pub(in crate::session) notes: Notes,
}

/// One entry.
#[derive(Clone, Copy)]
pub(in crate::session) struct Entry {
    /// Unique among the entries of the workspace.
    pub(in crate::session) number: u64,
    thread: usize,
    /// The scope that kept handles move to, 0 for none.
    pub(in crate::session) keep_in: u64,
}

impl Entries {
    /// How many times it is entered at present.
    pub(in crate::session) fn depth(&self) -> usize {
        self.entered.len()
    }

    /// How many times it has been entered since it was created.
    pub(in crate::session) fn count(&self) -> u64 {
        self.count
    }

    /// Adds an entry of the thread with this number.
    pub(in crate::session) fn enter(&mut self, thread: usize, keep_in: u64) {
        self.count += 1;
        self.entered.push(Entry { number: self.count, thread, keep_in });
    }

    /// The newest entry of the thread with this number; if that thread has none, the newest of all.
    pub(in crate::session) fn of(&self, thread: usize) -> Option<Entry> {
        self.entered.iter().rfind(|entry| entry.thread == thread).or(self.entered.last()).copied()
    }

    /// Whether this entry has not been left.
    pub(in crate::session) fn has(&self, entry: Entry) -> bool {
        self.entered.iter().any(|other| other.number == entry.number)
    }

    /// Removes this entry.
    pub(in crate::session) fn leave(&mut self, entry: Entry) {
        self.entered.retain(|other| other.number != entry.number);
    }

    /// Removes all entries, and returns how many there were.
    pub(in crate::session) fn clear(&mut self) -> usize {
        std::mem::take(&mut self.entered).len()
    }
}

impl WorkspaceState {
    pub(in crate::session) fn new(
        workspace: Workspace,
        thread: u64,
        on_end: fn(&WorkspaceState, usize),
    ) -> WorkspaceState {
        let workspace = Arc::new(workspace);
        let [stale_uses, handle] = [const { AtomicU64::new(0) }; 2];
        let is_own = workspace.is_own();
        let entries = (if is_own { Biased::here } else { Biased::shared })(Entries::default());
        let thread = if !is_own || thread != 0 { thread } else { memory::system_thread() };
        let (ended, ring) = (AtomicBool::new(false), OnceLock::new());
        WorkspaceState { workspace, entries, ended, thread, stale_uses, handle, ring, on_end }
    }

    /// Its handle, which may be closed.
    pub(in crate::session) fn handle(&self) -> u64 {
        self.handle.load(Ordering::Acquire)
    }

    pub(in crate::session) fn set_handle(&self, handle: u64) {
        self.handle.store(handle, Ordering::Release);
    }

    pub(in crate::session) fn set_ring(&self, scopes: Vec<u64>) {
        let _ = self.ring.set(scopes.into_boxed_slice());
    }

    /// The scopes of its cycles, if it is a ring.
    pub(in crate::session) fn ring(&self) -> &[u64] {
        self.ring.get().map_or(&[], |scopes| scopes)
    }

    pub(in crate::session) fn config(&self) -> &Config {
        self.workspace.config()
    }

    pub(in crate::session) fn is_ring(&self) -> bool {
        self.config().reset == Reset::EndOfBufferReached && self.has_memory()
    }

    /// Whether it has memory of its own, and is not only a scope.
    pub(in crate::session) fn has_memory(&self) -> bool {
        self.config().mode != Mode::None
    }

    /// The scope that owns the results of this cycle.
    pub(in crate::session) fn scope_of(&self, cycle: u64) -> u64 {
        match self.ring.get() {
            Some(scopes) if !scopes.is_empty() => scopes[(cycle.wrapping_sub(1) % scopes.len() as u64) as usize],
            _ => self.handle(),
        }
    }

    /// The memory of the members of its handle, or of a cycle scope of its ring; `None` for the
    /// pool.
    pub(in crate::session) fn memory(&self, is_ring_cycle: bool) -> Option<&Arc<Workspace>> {
        // Members of a ring's own handle outlive the cycles.
        (self.has_memory() && is_ring_cycle == self.is_ring()).then_some(&self.workspace)
    }

    /// Whether its handle is closed and its memory returned.
    pub(in crate::session) fn is_ended(&self) -> bool {
        self.ended.load(Ordering::Acquire)
    }

    /// Ends the workspace after its handle was closed and its members released.
    pub(in crate::session) fn end(&self) {
        // The owning thread may be inside now, because it enters without a pin (see `known`).
        let depth = self.entries.with_unless_in(Entries::clear).unwrap_or(0);
        // Only pinned memory is kept; it is freed with its pins.
        self.workspace.destroy();
        self.ended.store(true, Ordering::Release);
        (self.on_end)(self, depth);
    }
}

/// A `WORKSPACE` error with this text about a workspace.
#[cold]
pub(in crate::session) fn refused(state: &WorkspaceState, text: &str) -> Error {
    Error::new(Status::Workspace, format!("workspace '{}' {text}", state.workspace.name()))
}
