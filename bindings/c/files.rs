//! Files of tensors. Paths and names are UTF-8.

use super::args::{call, put, put_text, room, slice, text};
use super::library::TenureHandle;
use crate::api::safetensors;
use crate::error::{Result, Status};
use std::ffi::c_char;

/// Writes `n` named tensors; the old file stays as it was when that fails.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_safetensors_save(
    path: *const c_char,
    names: *const *const c_char,
    tensors: *const TenureHandle,
    n: usize,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| unsafe { safetensors::save(text(path, "path")?, &texts(names, n)?, slice(tensors, n, "tensors")?) })
}

/// The names in a file, each with a NUL after it, one after another; `needed` is what they take and one NUL more.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_safetensors_names(
    path: *const c_char,
    buf: *mut c_char,
    cap: usize,
    needed: *mut usize,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| unsafe {
        let names: String = safetensors::names(text(path, "path")?)?.iter().map(|name| format!("{name}\0")).collect();
        put_text(names.as_bytes(), buf, cap, needed)
    })
}

/// `n` tensors of a file by their names, written to `tensors` in that order, all or none. The file is opened and its header
/// read once, where `n` calls of `tenure_safetensors_load` would do so `n` times.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_safetensors_load_many(
    scope: TenureHandle,
    path: *const c_char,
    names: *const *const c_char,
    n: usize,
    tensors: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer; the names have been read before anything is written.
    call(|| unsafe {
        room(tensors, n, "tensors")?;
        let loaded = safetensors::load_many(scope, text(path, "path")?, &texts(names, n)?)?;
        put(&loaded, tensors);
        Ok(())
    })
}

/// The texts that an array points to.
///
/// # Safety
/// `names` is NULL or points to `n` pointers, each of which is NULL or points to a text that nobody changes during the call.
unsafe fn texts<'a>(names: *const *const c_char, n: usize) -> Result<Vec<&'a str>> {
    // SAFETY: the caller's promise.
    unsafe { slice(names, n, "names")?.iter().map(|&name| text(name, "name")).collect() }
}
