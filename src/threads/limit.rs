//! How many threads a call may compute on: a number for the process, and one for the calls of a thread.
//!
//! Invariant: work that runs on a worker, or inside other work, stays on its thread: its limit there is 1.

use crate::error::{Error, Result};
use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// More threads than any machine has processors.
pub const MOST: usize = 1024;

/// What was set; 0 for the default.
static THREADS: AtomicUsize = AtomicUsize::new(0);
static IS_SET: AtomicBool = AtomicBool::new(false);

thread_local!(static LIMIT: Cell<usize> = const { Cell::new(usize::MAX) });

/// How many threads compute at most at once: what [`set_threads`] has set, else as many processors as this process may use
/// (its affinity and its container's share, rounded down), at least 1.
pub fn threads() -> usize {
    match THREADS.load(Ordering::Relaxed) {
        0 => share(),
        set => set,
    }
}

/// Sets how many threads compute at most at once, the callers included; 0 puts the default back. It holds from the next
/// call of an operation on. Errors: more than 1024 are `INVALID_ARGUMENT`.
pub fn set_threads(count: usize) -> Result<()> {
    if count > MOST {
        return Err(Error::argument(format!("{count} threads: not from 0 to {MOST}")));
    }
    IS_SET.store(true, Ordering::Release);
    THREADS.store(count, Ordering::Relaxed);
    Ok(())
}

/// As [`set_threads`], unless something was set before.
pub fn set_initial_threads(count: usize) -> Result<()> {
    if count == 0 || IS_SET.swap(true, Ordering::AcqRel) { Ok(()) } else { set_threads(count) }
}

/// Runs `body`, in which operations that this thread calls compute on at most `count` threads, itself included; a limit
/// further out holds too. 0 counts as 1.
pub fn with_threads<R>(count: usize, body: impl FnOnce() -> R) -> R {
    let _limit = Limit::enter(count);
    body()
}

/// A limit for the calls of this thread, while it lives; see [`with_threads`].
pub(crate) struct Limit {
    before: usize,
    /// It is for one thread.
    thread: PhantomData<*const ()>,
}

impl Limit {
    pub fn enter(count: usize) -> Limit {
        let before = LIMIT.get();
        LIMIT.set(count.max(1).min(before));
        Limit { before, thread: PhantomData }
    }
}

impl Drop for Limit {
    fn drop(&mut self) {
        LIMIT.set(self.before);
    }
}

/// What [`with_threads`] has said for this thread.
#[inline]
#[cfg_attr(loom, allow(dead_code))] // a model has limits of its own
pub(super) fn here() -> usize {
    LIMIT.get()
}

/// This thread computes for others.
pub(super) fn this_is_a_worker() {
    LIMIT.set(1);
}

/// The processors that this process may use.
fn share() -> usize {
    static SHARE: OnceLock<usize> = OnceLock::new();
    *SHARE.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from).min(MOST))
}
