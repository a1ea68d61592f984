//! Kernels of backward rules and of the optimizer: each is one pass where a composition of operations would be three.
//! Gradients of halves are computed in float32, from copies, and rounded.
//!
//! Invariant: a kernel writes only into a gradient that it was given as its own (`is_owned`) or has just made, so
//! nothing that a program can see changes under it.

mod elementwise;
mod rows;
mod sgd;

pub(crate) use elementwise::unary_reads;
pub use elementwise::{Reads, Side, binary, scalar, unary};
pub use rows::{add_at_targets, cross_entropy, index_add, softmax};
pub use sgd::{sgd, sgd_gradient};

use crate::error::{Error, Result};
use crate::ops;
use crate::tensor::{DType, Element, SharedCell, Tensor};

/// Whether nobody else holds the elements of `t` and they can be written one after another.
pub(crate) fn is_owned(t: &Tensor) -> bool {
    t.storage().ref_count() == 1 && t.is_contiguous() && !t.storage().is_foreign()
}

#[cold]
fn not_floating(dtype: DType) -> Error {
    Error::dtype(format!("a gradient is of floating-point numbers, not {dtype}"))
}

/// A half as float32; any other is on the same storage.
fn widened(t: &Tensor) -> Result<Tensor> {
    ops::cast(t, t.dtype().computed_in())
}

/// The same values where they may be written: `t` itself if it is owned, a copy otherwise.
fn owned(t: Tensor) -> Result<Tensor> {
    if is_owned(&t) { Ok(t) } else { ops::copy(&t) }
}

/// The elements of a tensor that the caller made contiguous and of this dtype.
fn values<T: Element>(t: &Tensor) -> Result<&[SharedCell<T>]> {
    Ok(t.host()?.cells().expect("the caller made it contiguous and of this dtype"))
}

/// The elements of a gradient that is [`is_owned`].
fn values_mut<T: Element>(t: &mut Tensor) -> Result<&mut [T]> {
    assert!(T::DTYPE == t.dtype() && is_owned(t), "the caller made it its own");
    let first = t.host()?.as_ptr().cast::<T>();
    // SAFETY: contiguous elements of T inside the storage, and `t`, borrowed mutably, is all that holds the storage.
    Ok(unsafe { std::slice::from_raw_parts_mut(first, t.size()) })
}
