//! Gradients and the optimizer.

use super::args::{call, call_out, slice, slice_mut};
use super::library::TenureHandle;
use crate::api::{sgd, tape};
use crate::error::Status;

/// An empty tape, recording.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tape_open(scope: TenureHandle, out: *mut TenureHandle) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tape::open(scope)) }
}

/// A fresh reference on the same elements whose uses the tape records: what gradients can be asked for.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tape_watch(
    scope: TenureHandle,
    tape: TenureHandle,
    t: TenureHandle,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || tape::watch(scope, tape, t)) }
}

/// The gradients of `loss`, one element, with respect to each of `n` tensors, written to `grads`; zeros where it does not
/// depend on one. *Consumes* the tape.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tape_backward(
    scope: TenureHandle,
    tape: TenureHandle,
    loss: TenureHandle,
    wrt: *const TenureHandle,
    n: usize,
    grads: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer; `grads` may be `wrt`, so it is not borrowed while that is read.
    call(|| unsafe {
        let handles = slice(wrt, n, "wrt")?;
        slice_mut(grads, n, "grads")?;
        let gradients = tape::backward(scope, tape, loss, handles)?;
        slice_mut(grads, n, "grads")?.copy_from_slice(&gradients);
        Ok(())
    })
}

/// *Consumes* the tape without computing anything.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_tape_dispose(tape: TenureHandle) -> Status {
    call(|| tape::dispose(tape))
}

/// An optimizer of `n` parameters: `v = momentum * v + grad; param -= lr * v`. It holds references of its own.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_sgd_create(
    scope: TenureHandle,
    params: *const TenureHandle,
    n: usize,
    lr: f64,
    momentum: f64,
    out: *mut TenureHandle,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out(out, || sgd::create(scope, slice(params, n, "params")?, lr, momentum)) }
}

/// One step, in place: a gradient for each parameter, in the same order.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_sgd_step(sgd: TenureHandle, grads: *const TenureHandle, n: usize) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| sgd::step(sgd, unsafe { slice(grads, n, "grads")? }))
}

/// *Consumes* the optimizer; its parameters stay.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_sgd_dispose(sgd: TenureHandle) -> Status {
    call(|| sgd::dispose(sgd))
}
