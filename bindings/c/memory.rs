//! Memory of a device.

use super::args::call_out;
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
    /// The most tensor handles.
    pub peak_tensors: u64,
    /// Bytes of live storages that a handle without an owner keeps alive.
    pub unowned_bytes: u64,
    /// Handles that a collector's backstop had to free.
    pub backstop_freed: u64,
    /// How often a wrapper asked its collector for memory.
    pub collections: u64,
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
            peak_tensors: stats.peak_tensors,
            unowned_bytes: stats.pool.unowned_bytes,
            backstop_freed: stats.backstop_freed,
            collections: stats.pool.collections,
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

/// Where the word is that is not 0 while handles without an owner keep more bytes alive than the threshold allows. A wrapper
/// reads it after it made one, and asks its collector. It stays where it is.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_memory_pressure(out: *mut *const i32) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || Ok(memory::pressure_word().as_ptr().cast_const())) }
}
