//! Memory of a device: statistics, limit, trimming.

use super::resource::TABLE;
use crate::device::Device;
use crate::error::Result;
use crate::memory;
use crate::ownership::Kind;

/// Live handles of the process and the memory of one device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryStats {
    /// Handles of all kinds.
    pub live_handles: u64,
    /// Tensor handles.
    pub live_tensors: u64,
    /// Scope handles.
    pub live_scopes: u64,
    /// The device's memory.
    pub pool: memory::PoolStats,
}

/// Statistics at this moment; exact when no other thread creates or disposes meanwhile.
/// Errors: `DEVICE_UNAVAILABLE`.
pub fn stats(device: i32) -> Result<MemoryStats> {
    available(device)?;
    Ok(MemoryStats {
        live_handles: Kind::ALL.into_iter().map(|kind| TABLE.live(kind)).sum(),
        live_tensors: TABLE.live(Kind::Tensor),
        live_scopes: TABLE.live(Kind::Scope),
        pool: memory::stats(),
    })
}

/// The most bytes that the pool of this device may take from the system; 0 puts the default back (cgroup, else
/// physical memory). A limit below what is reserved now stops growth, it frees nothing.
pub fn set_limit(device: i32, bytes: u64) -> Result<()> {
    available(device)?;
    memory::set_limit(bytes);
    Ok(())
}

/// Gives freed blocks that the pool keeps back to the system.
pub fn trim(device: i32) -> Result<()> {
    available(device)?;
    memory::trim();
    Ok(())
}

/// Starts both peaks anew at what they are now.
pub fn reset_peak(device: i32) -> Result<()> {
    available(device)?;
    memory::reset_peak();
    Ok(())
}

fn available(device: i32) -> Result<()> {
    Device::from_code(device)?.require()
}
