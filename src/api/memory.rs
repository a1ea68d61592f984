//! Memory of a device: statistics, limit, trimming.

use super::counter;
pub use super::records::MemoryStats;
use super::resource::TABLE;
use super::types::{Bytes, DeviceCode};
use super::workspace;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::memory;
use crate::ownership::Kind;
use std::sync::atomic::AtomicI32;
use std::time::Duration;

/// Live handles of the process and the memory of a device at this moment; exact when no other thread creates or disposes
/// meanwhile. Errors: `DEVICE_UNAVAILABLE`.
pub fn stats(device: DeviceCode) -> Result<MemoryStats> {
    let device = available(device)?;
    workspace::tidy();
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
    })
}

/// The most bytes that the pool of this device may take from the system; 0 puts the default back (what the container or
/// the machine has, less the managed heap's maximum). A limit below what is reserved now stops growth, it frees nothing.
/// Errors: `INVALID_ARGUMENT` for a negative number, `DEVICE_UNAVAILABLE`.
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

/// Gives memory that no tensor uses back to the system. What is alive stays.
///
/// - `Tenure::trim()`
/// - `device`: where
/// - `DEVICE_UNAVAILABLE`: there is no such device
pub fn trim(device: DeviceCode) -> Result<()> {
    available(device)?;
    workspace::tidy();
    memory::trim();
    Ok(())
}

/// How long memory that no tensor uses is kept for the next tensor, in milliseconds: then it goes back to the system by itself,
/// at the latest after twice as long. 10,000 unless it is set; a loop whose steps are further apart than that asks the
/// system for memory again in each step. Errors: `INVALID_ARGUMENT` below 1, `DEVICE_UNAVAILABLE`.
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

/// How long memory that no tensor uses is kept, in milliseconds. Errors: `DEVICE_UNAVAILABLE`.
pub fn decay(device: DeviceCode) -> Result<i64> {
    available(device)?;
    Ok(i64::try_from(memory::decay().as_millis()).unwrap_or(i64::MAX))
}

/// Lets the peaks of memory and of tensors begin again at what is alive now.
///
/// - `Tenure::reset_peak()`
/// - `device`: where
/// - `DEVICE_UNAVAILABLE`: there is no such device
pub fn reset_peak(device: DeviceCode) -> Result<()> {
    counter::reset_peaks(available(device)?)
}

/// The word that is not 0 while handles without an owner keep more bytes alive than the threshold allows: a wrapper reads
/// it after making one, and asks its collector. It is good for the life of the process.
pub fn pressure_word() -> &'static AtomicI32 {
    memory::pressure_word()
}

/// A wrapper is about to ask its collector for memory. What is unowned now, less what `handle::collect` frees until
/// [`relieved`], is what survives: other threads may make more meanwhile, which must not raise the threshold.
pub fn relieving(device: DeviceCode) -> Result<()> {
    available(device)?;
    memory::relieving(collected());
    Ok(())
}

/// A wrapper's collector has freed what it found: the next time is due when as much as the base of the threshold, or a quarter
/// of what survived where that is more, has been added to that.
pub fn relieved(device: DeviceCode) -> Result<()> {
    available(device)?;
    memory::relieved(collected(), None);
    Ok(())
}

/// How many bytes without an owner may gather before a collection is due, 192 for each tensor's own slot and header
/// included; 0 for the default, which follows the limit and what [`crate::api::pressure::set_collector`] was told: without a
/// collector an eighth of the limit, at least 16 MiB and at most 128. Errors: `INVALID_ARGUMENT` for a negative number.
pub fn set_unowned_threshold(device: DeviceCode, bytes: Bytes) -> Result<()> {
    available(device)?;
    memory::set_unowned_threshold(amount(bytes, "a threshold")?);
    Ok(())
}

/// How many bytes without an owner may gather before a collection is due: what [`set_unowned_threshold`] has set, or the
/// default as it is now.
pub fn unowned_threshold(device: DeviceCode) -> Result<Bytes> {
    available(device)?;
    Ok(memory::unowned_threshold())
}

/// The most that the managed heap of this process may take, 0 where nobody has said so. The default limit is what the
/// container or the machine has less that, so the two together stay within it. A heap that may take all of it leaves
/// nothing to share: the default is then 1/32 of it, at most 64 MiB, and whoever wants more sets a limit.
pub fn set_managed_max(bytes: Bytes) -> Result<()> {
    memory::set_managed_max(bytes);
    Ok(())
}

/// What the backstops have freed so far.
pub(super) fn collected() -> memory::Collected {
    memory::Collected { references: TABLE.collected(), bytes: TABLE.collected_bytes() }
}

fn available(device: i32) -> Result<Device> {
    let device = Device::from_code(device)?;
    device.require()?;
    Ok(device)
}
