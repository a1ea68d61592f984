//! Workspaces: memory that a loop learns once and never asks for again.
//!
//! ```text
//!   Workspace    who may come in: its thread without a lock, or under SINGLE every thread with one
//!   arena        the pointer, the cycles, the rules          counters  json  config
//!   ring         the parts of the block                      learn     how large they are
//!   segment      a piece of memory and who frees it          spill     pieces outside
//!   mirror       the second plane, of a device
//!   block        reserve, commit, grow                    file      under a block that does not lie in memory
//! ```
//!
//! Invariant: the room knows nothing of tensors or handles. What it gives is an [`Allocation`]: its bytes stay valid
//! until whoever has it releases it, also past the end of the cycle, the workspace and the thread; what a cycle's end
//! means for handles is the owner's to say, with [`Workspace::check`].

mod arena;
mod block;
mod config;
mod counters;
#[cfg(target_os = "linux")]
mod file;
#[cfg(not(target_os = "linux"))]
#[path = "no_file.rs"]
mod file;
mod json;
mod learn;
mod mirror;
mod ring;
mod segment;
mod spill;
#[cfg(test)]
mod tests;

pub use arena::Allocation;
pub(super) use arena::Lot;
pub use config::{Allocation as AllocationPolicy, Config, Learning, Location, Mirroring, Mode, Reset, Spill};
pub use counters::{Counters, CycleReport, Guest};
pub use mirror::{Access, Address, MirrorCounts, Plane, Side, set_plane};

use crate::error::{Error, Result, Status};
use arena::Arena;
use parking_lot::Mutex;
use segment::Tally;
use std::cell::UnsafeCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Memory for cycles. See the top of the file.
pub struct Workspace {
    /// Only the owner's thread looks at it, or whoever has the lock.
    arena: UnsafeCell<Arena>,
    lock: Mutex<()>,
    /// The thread that made it; 0 when every thread comes in by the lock.
    owner: usize,
    config: Arc<Config>,
    tally: Arc<Tally>,
    /// Another thread has ended the cycle: nothing more is taken, and the arena hears of it by [`Workspace::settle`].
    left: AtomicBool,
}

// SAFETY: the arena is reached by its owner's thread alone, or under SINGLE by who has the lock; the rest is shared.
unsafe impl Sync for Workspace {}

impl Workspace {
    /// A workspace of this thread, or under SINGLE of all. Errors: `INVALID_ARGUMENT` for a configuration that is
    /// refused, `UNSUPPORTED` for a second plane, `LIMIT_EXCEEDED`, `OUT_OF_MEMORY` and `IO` for its initial size.
    pub fn new(name: &str, config: Config) -> Result<Workspace> {
        let owner = if config.mode == Mode::Enabled { this_thread() } else { 0 };
        Workspace::owned_by(owner, name, config)
    }

    /// As [`Workspace::new`], for a thread that is not one of the system's: every thread may come in, one at a time.
    pub fn shared(name: &str, config: Config) -> Result<Workspace> {
        Workspace::owned_by(0, name, config)
    }

    fn owned_by(owner: usize, name: &str, config: Config) -> Result<Workspace> {
        config.check()?;
        let mirror = mirror::of(name, &config)?;
        let (config, tally) = (Arc::new(config), Arc::new(Tally::new(name, mirror)));
        let arena = Arena::new(Arc::clone(&config), Arc::clone(&tally));
        let arena = arena.map_err(|error| error.context(format!("workspace '{name}'")))?;
        Ok(Workspace {
            arena: UnsafeCell::new(arena),
            lock: Mutex::new(()),
            owner,
            config,
            tally,
            left: AtomicBool::new(false),
        })
    }

    /// Which workspace of the process it is, from 1; no other ever has that number.
    #[inline]
    pub fn number(&self) -> u64 {
        self.tally.number
    }

    /// Whether this thread may come in.
    #[inline]
    pub fn is_open_to_this_thread(&self) -> bool {
        self.owner == 0 || self.owner == this_thread()
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.tally.name
    }

    /// What it was told.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// `bytes`, 64-byte aligned, with whatever the memory held. Errors: `WORKSPACE` when it is not entered, has no room
    /// under FAIL, or is another thread's; `LIMIT_EXCEEDED` and `OUT_OF_MEMORY` for memory outside.
    #[inline]
    pub fn allocate(&self, bytes: usize) -> Result<Allocation> {
        if self.owner == this_thread() {
            // SAFETY: this is the owner's thread, and nothing in the arena comes back here.
            return unsafe { &mut *self.arena.get() }.allocate(bytes, false);
        }
        self.with(|arena| arena.allocate(bytes, false))?
    }

    /// As [`Workspace::allocate`]; `None` when it is not entered or is another thread's. For a storage.
    #[inline]
    pub(super) fn allocate_if_open(&self, bytes: usize, gradient: bool) -> Result<Option<Allocation>> {
        let take = |arena: &mut Arena| match arena.is_open() && !self.left.load(Ordering::Relaxed) {
            true => arena.allocate(bytes, gradient).map(Some),
            false => Ok(None),
        };
        if self.owner == this_thread() {
            // SAFETY: as in `allocate`.
            return take(unsafe { &mut *self.arena.get() });
        }
        if self.owner != 0 {
            return Ok(None);
        }
        self.with(take)?
    }

    /// As [`Workspace::allocate`], counted as a gradient.
    pub fn allocate_gradient(&self, bytes: usize) -> Result<Allocation> {
        self.with(|arena| arena.allocate(bytes, true))?
    }

