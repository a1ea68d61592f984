//! `Batcher`: runs of several threads combined into one run of a model.
//!
//! Invariant: a request gets the result, or the error, of a run of its own. A request that does not
//! fit the model is refused before it waits, inputs are joined only if all sizes except the first
//! agree, and if a joined run fails, each request runs alone. The bits of a row may depend on how
//! many rows are computed with it, because ONNX Runtime chooses kernels by shapes.

use super::input::Input;
use super::model::Model;
use super::port::{self, Dim, Port};
use crate::error::{Error, Result, Status};
use crate::ops;
use crate::tensor::Tensor;
use crate::threads::batches::{Batches, Counts, Part, Refused, Rules};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Combines runs of one model.
pub struct Batcher {
    model: Arc<Model>,
    batches: Batches<Vec<i64>, Vec<Tensor>, Joined>,
    /// True until a joined run gives an output that does not have one row per input row.
    splits: AtomicBool,
}

/// The outputs of a batch.
type Joined = Arc<Vec<Tensor>>;

impl Batcher {
    /// A batcher for a model whose inputs and outputs all have a variable first size.
    ///
    /// Errors: `INVALID_ARGUMENT` names the inputs and outputs that do not.
    pub fn new(model: Arc<Model>, rules: Rules) -> Result<Batcher> {
        let fixed = |what: &str, ports: &[Port]| -> Vec<String> {
            let fixed = ports.iter().filter_map(|port| match port.dims.first() {
                Some(Dim::Fixed(size)) => Some(format!("{what} '{}' is always {size}", port.name)),
                _ => None,
            });
            fixed.collect()
        };
        if model.inputs().is_empty() {
            return Err(Error::argument(
                "requests are joined along the first size of their inputs, and the model has none",
            ));
        }
        let mut refused = fixed("input", model.inputs());
        refused.extend(fixed("output", model.outputs()));
        if !refused.is_empty() {
            let text = format!("requests are joined along the first size, and that of {}", refused.join(", of "));
            return Err(Error::argument(text));
        }
        Ok(Batcher { model, batches: Batches::new(rules), splits: AtomicBool::new(true) })
    }

    /// The model that it runs.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// Begins waiting requests at once, because no more will come.
    pub fn hurry(&self) {
        self.batches.hurry();
    }

    /// The current counts.
    pub fn counts(&self) -> Counts {
        self.batches.counts()
    }

    /// Computes the outputs of these inputs, one for each of the model's in that order. `joined`
    /// runs its argument for a batch, and `own` for this request alone, each in the context whose
    /// limits then apply.
    ///
    /// Errors: `BUSY`, and those of [`Model::run`].
    pub fn run(
        &self,
        inputs: &[&Tensor],
        joined: impl FnOnce(&dyn Fn() -> Result<Vec<Tensor>>) -> Result<Vec<Tensor>>,
        own: impl FnOnce(&dyn Fn() -> Result<Vec<Tensor>>) -> Result<Vec<Tensor>>,
    ) -> Result<Vec<Tensor>> {
        let Some((key, rows)) = self.key(inputs) else { return own(&|| self.model.run(inputs, None)) };
        let request = inputs.iter().map(|input| input.untracked()).collect();
        let compute = |requests: Vec<Vec<Tensor>>| joined(&|| self.together(&requests)).ok().map(Arc::new);
        let finish = |part: Option<Part<Joined>>| match part {
            None => own(&|| self.model.run(inputs, None)),
            Some((outputs, first)) => own(&|| split(&outputs, first, rows)),
        };
        self.batches.run(key, rows, request, compute, finish).unwrap_or_else(|refused| Err(self.busy(refused)))
    }

    /// All sizes except the first, and the number of rows. `None` if the request cannot be joined:
    /// an input does not fit the model, which a run reports, or has no rows, or more than another
    /// input.
    fn key(&self, inputs: &[&Tensor]) -> Option<(Vec<i64>, usize)> {
        let ports = self.model.inputs();
        let fits = ports.len() == inputs.len() && port::check(ports, inputs).is_ok();
        if !fits || !self.splits.load(Ordering::Relaxed) {
            return None;
        }
        let rows = *inputs.first()?.shape().first()?;
        let mut key = Vec::new();
        for input in inputs {
            let (first, sizes) = input.shape().split_first()?;
            if *first != rows {
                return None;
            }
            key.push(input.rank() as i64);
            key.extend_from_slice(sizes);
        }
        usize::try_from(rows).ok().filter(|&rows| rows > 0).map(|rows| (key, rows))
    }

    /// One run for several requests. After an error each of them runs alone.
    fn together(&self, requests: &[Vec<Tensor>]) -> Result<Vec<Tensor>> {
        let joined = (0..self.model.inputs().len()).map(|i| {
            let parts: Vec<&Tensor> = requests.iter().map(|request| &request[i]).collect();
            ops::concat(&parts, 0).map(Input::made)
        });
        let joined = joined.collect::<Result<Vec<Input>>>()?;
        let outputs = self.model.run(&joined.iter().map(|input| &**input).collect::<Vec<&Tensor>>(), None)?;
        let rows = joined.first().and_then(|input| input.shape().first());
        if outputs.iter().any(|output| output.shape().first() != rows) {
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
