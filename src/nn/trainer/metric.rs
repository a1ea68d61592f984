//! `Metric`: a figure of predictions and targets, accumulated over batches.
//!
//! Invariant: the value is that of all rows at once, not a mean over batches, and equals
//! scikit-learn's. A batch that is refused changes nothing. Rows are counted, or summed in float64;
//! areas under curves keep the score of each row.

use super::ranking::{self, Scored};
use crate::autograd::nn::{self, ClassLoss};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::ops;
use crate::ops::nn::Reduction;
use crate::tensor::{DType, Tensor, shape};
use parking_lot::Mutex;

/// How the figures of several classes become one, as in scikit-learn.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Average {
    /// The mean over classes.
    Macro = 0,
    /// That of all rows together, whatever their class.
    Micro = 1,
    /// The mean over classes, weighted by their numbers of rows.
    Weighted = 2,
}

impl Average {
    /// The average of this code. Errors: `INVALID_ARGUMENT` for any other code.
    pub fn from_code(code: i32) -> Result<Average> {
        match code {
            0 => Ok(Average::Macro),
            1 => Ok(Average::Micro),
            2 => Ok(Average::Weighted),
            _ => Err(Error::argument(format!("{code} is not the code of an average (0 to 2 are)"))),
        }
    }
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MetricKind {
    /// The share of right rows; the threshold is that of scores of one class.
    Accuracy(f64),
    /// The share of rows whose class is among the so many greatest scores.
    TopK(i64),
    /// Of the rows that were called a class, the share that are.
    Precision(Average, f64),
    /// Of the rows of a class, the share that were called so.
    Recall(Average, f64),
    /// The harmonic mean of precision and recall.
    F1(Average, f64),
    /// The area under the curve of true by false positives.
    RocAuc,
    /// The average precision.
    PrAuc,
    /// The mean absolute error.
    Mae,
    /// The root of the mean squared error.
    Rmse,
    /// The coefficient of determination.
    R2,
    /// The exponential of the mean cross entropy, without rows of this class.
    Perplexity(i64),
}

/// What was seen.
#[derive(Clone, Debug, Default)]
struct Seen {
    rows: u64,
    /// Rows that were right, or the sum of errors or losses.
    sum: f64,
    /// Of the targets: their mean, and the sum of the squares of their differences from it.
    mean: f64,
    spread: f64,
    /// Rows by target and prediction, `classes` squared.
    confusion: Vec<u64>,
    classes: usize,
    is_binary: bool,
    scores: Vec<Scored>,
}

/// The figures of a batch.
pub struct Measured(Seen);

/// A figure of all batches since it was made or reset.
pub struct Metric {
    kind: MetricKind,
    seen: Mutex<Seen>,
}

impl Metric {
    /// A figure of no rows. Errors: `INVALID_ARGUMENT` for a number of scores below 1 and a
    /// threshold that is NaN.
    pub fn new(kind: MetricKind) -> Result<Metric> {
        use MetricKind::{Accuracy, F1, Precision, Recall, TopK};
        match kind {
            TopK(k) if k < 1 => return Err(Error::argument(format!("top {k}: it must be at least 1"))),
            Accuracy(at) | Precision(_, at) | Recall(_, at) | F1(_, at) if at.is_nan() => {
                return Err(Error::argument("the threshold is NaN"));
            }
            _ => {}
        }
        Ok(Metric { kind, seen: Mutex::new(Seen::default()) })
    }

    /// Its name in histories: `accuracy`, `top_5`.
    pub fn name(&self) -> String {
        match self.kind {
            MetricKind::Accuracy(_) => "accuracy".into(),
            MetricKind::TopK(k) => format!("top_{k}"),
            MetricKind::Precision(..) => "precision".into(),
            MetricKind::Recall(..) => "recall".into(),
            MetricKind::F1(..) => "f1".into(),
            MetricKind::RocAuc => "roc_auc".into(),
            MetricKind::PrAuc => "pr_auc".into(),
            MetricKind::Mae => "mae".into(),
            MetricKind::Rmse => "rmse".into(),
            MetricKind::R2 => "r2".into(),
            MetricKind::Perplexity(_) => "perplexity".into(),
        }
    }

