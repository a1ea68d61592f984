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

/// The most bytes that may be alive on a device; 0 puts the default back: the control group's, else physical memory,
/// less what the managed heap may take.
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

/// A wrapper is about to ask its collector for memory. What is unowned now, less what `tenure_handle_collect` frees until
/// `tenure_memory_relieved`, is what survives.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_memory_relieving(device: i32) -> Status {
    call(|| memory::relieving(device))
}

/// A wrapper's collector has run and what it found was freed. The next time is due when as much as the base of the
/// threshold, or a quarter of what survived where that is more, has been added to that.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_memory_relieved(device: i32) -> Status {
    call(|| memory::relieved(device))
}

/// How many bytes without an owner may gather before a collection is due, 192 for each tensor's own slot and header
/// included; 0 for the default.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_memory_set_unowned_threshold(device: i32, bytes: u64) -> Status {
    call(|| memory::set_unowned_threshold(device, bytes))
}

/// What the managed heap of this process may come to take: the default limit is less by that, but at least a quarter.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_memory_set_managed_max(bytes: u64) -> Status {
    call(|| {
        memory::set_managed_max(bytes);
        Ok(())
    })
}
