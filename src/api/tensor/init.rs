//! Initial values of parameters, in place: the functions of `torch.nn.init`, whose names end with
//! an underscore there. All return nothing, and the caller keeps the tensor. Zeros, ones and
//! constants are `zero` and `fill`. Random numbers come from the stream that
//! [`crate::api::random::seed`] starts, in row-major order, the same in every language.

use crate::api::types::{FanModeCode, NonlinearityCode, TensorRef};
use crate::error::Result;
use crate::nn::init::{self, FanMode, Nonlinearity};
use crate::ops;
use crate::session::resource::tensor;
use crate::tensor::Tensor;

/// Fills this tensor with random numbers uniformly distributed in `[low, high)`, those of
/// `uniform`.
/// Shapes: `[...] -> [...]`. Dtype: kept.
///
/// - `low` = 0: the smallest number
/// - `high` = 1: the number that is not reached
/// - `INVALID_ARGUMENT`: `low` is greater than `high`, a bound is not finite, or this tensor is
///   recorded on a tape or its elements overlap (after `expand` or `unfold`)
/// - `DTYPE_MISMATCH`: this tensor is not floating-point
pub fn uniform_in_place(t: TensorRef, low: f64, high: f64) -> Result<()> {
    filled(t, |t| init::uniform(t, low, high))
}

/// Fills this tensor with random numbers from a normal distribution: those of `normal`.
/// Shapes: `[...] -> [...]`. Dtype: kept.
///
/// - `mean` = 0: the mean of the distribution
/// - `std` = 1: its standard deviation
/// - `INVALID_ARGUMENT`: `std` is negative or NaN, or this tensor is recorded on a tape or its
///   elements overlap (after `expand` or `unfold`)
/// - `DTYPE_MISMATCH`: this tensor is not floating-point
pub fn normal_in_place(t: TensorRef, mean: f64, std: f64) -> Result<()> {
    filled(t, |t| init::normal(t, mean, std))
}

/// Fills this tensor with random numbers from a normal distribution that is cut at `a` and `b`.
/// Shapes: `[...] -> [...]`. Dtype: kept.
///
/// - `mean` = 0: the mean of the distribution before it is cut
/// - `std` = 1: its standard deviation before it is cut
/// - `a` = -2: the smallest number
/// - `b` = 2: the largest number
/// - `INVALID_ARGUMENT`: `std` is negative, `mean` or `std` is not finite, `a` is greater than `b`,
///   a bound is NaN, or this tensor is recorded on a tape or its elements overlap (after `expand`
///   or `unfold`)
/// - `DTYPE_MISMATCH`: this tensor is not floating-point
pub fn trunc_normal_in_place(t: TensorRef, mean: f64, std: f64, a: f64, b: f64) -> Result<()> {
    filled(t, |t| init::trunc_normal(t, mean, std, a, b))
}

/// Fills this tensor by the rule of Glorot and Bengio (2010): uniformly distributed in `[-r, r)`
/// with `r = gain sqrt(6 / (fan_in + fan_out))`, where the fans are the sizes of axes 1 and 0,
/// times those of the kernel.
/// Shapes: `[out, in, kernel...]`, kept. Dtype: kept.
///
/// - `gain` = 1: a factor, such as the one that is recommended for a nonlinearity
/// - `INVALID_ARGUMENT`: this tensor has fewer than 2 axes, `gain` is negative or not finite, or
///   this tensor is recorded on a tape or its elements overlap (after `expand` or `unfold`)
/// - `DTYPE_MISMATCH`: this tensor is not floating-point
pub fn xavier_uniform_in_place(t: TensorRef, gain: f64) -> Result<()> {
    filled(t, |t| init::xavier_uniform(t, gain))
}

/// Fills this tensor by the rule of Glorot and Bengio (2010): normally distributed with mean 0 and
/// standard deviation `gain sqrt(2 / (fan_in + fan_out))`, where the fans are the sizes of axes 1
/// and 0, times those of the kernel.
/// Shapes: `[out, in, kernel...]`, kept. Dtype: kept.
///
/// - `gain` = 1: a factor, such as the one that is recommended for a nonlinearity
/// - `INVALID_ARGUMENT`: this tensor has fewer than 2 axes, `gain` is negative or not finite, or
///   this tensor is recorded on a tape or its elements overlap (after `expand` or `unfold`)
/// - `DTYPE_MISMATCH`: this tensor is not floating-point
pub fn xavier_normal_in_place(t: TensorRef, gain: f64) -> Result<()> {
    filled(t, |t| init::xavier_normal(t, gain))
}

