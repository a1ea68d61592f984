//! `Tape`: the record of what was computed from watched tensors.
//!
//! Invariant: nodes are in the order in which they were recorded, so a node's inputs have smaller
//! numbers than the node. A tape is open or consumed, and never opens again. It saves only
//! untracked tensors, and tracked tensors keep it alive, so there is no reference cycle. Once
//! consumed it holds no tensor at all, however long tracked ones live on. The last node is one that
//! a tensor refers to: nodes after it can no longer be part of a loss and are removed, so a call
//! that fails after recording some steps leaves none of them.
//!
//! A tracked tensor whose tape was consumed counts as untracked, because its gradient can no longer
//! be requested.

use super::backward;
use super::graph::{self, Edge, Vertex};
use super::no_grad::is_paused;
use super::node::{Inputs, Leaf, Node, Rule};
use super::second;
use super::sink::NONE;
use crate::error::{Error, Result, Status};
use crate::tensor::{Recording, Tensor, Track};
use parking_lot::Mutex;
use std::any::Any;
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of nodes to reserve, so that the list of a small network grows only once.
const FIRST_NODES: usize = 16;

/// A record of operations. Clones refer to the same tape; when the last one is dropped, so is
/// everything it saved.
#[derive(Clone)]
pub struct Tape(Arc<Owner>);

/// What the clones of a [`Tape`] share. Tracked tensors hold the record inside, not this, so they
/// do not keep the tape open.
struct Owner {
    shared: Arc<Shared>,
}

impl Drop for Owner {
    fn drop(&mut self) {
        drop(self.shared.take());
    }
}

/// The record itself.
pub(super) struct Shared {
    /// Checked before every recording, without the lock. False permanently once the tape is
    /// consumed.
    open: AtomicBool,
    /// `None` once consumed.
    nodes: Mutex<Option<Vec<Node>>>,
}

impl Shared {
    fn is_open(&self) -> bool {
        self.open.load(Ordering::Acquire)
    }

    /// Takes the nodes, if they were not taken before. The caller drops or walks them without the
    /// lock.
    fn take(&self) -> Option<Vec<Node>> {
        self.open.store(false, Ordering::Release);
        self.nodes.lock().take()
    }

    /// Like [`Shared::take`], and also returns the result of `prepare`, which runs while no thread
    /// records; if it refuses, nothing has changed.
    fn take_prepared<R>(&self, prepare: impl FnOnce(&[Node]) -> Result<R>) -> Result<(Vec<Node>, R)> {
        let mut guard = self.nodes.lock();
        let prepared = prepare(guard.as_deref().ok_or_else(consumed)?)?;
        self.open.store(false, Ordering::Release);
        guard.take().map(|nodes| (nodes, prepared)).ok_or_else(consumed)
    }

    /// Adds a node and returns its number; `None` if the tape is consumed.
    fn push(&self, inputs: Inputs, rule: Arc<dyn Rule>) -> Result<Option<u32>> {
        let mut guard = self.nodes.lock();
        let Some(nodes) = guard.as_mut() else { return Ok(None) };
        let id = nodes.len() as u32;
        if nodes.len() >= NONE as usize {
            return Err(Error::new(Status::LimitExceeded, format!("a tape records at most {NONE} operations")));
        }
        nodes.push(Node { inputs, rule, named: 1 });
        Ok(Some(id))
    }
}

impl Recording for Shared {
    fn forget(&self, node: u32) {
        if !self.is_open() {
            return;
        }
        let mut guard = self.nodes.lock();
        let Some(nodes) = guard.as_mut() else { return };
        nodes[node as usize].named -= 1;
        let kept = nodes.iter().rposition(|node| node.named > 0).map_or(0, |last| last + 1);
        let gone = if kept < nodes.len() { nodes.split_off(kept) } else { Vec::new() };
        drop(guard);
        drop(gone); // what it saved is freed without the lock
    }
}

