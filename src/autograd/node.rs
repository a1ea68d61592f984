//! `Node`: one recorded operation, and what its rule saved to compute gradients.
//!
//! Invariant: nothing saved is tracked, so a tape never keeps itself alive. A rule saves only what it reads: `add`
//! keeps two shapes, `relu` its output, `mul` the operand whose partner is tracked.

use super::backward::Sink;
use super::elementwise::{BinaryRule, UnaryRule, WhereRule};
use super::join::{ConcatRule, IndexSelectRule, StackRule};
use super::loss::{CrossEntropyRule, NllRule, SoftmaxRule};
use super::matmul::MatmulRule;
use super::reduce::ReduceRule;
use super::scalar::ScalarRule;
use super::views::{ViewRule, WindowRule};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::ops::{self, ReduceOp};
use crate::tensor::{DType, MAX_RANK, Shape, Tensor};

/// The number of an input that is not on the tape.
pub(super) const NONE: u32 = u32::MAX;

/// One recorded operation.
pub(super) struct Node {
    pub inputs: Inputs,
    pub rule: Rule,
}

/// What a node's gradient becomes for its inputs, one variant a family. Large ones are boxed: a node moves twice.
pub(super) enum Rule {
    /// A watched tensor.
    Leaf,
    /// The gradient passes through unchanged.
    Same,
    Add(Box<[Operand; 2]>),
    Sub(Box<[Operand; 2]>),
    Binary(Box<BinaryRule>),
    Scalar(Box<ScalarRule>),
    Unary(Box<UnaryRule>),
    Where(Box<WhereRule>),
    Reduce(Box<ReduceRule>),
    View(ViewRule),
    Window(Box<WindowRule>),
    Matmul(Box<MatmulRule>),
    Softmax(Box<SoftmaxRule>),
    Nll(Box<NllRule>),
    CrossEntropy(Box<CrossEntropyRule>),
    Concat(ConcatRule),
    Stack(StackRule),
    IndexSelect(Box<IndexSelectRule>),
}

impl Rule {
    /// Turns the gradient of the node's result into those of its inputs. Frees what the rule saved.
    pub fn backward(self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        match self {
            Rule::Leaf => Ok(()),
            Rule::Same => sink.give(0, grad),
            Rule::Add(operands) => super::elementwise::add_backward(&operands, grad, sink),
            Rule::Sub(operands) => super::elementwise::sub_backward(&operands, grad, sink),
            Rule::Binary(rule) => rule.backward(grad, sink),
            Rule::Scalar(rule) => rule.backward(grad, sink),
            Rule::Unary(rule) => rule.backward(grad, sink),
            Rule::Where(rule) => rule.backward(grad, sink),
            Rule::Reduce(rule) => rule.backward(grad, sink),
            Rule::View(rule) => rule.backward(grad, sink),
            Rule::Window(rule) => rule.backward(grad, sink),
            Rule::Matmul(rule) => rule.backward(grad, sink),
            Rule::Softmax(rule) => rule.backward(grad, sink),
            Rule::Nll(rule) => rule.backward(grad, sink),
            Rule::CrossEntropy(rule) => rule.backward(grad, sink),
            Rule::Concat(rule) => rule.backward(grad, sink),
            Rule::Stack(rule) => rule.backward(grad, sink),
            Rule::IndexSelect(rule) => rule.backward(grad, sink),
        }
    }
}

