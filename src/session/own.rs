//! Results: every new resource gets its handle and its owner here.

use super::context::{placed, within_limits};
use super::location::{brought, copied, is_elsewhere};
use super::release::release;
use super::resource::{PinnedTensor, Resource, TABLE, UNOWNED};
use super::source::{MemorySource, Node};
use crate::error::Result;
use crate::ownership::{Handle, Kind, Owner, SOURCES};
use crate::tensor::Tensor;

/// Gives a resource without an operand its handle: owned by `scope`, unowned when that is 0 or
/// [`UNOWNED`].
#[inline(always)]
pub(crate) fn own(scope: u64, resource: Resource) -> Result<u64> {
    TABLE.insert(alone(scope), resource).map(|handle| handle.0)
}

/// Like [`own`], for a tensor that `read` makes on the processor: it is copied to the default device
/// of the scope.
pub(crate) fn read_into(scope: u64, read: impl FnOnce() -> Result<Tensor>) -> Result<u64> {
    own(scope, Resource::Tensor(within_limits(scope, None, || placed(scope, read()?))?))
}

/// Like [`own`], for a tensor whose creation cannot fail: it is built in its slot.
#[inline(always)]
pub(crate) fn own_tensor(scope: u64, make: impl FnOnce() -> Tensor) -> Result<u64> {
    TABLE.insert_with(alone(scope), Kind::Tensor, || Resource::Tensor(make())).map(|handle| handle.0)
}

/// Like [`own`], for a scope, which is also built in its slot. Fails if `parent` was emptied after
/// its counter had the value `endings`.
#[inline(always)]
pub(super) fn own_scope(parent: u64, endings: u64, source: impl FnOnce() -> MemorySource) -> Result<u64> {
    let owner = if parent == 0 { Owner::Unowned } else { Owner::Since(Handle(parent), endings) };
    TABLE.insert_with(owner, Kind::Scope, || Resource::Scope(Node::new(source()))).map(|handle| handle.0)
}

/// Gives the result of an operation its handle. It is owned by `scope`, or, when that is 0, by the
/// scope that owns the first operand. It is unowned if that operand is, or if `scope` is
/// [`UNOWNED`]. A view of a workspace's memory is copied if its owner is elsewhere.
#[inline(always)]
pub(crate) fn own_beside(scope: u64, operand: &PinnedTensor, result: Tensor) -> Result<u64> {
    if TABLE.features_in_use() & SOURCES != 0 && is_elsewhere(scope, operand, &result) {
        return own_copy(scope, operand, &result);
    }
    TABLE.insert(beside(scope, operand), Resource::Tensor(result)).map(|handle| handle.0)
}

/// Like [`own_beside`], for several results of one call: either all get an owner, or none is kept.
pub(crate) fn own_all_beside(
    scope: u64,
    operand: &PinnedTensor,
    results: impl IntoIterator<Item = Tensor>,
) -> Result<Vec<u64>> {
    all_or_none(results, |result| own_beside(scope, operand, result))
}

/// Like [`own`], for several tensors of one call: either all get an owner, or none is kept.
pub(crate) fn own_all(scope: u64, results: impl IntoIterator<Item = Tensor>) -> Result<Vec<u64>> {
    all_or_none(results, |result| own(scope, Resource::Tensor(result)))
}

/// Like [`own_all`], for tensors that another thread has made, which are copied if `scope` is in a
/// workspace.
pub(crate) fn own_all_brought(scope: u64, made: impl IntoIterator<Item = Tensor>) -> Result<Vec<u64>> {
    all_or_none(made, |t| own(scope, Resource::Tensor(brought(scope, t)?)))
}

/// Like [`own_all`], for resources of any kind.
pub(crate) fn own_all_resources(scope: u64, resources: impl IntoIterator<Item = Resource>) -> Result<Vec<u64>> {
    all_or_none(resources, |resource| own(scope, resource))
}

fn all_or_none<T>(results: impl IntoIterator<Item = T>, mut own: impl FnMut(T) -> Result<u64>) -> Result<Vec<u64>> {
    let mut handles = Vec::new();
    for result in results {
        match own(result) {
            Ok(handle) => handles.push(handle),
            Err(error) => {
                release(&handles);
                return Err(error);
            }
        }
    }
    Ok(handles)
}

#[inline(always)]
fn alone(scope: u64) -> Owner<'static, Resource> {
    match scope {
        0 | UNOWNED => Owner::Unowned,
        _ => Owner::Scope(Handle(scope)),
    }
}

#[inline(always)]
fn beside(scope: u64, operand: &PinnedTensor) -> Owner<'_, Resource> {
    match scope {
        0 => Owner::Beside(operand.pin()),
        UNOWNED => Owner::Unowned,
        _ => Owner::Scope(Handle(scope)),
    }
}

#[cold]
fn own_copy(scope: u64, operand: &PinnedTensor, result: &Tensor) -> Result<u64> {
    let copy = within_limits(scope, Some(operand), || copied(result))?;
    TABLE.insert(beside(scope, operand), Resource::Tensor(copy)).map(|handle| handle.0)
}
