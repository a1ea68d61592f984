//! Activations. The formulas are those of the operations on tensors of the same names.

use crate::api::types::{NewModule, Owner};
use crate::error::Result;
use crate::nn::modules;
use crate::session::module::make;

/// The rectified linear unit: `max(x, 0)`.
/// Shapes: `[...] -> [...]`.
///
/// - `ReLU::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn relu(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::relu()))
}

/// The logistic function: `1 / (1 + exp(-x))`.
/// Shapes: `[...] -> [...]`.
///
/// - `Sigmoid::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn sigmoid(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::sigmoid()))
}

/// The hyperbolic tangent.
/// Shapes: `[...] -> [...]`.
///
/// - `Tanh::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn tanh(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::tanh()))
}

/// The Gaussian error linear unit: `x Φ(x)`.
/// Shapes: `[...] -> [...]`.
///
/// - `GELU::new()`
/// - `approximate_tanh` = false: whether `Φ` is approximated by tanh
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn gelu(scope: Owner, approximate_tanh: bool) -> Result<NewModule> {
    make(scope, || Ok(modules::gelu(approximate_tanh)))
}

/// The SiLU (swish) activation: `x sigmoid(x)`.
/// Shapes: `[...] -> [...]`.
///
/// - `SiLU::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn silu(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::silu()))
}

/// The Mish activation: `x tanh(softplus(x))`.
/// Shapes: `[...] -> [...]`.
///
/// - `Mish::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn mish(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::mish()))
}

/// The SELU activation: `1.0507 x` if `x > 0`, else `1.0507 * 1.6733 (exp(x) - 1)`.
/// Shapes: `[...] -> [...]`.
///
/// - `SELU::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn selu(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::selu()))
}

/// `x / (1 + |x|)`.
/// Shapes: `[...] -> [...]`.
///
/// - `Softsign::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn softsign(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::softsign()))
}

/// `x / 6 + 1 / 2`, bounded by 0 and 1.
/// Shapes: `[...] -> [...]`.
///
/// - `Hardsigmoid::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn hardsigmoid(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::hardsigmoid()))
}

/// `x hardsigmoid(x)`.
/// Shapes: `[...] -> [...]`.
///
/// - `Hardswish::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn hardswish(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::hardswish()))
}

/// `log(sigmoid(x))`.
/// Shapes: `[...] -> [...]`.
///
/// - `LogSigmoid::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn log_sigmoid(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::log_sigmoid()))
}

/// `min(max(x, 0), 6)`.
/// Shapes: `[...] -> [...]`.
///
/// - `ReLU6::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn relu6(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::relu6()))
}

/// `x` if `x >= 0`, else `negative_slope x`.
/// Shapes: `[...] -> [...]`.
///
/// - `LeakyReLU::new()`
/// - `negative_slope` = 0.01: the factor of negative elements
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn leaky_relu(scope: Owner, negative_slope: f64) -> Result<NewModule> {
    make(scope, || Ok(modules::leaky_relu(negative_slope)))
}

/// `x` if `x > 0`, else `alpha (exp(x) - 1)`.
/// Shapes: `[...] -> [...]`.
///
/// - `ELU::new()`
/// - `alpha` = 1: minus the limit far below 0
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn elu(scope: Owner, alpha: f64) -> Result<NewModule> {
    make(scope, || Ok(modules::elu(alpha)))
}

/// `x` if `x > 0`, else `alpha (exp(x / alpha) - 1)`.
/// Shapes: `[...] -> [...]`.
///
/// - `CELU::new()`
/// - `alpha` = 1: minus the limit far below 0
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn celu(scope: Owner, alpha: f64) -> Result<NewModule> {
    make(scope, || Ok(modules::celu(alpha)))
}

/// `x`, bounded by `min` and `max`.
/// Shapes: `[...] -> [...]`.
///
/// - `Hardtanh::new()`
/// - `min` = -1: the lower bound
/// - `max` = 1: the upper bound, which wins
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn hardtanh(scope: Owner, min: f64, max: f64) -> Result<NewModule> {
    make(scope, || Ok(modules::hardtanh(min, max)))
}

