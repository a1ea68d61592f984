//! Handles of any kind: names, sites, leaks, the backstop.

use super::args::{call_out_or_null, slice};
use super::library::TenureHandle;
use crate::api::handle;
use crate::error::Status;

/// The release of a collector's backstop: as `tenure_handles_release`, and what it frees is counted, and remembered as a
/// leak unless the level is OFF. *Consumes* all. `released` receives how many were freed; it may be NULL.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_handle_collect(
    handles: *const TenureHandle,
    n_handles: u64,
    released: *mut u64,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe {
        call_out_or_null(released, "released", || Ok(handle::collect(slice(handles, n_handles, "handles")?) as u64))
    }
}
