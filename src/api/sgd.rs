//! Stochastic gradient descent with momentum.

use super::own::own;
use super::resource::{Object, Resource, TABLE, borrowed, object, tensor, tensors};
use super::types::{Disposed, Owner, TensorRefs};
use crate::error::Result;
use crate::nn::Sgd;
use crate::ownership::{Handle, Kind};
use crate::tensor::Tensor;
use std::sync::Arc;

/// An optimizer's handle, borrowed.
pub type SgdRef = u64;

/// The handle of a new optimizer.
pub type NewSgd = u64;

/// The rule, and the handles of what it changes: under the same handle a tensor that leaves a workspace lies elsewhere.
pub(super) struct Optimizer {
    sgd: Sgd,
    params: Vec<u64>,
}

impl Object for Optimizer {
    const KIND: Kind = Kind::Optimizer;
}

/// An optimizer for these parameters, at least one. It holds references of its own on their storages. *Returns new.*
pub fn create(scope: Owner, params: TensorRefs, lr: f64, momentum: f64) -> Result<NewSgd> {
    let tensors = tensors(params)?.iter().map(|t| t.untracked()).collect();
    let sgd = Sgd::new(tensors, lr, momentum)?;
    own(scope, Resource::object(Arc::new(Optimizer { sgd, params: params.to_vec() })))
}

/// One step, in place: `v = momentum * v + grad; param -= lr * v`, as PyTorch computes it. One gradient a parameter,
/// in the same order. Errors leave every parameter as it was: `INVALID_ARGUMENT`, `SHAPE_MISMATCH`, `DTYPE_MISMATCH`.
pub fn step(sgd: SgdRef, grads: TensorRefs) -> Result<()> {
    let optimizer = object::<Optimizer>(sgd)?;
    let grads = tensors(grads)?;
    optimizer.sgd.step_of(&borrowed(&grads), |i, held| optimizer.moved(i, held))
}

impl Optimizer {
    /// A parameter that was copied out of its workspace since: closed, or still there, it is what is held.
    fn moved(&self, i: usize, held: &Tensor) -> Option<Tensor> {
        held.storage().workspace()?;
        let now = tensor(self.params[i]).ok()?;
        (!now.storage().is_same(held.storage())).then(|| now.untracked())
    }
}

/// *Consumes* the optimizer; its parameters stay.
pub fn dispose(sgd: Disposed) -> Result<()> {
    TABLE.dispose(Handle(sgd), Kind::Optimizer)
}
