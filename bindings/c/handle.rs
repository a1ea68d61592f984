//! Handles of any kind: names, sites, leaks, the backstop; and counters.

use super::args::{call, call_out, put_handles, put_text, slice, text};
use super::library::TenureHandle;
use crate::api::counter::{self, CounterStats};
use crate::api::{handle, leak};
use crate::error::Status;
use safer_ffi::prelude::*;
use std::ffi::c_char;

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

/// Names a handle of any kind, for errors, dumps and leaks. An empty name takes it away.
///
/// # Safety
/// `name` is NULL or points to a NUL-terminated text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_handle_set_name(handle: TenureHandle, name: *const c_char) -> Status {
    // SAFETY: as the caller says of name.
    call(|| handle::set_name(handle, unsafe { text(name, "name")? }))
}

/// The name of a handle of any kind, empty if it has none. `needed` counts the NUL.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_handle_name(
    handle: TenureHandle,
    buf: *mut c_char,
    cap: usize,
    needed: *mut usize,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| unsafe { put_text(handle::name(handle)?.as_bytes(), buf, cap, needed) })
}

/// Says where a new handle was made: a line of the caller's language, as people read it.
///
/// # Safety
/// `site` is NULL or points to a NUL-terminated text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_handle_note(handle: TenureHandle, site: *const c_char) -> Status {
    // SAFETY: as the caller says of site.
    call(|| leak::note(handle, unsafe { text(site, "site")? }))
}

/// Says where a handle is about to be closed, a scope with all that it owns: the error of a later use says so.
///
/// # Safety
/// `site` is NULL or points to a NUL-terminated text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_handle_note_closed(handle: TenureHandle, site: *const c_char) -> Status {
    // SAFETY: as the caller says of site.
    call(|| leak::note_closed(handle, unsafe { text(site, "site")? }))
}

/// Every live handle of every kind, borrowed: as many as there is room for. `count` receives how many there are.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_handle_live(out: *mut TenureHandle, cap: usize, count: *mut usize) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| unsafe { put_handles(&leak::live(), out, cap, count) })
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

/// How much is recorded of where handles come from: 0 OFF, 1 SAMPLED (one in 128), 2 ALL. The wrappers do the recording.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_leak_set_level(level: i32) -> Status {
    call(|| leak::set_level(level))
}

/// The level.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_leak_level(out: *mut i32) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || Ok(leak::level())) }
}

/// Every live handle but `ignoring`, then what a backstop freed since `tenure_leak_forget`. `format`: 0 text, 1 JSON, 2 rows:
/// one a line, fields separated by tabs (inside a field tab, line feed and backslash are `\t`, `\n`, `\\`): kind, handle,
/// name, dtype, shape, bytes, age in ms, path of scopes, site, "alive" or "collected". `needed` counts the NUL.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_leak_report(
    format: i32,
    ignoring: *const TenureHandle,
    n: usize,
    buf: *mut c_char,
    cap: usize,
    needed: *mut usize,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| unsafe { put_text(leak::report(format, slice(ignoring, n, "ignoring")?)?.as_bytes(), buf, cap, needed) })
}

/// Forgets what the backstop freed.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_leak_forget() -> Status {
    call(|| {
        leak::forget();
        Ok(())
    })
}

/// A counter that starts now.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_counter_start(scope: TenureHandle, out: *mut TenureHandle) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || counter::start(scope)) }
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

/// Ends a counter. *Consumes.*
#[unsafe(no_mangle)]
pub extern "C" fn tenure_counter_dispose(counter: TenureHandle) -> Status {
    call(|| counter::dispose(counter))
}
