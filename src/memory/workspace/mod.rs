//! Workspaces: memory that a loop learns once and never asks for again.
//!
//! ```text
//!   Workspace    who may come in: its thread without a lock, or under SINGLE every thread with one
//!   arena        the pointer, the cycles, the rules          counters  json  config
//!   ring         the parts of the block                      learn     how large they are
//!   segment      a piece of memory and who frees it          spill     pieces outside
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
mod ring;
mod segment;
mod spill;
#[cfg(test)]
mod tests;

pub use arena::Allocation;
pub use config::{Allocation as AllocationPolicy, Config, Learning, Location, Mirroring, Mode, Reset, Spill};
pub use counters::{Counters, CycleReport, Guest};

use crate::error::{Error, Result, Status};
use arena::Arena;
use parking_lot::Mutex;
use segment::Tally;
use std::cell::UnsafeCell;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Memory for cycles. See the top of the file.
pub struct Workspace {
    /// Only the owner's thread looks at it, or whoever has the lock.
    arena: UnsafeCell<Arena>,
    lock: Mutex<()>,
    /// The thread that made it; 0 under SINGLE.
    owner: usize,
    name: Arc<str>,
    config: Arc<Config>,
    tally: Arc<Tally>,
}

// SAFETY: the arena is reached by its owner's thread alone, or under SINGLE by who has the lock; the rest is shared.
unsafe impl Sync for Workspace {}

impl Workspace {
    /// A workspace of this thread, or under SINGLE of all. Errors: `INVALID_ARGUMENT` for a configuration that is
    /// refused, `UNSUPPORTED` for a second plane, `LIMIT_EXCEEDED`, `OUT_OF_MEMORY` and `IO` for its initial size.
    pub fn new(name: &str, config: Config) -> Result<Workspace> {
        config.check()?;
        if config.mirroring == Mirroring::Enabled {
            let text = format!("workspace '{name}': policyMirroring ENABLED needs a device plane");
            return Err(Error::new(Status::Unsupported, text));
        }
        let owner = if config.mode == Mode::Single { 0 } else { this_thread() };
        let (name, config, tally) = (Arc::from(name), Arc::new(config), Arc::<Tally>::default());
        let arena = Arena::new(Arc::clone(&name), Arc::clone(&config), Arc::clone(&tally));
        let arena = arena.map_err(|error| error.context(format!("workspace '{name}'")))?;
        Ok(Workspace { arena: UnsafeCell::new(arena), lock: Mutex::new(()), owner, name, config, tally })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
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
        self.with(Arena::enter)?
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

    /// Bytes of the block; from any thread.
    pub fn committed(&self) -> u64 {
        self.tally.committed.load(Ordering::Acquire)
    }

    /// Bytes of ended cycles that are not released; from any thread.
    pub fn pinned(&self) -> u64 {
        self.tally.pinned.load(Ordering::Acquire)
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
        let text = format!("workspace '{}' is another thread's: workspaceMode SINGLE shares one", self.name);
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
