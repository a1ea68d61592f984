//! Asking about a tensor; elements in and out.

use super::args::{call, call_out, check, put_dims, put_text, slice, slice_mut};
use super::library::TenureHandle;
use crate::api::tensor;
use crate::error::Status;
use std::ffi::{c_char, c_void};

/// A new reference on the same tensor, with an owner of its own.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_alias(scope: TenureHandle, t: TenureHandle, out: *mut TenureHandle) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::alias(scope, t)) }
}

/// As `tenure_tensor_alias`, owned by nobody whoever owns the tensor, and on the same elements wherever they lie: for memory that
/// is shown to others. In a workspace it pins them beyond the cycle.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_share(t: TenureHandle, out: *mut TenureHandle) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::share(t)) }
}

/// Gives one reference up; the memory goes with the last. *Consumes.*
#[unsafe(no_mangle)]
pub extern "C" fn tenure_tensor_dispose(t: TenureHandle) -> Status {
    call(|| tensor::dispose(t))
}

/// How many references hold the storage: handles, views and aliases included, and tapes.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_use_count(t: TenureHandle, out: *mut u64) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::use_count(t)) }
}

/// The code of the element type.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_dtype(t: TenureHandle, out: *mut i32) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::dtype(t)) }
}

/// The code of the device.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_device(t: TenureHandle, out: *mut i32) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::device(t)) }
}

/// The number of dimensions.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_rank(t: TenureHandle, out: *mut u32) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::rank(t)) }
}

/// The number of elements.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_size(t: TenureHandle, out: *mut i64) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::size(t)) }
}

/// Bytes of the elements of this window.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_nbytes(t: TenureHandle, out: *mut u64) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::nbytes(t)) }
}

/// The one element of a tensor with one.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_item(t: TenureHandle, out: *mut f64) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::item(t)) }
}

/// 1 if the elements lie one after another in row-major order, else 0.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_is_contiguous(t: TenureHandle, out: *mut u8) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::is_contiguous(t).map(u8::from)) }
}

/// The sizes, outermost first, into room for `cap`; `rank` receives how many.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_shape(t: TenureHandle, dims: *mut i64, cap: u32, rank: *mut u32) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| unsafe { put_dims(&tensor::shape(t)?, dims, cap, rank) })
}

/// Elements to step over in each dimension, into room for `cap`; `rank` receives how many.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_strides(t: TenureHandle, dims: *mut i64, cap: u32, rank: *mut u32) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| unsafe { put_dims(&tensor::strides(t)?, dims, cap, rank) })
}

/// The tensor as NumPy prints an array. `needed` counts the NUL.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_to_string(
    t: TenureHandle,
    buf: *mut c_char,
    cap: usize,
    needed: *mut usize,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| unsafe { put_text(tensor::to_string(t)?.as_bytes(), buf, cap, needed) })
}

/// Copies the elements out in row-major order, whatever the layout; `n_bytes` must be what they take.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_copy_to(t: TenureHandle, dst: *mut c_void, n_bytes: usize) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| tensor::copy_to(t, unsafe { slice_mut(dst.cast::<u8>(), n_bytes, "dst")? }))
}

/// Copies elements in, in place, in row-major order; `n_bytes` must be what they take.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_copy_from(t: TenureHandle, src: *const c_void, n_bytes: usize) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| tensor::copy_from(t, unsafe { slice(src.cast::<u8>(), n_bytes, "src")? }))
}

/// The address and length of the elements of a contiguous tensor, borrowed: good until the last reference on its storage
/// goes, so hold one.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_data(t: TenureHandle, ptr: *mut *mut c_void, n_bytes: *mut usize) -> Status {
    call(|| {
        check(ptr, "ptr")?;
        check(n_bytes, "n_bytes")?;
        let (data, length) = tensor::data(t)?;
        // SAFETY: both were checked.
        unsafe {
            ptr.write(data.cast());
            n_bytes.write(length);
        }
        Ok(())
    })
}