impl Default for Tape {
    fn default() -> Tape {
        Tape::new()
    }
}

impl Tape {
    /// A new tape, open and empty.
    pub fn new() -> Tape {
        let nodes = Mutex::new(Some(Vec::with_capacity(FIRST_NODES)));
        Tape(Arc::new(Owner { shared: Arc::new(Shared { open: AtomicBool::new(true), nodes }) }))
    }

    /// Returns a new tensor on the storage of `t` from which this tape records. `t` itself is
    /// unchanged; if `t` is tracked already, the new tensor starts without its history, and is the
    /// leaf again that `t` is once the tape is consumed.
    ///
    /// Errors: `DTYPE_MISMATCH` for a tensor that is not floating, `INVALID_ARGUMENT` if the tape
    /// was consumed.
    pub fn watch(&self, t: &Tensor) -> Result<Tensor> {
        if !t.dtype().is_float() {
            return Err(Error::dtype(format!("a {} tensor has no gradient: watch floating-point numbers", t.dtype())));
        }
        let shared = &self.0.shared;
        let node = shared.push(Inputs::none(), Arc::new(Leaf))?.ok_or_else(consumed)?;
        Ok(t.untracked().tracked(Track { tape: shared.clone(), node, leaf: graph::leaf_edge(t).cloned() }))
    }

    /// Consumes the tape and returns the gradient of `loss` with respect to each of `wrt`: new
    /// contiguous tensors of their shapes and dtypes, untracked, zeros where the loss does not
    /// depend on one. A tensor listed twice gets two.
    ///
    /// Errors: `INVALID_ARGUMENT` if the tape was consumed before, if `loss` does not have exactly
    /// 1 element, if it or one of `wrt` is not recorded on this tape, or if a value that a rule
    /// needs was changed in place after it was recorded. The tape then stays open, whichever
    /// threads use it. Only if memory runs out in the middle of the walk is the tape consumed
    /// anyway, because it has freed part of its contents by then.
    pub fn backward(&self, loss: &Tensor, wrt: &[&Tensor]) -> Result<Vec<Tensor>> {
        let (last, ids) = self.0.shared.numbers(loss, wrt)?;
        if loss.size() != 1 {
            let shape = crate::tensor::shape::display(loss.shape());
            return Err(Error::argument(format!("loss of shape {shape} has {} elements, not 1", loss.size())));
        }
        let (nodes, slots) = self.0.shared.take_prepared(|nodes| backward::prepare(nodes, last, &ids))?;
        backward::walk(nodes, slots, loss, last, wrt, &ids)
    }

    /// Consumes the tape, given the gradient of `out`, and returns for each tensor the sum that came
    /// with it and of its gradients; `None` if there are none. Errors: those of [`Tape::backward`];
    /// the sums are then lost.
    pub(super) fn backward_on(
        &self,
        out: &Tensor,
        grad: Tensor,
        sums: Vec<(&Tensor, Option<Box<Tensor>>)>,
    ) -> Result<Vec<Option<Box<Tensor>>>> {
        let shared = &*self.0.shared;
        // What depends on no operand has no gradient to pass on.
        let Some(last) = shared.node_of(out) else { return Ok(sums.into_iter().map(|(_, sum)| sum).collect()) };
        let ids = sums.iter().map(|(t, _)| shared.node_of(t).ok_or_else(consumed)).collect::<Result<Vec<u32>>>()?;
        let (mut nodes, mut slots) = shared.take_prepared(|nodes| backward::prepare(nodes, last, &ids))?;
        for (&id, (_, sum)) in ids.iter().zip(sums) {
            slots[id as usize].grad = sum;
        }
        nodes.truncate(last as usize + 1);
        backward::run(nodes, &mut slots, || Ok(grad))?;
        Ok(ids.iter().map(|&id| slots[id as usize].grad.take()).collect())
    }

    /// Whether the tape still records.
    pub fn is_open(&self) -> bool {
        self.0.shared.is_open()
    }

