//! Models whose bytes the caller has. `ci/generate` writes the other functions of a model.

use super::args::{call_out, optional_text, slice, text};
use super::library::{TenureHandle, TenureText};
use crate::api::onnx_model;
use crate::error::{Result, Status};
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

/// As `tenure_onnx_model_load_bytes`, for a model that keeps data in other files: the bytes of each of `n_files`, by its
/// name in the model. Nothing of them is needed any more then.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_onnx_model_load_parts(
    scope: TenureHandle,
    data: *const c_void,
    n_data: u64,
    names: *const TenureText,
    files: *const *const c_void,
    sizes: *const u64,
    n_files: u64,
    options: *const c_char,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe {
        call_out(out, || {
            let data = slice(data.cast::<u8>(), n_data, "data")?;
            let names = slice(names, n_files, "names")?;
            let (files, sizes) = (slice(files, n_files, "files")?, slice(sizes, n_files, "sizes")?);
            let file = |i: usize| Ok((text(names[i], "name")?, slice(files[i].cast::<u8>(), sizes[i], "file")?));
            let files = (0..names.len()).map(file).collect::<Result<Vec<(&str, &[u8])>>>()?;
            onnx_model::load_parts(scope, data, &files, optional_text(options, "options")?)
        })
    }
}
