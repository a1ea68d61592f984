//! Operations in place: they return nothing, and write through views.

use super::args::call;
use super::library::TenureHandle;
use crate::api::tensor;
use crate::error::Status;

/// `t += other`, which broadcasts to `t`.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_tensor_add_in_place(t: TenureHandle, other: TenureHandle) -> Status {
    call(|| tensor::add_in_place(t, other))
}

/// `t += value`.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_tensor_add_scalar_in_place(t: TenureHandle, value: f64) -> Status {
    call(|| tensor::add_scalar_in_place(t, value))
}

/// `t -= other`, which broadcasts to `t`.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_tensor_sub_in_place(t: TenureHandle, other: TenureHandle) -> Status {
    call(|| tensor::sub_in_place(t, other))
}

/// `t -= value`.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_tensor_sub_scalar_in_place(t: TenureHandle, value: f64) -> Status {
    call(|| tensor::sub_scalar_in_place(t, value))
}

/// `t *= other`, which broadcasts to `t`.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_tensor_mul_in_place(t: TenureHandle, other: TenureHandle) -> Status {
    call(|| tensor::mul_in_place(t, other))
}

/// `t *= value`.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_tensor_mul_scalar_in_place(t: TenureHandle, value: f64) -> Status {
    call(|| tensor::mul_scalar_in_place(t, value))
}

/// `t /= other`, which broadcasts to `t`.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_tensor_div_in_place(t: TenureHandle, other: TenureHandle) -> Status {
    call(|| tensor::div_in_place(t, other))
}

/// `t /= value`.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_tensor_div_scalar_in_place(t: TenureHandle, value: f64) -> Status {
    call(|| tensor::div_scalar_in_place(t, value))
}

/// Every element becomes `value`, cast to the dtype.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_tensor_fill(t: TenureHandle, value: f64) -> Status {
    call(|| tensor::fill(t, value))
}

/// Every element becomes 0.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_tensor_zero(t: TenureHandle) -> Status {
    call(|| tensor::zero(t))
}
