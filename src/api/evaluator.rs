//! `Evaluator`: a module in evaluation, as a batcher runs it.
//!
//! Invariant: it does not keep the module's weights alive, so closing the module frees them. Requests
//! that have begun finish with their results.

use crate::error::{Error, Result, Status};
use crate::io::batcher::Rowwise;
use crate::nn::Module;
use crate::tensor::Tensor;
use std::sync::{Arc, Weak};

/// A module in evaluation, whatever its mode.
pub(super) struct Evaluator(Weak<Module>);

impl Evaluator {
    /// Of a module. Errors: `UNSUPPORTED` if a part of it is written in the caller's language.
    pub(super) fn new(module: &Arc<Module>) -> Result<Evaluator> {
        if let Some(kind) = module.custom_part() {
            let text = format!("the forward of {kind} is written in the caller's language: a batcher cannot call it");
            return Err(Error::new(Status::Unsupported, text));
        }
        Ok(Evaluator(Arc::downgrade(module)))
    }
}

impl Rowwise for Evaluator {
    fn fits(&self, inputs: &[&Tensor]) -> bool {
        !inputs.is_empty()
    }

    fn run(&self, inputs: &[&Tensor]) -> Result<Vec<Tensor>> {
        let closed = || Error::new(Status::InvalidHandle, "the module of the batcher is closed");
        let module = self.0.upgrade().ok_or_else(closed)?;
        match inputs {
            [] => Err(Error::argument("a batcher's model has inputs")),
            // `run` takes the one input of kinds that have several, of which the others may be left out.
            [x] => module.evaluate(x).map(|result| vec![result]),
            _ => module.evaluate_all(inputs),
        }
    }

    /// Only one result: the others, such as the last states of a recurrent network, have their rows
    /// along another axis.
    fn splits(&self, outputs: &[Tensor], rows: i64) -> bool {
        matches!(outputs, [output] if output.shape().first() == Some(&rows))
    }
}
