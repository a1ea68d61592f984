//! Copying out: what leaves a workspace gets memory of its own.
//!
//! Invariant: a handle owned by a scope never lies in the memory of a workspace other than the one that the scope's new
//! tensors would come from. So the end of a cycle pins nothing that anyone can still name.

use super::place;
use crate::api::resource::{PinnedTensor, Resource, own, tensor, within_limits};
use crate::autograd;
use crate::error::Result;
use crate::ops;
use crate::ownership::Handle;
use crate::tensor::Tensor;

/// A copy in the memory of what `scope` owns, owned by it; 0 is nobody, whose memory is the pool's. An alias where it lies
/// there already.
pub(in crate::api) fn leverage(scope: u64, t: u64) -> Result<u64> {
    let t = tensor(t)?;
    let owner = (scope != 0).then_some(Handle(scope));
    let result = if lies_in(&t) == place::number(owner) {
        t.clone()
    } else {
        within_limits(scope, None, || autograd::copy(&t))?
    };
    own(scope, Resource::Tensor(result))
}

/// The workspace that a tensor lies in, by its number.
pub(super) fn lies_in(t: &Tensor) -> Option<u64> {
    t.storage().workspace().map(|(number, _)| number)
}

/// Whether the result of an operation is a view of a workspace's memory that its owner does not lie in.
#[cold]
#[inline(never)]
pub(in crate::api) fn is_elsewhere(scope: u64, operand: &PinnedTensor, result: &Tensor) -> bool {
    let Some(number) = lies_in(result) else { return false };
    let owner = if scope == 0 { operand.owner() } else { Some(Handle(scope)) };
    place::number(owner) != Some(number)
}

/// The same elements in other memory, contiguous, on the same tape.
pub(in crate::api) fn copied(t: &Tensor) -> Result<Tensor> {
    let copy = ops::copy(t)?;
    Ok(match t.track() {
        Some(track) => copy.tracked(track.clone()),
        None => copy,
    })
}
