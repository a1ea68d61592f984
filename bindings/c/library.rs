//! The library itself: version, errors, random numbers, handles of any kind.

use super::args::{call, call_out, last_error, put_text, slice};
use crate::api;
use crate::error::Status;
use std::ffi::c_char;

/// Names a tensor, scope, tape or optimizer. 0 is never valid; as a scope argument it means "no scope named".
pub type TenureHandle = u64;

/// As the owner scope of a result: it is unowned, whoever owns the first operand.
pub const TENURE_UNOWNED: TenureHandle = 0xffff_ffff_ffff_ffff;
const _: () = assert!(TENURE_UNOWNED == crate::api::UNOWNED);

/// The version of this ABI: a wrapper that was built for another one must not go on.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_abi_version() -> u32 {
    api::ABI_VERSION
}

/// The version of the library as text.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_version(buf: *mut c_char, cap: usize, needed: *mut usize) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| unsafe { put_text(api::VERSION.as_bytes(), buf, cap, needed) })
}

/// The text of the last failure on this thread; empty before the first. `needed` counts the NUL.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_last_error_message(buf: *mut c_char, cap: usize, needed: *mut usize) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| unsafe { put_text(last_error().as_bytes(), buf, cap, needed) })
}

/// Releases handles of any kind, scopes with all they own. Those that are not valid are skipped. *Consumes* all.
/// `released` receives how many were.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_handles_release(
    handles: *const TenureHandle,
    n: usize,
    released: *mut usize,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(released, || Ok(api::handle::release(slice(handles, n, "handles")?))) }
}
