//! What every thread has counted, where other threads can read it.
//!
//! Invariant: the list names each living thread that has allocated, and a thread leaves it in one
//! step with passing its numbers on: under the list's lock a sum counts every thread exactly once.
//! Only the thread itself writes its numbers.

use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// What a thread has charged to the limit and not spent yet. `account` says what its numbers mean.
pub(super) struct Credit {
    pub(super) bytes: AtomicI64,
    /// The least it has been since it was last charged: what the peak is computed from.
    pub(super) least: AtomicI64,
    pub(super) epoch: AtomicU64,
    /// The window of the peak that `least` is of.
    pub(super) window: AtomicU64,
}

/// A thread's part of the bytes without an owner. `pressure` says what its numbers mean.
pub(super) struct Unowned {
    pub(super) bytes: AtomicI64,
    pub(super) weight: AtomicI64,
}

/// The numbers of one thread.
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
    /// The numbers of a thread that is from now on in the list.
    pub(super) fn join() -> Arc<Shared> {
        let [bytes, least, unowned, weight] = [const { AtomicI64::new(0) }; 4];
        let [epoch, window, allocations, reuses] = [const { AtomicU64::new(0) }; 4];
        let credit = Credit { bytes, least, epoch, window };
        let shared = Arc::new(Shared { credit, allocations, reuses, unowned: Unowned { bytes: unowned, weight } });
        THREADS.lock().push(shared.clone());
        shared
    }

    /// The thread ends: `pass_on` gives its credit and its unowned bytes to the sums of the
    /// process.
    pub(super) fn leave(self: &Arc<Shared>, pass_on: impl FnOnce(&Shared)) {
        let mut threads = THREADS.lock();
        pass_on(self);
        ENDED_ALLOCATIONS.fetch_add(self.allocations.load(Ordering::Relaxed), Ordering::AcqRel);
        ENDED_REUSES.fetch_add(self.reuses.load(Ordering::Relaxed), Ordering::AcqRel);
        threads.retain(|other| !Arc::ptr_eq(other, self));
    }
}

/// Sums over all threads, ended ones too: allocations, reuses.
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