/// Fills this tensor by the rule of He et al. (2015): uniformly distributed in `[-r, r)` with
/// `r = gain sqrt(3 / fan)`, where `gain` is that of the nonlinearity.
/// Shapes: `[out, in, kernel...]`, kept. Dtype: kept.
///
/// - `a` = 0: the slope of a leaky ReLU below 0; others ignore it
/// - `mode` = FAN_IN: whether `fan` counts the inputs of an output or the outputs of an input
/// - `nonlinearity` = LEAKY_RELU: the function that follows the layer
/// - `INVALID_ARGUMENT`: this tensor has fewer than 2 axes, `a` is negative or not finite, or this
///   tensor is recorded on a tape or its elements overlap (after `expand` or `unfold`)
/// - `DTYPE_MISMATCH`: this tensor is not floating-point
pub fn kaiming_uniform_in_place(t: TensorRef, a: f64, mode: FanModeCode, nonlinearity: NonlinearityCode) -> Result<()> {
    let (mode, nonlinearity) = (FanMode::from_code(mode)?, Nonlinearity::from_code(nonlinearity)?);
    filled(t, |t| init::kaiming_uniform(t, a, mode, nonlinearity))
}

/// Fills this tensor by the rule of He et al. (2015): normally distributed with mean 0 and standard
/// deviation `gain / sqrt(fan)`, where `gain` is that of the nonlinearity.
/// Shapes: `[out, in, kernel...]`, kept. Dtype: kept.
///
/// - `a` = 0: the slope of a leaky ReLU below 0; others ignore it
/// - `mode` = FAN_IN: whether `fan` counts the inputs of an output or the outputs of an input
/// - `nonlinearity` = LEAKY_RELU: the function that follows the layer
/// - `INVALID_ARGUMENT`: this tensor has fewer than 2 axes, `a` is negative or not finite, or this
///   tensor is recorded on a tape or its elements overlap (after `expand` or `unfold`)
/// - `DTYPE_MISMATCH`: this tensor is not floating-point
pub fn kaiming_normal_in_place(t: TensorRef, a: f64, mode: FanModeCode, nonlinearity: NonlinearityCode) -> Result<()> {
    let (mode, nonlinearity) = (FanMode::from_code(mode)?, Nonlinearity::from_code(nonlinearity)?);
    filled(t, |t| init::kaiming_normal(t, a, mode, nonlinearity))
}

/// Fills this tensor with `gain` times a random orthogonal matrix (Saxe et al. 2013), in which axis
/// 0 counts the rows: the rows, or the columns if there are fewer, have length 1 and are at right
/// angles.
/// Shapes: `[rows, ...]`, kept. Dtype: kept.
///
/// - `gain` = 1: a factor, such as the one that is recommended for a nonlinearity
/// - `INVALID_ARGUMENT`: this tensor has fewer than 2 axes, `gain` is negative or not finite, or
///   this tensor is recorded on a tape or its elements overlap (after `expand` or `unfold`)
/// - `DTYPE_MISMATCH`: this tensor is not floating-point
pub fn orthogonal_in_place(t: TensorRef, gain: f64) -> Result<()> {
    filled(t, |t| init::orthogonal(t, gain))
}

/// Fills this matrix with the identity: ones where both indices are the same, zeros elsewhere.
/// Shapes: `[rows, columns]`, kept. Dtype: kept.
///
/// - `INVALID_ARGUMENT`: this tensor does not have 2 axes, is recorded on a tape, or its elements
///   overlap (after `expand` or `unfold`)
pub fn eye_in_place(t: TensorRef) -> Result<()> {
    filled(t, init::eye)
}

/// Fills this tensor with the weights of a convolution that keeps its input: in each group, output
/// channel `i` has a 1 in the middle of its kernel for input channel `i`, and all else is 0.
/// Shapes: `[out, in, kernel...]` with a kernel of 1 to 3 axes, kept. Dtype: kept.
///
/// - `groups` = 1: the number of groups of output channels
/// - `INVALID_ARGUMENT`: this tensor does not have 3 to 5 axes, `groups` does not divide the output
///   channels, or this tensor is recorded on a tape or its elements overlap (after `expand` or
///   `unfold`)
pub fn dirac_in_place(t: TensorRef, groups: i64) -> Result<()> {
    filled(t, |t| init::dirac(t, groups))
}

/// A call that fails leaves the stream of random numbers where it was.
fn filled(t: u64, f: impl FnOnce(&Tensor) -> Result<()>) -> Result<()> {
    let t = tensor(t)?;
    ops::drawing(|| f(&t))
}
