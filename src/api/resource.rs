//! `Resource`: what a handle can name, and the one table of the process.
//!
//! Invariant: every function of `api` gets at a resource through [`tensor`], [`tape`] or [`optimizer`], so a handle
//! is checked in one place; and every new resource gets its handle and its owner through [`own`] or [`own_beside`].

use super::counter::Counter;
use super::sgd::Optimizer;
use super::workspace::{Entered, Ground, Node, copied, is_elsewhere, tombs};
use crate::autograd::Tape;
use crate::error::{Error, Result};
use crate::ownership::{Handle, Holding, Kind, Members, Owner, PLACES, Payload, Pin, StandIn, Table};
use crate::tensor::Tensor;
use crate::tensor::shape::display;
use std::ops::Deref;
use std::sync::Arc;

/// See the top of the file.
pub(super) enum Resource {
    Tensor(Tensor),
    Scope(Node),
    Tape(Tape),
    Optimizer(Arc<Optimizer>),
    Counter(Arc<Counter>),
    StandIn(StandIn),
}

pub(super) static TABLE: Table<Resource> = Table::new();

/// In the place of a scope's handle: nobody is to own the result, whoever owns the operand by then. A wrapper that has found
/// no owner says so, since another thread may move the operand between its look and the core's.
pub const NOBODY: u64 = u64::MAX;

impl Payload for Resource {
    #[inline]
    fn kind(&self) -> Kind {
        match self {
            Resource::Tensor(_) => Kind::Tensor,
            Resource::Scope(_) => Kind::Scope,
            Resource::Tape(_) => Kind::Tape,
            Resource::Optimizer(_) => Kind::Optimizer,
            Resource::Counter(_) => Kind::Counter,
            Resource::StandIn(_) => Kind::StandIn,
        }
    }

    fn members(&self) -> Option<&Members> {
        match self {
            Resource::Scope(node) => Some(node.members()),
            _ => None,
        }
    }

    fn holding(&self) -> Option<Holding> {
        match self {
            Resource::Tensor(tensor) => {
                let storage = tensor.storage();
                Some(Holding { storage: storage.id(), bytes: storage.bytes() as u64 })
            }
            Resource::StandIn(stand_in) => stand_in.holding(),
            _ => None,
        }
    }

    fn is_shared(&self) -> bool {
        match self {
            Resource::Tensor(tensor) => tensor.storage().ref_count() > 1,
            _ => true,
        }
    }

    fn from_stand_in(stand_in: StandIn) -> Resource {
        Resource::StandIn(stand_in)
    }

    fn stand_in(&self) -> Option<&StandIn> {
        match self {
            Resource::StandIn(stand_in) => Some(stand_in),
            _ => None,
        }
    }

    #[inline]
    fn set_unowned(&self, unowned: bool) {
        if let Resource::Tensor(tensor) = self {
            tensor.storage().set_unowned(unowned);
        }
    }

    fn epitaph(tag: u64) -> Option<String> {
        tombs::read(tag)
    }

    fn describe(&self) -> String {
        match self {
            Resource::Tensor(tensor) => format!("{} {}", tensor.dtype(), display(tensor.shape())),
            _ => String::new(),
        }
    }
}