    /// Takes a batch. Errors: `SHAPE_MISMATCH`, `DTYPE_MISMATCH`, and `INVALID_ARGUMENT` for a class
    /// out of range; then nothing has changed.
    pub fn update(&self, x: &Tensor, y: &Tensor) -> Result<()> {
        self.take(self.measured(x, y)?)
    }

    /// The figures of a batch alone, for [`Metric::take`]. Errors: as there.
    pub fn measured(&self, x: &Tensor, y: &Tensor) -> Result<Measured> {
        // The figures are the processor's, wherever the batch is.
        let here = |t: &Tensor| ops::to_device(&t.untracked(), Device::Cpu);
        let (x, y) = (here(x)?, here(y)?);
        let seen = match self.kind {
            MetricKind::Accuracy(at)
            | MetricKind::Precision(_, at)
            | MetricKind::Recall(_, at)
            | MetricKind::F1(_, at) => confusion(&x, &y, at)?,
            MetricKind::TopK(k) => top(&x, &y, k)?,
            MetricKind::RocAuc | MetricKind::PrAuc => scores(&x, &y)?,
            MetricKind::Mae | MetricKind::Rmse | MetricKind::R2 => errors(&x, &y, self.kind == MetricKind::Mae)?,
            MetricKind::Perplexity(ignored) => surprise(&x, &y, ignored)?,
        };
        Ok(Measured(seen))
    }

    /// Adds a batch. Errors: `SHAPE_MISMATCH` if it has scores of one class, and others of several.
    pub fn take(&self, batch: Measured) -> Result<()> {
        self.seen.lock().add(batch.0)
    }

    /// The figure of all batches; NaN of none.
    pub fn value(&self) -> f64 {
        let seen = self.seen.lock();
        if seen.rows == 0 {
            return f64::NAN;
        }
        let rows = seen.rows as f64;
        match self.kind {
            MetricKind::Accuracy(_) => seen.right() as f64 / rows,
            MetricKind::TopK(_) | MetricKind::Mae => seen.sum / rows,
            MetricKind::Precision(how, _) => seen.averaged(how, precision),
            MetricKind::Recall(how, _) => seen.averaged(how, recall),
            MetricKind::F1(how, _) => seen.averaged(how, f1),
            MetricKind::RocAuc => ranking::roc_auc(&mut seen.scores.clone()),
            MetricKind::PrAuc => ranking::average_precision(&mut seen.scores.clone()),
            MetricKind::Rmse => (seen.sum / rows).sqrt(),
            MetricKind::R2 => seen.determined(),
            MetricKind::Perplexity(_) => libm::exp(seen.sum / rows),
        }
    }

    /// The numbers of rows by class of the target and of the prediction, `[C, C]`. Errors:
    /// `INVALID_ARGUMENT` for a metric that does not count them.
    pub fn confusion(&self) -> Result<Tensor> {
        use MetricKind::{Accuracy, F1, Precision, Recall};
        if !matches!(self.kind, Accuracy(_) | Precision(..) | Recall(..) | F1(..)) {
            return Err(Error::argument(format!("{} does not count rows by class", self.name())));
        }
        let seen = self.seen.lock();
        let counts: Vec<i64> = seen.confusion.iter().map(|&count| count as i64).collect();
        Tensor::from_slice(&counts, &[seen.classes as i64, seen.classes as i64])
    }

    /// Forgets all batches.
    pub fn reset(&self) {
        let old = std::mem::take(&mut *self.seen.lock());
        drop(old);
    }
}

impl Seen {
    fn add(&mut self, batch: Seen) -> Result<()> {
        if self.rows > 0 && batch.rows > 0 && self.is_binary != batch.is_binary {
            return Err(Error::shape("some batches have scores of one class, others of several"));
        }
        if batch.rows == 0 {
            return Ok(());
        }
        if batch.classes > self.classes {
            self.grow(batch.classes);
        }
        for (at, count) in batch.confusion.iter().enumerate() {
            self.confusion[at / batch.classes * self.classes + at % batch.classes] += count;
        }
        let (n, m) = (self.rows as f64, batch.rows as f64);
        let apart = batch.mean - self.mean;
        self.spread += batch.spread + apart * apart * (n * m / (n + m));
        self.mean += apart * (m / (n + m));
        self.rows += batch.rows;
        self.sum += batch.sum;
        self.is_binary = batch.is_binary;
        self.scores.extend(batch.scores);
        Ok(())
    }

