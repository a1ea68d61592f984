//! Losses: one for each element or row, or their mean or sum. All return new references. Names and
//! parameters are those of `torch.nn.functional`; the operands of losses of matching elements
//! broadcast.
//!
//! - `gradient`: yes

use super::{map2, optional};
use crate::api::types::{NewTensor, OptionalTensorRef, Owner, ReductionCode, TensorRef};
use crate::autograd::nn::{self, ClassLoss, CtcSettings, pointwise_loss};
use crate::error::Result;
use crate::ops::nn::{Pointwise, Reduction};
use crate::session::resource::tensor;

/// Computes the squared difference of each element and its target: `(x - t)^2`.
/// Shapes: `[...], [...] -> [...]`, broadcast, with `NONE`; a scalar with `MEAN` and `SUM`. Dtype:
/// the floating-point dtype of both operands, which is the same.
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
/// Shapes: `[...], [...] -> [...]`, broadcast, with `NONE`; a scalar with `MEAN` and `SUM`. Dtype:
/// the floating-point dtype of both operands, which is the same.
///
/// - `target`: the expected elements
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or `target` has a different dtype
pub fn l1_loss(scope: Owner, t: TensorRef, target: TensorRef, reduction: ReductionCode) -> Result<NewTensor> {
    let reduction = Reduction::from_code(reduction)?;
    map2(scope, t, target, |t, target| pointwise_loss("l1_loss", Pointwise::L1, t, target, (None, None), reduction))
}

/// Computes the smooth L1 loss of each element and its target: with `d = |x - t|`, it is
/// `d^2 / (2 beta)` if `d < beta`, else `d - beta / 2`.
/// Shapes: `[...], [...] -> [...]`, broadcast, with `NONE`; a scalar with `MEAN` and `SUM`. Dtype:
/// the floating-point dtype of both operands, which is the same.
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

/// Computes the Huber loss of each element and its target: with `d = |x - t|`, it is `d^2 / 2` if
/// `d <= delta`, else `delta (d - delta / 2)`.
/// Shapes: `[...], [...] -> [...]`, broadcast, with `NONE`; a scalar with `MEAN` and `SUM`. Dtype:
/// the floating-point dtype of both operands, which is the same.
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

/// Computes the binary cross entropy of each probability and its target:
/// `-(t ln(x) + (1 - t) ln(1 - x))`. A logarithm below -100 counts as -100; an element outside 0 to
/// 1 gives NaN.
/// Shapes: `[...], [...] -> [...]`, broadcast, with `NONE`; a scalar with `MEAN` and `SUM`. Dtype:
/// the floating-point dtype of both operands, which is the same.
///
/// - `target`: the expected probabilities, from 0 to 1
/// - `weight` = none: a factor for each loss; it broadcasts to the losses and must not be recorded
///   on a tape (`UNSUPPORTED`)
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
/// `-(pos_weight t ln(sigmoid(x)) + (1 - t) ln(1 - sigmoid(x)))`. It is more accurate than the two
/// steps.
/// Shapes: `[...], [...] -> [...]`, broadcast, with `NONE`; a scalar with `MEAN` and `SUM`. Dtype:
/// the floating-point dtype of both operands, which is the same.
///
/// - `target`: the expected probabilities, from 0 to 1
/// - `weight` = none: a factor for each loss; it broadcasts to the losses and must not be recorded
///   on a tape (`UNSUPPORTED`)
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `pos_weight` = none: a factor for the positive part of each loss; it broadcasts to the losses
///   and must not be recorded on a tape (`UNSUPPORTED`); none: 1
/// - `SHAPE_MISMATCH`: the shapes do not broadcast, or a weight does not broadcast to the losses
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or `target` or `pos_weight` has a
///   different dtype
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

