//! Workspaces: memory whose size a loop learns once and then reuses in every cycle.
//!
//! ```text
//!   Workspace    the threads that may use it: its owner, or under SINGLE every thread
//!   thread       the owner of a workspace's lock
//!   arena        the pointer, the cycles, the rules          counters  json  config
//!   allocation   the memory that it hands out
//!   ring         the blocks of cycles                        learn     their sizes
//!   segment      memory and which thread frees it            spill     segments outside
//!   mirror       the second plane, on a device
//!   block        reserve, commit, grow                       file      backs a block instead of memory
//! ```
//!
//! Invariant: this module does not depend on tensors or handles. It hands out [`Allocation`]s,
//! whose bytes stay valid until their owner releases them, even past the end of the cycle, the
//! workspace and the thread. The owner decides what the end of a cycle means for handles.

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

use super::devices;
use crate::device::Device;
use crate::error::{Error, Result, Status};
use crate::locks;
use arena::Arena;
use segment::Tally;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The lock of a workspace: its owner takes it without an atomic read-modify-write instruction.
pub(crate) type Biased<T> = locks::Biased<T, Thread>;

/// A workspace: memory for cycles.
pub struct Workspace {
    arena: Biased<Arena>,
    config: Arc<Config>,
    tally: Arc<Tally>,
}

impl Workspace {
    /// Creates a workspace of this thread, or under SINGLE one that all threads share. Errors:
    /// `INVALID_ARGUMENT` for an invalid configuration, `DEVICE_UNAVAILABLE`, `UNSUPPORTED` for a
    /// second plane, `LIMIT_EXCEEDED`, `OUT_OF_MEMORY` and `IO` for its initial size.
    pub fn new(name: &str, config: Config) -> Result<Workspace> {
        let is_own = config.mode == Mode::Enabled;
        Workspace::build(name, config, if is_own { Biased::here } else { Biased::shared })
    }

    /// Like [`Workspace::new`], for a thread that is not a system thread: every system thread may
    /// use it, one at a time.
    pub fn shared(name: &str, config: Config) -> Result<Workspace> {
        Workspace::build(name, config, Biased::shared)
    }

    fn build(name: &str, config: Config, lock: fn(Arena) -> Biased<Arena>) -> Result<Workspace> {
        config.check()?;
        let pool = devices::of(config.device)?;
        let mirror = mirror::of(name, &config)?;
        let (config, tally) = (Arc::new(config), Arc::new(Tally::new(name, pool, mirror)));
        let arena = Arena::new(Arc::clone(&config), Arc::clone(&tally));
        let arena = arena.map_err(|error| error.context(format!("workspace '{name}'")))?;
        Ok(Workspace { arena: lock(arena), config, tally })
    }

    /// The workspace's number in the process, from 1; it is never reused.
    #[inline]
    pub fn number(&self) -> u64 {
        self.tally.number
    }

    /// Whether this thread may use it.
    #[inline]
    pub fn is_open_to_this_thread(&self) -> bool {
        self.arena.is_shared() || self.arena.is_here()
    }

    /// Whether it belongs to one thread.
    pub fn is_own(&self) -> bool {
        !self.arena.is_shared()
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.tally.name
    }

    /// The device of its memory.
    pub fn device(&self) -> Device {
        self.config.device
    }

    /// Its configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Allocates `bytes`, 64-byte aligned and uninitialised. Errors: `WORKSPACE` if it is not
    /// entered, has no room under FAIL, or belongs to another thread; `LIMIT_EXCEEDED` and
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

    /// Like [`Workspace::allocate`], for a storage; `None` if it is not entered or belongs to
    /// another thread.
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

    /// Like [`Workspace::allocate`], counted as a gradient.
    pub fn allocate_gradient(&self, bytes: usize) -> Result<Allocation> {
        self.with(|arena| arena.allocate(bytes, true))
    }

    /// Releases an allocation, from any thread; also one of an ended cycle or of another workspace.
    #[inline]
    pub fn release(&self, allocation: Allocation) {
        let Some(given) = allocation.into_ref() else { return };
        if self.arena.is_here() {
            // By value: a borrowed one would go through memory, where its words are loaded in
            // pairs. SAFETY: this call consumes it.
            self.arena.with_here(move |arena| unsafe { arena.release(given) });
        } else {
            // SAFETY: as above.
            unsafe { given.release() };
        }
    }

    /// Begins a cycle and returns its number; in a ring this ends the oldest cycle, even if memory
    /// is pinned. The caller counts how often the workspace is entered, and decides whether pins
    /// refuse.
    #[inline]
    pub fn begin_cycle(&self) -> Result<u64> {
        self.with(Arena::begin_cycle)
    }

    /// Ends the open cycle, if there is one, even if memory is pinned, and passes its report to
    /// `see`. Callable from any thread.
    #[inline]
    pub fn end_cycle(&self, see: impl FnOnce(&CycleReport)) {
        self.arena.with(|arena| {
            if arena.is_open() {
                see(arena.end_cycle());
            }
        });
    }

    /// Bytes of the last cycle that are not released; in a ring, between cycles, of the cycle whose
    /// block is taken next.
    pub fn outstanding(&self) -> (u64, u64) {
        self.arena.with(|arena| arena.due().unwrap_or_else(|| (arena.cycle(), arena.outstanding())))
    }

    /// Sizes the block now, between two cycles, from the cycles so far, and returns its size.
    /// Errors: `WORKSPACE` if there is nothing to size it from, and memory errors.
    pub fn initialize(&self) -> Result<u64> {
        self.with(Arena::initialize)
    }

    /// The number of the last cycle that was entered.
    pub fn cycle(&self) -> Result<u64> {
        self.with(|arena| Ok(arena.cycle()))
    }

    /// Sends requests to the pool until [`Workspace::toggle_on`] has been called the same number of
    /// times, at most until the cycle ends.
    pub fn toggle_off(&self) -> Result<()> {
        self.with(|arena| {
            arena.toggle_off();
            Ok(())
        })
    }

    /// Undoes one [`Workspace::toggle_off`].
    pub fn toggle_on(&self) -> Result<()> {
        self.with(|arena| {
            arena.toggle_on();
            Ok(())
        })
    }

    /// The current counts.
    pub fn counters(&self) -> Counters {
        self.arena.with(|arena| arena.counters())
    }

    /// The last 32 cycles, the oldest first.
    pub fn history(&self) -> Vec<CycleReport> {
        self.arena.with(|arena| arena.history())
    }

    /// Ends all cycles and frees all memory except what is pinned, which is freed with its pins.
    /// Callable from any thread.
    pub fn destroy(&self) {
        self.arena.with(Arena::destroy);
    }

    /// Statistics of mirroring; `None` without a second plane.
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

    /// Runs `f` for operations that only the owner may do.
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
