//! Normalizations.

use crate::api::types::{Ints, NewModule, Owner};
use crate::error::Result;
use crate::nn::modules::{self, NormOptions};
use crate::session::module::make;

/// Batch normalization of each channel: `(x - mean) / sqrt(var + eps) * weight + bias`. In training
/// by the statistics of the batch, which move the running ones; in evaluation by the running ones.
/// Shapes: `[N, C] -> [N, C]` or `[N, C, L] -> [N, C, L]`.
///
/// - `BatchNorm1d::new()`
/// - `num_features`: the channels of an input
/// - `eps` = 1e-5: added to the variance
/// - `momentum` = 0.1: the share of the new value in a running one; none for the mean of all so far
/// - `affine` = true: whether there are factors and summands
/// - `track_running_stats` = true: whether running statistics are kept
/// - `INVALID_ARGUMENT`: `num_features` is below 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn batch_norm1d(
    scope: Owner,
    num_features: i64,
    eps: f64,
    momentum: Option<f64>,
    affine: bool,
    track_running_stats: bool,
) -> Result<NewModule> {
    let how = NormOptions { features: num_features, eps, momentum, affine, track_running_stats };
    make(scope, || modules::batch_norm::<1>(how))
}

/// Batch normalization of each channel: `(x - mean) / sqrt(var + eps) * weight + bias`. In training
/// by the statistics of the batch, which move the running ones; in evaluation by the running ones.
/// Shapes: `[N, C, H, W] -> [N, C, H, W]`.
///
/// - `BatchNorm2d::new()`
/// - `num_features`: the channels of an input
/// - `eps` = 1e-5: added to the variance
/// - `momentum` = 0.1: the share of the new value in a running one; none for the mean of all so far
/// - `affine` = true: whether there are factors and summands
/// - `track_running_stats` = true: whether running statistics are kept
/// - `INVALID_ARGUMENT`: `num_features` is below 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn batch_norm2d(
    scope: Owner,
    num_features: i64,
    eps: f64,
    momentum: Option<f64>,
    affine: bool,
    track_running_stats: bool,
) -> Result<NewModule> {
    let how = NormOptions { features: num_features, eps, momentum, affine, track_running_stats };
    make(scope, || modules::batch_norm::<2>(how))
}

/// Batch normalization of each channel: `(x - mean) / sqrt(var + eps) * weight + bias`. In training
/// by the statistics of the batch, which move the running ones; in evaluation by the running ones.
/// Shapes: `[N, C, D, H, W] -> [N, C, D, H, W]`.
///
/// - `BatchNorm3d::new()`
/// - `num_features`: the channels of an input
/// - `eps` = 1e-5: added to the variance
/// - `momentum` = 0.1: the share of the new value in a running one; none for the mean of all so far
/// - `affine` = true: whether there are factors and summands
/// - `track_running_stats` = true: whether running statistics are kept
/// - `INVALID_ARGUMENT`: `num_features` is below 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn batch_norm3d(
    scope: Owner,
    num_features: i64,
    eps: f64,
    momentum: Option<f64>,
    affine: bool,
    track_running_stats: bool,
) -> Result<NewModule> {
    let how = NormOptions { features: num_features, eps, momentum, affine, track_running_stats };
    make(scope, || modules::batch_norm::<3>(how))
}

/// Instance normalization: that of each channel of each sample.
/// Shapes: `[N, C, L] -> [N, C, L]`, or the same without `N`.
///
/// - `InstanceNorm1d::new()`
/// - `num_features`: the channels of an input
/// - `eps` = 1e-5: added to the variance
/// - `momentum` = 0.1: the share of the new value in a running one; none for the mean of all so far
/// - `affine` = false: whether there are factors and summands
/// - `track_running_stats` = false: whether running statistics are kept
/// - `INVALID_ARGUMENT`: `num_features` is below 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn instance_norm1d(
    scope: Owner,
    num_features: i64,
    eps: f64,
    momentum: Option<f64>,
    affine: bool,
    track_running_stats: bool,
) -> Result<NewModule> {
    let how = NormOptions { features: num_features, eps, momentum, affine, track_running_stats };
    make(scope, || modules::instance_norm::<1>(how))
}