/// Computes the Kullback-Leibler divergence of each log-probability and its target:
/// `t (ln(t) - x)`, or `exp(t) (t - x)` with `log_target`. `MEAN` divides by the number of
/// elements; for a mean over samples, take `SUM` and divide.
/// Shapes: `[...], [...] -> [...]`, broadcast, with `NONE`; a scalar with `MEAN` and `SUM`. Dtype:
/// the floating-point dtype of both operands, which is the same.
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

/// Computes the cross entropy of logits and target classes, or target probabilities:
/// `-weight[t] log_softmax(x)[t]` for a class `t`, `-sum(weight t log_softmax(x))` for
/// probabilities `t`. `MEAN` over classes divides by the sum of the weights of the targets.
/// Shapes: `[N, C, ...], [N, ...] -> [N, ...]`, or `[C]` and a scalar, with `NONE`; a scalar with
/// `MEAN` and `SUM`. Probabilities have the shape of the logits.
/// Dtype: the floating-point dtype of the logits, which probabilities have too.
///
/// - `cross_entropy()`
/// - `targets`: the classes, integers; or the probabilities
/// - `weight`: a factor for each class, `[C]`, of the same dtype; none: 1; with classes it must not
///   be recorded on a tape (`UNSUPPORTED`)
/// - `ignore_index` = -100: a class whose losses are 0 and do not count in the mean; it has no
///   effect on probabilities
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `label_smoothing` = 0: the share of each target that is spread evenly over all classes, from 0
///   to 1
/// - `INVALID_ARGUMENT`: a target class is out of range, or `label_smoothing` is not from 0 to 1
/// - `SHAPE_MISMATCH`: the shape of the targets or of the weight does not fit the logits
/// - `DTYPE_MISMATCH`: the target classes are not integers, or the dtypes of the operands do not
///   fit
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

/// Computes the negative log-likelihood of log-probabilities and target classes: `-weight[t] x[t]`
/// for a class `t`. `MEAN` divides by the sum of the weights of the targets.
/// Shapes: `[N, C, ...], [N, ...] -> [N, ...]`, or `[C]` and a scalar, with `NONE`; a scalar with
/// `MEAN` and `SUM`.
/// Dtype: the floating-point dtype of this tensor.
///
/// - `nll_loss()`
/// - `targets`: the classes, integers
/// - `weight`: a factor for each class, `[C]`, of the same dtype; none: 1; it must not be recorded
///   on a tape (`UNSUPPORTED`)
/// - `ignore_index` = -100: a class whose losses are 0 and do not count in the mean
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `INVALID_ARGUMENT`: a target class is out of range
/// - `SHAPE_MISMATCH`: the shape of the targets or of the weight does not fit this tensor
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, the targets are not integers, or the
///   weight has a different dtype
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

/// Computes the cosine of the angle between vectors along an axis:
/// `sum(x y) / (max(|x|, eps) max(|y|, eps))`, where `|x|` is the length.
/// Shapes: `[..., n, ...], [..., n, ...] -> [..., ...]`; the operands broadcast. Dtype: the
/// promoted dtype of both operands, or float32 if that is not floating-point.
///
/// - `other`: the second vectors
/// - `axis` = 1: the axis of the vectors; a negative one counts from the last
/// - `eps` = 1e-8: the least length to divide by
/// - `INVALID_ARGUMENT`: the axis is out of range
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn cosine_similarity(scope: Owner, t: TensorRef, other: TensorRef, axis: i64, eps: f64) -> Result<NewTensor> {
    map2(scope, t, other, |t, other| nn::cosine_similarity(t, other, axis, eps))
}

