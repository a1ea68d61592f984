//! The atomics and cells of this room: std's, or loom's when the model checker runs the same code.

#[cfg(not(loom))]
pub(crate) use std::cell::UnsafeCell;
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

#[cfg(loom)]
pub(crate) use loom::cell::UnsafeCell;
#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// What a waiting thread does between two looks at a lock.
#[cfg(loom)]
pub(crate) fn pause(_spins: u32) {
    loom::thread::yield_now();
}

/// What a waiting thread does between two looks at a lock. Its holder is in a section of a few
/// nanoseconds unless the system took it off its core, so it spins briefly and then lets others
/// run.
#[cfg(not(loom))]
pub(crate) fn pause(spins: u32) {
    if spins < 64 {
        std::hint::spin_loop();
    } else {
        std::thread::yield_now();
    }
}
