//! Trees of modules as resources: each module has a handle, whose scope owns a handle of each of
//! its parameters and buffers, and its children.
//!
//! Invariant: a module and its handles change together. What can fail comes first: a module is made
//! whole or not at all, and a member joins the scope of a module before the module computes with
//! it. Members stay: the table refuses to move them, with an error that has their path. No call
//! waits for another one while it holds the lock of the structure.

use super::context::{default_device, in_pool_within_limits, within_limits};
use super::location::lies_in;
use super::own::{own, own_all, own_all_beside, own_beside};
use super::pause::Pause;
use super::resource::{PinnedTensor, Resource, TABLE, module as module_of, tape as open_tape, tensor};
use super::source::ModuleNode;
use crate::autograd;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::nn::Module;
use crate::nn::module::{Role, Slot, Structure, Wiring};
use crate::nn::modules;
use crate::ops::drawing;
use crate::ownership::{Handle, Kind, Owner, Replaced};
use crate::tensor::{DType, Tensor};
use std::sync::Arc;

/// Makes a module whose parameters are in the memory of the pool, on the default device of the
/// scope, and its handles.
pub(crate) fn make(scope: u64, make: impl FnOnce() -> Result<Arc<Module>>) -> Result<u64> {
    drawing(|| {
        let module = in_pool_within_limits(scope, || {
            let module = make()?;
            if let device @ Device::Cuda(_) = default_device(scope) {
                module.to_device(device)?;
            }
            Ok(module)
        })?;
        let handle = own(scope, Resource::Module(Box::new(ModuleNode::new(module.clone()))))?;
        fill(Handle(handle), &module).map(|()| handle).inspect_err(|_| _ = TABLE.close(Handle(handle)))
    })
}

/// Gives the members of a new module their handles, and those of its children.
fn fill(handle: Handle, module: &Arc<Module>) -> Result<()> {
    module.tag.set(handle.0);
    for slot in module.slots().iter() {
        let member = TABLE.insert(Owner::Module(handle), Resource::Tensor(slot.value()))?;
        slot.tag.set(member.0);
        TABLE.set_name(member, slot.name())?;
    }
    for (name, child) in module.children().iter() {
        let node = Resource::Module(Box::new(ModuleNode::new(child.clone())));
        let member = TABLE.insert(Owner::Module(handle), node)?;
        TABLE.set_name(member, name)?;
        fill(member, child)?;
    }
    Ok(())
}

/// Copies a tree. The copy has no parent.
pub(crate) fn copy(scope: u64, module: u64) -> Result<u64> {
    let module = module_of(module)?;
    make(scope, || module.copy())
}

/// Makes `child` a part of `module`, which owns it from then on.
pub(crate) fn add(module: u64, name: &str, child: u64) -> Result<()> {
    let (parent, part) = (module_of(module)?, module_of(child)?);
    join((module, &parent), name, (child, &part), &Structure::lock())
}

/// Makes `child` a part of `module` under the number of parts that it has, and returns that number.
pub(crate) fn append(module: u64, child: u64) -> Result<u64> {
    let (parent, part) = (module_of(module)?, module_of(child)?);
    let structure = Structure::lock();
    let number = parent.children().len();
    join((module, &parent), &number.to_string(), (child, &part), &structure)?;
    Ok(number as u64)
}

type Node<'a> = (u64, &'a Arc<Module>);

fn join((module, parent): Node, name: &str, (child, part): Node, structure: &Structure) -> Result<()> {
    parent.check_child(name, part, structure)?;
    TABLE.adopt(Handle(module), Handle(child))?;
    parent.add_child(name, part, structure);
    TABLE.set_name(Handle(child), name)
}

/// Makes `child` a node of a graph that reads the results of these sources.
pub(crate) fn add_node(graph: u64, name: &str, child: u64, sources: &[&str]) -> Result<()> {
    let module = module_of(graph)?;
    let wiring = wiring(&module)?;
    module.check_name(name)?;
    wiring.add(name, sources)?;
    // The graph knows the node before it has the child, which it otherwise refuses.
    add(graph, name, child).inspect_err(|_| wiring.remove(name))
}

/// Sets what a graph returns.
pub(crate) fn set_outputs(graph: u64, outputs: &[&str]) -> Result<()> {
    let module = module_of(graph)?;
    wiring(&module)?.set_outputs(outputs)
}

fn wiring(module: &Module) -> Result<&Wiring> {
    let kind = module.kind();
    modules::wiring(module).ok_or_else(|| Error::argument(format!("a {kind} is not a Graph: it has no nodes")))
}

