//! Threads: work on independent items, divided among a few threads of our own.
//!
//! `job` is the work of one call, `pool` the threads that help with it, `limit` how many may. A caller always works
//! itself, and never waits for a thread that has not begun.
//!
//! Invariant: after `fork` the child has none of these threads, and whatever it computes it computes on the thread that
//! asks. Nothing is inherited but numbers, since no lock of this room is taken there.

mod job;
mod limit;
mod pool;
mod sync;

pub(crate) use job::Cut;
pub(crate) use limit::Limit;
pub use limit::{MOST, set_threads, threads, with_threads};

use std::ops::Range;
#[cfg(not(loom))]
use {
    pool::Pool,
    std::sync::atomic::{AtomicU32, Ordering},
};

#[cfg(not(loom))]
static POOL: Pool = Pool::new();

/// The process that uses the pool; 0 before the first.
#[cfg(not(loom))]
static PROCESS: AtomicU32 = AtomicU32::new(0);

/// Calls `work` with ranges that together are all items of `cut`, at the same time on this thread and on others. Inside of `work` nothing is divided further. A panic in it is a panic here.
#[cfg(not(loom))]
pub(crate) fn run(cut: Cut, work: &(dyn Fn(Range<usize>) + Sync)) {
    let limit = threads();
    let here = limit.min(limit::here());
    if here <= 1 || cut.most <= 1 || is_forked() {
        return work(0..cut.items);
    }
    with_threads(1, || POOL.run(cut, here, limit, work));
}

/// A model has threads of its own, and tests the pool by itself.
#[cfg(loom)]
pub(crate) fn run(cut: Cut, work: &(dyn Fn(Range<usize>) + Sync)) {
    work(0..cut.items);
}

/// Ends the threads that have nothing to do: for whoever unloads the library. Later calls start others.
pub fn end_idle() {
    #[cfg(not(loom))]
    if !is_forked() {
        POOL.end_idle();
    }
}

/// How many threads help callers, with those that sleep, and how many threads compute in divided calls at this moment.
#[cfg(not(loom))]
pub fn counts() -> (usize, usize) {
    if is_forked() { (0, 0) } else { POOL.counts() }
}

/// Whether this is a child of the process that has the threads.
#[cfg(not(loom))]
fn is_forked() -> bool {
    let this = std::process::id();
    match PROCESS.compare_exchange(0, this, Ordering::Relaxed, Ordering::Relaxed) {
        Ok(_) => false,
        Err(owner) => owner != this,
    }
}
