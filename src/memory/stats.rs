//! The memory of a device in numbers: what is alive, the limit, the peaks; and trimming.
//!
//! Invariant: live bytes are what `account` has charged, so they are exact where nobody allocates or frees meanwhile.

use super::pool::Pool;
use super::{account, devices, local, pool, pressure};
use crate::device::Device;
use crate::error::{Error, Result, Status};

/// The memory of a device at one moment. Bytes unless said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PoolStats {
    /// Live storages, as asked for.
    pub live_bytes: u64,
    /// The most of that; exact while one thread allocates at a time, else within 128 KiB a thread.
    pub peak_bytes: u64,
    /// Taken from the system: live, rounding and what is kept for reuse.
    pub reserved_bytes: u64,
    /// The most of that.
    pub peak_reserved_bytes: u64,
    /// The limit in force.
    pub limit_bytes: u64,
    /// How many blocks were handed out.
    pub allocations: u64,
    /// How many of those had been used before.
    pub reuses: u64,
    /// How often memory was taken from the system.
    pub system_allocations: u64,
    /// How often the system refused at first and was asked again after trimming.
    pub retries: u64,
    /// How many requests failed, by the limit or the system.
    pub out_of_memory: u64,
    /// Live storages on any device that a handle without an owner keeps alive: a collector has to free those.
    pub unowned_bytes: u64,
    /// How often a wrapper asked its collector to.
    pub collections: u64,
}

/// Statistics at this moment; exact when no other thread allocates or frees meanwhile. Errors: `DEVICE_UNAVAILABLE`.
pub fn stats(device: Device) -> Result<PoolStats> {
    devices::of(device).map(stats_of)
}

/// As [`stats`], of the processor, which is always there.
pub fn cpu_stats() -> PoolStats {
    stats_of(&pool::CPU)
}

fn stats_of(pool: &Pool) -> PoolStats {
    local::with(|local| local.shared().credit.note_peak());
    let (counters, account) = (pool.counters(), pool.account());
    let live_bytes = account.live_bytes();
    PoolStats {
        live_bytes,
        peak_bytes: account.peak().max(live_bytes),
        reserved_bytes: counters.reserved,
        peak_reserved_bytes: counters.peak_reserved,
        limit_bytes: account.limit(),
        allocations: counters.allocations,
        reuses: counters.reuses,
        system_allocations: counters.system_allocations,
        retries: counters.retries,
        out_of_memory: counters.out_of_memory,
        unowned_bytes: pressure::unowned(),
        collections: pressure::relieved_count(),
    }
}

/// The most bytes that were alive since the last call of this; for counters, which share it out
/// among themselves.
pub fn take_peak() -> u64 {
    local::with(|local| local.shared().credit.note_peak());
    let peak = account::CPU.take_peak();
    local::with(|local| local.shared().credit.note_peak()); // this thread is in the new window
    peak
}

/// The most that the managed heap of this process may take: the default limit is less by that.
pub fn set_managed_max(bytes: u64) {
    account::CPU.set_managed_max(bytes);
    pressure::room_changed();
}

/// The most bytes that may be alive; 0 for the default. A limit below what is alive now stops
/// growth, it frees nothing. Errors: `DEVICE_UNAVAILABLE`.
pub fn set_limit(device: Device, bytes: u64) -> Result<()> {
    devices::of(device)?.account().set_limit(bytes);
    pressure::room_changed();
    Ok(())
}

/// `LIMIT_EXCEEDED` unless so many references, which `what` names, fit beside what is alive: no
/// limit counts them otherwise.
pub(crate) fn require_room_for(references: u64, what: &str) -> Result<()> {
    let (taken, live, limit) = (references * pressure::FOOTPRINT as u64, account::CPU.charged(), account::CPU.limit());
    if live.saturating_add(taken) <= limit {
        return Ok(());
    }
    let text = format!("{references} {what} take {taken} bytes beside the {live} in use, the limit of cpu is {limit}");
    Err(Error::new(Status::LimitExceeded, text))
}

/// `LIMIT_EXCEEDED` unless so many bytes, which `what` names and which are not a tensor's, fit beside what is alive.
pub(crate) fn require_bytes(bytes: u64, what: &str) -> Result<()> {
    let (live, limit) = (account::CPU.charged(), account::CPU.limit());
    if live.saturating_add(bytes) <= limit {
        return Ok(());
    }
    let text = format!("{what} take {bytes} bytes beside the {live} in use, the limit of cpu is {limit}");
    Err(Error::new(Status::LimitExceeded, text))
}

/// Gives freed memory of a device back to its system: blocks above 32 KiB, and of smaller ones the spans of 64 KiB to
/// 1 MiB that hold no live block. Blocks of the processor that threads keep for themselves, at most 1 MiB each, become free
/// for all: this thread's now, another's when it next asks for more. Errors: `DEVICE_UNAVAILABLE`.
pub fn trim(device: Device) -> Result<()> {
    let pool = devices::of(device)?;
    if device == Device::Cpu {
        local::trim();
    }
    pool.trim();
    Ok(())
}

/// As [`trim`], of every device.
pub fn trim_all() {
    local::trim();
    devices::all().for_each(Pool::trim);
}

/// A request failed before the pool of the processor saw it.
pub(crate) fn count_out_of_memory() {
    pool::CPU.count_out_of_memory();
}

/// Starts both peaks anew at what they are now. Errors: `DEVICE_UNAVAILABLE`.
pub fn reset_peak(device: Device) -> Result<()> {
    let pool = devices::of(device)?;
    local::with(|local| local.shared().credit.note_peak());
    pool.account().reset_peak();
    local::with(|local| local.shared().credit.note_peak());
    pool.reset_peak();
    Ok(())
}