/// Computes the loss of pairs of vectors along the last axis: `1 - cos` if the target is 1,
/// `max(0, cos - margin)` if it is -1, where `cos` is the cosine of the angle between the vectors.
/// Shapes: `[..., n], [..., n], [...] -> [...]` with `NONE`; a scalar with `MEAN` and `SUM`. The
/// vectors broadcast, the targets do not.
/// Dtype: the promoted dtype of the vectors, or float32 if that is not floating-point.
///
/// - `other`: the second vectors
/// - `target`: 1 or -1 for each pair of vectors, of any dtype; a positive number counts as 1, any
///   other as -1
/// - `margin` = 0: the cosine up to which a target of -1 gives no loss
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `INVALID_ARGUMENT`: both vectors are scalars
/// - `SHAPE_MISMATCH`: the shapes do not broadcast, or the targets do not have the shape of the
///   cosines
pub fn cosine_embedding_loss(
    scope: Owner,
    t: TensorRef,
    other: TensorRef,
    target: TensorRef,
    margin: f64,
    reduction: ReductionCode,
) -> Result<NewTensor> {
    let (target, reduction) = (tensor(target)?, Reduction::from_code(reduction)?);
    map2(scope, t, other, |t, other| nn::cosine_embedding_loss(t, other, &target, margin, reduction))
}

/// Computes the loss of pairs whose order is known: `max(0, margin - target (x - other))`.
/// Shapes: `[...], [...], [...] -> [...]`, broadcast, with `NONE`; a scalar with `MEAN` and `SUM`.
/// Dtype: the floating-point dtype of the operands, which is the same.
///
/// - `other`: the second element of each pair
/// - `target`: 1 where this tensor is to be greater, -1 where `other` is
/// - `margin` = 0: the difference from which on there is no loss
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or an operand has a different dtype
pub fn margin_ranking_loss(
    scope: Owner,
    t: TensorRef,
    other: TensorRef,
    target: TensorRef,
    margin: f64,
    reduction: ReductionCode,
) -> Result<NewTensor> {
    let (target, reduction) = (tensor(target)?, Reduction::from_code(reduction)?);
    map2(scope, t, other, |t, other| nn::margin_ranking_loss(t, other, &target, margin, reduction))
}

/// Computes the hinge loss of each element and its target: `max(0, margin - target x)`.
/// Shapes: `[...], [...] -> [...]`, broadcast, with `NONE`; a scalar with `MEAN` and `SUM`. Dtype:
/// the floating-point dtype of both operands, which is the same.
///
/// - `target`: 1 or -1 for each element
/// - `margin` = 1: the product from which on there is no loss
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or `target` has a different dtype
pub fn hinge_loss(
    scope: Owner,
    t: TensorRef,
    target: TensorRef,
    margin: f64,
    reduction: ReductionCode,
) -> Result<NewTensor> {
    let reduction = Reduction::from_code(reduction)?;
    map2(scope, t, target, |t, target| nn::hinge_loss(t, target, margin, reduction))
}

/// Computes the loss of distances: `x` where the target is 1, `max(0, margin - x)` where it is -1.
/// Shapes: `[...], [...] -> [...]`, broadcast, with `NONE`; a scalar with `MEAN` and `SUM`. Dtype:
/// the floating-point dtype of this tensor.
///
/// - `target`: 1 or -1 for each element, of any dtype
/// - `margin` = 1: the distance from which on a target of -1 gives no loss
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: this tensor is not floating-point
pub fn hinge_embedding_loss(
    scope: Owner,
    t: TensorRef,
    target: TensorRef,
    margin: f64,
    reduction: ReductionCode,
) -> Result<NewTensor> {
    let reduction = Reduction::from_code(reduction)?;
    map2(scope, t, target, |t, target| nn::hinge_embedding_loss(t, &target.untracked(), margin, reduction))
}

/// Computes the logistic loss of each element and its target: `ln(1 + exp(-target x))`.
/// Shapes: `[...], [...] -> [...]`, broadcast, with `NONE`; a scalar with `MEAN` and `SUM`. Dtype:
/// the floating-point dtype of both operands, which is the same.
///
/// - `target`: 1 or -1 for each element
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or `target` has a different dtype
pub fn soft_margin_loss(scope: Owner, t: TensorRef, target: TensorRef, reduction: ReductionCode) -> Result<NewTensor> {
    let reduction = Reduction::from_code(reduction)?;
    map2(scope, t, target, |t, target| nn::soft_margin_loss(t, target, reduction))
}

