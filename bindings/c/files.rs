//! Files of tensors, and batches of them. Paths and names are UTF-8.

use super::args::{call, call_out, call_text, check, put, room, slice, text};
use super::library::{TenureHandle, TenureText};
use crate::api::{data_loader, image, safetensors};
use crate::error::{Result, Status};
use std::ffi::c_char;

/// Writes `n_names` tensors, each by its name; the old file stays as it was when that fails.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_safetensors_save(
    path: *const c_char,
    names: *const TenureText,
    n_names: u64,
    tensors: *const TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| unsafe {
        safetensors::save(text(path, "path")?, &texts(names, n_names)?, slice(tensors, n_names, "tensors")?)
    })
}

/// The names in a file, each with a NUL after it, one after another; `n_buf` is what they take and one NUL more.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_safetensors_names(
    path: *const c_char,
    buf: *mut c_char,
    cap_buf: u64,
    n_buf: *mut u64,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe {
        call_text(buf, cap_buf, n_buf, || {
            Ok(safetensors::names(text(path, "path")?)?.iter().map(|name| format!("{name}\0")).collect::<String>())
        })
    }
}

/// `n_names` tensors of a file by their names, written to `tensors` in that order, all or none. The file is opened and its header
/// read once, where calls of `tenure_safetensors_load` would do so each time.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_safetensors_load_many(
    scope: TenureHandle,
    path: *const c_char,
    names: *const TenureText,
    n_names: u64,
    tensors: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer; the names have been read before anything is written.
    call(|| unsafe {
        room(tensors, n_names, "tensors")?;
        let loaded = safetensors::load_many(scope, text(path, "path")?, &texts(names, n_names)?)?;
        put(&loaded, tensors);
        Ok(())
    })
}

/// The tensor of a PNG or JPEG image whose bytes are in memory, as `tenure_image_load` makes it of a file.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_image_decode(
    scope: TenureHandle,
    data: *const u8,
    n_data: u64,
    channels: i64,
    channels_last: u8,
    as_bytes: u8,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe {
        call_out(out, || {
            image::decode(scope, slice(data, n_data, "data")?, channels, channels_last != 0, as_bytes != 0)
        })
    }
}

/// The next batch: a new tensor for each tensor of the loader, with its rows, `[B, ...]`. No tensor is the end of an epoch;
/// the call after it returns the first batch of the next epoch. Threads that share a loader get each batch once. `n_out`
/// receives the number of tensors; if it is above `cap_out`, the room of `out`, none was made, and the next call returns the
/// same batch. If the call fails, the position stays too. Errors: `OUT_OF_MEMORY`, `LIMIT_EXCEEDED`, `SHAPE_MISMATCH` if rows
/// differ in shape after their transforms, `IO` if an image cannot be read.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_data_loader_next(
    scope: TenureHandle,
    data_loader: TenureHandle,
    out: *mut TenureHandle,
    cap_out: u64,
    n_out: *mut u64,
) -> Status {
    // SAFETY: as the caller says of each pointer; no more tensors are made than `out` has room for.
    call(|| unsafe {
        check(n_out, "n_out")?;
        let (count, made) = data_loader::next_within(scope, data_loader, room(out, cap_out, "out")?)?;
        put(&made, out);
        n_out.write(count as u64);
        Ok(())
    })
}

/// The texts that an array points to.
///
/// # Safety
/// `names` is NULL or points to `n` pointers, each of which is NULL or points to a text that nobody changes during the call.
unsafe fn texts<'a>(names: *const TenureText, n: u64) -> Result<Vec<&'a str>> {
    // SAFETY: the caller's promise.
    unsafe { slice(names, n, "names")?.iter().map(|&name| text(name, "name")).collect() }
}
