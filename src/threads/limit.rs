//! How many threads a call may use: a limit for the process, and one for the calls of a thread.
//!
//! Invariant: work that runs on a worker, or inside other work, stays on its thread, where its
//! limit is 1.

use crate::error::{Error, Result};
use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// More threads than any machine has processors.
pub const MOST: usize = 1024;

/// The value that was set; 0 for the default.
static THREADS: AtomicUsize = AtomicUsize::new(0);
static IS_SET: AtomicBool = AtomicBool::new(false);
/// Whether the value that was set is the one that the process was started with.
static IS_INITIAL: AtomicBool = AtomicBool::new(false);

thread_local!(static LIMIT: Cell<usize> = const { Cell::new(usize::MAX) });

/// The maximum number of threads that compute at once: the value of [`set_threads`], or by default
/// the number of processors that this process may use (its affinity and its container's share,
/// rounded down), at least 1.
pub fn threads() -> usize {
    match THREADS.load(Ordering::Relaxed) {
        0 => share(),
        set => set,
    }
}

/// Sets the maximum number of threads that compute at once, including callers; 0 restores the
/// default. It applies from the next call of an operation on. Errors: more than 1024 are
/// `INVALID_ARGUMENT`.
pub fn set_threads(count: usize) -> Result<()> {
    if count > MOST {
        return Err(Error::argument(format!("{count} threads: not from 0 to {MOST}")));
    }
    IS_SET.store(true, Ordering::Release);
    set(count, false);
    Ok(())
}

/// Like [`set_threads`], unless a value was set before.
pub fn set_initial_threads(count: usize) -> Result<()> {
    if count > MOST || count == 0 {
        return if count == 0 { Ok(()) } else { set_threads(count) };
    }
    if !IS_SET.swap(true, Ordering::AcqRel) {
        set(count, true);
    }
    Ok(())
}

fn set(count: usize, is_initial: bool) {
    IS_INITIAL.store(is_initial, Ordering::Relaxed);
    THREADS.store(count, Ordering::Relaxed);
    log::info!(target: crate::log::THREADS, event = "chosen"; "{}", described());
}

/// How many threads compute at once, and why so many, for the log.
pub(crate) fn described() -> String {
    let why = match THREADS.load(Ordering::Relaxed) {
        0 => "the processors that this process may use",
        _ if IS_INITIAL.load(Ordering::Relaxed) => "the settings of the process",
        _ => "set by the program",
    };
    format!("threads that compute at once: {} ({why})", threads())
}

/// Runs `body`, in which operations called by this thread use at most `count` threads, including
/// this one; an enclosing limit also applies. 0 counts as 1.
pub fn with_threads<R>(count: usize, body: impl FnOnce() -> R) -> R {
    let _limit = Limit::enter(count);
    body()
}

/// A guard that limits the calls of this thread; see [`with_threads`].
pub(crate) struct Limit {
    before: usize,
    /// The guard must stay on its thread.
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

/// The limit that [`with_threads`] has set for this thread.
#[inline]
#[cfg_attr(loom, allow(dead_code))] // a model has limits of its own
pub(super) fn here() -> usize {
    LIMIT.get()
}

/// Marks this thread as one that computes for others.
pub(super) fn this_is_a_worker() {
    LIMIT.set(1);
}

/// The processors that this process may use.
fn share() -> usize {
    static SHARE: OnceLock<usize> = OnceLock::new();
    *SHARE.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from).min(MOST))
}