/// Computes the loss of triplets of vectors along the last axis:
/// `max(0, margin + d(x, positive) - d(x, negative))`, where `d` is the `p`-norm of the difference,
/// to each element of which `eps` is added.
/// Shapes: `[..., n], [..., n], [..., n] -> [...]`, broadcast, with `NONE`; a scalar with `MEAN`
/// and `SUM`. Dtype: the floating-point dtype of the operands, which is the same.
///
/// - `positive`: vectors that are to be near
/// - `negative`: vectors that are to be far
/// - `margin` = 1: by how much farther they are to be
/// - `p` = 2: the norm
/// - `eps` = 1e-6: added to each difference
/// - `swap` = false: whether the distance of the negative from the positive counts, if it is less
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `INVALID_ARGUMENT`: this tensor is a scalar
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or an operand has a different dtype
#[allow(clippy::too_many_arguments)] // PyTorch's parameters
pub fn triplet_margin_loss(
    scope: Owner,
    t: TensorRef,
    positive: TensorRef,
    negative: TensorRef,
    margin: f64,
    p: f64,
    eps: f64,
    swap: bool,
    reduction: ReductionCode,
) -> Result<NewTensor> {
    let (negative, reduction) = (tensor(negative)?, Reduction::from_code(reduction)?);
    let how = nn::Triplet { margin, p, eps, swap };
    map2(scope, t, positive, |t, positive| nn::triplet_margin_loss(t, positive, &negative, how, reduction))
}

/// Computes the loss of classes with a margin: the sum of
/// `weight[t] max(0, margin - x[t] + x[j])^p` over the classes `j` other than the target `t`,
/// divided by the number of classes.
/// Shapes: `[N, C], [N] -> [N]`, or `[C]` and a scalar, with `NONE`; a scalar with `MEAN` and
/// `SUM`. Dtype: the floating-point dtype of this tensor.
///
/// - `targets`: the classes, integers
/// - `p` = 1: the power, 1 or 2
/// - `margin` = 1: the difference from which on a class gives no loss
/// - `weight` = none: a factor for each class, `[C]`, of the same dtype; it must not be recorded on
///   a tape (`UNSUPPORTED`)
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `INVALID_ARGUMENT`: a target class is out of range, or `p` is neither 1 nor 2
/// - `SHAPE_MISMATCH`: the shape of the targets or of the weight does not fit this tensor
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, the targets are not integers, or the
///   weight has a different dtype
pub fn multi_margin_loss(
    scope: Owner,
    t: TensorRef,
    targets: TensorRef,
    p: i64,
    margin: f64,
    weight: OptionalTensorRef,
    reduction: ReductionCode,
) -> Result<NewTensor> {
    let (weight, reduction) = (optional(weight)?, Reduction::from_code(reduction)?);
    map2(scope, t, targets, |t, targets| nn::multi_margin_loss(t, targets, p, margin, weight.as_deref(), reduction))
}

/// Computes the loss of several target classes with a margin: the sum of
/// `max(0, 1 - (x[j] - x[k]))` over the target classes `j` and all other classes `k`, divided by
/// the number of classes.
/// Shapes: `[N, C], [N, C] -> [N]`, or `[C], [C]` and a scalar, with `NONE`; a scalar with `MEAN`
/// and `SUM`. Dtype: the floating-point dtype of this tensor.
///
/// - `targets`: integers; each row lists the target classes up to the first negative number
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `INVALID_ARGUMENT`: a target class is out of range
/// - `SHAPE_MISMATCH`: the targets do not have the shape of this tensor, or it has other than 1 or
///   2 axes
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or the targets are not integers
pub fn multilabel_margin_loss(
    scope: Owner,
    t: TensorRef,
    targets: TensorRef,
    reduction: ReductionCode,
) -> Result<NewTensor> {
    let reduction = Reduction::from_code(reduction)?;
    map2(scope, t, targets, |t, targets| nn::multilabel_margin_loss(t, targets, reduction))
}

