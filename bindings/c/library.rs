//! The library itself: version, errors, random numbers, handles of any kind.

use super::args::{call_out, call_out_or_null, call_text, last_error, slice};
use crate::api;
use crate::error::Status;
use std::ffi::{CString, c_char};
use std::sync::LazyLock;

/// The most dimensions a tensor has, which is the room that its shape and its strides need at most.
pub const TENURE_MAX_RANK: u64 = 16;
const _: () = assert!(TENURE_MAX_RANK as usize == crate::tensor::MAX_RANK);

/// A UTF-8 text that ends with a NUL.
pub type TenureText = *const c_char;

/// Names a tensor, scope, tape or optimizer. 0 is never valid; as a scope argument it means "no scope named".
pub type TenureHandle = u64;

/// As the owner scope of a result: it is unowned, whoever owns the first operand.
pub const TENURE_UNOWNED: TenureHandle = 0xffff_ffff_ffff_ffff;
const _: () = assert!(TENURE_UNOWNED == crate::api::UNOWNED);

/// As the device of a new tensor: the default device of the scope that owns it. The processor is 0, the CUDA device of an
/// index `65536 + index`.
pub const TENURE_DEVICE_OF_SCOPE: i32 = -1;
const _: () = assert!(TENURE_DEVICE_OF_SCOPE == crate::api::DEVICE_OF_SCOPE);

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
pub unsafe extern "C" fn tenure_version(buf: *mut c_char, cap_buf: u64, n_buf: *mut u64) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_text(buf, cap_buf, n_buf, || Ok(api::VERSION)) }
}

/// The text of the last failure on this thread; empty before the first. `n_buf` counts the NUL.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_last_error_message(buf: *mut c_char, cap_buf: u64, n_buf: *mut u64) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_text(buf, cap_buf, n_buf, || Ok(last_error())) }
}

/// The name of a status, as `SHAPE_MISMATCH`; `UNKNOWN` for any other number. The text is part of the library:
/// do not free it.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_status_name(status: i32) -> TenureText {
    static NAMES: LazyLock<Vec<CString>> =
        LazyLock::new(|| Status::ALL.iter().filter_map(|status| CString::new(status.name()).ok()).collect());
    let name = Status::from_code(status).and_then(|status| NAMES.get(status.code() as usize));
    name.map_or(c"UNKNOWN".as_ptr(), |name| name.as_ptr())
}

/// Where the word is that changes with each record of the log. A wrapper looks at it after a call, and reads
/// `tenure_log_records` then. It stays where it is.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_log_word(out: *mut *const i32) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || Ok(api::log::word().as_ptr().cast_const())) }
}

/// Where the word is with the number of sampled handles whose line is not known yet. A wrapper looks at it after a call
/// that made something, and asks `tenure_record_is_sampled` then. It stays where it is.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_record_waiting(out: *mut *const i32) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || Ok(api::record::waiting().as_ptr().cast_const())) }
}

/// Releases handles of any kind, scopes with all they own. Those that are not valid are skipped. *Consumes* all.
/// `released` receives how many were; it may be NULL.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_handles_release(
    handles: *const TenureHandle,
    n_handles: u64,
    released: *mut u64,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe {
        call_out_or_null(
            released,
            "released",
            || Ok(api::handle::release(slice(handles, n_handles, "handles")?) as u64),
        )
    }
}
