//! Handles of any kind: names, sites, leaks, the backstop; and counters.

use super::args::{call_out, slice};
use super::library::TenureHandle;
use crate::api::counter::{self, CounterStats};
use crate::api::handle;
use crate::error::Status;
use safer_ffi::prelude::*;

/// What happened since a counter was started. Bytes unless said.
#[derive_ReprC]
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TenureCounterStats {
    /// Live tensors now, less those at the start.
    pub tensors: i64,
    /// Live bytes now, less those at the start.
    pub bytes: i64,
    /// The most that `tensors` was.
    pub peak_tensors: u64,
    /// The most that `bytes` was.
    pub peak_bytes: u64,
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
    /// Handles that a collector's backstop had to free.
    pub backstop_freed: u64,
}

impl From<CounterStats> for TenureCounterStats {
    fn from(stats: CounterStats) -> TenureCounterStats {
        TenureCounterStats {
            tensors: stats.tensors,
            bytes: stats.bytes,
            peak_tensors: stats.peak_tensors,
            peak_bytes: stats.peak_bytes,
            allocations: stats.allocations,
            reuses: stats.reuses,
            system_allocations: stats.system_allocations,
            retries: stats.retries,
            out_of_memory: stats.out_of_memory,
            backstop_freed: stats.backstop_freed,
        }
    }
}

/// The release of a collector's backstop: as `tenure_handles_release`, and what it frees is counted, and remembered as a
/// leak unless the level is OFF. *Consumes* all.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_handle_collect(handles: *const TenureHandle, n: usize, released: *mut usize) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(released, || Ok(handle::collect(slice(handles, n, "handles")?))) }
}

/// What happened since a counter was started.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_counter_read(counter: TenureHandle, out: *mut TenureCounterStats) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || counter::read(counter).map(TenureCounterStats::from)) }
}
