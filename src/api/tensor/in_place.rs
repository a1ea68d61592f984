//! Filling in place. Both functions return nothing, and the caller keeps the tensor. Writing through a view changes the
//! storage that all its views and aliases share.

use crate::api::types::{Scalar, ScalarValue, TensorRef};
use crate::autograd;
use crate::error::Result;
use crate::session::resource::tensor;

/// Sets every element to one number. A float dtype rounds the number; bool stores whether it is nonzero.
/// Shapes: `[...] -> [...]`. Dtype: kept.
///
/// - `value`: the number, the same for every element
/// - `INVALID_ARGUMENT`: an integer dtype cannot hold the number, this tensor is recorded on a tape, or its elements
///   overlap
pub fn fill(t: TensorRef, value: ScalarValue) -> Result<()> {
    let t = tensor(t)?;
    autograd::fill(&t, value)
}

/// Sets every element to 0.
/// Shapes: `[...] -> [...]`. Dtype: kept.
///
/// - `INVALID_ARGUMENT`: this tensor is recorded on a tape, or its elements overlap
pub fn zero(t: TensorRef) -> Result<()> {
    fill(t, Scalar::I64(0))
}
