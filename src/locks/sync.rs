//! Atomics, cells and plain locks: std's, or loom's when the model checker runs the same code.
//!
//! Why std's locks and not those of `parking_lot`: a lock that waits keeps nothing outside of itself, so that a child of
//! `fork`, which asks for none of them, finds no queue that another thread had half changed.

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

/// Takes a lock, even if a thread has panicked while it held it: nothing is half done behind these locks.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits to be woken.
pub(crate) fn wait<'a, T>(condvar: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    condvar.wait(guard).unwrap_or_else(PoisonError::into_inner)
}

/// What a waiting thread does between two looks at a lock.
#[cfg(loom)]
pub(crate) fn pause(_looks: u32) {
    loom::thread::yield_now();
}

/// What a waiting thread does between two looks at a lock. Its holder is in a section of a few
/// nanoseconds unless the system took it off its core, so it spins briefly and then lets others
/// run.
#[cfg(not(loom))]
pub(crate) fn pause(looks: u32) {
    if looks < 64 {
        std::hint::spin_loop();
    } else {
        std::thread::yield_now();
    }
}
