//! Metrics: figures of predictions and targets, accumulated over batches.

use super::types::{AverageCode, Disposed, NewTensor, Owner, TensorRef};
use crate::error::Result;
use crate::nn::trainer::{Average, Metric, MetricKind};
use crate::ownership::{Handle, Kind};
use crate::session::context::within_limits;
use crate::session::own::own;
use crate::session::resource::{Object, Resource, TABLE, object, tensor};
use std::sync::Arc;

/// A metric's handle, borrowed.
pub type MetricRef = u64;

/// The handle of a new metric.
pub type NewMetric = u64;

impl Object for Metric {
    const KIND: Kind = Kind::Metric;
}

/// Makes the share of rows that are right: the greatest of the scores `[N, C, ...]` is at the class
/// `[N, ...]`, or the score `[N]` of one class is above the threshold where the target is 1.
/// *Returns new.*
///
///
/// - `accuracy()`
/// - `threshold` = 0.5: for scores of one class; 0 for logits
/// - `INVALID_ARGUMENT`: the threshold is NaN
pub fn accuracy(scope: Owner, threshold: f64) -> Result<NewMetric> {
    made(scope, MetricKind::Accuracy(threshold))
}

/// Makes the share of rows whose class is among the `k` greatest scores `[N, C, ...]`. *Returns
/// new.*
///
///
/// - `top_k()`
/// - `k`: the number of classes, above 0
/// - `INVALID_ARGUMENT`: `k` is not above 0
pub fn top_k(scope: Owner, k: i64) -> Result<NewMetric> {
    made(scope, MetricKind::TopK(k))
}

/// Makes the precision: of the rows that were called a class, the share that are. Scores of one
/// class `[N]` give that of class 1, scores `[N, C, ...]` an average. *Returns new.*
///
///
/// - `precision()`
/// - `average` = MACRO: how the figures of several classes become one
/// - `threshold` = 0.5: for scores of one class; 0 for logits
/// - `INVALID_ARGUMENT`: the threshold is NaN
pub fn precision(scope: Owner, average: AverageCode, threshold: f64) -> Result<NewMetric> {
    made(scope, MetricKind::Precision(Average::from_code(average)?, threshold))
}

/// Makes the recall: of the rows of a class, the share that were called so. Scores of one class
/// `[N]` give that of class 1, scores `[N, C, ...]` an average. *Returns new.*
///
///
/// - `recall()`
/// - `average` = MACRO: how the figures of several classes become one
/// - `threshold` = 0.5: for scores of one class; 0 for logits
/// - `INVALID_ARGUMENT`: the threshold is NaN
pub fn recall(scope: Owner, average: AverageCode, threshold: f64) -> Result<NewMetric> {
    made(scope, MetricKind::Recall(Average::from_code(average)?, threshold))
}

/// Makes the F1 score, the harmonic mean of precision and recall. Scores of one class `[N]` give
/// that of class 1, scores `[N, C, ...]` an average. *Returns new.*
///
///
/// - `f1()`
/// - `average` = MACRO: how the figures of several classes become one
/// - `threshold` = 0.5: for scores of one class; 0 for logits
/// - `INVALID_ARGUMENT`: the threshold is NaN
pub fn f1(scope: Owner, average: AverageCode, threshold: f64) -> Result<NewMetric> {
    made(scope, MetricKind::F1(Average::from_code(average)?, threshold))
}

/// Makes the area under the curve of true by false positives, of scores `[N]` of class 1 or `[N, 2]`
/// of two classes, and targets of 0 and 1. It keeps the score of each row. *Returns new.*
///
///
/// - `roc_auc()`
pub fn roc_auc(scope: Owner) -> Result<NewMetric> {
    made(scope, MetricKind::RocAuc)
}

/// Makes the area under the curve of precision by recall, as average precision, of scores `[N]` of
/// class 1 or `[N, 2]` of two classes, and targets of 0 and 1. It keeps the score of each row.
/// *Returns new.*
///
///
/// - `pr_auc()`
pub fn pr_auc(scope: Owner) -> Result<NewMetric> {
    made(scope, MetricKind::PrAuc)
}

/// Makes the mean absolute error of all elements. *Returns new.*
///
///
/// - `mae()`
pub fn mae(scope: Owner) -> Result<NewMetric> {
    made(scope, MetricKind::Mae)
}

/// Makes the root of the mean squared error of all elements. *Returns new.*
///
///
/// - `rmse()`
pub fn rmse(scope: Owner) -> Result<NewMetric> {
    made(scope, MetricKind::Rmse)
}

/// Makes the coefficient of determination of all elements: 1 minus the share of their spread around
/// the mean that the predictions leave. *Returns new.*
///
///
/// - `r2()`
pub fn r2(scope: Owner) -> Result<NewMetric> {
    made(scope, MetricKind::R2)
}

/// Makes the perplexity: the exponential of the mean cross entropy of logits `[N, C, ...]` and
/// classes `[N, ...]`. *Returns new.*
///
///
/// - `perplexity()`
/// - `ignore_index` = -100: the class whose rows do not count
pub fn perplexity(scope: Owner, ignore_index: i64) -> Result<NewMetric> {
    made(scope, MetricKind::Perplexity(ignore_index))
}

/// Takes a batch. If this fails, nothing has changed.
///
///
/// - `update()`
/// - `prediction`: scores or numbers
/// - `target`: classes or numbers
/// - `SHAPE_MISMATCH`: the shapes do not fit this metric
/// - `INVALID_ARGUMENT`: a class is out of range, or a score is NaN
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn update(metric: MetricRef, prediction: TensorRef, target: TensorRef) -> Result<()> {
    let (prediction, target) = (tensor(prediction)?, tensor(target)?);
    let metric = object::<Metric>(metric)?;
    within_limits(0, Some(&prediction), || metric.update(&prediction, &target))
}

/// Returns the figure of all batches since this was made or reset, NaN if there are none.
///
///
/// - `value()`
pub fn value(metric: MetricRef) -> Result<f64> {
    Ok(object::<Metric>(metric)?.value())
}

/// Returns the numbers of rows by class of the target and class of the prediction, `[C, C]`, int64.
/// *Returns new.*
///
///
/// - `confusion_matrix()`
/// - `INVALID_ARGUMENT`: this metric does not count rows by class
pub fn confusion_matrix(scope: Owner, metric: MetricRef) -> Result<NewTensor> {
    let metric = object::<Metric>(metric)?;
    own(scope, Resource::Tensor(within_limits(scope, None, || metric.confusion())?))
}

/// Forgets all batches.
///
///
/// - `reset()`
pub fn reset(metric: MetricRef) -> Result<()> {
    object::<Metric>(metric)?.reset();
    Ok(())
}

/// Returns what this metric is called in a history: `accuracy`, `top_5`.
///
///
/// - `kind()`
pub fn kind(metric: MetricRef) -> Result<String> {
    Ok(object::<Metric>(metric)?.name())
}

/// *Consumes* the metric.
pub fn dispose(metric: Disposed) -> Result<()> {
    TABLE.dispose(Handle(metric), Kind::Metric)
}

fn made(scope: u64, kind: MetricKind) -> Result<u64> {
    own(scope, Resource::object(Arc::new(Metric::new(kind)?)))
}
