//! Accounting: how many bytes are alive, and that they never pass the limit.
//!
//! ```text
//!   charged  =  live bytes  +  what threads hold as credit        one global number, compared with the limit
//! ```
//!
//! Invariant: `charged` is at most the limit at every moment that it grows, so live bytes are too.
//! A thread charges 64 KiB at a time and spends from that without touching a shared word; live
//! bytes are exact when no thread is between two steps, since every thread's credit can be read.
//! When the limit is near nobody gets credit, so the last 16 MiB are charged to the byte. When the
//! limit is changed (`epoch`), credit from before cannot be spent any more; a thread that sleeps on
//! some does not make others fail, for it is not counted against them.
//!
//! The peak is exact as long as one thread allocates at a time; of threads that do at once, each
//! may add or miss the 128 KiB that it spends between two looks.

use super::classes::MAX_BLOCK;
use super::limit;
use super::threads::{self, Credit};
use crate::error::{Error, Result, Status};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a thread charges at a time.
const CREDIT: i64 = 64 << 10;
/// Above this a thread gives credit back.
const CREDIT_MAX: i64 = 2 * CREDIT;
/// Within so many bytes of the limit nobody gets credit.
const NEAR: u64 = 16 << 20;

static CHARGED: AtomicU64 = AtomicU64::new(0);
/// The most since the last look ([`take_peak`]).
static PEAK: AtomicU64 = AtomicU64::new(0);
/// Counts those looks: a peak is of the time between two of them.
static WINDOW: AtomicU64 = AtomicU64::new(0);
/// The most before that.
static HIGH: AtomicU64 = AtomicU64::new(0);
/// What the managed heap may come to take.
static MANAGED: AtomicU64 = AtomicU64::new(0);
/// 0 = the default.
static LIMIT: AtomicU64 = AtomicU64::new(0);
/// Counts changes of the limit. Starts at 1, so that a new thread (0) comes by once.
static EPOCH: AtomicU64 = AtomicU64::new(1);

impl Credit {
    /// Accounts for `bytes` more. `LIMIT_EXCEEDED` leaves all as it was.
    #[inline]
    pub(super) fn spend(&self, bytes: u64) -> Result<()> {
        let left = self.bytes.load(Ordering::Relaxed) - bytes as i64;
        if left >= 0 && self.epoch.load(Ordering::Relaxed) == EPOCH.load(Ordering::Relaxed) {
            self.bytes.store(left, Ordering::Release);
            if left < self.least.load(Ordering::Relaxed) {
                self.least.store(left, Ordering::Relaxed);
            }
            return Ok(());
        }
        self.charge(bytes)
    }

    /// Accounts for `bytes` less.
    #[inline]
    pub(super) fn earn(&self, bytes: u64) {
        let credit = self.bytes.load(Ordering::Relaxed) + bytes as i64;
        self.bytes.store(credit, Ordering::Release);
        if credit > CREDIT_MAX || self.epoch.load(Ordering::Relaxed) != EPOCH.load(Ordering::Relaxed) {
            self.give_back(CREDIT);
        }
    }

    /// Gives back all above `keep`; all of it when the limit is near.
    #[cold]
    fn give_back(&self, keep: i64) {
        self.note_peak();
        let credit = self.bytes.load(Ordering::Relaxed);
        let near = limit().saturating_sub(CHARGED.load(Ordering::Relaxed)) < NEAR;
        let keep = if near { 0 } else { credit.min(keep) };
        self.bytes.store(keep, Ordering::Release);
        self.least.store(keep, Ordering::Relaxed);
        CHARGED.fetch_sub((credit - keep) as u64, Ordering::AcqRel);
        self.epoch.store(EPOCH.load(Ordering::Acquire), Ordering::Release);
    }

    #[cold]
    fn charge(&self, bytes: u64) -> Result<()> {
        if bytes > MAX_BLOCK as u64 {
            // Not even for a moment: another thread may be looking for the peak.
            return Err(Error::new(Status::OutOfMemory, format!("{bytes} bytes are more than any machine has")));
        }
        self.give_back(0);
        let mut charged = CHARGED.load(Ordering::Relaxed);
        let credit = loop {
            let limit = limit();
            let Some(exact) = charged.checked_add(bytes) else {
                return Err(exceeded(bytes, charged, limit));
            };
            if exact > limit && exact - limit > stale_credit() {
                return Err(exceeded(bytes, charged, limit));
            }
            let credit = if limit.saturating_sub(exact) >= NEAR { CREDIT } else { 0 };
            let wanted = exact + credit as u64;
            match CHARGED.compare_exchange_weak(charged, wanted, Ordering::AcqRel, Ordering::Relaxed) {
                Ok(_) => break credit,
                Err(seen) => charged = seen,
            }
        };
        self.bytes.store(credit, Ordering::Release);
        self.least.store(credit, Ordering::Relaxed);
        Ok(())
    }

