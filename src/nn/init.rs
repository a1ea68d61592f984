//! Initial values of parameters: `torch.nn.init`, in place.
//!
//! Invariant: a function writes every element or, if it fails, none; random numbers come from the
//! library's stream, in the row-major order of the tensor, so the same seed gives the same bits in
//! every language.

use super::not_negative;
use crate::autograd::receiver;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::ops::{self, BinaryOp, linalg};
use crate::tensor::{DType, Shape, Tensor, shape};

/// Which number of connections of a layer sets the scale of Kaiming's initial values.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FanMode {
    /// The inputs of an output: keeps the variance of activations in the forward pass.
    FanIn = 0,
    /// The outputs of an input: keeps the variance of gradients in the backward pass.
    FanOut = 1,
}

impl FanMode {
    /// The mode of this code. Errors: `INVALID_ARGUMENT` for any other code.
    pub fn from_code(code: i32) -> Result<FanMode> {
        match code {
            0 => Ok(FanMode::FanIn),
            1 => Ok(FanMode::FanOut),
            _ => Err(Error::argument(format!("{code} is not the code of a fan mode (0 and 1 are)"))),
        }
    }
}

/// The function that follows a layer, by which its initial values are scaled.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nonlinearity {
    /// None, also for convolutions: a gain of 1.
    Linear = 0,
    /// A gain of 1.
    Sigmoid = 1,
    /// A gain of 5/3.
    Tanh = 2,
    /// A gain of `sqrt(2)`.
    Relu = 3,
    /// A gain of `sqrt(2 / (1 + slope^2))`.
    LeakyRelu = 4,
    /// A gain of 3/4.
    Selu = 5,
}

impl Nonlinearity {
    /// The function of this code. Errors: `INVALID_ARGUMENT` for any other code.
    pub fn from_code(code: i32) -> Result<Nonlinearity> {
        use Nonlinearity::{LeakyRelu, Linear, Relu, Selu, Sigmoid, Tanh};
        let all = [Linear, Sigmoid, Tanh, Relu, LeakyRelu, Selu];
        let found = all.into_iter().find(|one| *one as i32 == code);
        found.ok_or_else(|| Error::argument(format!("{code} is not the code of a nonlinearity (0 to 5 are)")))
    }

    /// The factor of the standard deviation of initial values; `slope` is that of a leaky ReLU
    /// below 0.
    pub fn gain(self, slope: f64) -> f64 {
        match self {
            Nonlinearity::Linear | Nonlinearity::Sigmoid => 1.0,
            Nonlinearity::Tanh => 5.0 / 3.0,
            Nonlinearity::Relu => 2f64.sqrt(),
            Nonlinearity::LeakyRelu => (2.0 / (1.0 + slope * slope)).sqrt(),
            Nonlinearity::Selu => 0.75,
        }
    }
}

/// Fills `t` with numbers evenly distributed in `[low, high)`.
///
/// Errors, also of the functions below: `DTYPE_MISMATCH` for integers, `INVALID_ARGUMENT` for
/// parameters out of range and for a tensor that an open tape has recorded or whose elements
/// overlap.
pub fn uniform(t: &Tensor, low: f64, high: f64) -> Result<()> {
    ops::uniform_in_place(&*receiver(t)?, low, high)
}

/// Fills `t` with normally distributed numbers. Errors: those of [`uniform`].
pub fn normal(t: &Tensor, mean: f64, std: f64) -> Result<()> {
    ops::normal_in_place(&*receiver(t)?, mean, std)
}

/// Fills `t` with numbers of a normal distribution that is cut at `low` and `high`. Errors: those
/// of [`uniform`].
pub fn trunc_normal(t: &Tensor, mean: f64, std: f64, low: f64, high: f64) -> Result<()> {
    ops::trunc_normal_in_place(&*receiver(t)?, mean, std, low, high)
}

/// Glorot and Bengio (2010): uniform with deviation `gain sqrt(2 / (fan_in + fan_out))`.
///
/// Errors, also of Kaiming's: `INVALID_ARGUMENT` for fewer than two axes.
pub fn xavier_uniform(t: &Tensor, gain: f64) -> Result<()> {
    within(t, xavier(t, gain)?)
}

/// Like [`xavier_uniform`], normally distributed with mean 0.
pub fn xavier_normal(t: &Tensor, gain: f64) -> Result<()> {
    normal(t, 0.0, xavier(t, gain)?)
}

/// He et al. (2015): uniform with deviation `gain / sqrt(fan)`, where `slope` is that of a leaky
/// ReLU. Errors: those of [`xavier_uniform`].
pub fn kaiming_uniform(t: &Tensor, slope: f64, mode: FanMode, nonlinearity: Nonlinearity) -> Result<()> {
    within(t, kaiming(t, slope, mode, nonlinearity)?)
}

/// Like [`kaiming_uniform`], normally distributed with mean 0.
pub fn kaiming_normal(t: &Tensor, slope: f64, mode: FanMode, nonlinearity: Nonlinearity) -> Result<()> {
    normal(t, 0.0, kaiming(t, slope, mode, nonlinearity)?)
}

