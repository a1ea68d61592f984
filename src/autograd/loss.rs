//! Softmax, and the losses based on it.

use super::elementwise::{binary, unary};
use super::half;
use super::node::Rule;
use super::origin::Origin;
use super::reduce::reduce;
use super::saved::{Operand, Saved, check};
use super::scalar::binary_scalar;
use super::scatter;
use super::sink::Sink;
use super::tape::Recorder;
use super::views::{cast, expand, reshape};
use crate::error::Result;
use crate::ops::{self, BinaryOp, ReduceOp, Source, UnaryOp, grad};
use crate::tensor::Tensor;
use std::sync::Arc;

/// [`ops::softmax`], recorded.
pub fn softmax(t: &Tensor, axis: i64) -> Result<Tensor> {
    let Some(on) = Recorder::of([t])? else { return ops::softmax(t, axis) };
    let out = ops::softmax(t, axis)?;
    let rule = SoftmaxRule { log: false, axis, out: Saved::new(&out) };
    on.one(out, t, Arc::new(rule))
}

/// [`ops::log_softmax`], recorded.
pub fn log_softmax(t: &Tensor, axis: i64) -> Result<Tensor> {
    let Some(on) = Recorder::of([t])? else { return ops::log_softmax(t, axis) };
    let out = ops::log_softmax(t, axis)?;
    let rule = SoftmaxRule { log: true, axis, out: Saved::new(&out) };
    on.one(out, t, Arc::new(rule))
}

/// [`ops::nll_loss`], recorded. Targets have no gradient.
pub fn nll_loss(log_probs: &Tensor, targets: &Tensor) -> Result<Tensor> {
    let Some(on) = Recorder::of([log_probs])? else { return ops::nll_loss(log_probs, targets) };
    let rule = NllRule { operand: Operand::of(log_probs), targets: Saved::new(targets) };
    on.one(ops::nll_loss(log_probs, targets)?, log_probs, Arc::new(rule))
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
    let rule = CrossEntropyRule { log_probs: Some(log_probs), targets: targets_saved };
    on.one(loss, logits, Arc::new(rule))
}

/// softmax: dx = y (dy - Σ y dy). log_softmax: dx = dy - exp(y) Σ dy. Sums are over the axis.
struct SoftmaxRule {
    log: bool,
    axis: i64,
    out: Saved,
}

impl Rule for SoftmaxRule {
    fn name(&self) -> &'static str {
        if self.log { "log_softmax" } else { "softmax" }
    }

    fn derive(&self, grad: Tensor, origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        let dtype = grad.dtype();
        let (grad, out) = (half::wide(&grad)?, half::wide(&origin.result(self.out.get(self.name())?))?);
        let sum = |t: &Tensor| reduce(ReduceOp::Sum, t, &[self.axis], true);
        let slopes = if self.log {
            binary(BinaryOp::Sub, &grad, &binary(BinaryOp::Mul, &unary(UnaryOp::Exp, &out)?, &sum(&grad)?)?)?
        } else {
            let mean = sum(&binary(BinaryOp::Mul, &out, &grad)?)?;
            binary(BinaryOp::Mul, &out, &binary(BinaryOp::Sub, &grad, &mean)?)?
        };
        sink.give(0, cast(&slopes, dtype)?)
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let out = self.out.get(self.name())?;
        sink.give(0, grad::softmax(self.log, grad, out, self.axis)?)
    }

    fn check_saved(&self, _wants: &dyn Fn(usize) -> bool) -> Result<()> {
        check([Some(&self.out)], self.name())
    }
}

/// dx is -dy / N at the target of each row and 0 elsewhere.
struct NllRule {
    operand: Operand,
    targets: Saved,
}

impl Rule for NllRule {
    fn name(&self) -> &'static str {
        "nll_loss"
    }

    fn derive(&self, grad: Tensor, _origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        let of_targets = at_targets(&grad, self.targets.get("nll_loss")?, self.operand.shape[0])?;
        let none = self.operand.zeros()?;
        let columns = reshape(self.targets.get("nll_loss")?, &[-1, 1])?;
        sink.give(0, scatter::scatter(&none, 1, &columns, Source::Tensor(&of_targets))?)
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let targets = self.targets.get("nll_loss")?;
        let scale = -ops::item(&grad)? / self.operand.shape[0] as f64;
        sink.give_part(0, &self.operand, |sum| grad::add_at_targets(sum, targets, scale))
    }

    fn check_saved(&self, _wants: &dyn Fn(usize) -> bool) -> Result<()> {
        check([Some(&self.targets)], "nll_loss")
    }
}

/// The gradient of each target's logarithm, `-grad / n`, as a column.
fn at_targets(grad: &Tensor, targets: &Tensor, n: i64) -> Result<Tensor> {
    let share = binary_scalar(BinaryOp::Div, &unary(UnaryOp::Neg, grad)?, n as f64)?;
    expand(&reshape(&share, &[1, 1])?, &[targets.size() as i64, 1])
}

/// dx = (softmax(x) - one_hot(target)) dy / N.
struct CrossEntropyRule {
    /// Not shared, so its version cannot change and backward may write into it; `None` once it has.
    log_probs: Option<Tensor>,
    targets: Saved,
}

impl Rule for CrossEntropyRule {
    fn name(&self) -> &'static str {
        "cross_entropy"
    }

    fn derive(&self, grad: Tensor, origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        let targets = self.targets.get("cross_entropy")?;
        let logs = self.log_probs.as_ref().expect("only the last walk takes them");
        // The shares are those of the logits too, which differ from their logarithms by a constant
        // for each row, and so depend on the logits in the same way.
        let shares = softmax(&origin.input(0, logs), 1)?;
        let n = logs.shape()[0];
        let scaled = binary(BinaryOp::Mul, &shares, &binary_scalar(BinaryOp::Div, &grad, n as f64)?)?;
        let columns = reshape(targets, &[-1, 1])?;
        let of_targets = at_targets(&grad, targets, n)?;
        sink.give(0, scatter::scatter_reduce(&scaled, 1, &columns, &of_targets, ops::ScatterReduce::Sum, true)?)
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        self.give(self.log_probs.clone(), &grad, sink)
    }

    fn finish(&mut self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let log_probs = self.log_probs.take();
        self.give(log_probs, &grad, sink)
    }

    fn check_saved(&self, _wants: &dyn Fn(usize) -> bool) -> Result<()> {
        check([Some(&self.targets)], "cross_entropy")
    }
}

impl CrossEntropyRule {
    fn give(&self, log_probs: Option<Tensor>, grad: &Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let log_probs = log_probs.expect("only the last walk takes them");
        let targets = self.targets.get("cross_entropy")?;
        let scale = ops::item(grad)? / log_probs.shape()[0] as f64;
        sink.give(0, grad::cross_entropy(log_probs, targets, scale)?)
    }
}
