//! The locks and threads of this room: std's, or loom's when the model checker runs the same code.
//!
//! Why std's locks and not those of `parking_lot`: a lock that waits keeps nothing outside of itself, so that a child of
//! `fork`, which asks for none of them, finds no queue that another thread had half changed.

#[cfg(loom)]
pub(super) use loom::sync::atomic::{AtomicUsize, Ordering};
#[cfg(loom)]
pub(super) use loom::sync::{Arc, Condvar, Mutex, MutexGuard};
#[cfg(not(loom))]
pub(super) use std::sync::atomic::{AtomicUsize, Ordering};
#[cfg(not(loom))]
pub(super) use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use std::sync::PoisonError;

/// The lock, whoever panicked while it was held: no work runs under one, so nothing is half done behind it.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits to be woken.
pub(super) fn wait<'a, T>(condvar: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    condvar.wait(guard).unwrap_or_else(PoisonError::into_inner)
}

/// Starts a thread; `false` if the system refuses.
#[cfg(not(loom))]
pub(super) fn start(body: impl FnOnce() + Send + 'static) -> bool {
    std::thread::Builder::new().name("tenure-worker".into()).spawn(body).is_ok()
}

/// As above.
#[cfg(loom)]
pub(super) fn start(body: impl FnOnce() + Send + 'static) -> bool {
    loom::thread::spawn(body);
    true
}
