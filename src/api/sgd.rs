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

/// Makes an optimizer for these parameters, at least one. It holds references of its own on their storages. *Returns new.*
///
/// - `create()`
/// - `parameters`: what to change, contiguous floating-point tensors
/// - `learning_rate`: how much of a gradient goes into a step
/// - `momentum` = 0: how much of the last step goes into the next; 0 for none
/// - `INVALID_ARGUMENT`: a number is negative or not finite, or there are no parameters
/// - `OUT_OF_MEMORY`: there is no memory for it
pub fn create(scope: Owner, parameters: TensorRefs, learning_rate: f64, momentum: f64) -> Result<NewSgd> {
    let tensors = tensors(parameters)?.iter().map(|t| t.untracked()).collect();
    let sgd = Sgd::new(tensors, learning_rate, momentum)?;
    own(scope, Resource::object(Arc::new(Optimizer { sgd, params: parameters.to_vec() })))
}

/// Changes the parameters in place: `v = momentum * v + gradient; parameter -= learning_rate * v`, as PyTorch computes it.
/// If it fails, no parameter has changed.
///
/// - `step()`
/// - `gradients`: one for each parameter, of its shape and type, in the order in which it was created with them
/// - `INVALID_ARGUMENT`: there are more or fewer than parameters
/// - `SHAPE_MISMATCH`: one has another shape than its parameter
/// - `DTYPE_MISMATCH`: one has another element type
/// - `OUT_OF_MEMORY`: there is no memory for the velocities
pub fn step(sgd: SgdRef, gradients: TensorRefs) -> Result<()> {
    let optimizer = object::<Optimizer>(sgd)?;
    let gradients = tensors(gradients)?;
    optimizer.sgd.step_of(&borrowed(&gradients), |i, held| optimizer.moved(i, held))
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
