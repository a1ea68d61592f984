//! Losses: one for each element or row, or their mean or sum. All return new references. Names and parameters are those
//! of `torch.nn.functional`; the operands of losses of matching elements broadcast.
//!
//! - `gradient`: yes

use super::{map2, optional};
use crate::api::types::{NewTensor, OptionalTensorRef, Owner, ReductionCode, TensorRef};
use crate::autograd::nn::{self, ClassLoss, pointwise_loss};
use crate::error::Result;
use crate::ops::nn::{Pointwise, Reduction};

/// Computes the squared difference of each element and its target: `(x - t)^2`.
/// Shapes: `[...], [...] -> [...]`, broadcast, with `NONE`; a scalar with `MEAN` and `SUM`. Dtype: the floating-point
/// dtype of both operands, which is the same.
///
/// - `target`: the expected elements
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or `target` has a different dtype
pub fn mse_loss(scope: Owner, t: TensorRef, target: TensorRef, reduction: ReductionCode) -> Result<NewTensor> {
    let reduction = Reduction::from_code(reduction)?;
    map2(scope, t, target, |t, target| pointwise_loss("mse_loss", Pointwise::Mse, t, target, (None, None), reduction))
}

/// Computes the absolute difference of each element and its target: `|x - t|`.
/// Shapes: `[...], [...] -> [...]`, broadcast, with `NONE`; a scalar with `MEAN` and `SUM`. Dtype: the floating-point
/// dtype of both operands, which is the same.
///
/// - `target`: the expected elements
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or `target` has a different dtype
pub fn l1_loss(scope: Owner, t: TensorRef, target: TensorRef, reduction: ReductionCode) -> Result<NewTensor> {
    let reduction = Reduction::from_code(reduction)?;
    map2(scope, t, target, |t, target| pointwise_loss("l1_loss", Pointwise::L1, t, target, (None, None), reduction))
}

/// Computes the smooth L1 loss of each element and its target: with `d = |x - t|`, it is `d^2 / (2 beta)` if
/// `d < beta`, else `d - beta / 2`.
/// Shapes: `[...], [...] -> [...]`, broadcast, with `NONE`; a scalar with `MEAN` and `SUM`. Dtype: the floating-point
/// dtype of both operands, which is the same.
///
/// - `target`: the expected elements
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `beta` = 1: the difference from which on the loss is linear
/// - `INVALID_ARGUMENT`: `beta` is negative or NaN
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or `target` has a different dtype
pub fn smooth_l1_loss(
    scope: Owner,
    t: TensorRef,
    target: TensorRef,
    reduction: ReductionCode,
    beta: f64,
) -> Result<NewTensor> {
    let reduction = Reduction::from_code(reduction)?;
    map2(scope, t, target, |t, target| {
        pointwise_loss("smooth_l1_loss", Pointwise::SmoothL1(beta), t, target, (None, None), reduction)
    })
}

/// Computes the Huber loss of each element and its target: with `d = |x - t|`, it is `d^2 / 2` if `d <= delta`, else
/// `delta (d - delta / 2)`.
/// Shapes: `[...], [...] -> [...]`, broadcast, with `NONE`; a scalar with `MEAN` and `SUM`. Dtype: the floating-point
/// dtype of both operands, which is the same.
///
/// - `target`: the expected elements
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `delta` = 1: the difference from which on the loss is linear
/// - `INVALID_ARGUMENT`: `delta` is not greater than 0
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or `target` has a different dtype
pub fn huber_loss(
    scope: Owner,
    t: TensorRef,
    target: TensorRef,
    reduction: ReductionCode,
    delta: f64,
) -> Result<NewTensor> {
    let reduction = Reduction::from_code(reduction)?;
    map2(scope, t, target, |t, target| {
        pointwise_loss("huber_loss", Pointwise::Huber(delta), t, target, (None, None), reduction)
    })
}

