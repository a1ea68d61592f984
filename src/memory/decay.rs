//! Decay: memory that was kept for the next use, and not used for a while, goes back to the system by itself.
//!
//! Invariant: in a loop that repeats within the period nothing goes back, so its steps ask the system for nothing. Each list of
//! the pool knows the fewest blocks that it has had since the last look; so many were not used, and go. What threads keep for
//! themselves, at most 1 MiB each, stays.
//!
//! A thread looks, because a program that has nothing to do makes no call that could. It begins when memory is kept, and ends
//! when none is. A child of `fork` has no such thread, and keeps what it has. The locks are std's, which keep nothing outside
//! of themselves, for the child's sake.

use super::devices;
use super::pool::Pool;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long what is not used is kept at least; twice as long at most.
static PERIOD: Mutex<Duration> = Mutex::new(Duration::from_secs(10));
static PERIOD_CHANGED: Condvar = Condvar::new();
static IS_RUNNING: AtomicBool = AtomicBool::new(false);
static IS_TO_END: AtomicBool = AtomicBool::new(false);

/// How long memory is kept.
pub fn decay() -> Duration {
    *period()
}

/// From here on it is kept so long.
pub fn set_decay(period: Duration) {
    *self::period() = period;
    PERIOD_CHANGED.notify_all();
}

/// Ends the thread, after it has given back all that is kept: for whoever unloads the library.
pub fn end_decay() {
    if IS_RUNNING.load(Ordering::Acquire) {
        IS_TO_END.store(true, Ordering::Release);
        // Under the lock, so that the thread waits or has yet to look.
        let _period = period();
        PERIOD_CHANGED.notify_all();
    }
}

/// One look at the lists, for tests.
#[cfg(feature = "internals")]
pub fn give_idle_back() {
    devices::all().for_each(|pool| {
        pool.decay();
    });
}

/// Memory was given to a list that all threads use. Not for destructors of threads: it may start one.
#[inline]
pub(super) fn begin() {
    // A model has threads of its own, and Miri wants all to end.
    if cfg!(not(any(loom, miri))) && !IS_RUNNING.load(Ordering::Relaxed) {
        start();
    }
}

#[cold]
fn start() {
    if IS_RUNNING.swap(true, Ordering::AcqRel) {
        return;
    }
    let thread = std::thread::Builder::new().name("tenure-decay".into()).stack_size(128 << 10);
    if thread.spawn(run).is_err() {
        IS_RUNNING.store(false, Ordering::Release); // the next one tries again
    }
}

fn run() {
    loop {
        if wait() {
            devices::all().for_each(Pool::trim);
        } else if devices::all().map(Pool::decay).sum::<usize>() > 0 {
            continue;
        }
        IS_RUNNING.store(false, Ordering::Release);
        // Whoever has given something just before has seen this thread.
        if IS_TO_END.swap(false, Ordering::AcqRel)
            || devices::all().all(Pool::is_empty)
            || IS_RUNNING.swap(true, Ordering::AcqRel)
        {
            return;
        }
    }
}

/// Waits for a period; one that is set meanwhile begins anew. Returns early, `true`, when the thread is to end.
fn wait() -> bool {
    let mut period = period();
    while !IS_TO_END.load(Ordering::Acquire) {
        let whole = *period;
        let (woken, waited) = PERIOD_CHANGED.wait_timeout(period, whole).unwrap_or_else(PoisonError::into_inner);
        if waited.timed_out() {
            return false;
        }
        period = woken;
    }
    true
}

fn period() -> MutexGuard<'static, Duration> {
    PERIOD.lock().unwrap_or_else(PoisonError::into_inner)
}
