//! Accounting: how many bytes are alive on each device, and that they never pass its limit.
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
use crate::device::Device;
use crate::error::{Error, Result, Status};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a thread charges at a time.
const CREDIT: i64 = 64 << 10;
/// Above this a thread gives credit back.
const CREDIT_MAX: i64 = 2 * CREDIT;
/// Within so many bytes of the limit nobody gets credit.
const NEAR: u64 = 16 << 20;

/// What is accounted for on one device: whose memory is taken, and how much it may be.
pub(super) struct Account {
    device: Device,
    charged: AtomicU64,
    /// The most since the last look ([`Account::take_peak`]).
    peak: AtomicU64,
    /// Counts those looks: a peak is of the time between two of them.
    window: AtomicU64,
    /// The most before that.
    high: AtomicU64,
    /// What the managed heap may come to take of the same memory.
    managed: AtomicU64,
    /// 0 = the default.
    limit: AtomicU64,
    /// Counts changes of the limit. Starts at 1, so that a new thread (0) comes by once.
    epoch: AtomicU64,
    /// What the device has.
    has: fn() -> u64,
}

/// That of the processor. The credit of threads is of its memory; on other devices, where a request is a rare event
/// beside the work, every request is charged by itself.
pub(super) static CPU: Account = Account::new(Device::Cpu, default_limit);

fn default_limit() -> u64 {
    static DEFAULT: OnceLock<u64> = OnceLock::new();
    *DEFAULT.get_or_init(limit::default_limit)
}