/// Computes the binary cross entropy of each probability and its target: `-(t ln(x) + (1 - t) ln(1 - x))`. A logarithm
/// below -100 counts as -100; an element outside 0 to 1 gives NaN.
/// Shapes: `[...], [...] -> [...]`, broadcast, with `NONE`; a scalar with `MEAN` and `SUM`. Dtype: the floating-point
/// dtype of both operands, which is the same.
///
/// - `target`: the expected probabilities, from 0 to 1
/// - `weight` = none: a factor for each loss; it broadcasts to the losses and must not be recorded on a tape
///   (`UNSUPPORTED`)
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `SHAPE_MISMATCH`: the shapes do not broadcast, or `weight` does not broadcast to the losses
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or `target` has a different dtype
pub fn binary_cross_entropy(
    scope: Owner,
    t: TensorRef,
    target: TensorRef,
    weight: OptionalTensorRef,
    reduction: ReductionCode,
) -> Result<NewTensor> {
    let (weight, reduction) = (optional(weight)?, Reduction::from_code(reduction)?);
    let weights = (weight.as_deref(), None);
    map2(scope, t, target, |t, target| {
        pointwise_loss("binary_cross_entropy", Pointwise::Bce, t, target, weights, reduction)
    })
}

/// Computes the binary cross entropy of the sigmoid of each logit and its target:
/// `-(pos_weight t ln(sigmoid(x)) + (1 - t) ln(1 - sigmoid(x)))`. It is more accurate than the two steps.
/// Shapes: `[...], [...] -> [...]`, broadcast, with `NONE`; a scalar with `MEAN` and `SUM`. Dtype: the floating-point
/// dtype of both operands, which is the same.
///
/// - `target`: the expected probabilities, from 0 to 1
/// - `weight` = none: a factor for each loss; it broadcasts to the losses and must not be recorded on a tape
///   (`UNSUPPORTED`)
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `pos_weight` = none: a factor for the positive part of each loss; it broadcasts to the losses and must not be
///   recorded on a tape (`UNSUPPORTED`); none: 1
/// - `SHAPE_MISMATCH`: the shapes do not broadcast, or a weight does not broadcast to the losses
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or `target` or `pos_weight` has a different dtype
pub fn binary_cross_entropy_with_logits(
    scope: Owner,
    t: TensorRef,
    target: TensorRef,
    weight: OptionalTensorRef,
    reduction: ReductionCode,
    pos_weight: OptionalTensorRef,
) -> Result<NewTensor> {
    let (weight, pos_weight) = (optional(weight)?, optional(pos_weight)?);
    let reduction = Reduction::from_code(reduction)?;
    let weights = (weight.as_deref(), pos_weight.as_deref());
    map2(scope, t, target, |t, target| {
        pointwise_loss("binary_cross_entropy_with_logits", Pointwise::BceWithLogits, t, target, weights, reduction)
    })
}

/// Computes the Kullback-Leibler divergence of each log-probability and its target: `t (ln(t) - x)`, or
/// `exp(t) (t - x)` with `log_target`. `MEAN` divides by the number of elements; for a mean over samples, take `SUM`
/// and divide.
/// Shapes: `[...], [...] -> [...]`, broadcast, with `NONE`; a scalar with `MEAN` and `SUM`. Dtype: the floating-point
/// dtype of both operands, which is the same.
///
/// - `target`: the expected probabilities, or their logarithms
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `log_target` = false: whether the targets are logarithms
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or `target` has a different dtype
pub fn kl_div(
    scope: Owner,
    t: TensorRef,
    target: TensorRef,
    reduction: ReductionCode,
    log_target: bool,
) -> Result<NewTensor> {
    let reduction = Reduction::from_code(reduction)?;
    let loss = if log_target { Pointwise::KlDivOfLogs } else { Pointwise::KlDiv };
    map2(scope, t, target, |t, target| pointwise_loss("kl_div", loss, t, target, (None, None), reduction))
}

/// Computes the cross entropy of logits and target classes, or target probabilities: `-weight[t] log_softmax(x)[t]` for
/// a class `t`, `-sum(weight t log_softmax(x))` for probabilities `t`. `MEAN` over classes divides by the sum of the
/// weights of the targets.
/// Shapes: `[N, C, ...], [N, ...] -> [N, ...]`, or `[C]` and a scalar, with `NONE`; a scalar with `MEAN` and `SUM`.
/// Probabilities have the shape of the logits.
/// Dtype: the floating-point dtype of the logits, which probabilities have too.
///
/// - `cross_entropy()`
/// - `targets`: the classes, integers; or the probabilities
/// - `weight`: a factor for each class, `[C]`, of the same dtype; none: 1; with classes it must not be recorded on a
///   tape (`UNSUPPORTED`)
/// - `ignore_index` = -100: a class whose losses are 0 and do not count in the mean; it has no effect on probabilities
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `label_smoothing` = 0: the share of each target that is spread evenly over all classes, from 0 to 1
/// - `INVALID_ARGUMENT`: a target class is out of range, or `label_smoothing` is not from 0 to 1
/// - `SHAPE_MISMATCH`: the shape of the targets or of the weight does not fit the logits
/// - `DTYPE_MISMATCH`: the target classes are not integers, or the dtypes of the operands do not fit
pub fn cross_entropy_options(
    scope: Owner,
    t: TensorRef,
    targets: TensorRef,
    weight: OptionalTensorRef,
    ignore_index: i64,
    reduction: ReductionCode,
    label_smoothing: f64,
) -> Result<NewTensor> {
    let (weight, reduction) = (optional(weight)?, Reduction::from_code(reduction)?);
    let how = ClassLoss { weight: weight.as_deref(), ignore_index, label_smoothing, reduction };
    map2(scope, t, targets, |t, targets| nn::cross_entropy_loss(t, targets, how))
}

