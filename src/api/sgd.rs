//! Stochastic gradient descent with momentum.

use super::types::{Disposed, Owner, TensorRefs};
use crate::error::Result;
use crate::nn::Sgd;
use crate::ownership::{Handle, Kind};
use crate::session::own::own;
use crate::session::resource::{Object, Resource, TABLE, borrowed, object, tensor, tensors};
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

/// Makes an optimizer for the given parameters. It holds its own references to their storages. *Returns new.*
///
///
/// - `create()`
/// - `parameters`: the tensors to change, at least one, floating-point, whose elements do not overlap
/// - `learning_rate`: the factor of a step
/// - `momentum` = 0: the share of the last step in the next one; 0 for none
/// - `INVALID_ARGUMENT`: a number is negative or not finite, there are no parameters, or the elements of a parameter
///   overlap each other or those of another parameter
/// - `DTYPE_MISMATCH`: a parameter is not floating-point
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn create(scope: Owner, parameters: TensorRefs, learning_rate: f64, momentum: f64) -> Result<NewSgd> {
    let tensors = tensors(parameters)?.iter().map(|t| t.untracked()).collect();
    let sgd = Sgd::new(tensors, learning_rate, momentum)?;
    own(scope, Resource::object(Arc::new(Optimizer { sgd, params: parameters.to_vec() })))
}

/// Changes the parameters in place, as PyTorch does: `v = momentum * v + gradient; parameter -= learning_rate * v`. If
/// this fails, no parameter has changed.
///
///
/// - `step()`
/// - `gradients`: one gradient for each parameter, of its shape and dtype, in the order of the parameters
/// - `INVALID_ARGUMENT`: the number of gradients is not that of the parameters
/// - `SHAPE_MISMATCH`: a gradient has another shape than its parameter
/// - `DTYPE_MISMATCH`: a gradient has another dtype than its parameter
/// - `OUT_OF_MEMORY`: there is not enough memory for the velocities `v`
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
