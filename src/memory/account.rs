//! Accounting: the live bytes on each device, which never exceed its limit.
//!
//! ```text
//!   charged  =  live bytes  +  what threads hold as credit        one global number, compared with the limit
//! ```
//!
//! Invariant: `charged` is at most the limit whenever it grows, so live bytes are too. A thread
//! charges 64 KiB at a time and spends from that without touching a shared word. Live bytes are
//! exact when no thread is between two steps, because every thread's credit can be read. Near the
//! limit no thread gets credit, so the last 16 MiB are charged to the byte. After the limit has
//! changed (`epoch`), older credit cannot be spent; it does not count against other threads, so a
//! sleeping thread with credit does not make them fail.
//!
//! The peak is exact if one thread allocates at a time. If several do, each may add or miss the 128
//! KiB that it spends between two checks.

use super::classes::MAX_BLOCK;
use super::limit;
use super::threads::{self, Credit};
use crate::device::Device;
use crate::error::{Error, Result, Status, amount, in_bytes};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The bytes that a thread charges at a time.
const CREDIT: i64 = 64 << 10;
/// Above this a thread returns credit.
const CREDIT_MAX: i64 = 2 * CREDIT;
/// Within this many bytes of the limit no thread gets credit.
const NEAR: u64 = 16 << 20;

/// The account of one device: its charged bytes and their limit.
pub(super) struct Account {
    device: Device,
    charged: AtomicU64,
    /// The peak since the last call of [`Account::take_peak`].
    peak: AtomicU64,
    /// Counts those calls: a peak belongs to the window between two of them.
    window: AtomicU64,
    /// The peak of earlier windows.
    high: AtomicU64,
    /// The maximum size of the managed heap, which uses the same memory.
    managed: AtomicU64,
    /// 0 = the default.
    limit: AtomicU64,
    /// Counts changes of the limit. Starts at 1, so that a new thread (0) refreshes its credit
    /// once.
    epoch: AtomicU64,
    /// The default limit of the device.
    has: fn(Device) -> u64,
}

/// The processor's account. The credit of threads belongs to it; on other devices, where requests
/// are rare compared with the work, every request is charged by itself.
pub(super) static CPU: Account = Account::new(Device::Cpu, default_limit);

fn default_limit(_: Device) -> u64 {
    static DEFAULT: OnceLock<u64> = OnceLock::new();
    *DEFAULT.get_or_init(limit::default_limit)
}

impl Credit {
    /// Accounts for `bytes` more. On `LIMIT_EXCEEDED` nothing has changed.
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

    /// Returns all credit above `keep`; all of it if the limit is near.
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
            // Not charged even for a moment, because another thread may be reading the peak.
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

