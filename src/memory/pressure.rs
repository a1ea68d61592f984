//! Pressure: bytes that only a collector will free.
//!
//! The managed heaps do not see native memory, so a program that drops tensors without closing them
//! would fill the machine before its first collection. What no scope owns is counted here; when it
//! passes a threshold a word is set, which the wrappers read after making an unowned tensor (an
//! ordinary load, no call), and they ask for a collection.
//!
//! How many bytes may gather beside those in use is for [`Threshold`] to say.
//!
//! What gathers is weighed with the slot and the header of each tensor: of a single number they are
//! 48 times what it takes itself, and a million of those would pass for 4 MB.
//!
//! Invariant: `unowned` is exact when no thread is between two steps. A thread adds to the shared
//! sums in steps of 256 KiB, so the word may be late by that much a thread. Programs that use
//! scopes own everything: they never come here.

use super::account;
use super::threads::{self, Shared, Unowned};
use super::threshold::{Collector, Room, Threshold, Took};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU64, Ordering};

/// What a thread keeps to itself.
const STEP: i64 = 256 << 10;

static SHARED: AtomicI64 = AtomicI64::new(0);
static SHARED_WEIGHT: AtomicI64 = AtomicI64::new(0);
static RULE: Mutex<Threshold> = Mutex::new(Threshold::new());
/// What the rule says; 0 = it was not asked yet.
static BASE: AtomicU64 = AtomicU64::new(0);
/// 0 = not set yet: the base.
static THRESHOLD: AtomicI64 = AtomicI64::new(0);
static RELIEVED: AtomicU64 = AtomicU64::new(0);
static WORD: AtomicI32 = AtomicI32::new(0);
/// The weight of what was unowned when a collection was asked for, and of what the backstop had
/// freed by then.
static ASKED: Mutex<Option<(u64, u64)>> = Mutex::new(None);

/// What an unowned handle takes beside its data: a slot of 128 bytes in the handle table, and the
/// storage's header of 64.
pub(super) const FOOTPRINT: i64 = 192;

impl Unowned {
    /// So many bytes more or less are unowned, and so much weight, which counts them too.
    #[inline]
    pub(super) fn add(&self, bytes: i64, weight: i64) {
        self.bytes.store(self.bytes.load(Ordering::Relaxed) + bytes, Ordering::Release);
        let sum = self.weight.load(Ordering::Relaxed) + weight;
        self.weight.store(sum, Ordering::Release);
        if sum.abs() >= STEP {
            self.pass_on();
        }
    }

    /// Gives what this thread kept to the shared sums.
    #[cold]
    pub(super) fn pass_on(&self) {
        SHARED.fetch_add(self.bytes.swap(0, Ordering::AcqRel), Ordering::AcqRel);
        let sum = self.weight.swap(0, Ordering::AcqRel);
        let total = SHARED_WEIGHT.fetch_add(sum, Ordering::AcqRel) + sum;
        let threshold = THRESHOLD.load(Ordering::Relaxed).max(base() as i64);
        // What was alive after the last collection may have gone since: then the next one is due
        // earlier.
        let lower = due_above(total.max(0) as u64);
        if lower < threshold {
            THRESHOLD.store(lower, Ordering::Relaxed);
        }
        WORD.store(i32::from(total > threshold), Ordering::Release);
    }
}

/// Bytes of storages that a handle without an owner keeps alive.
pub fn unowned() -> u64 {
    let kept = |thread: &Shared| thread.unowned.bytes.load(Ordering::Acquire);
    threads::with_sum(kept, |kept: i64| (SHARED.load(Ordering::Acquire) + kept).max(0) as u64)
}

fn weight() -> u64 {
    let kept = |thread: &Shared| thread.unowned.weight.load(Ordering::Acquire);
    threads::with_sum(kept, |kept: i64| (SHARED_WEIGHT.load(Ordering::Acquire) + kept).max(0) as u64)
}

/// The word: not 0 while there is more than the threshold allows.
pub fn word() -> &'static AtomicI32 {
    &WORD
}

/// What the backstop has freed so far.
#[derive(Clone, Copy)]
pub struct Collected {
    /// How many handles.
    pub handles: u64,
    /// What those held, views included.
    pub bytes: u64,
}

impl Collected {
    fn weight(self) -> u64 {
        self.bytes + self.handles * FOOTPRINT as u64
    }
}

/// A collection is about to be asked for.
pub fn relieving(collected: Collected) {
    *ASKED.lock() = Some((weight(), collected.weight()));
}

/// It has been, and what it found was freed: what survived is in use, and the next is due when the
/// base, or a quarter of that, has been added to it. Not to what is unowned now: in the
/// milliseconds that a collection takes, threads make half a gigabyte more. From what it took the
/// base follows, where that is known.
pub fn relieved(collected: Collected, took: Option<Took>) {
    if let Some(took) = took {
        ruled(|rule, room| rule.collected(took, room));
    }
    RELIEVED.fetch_add(1, Ordering::Relaxed);
    let collected = collected.weight();
    let (unowned_then, collected_then) = ASKED.lock().take().unwrap_or_else(|| (weight(), collected));
    let survived = unowned_then.saturating_sub(collected.saturating_sub(collected_then));
    THRESHOLD.store(due_above(survived), Ordering::Relaxed);
    WORD.store(0, Ordering::Release);
}

/// How often that was.
pub fn relieved_count() -> u64 {
    RELIEVED.load(Ordering::Relaxed)
}

/// How much may gather before a collection is due; 0 for the default.
pub fn set_unowned_threshold(bytes: u64) {
    ruled(|rule, _| rule.set(bytes.min(i64::MAX as u64 / 4)));
    THRESHOLD.store(0, Ordering::Relaxed);
}

/// What [`set_unowned_threshold`] has set, or the default as it is now.
pub fn unowned_threshold() -> u64 {
    base()
}

/// The collector of this process's managed heap, from which the default threshold follows.
pub fn set_collector(collector: Collector) {
    ruled(|rule, _| rule.set_collector(collector));
    room_changed();
}

/// The limit or the heap's maximum has changed: unless the user has chosen, a collection is due well
/// before the limit is reached.
pub(super) fn room_changed() {
    let mut matters = false;
    ruled(|rule, _| matters = rule.room_changed());
    if matters {
        THRESHOLD.store(0, Ordering::Relaxed);
    }
}

/// The most that may be unowned when so much of it is in use. A quarter of that at least beside it:
/// a collection looks at all that is in use, so that one for each base would cost as the square of
/// it.
fn due_above(in_use: u64) -> i64 {
    in_use.saturating_add(base().max(in_use / 4)).min(i64::MAX as u64) as i64
}

fn base() -> u64 {
    match BASE.load(Ordering::Relaxed) {
        0 => ruled(|_, _| {}),
        bytes => bytes,
    }
}

/// Changes the rule, and returns what it says then.
fn ruled(change: impl FnOnce(&mut Threshold, Room)) -> u64 {
    let mut rule = RULE.lock();
    let room = Room { managed: account::CPU.managed_max(), limit: account::CPU.limit() };
    change(&mut rule, room);
    let bytes = rule.bytes(room);
    BASE.store(bytes, Ordering::Relaxed);
    bytes
}