/// Computes the mean over classes, along the last axis, of the binary cross entropy of each logit
/// and its target.
/// Shapes: `[..., C], [..., C] -> [...]`, broadcast, with `NONE`; a scalar with `MEAN` and `SUM`.
/// Dtype: the floating-point dtype of both operands, which is the same.
///
/// - `target`: 1 for the classes that apply, 0 for others
/// - `weight` = none: a factor for each class; it broadcasts to the losses and must not be recorded
///   on a tape (`UNSUPPORTED`)
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `INVALID_ARGUMENT`: this tensor is a scalar
/// - `SHAPE_MISMATCH`: the shapes do not broadcast, or `weight` does not broadcast to the losses
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or `target` has a different dtype
pub fn multilabel_soft_margin_loss(
    scope: Owner,
    t: TensorRef,
    target: TensorRef,
    weight: OptionalTensorRef,
    reduction: ReductionCode,
) -> Result<NewTensor> {
    let (weight, reduction) = (optional(weight)?, Reduction::from_code(reduction)?);
    map2(scope, t, target, |t, target| nn::multilabel_soft_margin_loss(t, target, weight.as_deref(), reduction))
}

/// Computes the negative log-likelihood of normal distributions with this mean:
/// `(ln v + (x - t)^2 / v) / 2`, where `v` is the variance, at least `eps`.
/// Shapes: `[...], [...], [...] -> [...]`, broadcast, with `NONE`; a scalar with `MEAN` and `SUM`.
/// A variance may lack the last axis. Dtype: the floating-point dtype of the operands, which is the
/// same.
///
/// - `target`: the samples
/// - `var`: the variances
/// - `full` = false: whether the constant `ln(2 pi) / 2` is added
/// - `eps` = 1e-6: the least variance; below it the gradient is as if it were not raised
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `INVALID_ARGUMENT`: a variance is negative, or `eps` is not a finite number above 0
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or an operand has a different dtype
pub fn gaussian_nll_loss(
    scope: Owner,
    t: TensorRef,
    target: TensorRef,
    var: TensorRef,
    full: bool,
    eps: f64,
    reduction: ReductionCode,
) -> Result<NewTensor> {
    let (var, reduction) = (tensor(var)?, Reduction::from_code(reduction)?);
    map2(scope, t, target, |t, target| nn::gaussian_nll_loss(t, target, &var, (full, eps), reduction))
}

/// Computes the negative log-likelihood of Poisson distributions: `exp(x) - t x` of logarithms of
/// rates, or `x - t ln(x + eps)` of rates.
/// Shapes: `[...], [...] -> [...]`, broadcast, with `NONE`; a scalar with `MEAN` and `SUM`. Dtype:
/// the floating-point dtype of both operands, which is the same.
///
/// - `target`: the samples
/// - `log_input` = true: whether the elements are logarithms of rates
/// - `full` = false: whether Stirling's approximation of `ln(t!)` is added where `t` is above 1
/// - `eps` = 1e-8: added to a rate before its logarithm
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or `target` has a different dtype
pub fn poisson_nll_loss(
    scope: Owner,
    t: TensorRef,
    target: TensorRef,
    log_input: bool,
    full: bool,
    eps: f64,
    reduction: ReductionCode,
) -> Result<NewTensor> {
    let reduction = Reduction::from_code(reduction)?;
    map2(scope, t, target, |t, target| nn::poisson_nll_loss(t, target, (log_input, full, eps), reduction))
}

/// Computes the quantile loss of each element and its target: `max(q (t - x), (q - 1) (t - x))`,
/// whose mean is least at the `q`-quantile of the targets.
/// Shapes: `[...], [...] -> [...]`, broadcast, with `NONE`; a scalar with `MEAN` and `SUM`. Dtype:
/// the floating-point dtype of both operands, which is the same.
///
/// - `target`: the expected elements
/// - `q` = 0.5: the quantile, from 0 to 1
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `INVALID_ARGUMENT`: `q` is not from 0 to 1
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or `target` has a different dtype
pub fn quantile_loss(
    scope: Owner,
    t: TensorRef,
    target: TensorRef,
    q: f64,
    reduction: ReductionCode,
) -> Result<NewTensor> {
    let reduction = Reduction::from_code(reduction)?;
    map2(scope, t, target, |t, target| nn::quantile_loss(t, target, q, reduction))
}