    /// Takes back what was spent on a request that then failed: it was never alive, so no peak may
    /// count it.
    #[cold]
    pub(super) fn refund(&self, bytes: u64) {
        self.least.store(i64::MAX, Ordering::Relaxed);
        self.earn(bytes);
        self.least.store(self.bytes.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    /// Brings the peak up to what this thread has seen since it last charged.
    pub(super) fn note_peak(&self) {
        let window = WINDOW.load(Ordering::Acquire);
        // What it was at its least in an earlier window is no peak of this one.
        let least = if self.window.load(Ordering::Relaxed) == window { &self.least } else { &self.bytes };
        let least = least.load(Ordering::Relaxed).max(0) as u64;
        let most = CHARGED.load(Ordering::Acquire).saturating_sub(least);
        if most > PEAK.load(Ordering::Relaxed) {
            // Perhaps only because others hold credit: look at all of it, which takes a lock.
            with_live_bytes(|live| {
                // A window that was begun meanwhile has begun at what is alive now.
                if WINDOW.load(Ordering::Acquire) == window {
                    PEAK.fetch_max((live + self.unspent()).saturating_sub(least), Ordering::AcqRel);
                }
            });
        }
        self.least.store(self.bytes.load(Ordering::Relaxed), Ordering::Relaxed);
        self.window.store(window, Ordering::Relaxed);
    }

    /// What this thread holds unspent.
    fn unspent(&self) -> u64 {
        self.bytes.load(Ordering::Acquire).max(0) as u64
    }

    /// What this thread holds from before the limit was changed: it must come by here before it can
    /// spend that. Read after `charged`: what the thread gives back in between is then counted
    /// against the limit, not for it.
    fn stale(&self) -> u64 {
        let stale = self.epoch.load(Ordering::Acquire) != EPOCH.load(Ordering::Acquire);
        if stale { self.unspent() } else { 0 }
    }

    /// The thread ends, and has noted its peak: all of it goes back.
    pub(super) fn end(&self) {
        let credit = self.bytes.swap(0, Ordering::AcqRel);
        CHARGED.fetch_sub(credit as u64, Ordering::AcqRel);
    }
}

/// What is charged and not held as credit.
pub(super) fn live_bytes() -> u64 {
    with_live_bytes(|live| live)
}

/// Runs `f` with [`live_bytes`]. While it runs no thread gives its credit back by ending, which
/// would count twice or not at all, and nobody else looks at the peak.
fn with_live_bytes<R>(f: impl FnOnce(u64) -> R) -> R {
    threads::with_sum(|thread| thread.credit.unspent(), |unspent: u64| f(charged().saturating_sub(unspent)))
}

/// Credit that cannot be spent any more, over all threads.
fn stale_credit() -> u64 {
    threads::with_sum(|thread| thread.credit.stale(), |sum| sum)
}

/// Live bytes plus all threads' credit.
pub(super) fn charged() -> u64 {
    CHARGED.load(Ordering::Acquire)
}

/// The most bytes that were alive, see the top of the file.
pub(super) fn peak() -> u64 {
    PEAK.load(Ordering::Acquire).max(HIGH.load(Ordering::Acquire))
}

/// The most bytes that were alive since the last call of this, which is begun anew at what is now.
pub(super) fn take_peak() -> u64 {
    with_live_bytes(|live| {
        WINDOW.fetch_add(1, Ordering::AcqRel);
        let peak = PEAK.swap(live, Ordering::AcqRel);
        HIGH.fetch_max(peak, Ordering::AcqRel);
        peak.max(live)
    })
}

/// Starts the peak anew at what is alive now.
pub(super) fn reset_peak() {
    with_live_bytes(|live| {
        WINDOW.fetch_add(1, Ordering::AcqRel);
        HIGH.store(0, Ordering::Release);
        PEAK.store(live, Ordering::Release);
    });
}

/// The limit in force.
pub(super) fn limit() -> u64 {
    static DEFAULT: OnceLock<u64> = OnceLock::new();
    match LIMIT.load(Ordering::Acquire) {
        0 => limit::less_managed(*DEFAULT.get_or_init(limit::default_limit), managed_max()),
        bytes => bytes,
    }
}

/// What the managed heap of this process may come to take: the default limit is less by that.
pub(super) fn set_managed_max(bytes: u64) {
    MANAGED.store(bytes, Ordering::Relaxed);
    EPOCH.fetch_add(1, Ordering::AcqRel);
}

/// What [`set_managed_max`] has set.
pub(super) fn managed_max() -> u64 {
    MANAGED.load(Ordering::Relaxed)
}

/// Sets the limit, 0 for the default, and calls every thread's credit in.
pub(super) fn set_limit(bytes: u64) {
    LIMIT.store(bytes, Ordering::Release);
    EPOCH.fetch_add(1, Ordering::AcqRel);
}

#[cold]
fn exceeded(bytes: u64, charged: u64, limit: u64) -> Error {
    let text = format!("{bytes} bytes asked for, {charged} in use, the limit of cpu is {limit}");
    Error::new(Status::LimitExceeded, text)
}