/// Instance normalization: that of each channel of each sample.
/// Shapes: `[N, C, H, W] -> [N, C, H, W]`, or the same without `N`.
///
/// - `InstanceNorm2d::new()`
/// - `num_features`: the channels of an input
/// - `eps` = 1e-5: added to the variance
/// - `momentum` = 0.1: the share of the new value in a running one; none for the mean of all so far
/// - `affine` = false: whether there are factors and summands
/// - `track_running_stats` = false: whether running statistics are kept
/// - `INVALID_ARGUMENT`: `num_features` is below 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn instance_norm2d(
    scope: Owner,
    num_features: i64,
    eps: f64,
    momentum: Option<f64>,
    affine: bool,
    track_running_stats: bool,
) -> Result<NewModule> {
    let how = NormOptions { features: num_features, eps, momentum, affine, track_running_stats };
    make(scope, || modules::instance_norm::<2>(how))
}

/// Instance normalization: that of each channel of each sample.
/// Shapes: `[N, C, D, H, W] -> [N, C, D, H, W]`, or the same without `N`.
///
/// - `InstanceNorm3d::new()`
/// - `num_features`: the channels of an input
/// - `eps` = 1e-5: added to the variance
/// - `momentum` = 0.1: the share of the new value in a running one; none for the mean of all so far
/// - `affine` = false: whether there are factors and summands
/// - `track_running_stats` = false: whether running statistics are kept
/// - `INVALID_ARGUMENT`: `num_features` is below 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn instance_norm3d(
    scope: Owner,
    num_features: i64,
    eps: f64,
    momentum: Option<f64>,
    affine: bool,
    track_running_stats: bool,
) -> Result<NewModule> {
    let how = NormOptions { features: num_features, eps, momentum, affine, track_running_stats };
    make(scope, || modules::instance_norm::<3>(how))
}

/// Layer normalization of the last axes: `(x - mean) / sqrt(var + eps) * weight + bias`.
/// Shapes: `[...] -> [...]`.
///
/// - `LayerNorm::new()`
/// - `normalized_shape`: the sizes of the last axes
/// - `eps` = 1e-5: added to the variance
/// - `elementwise_affine` = true: whether there are factors
/// - `bias` = true: whether there are summands too
/// - `INVALID_ARGUMENT`: `normalized_shape` is empty, or a size is below 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn layer_norm(
    scope: Owner,
    normalized_shape: Ints,
    eps: f64,
    elementwise_affine: bool,
    bias: bool,
) -> Result<NewModule> {
    make(scope, || modules::layer_norm(normalized_shape, eps, elementwise_affine, bias))
}

/// Root mean square normalization of the last axes: `x / sqrt(mean(x²) + eps) * weight`.
/// Shapes: `[...] -> [...]`.
///
/// - `RMSNorm::new()`
/// - `normalized_shape`: the sizes of the last axes
/// - `eps` = none: added to the mean; none: the precision of the dtype
/// - `elementwise_affine` = true: whether there are factors
/// - `INVALID_ARGUMENT`: `normalized_shape` is empty, or a size is below 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn rms_norm(scope: Owner, normalized_shape: Ints, eps: Option<f64>, elementwise_affine: bool) -> Result<NewModule> {
    make(scope, || modules::rms_norm(normalized_shape, eps, elementwise_affine))
}

/// Group normalization: that of each group of channels of each sample.
/// Shapes: `[N, C, ...] -> [N, C, ...]`.
///
/// - `GroupNorm::new()`
/// - `num_groups`: the number of groups
/// - `num_channels`: the channels of an input
/// - `eps` = 1e-5: added to the variance
/// - `affine` = true: whether there are factors and summands
/// - `INVALID_ARGUMENT`: a number is below 1, or `num_channels` is not a multiple of `num_groups`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn group_norm(scope: Owner, num_groups: i64, num_channels: i64, eps: f64, affine: bool) -> Result<NewModule> {
    make(scope, || modules::group_norm(num_groups, num_channels, eps, affine))
}

/// Division of each element by the squares of its neighbors in other channels:
/// `x / (k + alpha / size * sum)^beta`, where `sum` is that of the squares of `size` channels around
/// it.
/// Shapes: `[N, C, ...] -> [N, C, ...]`.
///
/// - `LocalResponseNorm::new()`
/// - `size`: the number of channels of a sum
/// - `alpha` = 1e-4: the factor of the mean square
/// - `beta` = 0.75: the exponent
/// - `k` = 1: added to the mean square
/// - `INVALID_ARGUMENT`: `size` is below 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn local_response_norm(scope: Owner, size: i64, alpha: f64, beta: f64, k: f64) -> Result<NewModule> {
    make(scope, || modules::local_response_norm(size, alpha, beta, k))
}
