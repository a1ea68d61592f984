//! The walk from the loss to the watched tensors.
//!
//! Invariant: a node is dropped, with what it saved, before the one recorded before it is
//! processed; only gradients that lead to a requested tensor are computed. No lock is held: only
//! the walk has the nodes.

use super::node::{self, Inputs, Node};
use super::saved::Operand;
use super::sink::{NONE, Sink, Slot};
use crate::error::Result;
use crate::ops::{self, grad::is_owned};
use crate::tensor::Tensor;

/// Prepares the walk back from number `last` to the numbers `ids`. Errors: a saved value that it
/// reads was changed in place.
pub(super) fn prepare(nodes: &[Node], last: u32, ids: &[u32]) -> Result<Vec<Slot>> {
    let slots = needs(nodes, last, ids);
    for node in nodes.iter().take(last as usize + 1) {
        let wants = |k: usize| node.inputs.as_slice().get(k).is_some_and(|&id| id != NONE && slots[id as usize].needed);
        if wants_any(&node.inputs, &slots) {
            node.rule.check_saved(&wants)?;
        }
    }
    Ok(slots)
}

/// Walks the prepared `nodes` back from number `last`, the number of `loss`, and returns the
/// gradients of `wrt`, whose numbers are `ids`.
pub(super) fn walk(
    mut nodes: Vec<Node>,
    mut slots: Vec<Slot>,
    loss: &Tensor,
    last: u32,
    wrt: &[&Tensor],
    ids: &[u32],
) -> Result<Vec<Tensor>> {
    nodes.truncate(last as usize + 1);
    let seed = || ops::ones(loss.device(), loss.dtype(), &loss.to_shape());
    run(nodes, &mut slots, seed)?;
    wrt.iter().zip(ids).map(|(t, &id)| hand_out(&mut slots[id as usize], t)).collect()
}

/// Marks the nodes that were requested and those that depend on a requested one.
fn needs(nodes: &[Node], last: u32, ids: &[u32]) -> Vec<Slot> {
    // Nodes recorded after the loss do not affect it, but may have been requested.
    let mut slots: Vec<Slot> = Vec::new();
    slots.resize_with(nodes.len(), Slot::default);
    for &id in ids {
        slots[id as usize].asked += 1;
        slots[id as usize].needed = true;
    }
    for (i, node) in nodes.iter().take(last as usize + 1).enumerate() {
        slots[i].needed |= wants_any(&node.inputs, &slots);
    }
    slots
}

/// Runs the rules, newest node first. The gradient of the last node, if it is needed, is `seed`;
/// those that were requested are in their slots afterwards.
pub(super) fn run(mut nodes: Vec<Node>, slots: &mut [Slot], seed: impl FnOnce() -> Result<Tensor>) -> Result<()> {
    let last = nodes.len() - 1;
    if slots[last].needed {
        slots[last].grad = Some(Box::new(seed()?));
    }
    while let Some(Node { inputs, rule, .. }) = nodes.pop() {
        let (before, rest) = slots.split_at_mut(nodes.len());
        let slot = &mut rest[0];
        if slot.grad.is_none() || !wants_any(&inputs, before) {
            continue;
        }
        let grad = if slot.asked > 0 { slot.grad.clone() } else { slot.grad.take() };
        let grad = grad.expect("checked above");
        node::run(rule, *grad, &mut Sink::new(inputs.as_slice(), before))?;
    }
    Ok(())
}

pub(super) fn wants_any(inputs: &Inputs, slots: &[Slot]) -> bool {
    inputs.as_slice().iter().any(|&id| id != NONE && slots[id as usize].needed)
}

/// The gradient of a requested tensor, in a storage of its own that is no larger than the gradient.
fn hand_out(slot: &mut Slot, t: &Tensor) -> Result<Tensor> {
    slot.asked -= 1;
    let grad = if slot.asked > 0 { slot.grad.clone() } else { slot.grad.take() };
    match grad.map(|grad| *grad) {
        None => Operand::of(t).zeros(),
        Some(grad) if is_owned(&grad) && grad.storage().bytes() == grad.nbytes() => Ok(grad),
        Some(grad) => ops::copy(&grad),
    }
}
