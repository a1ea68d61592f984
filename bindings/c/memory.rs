//! Memory of a device.

use super::args::call_out;
use crate::api::memory;
use crate::error::Status;

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
