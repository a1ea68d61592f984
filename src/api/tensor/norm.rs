//! Normalization by mean and variance. All return new references; names and parameters are those of
//! `torch.nn.functional`.
//!
//! - `gradient`: yes

use super::{map, optional};
use crate::api::types::{Ints, NewTensor, OptionalTensorRef, Owner, TensorRef};
use crate::autograd::nn;
use crate::error::{Error, Result};
use crate::tensor::Tensor;

/// Layer normalization over the last axes: `(x - mean) / sqrt(var + eps) * weight + bias`, where the mean and the
/// biased variance are taken over the axes of `normalized_shape`.
/// Shapes: `[..., n1, ..., nk] -> [..., n1, ..., nk]` with a normalized shape `[n1, ..., nk]`. The dtype is kept.
///
/// - `normalized_shape`: the sizes of the last axes that are normalized together, at least one
/// - `weight` = none: the factors, of the normalized shape
/// - `bias` = none: the summands, of the normalized shape
/// - `eps` = 1e-5: added to the variance
/// - `SHAPE_MISMATCH`: the normalized shape is empty, this tensor does not end with it, or `weight` or `bias` has
///   another shape
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or the operands have different dtypes
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

/// Root mean square normalization over the last axes: `x / sqrt(mean(x * x) + eps) * weight`, where the mean is taken
/// over the axes of `normalized_shape`.
/// Shapes: `[..., n1, ..., nk] -> [..., n1, ..., nk]` with a normalized shape `[n1, ..., nk]`. The dtype is kept.
///
/// - `normalized_shape`: the sizes of the last axes that are normalized together, at least one
/// - `weight` = none: the factors, of the normalized shape
/// - `eps` = none: added to the mean; none means the machine epsilon of float64 for float64, and that of float32
///   otherwise
/// - `SHAPE_MISMATCH`: the normalized shape is empty, this tensor does not end with it, or `weight` has another shape
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or the operands have different dtypes
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

/// Group normalization: `(x - mean) / sqrt(var + eps) * weight + bias`, where the mean and the biased variance are
/// taken over a group of channels of one sample, with all their elements.
/// Shapes: `[N, C, ...] -> [N, C, ...]`. The dtype is kept.
///
/// - `groups`: the number of groups into which the channels are divided
/// - `weight` = none: one factor for each channel, `[C]`
/// - `bias` = none: one summand for each channel, `[C]`
/// - `eps` = 1e-5: added to the variance
/// - `INVALID_ARGUMENT`: the number of channels is not a multiple of `groups`, or `groups` is below 1
/// - `SHAPE_MISMATCH`: this tensor has fewer than two axes, or `weight` or `bias` has another shape than `[C]`
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or the operands have different dtypes
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

/// Batch normalization of each channel: `(x - mean) / sqrt(var + eps) * weight + bias`. In training, the mean and the
/// biased variance are those of the channel over all samples, and the running statistics, if given, are updated in
/// place: `running = (1 - momentum) * running + momentum * new`, with the unbiased variance. Otherwise the running
/// statistics are used instead. They must not be recorded on a tape (status `UNSUPPORTED`).
/// Shapes: `[N, C, ...] -> [N, C, ...]`. The dtype is kept.
///
/// - `running_mean` = none: the running mean of each channel, `[C]`
/// - `running_var` = none: the running variance of each channel, `[C]`; give both or neither
/// - `weight` = none: one factor for each channel, `[C]`
/// - `bias` = none: one summand for each channel, `[C]`
/// - `training` = false: whether the statistics of this tensor are used, and the running ones updated
/// - `momentum` = 0.1: the share of the new value in a running one, from 0 to 1
/// - `eps` = 1e-5: added to the variance
/// - `INVALID_ARGUMENT`: there is only one element for each channel in training, the running statistics are missing and
///   it is not training, or only one of them is given
/// - `SHAPE_MISMATCH`: this tensor has fewer than two axes, or another operand has another shape than `[C]`
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or the operands have different dtypes (running statistics
///   of float16 and bfloat16 may be float32)
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
    let (running_mean, running_var) = (optional(running_mean)?, optional(running_var)?);
    let (weight, bias) = (optional(weight)?, optional(bias)?);
    map(scope, t, |t| {
        let running = both("batch_norm", (running_mean.as_deref(), running_var.as_deref()))?;
        nn::batch_norm(t, running, weight.as_deref(), bias.as_deref(), training, momentum, eps)
    })
}

/// Instance normalization of each channel of each sample: `(x - mean) / sqrt(var + eps) * weight + bias`. With
/// `use_input_stats`, the mean and the biased variance are those of the channel in its sample, and the running
/// statistics, if given, are updated in place with their averages over the samples:
/// `running = (1 - momentum) * running + momentum * new`, with the unbiased variance. Otherwise the running statistics
/// are used instead. They must not be recorded on a tape (status `UNSUPPORTED`).
/// Shapes: `[N, C, ...] -> [N, C, ...]`. The dtype is kept.
///
/// - `running_mean` = none: the running mean of each channel, `[C]`
/// - `running_var` = none: the running variance of each channel, `[C]`; give both or neither
/// - `weight` = none: one factor for each channel, `[C]`
/// - `bias` = none: one summand for each channel, `[C]`
/// - `use_input_stats` = true: whether the statistics of this tensor are used, and the running ones updated
/// - `momentum` = 0.1: the share of the new value in a running one, from 0 to 1
/// - `eps` = 1e-5: added to the variance
/// - `INVALID_ARGUMENT`: there is only one element for each channel of a sample while the statistics of this tensor are
///   used, the running statistics are missing while they are not, or only one of the running ones is given
/// - `SHAPE_MISMATCH`: this tensor has fewer than two axes, or another operand has another shape than `[C]`
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or the operands have different dtypes (running statistics
///   of float16 and bfloat16 may be float32)
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
    let (running_mean, running_var) = (optional(running_mean)?, optional(running_var)?);
    let (weight, bias) = (optional(weight)?, optional(bias)?);
    map(scope, t, |t| {
        let running = both("instance_norm", (running_mean.as_deref(), running_var.as_deref()))?;
        nn::instance_norm(t, running, weight.as_deref(), bias.as_deref(), use_input_stats, momentum, eps)
    })
}

/// Two running statistics, or none.
pub(super) fn both<'a>(
    op: &str,
    (mean, variance): (Option<&'a Tensor>, Option<&'a Tensor>),
) -> Result<nn::Running<'a>> {
    match (mean, variance) {
        (Some(mean), Some(variance)) => Ok(Some((mean, variance))),
        (None, None) => Ok(None),
        _ => Err(Error::argument(format!("{op} needs a running mean and a running variance, or neither"))),
    }
}
