//! Losses. All return new references: one for each element or row, or their mean or sum. Names and parameters are those of
//! `torch.nn.functional`; the losses of pairs of elements broadcast.

use super::{map2, optional};
use crate::api::types::{NewTensor, OptionalTensorRef, Owner, ReductionCode, TensorRef};
use crate::autograd::nn::{self, ClassLoss, pointwise_loss};
use crate::error::Result;
use crate::ops::nn::{Pointwise, Reduction};

/// The squared difference of each element and its target.
///
/// - `target`: what the elements should be
/// - `reduction` = MEAN: what becomes of the losses
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
pub fn mse_loss(scope: Owner, t: TensorRef, target: TensorRef, reduction: ReductionCode) -> Result<NewTensor> {
    let reduction = Reduction::from_code(reduction)?;
    map2(scope, t, target, |t, target| pointwise_loss("mse_loss", Pointwise::Mse, t, target, (None, None), reduction))
}

/// The absolute difference of each element and its target.
///
/// - `target`: what the elements should be
/// - `reduction` = MEAN: what becomes of the losses
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
pub fn l1_loss(scope: Owner, t: TensorRef, target: TensorRef, reduction: ReductionCode) -> Result<NewTensor> {
    let reduction = Reduction::from_code(reduction)?;
    map2(scope, t, target, |t, target| pointwise_loss("l1_loss", Pointwise::L1, t, target, (None, None), reduction))
}

/// `d^2 / (2 beta)` of each difference `d` below beta, and `d - beta / 2` of the others.
///
/// - `target`: what the elements should be
/// - `reduction` = MEAN: what becomes of the losses
/// - `beta` = 1: see above
/// - `INVALID_ARGUMENT`: beta is negative
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
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

/// `d^2 / 2` of each difference `d` up to delta, and `delta (d - delta / 2)` of the others.
///
/// - `target`: what the elements should be
/// - `reduction` = MEAN: what becomes of the losses
/// - `delta` = 1: see above
/// - `INVALID_ARGUMENT`: delta is not above 0
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
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

/// The cross entropy of each probability and its target, `-(t ln x + (1 - t) ln(1 - x))`, where no logarithm is below -100.
/// What is no probability gives NaN.
///
/// - `target`: from 0 to 1
/// - `weight` = none: a factor for each loss; broadcasts
/// - `reduction` = MEAN: what becomes of the losses
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
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

/// The cross entropy of the sigmoid of each element and its target, computed without the sigmoid's rounding.
///
/// - `target`: from 0 to 1
/// - `weight` = none: a factor for each loss; broadcasts
/// - `reduction` = MEAN: what becomes of the losses
/// - `pos_weight` = none: a factor for the part of each target; broadcasts
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
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

/// The divergence of Kullback and Leibler of each log-probability and its target, `t (ln t - x)`. Its mean is one over the
/// elements; for one over samples take the sum and divide.
///
/// - `target`: probabilities
/// - `reduction` = MEAN: what becomes of the losses
/// - `log_target` = false: whether targets are logarithms
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
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

/// The negative `log_softmax` of logits `[N, C, ...]` or `[C]` at each target, with options.
///
/// - `cross_entropy()`
/// - `targets`: the class of each row, integers `[N, ...]`; or probabilities of the shape of the logits
/// - `weight`: a factor for each class, `[C]`, by which a mean is divided too; none: 1
/// - `ignore_index` = -100: a class of which no loss is taken; not of probabilities
/// - `reduction` = MEAN: what becomes of the losses
/// - `label_smoothing` = 0: the share of all classes in the target, from 0 to 1
/// - `INVALID_ARGUMENT`: a target is no class, or the smoothing is out of range
/// - `SHAPE_MISMATCH`: the targets or the weight do not fit
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
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

/// The negative of log-probabilities `[N, C, ...]` or `[C]` at each target, with options.
///
/// - `nll_loss()`
/// - `targets`: the class of each row, integers `[N, ...]`
/// - `weight`: a factor for each class, `[C]`, by which a mean is divided too; none: 1
/// - `ignore_index` = -100: a class of which no loss is taken
/// - `reduction` = MEAN: what becomes of the losses
/// - `INVALID_ARGUMENT`: a target is no class
/// - `SHAPE_MISMATCH`: the targets or the weight do not fit
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
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

/// The cosine of the angle between vectors along an axis. Integers are converted to float32.
///
/// - `other`: the other vectors; broadcasts
/// - `axis` = 1: which one; a negative one counts from the last
/// - `eps` = 1e-8: the least length that is divided by
/// - `INVALID_ARGUMENT`: there is no such axis
/// - `SHAPE_MISMATCH`: the shapes do not broadcast
pub fn cosine_similarity(scope: Owner, t: TensorRef, other: TensorRef, axis: i64, eps: f64) -> Result<NewTensor> {
    map2(scope, t, other, |t, other| nn::cosine_similarity(t, other, axis, eps))
}

/// `1 - cos` of the angle between vectors along the last axis where the target is 1, and how far `cos` is above a margin
/// where it is -1.
///
/// - `other`: the other vectors; broadcasts
/// - `target`: 1 or -1 for each pair of vectors
/// - `margin` = 0: see above
/// - `reduction` = MEAN: what becomes of the losses
/// - `SHAPE_MISMATCH`: the shapes do not fit
pub fn cosine_embedding_loss(
    scope: Owner,
    t: TensorRef,
    other: TensorRef,
    target: TensorRef,
    margin: f64,
    reduction: ReductionCode,
) -> Result<NewTensor> {
    let (target, reduction) = (crate::api::resource::tensor(target)?, Reduction::from_code(reduction)?);
    map2(scope, t, other, |t, other| nn::cosine_embedding_loss(t, other, &target, margin, reduction))
}