    /// Frees everything it saved and stops recording. Closing twice does nothing.
    pub fn close(&self) {
        drop(self.0.shared.take());
    }
}

#[cold]
fn consumed() -> Error {
    Error::argument("tape was consumed by backward")
}

/// The gradients of `out`, which `tape` records, from its own, `grad`, by operations that it records
/// too; it stays open.
pub(super) fn derive(tape: &Arc<dyn Recording>, out: &Tensor, grad: &Tensor, wrt: &[&Tensor]) -> Result<Vec<Tensor>> {
    let shared = shared_of(tape).ok_or_else(consumed)?;
    let (last, ids) = shared.numbers(out, wrt)?;
    let copied = |nodes: &[Node]| -> Vec<(Inputs, Arc<dyn Rule>)> {
        nodes.iter().take(last as usize + 1).map(|node| (node.inputs.clone(), node.rule.clone())).collect()
    };
    let (nodes, slots) = {
        let nodes = shared.nodes.lock();
        let nodes = nodes.as_deref().ok_or_else(consumed)?;
        (copied(nodes), backward::prepare(nodes, last, &ids)?)
    };
    second::walk(nodes, slots, grad, wrt, &ids, &|id| shared.again(tape, id))
}

fn shared_of(tape: &Arc<dyn Recording>) -> Option<&Shared> {
    let tape: &dyn Any = &**tape;
    tape.downcast_ref()
}

/// Whether what is computed from `t` is recorded. A tensor recorded only by a consumed tape is no
/// longer recorded.
pub(super) fn is_recorded(t: &Tensor) -> bool {
    !is_paused() && (is_on_open_tape(t) || graph::edge_of(t).is_some())
}

/// Whether an open tape records `t`.
pub(super) fn is_on_open_tape(t: &Tensor) -> bool {
    t.track().and_then(|track| shared_of(&track.tape)).is_some_and(Shared::is_open)
}

/// What the operands of one operation are recorded on. An open tape comes before the graph of
/// leaves: leaves that it does not watch are constants to it.
pub(super) enum Recorder<'a> {
    Tape {
        tape: &'a Arc<dyn Recording>,
        shared: &'a Shared,
    },
    /// With the operands that were asked for so far, whose places are their numbers.
    Graph(RefCell<Vec<Edge>>),
}

impl Shared {
    /// The number of `loss`, and those of `wrt`, if they can be the start and the ends of a walk.
    fn numbers(&self, loss: &Tensor, wrt: &[&Tensor]) -> Result<(u32, Vec<u32>)> {
        if !self.is_open() {
            return Err(consumed());
        }
        let last = self.node_of(loss).ok_or_else(|| Error::argument("loss is not recorded on this tape"))?;
        let number = |(i, t): (usize, &&Tensor)| {
            let missing = || Error::argument(format!("tensor {i} of the gradients is not recorded on this tape"));
            self.node_of(t).ok_or_else(missing)
        };
        Ok((last, wrt.iter().enumerate().map(number).collect::<Result<_>>()?))
    }

    /// One more track of a node; `None` once the tape is consumed.
    fn again(&self, tape: &Arc<dyn Recording>, node: u32) -> Option<Track> {
        let mut nodes = self.nodes.lock();
        nodes.as_mut()?[node as usize].named += 1;
        Some(Track { tape: tape.clone(), node, leaf: None })
    }

    /// The number of `t` here, if it was recorded here.
    fn node_of(&self, t: &Tensor) -> Option<u32> {
        t.track().filter(|track| std::ptr::addr_eq(Arc::as_ptr(&track.tape), self)).map(|track| track.node)
    }
}

