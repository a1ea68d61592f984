//! Negative log-likelihoods of distributions, the loss of a quantile, and the cross entropy of
//! selected rows. Each is composed of operations that have gradients.

use super::loss::{ClassLoss, cross_entropy_loss, reduced};
use super::margin::same_float;
use crate::autograd::elementwise::{binary, unary, where_};
use crate::autograd::half;
use crate::autograd::scalar::binary_scalar;
use crate::autograd::views::expand;
use crate::error::{Error, Result};
use crate::ops::nn::Reduction;
use crate::ops::{self, BinaryOp, CompareOp, ReduceOp, UnaryOp};
use crate::tensor::{DType, Tensor, shape};
use std::f64::consts::TAU;

/// `(ln var + (x - t)^2 / var) / 2`, plus `ln(2 pi) / 2` if `full`. A variance below `eps` is
/// raised to it; the gradient passes through.
pub fn gaussian_nll_loss(
    x: &Tensor,
    t: &Tensor,
    var: &Tensor,
    (full, eps): (bool, f64),
    reduction: Reduction,
) -> Result<Tensor> {
    let op = "gaussian_nll_loss";
    if let Some(dtype) = half::same(op, &[Some(x), Some(t), Some(var)])? {
        let (x, t, var) = (half::wide(x)?, half::wide(t)?, half::wide(var)?);
        return half::rounded(gaussian_nll_loss(&x, &t, &var, (full, eps), reduction)?, dtype);
    }
    same_float(op, &[x, t, var])?;
    if !(eps.is_finite() && eps > 0.0) {
        return Err(Error::argument(format!("{op}: eps {eps} is not a finite number above 0")));
    }
    let below = ops::compare_scalar(CompareOp::Lt, &var.untracked(), 0.0)?;
    if ops::item_i64(&ops::reduce(ReduceOp::Max, &some(&below)?, &[], false)?)? != 0 {
        return Err(Error::argument(format!("{op}: a variance is negative")));
    }
    let shape = shape::broadcast(x.shape(), t.shape())?;
    let mut var = var.clone();
    if var.rank() + 1 == shape.len() && var.shape() == &shape[..var.rank()] {
        var = crate::autograd::views::reshape(&var, &[var.shape(), &[1]].concat())?;
    }
    let shape = shape::broadcast(&shape, var.shape())?;
    let var = expand(&var, &shape)?;
    // As PyTorch does: the value is raised to eps, the gradient passes.
    let plain = var.untracked();
    let raised = ops::binary(BinaryOp::Sub, &ops::binary_scalar(BinaryOp::Maximum, &plain, eps)?, &plain)?;
    let var = binary(BinaryOp::Add, &var, &raised)?;
    let apart = binary(BinaryOp::Sub, x, t)?;
    let square = binary(BinaryOp::Mul, &apart, &apart)?;
    let sum = binary(BinaryOp::Add, &unary(UnaryOp::Log, &var)?, &binary(BinaryOp::Div, &square, &var)?)?;
    let mut loss = binary_scalar(BinaryOp::Mul, &sum, 0.5)?;
    if full {
        loss = binary_scalar(BinaryOp::Add, &loss, 0.5 * TAU.ln())?;
    }
    reduced(&loss, reduction)
}

/// `exp(x) - t x`, or `x - t ln(x + eps)` of rates; with `full` also Stirling's
/// `t ln t - t + ln(2 pi t) / 2` where `t` is above 1.
pub fn poisson_nll_loss(
    x: &Tensor,
    t: &Tensor,
    (log_input, full, eps): (bool, bool, f64),
    reduction: Reduction,
) -> Result<Tensor> {
    let op = "poisson_nll_loss";
    if let Some(dtype) = half::same(op, &[Some(x), Some(t)])? {
        let out = poisson_nll_loss(&half::wide(x)?, &half::wide(t)?, (log_input, full, eps), reduction)?;
        return half::rounded(out, dtype);
    }
    same_float(op, &[x, t])?;
    let (first, log) = if log_input {
        (unary(UnaryOp::Exp, x)?, x.clone())
    } else {
        (x.clone(), unary(UnaryOp::Log, &binary_scalar(BinaryOp::Add, x, eps)?)?)
    };
    let mut loss = binary(BinaryOp::Sub, &first, &binary(BinaryOp::Mul, t, &log)?)?;
    if full {
        let log = unary(UnaryOp::Log, t)?;
        let half = binary_scalar(BinaryOp::Mul, &binary_scalar(BinaryOp::Add, &log, TAU.ln())?, 0.5)?;
        let sum = binary(BinaryOp::Add, &binary(BinaryOp::Sub, &binary(BinaryOp::Mul, t, &log)?, t)?, &half)?;
        let above = ops::compare_scalar(CompareOp::Gt, &t.untracked(), 1.0)?;
        loss = binary(BinaryOp::Add, &loss, &where_(&above, &sum, &ops::number_beside(t, 0.0)?)?)?;
    }
    reduced(&loss, reduction)
}

/// `max(q (t - x), (q - 1) (t - x))`: the loss whose least mean is at the `q`-quantile.
pub fn quantile_loss(x: &Tensor, t: &Tensor, q: f64, reduction: Reduction) -> Result<Tensor> {
    let op = "quantile_loss";
    if let Some(dtype) = half::same(op, &[Some(x), Some(t)])? {
        return half::rounded(quantile_loss(&half::wide(x)?, &half::wide(t)?, q, reduction)?, dtype);
    }
    same_float(op, &[x, t])?;
    if !(0.0..=1.0).contains(&q) {
        return Err(Error::argument(format!("{op}: a quantile of {q} is not from 0 to 1")));
    }
    let apart = binary(BinaryOp::Sub, t, x)?;
    let (over, under) = (binary_scalar(BinaryOp::Mul, &apart, q)?, binary_scalar(BinaryOp::Mul, &apart, q - 1.0)?);
    reduced(&binary(BinaryOp::Maximum, &over, &under)?, reduction)
}

/// The cross entropy of the rows whose mask is true; the mean is over those.
pub fn masked_cross_entropy(logits: &Tensor, targets: &Tensor, mask: &Tensor, how: ClassLoss) -> Result<Tensor> {
    let op = "masked_cross_entropy";
    if mask.dtype() != DType::Bool {
        return Err(Error::dtype(format!("{op}: the mask is {}, not bool", mask.dtype())));
    }
    if mask.shape() != targets.shape() {
        let (got, want) = (shape::display(mask.shape()), shape::display(targets.shape()));
        return Err(Error::shape(format!("{op}: the mask has shape {got}, the targets {want}")));
    }
    if targets.dtype().is_float() || targets.dtype() == DType::Bool {
        return Err(Error::dtype(format!("{op}: targets are integers, not {}", targets.dtype())));
    }
    let wide = ops::cast(targets, DType::I64)?;
    let ignored = ops::number_beside(&wide, how.ignore_index)?;
    cross_entropy_loss(logits, &ops::where_(mask, &wide, &ignored)?, how)
}

/// `t`, or one false if it has no elements.
fn some(t: &Tensor) -> Result<Tensor> {
    if t.size() > 0 {
        return Ok(t.clone());
    }
    ops::zeros(t.device(), t.dtype(), &crate::tensor::Shape::new(&[1])?)
}