    /// Takes back the bytes of a request that then failed: they were never alive, so no peak may
    /// count them.
    #[cold]
    pub(super) fn refund(&self, bytes: u64) {
        self.least.store(i64::MAX, Ordering::Relaxed);
        self.earn(bytes);
        self.least.store(self.bytes.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    /// Updates the peak with this thread's use since it last charged.
    pub(super) fn note_peak(&self) {
        let window = CPU.window.load(Ordering::Acquire);
        // The least credit of an earlier window says nothing about the peak of this one.
        let least = if self.window.load(Ordering::Relaxed) == window { &self.least } else { &self.bytes };
        let least = least.load(Ordering::Relaxed).max(0) as u64;
        let most = CPU.charged.load(Ordering::Acquire).saturating_sub(least);
        if most > CPU.peak.load(Ordering::Relaxed) {
            // Perhaps only because other threads hold credit: compute the exact value, which takes
            // a lock.
            CPU.with_live_bytes(|live| {
                // A window that began meanwhile starts with what is alive now.
                if CPU.window.load(Ordering::Acquire) == window {
                    CPU.peak.fetch_max((live + self.unspent()).saturating_sub(least), Ordering::AcqRel);
                }
            });
        }
        self.least.store(self.bytes.load(Ordering::Relaxed), Ordering::Relaxed);
        self.window.store(window, Ordering::Relaxed);
    }

    /// This thread's unspent credit.
    fn unspent(&self) -> u64 {
        self.bytes.load(Ordering::Acquire).max(0) as u64
    }

    /// This thread's credit from before the limit changed, which it must refresh before it can
    /// spend. Read after `charged`: credit that the thread returns in between then counts against
    /// the limit, not for it.
    fn stale(&self) -> u64 {
        let stale = self.epoch.load(Ordering::Acquire) != CPU.epoch.load(Ordering::Acquire);
        if stale { self.unspent() } else { 0 }
    }

    /// Returns all credit at the end of the thread, which has updated the peak.
    pub(super) fn end(&self) {
        let credit = self.bytes.swap(0, Ordering::AcqRel);
        CPU.charged.fetch_sub(credit as u64, Ordering::AcqRel);
    }
}

impl Account {
    /// The account of this device; `has` gives its default limit.
    pub(super) const fn new(device: Device, has: fn(Device) -> u64) -> Account {
        let [charged, peak, window, high, managed, limit] = [const { AtomicU64::new(0) }; 6];
        Account { device, charged, peak, window, high, managed, limit, epoch: AtomicU64::new(1), has }
    }

    /// Accounts for `bytes` more, on a device other than the processor. On `LIMIT_EXCEEDED` nothing
    /// has changed.
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

    /// Undoes [`Account::charge`] of `bytes`.
    pub(super) fn discharge(&self, bytes: u64) {
        self.charged.fetch_sub(bytes, Ordering::AcqRel);
    }

    /// The charged bytes without the credit of threads.
    pub(super) fn live_bytes(&self) -> u64 {
        self.with_live_bytes(|live| live)
    }

    /// Runs `f` with [`Account::live_bytes`]. While it runs, no ending thread returns its credit,
    /// which would count twice or not at all, and no other thread reads the peak.
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

    /// The peak of live bytes since the last reset.
    pub(super) fn peak(&self) -> u64 {
        self.peak.load(Ordering::Acquire).max(self.high.load(Ordering::Acquire))
    }

    /// The peak of live bytes since the last call, which this call resets to the current value.
    pub(super) fn take_peak(&self) -> u64 {
        self.with_live_bytes(|live| {
            self.window.fetch_add(1, Ordering::AcqRel);
            let peak = self.peak.swap(live, Ordering::AcqRel);
            self.high.fetch_max(peak, Ordering::AcqRel);
            peak.max(live)
        })
    }

    /// Resets the peak to the current live bytes.
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
            0 => limit::less_managed((self.has)(self.device), self.managed_max()),
            bytes => bytes,
        }
    }

    /// Sets the maximum size of this process's managed heap, by which the default limit is reduced.
    pub(super) fn set_managed_max(&self, bytes: u64) {
        self.managed.store(bytes, Ordering::Relaxed);
        self.epoch.fetch_add(1, Ordering::AcqRel);
    }

    /// The value of [`Account::set_managed_max`].
    pub(super) fn managed_max(&self) -> u64 {
        self.managed.load(Ordering::Relaxed)
    }

    /// Sets the limit, 0 for the default, and invalidates every thread's credit.
    pub(super) fn set_limit(&self, bytes: u64) {
        self.limit.store(bytes, Ordering::Release);
        self.epoch.fetch_add(1, Ordering::AcqRel);
    }

    #[cold]
    fn exceeded(&self, bytes: u64, charged: u64, limit: u64) -> Error {
        let (asked, charged, limit) = (in_bytes(bytes), amount(charged), amount(limit));
        let text = format!("{asked} asked for, {charged} in use, the limit of {} is {limit}", self.device);
        Error::new(Status::LimitExceeded, text)
    }
}

/// Credit of all threads that can no longer be spent.
fn stale_credit() -> u64 {
    threads::with_sum(|thread| thread.credit.stale(), |sum| sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_accounts_of_two_devices_know_nothing_of_each_other() {
        let device = Account::new(Device::Cuda(0), |_| 1000);
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
        let device = Account::new(Device::Cuda(0), |_| 1000);
        device.charge(600).expect("there is room");
        assert_eq!(device.charge(401).map_err(|error| error.status()), Err(Status::LimitExceeded));
        assert_eq!(device.charge(u64::MAX).map_err(|error| error.status()), Err(Status::LimitExceeded));
        assert_eq!((device.live_bytes(), device.peak()), (600, 600));
        device.charge(400).expect("the limit itself is allowed");
        device.discharge(900);
        assert_eq!((device.live_bytes(), device.take_peak(), device.take_peak()), (100, 1000, 100));
    }
}