impl<'a> Recorder<'a> {
    /// What the tracked operands are recorded on; `None` if there are none, if their tape was
    /// consumed, or if this thread records nothing now. Operands on two open tapes are
    /// `INVALID_ARGUMENT`.
    #[inline]
    pub fn of<const N: usize>(operands: [&'a Tensor; N]) -> Result<Option<Recorder<'a>>> {
        if operands.iter().all(|t| t.track().is_none()) {
            return Ok(None);
        }
        Recorder::of_tracked(&operands)
    }

    /// Like [`Recorder::of`], for any number of operands.
    pub fn of_tracked(operands: &[&'a Tensor]) -> Result<Option<Recorder<'a>>> {
        let mut found: Option<(&'a Arc<dyn Recording>, &'a Shared)> = None;
        let mut is_in_a_graph = false;
        for (t, track) in operands.iter().filter_map(|t| Some((t, t.track()?))) {
            match (shared_of(&track.tape).filter(|s| s.is_open()), &found) {
                (None, _) => is_in_a_graph |= graph::edge_of(t).is_some(),
                (Some(shared), Some((_, other))) if !std::ptr::eq(*other, shared) => {
                    return Err(Error::argument("operands are recorded on two different tapes"));
                }
                (Some(shared), _) => found = Some((&track.tape, shared)),
            }
        }
        let recorder = match found {
            Some((tape, shared)) => Some(Recorder::Tape { tape, shared }),
            None => is_in_a_graph.then(|| Recorder::Graph(RefCell::default())),
        };
        Ok(recorder.filter(|_| !is_paused()))
    }

    /// The number of an operand here, [`NONE`] if it is not recorded here.
    pub fn id(&self, t: &Tensor) -> u32 {
        match self {
            Recorder::Tape { shared, .. } => shared.node_of(t).unwrap_or(NONE),
            Recorder::Graph(edges) => graph::edge_of(t).map_or(NONE, |edge| {
                let mut edges = edges.borrow_mut();
                let there = edges.iter().position(|other| std::ptr::addr_eq(Arc::as_ptr(other), Arc::as_ptr(edge)));
                there.unwrap_or_else(|| {
                    edges.push(edge.clone());
                    edges.len() - 1
                }) as u32
            }),
        }
    }

    /// Whether an operand is recorded here.
    pub fn has(&self, t: &Tensor) -> bool {
        match self {
            Recorder::Tape { shared, .. } => shared.node_of(t).is_some(),
            Recorder::Graph(_) => graph::edge_of(t).is_some(),
        }
    }

    /// Records that `out` was computed by `rule` from one operand.
    pub fn one(&self, out: Tensor, a: &Tensor, rule: Arc<dyn Rule>) -> Result<Tensor> {
        self.record(out, Inputs::one(self.id(a)), rule)
    }

    /// Records that `out` was computed by `rule` from two operands, at least one of them tracked.
    pub fn two(&self, out: Tensor, a: &Tensor, b: &Tensor, rule: Arc<dyn Rule>) -> Result<Tensor> {
        self.record(out, Inputs::two(self.id(a), self.id(b)), rule)
    }

    /// Records that `out` was computed by `rule` from operands with these numbers. Returns it
    /// tracked, or untracked if its elements have no gradient or the tape was consumed meanwhile.
    pub fn record(&self, out: Tensor, inputs: Inputs, rule: Arc<dyn Rule>) -> Result<Tensor> {
        if out.dtype().is_float()
            && let Some(track) = self.track(inputs, rule)?
        {
            return Ok(out.tracked(track));
        }
        Ok(if out.track().is_some() { out.untracked() } else { out })
    }

    fn track(&self, inputs: Inputs, rule: Arc<dyn Rule>) -> Result<Option<Track>> {
        match self {
            Recorder::Tape { tape, shared } => {
                let node = shared.push(inputs, rule)?;
                Ok(node.map(|node| Track { tape: (*tape).clone(), node, leaf: None }))
            }
            Recorder::Graph(edges) => {
                let edges = edges.borrow();
                let edge = |&id: &u32| edges.get(id as usize).cloned();
                Ok(Some(Vertex::track(rule, inputs.as_slice().iter().map(edge).collect())))
            }
        }
    }
}