impl Credit {
    /// Accounts for `bytes` more. `LIMIT_EXCEEDED` leaves all as it was.
    #[inline]
    pub(super) fn spend(&self, bytes: u64) -> Result<()> {
        let left = self.bytes.load(Ordering::Relaxed) - bytes as i64;
        if left >= 0 && self.epoch.load(Ordering::Relaxed) == CPU.epoch.load(Ordering::Relaxed) {
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
        if credit > CREDIT_MAX || self.epoch.load(Ordering::Relaxed) != CPU.epoch.load(Ordering::Relaxed) {
            self.give_back(CREDIT);
        }
    }

    /// Gives back all above `keep`; all of it when the limit is near.
    #[cold]
    fn give_back(&self, keep: i64) {
        self.note_peak();
        let credit = self.bytes.load(Ordering::Relaxed);
        let near = CPU.limit().saturating_sub(CPU.charged.load(Ordering::Relaxed)) < NEAR;
        let keep = if near { 0 } else { credit.min(keep) };
        self.bytes.store(keep, Ordering::Release);
        self.least.store(keep, Ordering::Relaxed);
        CPU.charged.fetch_sub((credit - keep) as u64, Ordering::AcqRel);
        self.epoch.store(CPU.epoch.load(Ordering::Acquire), Ordering::Release);
    }

    #[cold]
    fn charge(&self, bytes: u64) -> Result<()> {
        if bytes > MAX_BLOCK as u64 {
            // Not even for a moment: another thread may be looking for the peak.
            return Err(Error::new(Status::OutOfMemory, format!("{bytes} bytes are more than any machine has")));
        }
        self.give_back(0);
        let mut charged = CPU.charged.load(Ordering::Relaxed);
        let credit = loop {
            let limit = CPU.limit();
            let Some(exact) = charged.checked_add(bytes) else {
                return Err(CPU.exceeded(bytes, charged, limit));
            };
            if exact > limit && exact - limit > stale_credit() {
                return Err(CPU.exceeded(bytes, charged, limit));
            }
            let credit = if limit.saturating_sub(exact) >= NEAR { CREDIT } else { 0 };
            let wanted = exact + credit as u64;
            match CPU.charged.compare_exchange_weak(charged, wanted, Ordering::AcqRel, Ordering::Relaxed) {
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
        let window = CPU.window.load(Ordering::Acquire);
        // What it was at its least in an earlier window is no peak of this one.
        let least = if self.window.load(Ordering::Relaxed) == window { &self.least } else { &self.bytes };
        let least = least.load(Ordering::Relaxed).max(0) as u64;
        let most = CPU.charged.load(Ordering::Acquire).saturating_sub(least);
        if most > CPU.peak.load(Ordering::Relaxed) {
            // Perhaps only because others hold credit: look at all of it, which takes a lock.
            CPU.with_live_bytes(|live| {
                // A window that was begun meanwhile has begun at what is alive now.
                if CPU.window.load(Ordering::Acquire) == window {
                    CPU.peak.fetch_max((live + self.unspent()).saturating_sub(least), Ordering::AcqRel);
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
        let stale = self.epoch.load(Ordering::Acquire) != CPU.epoch.load(Ordering::Acquire);
        if stale { self.unspent() } else { 0 }
    }

    /// The thread ends, and has noted its peak: all of it goes back.
    pub(super) fn end(&self) {
        let credit = self.bytes.swap(0, Ordering::AcqRel);
        CPU.charged.fetch_sub(credit as u64, Ordering::AcqRel);
    }
}

impl Account {
    /// Of this device, which has as much as `has` says.
    pub(super) const fn new(device: Device, has: fn() -> u64) -> Account {
        let [charged, peak, window, high, managed, limit] = [const { AtomicU64::new(0) }; 6];
        Account { device, charged, peak, window, high, managed, limit, epoch: AtomicU64::new(1), has }
    }

    /// Accounts for `bytes` more, of a device other than the processor. `LIMIT_EXCEEDED` leaves all as it was.
    pub(super) fn charge(&self, bytes: u64) -> Result<()> {
        let limit = self.limit();
        let within = |charged: u64| charged.checked_add(bytes).filter(|&wanted| wanted <= limit);
        match self.charged.fetch_update(Ordering::AcqRel, Ordering::Acquire, within) {
            Ok(before) => {
                self.peak.fetch_max(before + bytes, Ordering::AcqRel);
                Ok(())
            }
            Err(charged) => Err(self.exceeded(bytes, charged, limit)),
        }
    }

    /// Accounts for `bytes` less, which [`Account::charge`] has accounted for.
    pub(super) fn discharge(&self, bytes: u64) {
        self.charged.fetch_sub(bytes, Ordering::AcqRel);
    }

    /// What is charged and not held as credit.
    pub(super) fn live_bytes(&self) -> u64 {
        self.with_live_bytes(|live| live)
    }

    /// Runs `f` with [`Account::live_bytes`]. While it runs no thread gives its credit back by ending,
    /// which would count twice or not at all, and nobody else looks at the peak.
    fn with_live_bytes<R>(&self, f: impl FnOnce(u64) -> R) -> R {
        threads::with_sum(
            |thread| if self.device == Device::Cpu { thread.credit.unspent() } else { 0 },
            |unspent: u64| f(self.charged().saturating_sub(unspent)),
        )
    }

    /// Live bytes plus all threads' credit.
    pub(super) fn charged(&self) -> u64 {
        self.charged.load(Ordering::Acquire)
    }

    /// The most bytes that were alive, see the top of the file.
    pub(super) fn peak(&self) -> u64 {
        self.peak.load(Ordering::Acquire).max(self.high.load(Ordering::Acquire))
    }

    /// The most bytes that were alive since the last call of this, which is begun anew at what is now.
    pub(super) fn take_peak(&self) -> u64 {
        self.with_live_bytes(|live| {
            self.window.fetch_add(1, Ordering::AcqRel);
            let peak = self.peak.swap(live, Ordering::AcqRel);
            self.high.fetch_max(peak, Ordering::AcqRel);
            peak.max(live)
        })
    }

    /// Starts the peak anew at what is alive now.
    pub(super) fn reset_peak(&self) {
        self.with_live_bytes(|live| {
            self.window.fetch_add(1, Ordering::AcqRel);
            self.high.store(0, Ordering::Release);
            self.peak.store(live, Ordering::Release);
        });
    }

    /// The limit in force.
    pub(super) fn limit(&self) -> u64 {
        match self.limit.load(Ordering::Acquire) {
            0 => limit::less_managed((self.has)(), self.managed_max()),
            bytes => bytes,
        }
    }

    /// What the managed heap of this process may come to take of it: the default limit is less by that.
    pub(super) fn set_managed_max(&self, bytes: u64) {
        self.managed.store(bytes, Ordering::Relaxed);
        self.epoch.fetch_add(1, Ordering::AcqRel);
    }

    /// What [`Account::set_managed_max`] has set.
    pub(super) fn managed_max(&self) -> u64 {
        self.managed.load(Ordering::Relaxed)
    }

    /// Sets the limit, 0 for the default, and calls every thread's credit in.
    pub(super) fn set_limit(&self, bytes: u64) {
        self.limit.store(bytes, Ordering::Release);
        self.epoch.fetch_add(1, Ordering::AcqRel);
    }

    #[cold]
    fn exceeded(&self, bytes: u64, charged: u64, limit: u64) -> Error {
        let text = format!("{bytes} bytes asked for, {charged} in use, the limit of {} is {limit}", self.device);
        Error::new(Status::LimitExceeded, text)
    }
}

/// Credit that cannot be spent any more, over all threads.
fn stale_credit() -> u64 {
    threads::with_sum(|thread| thread.credit.stale(), |sum| sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_accounts_of_two_devices_know_nothing_of_each_other() {
        let device = Account::new(Device::Cuda(0), || 1000);
        let cpu = CPU.limit();
        device.set_limit(10);
        assert_eq!((device.limit(), CPU.limit()), (10, cpu));
        device.set_limit(0);
        assert_eq!(device.limit(), 1000);
        device.set_managed_max(400);
        assert_eq!((device.limit(), CPU.limit()), (600, cpu));
        device.charged.store(70, Ordering::Relaxed);
        assert_eq!(device.live_bytes(), 70, "threads hold no credit of it");
        assert_eq!(device.take_peak(), 70);
        assert!(device.exceeded(1, 70, 10).message().contains("the limit of cuda:0 is 10"));
    }

    #[test]
    fn another_device_is_charged_to_the_byte() {
        let device = Account::new(Device::Cuda(0), || 1000);
        device.charge(600).expect("there is room");
        assert_eq!(device.charge(401).map_err(|error| error.status()), Err(Status::LimitExceeded));
        assert_eq!(device.charge(u64::MAX).map_err(|error| error.status()), Err(Status::LimitExceeded));
        assert_eq!((device.live_bytes(), device.peak()), (600, 600));
        device.charge(400).expect("the limit itself is allowed");
        device.discharge(900);
        assert_eq!((device.live_bytes(), device.take_peak(), device.take_peak()), (100, 1000, 100));
    }
}
