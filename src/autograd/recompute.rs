//! `recomputed`: a part of a computation whose intermediate values are not saved (gradient
//! checkpointing, Chen et al. 2016).
//!
//! Invariant: the gradients have the bits that they have without it. The backward walk computes the
//! part again from its saved operands, with the same random numbers, on a tape of its own, and goes on
//! with the sums of gradients that there are already, so nothing is added in another order.

use super::gradients::gradients_from;
use super::no_grad::recording;
use super::node::{Inputs, Rule};
use super::origin::Origin;
use super::saved::Saved;
use super::sink::Sink;
use super::tape::{Recorder, Tape};
use super::views::reference;
use crate::error::Result;
use crate::ops::{self, Draws};
use crate::tensor::Tensor;
use std::sync::Arc;

const NAME: &str = "checkpoint";

/// Calls `compute` with the operands, and records it as one operation that saves the operands alone.
/// It is called again in the backward walk, then with `true`, and must compute the same. `constants`
/// are values that it reads and that may not change until then.
pub fn recomputed(
    operands: &[&Tensor],
    constants: &[&Tensor],
    compute: impl Fn(&[Tensor], bool) -> Result<Tensor> + Send + Sync + 'static,
) -> Result<Tensor> {
    let Some(on) = Recorder::of_tracked(operands)? else {
        return compute(&operands.iter().map(|&t| t.clone()).collect::<Vec<_>>(), false);
    };
    let ids: Vec<u32> = operands.iter().map(|t| on.id(t)).collect();
    let saved = |all: &[&Tensor]| all.iter().map(|t| Saved::new(t)).collect::<Vec<Saved>>();
    let (operands_saved, constants) = (saved(operands), saved(constants));
    let untracked: Vec<Tensor> = operands.iter().map(|t| t.untracked()).collect();
    let (out, draws) = ops::noting(|| compute(&untracked, false))?;
    let rule = Recomputed { operands: operands_saved, constants, draws, compute: Box::new(compute) };
    on.record(out, Inputs::of(ids.into_iter()), Arc::new(rule))
}

type Compute = dyn Fn(&[Tensor], bool) -> Result<Tensor> + Send + Sync;

struct Recomputed {
    operands: Vec<Saved>,
    constants: Vec<Saved>,
    draws: Draws,
    compute: Box<Compute>,
}

impl Rule for Recomputed {
    fn name(&self) -> &'static str {
        NAME
    }

    /// Here nothing is saved by it: what is recorded keeps the values.
    fn derive(&self, grad: Tensor, origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        let again = |(k, saved): (usize, &Saved)| reference(&origin.input(k, saved.get(NAME)?));
        let values = self.operands.iter().enumerate().map(again).collect::<Result<Vec<Tensor>>>()?;
        let out = ops::replayed(&self.draws, || (self.compute)(&values, true))?;
        let wanted: Vec<usize> = (0..values.len()).filter(|&k| sink.wants(k)).collect();
        let operands: Vec<&Tensor> = wanted.iter().map(|&k| &values[k]).collect();
        let grads = gradients_from(&out, &grad, &operands)?;
        wanted.iter().zip(grads).try_for_each(|(&k, grad)| sink.give(k, grad))
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let tape = Tape::new();
        let (mut values, mut wanted) = (Vec::new(), Vec::new());
        for (k, saved) in self.operands.iter().enumerate() {
            let value = saved.get(NAME)?;
            if sink.wants(k) {
                let watched = tape.watch(value)?;
                wanted.push((k, watched.clone()));
                values.push(watched);
            } else {
                values.push(value.clone());
            }
        }
        let out = recording(|| ops::replayed(&self.draws, || (self.compute)(&values, true)))?;
        drop(values);
        let sums = wanted.iter().map(|(k, watched)| (watched, sink.take(*k))).collect();
        for ((k, _), sum) in wanted.iter().zip(tape.backward_on(&out, grad, sums)?) {
            if let Some(sum) = sum {
                sink.put(*k, sum);
            }
        }
        Ok(())
    }

    fn check_saved(&self, _: &dyn Fn(usize) -> bool) -> Result<()> {
        self.operands.iter().chain(&self.constants).try_for_each(|saved| saved.get(NAME).map(drop))
    }
}
