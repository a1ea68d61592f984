//! Pressure: bytes that only a collector will free.
//!
//! The managed heaps do not see native memory, so a program that drops tensors without closing them would fill the machine
//! before its first collection. What nobody owns is counted here; when it passes a threshold a word is set, which the
//! wrappers read after making an unowned tensor (an ordinary load, no call), and they ask for a collection.
//!
//! Invariant: `unowned` is exact when no thread is between two steps. A thread adds to the shared sum in steps of 256 KiB,
//! so the word may be late by that much a thread. Programs that use scopes own everything: they never come here.

use super::account;
use super::local;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU64, Ordering};

/// What a thread keeps to itself.
const STEP: i64 = 256 << 10;
/// The default base lies between these, at an eighth of the limit.
const BASE_MIN: u64 = 16 << 20;
const BASE_MAX: u64 = 128 << 20;

static SHARED: AtomicI64 = AtomicI64::new(0);
/// 0 = the default.
static BASE: AtomicU64 = AtomicU64::new(0);
/// 0 = not set yet: the base.
static THRESHOLD: AtomicI64 = AtomicI64::new(0);
static RELIEVED: AtomicU64 = AtomicU64::new(0);
static WORD: AtomicI32 = AtomicI32::new(0);
/// What was unowned when a collection was asked for, and what the backstop had freed by then.
static ASKED: Mutex<Option<(u64, u64)>> = Mutex::new(None);

/// One thread's part of the sum; only that thread writes, anyone may read.
pub(super) struct Unowned(AtomicI64);

impl Unowned {
    pub(super) const fn new() -> Unowned {
        Unowned(AtomicI64::new(0))
    }

    /// So many bytes more or less are nobody's.
    #[inline]
    pub(super) fn add(&self, change: i64) {
        let sum = self.0.load(Ordering::Relaxed) + change;
        self.0.store(sum, Ordering::Release);
        if sum.abs() >= STEP {
            self.pass_on();
        }
    }

    /// Gives what this thread kept to the shared sum.
    #[cold]
    pub(super) fn pass_on(&self) {
        let sum = self.0.swap(0, Ordering::AcqRel);
        let total = SHARED.fetch_add(sum, Ordering::AcqRel) + sum;
        let base = base() as i64;
        let threshold = THRESHOLD.load(Ordering::Relaxed).max(base);
        // What was alive after the last collection may have gone since: then the next one is due earlier.
        let lower = total.max(0).saturating_add(base);
        if lower < threshold {
            THRESHOLD.store(lower, Ordering::Relaxed);
        }
        WORD.store(i32::from(total > threshold), Ordering::Release);
    }

    pub(super) fn get(&self) -> i64 {
        self.0.load(Ordering::Acquire)
    }
}

/// So many bytes more or less are nobody's.
pub fn change_unowned(bytes: i64) {
    local::with(|local| local.shared().unowned.add(bytes));
}

/// Bytes of storages that a handle without an owner keeps alive.
pub fn unowned() -> u64 {
    local::unowned_bytes()
}

/// Those of them that threads do not keep to themselves.
pub(super) fn passed_on() -> i64 {
    SHARED.load(Ordering::Acquire)
}

/// The word: not 0 while there is more than the threshold allows.
pub fn word() -> &'static AtomicI32 {
    &WORD
}

/// A collection is about to be asked for; `collected` counts the bytes that the backstop has freed so far.
pub fn relieving(collected: u64) {
    *ASKED.lock() = Some((unowned(), collected));
}

/// It has been, and what it found was freed: what survived is in use, and the next is due when the base has been added to
/// that. Not to what is unowned now: in the milliseconds that a collection takes, threads make half a gigabyte more.
pub fn relieved(collected: u64) {
    RELIEVED.fetch_add(1, Ordering::Relaxed);
    let (unowned_then, collected_then) = ASKED.lock().take().unwrap_or((unowned(), collected));
    let survived = unowned_then.saturating_sub(collected.saturating_sub(collected_then));
    THRESHOLD.store((survived + base()) as i64, Ordering::Relaxed);
    WORD.store(0, Ordering::Release);
}

/// How often that was.
pub fn relieved_count() -> u64 {
    RELIEVED.load(Ordering::Relaxed)
}

/// How much may gather before a collection is due; 0 for the default.
pub fn set_unowned_threshold(bytes: u64) {
    BASE.store(bytes.min(i64::MAX as u64 / 4), Ordering::Relaxed);
    THRESHOLD.store(0, Ordering::Relaxed);
}

fn base() -> u64 {
    match BASE.load(Ordering::Relaxed) {
        0 => (account::limit() / 8).clamp(BASE_MIN, BASE_MAX),
        bytes => bytes,
    }
}
