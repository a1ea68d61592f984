//! Atomics, cells and plain locks: std's, or loom's when the model checker runs the same code.
//!
//! std's locks are used instead of `parking_lot`'s because a waiting std lock keeps no state
//! outside itself. A child of `fork` that never takes these locks therefore finds no queue that
//! another thread left half changed.

#[cfg(loom)]
pub(crate) use loom::cell::UnsafeCell;
#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
#[cfg(loom)]
pub(crate) use loom::sync::{Arc, Condvar, Mutex, MutexGuard};
#[cfg(not(loom))]
pub(crate) use std::cell::UnsafeCell;
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
#[cfg(not(loom))]
pub(crate) use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use std::sync::PoisonError;

/// Takes a lock, even if a thread panicked while holding it: data behind these locks is never left
/// half updated.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits to be woken.
pub(crate) fn wait<'a, T>(condvar: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    condvar.wait(guard).unwrap_or_else(PoisonError::into_inner)
}

/// Runs between two checks of a lock in a waiting thread.
#[cfg(loom)]
pub(crate) fn pause(_looks: u32) {
    loom::thread::yield_now();
}

/// Runs between two checks of a lock in a waiting thread. The holder is in a section of a few
/// nanoseconds unless the system has preempted it, so this spins briefly and then yields to other
/// threads.
#[cfg(not(loom))]
pub(crate) fn pause(looks: u32) {
    if looks < 64 {
        std::hint::spin_loop();
    } else {
        std::thread::yield_now();
    }
}