/// Computes the cross entropy of logits and target classes where a mask is true; other losses are 0
/// and do not count in the mean. Targets where the mask is false may be anything.
/// Shapes: `[N, C, ...], [N, ...], [N, ...] -> [N, ...]` with `NONE`; a scalar with `MEAN` and
/// `SUM`. Dtype: the floating-point dtype of the logits.
///
/// - `targets`: the classes, integers
/// - `mask`: which targets count, bool, of the shape of the targets
/// - `weight` = none: a factor for each class, `[C]`, of the same dtype; it must not be recorded on
///   a tape (`UNSUPPORTED`)
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` their mean, `SUM` their sum
/// - `INVALID_ARGUMENT`: a target class is out of range
/// - `SHAPE_MISMATCH`: the shape of the targets, of the mask or of the weight does not fit the
///   logits
/// - `DTYPE_MISMATCH`: the targets are not integers, the mask is not bool, or the dtypes of the
///   operands do not fit
pub fn masked_cross_entropy(
    scope: Owner,
    t: TensorRef,
    targets: TensorRef,
    mask: TensorRef,
    weight: OptionalTensorRef,
    reduction: ReductionCode,
) -> Result<NewTensor> {
    let (weight, mask, reduction) = (optional(weight)?, tensor(mask)?, Reduction::from_code(reduction)?);
    let how = ClassLoss { weight: weight.as_deref(), ignore_index: i64::MIN, label_smoothing: 0.0, reduction };
    map2(scope, t, targets, |t, targets| nn::masked_cross_entropy(t, targets, &mask, how))
}

/// Computes the connectionist temporal classification loss of log-probabilities: minus the logarithm
/// of the probability of all paths that give the targets of a sample when repeated labels are merged
/// and blanks are removed. As in PyTorch, the gradient is that of logits whose `log_softmax` this
/// tensor is.
/// Shapes: `[T, N, C] -> [N]` with `NONE`, or `[T, C] -> []` for one sample; a scalar with `MEAN`
/// and `SUM`. Dtype: the floating-point dtype of this tensor.
///
/// - `targets`: the labels of each sample, integers `[N, S]`, or those of all samples one after
///   another, `[sum of target_lengths]`
/// - `input_lengths`: the number of steps of each sample, integers `[N]`
/// - `target_lengths`: the number of labels of each sample, integers `[N]`
/// - `blank` = 0: the class of the blank
/// - `reduction` = MEAN: `NONE` returns every loss, `MEAN` the mean of the losses divided by the
///   number of labels of their samples, `SUM` their sum
/// - `zero_infinity` = false: whether infinite losses, of targets that do not fit into the steps, are
///   0 and have no gradient
/// - `INVALID_ARGUMENT`: `blank` or a target is out of range, a target is the blank, or a length
///   exceeds what there is
/// - `SHAPE_MISMATCH`: the shapes of the targets or the lengths do not fit
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or targets or lengths are not integers
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn ctc_loss(
    scope: Owner,
    t: TensorRef,
    targets: TensorRef,
    input_lengths: TensorRef,
    target_lengths: TensorRef,
    blank: i64,
    reduction: ReductionCode,
    zero_infinity: bool,
) -> Result<NewTensor> {
    let (inputs, counts) = (tensor(input_lengths)?, tensor(target_lengths)?);
    let how = CtcSettings { blank, reduction: Reduction::from_code(reduction)?, zero_infinity };
    map2(scope, t, targets, |t, targets| nn::ctc_loss(t, targets, [&inputs, &counts], how))
}