/// Computes the negative log-likelihood of log-probabilities and target classes: `-weight[t] x[t]` for a class `t`.
/// `MEAN` divides by the sum of the weights of the targets.
/// Shapes: `[N, C, ...], [N, ...] -> [N, ...]`, or `[C]` and a scalar, with `NONE`; a scalar with `MEAN` and `SUM`.
/// Dtype: the floating-point dtype of this tensor.
///
/// - `nll_loss()`
/// - `targets`: the classes, integers
/// - `weight`: a factor for each class, `[C]`, of the same dtype; none: 1; it must not be recorded on a tape
///   (`UNSUPPORTED`)
/// - `ignore_index` = -100: a class whose losses are 0 and do not count in the mean
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `INVALID_ARGUMENT`: a target class is out of range
/// - `SHAPE_MISMATCH`: the shape of the targets or of the weight does not fit this tensor
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, the targets are not integers, or the weight has a different
///   dtype
pub fn nll_loss_options(
    scope: Owner,
    t: TensorRef,
    targets: TensorRef,
    weight: OptionalTensorRef,
    ignore_index: i64,
    reduction: ReductionCode,
) -> Result<NewTensor> {
    let (weight, reduction) = (optional(weight)?, Reduction::from_code(reduction)?);
    let how = ClassLoss { weight: weight.as_deref(), ignore_index, label_smoothing: 0.0, reduction };
    map2(scope, t, targets, |t, targets| nn::nll_loss_with(t, targets, how))
}

/// Computes the cosine of the angle between vectors along an axis: `sum(x y) / (max(|x|, eps) max(|y|, eps))`, where
/// `|x|` is the length.
/// Shapes: `[..., n, ...], [..., n, ...] -> [..., ...]`; the operands broadcast. Dtype: the promoted dtype of both
/// operands, or float32 if that is not floating-point.
///
/// - `other`: the second vectors
/// - `axis` = 1: the axis of the vectors; a negative one counts from the last
/// - `eps` = 1e-8: the least length to divide by
/// - `INVALID_ARGUMENT`: the axis is out of range
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn cosine_similarity(scope: Owner, t: TensorRef, other: TensorRef, axis: i64, eps: f64) -> Result<NewTensor> {
    map2(scope, t, other, |t, other| nn::cosine_similarity(t, other, axis, eps))
}

/// Computes the loss of pairs of vectors along the last axis: `1 - cos` if the target is 1, `max(0, cos - margin)` if
/// it is -1, where `cos` is the cosine of the angle between the vectors.
/// Shapes: `[..., n], [..., n], [...] -> [...]` with `NONE`; a scalar with `MEAN` and `SUM`. The vectors broadcast, the
/// targets do not.
/// Dtype: the promoted dtype of the vectors, or float32 if that is not floating-point.
///
/// - `other`: the second vectors
/// - `target`: 1 or -1 for each pair of vectors, of any dtype; a positive number counts as 1, any other as -1
/// - `margin` = 0: the cosine up to which a target of -1 gives no loss
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `INVALID_ARGUMENT`: both vectors are scalars
/// - `SHAPE_MISMATCH`: the shapes do not broadcast, or the targets do not have the shape of the cosines
pub fn cosine_embedding_loss(
    scope: Owner,
    t: TensorRef,
    other: TensorRef,
    target: TensorRef,
    margin: f64,
    reduction: ReductionCode,
) -> Result<NewTensor> {
    let (target, reduction) = (crate::session::resource::tensor(target)?, Reduction::from_code(reduction)?);
    map2(scope, t, other, |t, other| nn::cosine_embedding_loss(t, other, &target, margin, reduction))
}
