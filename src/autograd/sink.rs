//! `Sink`: where a rule puts the gradients of its node's inputs, and the sums of them so far.

use super::calculus::binary;
use super::saved::Operand;
use crate::error::Result;
use crate::ops::{self, BinaryOp, grad::is_owned};
use crate::tensor::Tensor;

/// The number of an input that is not on the tape.
pub(super) const NONE: u32 = u32::MAX;

/// The gradient of one node during the walk. Small, since there is one for every node: the list of
/// a small network then comes from malloc's fast path.
#[derive(Default)]
pub(super) struct Slot {
    /// The sum of the gradients that reached it so far.
    pub grad: Option<Box<Tensor>>,
    /// The number of requests for the gradient that have not been answered yet.
    pub asked: u32,
    /// Whether the gradient of this node, or of a node it was computed from, was requested.
    pub needed: bool,
}

/// Where a rule puts the gradients of its node's inputs.
pub(super) struct Sink<'a> {
    inputs: &'a [u32],
    slots: &'a mut [Slot],
    /// Whether gradients are recorded, and so never written in place.
    is_recording: bool,
}

impl<'a> Sink<'a> {
    /// A sink for a node with these inputs; `slots` belong to the nodes before it.
    pub fn new(inputs: &'a [u32], slots: &'a mut [Slot]) -> Sink<'a> {
        Sink { inputs, slots, is_recording: false }
    }

    /// A sink of gradients that are recorded.
    pub fn recording(inputs: &'a [u32], slots: &'a mut [Slot]) -> Sink<'a> {
        Sink { inputs, slots, is_recording: true }
    }

    /// Whether gradients are recorded: a rule that is made of recorded operations gives whole ones.
    pub fn is_recording(&self) -> bool {
        self.is_recording
    }

    /// Whether the gradient of input `k` is needed. At least one is, or the rule would not run.
    pub fn wants(&self, k: usize) -> bool {
        let id = self.inputs[k];
        id != NONE && self.slots[id as usize].needed
    }

    /// Adds `grad`, of the shape and dtype of input `k`, to that input's gradient.
    pub fn give(&mut self, k: usize, grad: Tensor) -> Result<()> {
        let is_recording = self.is_recording;
        let slot = self.slot(k);
        slot.grad = Some(Box::new(match slot.grad.take() {
            None => grad,
            Some(sum) if is_recording => binary(BinaryOp::Add, &sum, &grad)?,
            Some(sum) => add(*sum, grad)?,
        }));
        Ok(())
    }

    /// Adds to a part of input `k`'s gradient what `write` adds to a separate tensor: many slices
    /// of one tensor then cost one pass over it in total, instead of one each.
    pub fn give_part(&mut self, k: usize, like: &Operand, write: impl FnOnce(&mut Tensor) -> Result<()>) -> Result<()> {
        debug_assert!(!self.is_recording, "a rule writes no part of a gradient that is recorded");
        let slot = self.slot(k);
        let mut sum = match slot.grad.take().map(|sum| *sum) {
            None => like.zeros()?,
            Some(sum) if is_owned(&sum) => sum,
            Some(sum) => ops::copy(&sum)?,
        };
        write(&mut sum)?;
        slot.grad = Some(Box::new(sum));
        Ok(())
    }

    /// Takes the sum of input `k`'s gradient so far, to add to it elsewhere.
    pub fn take(&mut self, k: usize) -> Option<Box<Tensor>> {
        self.slot(k).grad.take()
    }

    /// Puts back a sum that was taken.
    pub fn put(&mut self, k: usize, sum: Box<Tensor>) {
        self.slot(k).grad = Some(sum);
    }

    fn slot(&mut self, k: usize) -> &mut Slot {
        &mut self.slots[self.inputs[k] as usize]
    }
}

/// The sum of two gradients, in the memory of one that is not shared.
fn add(a: Tensor, b: Tensor) -> Result<Tensor> {
    let (into, from) = if is_owned(&a) { (a, b) } else { (b, a) };
    if !is_owned(&into) {
        return ops::binary(BinaryOp::Add, &into, &from);
    }
    ops::binary_in_place(BinaryOp::Add, &into, &from)?;
    Ok(into)
}
