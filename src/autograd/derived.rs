//! `Derived`: a rule made of saved values and a function, for operations with several operands of
//! which some may be optional.

use super::gradients::gradients_from;
use super::node::{Inputs, Rule, no_second};
use super::origin::Origin;
use super::saved::Saved;
use super::sink::{NONE, Sink};
use super::tape::Recorder;
use super::views::reference;
use crate::error::Result;
use crate::tensor::Tensor;
use std::sync::Arc;

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
    /// gradient of `out` and the saved values, by kernels of its own: they have no gradients.
    pub fn done<B>(self, op: &'static str, out: Tensor, saved: Vec<Option<Saved>>, back: B) -> Result<Tensor>
    where
        B: Fn(Tensor, &[Option<&Tensor>], &mut Sink<'_>) -> Result<()> + Send + Sync + 'static,
    {
        let inputs = Inputs::of(self.ids.iter().copied());
        self.on.record(out, inputs, Arc::new(Derived { op, saved, back, again: Again::Refused }))
    }

    /// Like [`Record::done`], with a `back` of recorded operations. `of` says of each saved value
    /// what it is.
    pub fn done_by_recorded<B>(
        self,
        op: &'static str,
        out: Tensor,
        saved: Vec<Option<Saved>>,
        of: &'static [Of],
        back: B,
    ) -> Result<Tensor>
    where
        B: Fn(Tensor, &[Option<&Tensor>], &mut Sink<'_>) -> Result<()> + Send + Sync + 'static,
    {
        debug_assert_eq!(saved.len(), of.len(), "{op}");
        let inputs = Inputs::of(self.ids.iter().copied());
        self.on.record(out, inputs, Arc::new(Derived { op, saved, back, again: Again::Recorded(of) }))
    }

    /// Like [`Record::done`], and `forth` computes `out` once more from the saved values by recorded
    /// operations: their gradients are those of `back`, and have gradients. `of` says of each saved
    /// value what it is; every operand is saved.
    pub fn done_again<B, F>(
        self,
        op: &'static str,
        out: Tensor,
        saved: Vec<Option<Saved>>,
        of: &'static [Of],
        (back, forth): (B, F),
    ) -> Result<Tensor>
    where
        B: Fn(Tensor, &[Option<&Tensor>], &mut Sink<'_>) -> Result<()> + Send + Sync + 'static,
        F: Fn(&[Option<&Tensor>]) -> Result<Tensor> + Send + Sync + 'static,
    {
        debug_assert_eq!(saved.len(), of.len(), "{op}");
        let inputs = Inputs::of(self.ids.iter().copied());
        self.on.record(out, inputs, Arc::new(Derived { op, saved, back, again: Again::Forth(of, Box::new(forth)) }))
    }
}

/// What a saved value is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Of {
    /// The operand of that number.
    Input(usize),
    /// The result.
    Result,
    /// Neither: it has no gradient.
    Constant,
}

/// How gradients are computed that have gradients.
enum Again {
    Refused,
    Recorded(&'static [Of]),
    Forth(&'static [Of], Box<Forth>),
}

/// Computes a result from saved values.
type Forth = dyn Fn(&[Option<&Tensor>]) -> Result<Tensor> + Send + Sync;

/// A rule made of saved values and a function.
struct Derived<B> {
    op: &'static str,
    saved: Vec<Option<Saved>>,
    back: B,
    again: Again,
}

impl<B> Derived<B> {
    fn values(&self) -> Result<Vec<Option<&Tensor>>> {
        self.saved.iter().map(|s| s.as_ref().map(|s| s.get(self.op)).transpose()).collect()
    }
}

impl<B> Rule for Derived<B>
where
    B: Fn(Tensor, &[Option<&Tensor>], &mut Sink<'_>) -> Result<()> + Send + Sync,
{
    fn name(&self) -> &'static str {
        self.op
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        (self.back)(grad, &self.values()?, sink)
    }

    fn derive(&self, grad: Tensor, origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        let values = self.values()?;
        let recorded = |of: &[Of]| -> Vec<Option<Tensor>> {
            let again = |(value, of): (&Option<&Tensor>, &Of)| {
                value.map(|value| match of {
                    Of::Input(k) => origin.input(*k, value),
                    Of::Result => origin.result(value),
                    Of::Constant => value.untracked(),
                })
            };
            values.iter().zip(of).map(again).collect()
        };
        match &self.again {
            Again::Refused => Err(no_second(self.op)),
            Again::Recorded(of) => {
                let values = recorded(of);
                (self.back)(grad, &values.iter().map(Option::as_ref).collect::<Vec<_>>(), sink)
            }
            Again::Forth(of, forth) => {
                // Over nodes of their own, so that the gradient of one operand does not go through
                // another that was computed from it.
                let values = recorded(of);
                let own: Vec<Option<Tensor>> =
                    values.iter().map(|t| t.as_ref().map(reference).transpose()).collect::<Result<_>>()?;
                let out = forth(&own.iter().map(Option::as_ref).collect::<Vec<_>>())?;
                let number = |of: &Of| if let Of::Input(k) = of { Some(*k) } else { None };
                let wanted = own.iter().zip(*of).filter_map(|(t, of)| Some((t.as_ref()?, number(of)?)));
                let wanted: Vec<(&Tensor, usize)> = wanted.filter(|&(_, k)| sink.wants(k)).collect();
                let operands: Vec<&Tensor> = wanted.iter().map(|&(t, _)| t).collect();
                let grads = gradients_from(&out, &grad, &operands)?;
                wanted.iter().zip(grads).try_for_each(|(&(_, k), grad)| sink.give(k, grad))
            }
        }
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
