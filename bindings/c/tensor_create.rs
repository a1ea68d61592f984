//! Making tensors. `device` and `dtype` are codes; `dims` lists `rank` sizes, outermost first.

use super::args::{call_out, slice};
use super::library::TenureHandle;
use crate::api::tensor;
use crate::error::Status;
use std::ffi::c_void;

/// Zeros.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_zeros(
    scope: TenureHandle,
    device: i32,
    dtype: i32,
    dims: *const i64,
    rank: u32,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(out, || tensor::zeros(scope, device, dtype, slice(dims, rank as usize, "dims")?)) }
}

/// Elements that are whatever the memory held: for what writes all of them.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_empty(
    scope: TenureHandle,
    device: i32,
    dtype: i32,
    dims: *const i64,
    rank: u32,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(out, || tensor::empty(scope, device, dtype, slice(dims, rank as usize, "dims")?)) }
}

/// Ones.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_ones(
    scope: TenureHandle,
    device: i32,
    dtype: i32,
    dims: *const i64,
    rank: u32,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(out, || tensor::ones(scope, device, dtype, slice(dims, rank as usize, "dims")?)) }
}

/// One value everywhere, cast to the dtype.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_full(
    scope: TenureHandle,
    device: i32,
    dtype: i32,
    value: f64,
    dims: *const i64,
    rank: u32,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(out, || tensor::full(scope, device, dtype, value, slice(dims, rank as usize, "dims")?)) }
}

/// Uniform random numbers of [0, 1); floating dtypes only.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_rand(
    scope: TenureHandle,
    device: i32,
    dtype: i32,
    dims: *const i64,
    rank: u32,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(out, || tensor::rand(scope, device, dtype, slice(dims, rank as usize, "dims")?)) }
}

/// Normal random numbers; floating dtypes only.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_randn(
    scope: TenureHandle,
    device: i32,
    dtype: i32,
    dims: *const i64,
    rank: u32,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(out, || tensor::randn(scope, device, dtype, slice(dims, rank as usize, "dims")?)) }
}

/// `start`, `start + step`, ... below `end` (above it for a negative step), of rank 1.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_arange(
    scope: TenureHandle,
    device: i32,
    dtype: i32,
    start: f64,
    end: f64,
    step: f64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::arange(scope, device, dtype, start, end, step)) }
}

/// A copy of `n_bytes` bytes: native-endian elements in row-major order, exactly as many as the shape has.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_from_data(
    scope: TenureHandle,
    device: i32,
    dtype: i32,
    data: *const c_void,
    n_bytes: usize,
    dims: *const i64,
    rank: u32,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe {
        call_out(out, || {
            let bytes = slice(data.cast::<u8>(), n_bytes, "data")?;
            tensor::from_data(scope, device, dtype, bytes, slice(dims, rank as usize, "dims")?)
        })
    }
}
