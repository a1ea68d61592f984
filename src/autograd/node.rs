//! `Node`: one recorded operation, and the rule that computes the gradients of its inputs.
//!
//! A rule is a type that implements [`Rule`], in the file of its family, beside the function that
//! records it. No other file refers to it: a new family is a new file.

use super::sink::{NONE, Sink};
use crate::error::Result;
use crate::tensor::Tensor;
use std::sync::Arc;

/// One recorded operation. The walk of a tape owns its rules; that of a graph may share them.
pub(super) struct Node<R = Box<dyn Rule>> {
    pub inputs: Inputs,
    pub rule: R,
    /// Whether a tensor still refers to it as its origin.
    pub named: bool,
}

/// Turns the gradient of a node's result into the gradients of its inputs. A rule without fields
/// costs no allocation.
pub(super) trait Rule: Send + Sync {
    /// Gives `sink` the gradient of each input that it wants.
    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()>;

    /// The same for the last time: a rule may write into what it saved.
    fn finish(self: Box<Self>, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        self.backward(grad, sink)
    }

    /// `INVALID_ARGUMENT` if a value that the rule reads for the inputs selected by `wants` was
    /// changed in place since it was saved. A rule that saves values checks each of them here.
    fn check_saved(&self, _wants: &dyn Fn(usize) -> bool) -> Result<()> {
        Ok(())
    }
}

/// A rule as a walk has it.
pub(super) trait Step {
    /// The rule itself.
    fn rule(&self) -> &dyn Rule;

    /// Runs the rule, and releases it.
    fn run(self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()>;
}

impl Step for Box<dyn Rule> {
    fn rule(&self) -> &dyn Rule {
        &**self
    }

    fn run(self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        self.finish(grad, sink)
    }
}

impl Step for Arc<dyn Rule> {
    fn rule(&self) -> &dyn Rule {
        &**self
    }

    fn run(self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        self.backward(grad, sink)
    }
}

/// The rule of a watched tensor. The gradient was requested and is not passed on.
pub(super) struct Leaf;

impl Rule for Leaf {
    fn backward(&self, _grad: Tensor, _sink: &mut Sink<'_>) -> Result<()> {
        Ok(())
    }
}

/// The rule of an operation whose input has the same gradient as its result.
pub(super) struct Same;

impl Rule for Same {
    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        sink.give(0, grad)
    }
}

/// The numbers of a node's inputs, in the order of its operands.
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
