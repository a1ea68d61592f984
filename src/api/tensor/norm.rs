//! Normalisation by mean and variance. All return new references; names and parameters are those of `torch.nn.functional`.

use super::{map, optional};
use crate::api::resource::PinnedTensor;
use crate::api::types::{Ints, NewTensor, OptionalTensorRef, Owner, TensorRef};
use crate::autograd::nn;
use crate::error::{Error, Result};

/// The last axes less their mean and divided by their deviation, times a weight, plus a bias.
///
/// - `normalized_shape`: the sizes of these axes
/// - `weight` = none: of this shape
/// - `bias` = none: of this shape
/// - `eps` = 1e-5: added to the variance
/// - `SHAPE_MISMATCH`: the last axes, the weight or the bias have other sizes
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
pub fn layer_norm(
    scope: Owner,
    t: TensorRef,
    normalized_shape: Ints,
    weight: OptionalTensorRef,
    bias: OptionalTensorRef,
    eps: f64,
) -> Result<NewTensor> {
    let (weight, bias) = (optional(weight)?, optional(bias)?);
    map(scope, t, |t| nn::layer_norm(t, normalized_shape, weight.as_deref(), bias.as_deref(), eps))
}

/// The last axes divided by the root of the mean of their squares, times a weight.
///
/// - `normalized_shape`: the sizes of these axes
/// - `weight` = none: of this shape
/// - `eps` = none: added to the mean; none: the precision of the element type
/// - `SHAPE_MISMATCH`: the last axes or the weight have other sizes
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
pub fn rms_norm(
    scope: Owner,
    t: TensorRef,
    normalized_shape: Ints,
    weight: OptionalTensorRef,
    eps: Option<f64>,
) -> Result<NewTensor> {
    let weight = optional(weight)?;
    map(scope, t, |t| nn::rms_norm(t, normalized_shape, weight.as_deref(), eps))
}

/// The channels of `[N, C, ...]` in groups, each less its mean and divided by its deviation, times a weight, plus a bias.
///
/// - `groups`: how many
/// - `weight` = none: `[C]`
/// - `bias` = none: `[C]`
/// - `eps` = 1e-5: added to the variance
/// - `INVALID_ARGUMENT`: the channels do not divide into so many
/// - `SHAPE_MISMATCH`: there are no channels, or the weight or the bias does not fit them
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
pub fn group_norm(
    scope: Owner,
    t: TensorRef,
    groups: i64,
    weight: OptionalTensorRef,
    bias: OptionalTensorRef,
    eps: f64,
) -> Result<NewTensor> {
    let (weight, bias) = (optional(weight)?, optional(bias)?);
    map(scope, t, |t| nn::group_norm(t, groups, weight.as_deref(), bias.as_deref(), eps))
}

/// Each channel of `[N, C, ...]` less its mean and divided by its deviation, times a weight, plus a bias. In training mean
/// and deviation are the channel's own, and the running ones are moved towards them in place; else the running ones.
///
/// - `running_mean` = none: `[C]`
/// - `running_var` = none: `[C]`; both or none
/// - `weight` = none: `[C]`
/// - `bias` = none: `[C]`
/// - `training` = false: see above
/// - `momentum` = 0.1: how far the running ones are moved, from 0 to 1
/// - `eps` = 1e-5: added to the variance
/// - `INVALID_ARGUMENT`: a channel has only one element in training, or the running ones are missing or recorded
/// - `SHAPE_MISMATCH`: there are no channels, or an operand does not fit them
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn batch_norm(
    scope: Owner,
    t: TensorRef,
    running_mean: OptionalTensorRef,
    running_var: OptionalTensorRef,
    weight: OptionalTensorRef,
    bias: OptionalTensorRef,
    training: bool,
    momentum: f64,
    eps: f64,
) -> Result<NewTensor> {
    let running = (optional(running_mean)?, optional(running_var)?);
    let (weight, bias) = (optional(weight)?, optional(bias)?);
    map(scope, t, |t| {
        let running = both("batch_norm", &running)?;
        nn::batch_norm(t, running, weight.as_deref(), bias.as_deref(), training, momentum, eps)
    })
}

/// Each channel of each sample of `[N, C, ...]` less its mean and divided by its deviation, times a weight, plus a bias:
/// by its own mean and deviation, which move the running ones in place, or by the running ones.
///
/// - `running_mean` = none: `[C]`
/// - `running_var` = none: `[C]`; both or none
/// - `weight` = none: `[C]`
/// - `bias` = none: `[C]`
/// - `use_input_stats` = true: whether mean and deviation are the sample's own
/// - `momentum` = 0.1: how far the running ones are moved, from 0 to 1
/// - `eps` = 1e-5: added to the variance
/// - `INVALID_ARGUMENT`: a channel has only one element, or the running ones are missing or recorded
/// - `SHAPE_MISMATCH`: there are no channels, or an operand does not fit them
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn instance_norm(
    scope: Owner,
    t: TensorRef,
    running_mean: OptionalTensorRef,
    running_var: OptionalTensorRef,
    weight: OptionalTensorRef,
    bias: OptionalTensorRef,
    use_input_stats: bool,
    momentum: f64,
    eps: f64,
) -> Result<NewTensor> {
    let running = (optional(running_mean)?, optional(running_var)?);
    let (weight, bias) = (optional(weight)?, optional(bias)?);
    map(scope, t, |t| {
        let running = both("instance_norm", &running)?;
        nn::instance_norm(t, running, weight.as_deref(), bias.as_deref(), use_input_stats, momentum, eps)
    })
}

/// Two running statistics, or none.
fn both<'a>(op: &str, (mean, variance): &'a (Option<PinnedTensor>, Option<PinnedTensor>)) -> Result<nn::Running<'a>> {
    match (mean, variance) {
        (Some(mean), Some(variance)) => Ok(Some((mean, variance))),
        (None, None) => Ok(None),
        _ => Err(Error::argument(format!("{op} needs a running mean and a running variance, or neither"))),
    }
}