    /// Takes an allocation back, from any thread; also of an ended cycle or of another workspace.
    #[inline]
    pub fn release(&self, allocation: Allocation) {
        if self.owner == this_thread() {
            // SAFETY: as in `allocate`.
            unsafe { &mut *self.arena.get() }.release(allocation);
        } else {
            allocation.release();
        }
    }

    /// Begins a cycle and returns its number, or goes one deeper into the open one.
    #[inline]
    pub fn enter(&self) -> Result<u64> {
        self.with(|arena| arena.enter(false))?
    }

    /// As [`Workspace::enter`]; the caller has looked for pins.
    #[inline]
    pub fn enter_checked(&self) -> Result<u64> {
        self.with(|arena| arena.enter(true))?
    }

    /// Ends the open cycle whatever is pinned.
    #[inline]
    pub fn end_cycle(&self) -> Result<CycleReport> {
        self.with(Arena::end_cycle)
    }

    /// Ends the cycle from a thread that may not come in: the owner's next [`Workspace::settle`] does the rest.
    pub fn leave_from_afar(&self) {
        self.left.store(true, Ordering::Release);
    }

    /// Ends a cycle that another thread has left.
    #[inline]
    pub fn settle(&self) -> Result<()> {
        if self.left.load(Ordering::Acquire) {
            self.with(|arena| arena.is_open().then(|| arena.end_cycle()))?;
            self.left.store(false, Ordering::Release);
        }
        Ok(())
    }

    /// What of the last cycle is not released; in a ring, between cycles, of the one whose part is taken next.
    pub fn outstanding(&self) -> Result<(u64, u64)> {
        self.with(|arena| arena.due().unwrap_or_else(|| (arena.cycle(), arena.outstanding())))
    }

    /// Sizes the block now, between two cycles, from what was seen so far. Its size. Errors: `WORKSPACE` when there is
    /// nothing to size it from, and those of memory.
    pub fn initialize(&self) -> Result<u64> {
        self.with(Arena::initialize)?
    }

    /// Ends the cycle; `None` when that was an inner one. `pins` names what is known to hold memory still, for the error
    /// of `strict`, which leaves the cycle open.
    #[inline]
    pub fn leave(&self, pins: &str) -> Result<Option<CycleReport>> {
        self.with(|arena| arena.leave(pins))?
    }

    /// `INVALID_HANDLE` for a cycle whose tensors are no longer valid, with both numbers.
    #[inline]
    pub fn check(&self, cycle: u64) -> Result<()> {
        self.with(|arena| arena.check(cycle))?
    }

    /// The number of the last cycle that was entered, and how often it is.
    pub fn cycle(&self) -> Result<(u64, u32)> {
        self.with(|arena| (arena.cycle(), arena.depth()))
    }

    /// Requests are met outside until [`Workspace::toggle_on`] was called as often, at most until the cycle ends.
    pub fn toggle_off(&self) -> Result<()> {
        self.with(Arena::toggle_off)
    }

    /// See [`Workspace::toggle_off`].
    pub fn toggle_on(&self) -> Result<()> {
        self.with(Arena::toggle_on)
    }

    /// Bytes from elsewhere came (`came`) or went.
    pub fn guest(&self, guest: Guest, bytes: u64, came: bool) -> Result<()> {
        self.with(|arena| arena.guest(guest, bytes, came))
    }

    /// All counts at this moment.
    pub fn counters(&self) -> Result<Counters> {
        self.with(|arena| arena.counters())
    }

    /// The last 32 cycles, the oldest first.
    pub fn history(&self) -> Result<Vec<CycleReport>> {
        self.with(|arena| arena.history())
    }

    /// Ends all cycles and gives all memory back but what is pinned, which goes with its pins.
    pub fn destroy(&self) -> Result<()> {
        self.with(Arena::destroy)
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

    /// The number of the last cycle that was entered, how often it is, and the learned size; from any thread.
    pub fn moment(&self) -> (u64, u64, u64) {
        let Tally { cycle, depth, learned, .. } = &*self.tally;
        (cycle.load(Ordering::Relaxed), depth.load(Ordering::Relaxed), learned.load(Ordering::Relaxed))
    }

    /// Bytes of gradients of ended cycles that are not released; from any thread.
    pub fn deferred(&self) -> u64 {
        self.tally.deferred.load(Ordering::Acquire)
    }

    #[inline]
    fn with<R>(&self, f: impl FnOnce(&mut Arena) -> R) -> Result<R> {
        if self.owner == this_thread() {
            // SAFETY: this is the owner's thread, and nothing in the arena comes back here.
            return Ok(f(unsafe { &mut *self.arena.get() }));
        }
        if self.owner != 0 {
            return Err(self.foreign());
        }
        let _locked = self.lock.lock();
        // SAFETY: whoever has no thread of its own comes in under the lock only.
        Ok(f(unsafe { &mut *self.arena.get() }))
    }

    #[cold]
    fn foreign(&self) -> Error {
        let text = format!("workspace '{}' is another thread's: workspaceMode SINGLE shares one", self.tally.name);
        Error::new(Status::Workspace, text)
    }
}

/// A number that no other living thread has, never 0. One that comes after an ended thread may take it over, and with it
/// what that thread had.
#[inline]
fn this_thread() -> usize {
    thread_local!(static MARK: u8 = const { 0 });
    MARK.with(|mark| std::ptr::from_ref(mark) as usize)
}
