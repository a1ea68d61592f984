//! Stochastic gradient descent with momentum.

use super::resource::{Resource, TABLE, borrowed, optimizer, own, tensors};
use crate::error::Result;
use crate::nn::Sgd;
use crate::ownership::{Handle, Kind};
use std::sync::Arc;

/// An optimizer for these parameters. It holds references of its own on their storages. *Returns new.*
pub fn create(scope: u64, params: &[u64], lr: f64, momentum: f64) -> Result<u64> {
    let params = tensors(params)?.iter().map(|t| t.untracked()).collect();
    own(scope, Resource::Optimizer(Arc::new(Sgd::new(params, lr, momentum)?)))
}

/// One step, in place: `v = momentum * v + grad; param -= lr * v`, as PyTorch computes it. One gradient a parameter,
/// in the same order. Errors leave every parameter as it was: `INVALID_ARGUMENT`, `SHAPE_MISMATCH`, `DTYPE_MISMATCH`.
pub fn step(sgd: u64, grads: &[u64]) -> Result<()> {
    let optimizer = optimizer(sgd)?;
    let grads = tensors(grads)?;
    optimizer.step(&borrowed(&grads))
}

/// *Consumes* the optimizer; its parameters stay.
pub fn dispose(sgd: u64) -> Result<()> {
    TABLE.dispose(Handle(sgd), Kind::Optimizer)
}
