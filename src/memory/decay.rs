//! Decay: memory that is kept for reuse but has not been used for a while returns to the system.
//!
//! Invariant: in a loop that repeats within the period nothing is returned, so its steps make no
//! calls to the system. Each list of the pool records the fewest blocks it has had since the last
//! check; that many were not used, and are returned. What threads cache, at most 1 MiB each, stays.
//!
//! A thread does this, because an idle program makes no call that could. The thread starts when
//! memory is kept, and ends when none is. A child of `fork` has no such thread, and keeps its
//! memory. The locks are std's, which keep no state outside themselves, so that the child can use
//! them.

use super::devices;
use super::pool::Pool;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The minimum time for which unused memory is kept; the maximum is twice as long.
static PERIOD: Mutex<Duration> = Mutex::new(Duration::from_secs(10));
static PERIOD_CHANGED: Condvar = Condvar::new();
static IS_RUNNING: AtomicBool = AtomicBool::new(false);
static IS_TO_END: AtomicBool = AtomicBool::new(false);

/// How long memory is kept.
pub fn decay() -> Duration {
    *period()
}

/// Sets how long memory is kept.
pub fn set_decay(period: Duration) {
    *self::period() = period;
    PERIOD_CHANGED.notify_all();
}

/// Ends the thread after it has returned everything that is kept; called before the library is
/// unloaded.
pub fn end_decay() {
    if IS_RUNNING.load(Ordering::Acquire) {
        IS_TO_END.store(true, Ordering::Release);
        // Under the lock, so that the thread is either waiting or has not checked yet.
        let _period = period();
        PERIOD_CHANGED.notify_all();
    }
}

/// One check of the lists, for tests.
#[cfg(feature = "internals")]
pub fn give_idle_back() {
    devices::all().for_each(|pool| {
        pool.decay();
    });
}

/// Called when memory was added to a list that all threads use. It may start a thread, so
/// destructors of threads must not call it.
#[inline]
pub(super) fn begin() {
    // The model checker has its own threads, and Miri requires that all threads end.
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
        IS_RUNNING.store(false, Ordering::Release); // the next call tries again
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
        // A thread that has just added memory has seen this one running.
        if IS_TO_END.swap(false, Ordering::AcqRel)
            || devices::all().all(Pool::is_empty)
            || IS_RUNNING.swap(true, Ordering::AcqRel)
        {
            return;
        }
    }
}

/// Waits for a period, and starts over if the period changes. Returns `true` early if the thread is
/// to end.
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
