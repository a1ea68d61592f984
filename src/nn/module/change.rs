//! Changes of a whole tree: other dtypes, freezing, recording on a tape, ties, and copies.
//!
//! Invariant: what can fail comes first, for every cell, and then all are exchanged. A tie stays a
//! tie: each cell is changed once, however many slots have it. A function that changes values
//! returns the slots that have them, because the owner of the tree has to update their handles.

use super::cell::{Cell, Role, Slot};
use super::tree::{Module, Structure};
use crate::autograd::{self, Tape};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::ops;
use crate::tensor::{DType, Tensor, shape};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

impl Module {
    /// The parameters, each once however often it is tied, with the first path of each. If
    /// `trained`, only those that are not frozen.
    pub fn parameters(self: &Arc<Module>, trained: bool) -> Vec<(String, Arc<Slot>)> {
        let mut seen = HashSet::new();
        let wanted = |slot: &Slot| slot.role() == Role::Parameter && (!trained || slot.cell().is_trained());
        let all = self.all_slots().into_iter().filter(|(_, slot)| wanted(slot));
        all.filter(|(_, slot)| seen.insert(Arc::as_ptr(&slot.cell()))).collect()
    }

    /// The buffers, those that are not part of the state too.
    pub fn buffers(self: &Arc<Module>) -> Vec<(String, Arc<Slot>)> {
        self.all_slots().into_iter().filter(|(_, slot)| slot.role() != Role::Parameter).collect()
    }

    /// Freezes all parameters of this module and those below it, or trains them again. Returns the
    /// slots of those that were leaves before, which frozen ones are not.
    pub fn set_frozen(self: &Arc<Module>, frozen: bool) -> Result<Vec<Arc<Slot>>> {
        let settled = self.exchange(|_, value| Ok((frozen && autograd::is_leaf(value)).then(|| value.untracked())))?;
        for (_, slot) in self.all_slots() {
            let is_trained = slot.role() == Role::Parameter && slot.value().dtype().is_float() && !frozen;
            slot.cell().set_trained(is_trained);
        }
        Ok(settled)
    }

    /// Makes those parameters of this module and those below it leaves, which require a gradient,
    /// or freezes them, for which `wanted` is true. One that is a leaf is not frozen. Errors: those
    /// of allocating; then nothing has changed.
    pub fn set_requires_grad(
        self: &Arc<Module>,
        required: bool,
        wanted: impl Fn(&Slot) -> bool,
    ) -> Result<Vec<Arc<Slot>>> {
        let slots = self.all_slots().into_iter().map(|(_, slot)| slot);
        let cells: Vec<Arc<Cell>> =
            slots.filter(|slot| slot.role() == Role::Parameter && wanted(slot)).map(|slot| slot.cell()).collect();
        let is_one = |cell: &Cell| cells.iter().any(|one| std::ptr::eq(&**one, cell));
        let changed = self.exchange(|cell, value| match value.dtype().is_float() && is_one(cell) {
            true if required => autograd::require(&autograd::settled(value)).map(Some),
            true => Ok(Some(value.untracked())),
            false => Ok(None),
        })?;
        changed.iter().for_each(|slot| slot.cell().set_trained(required));
        Ok(changed)
    }

    /// Removes the gradients of all leaves among the parameters.
    pub fn zero_gradients(self: &Arc<Module>) {
        self.parameters(false).iter().for_each(|(_, slot)| autograd::zero_gradient(&slot.value()));
    }

    /// Converts all floating-point parameters and buffers; leaves keep their gradients. An
    /// optimizer of leaves goes on with the new ones. Errors: `DTYPE_MISMATCH` unless `dtype` is
    /// floating-point, and those of allocating; then nothing has changed.
    pub fn to_dtype(self: &Arc<Module>, dtype: DType) -> Result<Vec<Arc<Slot>>> {
        if !dtype.is_float() {
            return Err(Error::dtype(format!("a module can have floating-point parameters, not {dtype}")));
        }
        self.replace(|value| {
            let is_other = value.dtype().is_float() && value.dtype() != dtype;
            is_other.then(|| autograd::changed(value, |t| ops::cast(t, dtype))).transpose()
        })
    }

    /// Moves all parameters and buffers to a device; leaves keep their gradients. An optimizer of
    /// leaves goes on with them there. Errors: `DEVICE_UNAVAILABLE`, and those of allocating; then
    /// nothing has changed.
    pub fn to_device(self: &Arc<Module>, device: Device) -> Result<Vec<Arc<Slot>>> {
        device.require()?;
        self.replace(|value| {
            (value.device() != device).then(|| autograd::changed(value, |t| ops::to_device(t, device))).transpose()
        })
    }

    /// From now on, until `tape` is consumed, what is computed with the parameters that are not
    /// frozen is recorded on it. An earlier tape no longer records from any parameter. Errors:
    /// `INVALID_ARGUMENT` if it was consumed; then nothing has changed.
    pub fn watch(self: &Arc<Module>, tape: &Tape) -> Result<Vec<Arc<Slot>>> {
        let trained: HashSet<*const Cell> =
            self.parameters(true).iter().map(|(_, slot)| Arc::as_ptr(&slot.cell())).collect();
        self.exchange(|cell, value| {
            if trained.contains(&std::ptr::from_ref(cell)) {
                return tape.watch(value).map(Some);
            }
            // It was frozen after another tape had watched it.
            Ok(value.track().is_some().then(|| autograd::settled(value)))
        })
    }

