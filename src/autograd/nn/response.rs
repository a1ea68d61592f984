//! `local_response_norm`.

use super::pool::{PoolSettings, avg_pool};
use crate::autograd::half;
use crate::autograd::{binary, binary_scalar, pad, reshape};
use crate::error::{Error, Result};
use crate::ops::{BinaryOp, PadMode};
use crate::tensor::{Scalar, Tensor, shape};

/// Options of [`local_response_norm`].
#[derive(Clone, Copy, Debug)]
pub struct ResponseSettings {
    /// The number of neighboring channels of a sum.
    pub size: i64,
    /// The factor of the mean square.
    pub alpha: f64,
    /// The exponent.
    pub beta: f64,
    /// Added to the mean square.
    pub k: f64,
}

/// Divides each element of `[N, C, ...]` by `(k + alpha / size * sum)^beta`, where the sum is that of the
/// squares of its `size` neighbors in other channels.
pub fn local_response_norm(x: &Tensor, how: ResponseSettings) -> Result<Tensor> {
    if let Some(dtype) = half::joint(&[x]) {
        return half::rounded(local_response_norm(&half::wide(x)?, how)?, dtype);
    }
    if x.rank() < 3 {
        let got = shape::display(x.shape());
        return Err(Error::shape(format!("local_response_norm: a shape of {got} has not at least 3 axes")));
    }
    if !x.dtype().is_float() {
        return Err(Error::dtype(format!("local_response_norm needs a floating-point tensor, not {}", x.dtype())));
    }
    if x.size() == 0 {
        return Ok(x.clone());
    }
    let [samples, channels] = [x.shape()[0], x.shape()[1]];
    let rest: i64 = x.shape()[2..].iter().product();
    let squares = reshape(&binary(BinaryOp::Mul, x, x)?, &[samples, 1, channels, rest])?;
    // The last axis first: the channels get neighbors of 0.
    let squares = pad(&squares, &[0, 0, how.size / 2, (how.size - 1) / 2], PadMode::Constant, Scalar::from(0.0))?;
    let windows = PoolSettings { kernel: &[how.size, 1], stride: &[1], count_include_pad: true, ..Default::default() };
    let means = reshape(&avg_pool::<2>(&squares, &windows)?, x.shape())?;
    let base = binary_scalar(BinaryOp::Add, &binary_scalar(BinaryOp::Mul, &means, how.alpha)?, how.k)?;
    binary(BinaryOp::Div, x, &binary_scalar(BinaryOp::Pow, &base, how.beta)?)
}
