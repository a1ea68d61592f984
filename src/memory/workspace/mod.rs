//! Workspaces: memory that a loop learns once and never asks for again.
//!
//! ```text
//!   Workspace    the threads that may come in: its own, or under SINGLE every one
//!   thread       the owner of a workspace's lock
//!   arena        the pointer, the cycles, the rules          counters  json  config
//!   allocation   what it gives
//!   ring         the blocks of cycles                         learn     how large they are
//!   segment      memory and which thread frees it            spill     segments outside
//!   mirror       the second plane, of a device
//!   block        reserve, commit, grow                    file      under a block that does not lie in memory
//! ```
//!
//! Invariant: the room knows nothing of tensors or handles. What it gives is an [`Allocation`]: its
//! bytes stay valid until its owner releases it, also past the end of the cycle, the workspace and
//! the thread; what a cycle's end means for handles is the owner's to say.

mod allocation;
mod arena;
mod block;
mod config;
mod counters;
mod file;
mod json;
mod learn;
mod mirror;
mod ring;
mod segment;
mod spill;
#[cfg(test)]
mod tests;
mod thread;

pub use allocation::Allocation;
pub(super) use allocation::AllocationRef;
pub use config::{Allocation as AllocationPolicy, Config, Learning, Location, Mirroring, Mode, Reset, Spill};
pub use counters::{Counters, CycleReport};
pub use mirror::{Access, Address, MirrorCounts, Side, set_plane};
pub(crate) use thread::Thread;

use crate::error::{Error, Result, Status};
use crate::locks;
use arena::Arena;
use segment::Tally;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The lock of a workspace: its thread takes it without a locked instruction.
pub(crate) type Biased<T> = locks::Biased<T, Thread>;

/// Memory for cycles. See the top of the file.
pub struct Workspace {
    arena: Biased<Arena>,
    config: Arc<Config>,
    tally: Arc<Tally>,
}

impl Workspace {
    /// A workspace of this thread, or under SINGLE of all. Errors: `INVALID_ARGUMENT` for a
    /// configuration that is refused, `UNSUPPORTED` for a second plane, `LIMIT_EXCEEDED`,
    /// `OUT_OF_MEMORY` and `IO` for its initial size.
    pub fn new(name: &str, config: Config) -> Result<Workspace> {
        let is_own = config.mode == Mode::Enabled;
        Workspace::build(name, config, if is_own { Biased::here } else { Biased::shared })
    }

    /// As [`Workspace::new`], for a thread that is not one of the system's: every thread may come
    /// in, one at a time.
    pub fn shared(name: &str, config: Config) -> Result<Workspace> {
        Workspace::build(name, config, Biased::shared)
    }

    fn build(name: &str, config: Config, lock: fn(Arena) -> Biased<Arena>) -> Result<Workspace> {
        config.check()?;
        let mirror = mirror::of(name, &config)?;
        let (config, tally) = (Arc::new(config), Arc::new(Tally::new(name, mirror)));
        let arena = Arena::new(Arc::clone(&config), Arc::clone(&tally));
        let arena = arena.map_err(|error| error.context(format!("workspace '{name}'")))?;
        Ok(Workspace { arena: lock(arena), config, tally })
    }

    /// Which workspace of the process it is, from 1; no other ever has that number.
    #[inline]
    pub fn number(&self) -> u64 {
        self.tally.number
    }

    /// Whether this thread may come in.
    #[inline]
    pub fn is_open_to_this_thread(&self) -> bool {
        self.arena.is_shared() || self.arena.is_here()
    }

    /// Whether it is one thread's.
    pub fn is_own(&self) -> bool {
        !self.arena.is_shared()
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.tally.name
    }

    /// What it was told.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// `bytes`, 64-byte aligned, with whatever the memory held. Errors: `WORKSPACE` when it is not
    /// entered, has no room under FAIL, or is another thread's; `LIMIT_EXCEEDED` and
    /// `OUT_OF_MEMORY` for memory outside.
    #[inline]
    pub fn allocate(&self, bytes: usize) -> Result<Allocation> {
        if let Some(bumped) = self.bump(bytes, false) {
            return Ok(bumped.allocation(bytes, false));
        }
        self.with(|arena| arena.allocate(bytes, false))
    }

    #[inline(always)]
    fn bump(&self, bytes: usize, gradient: bool) -> Option<allocation::Bumped> {
        if self.arena.is_here() { self.arena.with_here(|arena| arena.bump(bytes, gradient)) } else { None }
    }

    /// As [`Workspace::allocate`]; `None` when it is not entered or is another thread's. For a
    /// storage.
    #[inline]
    pub(super) fn allocate_if_open(&self, bytes: usize, gradient: bool) -> Result<Option<Allocation>> {
        if let Some(bumped) = self.bump(bytes, gradient) {
            return Ok(Some(bumped.allocation(bytes, gradient)));
        }
        let take = |arena: &mut Arena| match arena.is_open() {
            true => arena.allocate(bytes, gradient).map(Some),
            false => Ok(None),
        };
        if self.is_open_to_this_thread() { self.arena.with(take) } else { Ok(None) }
    }