/// `log(1 + exp(beta x)) / beta`, and `x` where `beta x` is above `threshold`.
/// Shapes: `[...] -> [...]`.
///
/// - `Softplus::new()`
/// - `beta` = 1: the sharpness
/// - `threshold` = 20: above it the result is `x`
/// - `INVALID_ARGUMENT`: `beta` is 0
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn softplus(scope: Owner, beta: f64, threshold: f64) -> Result<NewModule> {
    make(scope, || modules::softplus(beta, threshold))
}

/// `x - tanh(x)`.
/// Shapes: `[...] -> [...]`.
///
/// - `Tanhshrink::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn tanhshrink(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::tanhshrink()))
}

/// 0 between `-lambda` and `lambda`, else `x`.
/// Shapes: `[...] -> [...]`.
///
/// - `Hardshrink::new()`
/// - `lambda` = 0.5: the bound
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn hardshrink(scope: Owner, lambda: f64) -> Result<NewModule> {
    make(scope, || Ok(modules::hardshrink(lambda)))
}

/// 0 between `-lambda` and `lambda`, else `x` moved towards 0 by `lambda`.
/// Shapes: `[...] -> [...]`.
///
/// - `Softshrink::new()`
/// - `lambda` = 0.5: the bound
/// - `INVALID_ARGUMENT`: `lambda` is negative
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn softshrink(scope: Owner, lambda: f64) -> Result<NewModule> {
    make(scope, || modules::softshrink(lambda))
}

/// `x` above `threshold`, else `value`.
/// Shapes: `[...] -> [...]`.
///
/// - `Threshold::new()`
/// - `threshold`: the bound
/// - `value`: the result up to the bound
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn threshold(scope: Owner, threshold: f64, value: f64) -> Result<NewModule> {
    make(scope, || Ok(modules::threshold(threshold, value)))
}

/// The first half of an axis times the sigmoid of the second half.
/// Shapes: `[..., 2 n, ...] -> [..., n, ...]`.
///
/// - `GLU::new()`
/// - `axis` = -1: the axis
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn glu(scope: Owner, axis: i64) -> Result<NewModule> {
    make(scope, || Ok(modules::glu(axis)))
}

/// `x` if `x >= 0`, else a learned factor times `x`.
/// Shapes: `[...] -> [...]`.
///
/// - `PReLU::new()`
/// - `num_parameters` = 1: the number of factors: 1, or one for each channel, which is axis 1
/// - `init` = 0.25: the initial value
/// - `INVALID_ARGUMENT`: `num_parameters` is below 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn prelu(scope: Owner, num_parameters: i64, init: f64) -> Result<NewModule> {
    make(scope, || modules::prelu(num_parameters, init))
}

/// A leaky rectifier. Its slope is random in training, for each element between `lower` and
/// `upper`, and their mean in evaluation.
/// Shapes: `[...] -> [...]`.
///
/// - `RReLU::new()`
/// - `lower` = 0.125: the least slope
/// - `upper` = 0.3333333333333333: the greatest slope
/// - `INVALID_ARGUMENT`: a slope is not between 0 and 1, or `lower` is above `upper`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn rrelu(scope: Owner, lower: f64, upper: f64) -> Result<NewModule> {
    make(scope, || modules::rrelu(lower, upper))
}

/// Softmax along an axis: `exp(x) / sum(exp(x))`.
/// Shapes: `[...] -> [...]`.
///
/// - `Softmax::new()`
/// - `axis` = -1: the axis
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn softmax(scope: Owner, axis: i64) -> Result<NewModule> {
    make(scope, || Ok(modules::softmax(axis)))
}

/// The logarithm of softmax along an axis.
/// Shapes: `[...] -> [...]`.
///
/// - `LogSoftmax::new()`
/// - `axis` = -1: the axis
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn log_softmax(scope: Owner, axis: i64) -> Result<NewModule> {
    make(scope, || Ok(modules::log_softmax(axis)))
}

/// Softmax of `-x` along an axis.
/// Shapes: `[...] -> [...]`.
///
/// - `Softmin::new()`
/// - `axis` = -1: the axis
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn softmin(scope: Owner, axis: i64) -> Result<NewModule> {
    make(scope, || Ok(modules::softmin(axis)))
}
