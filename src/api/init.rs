//! Initial values of parameters: what their functions, which are operations of tensors, take.

use super::types::NonlinearityCode;
use crate::error::Result;
use crate::nn::init::Nonlinearity;

/// The recommended factor for the initial values of a layer that this nonlinearity follows:
/// 1 for `LINEAR` and `SIGMOID`, 5/3 for `TANH`, `sqrt(2)` for `RELU`, `sqrt(2 / (1 + slope^2))`
/// for `LEAKY_RELU`, and 3/4 for `SELU`.
///
///
/// - `Tenure::calculate_gain()`
/// - `nonlinearity`: the function that follows the layer
/// - `slope` = 0.01: the slope of a leaky ReLU below 0; others ignore it
pub fn calculate_gain(nonlinearity: NonlinearityCode, slope: f64) -> Result<f64> {
    Ok(Nonlinearity::from_code(nonlinearity)?.gain(slope))
}
