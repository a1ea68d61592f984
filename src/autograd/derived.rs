//! `Derived`: a rule made of saved values and a function, for operations with several operands of
//! which some may be optional.

use super::node::{Inputs, Rule};
use super::saved::Saved;
use super::sink::{NONE, Sink};
use super::tape::Recorder;
use crate::error::Result;
use crate::tensor::Tensor;

/// The open tape of the operands, and their node numbers on it.
pub(super) struct Record<'a> {
    on: Recorder<'a>,
    ids: Vec<u32>,
}

/// The record of an operation of these operands; `None` if none of them is tracked.
pub(super) fn record<'a>(operands: &[Option<&'a Tensor>]) -> Result<Option<Record<'a>>> {
    if operands.iter().flatten().all(|t| t.track().is_none()) {
        return Ok(None);
    }
    let there: Vec<&Tensor> = operands.iter().flatten().copied().collect();
    let Some(on) = Recorder::of_tracked(&there)? else { return Ok(None) };
    let ids = operands.iter().map(|t| t.map_or(NONE, |t| on.id(t))).collect();
    Ok(Some(Record { on, ids }))
}

impl Record<'_> {
    /// Whether operand `k` is recorded.
    pub fn has(&self, k: usize) -> bool {
        self.ids[k] != NONE
    }

    /// Records that `out` was computed from the operands. `back` computes their gradients from the
    /// gradient of `out` and the saved values.
    pub fn done<B>(self, op: &'static str, out: Tensor, saved: Vec<Option<Saved>>, back: B) -> Result<Tensor>
    where
        B: Fn(Tensor, &[Option<&Tensor>], &mut Sink<'_>) -> Result<()> + Send + Sync + 'static,
    {
        let inputs = Inputs::of(self.ids.iter().copied());
        self.on.record(out, inputs, Box::new(Derived { op, saved, back }))
    }
}

/// A rule made of saved values and a function.
struct Derived<B> {
    op: &'static str,
    saved: Vec<Option<Saved>>,
    back: B,
}

impl<B> Rule for Derived<B>
where
    B: Fn(Tensor, &[Option<&Tensor>], &mut Sink<'_>) -> Result<()> + Send + Sync,
{
    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let Derived { op, saved, back } = self;
        let values: Vec<Option<&Tensor>> =
            saved.iter().map(|s| s.as_ref().map(|s| s.get(op)).transpose()).collect::<Result<_>>()?;
        back(grad, &values, sink)
    }

    fn check_saved(&self, _wants: &dyn Fn(usize) -> bool) -> Result<()> {
        self.saved.iter().flatten().try_for_each(|saved| saved.get(self.op).map(drop))
    }
}

/// Gives `sink` the gradients that are `Some`.
pub(super) fn give_all<const N: usize>(grads: [Option<Tensor>; N], sink: &mut Sink<'_>) -> Result<()> {
    for (k, grad) in grads.into_iter().enumerate() {
        if let Some(grad) = grad
            && sink.wants(k)
        {
            sink.give(k, grad)?;
        }
    }
    Ok(())
}
