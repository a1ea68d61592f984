//! What a wrapper remembers of scopes.

use super::args::call_out;
use crate::api::scope;
use crate::error::Status;

/// Where the number is that counts how often scopes have ended with another: closed with the one above them, or when that was
/// emptied. A wrapper that has found a scope open asks again when it is another number. It stays where it is, and is never 0.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_scope_endings(out: *mut *const u64) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || Ok(scope::endings().as_ptr().cast_const())) }
}
