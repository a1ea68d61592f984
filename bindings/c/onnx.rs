//! Models whose bytes the caller has, and the word of the log. `ci/generate` writes the other
//! functions of a model.

use super::args::{call_out, optional_text, slice};
use super::library::TenureHandle;
use crate::api::onnx_model;
use crate::error::Status;
use std::ffi::{c_char, c_void};

/// As `tenure_onnx_model_load` for a file whose `n_data` bytes are in memory, which are not needed
/// any more then.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_onnx_model_load_bytes(
    scope: TenureHandle,
    data: *const c_void,
    n_data: u64,
    options: *const c_char,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe {
        call_out(out, || {
            let data = slice(data.cast::<u8>(), n_data, "data")?;
            onnx_model::load_bytes(scope, data, optional_text(options, "options")?)
        })
    }
}

/// Where the word is that changes with each record of ONNX Runtime's log. A wrapper looks at it after a
/// call, and reads `tenure_onnx_model_log_records` then. It stays where it is.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_onnx_model_log_word(out: *mut *const i32) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || Ok(onnx_model::log_word().as_ptr().cast_const())) }
}
