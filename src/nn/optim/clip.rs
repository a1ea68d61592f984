//! Clipping of gradients, in place, before a step.
//!
//! Invariant: all gradients are changed or none: everything that can fail comes before the first
//! write.

use super::rule::larger;
use crate::autograd::{self, check_in_place};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::nn::not_negative;
use crate::ops::optim::check_device;
use crate::ops::{self, BinaryOp, ReduceOp};
use crate::tensor::Tensor;

/// Scales all gradients by one factor, so that the `norm_type`-norm of all their elements is at
/// most `max_norm`; returns the norm before that, 0 of no gradients.
///
/// Errors: `DTYPE_MISMATCH` for a gradient that is not floating; `INVALID_ARGUMENT` for one that an
/// open tape has recorded or whose elements overlap, for a negative `max_norm`, a norm that is not
/// above 0, and, if `refuses_nonfinite`, for a total that is not finite.
pub fn clip_grad_norm(grads: &[&Tensor], max_norm: f64, norm_type: f64, refuses_nonfinite: bool) -> Result<f64> {
    not_negative("max norm", max_norm)?;
    if norm_type.is_nan() || norm_type <= 0.0 {
        return Err(Error::argument(format!("clip_grad_norm: a norm of type {norm_type} is not above 0")));
    }
    check(grads)?;
    let mut total = 0.0f64;
    for norm in norms(grads, norm_type)? {
        total = if norm_type.is_infinite() { larger(total, norm) } else { total + libm::pow(norm, norm_type) };
    }
    if norm_type.is_finite() {
        total = libm::pow(total, 1.0 / norm_type);
    }
    if refuses_nonfinite && !total.is_finite() {
        return Err(Error::argument(format!("clip_grad_norm: the norm of all gradients is {total}")));
    }
    let factor = max_norm / (total + 1e-6);
    if factor < 1.0 || factor.is_nan() {
        for grad in grads {
            ops::binary_scalar_in_place(BinaryOp::Mul, &grad.untracked(), factor)?;
        }
    }
    Ok(total)
}

/// The norm of each gradient. Those of a CUDA device are waited for once, not for each.
fn norms(grads: &[&Tensor], norm_type: f64) -> Result<Vec<f64>> {
    let of = |grad: &Tensor| autograd::norm(grad, norm_type, &[], false);
    let alone = |grad: &Tensor| ops::item(&of(grad)?);
    let grads: Vec<Tensor> = grads.iter().map(|grad| grad.untracked()).collect();
    if grads.iter().any(|grad| grad.device() == Device::Cpu) {
        return grads.iter().map(alone).collect();
    }
    if norm_type != 2.0 {
        return ops::items(&grads.iter().map(of).collect::<Result<Vec<Tensor>>>()?);
    }
    let squares = |grad: &Tensor| {
        let wide = ops::cast(grad, grad.dtype().computed_in())?;
        ops::reduce(ReduceOp::Sum, &ops::binary(BinaryOp::Mul, &wide, &wide)?, &[], false)
    };
    let sums = ops::items(&grads.iter().map(squares).collect::<Result<Vec<Tensor>>>()?)?;
    let root = |(grad, sum): (&Tensor, f64)| match ops::root_in_range(sum, grad.dtype().computed_in()) {
        Some(root) if !grad.dtype().is_half() => Ok(root),
        _ => alone(grad),
    };
    grads.iter().zip(sums).map(root).collect()
}

/// Puts every element of all gradients between `-clip_value` and `clip_value`.
///
/// Errors: as for [`clip_grad_norm`].
pub fn clip_grad_value(grads: &[&Tensor], clip_value: f64) -> Result<()> {
    not_negative("clip value", clip_value)?;
    check(grads)?;
    for grad in grads {
        let grad = grad.untracked();
        ops::binary_scalar_in_place(BinaryOp::Maximum, &grad, -clip_value)?;
        ops::binary_scalar_in_place(BinaryOp::Minimum, &grad, clip_value)?;
    }
    Ok(())
}

fn check(grads: &[&Tensor]) -> Result<()> {
    for (i, grad) in grads.iter().enumerate() {
        if !grad.dtype().is_float() {
            return Err(Error::dtype(format!("gradient {i} is {}, not of floating-point numbers", grad.dtype())));
        }
        if grad.overlaps_itself() {
            return Err(Error::argument(format!(
                "gradient {i} has elements that overlap (it was expanded or unfolded)"
            )));
        }
        check_in_place(grad)?;
        check_device(grad)?;
    }
    Ok(())
}
