//! In which workspace's memory a tensor lies, and whether new tensors of its owner would lie there too.

use super::context;
use super::resource::{PinnedTensor, owner_for};
use crate::error::Result;
use crate::ops;
use crate::tensor::Tensor;

/// The workspace that a tensor lies in, by its number.
pub(super) fn lies_in(t: &Tensor) -> Option<u64> {
    t.storage().workspace().map(|(number, _)| number)
}

/// Whether the result of an operation is a view of a workspace's memory that its owner does not lie in.
#[cold]
#[inline(never)]
pub(crate) fn is_elsewhere(scope: u64, operand: &PinnedTensor, result: &Tensor) -> bool {
    let Some(number) = lies_in(result) else { return false };
    context::number(owner_for(scope, Some(operand))) != Some(number)
}

/// The same elements in other memory, contiguous, on the same tape.
pub(crate) fn copied(t: &Tensor) -> Result<Tensor> {
    Ok(ops::copy(t)?.tracked_as(t))
}
