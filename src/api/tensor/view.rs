//! Views: new references on the same storage. See `tensor::view` for the rules and errors of each.

use super::map;
use crate::api::types::{Axes, Dims, NewTensor, Owner, TensorRef};
use crate::autograd;
use crate::error::Result;

/// Another shape of the same elements; a view when strides can express it, else a copy. One size may be -1.
pub fn reshape(scope: Owner, t: TensorRef, dims: Dims) -> Result<NewTensor> {
    map(scope, t, |t| autograd::reshape(t, dims))
}

/// Dimensions in this order.
pub fn permute(scope: Owner, t: TensorRef, axes: Axes) -> Result<NewTensor> {
    map(scope, t, |t| autograd::permute(t, axes))
}

/// Two dimensions exchanged.
pub fn transpose(scope: Owner, t: TensorRef, a: i64, b: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::transpose(t, a, b))
}

/// Every `step`-th index from `start` below `end` of one dimension, with Python's meaning of bounds.
pub fn slice(scope: Owner, t: TensorRef, axis: i64, start: i64, end: i64, step: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::slice(t, axis, start, end, step))
}

/// One index of one dimension, which goes away.
pub fn select(scope: Owner, t: TensorRef, axis: i64, index: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::select(t, axis, index))
}

/// The dimension taken out if its size is 1.
pub fn squeeze(scope: Owner, t: TensorRef, axis: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::squeeze(t, axis))
}

/// Every dimension of size 1 taken out.
pub fn squeeze_all(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, autograd::squeeze_all)
}

/// A new dimension of size 1.
pub fn unsqueeze(scope: Owner, t: TensorRef, axis: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::unsqueeze(t, axis))
}

/// Dimensions of size 1 stretched, new ones in front; -1 keeps a size.
pub fn expand(scope: Owner, t: TensorRef, dims: Dims) -> Result<NewTensor> {
    map(scope, t, |t| autograd::expand(t, dims))
}
