//! Elementwise operations with NumPy's broadcasting; shapes that do not fit are `TENURE_STATUS_SHAPE_MISMATCH`.

use super::args::call_out;
use super::library::TenureHandle;
use crate::api::tensor;
use crate::error::Status;

/// `a + b`, broadcast.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_add(
    scope: TenureHandle,
    a: TenureHandle,
    b: TenureHandle,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::add(scope, a, b)) }
}

/// `a + value`.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_add_scalar(
    scope: TenureHandle,
    a: TenureHandle,
    value: f64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::add_scalar(scope, a, value)) }
}

/// `a - b`, broadcast.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_sub(
    scope: TenureHandle,
    a: TenureHandle,
    b: TenureHandle,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::sub(scope, a, b)) }
}

/// `a - value`.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_sub_scalar(
    scope: TenureHandle,
    a: TenureHandle,
    value: f64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::sub_scalar(scope, a, value)) }
}

/// `value - a`.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_rsub_scalar(
    scope: TenureHandle,
    a: TenureHandle,
    value: f64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::rsub_scalar(scope, a, value)) }
}

/// `a * b`, broadcast.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_mul(
    scope: TenureHandle,
    a: TenureHandle,
    b: TenureHandle,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::mul(scope, a, b)) }
}

/// `a * value`.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_mul_scalar(
    scope: TenureHandle,
    a: TenureHandle,
    value: f64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::mul_scalar(scope, a, value)) }
}

/// `a / b`, broadcast; integers give f32.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_div(
    scope: TenureHandle,
    a: TenureHandle,
    b: TenureHandle,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::div(scope, a, b)) }
}

/// `a / value`; integers give f32.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_div_scalar(
    scope: TenureHandle,
    a: TenureHandle,
    value: f64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::div_scalar(scope, a, value)) }
}

/// `value / a`.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_rdiv_scalar(
    scope: TenureHandle,
    a: TenureHandle,
    value: f64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::rdiv_scalar(scope, a, value)) }
}

/// `a` to the power `b`, broadcast.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_pow(
    scope: TenureHandle,
    a: TenureHandle,
    b: TenureHandle,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::pow(scope, a, b)) }
}

/// `a` to the power `value`.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_pow_scalar(
    scope: TenureHandle,
    a: TenureHandle,
    value: f64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::pow_scalar(scope, a, value)) }
}

/// The larger of each pair, broadcast; NaN wins.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_maximum(
    scope: TenureHandle,
    a: TenureHandle,
    b: TenureHandle,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::maximum(scope, a, b)) }
}

/// The larger of each element and `value`; NaN wins.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_maximum_scalar(
    scope: TenureHandle,
    a: TenureHandle,
    value: f64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::maximum_scalar(scope, a, value)) }
}

/// The smaller of each pair, broadcast; NaN wins.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_minimum(
    scope: TenureHandle,
    a: TenureHandle,
    b: TenureHandle,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::minimum(scope, a, b)) }
}

/// The smaller of each element and `value`; NaN wins.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_minimum_scalar(
    scope: TenureHandle,
    a: TenureHandle,
    value: f64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::minimum_scalar(scope, a, value)) }
}

/// `-t`.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_neg(scope: TenureHandle, t: TenureHandle, out: *mut TenureHandle) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::neg(scope, t)) }
}

/// e to the power `t`.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_exp(scope: TenureHandle, t: TenureHandle, out: *mut TenureHandle) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::exp(scope, t)) }
}

/// The natural logarithm.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_log(scope: TenureHandle, t: TenureHandle, out: *mut TenureHandle) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::log(scope, t)) }
}

/// The square root.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_sqrt(scope: TenureHandle, t: TenureHandle, out: *mut TenureHandle) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::sqrt(scope, t)) }
}

/// The absolute value.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_abs(scope: TenureHandle, t: TenureHandle, out: *mut TenureHandle) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::abs(scope, t)) }
}

/// `max(t, 0)`.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_relu(scope: TenureHandle, t: TenureHandle, out: *mut TenureHandle) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::relu(scope, t)) }
}

/// `1 / (1 + exp(-t))`.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_sigmoid(scope: TenureHandle, t: TenureHandle, out: *mut TenureHandle) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::sigmoid(scope, t)) }
}

/// The hyperbolic tangent.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_tanh(scope: TenureHandle, t: TenureHandle, out: *mut TenureHandle) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::tanh(scope, t)) }
}