    /// Makes room for more classes.
    fn grow(&mut self, classes: usize) {
        let mut wide = vec![0; classes * classes];
        for (at, count) in self.confusion.iter().enumerate() {
            wide[at / self.classes * classes + at % self.classes] = *count;
        }
        (self.confusion, self.classes) = (wide, classes);
    }

    fn right(&self) -> u64 {
        (0..self.classes).map(|class| self.confusion[class * self.classes + class]).sum()
    }

    /// Rows that are and were called a class, were called so, and are so.
    fn class(&self, class: usize) -> [f64; 3] {
        let n = self.classes;
        let called: u64 = (0..n).map(|target| self.confusion[target * n + class]).sum();
        let are: u64 = self.confusion[class * n..(class + 1) * n].iter().sum();
        [self.confusion[class * n + class] as f64, called as f64, are as f64]
    }

    fn averaged(&self, how: Average, of: fn([f64; 3]) -> f64) -> f64 {
        if self.is_binary {
            return of(self.class(1));
        }
        // A class that no row has and no row was called is not one.
        let classes = || (0..self.classes).map(|class| self.class(class)).filter(|[_, called, are]| called + are > 0.0);
        match how {
            Average::Micro => self.right() as f64 / self.rows as f64,
            Average::Macro => classes().map(of).sum::<f64>() / classes().count() as f64,
            Average::Weighted => classes().map(|class| of(class) * class[2]).sum::<f64>() / self.rows as f64,
        }
    }

