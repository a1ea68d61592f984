//! `Node`: one recorded operation, and the rule that computes the gradients of its inputs.
//!
//! A rule is a type that implements [`Rule`], in the file of its family, beside the function that
//! records it. No other file refers to it: a new family is a new file.

use super::origin::Origin;
use super::sink::{NONE, Sink};
use crate::error::{Error, Result, Status};
use crate::tensor::Tensor;
use std::sync::Arc;

/// One recorded operation. A walk shares its rule with whatever may need it again.
pub(super) struct Node {
    pub inputs: Inputs,
    pub rule: Arc<dyn Rule>,
    /// How many tracks refer to it as their origin.
    pub named: u32,
}

/// Turns the gradient of a node's result into the gradients of its inputs.
pub(super) trait Rule: Send + Sync {
    /// The operation's, for messages.
    fn name(&self) -> &'static str;

    /// Gives `sink` the gradient of each input that it wants.
    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()>;

    /// The same for the last time: a rule may write into what it saved.
    fn finish(&mut self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        self.backward(grad, sink)
    }

    /// The same by recorded operations, so that the gradients have gradients. `origin` has the
    /// inputs and the result of the node again, as they were recorded.
    ///
    /// Errors: `UNSUPPORTED` if the rule is not made of such operations.
    fn derive(&self, _grad: Tensor, _origin: &Origin<'_>, _sink: &mut Sink<'_>) -> Result<()> {
        Err(no_second(self.name()))
    }

    /// `INVALID_ARGUMENT` if a value that the rule reads for the inputs selected by `wants` was
    /// changed in place since it was saved. A rule that saves values checks each of them here.
    fn check_saved(&self, _wants: &dyn Fn(usize) -> bool) -> Result<()> {
        Ok(())
    }
}

/// `UNSUPPORTED` for the gradient of a gradient.
#[cold]
pub(super) fn no_second(op: &str) -> Error {
    Error::new(Status::Unsupported, format!("{op}: its gradient has no gradient"))
}

/// Runs the rule, for the last time if no one else has it, and releases it.
pub(super) fn run(mut rule: Arc<dyn Rule>, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
    match Arc::get_mut(&mut rule) {
        Some(own) => own.finish(grad, sink),
        None => rule.backward(grad, sink),
    }
}

/// The rule of a watched tensor. The gradient was requested and is not passed on.
pub(super) struct Leaf;

impl Rule for Leaf {
    fn name(&self) -> &'static str {
        "watch"
    }

    fn backward(&self, _grad: Tensor, _sink: &mut Sink<'_>) -> Result<()> {
        Ok(())
    }
}

/// The rule of an operation whose input has the same gradient as its result.
pub(super) struct Same;

impl Rule for Same {
    fn name(&self) -> &'static str {
        "copy"
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        sink.give(0, grad)
    }

    fn derive(&self, grad: Tensor, _origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        sink.give(0, grad)
    }
}

/// The numbers of a node's inputs, in the order of its operands.
#[derive(Clone)]
pub(super) enum Inputs {
    Few { n: u8, ids: [u32; 2] },
    Many(Box<[u32]>),
}

impl Inputs {
    pub fn none() -> Inputs {
        Inputs::Few { n: 0, ids: [NONE; 2] }
    }

    pub fn one(id: u32) -> Inputs {
        Inputs::Few { n: 1, ids: [id, NONE] }
    }

    pub fn two(a: u32, b: u32) -> Inputs {
        Inputs::Few { n: 2, ids: [a, b] }
    }

    /// The inputs of an operation with any number of operands.
    pub fn of(ids: impl ExactSizeIterator<Item = u32>) -> Inputs {
        if ids.len() > 2 {
            return Inputs::Many(ids.collect());
        }
        let mut few = [NONE; 2];
        let n = ids.len() as u8;
        ids.zip(&mut few).for_each(|(id, place)| *place = id);
        Inputs::Few { n, ids: few }
    }

    pub fn as_slice(&self) -> &[u32] {
        match self {
            Inputs::Few { n, ids } => &ids[..usize::from(*n)],
            Inputs::Many(ids) => ids,
        }
    }
}
