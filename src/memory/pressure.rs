//! Pressure: unowned bytes, which only a collector will free.
//!
//! The managed heaps do not see native memory, so a program that drops tensors without closing them
//! would exhaust the machine before its first collection. Memory that no scope owns is counted
//! here. When it exceeds a threshold, a word is set, which the wrappers read after creating an
//! unowned tensor (an ordinary load, not a call), and they request a collection.
//!
//! [`Threshold`] decides how many bytes may accumulate beside those in use. Unowned bytes are one
//! number for all devices, so its default follows the smallest limit of a device in use.
//!
//! Accumulated tensors are weighed with their slot and header: for a tensor of one number these are
//! 48 times its data, and without them a million such tensors would count as 4 MB.
//!
//! Invariant: `unowned` is exact when no thread is between two steps. A thread adds to the shared
//! sums in steps of 256 KiB, so the word may be late by that much per thread. Programs that use
//! scopes own everything and are not affected.

use super::account;
use super::devices;
use super::threads::{self, Shared, Unowned};
use super::threshold::{Collector, Room, Threshold, Took};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU64, AtomicUsize, Ordering};

/// The amount that a thread keeps to itself.
const STEP: i64 = 256 << 10;

static SHARED: AtomicI64 = AtomicI64::new(0);
static SHARED_WEIGHT: AtomicI64 = AtomicI64::new(0);
static RULE: Mutex<Threshold> = Mutex::new(Threshold::new());
/// The threshold from the rule; 0 = not computed yet.
static BASE: AtomicU64 = AtomicU64::new(0);
/// How many devices were in use when it was computed.
static DEVICES: AtomicUsize = AtomicUsize::new(0);
/// 0 = not set yet: the base applies.
static THRESHOLD: AtomicI64 = AtomicI64::new(0);
static RELIEVED: AtomicU64 = AtomicU64::new(0);
static WORD: AtomicI32 = AtomicI32::new(0);
/// The unowned weight when a collection was requested, and the weight that the backstop had freed
/// by then.
static ASKED: Mutex<Option<(u64, u64)>> = Mutex::new(None);

/// What an unowned handle takes in addition to its data: a slot of 128 bytes in the handle table,
/// and the storage's header of 64.
pub(super) const FOOTPRINT: i64 = 192;

impl Unowned {
    /// Adds to the unowned bytes, and to their weight, which includes the bytes.
    #[inline]
    pub(super) fn add(&self, bytes: i64, weight: i64) {
        self.bytes.store(self.bytes.load(Ordering::Relaxed) + bytes, Ordering::Release);
        let sum = self.weight.load(Ordering::Relaxed) + weight;
        self.weight.store(sum, Ordering::Release);
        if sum.abs() >= STEP {
            self.pass_on();
        }
    }

    /// Adds this thread's amounts to the shared sums.
    #[cold]
    pub(super) fn pass_on(&self) {
        SHARED.fetch_add(self.bytes.swap(0, Ordering::AcqRel), Ordering::AcqRel);
        let sum = self.weight.swap(0, Ordering::AcqRel);
        let total = SHARED_WEIGHT.fetch_add(sum, Ordering::AcqRel) + sum;
        let threshold = THRESHOLD.load(Ordering::Relaxed).max(base() as i64);
        // If memory that was alive after the last collection has been freed since, the next one is
        // due earlier.
        let lower = due_above(total.max(0) as u64);
        if lower < threshold {
            THRESHOLD.store(lower, Ordering::Relaxed);
        }
        WORD.store(i32::from(total > threshold), Ordering::Release);
    }
}

/// Bytes of storages that an unowned handle keeps alive.
pub fn unowned() -> u64 {
    let kept = |thread: &Shared| thread.unowned.bytes.load(Ordering::Acquire);
    threads::with_sum(kept, |kept: i64| (SHARED.load(Ordering::Acquire) + kept).max(0) as u64)
}

fn weight() -> u64 {
    let kept = |thread: &Shared| thread.unowned.weight.load(Ordering::Acquire);
    threads::with_sum(kept, |kept: i64| (SHARED_WEIGHT.load(Ordering::Acquire) + kept).max(0) as u64)
}

/// The word: not 0 while more is unowned than the threshold allows.
pub fn word() -> &'static AtomicI32 {
    &WORD
}

/// The total that the backstop has freed so far.
#[derive(Clone, Copy)]
pub struct Collected {
    /// The number of handles.
    pub handles: u64,
    /// The bytes they held, views included.
    pub bytes: u64,
}

impl Collected {
    fn weight(self) -> u64 {
        self.bytes + self.handles * FOOTPRINT as u64
    }
}

/// Called when a collection is about to be requested.
pub fn relieving(collected: Collected) {
    *ASKED.lock() = Some((weight(), collected.weight()));
}

/// Called when a collection is over and its garbage was freed. What survived is in use, and the
/// next collection is due when the base, or a quarter of the memory in use, has been added to it.
/// It is not added to what is unowned now, because threads create half a gigabyte in the
/// milliseconds of a collection. The base adapts to the duration, if that is known.
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

/// The number of such collections.
pub fn relieved_count() -> u64 {
    RELIEVED.load(Ordering::Relaxed)
}

/// Sets how much may accumulate before a collection is due; 0 for the default.
pub fn set_unowned_threshold(bytes: u64) {
    ruled(|rule, _| rule.set(bytes.min(i64::MAX as u64 / 4)));
    THRESHOLD.store(0, Ordering::Relaxed);
}

/// The value of [`set_unowned_threshold`], or the current default.
pub fn unowned_threshold() -> u64 {
    base()
}

/// Sets the collector of this process's managed heap, which determines the default threshold.
pub fn set_collector(collector: Collector) {
    ruled(|rule, _| rule.set_collector(collector));
    room_changed();
}

/// The limit or the heap's maximum has changed: unless the user has set a threshold, a collection
/// is due well before the limit is reached.
pub(super) fn room_changed() {
    let mut matters = false;
    ruled(|rule, _| matters = rule.room_changed());
    if matters {
        THRESHOLD.store(0, Ordering::Relaxed);
    }
}

/// The most that may be unowned when `in_use` of it is in use: at least a quarter of that more. A
/// collection examines everything in use, so a collection for each base would have a quadratic
/// cost.
fn due_above(in_use: u64) -> i64 {
    in_use.saturating_add(base().max(in_use / 4)).min(i64::MAX as u64) as i64
}

fn base() -> u64 {
    let devices = devices::in_use();
    if DEVICES.swap(devices, Ordering::Relaxed) != devices {
        room_changed();
    }
    match BASE.load(Ordering::Relaxed) {
        0 => ruled(|_, _| {}),
        bytes => bytes,
    }
}

/// Changes the rule, and returns its new threshold.
fn ruled(change: impl FnOnce(&mut Threshold, Room)) -> u64 {
    let mut rule = RULE.lock();
    let room = Room { managed: account::CPU.managed_max(), limit: devices::least_limit() };
    change(&mut rule, room);
    let bytes = rule.bytes(room);
    BASE.store(bytes, Ordering::Relaxed);
    bytes
}
