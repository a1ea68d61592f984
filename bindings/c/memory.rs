//! Memory of a device.

use super::args::{call, call_out};
use crate::api::memory::{self, MemoryStats};
use crate::error::Status;
use safer_ffi::prelude::*;

/// Handles of the process and memory of a device. Bytes unless said.
#[derive_ReprC]
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TenureMemoryStats {
    /// Handles of all kinds.
    pub live_handles: u64,
    /// Tensor handles.
    pub live_tensors: u64,
    /// Scope handles.
    pub live_scopes: u64,
    /// Bytes of live storages, as asked for.
    pub live_bytes: u64,
    /// The most of that.
    pub peak_bytes: u64,
    /// Bytes taken from the system: live, rounding, kept for reuse.
    pub reserved_bytes: u64,
    /// The most of that.
    pub peak_reserved_bytes: u64,
    /// The limit in force.
    pub limit_bytes: u64,
    /// Blocks handed out.
    pub allocations: u64,
    /// Blocks among them that had been used before.
    pub reuses: u64,
    /// Requests to the system.
    pub system_allocations: u64,
    /// Requests that the system refused at first.
    pub retries: u64,
    /// Requests that failed.
    pub out_of_memory: u64,
}

impl From<MemoryStats> for TenureMemoryStats {
    fn from(stats: MemoryStats) -> TenureMemoryStats {
        TenureMemoryStats {
            live_handles: stats.live_handles,
            live_tensors: stats.live_tensors,
            live_scopes: stats.live_scopes,
            live_bytes: stats.pool.live_bytes,
            peak_bytes: stats.pool.peak_bytes,
            reserved_bytes: stats.pool.reserved_bytes,
            peak_reserved_bytes: stats.pool.peak_reserved_bytes,
            limit_bytes: stats.pool.limit_bytes,
            allocations: stats.pool.allocations,
            reuses: stats.pool.reuses,
            system_allocations: stats.pool.system_allocations,
            retries: stats.pool.retries,
            out_of_memory: stats.pool.out_of_memory,
        }
    }
}

/// Live handles of the process and the memory of a device at this moment.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_memory_stats(device: i32, out: *mut TenureMemoryStats) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || memory::stats(device).map(TenureMemoryStats::from)) }
}

/// The most bytes that may be alive on a device; 0 puts the default back: the control group's, else physical memory.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_memory_set_limit(device: i32, bytes: u64) -> Status {
    call(|| memory::set_limit(device, bytes))
}

/// Gives freed blocks that are kept for reuse back to the system.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_memory_trim(device: i32) -> Status {
    call(|| memory::trim(device))
}

/// Starts the peaks anew at what they are now.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_memory_reset_peak(device: i32) -> Status {
    call(|| memory::reset_peak(device))
}