    /// As [`Workspace::allocate`], counted as a gradient.
    pub fn allocate_gradient(&self, bytes: usize) -> Result<Allocation> {
        self.with(|arena| arena.allocate(bytes, true))
    }

    /// Takes an allocation back, from any thread; also of an ended cycle or of another workspace.
    #[inline]
    pub fn release(&self, allocation: Allocation) {
        let Some(given) = allocation.into_ref() else { return };
        if self.arena.is_here() {
            // By value: what is borrowed goes through memory, as words that are loaded in pairs.
            // SAFETY: this call uses it up.
            self.arena.with_here(move |arena| unsafe { arena.release(given) });
        } else {
            // SAFETY: as above.
            unsafe { given.release() };
        }
    }

    /// Begins a cycle and returns its number; in a ring that ends the oldest one, whatever is
    /// pinned. How often a workspace is entered, and whether pins refuse, is for the caller to say.
    #[inline]
    pub fn begin_cycle(&self) -> Result<u64> {
        self.with(Arena::begin_cycle)
    }

    /// Ends the open cycle, if there is one, whatever is pinned, and shows `see` what it was. From
    /// any thread.
    #[inline]
    pub fn end_cycle(&self, see: impl FnOnce(&CycleReport)) {
        self.arena.with(|arena| {
            if arena.is_open() {
                see(arena.end_cycle());
            }
        });
    }

    /// What of the last cycle is not released; in a ring, between cycles, of the one whose block is
    /// taken next.
    pub fn outstanding(&self) -> (u64, u64) {
        self.arena.with(|arena| arena.due().unwrap_or_else(|| (arena.cycle(), arena.outstanding())))
    }

    /// Sizes the block now, between two cycles, from what was seen so far. Its size. Errors:
    /// `WORKSPACE` when there is nothing to size it from, and those of memory.
    pub fn initialize(&self) -> Result<u64> {
        self.with(Arena::initialize)
    }

    /// The number of the last cycle that was entered.
    pub fn cycle(&self) -> Result<u64> {
        self.with(|arena| Ok(arena.cycle()))
    }

    /// Requests are met outside until [`Workspace::toggle_on`] was called as often, at most until
    /// the cycle ends.
    pub fn toggle_off(&self) -> Result<()> {
        self.with(|arena| {
            arena.toggle_off();
            Ok(())
        })
    }

    /// See [`Workspace::toggle_off`].
    pub fn toggle_on(&self) -> Result<()> {
        self.with(|arena| {
            arena.toggle_on();
            Ok(())
        })
    }

    /// All counts at this moment.
    pub fn counters(&self) -> Counters {
        self.arena.with(|arena| arena.counters())
    }

    /// The last 32 cycles, the oldest first.
    pub fn history(&self) -> Vec<CycleReport> {
        self.arena.with(|arena| arena.history())
    }

    /// Ends all cycles and gives all memory back but what is pinned, which goes with its pins. From
    /// any thread.
    pub fn destroy(&self) {
        self.arena.with(Arena::destroy);
    }

    /// What mirroring has done; `None` without a second plane.
    pub fn mirror(&self) -> Option<MirrorCounts> {
        self.tally.mirror.as_ref().map(mirror::Mirror::counts)
    }

    /// Bytes of the block; from any thread.
    pub fn committed(&self) -> u64 {
        self.tally.committed.load(Ordering::Acquire)
    }

    /// Bytes of ended cycles that are not released; from any thread.
    pub fn pinned(&self) -> u64 {
        self.tally.pinned.load(Ordering::Acquire)
    }

    /// The number of the last cycle that was entered, and the learned size; from any thread.
    pub fn moment(&self) -> (u64, u64) {
        let Tally { cycle, learned, .. } = &*self.tally;
        (cycle.load(Ordering::Relaxed), learned.load(Ordering::Relaxed))
    }

    /// Bytes of gradients of ended cycles that are not released; from any thread.
    pub fn deferred(&self) -> u64 {
        self.tally.deferred.load(Ordering::Acquire)
    }

    /// For what is the owner's alone.
    #[inline(always)]
    fn with<R>(&self, f: impl FnOnce(&mut Arena) -> Result<R>) -> Result<R> {
        if self.arena.is_here() { self.arena.with_here(f) } else { self.with_elsewhere(f) }
    }

    #[cold]
    #[inline(never)]
    fn with_elsewhere<R>(&self, f: impl FnOnce(&mut Arena) -> Result<R>) -> Result<R> {
        if self.arena.is_shared() { self.arena.with(f) } else { Err(self.foreign()) }
    }

    #[cold]
    fn foreign(&self) -> Error {
        let text = format!("workspace '{}' is another thread's: workspaceMode SINGLE shares one", self.tally.name);
        Error::new(Status::Workspace, text)
    }
}
