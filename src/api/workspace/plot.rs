//! `Plot`: a workspace as the tree of scopes sees it: its memory, its handle, its entries.
//!
//! ```text
//!   BLOCK_LEFT   [ workspace ]                     entering makes it current, leaving it releases what it owns
//!   a ring       [ workspace ] - [ part ] ...      entering empties the part whose turn it is and makes it current
//! ```
//!
//! Invariant: `entries` says how often it is entered, and is locked while it is entered or left, so that of two threads
//! one comes after the other. The memory's own depth is 1 from the first entry to the last leaving. No slot's lock is
//! ever held when `entries` is taken.

use super::notes::Notes;
use super::{known, misuse, place};
use crate::api::resource::{Resource, TABLE};
use crate::error::{Error, Result, Status};
use crate::memory;
use crate::memory::workspace::biased::{Biased, this_thread};
use crate::memory::workspace::{Config, Mode, Reset, Workspace};
use crate::ownership::{Handle, Kind, Pin};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::node::Ground;

/// See the top of the file.
pub(in crate::api) struct Plot {
    pub(super) workspace: Arc<Workspace>,
    pub(super) entries: Biased<Entries>,
    /// It is over; a thread may know it still.
    ended: AtomicBool,
    /// How often a handle of an ended cycle was used.
    pub(super) stale_uses: AtomicU64,
    handle: AtomicU64,
    /// Whose it is, for reports: the caller's number, else the system's. 0: everybody's, or not known.
    pub(super) thread: u64,
    /// The scopes of a ring's cycles.
    parts: OnceLock<Box<[u64]>>,
}

/// Who is in it, and what was noted when they left.
#[derive(Default)]
pub(super) struct Entries {
    /// Those that were not left, the newest last.
    outers: Vec<Entry>,
    pub(super) notes: Notes,
}

/// One entry: who made it, and the scope that what is kept goes to; 0 for nobody.
struct Entry {
    thread: usize,
    outer: u64,
}

impl Entries {
    /// How often it is entered.
    pub(super) fn depth(&self) -> usize {
        self.outers.len()
    }

    /// This thread enters.
    pub(super) fn enter(&mut self, outer: u64) {
        self.outers.push(Entry { thread: this_thread(), outer });
    }

    /// Where what this thread keeps goes.
    pub(super) fn outer(&self) -> Option<u64> {
        self.mine().map(|at| self.outers[at].outer)
    }

    /// This thread leaves. `None`: it is not entered.
    pub(super) fn leave(&mut self) -> Option<()> {
        let at = self.mine()?;
        self.outers.remove(at);
        Some(())
    }

    /// All have left.
    pub(super) fn clear(&mut self) -> usize {
        std::mem::take(&mut self.outers).len()
    }

    /// The newest entry that this thread has made; of a thread that has made none, the newest there is.
    fn mine(&self) -> Option<usize> {
        let here = this_thread();
        self.outers.iter().rposition(|entry| entry.thread == here).or(self.outers.len().checked_sub(1))
    }
}

impl Plot {
    pub(super) fn new(workspace: Workspace, thread: u64) -> Plot {
        let workspace = Arc::new(workspace);
        let [stale_uses, handle] = [const { AtomicU64::new(0) }; 2];
        let is_own = workspace.is_own();
        let entries = (if is_own { Biased::here } else { Biased::shared })(Entries::default());
        let thread = if !is_own || thread != 0 { thread } else { memory::system_thread() };
        Plot { workspace, entries, ended: AtomicBool::new(false), thread, stale_uses, handle, parts: OnceLock::new() }
    }

    /// Its handle, which may be closed.
    pub(super) fn handle(&self) -> u64 {
        self.handle.load(Ordering::Acquire)
    }

    pub(super) fn set_handle(&self, handle: u64) {
        self.handle.store(handle, Ordering::Release);
    }

    pub(super) fn set_parts(&self, parts: Vec<u64>) {
        let _ = self.parts.set(parts.into_boxed_slice());
    }

    pub(super) fn config(&self) -> &Config {
        self.workspace.config()
    }

    pub(super) fn is_ring(&self) -> bool {
        self.config().reset == Reset::EndOfBufferReached && self.has_memory()
    }

    /// Whether it is more than a scope.
    pub(super) fn has_memory(&self) -> bool {
        self.config().mode != Mode::None
    }

    /// The scope that owns what is made in this cycle.
    pub(super) fn scope_of(&self, cycle: u64) -> u64 {
        match self.parts.get() {
            Some(parts) if !parts.is_empty() => parts[(cycle.wrapping_sub(1) % parts.len() as u64) as usize],
            _ => self.handle(),
        }
    }

    /// The memory of what a scope of this ground owns; `None` for the pool's.
    pub(super) fn memory(&self, is_part: bool) -> Option<&Arc<Workspace>> {
        // What the handle of a ring owns outlives the cycles.
        (self.has_memory() && is_part == self.is_ring()).then_some(&self.workspace)
    }

    /// Whether its handle is closed and its memory given back.
    pub(super) fn is_ended(&self) -> bool {
        self.ended.load(Ordering::Acquire)
    }

    /// Its handle is closed, and everything that it owned released.
    pub(super) fn end(&self) {
        // Its owner may be in at this moment, since he needs no pin for that: see `known`.
        let depth = self.entries.with_unless_in(Entries::clear).unwrap_or(0);
        if depth > 0 {
            misuse::ended_while_entered(self, depth);
        }
        // Only memory that is pinned is kept, and goes with its pins.
        self.workspace.destroy();
        self.ended.store(true, Ordering::Release);
        place::forget(&self.workspace);
        known::tidy();
        // Whoever remembers it looks again, and frees it then.
        TABLE.end_epoch();
    }
}

/// A workspace in use: its handle stays what it is until this is dropped.
pub(super) struct PinnedPlot {
    pub(super) pin: Pin<'static, Resource>,
}

impl std::ops::Deref for PinnedPlot {
    type Target = Arc<Plot>;
    #[inline]
    fn deref(&self) -> &Arc<Plot> {
        match &*self.pin {
            Resource::Scope(node) => match node.ground() {
                Ground::Workspace(plot) => plot,
                _ => unreachable!("found out by plot()"),
            },
            _ => unreachable!("the table compared the kind"),
        }
    }
}

/// The workspace of this handle. `INVALID_HANDLE`; `INVALID_ARGUMENT` for a scope that is none.
#[inline]
pub(super) fn plot(handle: u64) -> Result<PinnedPlot> {
    let pin = TABLE.pin(Handle(handle), Kind::Scope)?;
    match &*pin {
        Resource::Scope(node) if matches!(node.ground(), Ground::Workspace(_)) => Ok(PinnedPlot { pin }),
        _ => Err(no_workspace(handle)),
    }
}

#[cold]
fn no_workspace(handle: u64) -> Error {
    Error::argument(format!("{} is a scope, but no workspace", TABLE.title(Handle(handle))))
}

/// `WORKSPACE` with this text about a workspace.
#[cold]
pub(super) fn refused(plot: &Plot, text: &str) -> Error {
    Error::new(Status::Workspace, format!("workspace '{}' {text}", plot.workspace.name()))
}
