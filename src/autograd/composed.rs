//! Operations composed of a few others, whose gradients are those of their steps.

use super::elementwise::binary;
use super::half;
use super::scalar::binary_scalar;
use crate::error::Result;
use crate::ops::BinaryOp;
use crate::tensor::{Scalar, Tensor};

/// `t + weight (end - t)`
pub fn lerp(t: &Tensor, end: &Tensor, weight: &Tensor) -> Result<Tensor> {
    if let Some(dtype) = half::joint(&[t, end, weight]) {
        return half::rounded(lerp(&half::wide(t)?, &half::wide(end)?, &half::wide(weight)?)?, dtype);
    }
    binary(BinaryOp::Add, t, &binary(BinaryOp::Mul, weight, &binary(BinaryOp::Sub, end, t)?)?)
}

/// Like [`lerp`].
pub fn lerp_scalar(t: &Tensor, end: &Tensor, weight: Scalar) -> Result<Tensor> {
    if let Some(dtype) = half::joint(&[t, end]) {
        return half::rounded(lerp_scalar(&half::wide(t)?, &half::wide(end)?, weight)?, dtype);
    }
    binary(BinaryOp::Add, t, &binary_scalar(BinaryOp::Mul, &binary(BinaryOp::Sub, end, t)?, weight)?)
}

/// `t + value a b`
pub fn addcmul(t: &Tensor, a: &Tensor, b: &Tensor, value: Scalar) -> Result<Tensor> {
    if let Some(dtype) = half::joint(&[t, a, b]) {
        return half::rounded(addcmul(&half::wide(t)?, &half::wide(a)?, &half::wide(b)?, value)?, dtype);
    }
    scaled_onto(t, &binary(BinaryOp::Mul, a, b)?, value)
}

/// `t + value a / b`
pub fn addcdiv(t: &Tensor, a: &Tensor, b: &Tensor, value: Scalar) -> Result<Tensor> {
    if let Some(dtype) = half::joint(&[t, a, b]) {
        return half::rounded(addcdiv(&half::wide(t)?, &half::wide(a)?, &half::wide(b)?, value)?, dtype);
    }
    scaled_onto(t, &binary(BinaryOp::Div, a, b)?, value)
}

/// Limits `t` to two bounds, either of which may be missing; if they cross, the upper one wins.
pub fn clamp_between(t: &Tensor, min: Option<&Tensor>, max: Option<&Tensor>) -> Result<Tensor> {
    let above = min.map(|min| binary(BinaryOp::Maximum, t, min)).transpose()?;
    let t = above.as_ref().unwrap_or(t);
    match max {
        Some(max) => binary(BinaryOp::Minimum, t, max),
        None => Ok(t.clone()),
    }
}

fn scaled_onto(t: &Tensor, what: &Tensor, value: Scalar) -> Result<Tensor> {
    if value.to_f64() == 1.0 {
        return binary(BinaryOp::Add, t, what);
    }
    binary(BinaryOp::Add, t, &binary_scalar(BinaryOp::Mul, what, value)?)
}
