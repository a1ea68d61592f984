//! Handles of any kind: names, sites, leaks, the backstop.

use super::args::{call_out, slice};
use super::library::TenureHandle;
use crate::api::handle;
use crate::error::Status;

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