/// A tensor in use: it lives until this is dropped, whatever other threads close.
pub(super) struct PinnedTensor(Pin<'static, Resource>);

impl Deref for PinnedTensor {
    type Target = Tensor;
    #[inline]
    fn deref(&self) -> &Tensor {
        match &*self.0 {
            Resource::Tensor(tensor) => tensor,
            _ => unreachable!("the table compared the kind"),
        }
    }
}

impl PinnedTensor {
    /// Whether another call uses it at this moment.
    pub(super) fn is_used_elsewhere(&self) -> bool {
        self.0.is_used_elsewhere()
    }

    /// Whether it is lent to the scope that owns it.
    pub(super) fn is_lent(&self) -> bool {
        self.0.is_lent()
    }

    /// The scope that owns it at this moment.
    pub(super) fn owner(&self) -> Option<Handle> {
        self.0.owner()
    }
}

/// The tensor of this handle. *Borrows.*
#[inline]
pub(super) fn tensor(handle: u64) -> Result<PinnedTensor> {
    TABLE.pin(Handle(handle), Kind::Tensor).map(PinnedTensor)
}

/// The tensors of these handles, all or none. *Borrows.*
pub(super) fn tensors(handles: &[u64]) -> Result<Vec<PinnedTensor>> {
    handles.iter().map(|&handle| tensor(handle)).collect()
}

/// Pins as the references that kernels take.
pub(super) fn borrowed(pins: &[PinnedTensor]) -> Vec<&Tensor> {
    pins.iter().map(|pin| &**pin).collect()
}

/// A tape in use, as [`PinnedTensor`].
pub(super) struct PinnedTape(Pin<'static, Resource>);

impl Deref for PinnedTape {
    type Target = Tape;
    #[inline]
    fn deref(&self) -> &Tape {
        match &*self.0 {
            Resource::Tape(tape) => tape,
            _ => unreachable!("the table compared the kind"),
        }
    }
}

/// The tape of this handle. *Borrows.*
#[inline]
pub(super) fn tape(handle: u64) -> Result<PinnedTape> {
    TABLE.pin(Handle(handle), Kind::Tape).map(PinnedTape)
}

/// The optimizer of this handle. *Borrows*: a clone shares it.
pub(super) fn optimizer(handle: u64) -> Result<Arc<Optimizer>> {
    match &*TABLE.pin(Handle(handle), Kind::Optimizer)? {
        Resource::Optimizer(optimizer) => Ok(optimizer.clone()),
        _ => unreachable!("the table compared the kind"),
    }
}

/// The counter of this handle. *Borrows*: a clone shares it.
pub(super) fn counter(handle: u64) -> Result<Arc<Counter>> {
    match &*TABLE.pin(Handle(handle), Kind::Counter)? {
        Resource::Counter(counter) => Ok(counter.clone()),
        _ => unreachable!("the table compared the kind"),
    }
}

/// Runs what makes a tensor for `scope`, or beside `operand` when that is 0. Its memory is that of the workspace that the
/// owner lies in, or the pool's. Where a limit is set on the owner or above, no more is asked for than it leaves: what does
/// not fit is refused before it is taken, by the limit's name.
#[inline(always)] // and `make` is called in one place, so that what it makes is built where it will be
pub(super) fn within_limits<T>(
    scope: u64,
    operand: Option<&PinnedTensor>,
    make: impl FnOnce() -> Result<T>,
) -> Result<T> {
    let place = if TABLE.rules() != 0 { enter_place(scope, operand, false) } else { None };
    match make() {
        Ok(made) => Ok(made),
        Err(error) => Err(explained(error, place)),
    }
}

/// As [`within_limits`], for gradients.
pub(super) fn within_gradients<T>(scope: u64, operand: &PinnedTensor, make: impl FnOnce() -> Result<T>) -> Result<T> {
    let place = if TABLE.rules() != 0 { enter_place(scope, Some(operand), true) } else { None };
    make().map_err(|error| explained(error, place))
}

#[cold]
#[inline(never)]
fn enter_place(scope: u64, operand: Option<&PinnedTensor>, gradient: bool) -> Option<Entered> {
    Entered::enter(owner_for(scope, operand)?, gradient)
}

#[cold]
fn explained(error: Error, place: Option<Entered>) -> Error {
    match place.map(|place| (place.owner(), place.refused())) {
        None | Some((_, 0)) => error,
        Some((owner, bytes)) => TABLE.would_refuse(owner, bytes).unwrap_or(error),
    }
}

/// The scope that is to own what is made for `scope` from `operand`; `None` for nobody.
pub(super) fn owner_for(scope: u64, operand: Option<&PinnedTensor>) -> Option<Handle> {
    match scope {
        0 => operand.and_then(PinnedTensor::owner),
        NOBODY => None,
        _ => Some(Handle(scope)),
    }
}

/// Gives a resource that comes from no operand its handle: owned by `scope`, by nobody when that is 0 or [`NOBODY`].
#[inline(always)]
pub(super) fn own(scope: u64, resource: Resource) -> Result<u64> {
    TABLE.insert(alone(scope), resource).map(|handle| handle.0)
}

/// As [`own`] for a tensor that cannot fail: it is built in its slot.
#[inline(always)]
pub(super) fn own_tensor(scope: u64, make: impl FnOnce() -> Tensor) -> Result<u64> {
    TABLE.insert_with(alone(scope), Kind::Tensor, || Resource::Tensor(make())).map(|handle| handle.0)
}

/// As [`own`] for a scope, which is built in its slot too.
#[inline(always)]
pub(super) fn own_scope(parent: u64, ground: impl FnOnce() -> Ground) -> Result<u64> {
    let owner = if parent == 0 { Owner::Nobody } else { Owner::Scope(Handle(parent)) };
    TABLE.insert_with(owner, Kind::Scope, || Resource::Scope(Node::new(ground()))).map(|handle| handle.0)
}

/// Gives the result of an operation its handle: owned by `scope`; when that is 0, by the scope that owns the first
/// operand; when that has none, or `scope` is [`NOBODY`], by nobody. A view of a workspace's memory is a copy when its owner
/// lies elsewhere.
#[inline(always)]
pub(super) fn own_beside(scope: u64, operand: &PinnedTensor, result: Tensor) -> Result<u64> {
    if TABLE.rules() & PLACES != 0 && is_elsewhere(scope, operand, &result) {
        return own_copy(scope, operand, &result);
    }
    TABLE.insert(beside(scope, operand), Resource::Tensor(result)).map(|handle| handle.0)
}

#[inline(always)]
fn alone(scope: u64) -> Owner<'static, Resource> {
    match scope {
        0 | NOBODY => Owner::Nobody,
        _ => Owner::Scope(Handle(scope)),
    }
}

#[inline(always)]
fn beside(scope: u64, operand: &PinnedTensor) -> Owner<'_, Resource> {
    match scope {
        0 => Owner::Beside(&operand.0),
        NOBODY => Owner::Nobody,
        _ => Owner::Scope(Handle(scope)),
    }
}

#[cold]
fn own_copy(scope: u64, operand: &PinnedTensor, result: &Tensor) -> Result<u64> {
    let copy = within_limits(scope, Some(operand), || copied(result))?;
    TABLE.insert(beside(scope, operand), Resource::Tensor(copy)).map(|handle| handle.0)
}
