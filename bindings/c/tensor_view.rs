//! Views, which are new references on the same storage, and copies.

use super::args::{call_out, slice};
use super::library::TenureHandle;
use crate::api::tensor;
use crate::error::Status;

/// The same elements in another shape; a view when strides can express it, else a copy. One size may be -1.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_reshape(
    scope: TenureHandle,
    t: TenureHandle,
    dims: *const i64,
    rank: u32,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(out, || tensor::reshape(scope, t, slice(dims, rank as usize, "dims")?)) }
}

/// Dimensions in this order.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_permute(
    scope: TenureHandle,
    t: TenureHandle,
    axes: *const i64,
    n_axes: u32,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(out, || tensor::permute(scope, t, slice(axes, n_axes as usize, "axes")?)) }
}

/// Two dimensions exchanged.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_transpose(
    scope: TenureHandle,
    t: TenureHandle,
    a: i64,
    b: i64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::transpose(scope, t, a, b)) }
}

/// Every `step`-th index from `start` below `end` of one dimension, with Python's meaning of bounds.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_slice(
    scope: TenureHandle,
    t: TenureHandle,
    axis: i64,
    start: i64,
    end: i64,
    step: i64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::slice(scope, t, axis, start, end, step)) }
}

/// One index of one dimension, which goes away.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_select(
    scope: TenureHandle,
    t: TenureHandle,
    axis: i64,
    index: i64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::select(scope, t, axis, index)) }
}

/// The dimension taken out if its size is 1.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_squeeze(
    scope: TenureHandle,
    t: TenureHandle,
    axis: i64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::squeeze(scope, t, axis)) }
}

/// Every dimension of size 1 taken out.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_squeeze_all(
    scope: TenureHandle,
    t: TenureHandle,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::squeeze_all(scope, t)) }
}

/// A new dimension of size 1 in front of dimension `axis`; -1 puts it last.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_unsqueeze(
    scope: TenureHandle,
    t: TenureHandle,
    axis: i64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::unsqueeze(scope, t, axis)) }
}

/// Dimensions of size 1 stretched, new ones in front; -1 keeps a size.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_expand(
    scope: TenureHandle,
    t: TenureHandle,
    dims: *const i64,
    rank: u32,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(out, || tensor::expand(scope, t, slice(dims, rank as usize, "dims")?)) }
}

/// The tensor itself when it is contiguous (a new reference), else a contiguous copy.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_contiguous(
    scope: TenureHandle,
    t: TenureHandle,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::contiguous(scope, t)) }
}

/// A deep copy, contiguous.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_copy(scope: TenureHandle, t: TenureHandle, out: *mut TenureHandle) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::copy(scope, t)) }
}

/// The elements as another type. Floats become integers toward zero, saturating, NaN as 0.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_cast(
    scope: TenureHandle,
    t: TenureHandle,
    dtype: i32,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::cast(scope, t, dtype)) }
}

/// The tensor on a device; a new reference when it is there already.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_to_device(
    scope: TenureHandle,
    t: TenureHandle,
    device: i32,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::to_device(scope, t, device)) }
}
