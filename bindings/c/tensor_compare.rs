//! Comparisons: `bool` tensors, with NumPy's broadcasting; shapes that do not fit are `TENURE_STATUS_SHAPE_MISMATCH`.

use super::args::call_out;
use super::library::TenureHandle;
use crate::api::tensor;
use crate::error::Status;

/// `a == b` as booleans, broadcast.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_eq(
    scope: TenureHandle,
    a: TenureHandle,
    b: TenureHandle,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::eq(scope, a, b)) }
}

/// `a == value` as booleans.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_eq_scalar(
    scope: TenureHandle,
    a: TenureHandle,
    value: f64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::eq_scalar(scope, a, value)) }
}

/// `a != b` as booleans, broadcast.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_ne(
    scope: TenureHandle,
    a: TenureHandle,
    b: TenureHandle,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::ne(scope, a, b)) }
}

/// `a != value` as booleans.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_ne_scalar(
    scope: TenureHandle,
    a: TenureHandle,
    value: f64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::ne_scalar(scope, a, value)) }
}

/// `a < b` as booleans, broadcast.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_lt(
    scope: TenureHandle,
    a: TenureHandle,
    b: TenureHandle,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::lt(scope, a, b)) }
}

/// `a < value` as booleans.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_lt_scalar(
    scope: TenureHandle,
    a: TenureHandle,
    value: f64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::lt_scalar(scope, a, value)) }
}

/// `a <= b` as booleans, broadcast.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_le(
    scope: TenureHandle,
    a: TenureHandle,
    b: TenureHandle,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::le(scope, a, b)) }
}

/// `a <= value` as booleans.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_le_scalar(
    scope: TenureHandle,
    a: TenureHandle,
    value: f64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::le_scalar(scope, a, value)) }
}

/// `a > b` as booleans, broadcast.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_gt(
    scope: TenureHandle,
    a: TenureHandle,
    b: TenureHandle,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::gt(scope, a, b)) }
}

/// `a > value` as booleans.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_gt_scalar(
    scope: TenureHandle,
    a: TenureHandle,
    value: f64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::gt_scalar(scope, a, value)) }
}

/// `a >= b` as booleans, broadcast.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_ge(
    scope: TenureHandle,
    a: TenureHandle,
    b: TenureHandle,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::ge(scope, a, b)) }
}

/// `a >= value` as booleans.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_ge_scalar(
    scope: TenureHandle,
    a: TenureHandle,
    value: f64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::ge_scalar(scope, a, value)) }
}
