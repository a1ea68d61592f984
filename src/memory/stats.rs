//! The memory statistics of a device: what is alive, the limit, the peaks; and trimming.
//!
//! Invariant: live bytes are what `account` has charged, so they are exact if no thread allocates
//! or frees meanwhile.

use super::pool::Pool;
use super::{account, devices, local, pool, pressure};
use crate::device::Device;
use crate::error::{Error, Result, Status, amount, in_bytes};
use crate::record::{self, EventKind};

/// The memory of a device at one moment. In bytes unless stated otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PoolStats {
    /// Live storages, as requested.
    pub live_bytes: u64,
    /// The peak of `live_bytes`; exact if one thread allocates at a time, otherwise within 128 KiB
    /// per thread.
    pub peak_bytes: u64,
    /// Allocated from the system: live, rounding and memory kept for reuse.
    pub reserved_bytes: u64,
    /// The peak of `reserved_bytes`.
    pub peak_reserved_bytes: u64,
    /// The limit in force.
    pub limit_bytes: u64,
    /// The number of blocks handed out.
    pub allocations: u64,
    /// How many of those were reused.
    pub reuses: u64,
    /// How many times memory was allocated from the system.
    pub system_allocations: u64,
    /// How many times the system refused at first and the request was repeated after trimming.
    pub retries: u64,
    /// The number of requests that failed, by the limit or the system.
    pub out_of_memory: u64,
    /// Live storages on any device that an unowned handle keeps alive; a collector has to free
    /// them.
    pub unowned_bytes: u64,
    /// How many times a wrapper requested a collection.
    pub collections: u64,
    /// Memory of other libraries and of the caller that live storages use; no limit counts it.
    pub foreign_bytes: u64,
}

/// Current statistics; exact if no other thread allocates or frees meanwhile. Errors:
/// `DEVICE_UNAVAILABLE`.
pub fn stats(device: Device) -> Result<PoolStats> {
    devices::of(device).map(stats_of)
}

/// Like [`stats`], for the processor, which is always available.
pub fn cpu_stats() -> PoolStats {
    stats_of(&pool::CPU)
}

/// The statistics of every device that has been used.
pub(crate) fn all_stats() -> impl Iterator<Item = (Device, PoolStats)> {
    devices::all().map(|pool| (pool.device(), stats_of(pool)))
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
        foreign_bytes: counters.foreign,
    }
}

/// The peak of live bytes since the last call; for counters, which pass it to each other.
pub fn take_peak() -> u64 {
    local::with(|local| local.shared().credit.note_peak());
    let peak = account::CPU.take_peak();
    local::with(|local| local.shared().credit.note_peak()); // this thread is in the new window
    peak
}

/// Sets the maximum size of this process's managed heap, by which the default limit is reduced.
pub fn set_managed_max(bytes: u64) {
    account::CPU.set_managed_max(bytes);
    pressure::room_changed();
}

/// Sets the maximum number of live bytes; 0 for the default. A limit below the current value
/// prevents growth but frees nothing. Errors: `DEVICE_UNAVAILABLE`.
pub fn set_limit(device: Device, bytes: u64) -> Result<()> {
    devices::of(device)?.account().set_limit(bytes);
    pressure::room_changed();
    Ok(())
}

/// `LIMIT_EXCEEDED` unless this many references, described by `what`, fit in addition to what is
/// alive: limits do not count them otherwise.
pub(crate) fn require_room_for(references: u64, what: &str) -> Result<()> {
    let (taken, live, limit) = (references * pressure::FOOTPRINT as u64, account::CPU.charged(), account::CPU.limit());
    if live.saturating_add(taken) <= limit {
        return Ok(());
    }
    let (taken, live, limit) = (in_bytes(taken), amount(live), amount(limit));
    let text = format!("{references} {what} take {taken} beside the {live} in use, the limit of cpu is {limit}");
    Err(Error::new(Status::LimitExceeded, text))
}

/// `LIMIT_EXCEEDED` unless this many bytes, described by `what` and not part of a tensor, fit in
/// addition to what is alive.
pub(crate) fn require_bytes(bytes: u64, what: &str) -> Result<()> {
    let (live, limit) = (account::CPU.charged(), account::CPU.limit());
    if live.saturating_add(bytes) <= limit {
        return Ok(());
    }
    let (bytes, live, limit) = (in_bytes(bytes), amount(live), amount(limit));
    let text = format!("{what} take {bytes} beside the {live} in use, the limit of cpu is {limit}");
    Err(Error::new(Status::LimitExceeded, text))
}

/// Returns freed memory of a device to its system: blocks above 32 KiB, and of smaller ones the
/// spans of 64 KiB to 1 MiB without a live block. Blocks of the processor that threads cache, at
/// most 1 MiB each, are passed to the shared lists: this thread's now, another thread's when it
/// next requests more. Errors: `DEVICE_UNAVAILABLE`.
pub fn trim(device: Device) -> Result<()> {
    let pool = devices::of(device)?;
    if device == Device::Cpu {
        local::trim();
    }
    trim_pool(pool);
    Ok(())
}

/// Like [`trim`], for every device.
pub fn trim_all() {
    local::trim();
    devices::all().for_each(trim_pool);
}

/// Trims a pool, and logs what that has returned. What another thread reserves meanwhile makes the
/// number smaller.
fn trim_pool(pool: &Pool) {
    let before = pool.reserved_bytes();
    pool.trim();
    let (device, after) = (pool.device(), pool.reserved_bytes());
    if record::is_on() {
        record::write(EventKind::Trimmed, 0, before.saturating_sub(after), 0, device.tag());
    }
    log::debug!(
        target: crate::log::MEMORY, event = "trimmed";
        "trimmed {device}: {} bytes were returned to the system, {after} are reserved",
        before.saturating_sub(after)
    );
}

/// Counts a request that failed before the pool of the processor saw it.
pub(crate) fn count_out_of_memory() {
    pool::CPU.count_out_of_memory(0);
}

/// Resets both peaks to the current values. Errors: `DEVICE_UNAVAILABLE`.
pub fn reset_peak(device: Device) -> Result<()> {
    let pool = devices::of(device)?;
    local::with(|local| local.shared().credit.note_peak());
    pool.account().reset_peak();
    local::with(|local| local.shared().credit.note_peak());
    pool.reset_peak();
    Ok(())
}
