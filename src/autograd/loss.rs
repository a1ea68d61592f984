//! Softmax, and the losses based on it.

use super::half;
use super::node::Rule;
use super::saved::{Operand, Saved, check};
use super::sink::Sink;
use super::tape::Recorder;
use crate::error::Result;
use crate::ops::{self, grad};
use crate::tensor::Tensor;

/// [`ops::softmax`], recorded.
pub fn softmax(t: &Tensor, axis: i64) -> Result<Tensor> {
    let Some(on) = Recorder::of([t])? else { return ops::softmax(t, axis) };
    let out = ops::softmax(t, axis)?;
    let rule = SoftmaxRule { log: false, axis, out: Saved::new(&out) };
    on.one(out, t, Box::new(rule))
}

/// [`ops::log_softmax`], recorded.
pub fn log_softmax(t: &Tensor, axis: i64) -> Result<Tensor> {
    let Some(on) = Recorder::of([t])? else { return ops::log_softmax(t, axis) };
    let out = ops::log_softmax(t, axis)?;
    let rule = SoftmaxRule { log: true, axis, out: Saved::new(&out) };
    on.one(out, t, Box::new(rule))
}

/// [`ops::nll_loss`], recorded. Targets have no gradient.
pub fn nll_loss(log_probs: &Tensor, targets: &Tensor) -> Result<Tensor> {
    let Some(on) = Recorder::of([log_probs])? else { return ops::nll_loss(log_probs, targets) };
    let rule = NllRule { operand: Operand::of(log_probs), targets: Saved::new(targets) };
    on.one(ops::nll_loss(log_probs, targets)?, log_probs, Box::new(rule))
}

/// [`ops::cross_entropy`], recorded. Targets have no gradient.
pub fn cross_entropy(logits: &Tensor, targets: &Tensor) -> Result<Tensor> {
    if let Some(dtype) = half::joint(&[logits]) {
        return half::rounded(cross_entropy(&half::wide(logits)?, targets)?, dtype);
    }
    let on = Recorder::of([logits])?.filter(|_| logits.rank() == 2); // any other rank is refused
    let Some(on) = on else { return ops::cross_entropy(logits, targets) };
    let targets_saved = Saved::new(targets);
    let log_probs = ops::log_softmax(logits, 1)?;
    let loss = ops::nll_loss(&log_probs, targets)?;
    let rule = CrossEntropyRule { log_probs, targets: targets_saved };
    on.one(loss, logits, Box::new(rule))
}

/// softmax: dx = y (dy - Σ y dy). log_softmax: dx = dy - exp(y) Σ dy. Sums are over the axis.
struct SoftmaxRule {
    log: bool,
    axis: i64,
    out: Saved,
}

impl Rule for SoftmaxRule {
    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let out = self.out.get(self.name())?;
        sink.give(0, grad::softmax(self.log, grad, out, self.axis)?)
    }

    fn check_saved(&self, _wants: &dyn Fn(usize) -> bool) -> Result<()> {
        check([Some(&self.out)], self.name())
    }
}

impl SoftmaxRule {
    fn name(&self) -> &'static str {
        if self.log { "log_softmax" } else { "softmax" }
    }
}

/// dx is -dy / N at the target of each row and 0 elsewhere.
struct NllRule {
    operand: Operand,
    targets: Saved,
}

impl Rule for NllRule {
    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let targets = self.targets.get("nll_loss")?;
        let scale = -ops::item(&grad)? / self.operand.shape[0] as f64;
        sink.give_part(0, &self.operand, |sum| grad::add_at_targets(sum, targets, scale))
    }

    fn check_saved(&self, _wants: &dyn Fn(usize) -> bool) -> Result<()> {
        check([Some(&self.targets)], "nll_loss")
    }
}

/// dx = (softmax(x) - one_hot(target)) dy / N.
struct CrossEntropyRule {
    /// Not shared, so its version cannot change and backward may write into it.
    log_probs: Tensor,
    targets: Saved,
}

impl Rule for CrossEntropyRule {
    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let targets = self.targets.get("cross_entropy")?;
        let scale = ops::item(&grad)? / self.log_probs.shape()[0] as f64;
        sink.give(0, grad::cross_entropy(self.log_probs.clone(), targets, scale)?)
    }

    fn finish(self: Box<Self>, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let targets = self.targets.get("cross_entropy")?;
        let scale = ops::item(&grad)? / self.log_probs.shape()[0] as f64;
        sink.give(0, grad::cross_entropy(self.log_probs, targets, scale)?)
    }

    fn check_saved(&self, _wants: &dyn Fn(usize) -> bool) -> Result<()> {
        check([Some(&self.targets)], "cross_entropy")
    }
}
