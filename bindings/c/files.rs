//! Files of tensors. Paths and names are UTF-8.

use super::args::{call, call_out, put_text, slice, text};
use super::library::TenureHandle;
use crate::api::{npy, safetensors};
use crate::error::{Result, Status};
use std::ffi::c_char;

/// The tensor of a `.npy` file.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_npy_load(scope: TenureHandle, path: *const c_char, out: *mut TenureHandle) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(out, || npy::load(scope, text(path, "path")?)) }
}

/// Writes a tensor as `.npy`; the old file stays as it was when that fails.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_npy_save(path: *const c_char, t: TenureHandle) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| npy::save(unsafe { text(path, "path")? }, t))
}

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
    call(|| unsafe {
        let names = slice(names, n, "names")?.iter().map(|&name| text(name, "name")).collect::<Result<Vec<_>>>()?;
        safetensors::save(text(path, "path")?, &names, slice(tensors, n, "tensors")?)
    })
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

/// One tensor of a file by its name.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_safetensors_load(
    scope: TenureHandle,
    path: *const c_char,
    name: *const c_char,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(out, || safetensors::load(scope, text(path, "path")?, text(name, "name")?)) }
}
