//! The graph of what is computed from leaves, tensors that require a gradient: it is recorded
//! without a tape.
//!
//! ```text
//!   w (leaf) <--- mul <--- sum <--- loss     an arrow is a strong reference
//! ```
//!
//! A result refers to its vertex, and a vertex to those of its operands, so a record is freed with
//! the last tensor that was computed from it. An explicit tape is one list instead: it ends as a
//! whole.
//!
//! Invariant: vertices save only untracked tensors and refer only to older vertices, so there is no
//! cycle, and the order of their numbers is the order in which they were recorded.

use super::node::Rule;
use crate::error::{Error, Result};
use crate::ops::{self, BinaryOp};
use crate::tensor::{Recording, Tensor, Track};
use parking_lot::Mutex;
use std::any::Any;
use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// A vertex or a leaf, as an operand of a vertex.
pub(super) type Edge = Arc<dyn Recording>;

/// Numbers of vertices.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// A recorded operation.
pub(super) struct Vertex {
    /// Greater than those of all vertices that were recorded before it.
    number: u64,
    /// `None` once `backward` has consumed it.
    record: Mutex<Option<Record>>,
}

/// What a vertex has until it is consumed.
struct Record {
    rule: Arc<dyn Rule>,
    /// The operands; `None` for one that is not tracked.
    edges: Arc<[Option<Edge>]>,
}

/// A tensor that requires a gradient, and its gradient.
pub(super) struct Leaf {
    /// Of the shape and dtype of the tensor, contiguous.
    gradient: Tensor,
    /// Whether anything was added to the gradient since it was last zeroed.
    is_there: Mutex<bool>,
    /// The leaf that has replaced it: its parameter is on another device now.
    next: OnceLock<Tensor>,
}

impl Recording for Vertex {
    fn forget(&self, _node: u32) {}
}

impl Recording for Leaf {
    fn forget(&self, _node: u32) {}
}

impl Vertex {
    /// A tensor that was computed by `rule` from operands.
    pub fn track(rule: Arc<dyn Rule>, edges: Arc<[Option<Edge>]>) -> Track {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let record = Mutex::new(Some(Record { rule, edges }));
        Track { tape: Arc::new(Vertex { number, record }), node: 0, leaf: None }
    }
}

/// Drops a chain of vertices one by one, not by recursion.
impl Drop for Vertex {
    fn drop(&mut self) {
        let mut records: Vec<Record> = self.record.get_mut().take().into_iter().collect();
        while let Some(Record { rule, edges }) = records.pop() {
            drop(rule);
            let mut edges = edges;
            let Some(edges) = Arc::get_mut(&mut edges) else { continue };
            for mut edge in edges.iter_mut().filter_map(Option::take) {
                let Some(last) = Arc::get_mut(&mut edge) else { continue };
                let last: &mut dyn Any = last;
                let record = last.downcast_mut::<Vertex>().and_then(|vertex| vertex.record.get_mut().take());
                records.extend(record);
            }
        }
    }
}

impl Leaf {
    /// A leaf without a gradient, and the memory of one.
    pub fn track(gradient: Tensor) -> Track {
        Track {
            tape: Arc::new(Leaf { gradient, is_there: Mutex::new(false), next: OnceLock::new() }),
            node: 0,
            leaf: None,
        }
    }

    /// The memory of the gradient, whether there is one or not.
    pub fn memory(&self) -> &Tensor {
        &self.gradient
    }

    /// Removes the gradient; its memory stays.
    pub fn zero(&self) {
        *self.is_there.lock() = false;
    }

    /// The gradient so far; `None` if `backward` has added nothing since it was zeroed.
    pub fn get(&self) -> Option<Tensor> {
        self.is_there.lock().then(|| self.gradient.clone())
    }

    /// The leaf that has replaced it, if one has.
    pub fn next(&self) -> Option<&Tensor> {
        self.next.get()
    }

    /// Sets the leaf that replaces it; the first one stays.
    pub fn set_next(&self, next: Tensor) {
        let _ = self.next.set(next);
    }

    /// Adds to the gradient; cannot fail for one of its shape and dtype on its device.
    pub fn add(&self, grad: &Tensor) -> Result<()> {
        let mut is_there = self.is_there.lock();
        match *is_there {
            false => ops::copy_into(&self.gradient, grad)?,
            true => ops::binary_in_place(BinaryOp::Add, &self.gradient, grad)?,
        }
        *is_there = true;
        Ok(())
    }
}

/// The leaf that an edge leads to.
pub(super) fn leaf_of(edge: &Edge) -> Option<&Leaf> {
    let edge: &dyn Any = &**edge;
    edge.downcast_ref()
}

fn vertex_of(edge: &Edge) -> Option<&Vertex> {
    let edge: &dyn Any = &**edge;
    edge.downcast_ref()
}

/// What a graph knows the tensor by, unless an explicit tape was recording it last.
pub(super) fn edge_of(t: &Tensor) -> Option<&Edge> {
    let track = t.track()?;
    let is_of_a_graph = leaf_of(&track.tape).is_some() || vertex_of(&track.tape).is_some();
    if is_of_a_graph { Some(&track.tape) } else { track.leaf.as_ref() }
}

/// The leaf that the tensor is, if it is one.
pub(super) fn leaf_edge(t: &Tensor) -> Option<&Edge> {
    edge_of(t).filter(|edge| leaf_of(edge).is_some())
}

/// What a loss was computed from.
pub(super) struct Reached {
    /// In any order.
    pub leaves: Vec<Edge>,
    /// In the order in which they were recorded.
    pub vertices: Vec<Visited>,
}

/// A vertex with a copy of its record.
pub(super) struct Visited {
    number: u64,
    pub edge: Edge,
    pub rule: Arc<dyn Rule>,
    pub edges: Arc<[Option<Edge>]>,
}

impl Visited {
    /// Takes the record out of the vertex: this copy is the last one.
    pub fn consume(&self) {
        let record = vertex_of(&self.edge).and_then(|vertex| vertex.record.lock().take());
        drop(record);
    }
}

/// Everything that `start` was computed from. Errors: `INVALID_ARGUMENT` if a part of it was
/// consumed.
pub(super) fn reach(start: &Edge) -> Result<Reached> {
    let mut reached = Reached { leaves: Vec::new(), vertices: Vec::new() };
    let mut seen = HashSet::from([address(start)]);
    let mut next = vec![start.clone()];
    while let Some(edge) = next.pop() {
        let Some(vertex) = vertex_of(&edge) else {
            reached.leaves.push(edge);
            continue;
        };
        let (number, record) = (vertex.number, vertex.record.lock());
        let Some(Record { rule, edges }) = &*record else {
            return Err(Error::argument(
                "backward: the record of this loss was consumed by an earlier backward; call that one with retain to \
                 go through it again, or detach() what was carried over from it",
            ));
        };
        let (rule, edges) = (rule.clone(), edges.clone());
        drop(record);
        next.extend(edges.iter().flatten().filter(|edge| seen.insert(address(edge))).cloned());
        reached.vertices.push(Visited { number, edge, rule, edges });
    }
    reached.vertices.sort_unstable_by_key(|vertex| vertex.number);
    Ok(reached)
}

/// What tells edges apart.
pub(super) fn address(edge: &Edge) -> *const () {
    Arc::as_ptr(edge).cast()
}