impl Node {
    /// `INVALID_ARGUMENT` when a value that the rule reads for the inputs it is asked for, `wants`, was changed in place
    /// since it was saved.
    pub fn check_saved(&self, wants: impl Fn(usize) -> bool) -> Result<()> {
        let (op, saved): (&str, [Option<&Saved>; 2]) = match &self.rule {
            Rule::Binary(rule) => {
                // A product's gradient reads the other factor, a quotient's always the divisor.
                let (x, y) = (rule.x.as_ref().filter(|_| rule.reads_left(&wants)), rule.y.as_ref());
                (rule.name(), [x, y.filter(|_| rule.reads_right(&wants))])
            }
            Rule::Scalar(rule) => (rule.name(), [rule.saved.as_ref(), None]),
            Rule::Unary(rule) => (rule.name(), [rule.value.as_ref(), None]),
            Rule::Where(rule) => ("where", [Some(&rule.cond), None]),
            Rule::Reduce(rule) => match &rule.extremes {
                Some((input, out)) => (rule.name(), [Some(input), Some(out)]),
                None => return Ok(()),
            },
            Rule::Matmul(rule) => {
                ("matmul", [rule.a.as_ref().filter(|_| wants(1)), rule.b.as_ref().filter(|_| wants(0))])
            }
            Rule::Softmax(rule) => (rule.name(), [Some(&rule.out), None]),
            Rule::Nll(rule) => ("nll_loss", [Some(&rule.targets), None]),
            Rule::CrossEntropy(rule) => ("cross_entropy", [Some(&rule.targets), None]),
            Rule::IndexSelect(rule) => ("index_select", [Some(&rule.index), None]),
            Rule::Leaf | Rule::Same | Rule::Add(_) | Rule::Sub(_) => return Ok(()),
            Rule::View(_) | Rule::Window(_) | Rule::Concat(_) | Rule::Stack(_) => return Ok(()),
        };
        saved.into_iter().flatten().try_for_each(|saved| saved.get(op).map(drop))
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

    pub fn as_slice(&self) -> &[u32] {
        match self {
            Inputs::Few { n, ids } => &ids[..usize::from(*n)],
            Inputs::Many(ids) => ids,
        }
    }
}

/// A value that a rule reads in the backward walk, and the version its storage had when it was recorded.
pub(super) struct Saved {
    tensor: Tensor,
    version: u32,
}

impl Saved {
    /// Saves a tensor. Operands are saved before the kernel runs, so that a write during it is noticed too.
    pub fn new(t: &Tensor) -> Saved {
        Saved { version: t.storage().version(), tensor: t.untracked() }
    }

    /// Saves an operand if its partner's gradient needs it.
    pub fn when(needed: bool, t: &Tensor) -> Option<Saved> {
        needed.then(|| Saved::new(t))
    }

    /// The value as it was recorded; `INVALID_ARGUMENT` when it was changed in place since, or its memory handed out.
    pub fn get(&self, op: &str) -> Result<&Tensor> {
        let now = self.tensor.storage().version();
        if now != self.version {
            return Err(Error::argument(format!(
                "{op}: a saved value of shape {} was changed in place, or its memory handed out to be written, after it was \
                 recorded (times: {})",
                self.tensor.to_shape(),
                now.wrapping_sub(self.version)
            )));
        }
        Ok(&self.tensor)
    }
}

/// What a saved operand must give when its partner is tracked.
pub(super) fn need<'a>(saved: &'a Option<Saved>, op: &str) -> Result<&'a Tensor> {
    saved.as_ref().expect("the recorder saved every value that a wanted gradient reads").get(op)
}

/// Shape, dtype and device of an operand: what its gradient must be like.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    pub shape: Shape,
    pub dtype: DType,
    pub device: Device,
}

impl Operand {
    pub fn of(t: &Tensor) -> Operand {
        Operand { shape: t.to_shape(), dtype: t.dtype(), device: t.device() }
    }

    /// A gradient of a broadcast result brought back to the operand: summed over the dimensions that were stretched
    /// and cast to the operand's dtype.
    pub fn reduce(&self, grad: Tensor) -> Result<Tensor> {
        let summed = if *grad.shape() == *self.shape { grad } else { self.sum(&grad)? };
        if summed.dtype() == self.dtype { Ok(summed) } else { ops::cast(&summed, self.dtype) }
    }

    fn sum(&self, grad: &Tensor) -> Result<Tensor> {
        let new = grad.rank() - self.shape.rank();
        let (mut axes, mut n) = ([0i64; MAX_RANK], 0);
        for (i, &size) in grad.shape().iter().enumerate() {
            if i < new || (self.shape[i - new] == 1 && size != 1) {
                axes[n] = i as i64;
                n += 1;
            }
        }
        // No axis would mean all of them; the shapes differ, so there is one.
        let only_new = n == new;
        let sum = ops::reduce(ReduceOp::Sum, grad, &axes[..n], !only_new)?;
        if only_new { Ok(sum) } else { ops::reshape(&sum, &self.shape) }
    }

    /// Zeros like the operand.
    pub fn zeros(&self) -> Result<Tensor> {
        Tensor::zeros(self.device, self.dtype, &self.shape)
    }
}
