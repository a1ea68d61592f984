//! `Resource`: what a handle can name, and the one table of the process.
//!
//! Invariant: every function of `api` and `session` gets a resource through [`tensor`], [`tape`] or
//! [`object`], so handles are checked in one place. A kind whose inside is not needed here is an
//! [`Object`]: only its own file names its type.

use super::source::{ModuleNode, Node, stale};
use crate::autograd::{Tape, gradient_memory};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::io::onnx::Value;
use crate::nn::Module;
use crate::nn::module::Role;
use crate::ownership::{Handle, Kind, Members, Payload, PendingReturn, Pin, StorageCharge, Table};
use crate::tensor::Tensor;
use crate::tensor::shape::display;
use std::any::Any;
use std::ops::Deref;
use std::sync::Arc;

/// What the table keeps under a handle.
pub(crate) enum Resource {
    Tensor(Tensor),
    Scope(Node),
    Module(Box<ModuleNode>),
    Tape(Tape),
    /// With the memory that is charged to the scope, for kinds that hold much.
    Object(Kind, Option<StorageCharge>, Arc<dyn Any + Send + Sync>),
    PendingReturn(PendingReturn),
}

/// A resource type defined elsewhere: one type for each kind.
pub(crate) trait Object: Any + Send + Sync {
    const KIND: Kind;
}

impl Resource {
    /// A new resource of this kind.
    pub(crate) fn object<T: Object>(object: Arc<T>) -> Resource {
        Resource::Object(T::KIND, None, object)
    }

    /// The node of a scope or a module.
    pub(super) fn node(&self) -> Option<&Node> {
        match self {
            Resource::Scope(node) => Some(node),
            Resource::Module(node) => Some(node.node()),
            _ => None,
        }
    }

    /// The same, for one that holds memory of the pool.
    pub(crate) fn object_of<T: Object>(object: Arc<T>, charge: StorageCharge) -> Resource {
        Resource::Object(T::KIND, Some(charge), object)
    }
}

pub(crate) static TABLE: Table<Resource> = Table::new();

/// Passed instead of a scope's handle: the result is unowned, even if the operand has an owner.
pub(crate) const UNOWNED: u64 = u64::MAX;

impl Payload for Resource {
    #[inline]
    fn kind(&self) -> Kind {
        match self {
            Resource::Tensor(_) => Kind::Tensor,
            Resource::Scope(_) => Kind::Scope,
            Resource::Module(_) => Kind::Module,
            Resource::Tape(_) => Kind::Tape,
            Resource::Object(kind, ..) => *kind,
            Resource::PendingReturn(_) => Kind::PendingReturn,
        }
    }

    fn members(&self) -> Option<&Members> {
        self.node().map(Node::members)
    }

    fn charge(&self) -> Option<StorageCharge> {
        match self {
            Resource::Tensor(tensor) => {
                let storage = tensor.storage();
                Some(StorageCharge { storage: storage.id(), bytes: storage.charged_bytes() as u64 })
            }
            Resource::PendingReturn(pending) => pending.charges()[0],
            Resource::Object(_, charge, _) => *charge,
            _ => None,
        }
    }

    fn second_charge(&self) -> Option<StorageCharge> {
        match self {
            Resource::Tensor(tensor) => {
                let storage = gradient_memory(tensor)?.storage();
                Some(StorageCharge { storage: storage.id(), bytes: storage.charged_bytes() as u64 })
            }
            Resource::PendingReturn(pending) => pending.charges()[1],
            _ => None,
        }
    }

    fn is_shared(&self) -> bool {
        match self {
            Resource::Tensor(tensor) => tensor.storage().ref_count() > 1,
            _ => true,
        }
    }

    fn stays(&self) -> Option<Error> {
        match self {
            Resource::Scope(node) => node.stays(),
            _ => None,
        }
    }

    fn kept(member: Handle) -> Error {
        kept(member)
    }

    fn from_pending_return(pending: PendingReturn) -> Resource {
        Resource::PendingReturn(pending)
    }

    fn pending_return(&self) -> Option<&PendingReturn> {
        match self {
            Resource::PendingReturn(pending) => Some(pending),
            _ => None,
        }
    }

    #[inline]
    fn set_unowned(&self, unowned: bool) {
        match self {
            Resource::Tensor(tensor) => tensor.storage().set_unowned(unowned),
            Resource::Object(Kind::OnnxValue, _, object) => {
                if let Some(value) = object.downcast_ref::<Value>() {
                    value.storages(&mut |storage| storage.set_unowned(unowned));
                }
            }
            _ => {}
        }
    }

    fn stale_note(tag: u64) -> Option<String> {
        stale::read(tag)
    }

    fn tag(&self) -> u8 {
        match self {
            Resource::Tensor(tensor) => tensor.dtype().code() as u8,
            _ => 0,
        }
    }

    fn device(&self) -> u8 {
        match self {
            Resource::Tensor(tensor) => tensor.storage().device().tag(),
            _ => 0,
        }
    }

    fn describe(&self) -> String {
        match self {
            Resource::Tensor(tensor) if tensor.device() == Device::Cpu => {
                format!("{} {}", tensor.dtype(), display(tensor.shape()))
            }
            Resource::Tensor(tensor) => {
                format!("{} {} on {}", tensor.dtype(), display(tensor.shape()), tensor.device())
            }
            Resource::Module(node) => format!("module {}", node.module().kind()),
            _ => String::new(),
        }
    }
}

