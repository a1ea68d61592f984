//! `Batcher`: what several threads ask of a model at the same time, computed in one run.
//!
//! Invariant: a request gets the result, or the error, of a run of its own. A request that does not
//! fit the model is refused before it waits, inputs are joined only if all sizes except the first
//! agree, and if a joined run fails, each request runs alone. The bits of a row may depend on how
//! many rows are computed with it, because kernels are chosen by shapes.

use crate::error::{Error, Result, Status};
use crate::memory;
use crate::ops;
use crate::tensor::Tensor;
use crate::threads::batches::{Batches, Part, Refused};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub use crate::threads::batches::{Counts as BatcherCounts, Rules as BatcherRules};

/// A model whose inputs can be joined: each row of its outputs depends on one row of its inputs, the
/// first axis of both.
pub trait Rowwise: Send + Sync {
    /// Whether these inputs fit it, as far as can be said without a run.
    fn fits(&self, inputs: &[&Tensor]) -> bool;

    /// Computes its outputs. Errors: those of what it computes.
    fn run(&self, inputs: &[&Tensor]) -> Result<Vec<Tensor>>;

    /// Whether each of these outputs has the rows of the inputs, of which there are `rows`.
    fn splits(&self, outputs: &[Tensor], rows: i64) -> bool {
        outputs.iter().all(|output| output.shape().first() == Some(&rows))
    }
}

/// Combines runs of one model.
pub struct Batcher<M> {
    model: M,
    batches: Batches<Vec<i64>, Vec<Tensor>, Joined>,
    /// True until a joined run gives an output that does not have one row per input row.
    splits: AtomicBool,
}

/// The outputs of a batch.
type Joined = Arc<Vec<Tensor>>;

impl<M: Rowwise> Batcher<M> {
    /// A batcher without requests.
    pub fn new(model: M, rules: BatcherRules) -> Batcher<M> {
        Batcher { model, batches: Batches::new(rules), splits: AtomicBool::new(true) }
    }

    /// The model that it runs.
    pub fn model(&self) -> &M {
        &self.model
    }

    /// Begins waiting requests at once, because no more will come.
    pub fn hurry(&self) {
        self.batches.hurry();
    }

    /// The current counts.
    pub fn counts(&self) -> BatcherCounts {
        self.batches.counts()
    }

    /// Computes the outputs of these inputs, one for each of the model's in that order. `joined`
    /// runs its argument for a batch, and `own` for this request alone, each in the context whose
    /// limits then apply.
    ///
    /// Errors: `BUSY`, and those of [`Rowwise::run`].
    pub fn run(
        &self,
        inputs: &[&Tensor],
        joined: impl FnOnce(&dyn Fn() -> Result<Vec<Tensor>>) -> Result<Vec<Tensor>>,
        own: impl FnOnce(&dyn Fn() -> Result<Vec<Tensor>>) -> Result<Vec<Tensor>>,
    ) -> Result<Vec<Tensor>> {
        let Some((key, rows)) = self.key(inputs) else { return own(&|| self.model.run(inputs)) };
        let request = inputs.iter().map(|input| input.untracked()).collect();
        let compute = |requests: Vec<Vec<Tensor>>| joined(&|| self.together(&requests)).ok().map(Arc::new);
        let finish = |part: Option<Part<Joined>>| match part {
            None => own(&|| self.model.run(inputs)),
            Some((outputs, first)) => own(&|| split(&outputs, first, rows)),
        };
        self.batches.run(key, rows, request, compute, finish).unwrap_or_else(|refused| Err(self.busy(refused)))
    }

    /// All sizes except the first, and the number of rows. `None` if the request cannot be joined:
    /// an input does not fit the model, which a run reports, or has no rows, or more than another
    /// input.
    fn key(&self, inputs: &[&Tensor]) -> Option<(Vec<i64>, usize)> {
        if !self.splits.load(Ordering::Relaxed) || !self.model.fits(inputs) {
            return None;
        }
        let rows = *inputs.first()?.shape().first()?;
        let mut key = Vec::new();
        for input in inputs {
            let (first, sizes) = input.shape().split_first()?;
            if *first != rows {
                return None;
            }
            key.push(i64::from(input.dtype().code()));
            key.push(input.rank() as i64);
            key.extend_from_slice(sizes);
        }
        usize::try_from(rows).ok().filter(|&rows| rows > 0).map(|rows| (key, rows))
    }

    /// One run for several requests. After an error each of them runs alone.
    fn together(&self, requests: &[Vec<Tensor>]) -> Result<Vec<Tensor>> {
        let inputs = requests.first().map_or(0, Vec::len);
        let joined = (0..inputs).map(|i| {
            let parts: Vec<&Tensor> = requests.iter().map(|request| &request[i]).collect();
            ops::concat(&parts, 0).map(Held::new)
        });
        let joined = joined.collect::<Result<Vec<Held>>>()?;
        let outputs = self.model.run(&joined.iter().map(|input| &input.0).collect::<Vec<&Tensor>>())?;
        let rows = joined.first().and_then(|input| input.0.shape().first().copied()).unwrap_or(0);
        if !self.model.splits(&outputs, rows) {
            self.splits.store(false, Ordering::Relaxed);
            return Err(Error::argument("an output has not one row for each row of the inputs"));
        }
        Ok(outputs)
    }

    fn busy(&self, refused: Refused) -> Error {
        let rules = self.batches.rules();
        let text = match refused {
            Refused::Full => format!("{} requests wait for the model, which is as many as may", rules.capacity),
            Refused::Late => {
                let timeout = rules.timeout.unwrap_or_default();
                format!("the request has waited for {timeout:?}, and its batch has not begun")
            }
        };
        Error::new(Status::Busy, text)
    }
}

/// The rows of one request, copied.
fn split(outputs: &[Tensor], first: usize, rows: usize) -> Result<Vec<Tensor>> {
    let (start, end) = (first as i64, (first + rows) as i64);
    outputs.iter().map(|output| ops::copy(&output.slice_view(0, start, end, 1)?)).collect()
}

/// A joined input, whose memory is subtracted from the room of its limits until the run has ended.
struct Held(Tensor);

impl Held {
    fn new(tensor: Tensor) -> Held {
        memory::hold(tensor.nbytes() as u64);
        Held(tensor)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        memory::release(self.0.nbytes() as u64);
    }
}