    /// Like [`Module::exchange`], for values that stand for the old ones elsewhere too: optimizers
    /// of leaves go on with them.
    fn replace(self: &Arc<Module>, change: impl Fn(&Tensor) -> Result<Option<Tensor>>) -> Result<Vec<Arc<Slot>>> {
        let cells = self.all_slots().into_iter().map(|(_, slot)| slot.cell());
        let before: Vec<(Arc<Cell>, Tensor)> = cells.map(|cell| (cell.clone(), cell.value())).collect();
        let changed = self.exchange(|_, value| change(value))?;
        before.iter().for_each(|(cell, old)| autograd::replace(old, &cell.value()));
        Ok(changed)
    }

    /// Gives each cell the value that `change` makes, if it makes one, and returns the slots that
    /// have it.
    fn exchange(
        self: &Arc<Module>,
        change: impl Fn(&Cell, &Tensor) -> Result<Option<Tensor>>,
    ) -> Result<Vec<Arc<Slot>>> {
        let mut made: HashMap<*const Cell, Option<Tensor>> = HashMap::new();
        let mut changed = Vec::new();
        for (path, slot) in self.all_slots() {
            let cell = slot.cell();
            let value = match made.entry(Arc::as_ptr(&cell)) {
                Entry::Occupied(seen) => seen.get().clone(),
                Entry::Vacant(first) => {
                    let value =
                        change(&cell, &cell.value()).map_err(|error| error.context(format_args!("'{path}'")))?;
                    first.insert(value).clone()
                }
            };
            changed.extend(value.map(|value| (slot, value)));
        }
        changed.iter().for_each(|(slot, value)| slot.cell().set(value.clone()));
        Ok(changed.into_iter().map(|(slot, _)| slot).collect())
    }

    /// Makes the parameter at `path` the same one as that at `to`.
    ///
    /// Errors: `INVALID_ARGUMENT` if there is none of either path or one is a buffer,
    /// `SHAPE_MISMATCH` and `DTYPE_MISMATCH` if they differ. Nothing is then changed.
    pub fn tie_parameters(self: &Arc<Module>, path: &str, to: &str) -> Result<()> {
        self.tie(path, to, &Structure::lock()).map(drop)
    }

    /// Makes the parameter at `path` the same one as that at `to`; returns the slot at `path`.
    /// Errors: `INVALID_ARGUMENT` if there is none of either path or one is a buffer,
    /// `SHAPE_MISMATCH` and `DTYPE_MISMATCH` if they differ.
    pub(crate) fn tie(self: &Arc<Module>, path: &str, to: &str, _: &Structure) -> Result<Arc<Slot>> {
        let (slot, other) = (self.slot(path)?, self.slot(to)?);
        for (name, slot) in [(path, &slot), (to, &other)] {
            if slot.role() != Role::Parameter {
                return Err(Error::argument(format!("'{name}' is a buffer: only parameters can be tied")));
            }
        }
        let (a, b) = (slot.value(), other.value());
        if a.shape() != b.shape() {
            let (a, b) = (shape::display(a.shape()), shape::display(b.shape()));
            return Err(Error::shape(format!("'{path}' has shape {a}, '{to}' {b}: they cannot be tied")));
        }
        if a.dtype() != b.dtype() {
            let text = format!("'{path}' is {}, '{to}' {}: they cannot be tied", a.dtype(), b.dtype());
            return Err(Error::dtype(text));
        }
        slot.tie(other.cell());
        Ok(slot)
    }

    /// A copy of the tree with parameters and buffers of its own, which are tied where these are.
    /// It has no parent. Errors: those of allocating.
    pub fn copy(self: &Arc<Module>) -> Result<Arc<Module>> {
        self.copied(&mut HashMap::new())
    }

    fn copied(self: &Arc<Module>, cells: &mut HashMap<*const Cell, Arc<Cell>>) -> Result<Arc<Module>> {
        let mut slots = Vec::new();
        for slot in self.slots().iter() {
            let cell = slot.cell();
            let copy = match cells.get(&Arc::as_ptr(&cell)) {
                Some(copy) => Slot::of(slot.name(), slot.role(), copy.clone()),
                None => {
                    let value = cell.value();
                    let copied = like(autograd::copy(&value.untracked())?, &value)?;
                    let copy = Slot::new(slot.name(), slot.role(), copied);
                    copy.cell().set_trained(cell.is_trained());
                    cells.insert(Arc::as_ptr(&cell), copy.cell());
                    copy
                }
            };
            slots.push(copy);
        }
        let copy = Module::boxed(self.layer().copy(), slots);
        for (name, child) in self.children().iter() {
            let child = child.copied(cells)?;
            copy.add_child(name, &child, &Structure::lock());
        }
        copy.set_own_training(self.is_training());
        copy.set_checkpointed(self.is_checkpointed());
        Ok(copy)
    }
}

/// A value as a leaf, if the one that it replaces is one.
fn like(value: Tensor, old: &Tensor) -> Result<Tensor> {
    if autograd::is_leaf(old) { autograd::require(&value) } else { Ok(value) }
}
