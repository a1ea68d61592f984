//! Leaves: tensors that require a gradient and keep it, and the walk that adds to it.
//!
//! Invariant: the walk is that of a tape ([`walk::run`]) over the same rules in the same order, so
//! gradients have the same bits. `backward` adds to all leaves or to none, and the gradient of a
//! leaf is memory that was taken when it became one: adding to it cannot fail.

use super::backward as walk;
use super::graph::{Edge, Leaf, Reached, Visited, address, edge_of, leaf_edge, leaf_of, reach};
use super::node::{self, Inputs, Node, Rule};
use super::second;
use super::sink::NONE;
use super::tape::is_on_open_tape;
use crate::error::{Error, Result, Status};
use crate::ops;
use crate::tensor::{Tensor, Track};
use std::collections::HashMap;
use std::sync::Arc;

/// Whether the tensor is a leaf: it requires a gradient of its own.
pub fn is_leaf(t: &Tensor) -> bool {
    leaf_edge(t).is_some()
}

/// The same window as a leaf, whose gradient is new memory; unchanged if it is a leaf already.
///
/// Errors: `DTYPE_MISMATCH` for a tensor that is not floating, `INVALID_ARGUMENT` for one that was
/// computed from a leaf or is recorded on an open tape, and those of allocating.
pub fn require(t: &Tensor) -> Result<Tensor> {
    if is_leaf(t) {
        return Ok(t.clone());
    }
    if !t.dtype().is_float() {
        return Err(Error::dtype(format!("a {} tensor has no gradient: it needs floating-point numbers", t.dtype())));
    }
    if t.track().is_some() && (edge_of(t).is_some() || is_on_open_tape(t)) {
        return Err(Error::argument(format!(
            "a tensor of shape {} that was computed from recorded ones cannot require a gradient of its own: \
             detach() it first",
            t.to_shape()
        )));
    }
    let gradient = Tensor::zeroed(t.device(), t.dtype(), &t.to_shape())?;
    Ok(t.untracked().tracked(Leaf::track(gradient)))
}

/// The same window without the record of a tape or a graph; still a leaf if it is one.
pub fn settled(t: &Tensor) -> Tensor {
    match leaf_edge(t) {
        Some(leaf) => t.untracked().tracked(Track { tape: leaf.clone(), node: 0, leaf: None }),
        None => t.untracked(),
    }
}

/// The accumulated gradient of a leaf, on the memory that later `backward`s add to. `None` for a
/// tensor that is not a leaf, and for one without a gradient.
pub fn gradient(t: &Tensor) -> Option<Tensor> {
    leaf_edge(t).and_then(leaf_of).and_then(Leaf::get)
}

/// The memory of the gradient of a leaf, whether there is one or not.
pub fn gradient_memory(t: &Tensor) -> Option<&Tensor> {
    t.track()?;
    leaf_edge(t).and_then(leaf_of).map(Leaf::memory)
}

/// What `change` makes of a tensor, such as a copy of another dtype or on another device; a leaf if
/// the tensor is one, with the gradient that it has, changed likewise.
///
/// Errors: those of `change`.
pub fn changed(t: &Tensor, change: impl Fn(&Tensor) -> Result<Tensor>) -> Result<Tensor> {
    let there = change(&t.untracked())?;
    let Some(old) = leaf_edge(t).and_then(leaf_of) else { return Ok(there) };
    let there = require(&there)?;
    if let (Some(gradient), Some(leaf)) = (old.get(), leaf_edge(&there).and_then(leaf_of)) {
        leaf.add(&change(&gradient)?)?;
    }
    Ok(there)
}

/// Notes that a leaf was replaced by another one, which optimizers of it go on with. Does nothing
/// for tensors that are not leaves, and for the same leaf, which would refer to itself.
pub fn replace(old: &Tensor, by: &Tensor) {
    let leaf = |t| leaf_edge(t).and_then(leaf_of);
    if let (Some(before), Some(after)) = (leaf(old), leaf(by))
        && !std::ptr::eq(before, after)
    {
        before.set_next(settled(by));
    }
}

/// The leaf that has replaced this one in the end, if one has.
pub fn replacement(t: &Tensor) -> Option<Tensor> {
    let mut last = None;
    let mut at = t.track().and_then(|_| leaf_edge(t)).and_then(leaf_of)?.next().cloned();
    while let Some(next) = at {
        at = leaf_edge(&next).and_then(leaf_of).and_then(|leaf| leaf.next().cloned());
        last = Some(next);
    }
    last
}

/// Removes the gradient of a leaf; its memory stays for the next one. Does nothing for a tensor
/// that is not a leaf.
pub fn zero_gradient(t: &Tensor) {
    if let Some(leaf) = leaf_edge(t).and_then(leaf_of) {
        leaf.zero();
    }
}