/// Makes a tensor a parameter or a buffer of `module`, which owns its handle from then on. One that
/// belongs to a module already is tied: the module gets a handle of its own.
pub(crate) fn register(module: u64, name: &str, t: u64, role: Role) -> Result<()> {
    let owner = module_of(module)?;
    let structure = Structure::lock();
    owner.check_name(name)?;
    let pinned = tensor(t)?;
    if let Some(from) = pinned.owner().filter(|owner| owner.kind() == Some(Kind::Module)) {
        let slots = module_of(from.0)?.slots();
        let tied = slots.iter().find(|slot| slot.tag.get() == t);
        let tied = tied.ok_or_else(|| Error::argument("the tensor is not a parameter of its module"))?;
        let slot = Arc::new(Slot::of(name, role, tied.cell()));
        let member = TABLE.insert(Owner::Module(Handle(module)), Resource::Tensor(slot.value()))?;
        slot.tag.set(member.0);
        owner.add_slot(slot, &structure);
        return TABLE.set_name(member, name);
    }
    let is_in_a_workspace = lies_in(&pinned).is_some();
    let value = if is_in_a_workspace {
        in_pool_within_limits(module, || autograd::copy(&pinned.untracked()))?
    } else {
        autograd::settled(&pinned)
    };
    drop(pinned);
    let slot = Arc::new(Slot::new(name, role, value));
    slot.tag.set(t);
    TABLE.adopt(Handle(module), Handle(t))?;
    owner.add_slot(slot.clone(), &structure);
    drop(structure);
    if is_in_a_workspace {
        exchange(&slot);
    }
    TABLE.set_name(Handle(t), name)
}

/// Computes the main result from one input.
pub(crate) fn forward(scope: u64, module: u64, t: u64) -> Result<u64> {
    let (module, t) = (module_of(module)?, tensor(t)?);
    drawing(|| own_beside(scope, &t, within_limits(scope, Some(&t), || module.run(&t))?))
}

/// Computes all results from all inputs. A handle of 0 leaves an input out.
pub(crate) fn forward_all(scope: u64, module: u64, inputs: &[u64]) -> Result<Vec<u64>> {
    let module = module_of(module)?;
    let pins: Vec<Option<PinnedTensor>> =
        inputs.iter().map(|&input| (input != 0).then(|| tensor(input)).transpose()).collect::<Result<_>>()?;
    let first = pins.iter().flatten().next().ok_or_else(|| Error::argument("forward needs at least one input"))?;
    let inputs: Vec<Option<&Tensor>> = pins.iter().map(Option::as_deref).collect();
    drawing(|| {
        let results = within_limits(scope, Some(first), || module.run_all(&inputs))?;
        own_all_beside(scope, first, results)
    })
}

/// Fresh references on the values of slots, in the scope, or unowned.
pub(crate) fn references(scope: u64, slots: &[(String, Arc<Slot>)]) -> Result<Vec<u64>> {
    own_all(scope, slots.iter().map(|(_, slot)| slot.value()))
}

/// Records from the trained parameters; returns fresh references on them.
pub(crate) fn watch(scope: u64, module: u64, tape: u64) -> Result<Vec<u64>> {
    let (module, tape) = (module_of(module)?, open_tape(tape)?);
    module.watch(&tape)?.iter().for_each(|slot| exchange(slot));
    references(scope, &module.parameters(true))
}

/// Converts the floating-point parameters and buffers.
pub(crate) fn to_dtype(module: u64, dtype: DType) -> Result<()> {
    let of = module_of(module)?;
    in_pool_within_limits(module, || of.to_dtype(dtype))?.iter().for_each(|slot| exchange(slot));
    Ok(())
}

/// Moves the parameters and buffers to a device.
pub(crate) fn to_device(module: u64, device: Device) -> Result<()> {
    let of = module_of(module)?;
    in_pool_within_limits(module, || of.to_device(device))?.iter().for_each(|slot| exchange(slot));
    Ok(())
}

/// Freezes the parameters, which are not leaves then, or trains them again.
pub(crate) fn set_frozen(module: u64, frozen: bool) -> Result<()> {
    module_of(module)?.set_frozen(frozen)?.iter().for_each(|slot| exchange(slot));
    Ok(())
}

/// Ties the parameter at `path` to that at `to`.
pub(crate) fn tie(module: u64, path: &str, to: &str) -> Result<()> {
    let module = module_of(module)?;
    let changed = module.tie(path, to, &Structure::lock())?;
    exchange(&changed);
    Ok(())
}

/// Gives the handle of a slot the value of the slot, when no other call uses the handle. A handle
/// that is closed stays closed.
pub(super) fn exchange(slot: &Slot) {
    let handle = Handle(slot.tag.get());
    let mut pause = Pause::default();
    while let Ok(mut pin) = TABLE.pin(handle, Kind::Tensor) {
        let value = slot.value();
        match TABLE.replace(&mut pin, Resource::Tensor(value.clone())) {
            Ok(Replaced::InUse(_)) => {
                drop(pin);
                pause.wait();
            }
            // Another thread may have changed the slot since, and its handle before.
            Ok(Replaced::Old(_)) if !is_same(&slot.value(), &value) => {}
            _ => return,
        }
    }
}

/// Whether two values of a slot are the same tensor, recorded at the same place.
fn is_same(a: &Tensor, b: &Tensor) -> bool {
    let is_on_one_tape = match (a.track(), b.track()) {
        (None, None) => true,
        (Some(a), Some(b)) => a.node == b.node && std::ptr::addr_eq(Arc::as_ptr(&a.tape), Arc::as_ptr(&b.tape)),
        _ => false,
    };
    is_on_one_tape && a.storage().is_same(b.storage())
}
