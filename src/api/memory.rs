//! Memory of a device: statistics, limits, trimming.

pub use super::records::MemoryStats;
use super::types::{Bytes, DeviceCode};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::memory;
use crate::ownership::Kind;
use crate::session::release::collected;
use crate::session::resource::TABLE;
use crate::session::rows::Rows;
use crate::session::{context, counter, report, workspace};
use std::sync::atomic::AtomicI32;
use std::time::Duration;

/// The live handles of the process and the memory of a device at this moment. The numbers are exact if no other thread
/// creates or disposes of handles meanwhile. Errors: `DEVICE_UNAVAILABLE` if there is no such device.
pub fn stats(device: DeviceCode) -> Result<MemoryStats> {
    let device = available(device)?;
    context::tidy();
    let pool = memory::stats(device)?;
    Ok(MemoryStats {
        live_handles: Kind::ALL.into_iter().map(|kind| TABLE.live(kind)).sum(),
        live_tensors: TABLE.live(Kind::Tensor),
        live_scopes: TABLE.live(Kind::Scope),
        live_bytes: pool.live_bytes,
        peak_bytes: pool.peak_bytes,
        reserved_bytes: pool.reserved_bytes,
        peak_reserved_bytes: pool.peak_reserved_bytes,
        limit_bytes: pool.limit_bytes,
        allocations: pool.allocations,
        reuses: pool.reuses,
        system_allocations: pool.system_allocations,
        retries: pool.retries,
        out_of_memory: pool.out_of_memory,
        peak_tensors: counter::most_tensors(),
        unowned_bytes: pool.unowned_bytes,
        backstop_freed: TABLE.collected(),
        collections: pool.collections,
        live_workspaces: workspace::open_count(),
        refusals: report::refusals(),
        leaks: TABLE.found_count(),
        foreign_bytes: pool.foreign_bytes,
    })
}

/// The devices whose memory this process has used, the processor first: lines of a code and a name, separated by a tab.
pub fn devices() -> Result<String> {
    let mut rows = Rows::default();
    for (device, _) in memory::all_stats() {
        rows.row(&[&device.code().to_string(), &device.to_string()]);
    }
    Ok(rows.text)
}

/// Sets the most bytes that the pool of this device may take from the system. 0 restores the default: the memory of the
/// container or machine, less the maximum of the managed heap. A limit below what is reserved now prevents growth, but
/// frees nothing. Errors: `INVALID_ARGUMENT` for a negative number, `DEVICE_UNAVAILABLE` if there is no such device.
pub fn set_limit(device: DeviceCode, bytes: Bytes) -> Result<()> {
    memory::set_limit(available(device)?, amount(bytes, "a memory limit")?)
}

/// A number of bytes that a caller gave. Callers whose numbers have a sign pass a negative one as its two's complement; it
/// is `INVALID_ARGUMENT`, since as an unsigned number it would be more than there can be, and so no limit at all.
pub(super) fn amount(bytes: u64, what: &str) -> Result<u64> {
    match i64::try_from(bytes) {
        Ok(_) => Ok(bytes),
        Err(_) => Err(Error::argument(format!("{what} of {} bytes is negative", bytes as i64))),
    }
}

/// Returns memory that no tensor uses to the system. What is alive stays.
///
///
/// - `Tenure::trim()`
/// - `device`: the device whose memory is trimmed
/// - `DEVICE_UNAVAILABLE`: there is no such device
pub fn trim(device: DeviceCode) -> Result<()> {
    let device = available(device)?;
    context::tidy();
    memory::trim(device)
}

/// Sets how long memory that no tensor uses is kept for the next tensor, in milliseconds, before it returns to the
/// system; it may take up to twice as long. The default is 10,000. A loop whose steps are further apart asks the system
/// for memory again in each step. Errors: `INVALID_ARGUMENT` below 1, `DEVICE_UNAVAILABLE` if there is no such device.
pub fn set_decay(device: DeviceCode, millis: i64) -> Result<()> {
    available(device)?;
    match u64::try_from(millis) {
        Ok(period @ 1..) => {
            memory::set_decay(Duration::from_millis(period));
            Ok(())
        }
        _ => Err(Error::argument(format!("a decay of {millis} ms: it takes 1 at least"))),
    }
}

/// How long memory that no tensor uses is kept, in milliseconds. Errors: `DEVICE_UNAVAILABLE` if there is no such
/// device.
pub fn decay(device: DeviceCode) -> Result<i64> {
    available(device)?;
    Ok(i64::try_from(memory::decay().as_millis()).unwrap_or(i64::MAX))
}

/// Resets the peaks of memory and of tensors to what is alive now.
///
///
/// - `Tenure::reset_peak()`
/// - `device`: the device whose peaks are reset
/// - `DEVICE_UNAVAILABLE`: there is no such device
pub fn reset_peak(device: DeviceCode) -> Result<()> {
    counter::reset_peaks(available(device)?)
}

/// A word that is not 0 while unowned handles keep more bytes alive than the threshold allows. A wrapper reads it after
/// it has made a handle, and then asks its garbage collector. It stays valid for the life of the process.
pub fn pressure_word() -> &'static AtomicI32 {
    memory::pressure_word()
}

/// Tells the core that a wrapper is about to ask its garbage collector for memory. What is unowned now, less what
/// `handle::collect` frees until [`relieved`], is what survives; what other threads make meanwhile must not raise the
/// threshold.
pub fn relieving(device: DeviceCode) -> Result<()> {
    available(device)?;
    memory::relieving(collected());
    Ok(())
}

/// Tells the core that a wrapper has freed what its garbage collector found. The next collection is due when as much
/// has been added to what survived as the base of the threshold, or a quarter of what survived if that is more.
pub fn relieved(device: DeviceCode) -> Result<()> {
    available(device)?;
    memory::relieved(collected(), None);
    Ok(())
}

/// Sets how many unowned bytes may gather before a garbage collection is due, including 192 for the slot and header of
/// each tensor. They are one number for all devices. 0 restores the default, which depends on the smallest limit of the
/// devices in use and the collector that [`crate::api::pressure::set_collector`] has named; without a collector it is
/// an eighth of the limit, at least 16 MiB and at most 128 MiB. Errors: `INVALID_ARGUMENT` for a negative number,
/// `DEVICE_UNAVAILABLE` if there is no such device.
pub fn set_unowned_threshold(device: DeviceCode, bytes: Bytes) -> Result<()> {
    available(device)?;
    memory::set_unowned_threshold(amount(bytes, "a threshold")?);
    Ok(())
}

/// How many unowned bytes may gather before a garbage collection is due: the number that [`set_unowned_threshold`] has
/// set, or the current default. Errors: `DEVICE_UNAVAILABLE` if there is no such device.
pub fn unowned_threshold(device: DeviceCode) -> Result<Bytes> {
    available(device)?;
    Ok(memory::unowned_threshold())
}

/// Sets the largest size of the managed heap of this process; 0 if there is none or it is unknown. The default limit is
/// the memory of the container or machine less this, so that both fit. If the heap may take all of that memory, nothing
/// is left to share: the default limit is then 1/32 of the memory, at most 64 MiB, and a program that needs more sets a
/// limit.
pub fn set_managed_max(bytes: Bytes) -> Result<()> {
    memory::set_managed_max(bytes);
    Ok(())
}

fn available(device: i32) -> Result<Device> {
    let device = Device::from_code(device)?;
    device.require()?;
    Ok(device)
}