/// Computes the gradients of `loss` with respect to all leaves that it was computed from, and adds
/// each to that of the leaf. `gradient` is that of `loss`, which is 1 if it is left out. Unless
/// `retain`, the record is consumed and freed as the walk goes.
///
/// Errors: `INVALID_ARGUMENT` if `loss` was not computed from a leaf, if it does not have exactly 1
/// element and no gradient is given, if a part of the record was consumed before, and if a value
/// that a rule needs was changed in place; `SHAPE_MISMATCH`, `DTYPE_MISMATCH` and `DEVICE_MISMATCH`
/// for a gradient that does not fit. Nothing has changed then. If memory runs out in the middle, no
/// gradient has changed, but the record is consumed unless it was to be retained.
pub fn backward(loss: &Tensor, gradient: Option<&Tensor>, retain: bool) -> Result<()> {
    if is_on_open_tape(loss) {
        return Err(Error::argument("loss is recorded on a tape: ask the tape for its gradients"));
    }
    let start = edge_of(loss).ok_or_else(unrecorded)?;
    check_seed(loss, gradient)?;
    let Reached { leaves, vertices } = reach(start)?;
    let nodes = nodes(&leaves, &vertices);
    let ids: Vec<u32> = (0..leaves.len() as u32).collect();
    let last = nodes.len() as u32 - 1;
    let mut slots = walk::prepare(&nodes, last, &ids)?;
    if !retain {
        vertices.iter().for_each(Visited::consume);
    }
    drop(vertices); // only the walk has the rules now, and frees each after its turn
    let seed = || match gradient {
        Some(given) => Ok(given.untracked()),
        None => ops::ones(loss.device(), loss.dtype(), &loss.to_shape()),
    };
    walk::run(nodes, &mut slots, seed)?;
    for (edge, slot) in leaves.iter().zip(&mut slots) {
        if let (Some(leaf), Some(grad)) = (leaf_of(edge), slot.grad.take()) {
            leaf.add(&grad)?;
        }
    }
    Ok(())
}

#[cold]
fn unrecorded() -> Error {
    Error::argument("loss was not computed from a tensor that requires a gradient, or not where that is recorded")
}

/// The leaves, then the vertices, as a walk has them.
fn nodes(leaves: &[Edge], vertices: &[Visited]) -> Vec<Node> {
    let places = places(leaves, vertices);
    let place = |edge: &Option<Edge>| edge.as_ref().map_or(NONE, |edge| places[&address(edge)]);
    let at_leaf: Arc<dyn Rule> = Arc::new(node::Leaf);
    let leaf = || Node { inputs: Inputs::none(), rule: at_leaf.clone(), named: 1 };
    let vertex = |vertex: &Visited| {
        let inputs = Inputs::of(vertex.edges.iter().map(place));
        Node { inputs, rule: vertex.rule.clone(), named: 1 }
    };
    leaves.iter().map(|_| leaf()).chain(vertices.iter().map(vertex)).collect()
}

/// The number of each leaf and vertex among these nodes.
fn places(leaves: &[Edge], vertices: &[Visited]) -> HashMap<*const (), u32> {
    let edges = leaves.iter().chain(vertices.iter().map(|vertex| &vertex.edge));
    edges.zip(0..).map(|(edge, number)| (address(edge), number)).collect()
}

/// The gradients of `out`, which was computed from leaves, from its own, `grad`, with respect to
/// `wrt`, leaves or computed from them, by recorded operations. The record is retained, and no leaf
/// is changed.
pub(super) fn derive(out: &Tensor, grad: &Tensor, wrt: &[&Tensor]) -> Result<Vec<Tensor>> {
    let start = edge_of(out).ok_or_else(unrecorded)?;
    let Reached { leaves, vertices } = reach(start)?;
    let places = places(&leaves, &vertices);
    // A tensor that the loss does not depend on is none of these, and has the gradient 0.
    let mut ids = Vec::with_capacity(wrt.len());
    for (i, t) in wrt.iter().enumerate() {
        let missing = || {
            Error::argument(format!(
                "tensor {i} of the gradients does not require one, nor was it computed \
            from one that does"
            ))
        };
        let edge = edge_of(t).ok_or_else(missing)?;
        ids.push(places.get(&address(edge)).copied().unwrap_or(NONE));
    }
    let nodes = nodes(&leaves, &vertices);
    let asked: Vec<u32> = ids.iter().copied().filter(|&id| id != NONE).collect();
    let slots = walk::prepare(&nodes, nodes.len() as u32 - 1, &asked)?;
    let edges: Vec<&Edge> = leaves.iter().chain(vertices.iter().map(|vertex| &vertex.edge)).collect();
    let again = |id: u32| Some(Track { tape: edges[id as usize].clone(), node: 0, leaf: None });
    let nodes = nodes.into_iter().map(|node| (node.inputs, node.rule)).collect();
    second::walk(nodes, slots, grad, wrt, &ids, &again)
}

fn check_seed(loss: &Tensor, gradient: Option<&Tensor>) -> Result<()> {
    let shape = loss.to_shape();
    let Some(gradient) = gradient else {
        if loss.size() == 1 {
            return Ok(());
        }
        let text = format!("loss of shape {shape} has {} elements, not 1: give a gradient of its shape", loss.size());
        return Err(Error::argument(text));
    };
    if gradient.shape() != loss.shape() {
        return Err(Error::shape(format!("gradient has shape {}, the loss {shape}", gradient.to_shape())));
    }
    if gradient.dtype() != loss.dtype() {
        return Err(Error::dtype(format!("gradient is {}, the loss {}", gradient.dtype(), loss.dtype())));
    }
    if gradient.device() != loss.device() {
        let text = format!("gradient is on {}, the loss on {}", gradient.device(), loss.device());
        return Err(Error::new(Status::DeviceMismatch, text));
    }
    Ok(())
}