/// `gain` times an orthogonal matrix whose rows are those of the first axis (Saxe et al. 2013):
/// rows or columns, whichever are fewer, have length 1 and right angles.
///
/// Errors: `INVALID_ARGUMENT` for fewer than two axes.
pub fn orthogonal(t: &Tensor, gain: f64) -> Result<()> {
    let t = receiver(t)?;
    not_negative("gain", gain)?;
    if t.rank() < 2 {
        return Err(too_few("orthogonal", &t));
    }
    if !t.dtype().is_float() {
        return Err(Error::dtype(format!("orthogonal of {}, not of floating-point numbers", t.dtype())));
    }
    if t.size() == 0 {
        return Ok(());
    }
    let (rows, columns) = (t.shape()[0], t.size() as i64 / t.shape()[0]);
    let wide = if t.dtype() == DType::F64 { DType::F64 } else { DType::F32 };
    let values = ops::made_here(t.device(), |device| orthogonal_matrix(device, wide, (rows, columns), gain))?;
    ops::copy_into(&t, &ops::reshape(&ops::cast(&values, t.dtype())?, t.shape())?)
}

/// The rows or columns of [`orthogonal`], whichever are fewer, times `gain`.
fn orthogonal_matrix(device: Device, dtype: DType, (rows, columns): (i64, i64), gain: f64) -> Result<Tensor> {
    let sample = ops::randn(device, dtype, &Shape::new(&[rows, columns])?)?;
    let is_wide = rows < columns;
    let (q, r) = linalg::qr(&if is_wide { sample.transpose_view(0, 1)? } else { sample }, false)?;
    // The signs that make it uniformly distributed: those of the diagonal of R.
    let signs = ops::real(ops::RealOp::Sign, &ops::diagonal(&r, 0, 0, 1)?)?;
    let q = ops::binary(BinaryOp::Mul, &q, &signs)?;
    let q = ops::contiguous(&if is_wide { q.transpose_view(0, 1)? } else { q })?;
    ops::binary_scalar(BinaryOp::Mul, &q, gain)
}

/// Ones where both indices of a matrix are the same, zeros elsewhere. Any dtype.
///
/// Errors: `INVALID_ARGUMENT` for other than two axes.
pub fn eye(t: &Tensor) -> Result<()> {
    let t = receiver(t)?;
    let &[rows, columns] = t.shape() else {
        return Err(Error::argument(format!("eye needs 2 dimensions, got shape {}", shape::display(t.shape()))));
    };
    ops::copy_into(&t, &ops::eye(t.device(), t.dtype(), rows, columns, 0)?)
}

/// The weights of a convolution that returns its input: in each of `groups` groups of output
/// channels, channel `i` has a 1 in the middle of the kernel for input channel `i`; all else is 0.
///
/// Errors: `INVALID_ARGUMENT` for other than 3 to 5 axes, and output channels that `groups` does
/// not divide.
pub fn dirac(t: &Tensor, groups: i64) -> Result<()> {
    let t = receiver(t)?;
    if !(3..=5).contains(&t.rank()) {
        return Err(Error::argument(format!("dirac needs 3 to 5 dimensions, got shape {}", shape::display(t.shape()))));
    }
    let (outputs, inputs) = (t.shape()[0], t.shape()[1]);
    if groups < 1 || outputs % groups != 0 {
        return Err(Error::argument(format!("dirac: {groups} groups do not divide {outputs} output channels")));
    }
    let all = ops::zeros(t.device(), t.dtype(), &t.to_shape())?;
    if all.size() > 0 {
        // The middle of every kernel, as a matrix of output and input channels.
        let mut middle = all.clone();
        for &size in t.shape()[2..].iter().rev() {
            middle = middle.select_view(-1, size / 2)?;
        }
        let each = outputs / groups;
        let one = ops::eye(t.device(), t.dtype(), each, inputs, 0)?;
        for group in 0..groups {
            ops::copy_into(&middle.slice_view(0, group * each, (group + 1) * each, 1)?, &one)?;
        }
    }
    ops::copy_into(&t, &all)
}

/// Fills `t` with numbers that are evenly distributed around 0 with this standard deviation.
fn within(t: &Tensor, std: f64) -> Result<()> {
    let bound = 3f64.sqrt() * std;
    uniform(t, -bound, bound)
}

fn xavier(t: &Tensor, gain: f64) -> Result<f64> {
    not_negative("gain", gain)?;
    let (fan_in, fan_out) = fans(t)?;
    Ok(if t.size() == 0 { 0.0 } else { gain * (2.0 / (fan_in + fan_out)).sqrt() })
}

fn kaiming(t: &Tensor, slope: f64, mode: FanMode, nonlinearity: Nonlinearity) -> Result<f64> {
    not_negative("slope", slope)?;
    let (fan_in, fan_out) = fans(t)?;
    let fan = if mode == FanMode::FanIn { fan_in } else { fan_out };
    Ok(if t.size() == 0 { 0.0 } else { nonlinearity.gain(slope) / fan.sqrt() })
}

/// The inputs of an output and the outputs of an input of weights `[outputs, inputs, kernel...]`.
fn fans(t: &Tensor) -> Result<(f64, f64)> {
    let [outputs, inputs, kernel @ ..] = t.shape() else { return Err(too_few("fans", t)) };
    let field: f64 = kernel.iter().map(|&size| size as f64).product();
    Ok((*inputs as f64 * field, *outputs as f64 * field))
}

fn too_few(what: &str, t: &Tensor) -> Error {
    let shape = shape::display(t.shape());
    Error::argument(format!("{what}: initial values need at least 2 dimensions, got shape {shape}"))
}
