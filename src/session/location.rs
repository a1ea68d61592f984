//! In which workspace's memory a tensor is, and whether new tensors of its owner would be there
//! too.

use super::context;
use super::resource::{PinnedTensor, TABLE, owner_for};
use crate::error::Result;
use crate::ops;
use crate::ownership::SOURCES;
use crate::tensor::Tensor;

/// The number of the workspace whose memory holds the tensor.
pub(super) fn lies_in(t: &Tensor) -> Option<u64> {
    t.storage().workspace().map(|(number, _)| number)
}

/// Whether the result of an operation is a view of memory of a workspace that its owner is not in.
#[cold]
#[inline(never)]
pub(crate) fn is_elsewhere(scope: u64, operand: &PinnedTensor, result: &Tensor) -> bool {
    let Some(number) = lies_in(result) else { return false };
    context::number(owner_for(scope, Some(operand))) != Some(number)
}

/// A contiguous copy of the elements in new memory, on the same tape.
pub(crate) fn copied(t: &Tensor) -> Result<Tensor> {
    Ok(ops::copy(t)?.tracked_as(t))
}

/// A tensor that another thread has made, in the memory that new tensors of `scope` get: itself, or a
/// copy if that is memory of a workspace.
pub(super) fn brought(scope: u64, t: Tensor) -> Result<Tensor> {
    let wanted = if TABLE.features_in_use() & SOURCES == 0 { None } else { context::number(owner_for(scope, None)) };
    if wanted == lies_in(&t) { Ok(t) } else { ops::copy(&t) }
}
