//! The counts of every thread, where other threads can read them.
//!
//! Invariant: the list contains each living thread that has allocated. A thread leaves it in the
//! same step in which it passes its counts on, so under the list's lock a sum counts every thread
//! exactly once. Only the thread itself writes its counts.

use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// What a thread has charged to the limit and not spent yet; used by `account`.
pub(super) struct Credit {
    pub(super) bytes: AtomicI64,
    /// Its minimum since the last charge, from which the peak is computed.
    pub(super) least: AtomicI64,
    pub(super) epoch: AtomicU64,
    /// The peak window that `least` belongs to.
    pub(super) window: AtomicU64,
}

/// A thread's part of the unowned bytes; used by `pressure`.
pub(super) struct Unowned {
    pub(super) bytes: AtomicI64,
    pub(super) weight: AtomicI64,
}

/// The counts of one thread.
pub(super) struct Shared {
    pub(super) credit: Credit,
    pub(super) allocations: AtomicU64,
    pub(super) reuses: AtomicU64,
    pub(super) unowned: Unowned,
}

/// Every living thread that has allocated.
static THREADS: Mutex<Vec<Arc<Shared>>> = Mutex::new(Vec::new());
static ENDED_ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
static ENDED_REUSES: AtomicU64 = AtomicU64::new(0);

impl Shared {
    /// Adds a thread to the list, and returns its counts.
    pub(super) fn join() -> Arc<Shared> {
        let [bytes, least, unowned, weight] = [const { AtomicI64::new(0) }; 4];
        let [epoch, window, allocations, reuses] = [const { AtomicU64::new(0) }; 4];
        let credit = Credit { bytes, least, epoch, window };
        let shared = Arc::new(Shared { credit, allocations, reuses, unowned: Unowned { bytes: unowned, weight } });
        THREADS.lock().push(shared.clone());
        shared
    }

    /// Removes an ending thread: `pass_on` adds its credit and its unowned bytes to the sums of the
    /// process.
    pub(super) fn leave(self: &Arc<Shared>, pass_on: impl FnOnce(&Shared)) {
        let mut threads = THREADS.lock();
        pass_on(self);
        ENDED_ALLOCATIONS.fetch_add(self.allocations.load(Ordering::Relaxed), Ordering::AcqRel);
        ENDED_REUSES.fetch_add(self.reuses.load(Ordering::Relaxed), Ordering::AcqRel);
        threads.retain(|other| !Arc::ptr_eq(other, self));
    }
}

/// Sums over all threads, including ended ones: allocations, reuses.
pub(super) fn counts() -> (u64, u64) {
    let threads = THREADS.lock();
    let mut sums = (ENDED_ALLOCATIONS.load(Ordering::Acquire), ENDED_REUSES.load(Ordering::Acquire));
    for thread in threads.iter() {
        sums.0 += thread.allocations.load(Ordering::Relaxed);
        sums.1 += thread.reuses.load(Ordering::Relaxed);
    }
    sums
}

/// Runs `f` with the sum of `of` over all living threads. No thread ends while `f` runs.
pub(super) fn with_sum<N: std::iter::Sum, R>(of: impl Fn(&Shared) -> N, f: impl FnOnce(N) -> R) -> R {
    let threads = THREADS.lock();
    f(threads.iter().map(|thread| of(thread)).sum())
}