/// The parts of what [`Resource::describe`] gives; each is empty if there is none.
#[derive(Default)]
pub(crate) struct Parts<'a> {
    /// `float32`, of a tensor.
    pub dtype: &'a str,
    /// `[2,3]`, of a tensor.
    pub shape: &'a str,
    /// `cuda:0`, of a tensor that is not the processor's.
    pub device: &'a str,
    /// `Linear`, of a module.
    pub class: &'a str,
}

impl Parts<'_> {
    pub fn of(what: &str) -> Parts<'_> {
        match what.split_once(' ') {
            Some(("module", class)) => Parts { class, ..Parts::default() },
            Some((dtype, rest)) => {
                let (shape, device) = rest.split_once(" on ").unwrap_or((rest, ""));
                Parts { dtype, shape, device, ..Parts::default() }
            }
            None => Parts::default(),
        }
    }
}

/// A tensor in use: it stays alive until this is dropped, even if another thread closes it.
pub(crate) struct PinnedTensor(Pin<'static, Resource>);

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
    /// The pin that keeps it alive.
    #[inline(always)]
    pub(crate) fn pin(&self) -> &Pin<'static, Resource> {
        &self.0
    }

    /// The same, when the tensor itself is not needed any more.
    pub(super) fn into_pin(self) -> Pin<'static, Resource> {
        self.0
    }

    /// Whether another call is using it now.
    pub(crate) fn is_used_elsewhere(&self) -> bool {
        self.0.is_used_elsewhere()
    }

    /// Whether it is lent to the scope that owns it.
    pub(crate) fn is_lent(&self) -> bool {
        self.0.is_lent()
    }

    /// The scope that currently owns it.
    pub(crate) fn owner(&self) -> Option<Handle> {
        self.0.owner()
    }
}

/// The tensor of this handle. *Borrows.*
#[inline(never)]
pub(crate) fn tensor(handle: u64) -> Result<PinnedTensor> {
    pinned(handle)
}

/// Like [`tensor`], but inlined: for calls that take little longer than a look-up, and for code
/// that many calls share.
#[inline(always)]
pub(crate) fn pinned(handle: u64) -> Result<PinnedTensor> {
    TABLE.pin(Handle(handle), Kind::Tensor).map(PinnedTensor)
}

/// The tensors of these handles; fails if any is invalid. *Borrows.*
pub(crate) fn tensors(handles: &[u64]) -> Result<Vec<PinnedTensor>> {
    handles.iter().map(|&handle| tensor(handle)).collect()
}

/// Pins as the references that kernels take.
pub(crate) fn borrowed(pins: &[PinnedTensor]) -> Vec<&Tensor> {
    pins.iter().map(|pin| &**pin).collect()
}

/// A tape in use, as [`PinnedTensor`].
pub(crate) struct PinnedTape(Pin<'static, Resource>);

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
pub(crate) fn tape(handle: u64) -> Result<PinnedTape> {
    TABLE.pin(Handle(handle), Kind::Tape).map(PinnedTape)
}

/// The module of this handle. *Borrows*: the result shares it.
pub(crate) fn module(handle: u64) -> Result<Arc<Module>> {
    match &*TABLE.pin(Handle(handle), Kind::Module)? {
        Resource::Module(node) => Ok(node.module().clone()),
        _ => unreachable!("the table compared the kind"),
    }
}

/// The error for an attempt to move a parameter, a buffer or a child out of its module.
#[cold]
fn kept(member: Handle) -> Error {
    let owner = TABLE.owner(member).ok().flatten();
    let Some(of) = owner.and_then(|owner| module(owner.0).ok()) else {
        return Error::argument("a part of a module cannot be moved out of it");
    };
    let path = of.path();
    let below = |name: &str| if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
    if let Some(slot) = of.slots().iter().find(|slot| slot.tag.get() == member.0) {
        let what = if slot.role() == Role::Parameter { "parameter" } else { "buffer" };
        let name = below(slot.name());
        let text = format!("{what} '{name}' stays with its module: move the module, or an alias() of the {what}");
        return Error::argument(text);
    }
    let children = of.children();
    let name = children.iter().find(|(_, child)| child.tag.get() == member.0).map(|(name, _)| below(name));
    let name = name.unwrap_or_default();
    Error::argument(format!("module '{name}' stays with the {} that it is a part of: add a copy()", of.kind()))
}

/// The object of this handle. *Borrows*: the result shares it.
pub(crate) fn object<T: Object>(handle: u64) -> Result<Arc<T>> {
    match &*TABLE.pin(Handle(handle), T::KIND)? {
        Resource::Object(_, _, object) => {
            Ok(object.clone().downcast().unwrap_or_else(|_| unreachable!("the table compared the kind")))
        }
        _ => unreachable!("the table compared the kind"),
    }
}

/// The scope that owns results made for `scope` from `operand`; `None` if there is none.
pub(crate) fn owner_for(scope: u64, operand: Option<&PinnedTensor>) -> Option<Handle> {
    match scope {
        0 => operand.and_then(PinnedTensor::owner),
        UNOWNED => None,
        _ => Some(Handle(scope)),
    }
}