    /// R2: 1 minus the share of the spread that is left. Without spread, 1 if nothing is left, or 0.
    fn determined(&self) -> f64 {
        match (self.spread == 0.0, self.sum == 0.0) {
            (false, _) => 1.0 - self.sum / self.spread,
            (true, true) => 1.0,
            (true, false) => 0.0,
        }
    }
}

fn precision([right, called, _]: [f64; 3]) -> f64 {
    if called > 0.0 { right / called } else { 0.0 }
}

fn recall([right, _, are]: [f64; 3]) -> f64 {
    if are > 0.0 { right / are } else { 0.0 }
}

fn f1([right, called, are]: [f64; 3]) -> f64 {
    if called + are > 0.0 { 2.0 * right / (called + are) } else { 0.0 }
}

/// Rows by target and prediction.
fn confusion(x: &Tensor, y: &Tensor, threshold: f64) -> Result<Seen> {
    let is_binary = !has_classes(x, y);
    let called: Vec<i64> = if is_binary {
        numbers(&alike(x, y)?)?.into_iter().map(|score| i64::from(score > threshold)).collect()
    } else {
        whole(&ops::argmax(x, &[1], false)?)?
    };
    let targets = targets_of(y)?;
    let classes = if is_binary { 2 } else { x.shape()[1] as usize };
    let mut counts = vec![0; classes * classes];
    for (&target, &called) in targets.iter().zip(&called) {
        let target = class(target, classes)?;
        counts[target * classes + called as usize] += 1;
    }
    Ok(Seen { rows: targets.len() as u64, confusion: counts, classes, is_binary, ..Seen::default() })
}

fn top(x: &Tensor, y: &Tensor, k: i64) -> Result<Seen> {
    if !has_classes(x, y) {
        return Err(unfit(x, y, "[N,C] and [N]"));
    }
    let classes = x.shape()[1];
    let (_, best) = ops::topk(x, k.min(classes), 1, true)?;
    // [N, k, ...] to a row of k for each target.
    let best = whole(&ops::contiguous(&crate::autograd::movedim(&best, &[1], &[-1])?)?)?;
    let targets = targets_of(y)?;
    let k = k.min(classes) as usize;
    let mut right = 0.0;
    for (&target, best) in targets.iter().zip(best.chunks(k.max(1))) {
        class(target, classes as usize)?;
        right += f64::from(u8::from(best.contains(&target)));
    }
    Ok(Seen { rows: targets.len() as u64, sum: right, ..Seen::default() })
}

fn scores(x: &Tensor, y: &Tensor) -> Result<Seen> {
    let scores = if has_classes(x, y) && x.shape()[1] == 2 && x.rank() == 2 {
        numbers(x)?.chunks(2).map(|pair| pair[1] - pair[0]).collect()
    } else {
        numbers(&alike(x, y)?)?
    };
    let targets = targets_of(y)?;
    let mut rows = Vec::with_capacity(targets.len());
    for (score, &target) in scores.into_iter().zip(&targets) {
        if score.is_nan() {
            return Err(Error::argument("a score is NaN"));
        }
        rows.push((score, class(target, 2)? == 1));
    }
    Ok(Seen { rows: rows.len() as u64, scores: rows, ..Seen::default() })
}

fn errors(x: &Tensor, y: &Tensor, is_absolute: bool) -> Result<Seen> {
    let (predictions, targets) = (numbers(&alike(x, y)?)?, numbers(y)?);
    let rows = targets.len() as u64;
    let apart = predictions.iter().zip(&targets).map(|(x, y)| x - y);
    let sum = if is_absolute { apart.map(f64::abs).sum() } else { apart.map(|d| d * d).sum() };
    let mean = if rows > 0 { targets.iter().sum::<f64>() / rows as f64 } else { 0.0 };
    let spread = targets.iter().map(|y| (y - mean) * (y - mean)).sum();
    Ok(Seen { rows, sum, mean, spread, ..Seen::default() })
}

fn surprise(x: &Tensor, y: &Tensor, ignored: i64) -> Result<Seen> {
    let how = ClassLoss { ignore_index: ignored, reduction: Reduction::Sum, ..ClassLoss::default() };
    let sum = ops::item(&nn::cross_entropy_loss(&ops::cast(x, DType::F64)?, y, how)?)?;
    let rows = whole(&ops::cast(y, DType::I64)?)?.into_iter().filter(|&class| class != ignored).count();
    Ok(Seen { rows: rows as u64, sum, ..Seen::default() })
}

/// Whether the prediction has an axis of classes that the target has not.
fn has_classes(x: &Tensor, y: &Tensor) -> bool {
    let (a, b) = (x.shape(), y.shape());
    a.len() == b.len() + 1 && a.len() > 1 && a[0] == b[0] && a[2..] == b[1..] && a[1] > 1
}

/// The prediction in the shape of the target: it may have an axis of length 1 more, or less.
fn alike(x: &Tensor, y: &Tensor) -> Result<Tensor> {
    let without_ones = |t: &Tensor| t.shape().iter().copied().filter(|&n| n != 1).collect::<Vec<i64>>();
    if x.shape() == y.shape() || (x.size() == y.size() && without_ones(x) == without_ones(y)) {
        return ops::contiguous(x);
    }
    Err(unfit(x, y, "the same shape, or [N,C] and [N]"))
}

fn unfit(x: &Tensor, y: &Tensor, wanted: &str) -> Error {
    let (x, y) = (shape::display(x.shape()), shape::display(y.shape()));
    Error::shape(format!("the prediction has shape {x}, the target {y}: {wanted} are needed"))
}

fn numbers(t: &Tensor) -> Result<Vec<f64>> {
    let wide = ops::contiguous(&ops::cast(t, DType::F64)?)?;
    Ok(wide.to_vec().expect("it was cast to float64"))
}

fn whole(t: &Tensor) -> Result<Vec<i64>> {
    let wide = ops::contiguous(&ops::cast(t, DType::I64)?)?;
    Ok(wide.to_vec().expect("it was cast to int64"))
}

/// The classes of a target, which may be numbers 0.0 and 1.0 too.
fn targets_of(y: &Tensor) -> Result<Vec<i64>> {
    if !y.dtype().is_float() {
        return whole(y);
    }
    let each = numbers(y)?.into_iter().map(|class| {
        let is_whole = class.fract() == 0.0 && class.abs() < 1e15;
        is_whole.then_some(class as i64).ok_or_else(|| Error::argument(format!("{class} is not a class")))
    });
    each.collect()
}

fn class(target: i64, classes: usize) -> Result<usize> {
    let found = usize::try_from(target).ok().filter(|&target| target < classes);
    found.ok_or_else(|| Error::argument(format!("class {target} is out of range for {classes} classes")))
}
