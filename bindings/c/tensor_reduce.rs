//! Reductions, products, losses, joining and indexing.

use super::args::{call_out, slice};
use super::library::TenureHandle;
use crate::api::tensor;
use crate::error::Status;

/// The sum; of integers and booleans as i64. `n_axes` 0 means all axes; `keepdim` not 0 leaves sizes of 1.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_sum(
    scope: TenureHandle,
    t: TenureHandle,
    axes: *const i64,
    n_axes: u32,
    keepdim: u8,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(out, || tensor::sum(scope, t, slice(axes, n_axes as usize, "axes")?, keepdim != 0)) }
}

/// The mean; of integers as f32. `n_axes` 0 means all axes; `keepdim` not 0 leaves sizes of 1.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_mean(
    scope: TenureHandle,
    t: TenureHandle,
    axes: *const i64,
    n_axes: u32,
    keepdim: u8,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(out, || tensor::mean(scope, t, slice(axes, n_axes as usize, "axes")?, keepdim != 0)) }
}

/// The largest; NaN wins. `n_axes` 0 means all axes; `keepdim` not 0 leaves sizes of 1.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_max(
    scope: TenureHandle,
    t: TenureHandle,
    axes: *const i64,
    n_axes: u32,
    keepdim: u8,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(out, || tensor::max(scope, t, slice(axes, n_axes as usize, "axes")?, keepdim != 0)) }
}

/// The smallest; NaN wins. `n_axes` 0 means all axes; `keepdim` not 0 leaves sizes of 1.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_min(
    scope: TenureHandle,
    t: TenureHandle,
    axes: *const i64,
    n_axes: u32,
    keepdim: u8,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(out, || tensor::min(scope, t, slice(axes, n_axes as usize, "axes")?, keepdim != 0)) }
}

/// The index of the first largest element, i64; over several axes, into them flattened. `n_axes` 0 means all axes; `keepdim` not 0 leaves sizes of 1.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_argmax(
    scope: TenureHandle,
    t: TenureHandle,
    axes: *const i64,
    n_axes: u32,
    keepdim: u8,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(out, || tensor::argmax(scope, t, slice(axes, n_axes as usize, "axes")?, keepdim != 0)) }
}

/// Elements of `a` where the boolean `cond` is true, of `b` elsewhere, broadcast.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_where(
    scope: TenureHandle,
    cond: TenureHandle,
    a: TenureHandle,
    b: TenureHandle,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::where_(scope, cond, a, b)) }
}

/// The product of matrices; of vectors a dot product, of more dimensions batched and broadcast.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_matmul(
    scope: TenureHandle,
    a: TenureHandle,
    b: TenureHandle,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::matmul(scope, a, b)) }
}

/// `exp(t) / sum(exp(t))` along one axis.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_softmax(
    scope: TenureHandle,
    t: TenureHandle,
    axis: i64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::softmax(scope, t, axis)) }
}

/// The logarithm of the softmax along one axis.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_log_softmax(
    scope: TenureHandle,
    t: TenureHandle,
    axis: i64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::log_softmax(scope, t, axis)) }
}

/// The mean over rows of `-log_softmax(logits)[target]`: logits `[N,C]`, integer targets `[N]`.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_cross_entropy(
    scope: TenureHandle,
    logits: TenureHandle,
    targets: TenureHandle,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::cross_entropy(scope, logits, targets)) }
}

/// The mean over rows of `-log_probs[target]`.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_nll_loss(
    scope: TenureHandle,
    log_probs: TenureHandle,
    targets: TenureHandle,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::nll_loss(scope, log_probs, targets)) }
}

/// `n` tensors one after another along an axis; shapes agree in all others.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_concat(
    scope: TenureHandle,
    tensors: *const TenureHandle,
    n: usize,
    axis: i64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(out, || tensor::concat(scope, slice(tensors, n, "tensors")?, axis)) }
}

/// `n` tensors of one shape along a new axis.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_stack(
    scope: TenureHandle,
    tensors: *const TenureHandle,
    n: usize,
    axis: i64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(out, || tensor::stack(scope, slice(tensors, n, "tensors")?, axis)) }
}

/// The indices of one axis that `index`, integers `[N]`, lists.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_index_select(
    scope: TenureHandle,
    t: TenureHandle,
    axis: i64,
    index: TenureHandle,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::index_select(scope, t, axis, index)) }
}

/// A new last axis with a 1 at each class and 0 elsewhere, i64; `classes` -1 means the largest plus 1.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_one_hot(
    scope: TenureHandle,
    t: TenureHandle,
    classes: i64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tensor::one_hot(scope, t, classes)) }
}
