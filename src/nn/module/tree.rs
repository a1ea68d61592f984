//! `Module`: a node of a tree of layers, and what a layer is to it.
//!
//! ```text
//!   Sequential                     slots: none           children: "0", "1"
//!     "0": Linear                  slots: weight, bias
//!     "1": BatchNorm1d             slots: weight, bias, running_mean, running_var, num_batches_tracked
//! ```
//!
//! Invariant: it is a tree. A module has one parent at most, is never below itself, and lies at
//! most `MAX_DEPTH` deep, so that walking it and dropping it need no more stack than that. Changes
//! of the structure of any tree are made under one lock; a call takes a snapshot of the children
//! and goes on with it, whatever is added meanwhile. A layer has settings and no state: its
//! parameters are slots of the module, which it knows by their number in the order in which it made
//! them, and everything it computes on the way is freed when its call returns.

use super::cell::{Role, Slot, Tag};
use super::watched::Watched;
use crate::error::{Error, Result, Status};
use crate::tensor::Tensor;
use parking_lot::{Mutex, MutexGuard, RwLock};
use std::any::Any;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};

/// The results of a module, the main one first.
pub type Outputs = Vec<Tensor>;

/// The inputs of a module, in the order of its kind; `None` for one that is left out.
pub type Inputs<'a> = &'a [Option<&'a Tensor>];

/// A kind of module with its settings.
pub trait Layer: Any + Send + Sync {
    /// The name of the kind, as in PyTorch: `Conv2d`.
    fn kind(&self) -> &str;

    /// The settings as PyTorch prints them: `64, 10, bias=True`. Empty if there are none.
    fn settings(&self) -> String {
        String::new()
    }

    /// A layer with the same settings, for a copy of the module.
    fn copy(&self) -> Box<dyn Layer>;

    /// Computes the main result from one input. Its errors are those of [`Module::run`].
    fn run(&self, call: &Call, x: &Tensor) -> Result<Tensor>;

    /// Computes all results from all inputs. Most kinds have one of each. Its errors are those of
    /// [`Module::run_all`].
    fn run_all(&self, call: &Call, inputs: Inputs) -> Result<Outputs> {
        match all_present(self.kind(), inputs)?[..] {
            [x] => Ok(vec![self.run(call, x)?]),
            _ => Err(wrong_count(self.kind(), "1 input", inputs.len())),
        }
    }

    /// Why a module of this kind takes no child of this name; `None` if it takes it.
    fn refuses(&self, _name: &str) -> Option<String> {
        Some(format!("a {} has no children: put both into a Sequential", self.kind()))
    }
}

/// The error for another number of inputs than `wanted`, such as `2 inputs`.
pub fn wrong_count(kind: &str, wanted: &str, got: usize) -> Error {
    Error::argument(format!("{kind} takes {wanted}, got {got}"))
}

/// The inputs of a kind that needs all of them. Errors: `INVALID_ARGUMENT` if one is left out.
pub fn all_present<'a>(kind: &str, inputs: Inputs<'a>) -> Result<Vec<&'a Tensor>> {
    let each = |(i, input): (usize, &Option<&'a Tensor>)| {
        input.ok_or_else(|| Error::argument(format!("{kind}: input {i} is left out, it is needed")))
    };
    inputs.iter().enumerate().map(each).collect()
}

/// One call of a module: what a layer reads while it computes.
pub struct Call<'a> {
    module: &'a Module,
    how: &'a How<'a>,
    slots: Arc<[Arc<Slot>]>,
}

/// A function that gets each module of a call with its result.
pub type Observer<'a> = dyn Fn(&Module, &Outputs) + 'a;

/// What is the same for all modules of a call.
#[derive(Default)]
pub(super) struct How<'a> {
    /// Called with each module's result.
    pub(super) observed: Option<&'a Observer<'a>>,
    /// No module counts as in training, whatever its mode.
    pub(super) evaluates: bool,
    /// All modules count as in training.
    pub(super) trains: bool,
    /// Running statistics are the mean over batches, whatever their momentum.
    pub(super) averages: bool,
    /// The values of this call, in the place of those of the cells.
    pub(super) watched: Option<&'a Watched>,
    /// The modes of this call, in the place of those of the modules.
    pub(super) modes: Option<&'a Modes>,
    /// It was computed before, so it writes no statistics.
    pub(super) is_again: bool,
}

/// Whether modules are in training, by their addresses.
pub(super) type Modes = HashMap<usize, bool>;

impl How<'_> {
    /// Whether a module counts as in training.
    pub(super) fn is_training(&self, module: &Module) -> bool {
        let own = self.modes.and_then(|modes| modes.get(&(std::ptr::from_ref(module) as usize)).copied());
        (own.unwrap_or_else(|| module.is_training()) || self.trains) && !self.evaluates
    }

    /// The value of a slot.
    pub(super) fn value_of(&self, slot: &Slot) -> Tensor {
        self.watched.map_or_else(|| slot.value(), |watched| watched.value(slot))
    }
}

impl<'a> Call<'a> {
    pub(super) fn new(module: &'a Module, how: &'a How<'a>) -> Call<'a> {
        Call { module, how, slots: module.slots() }
    }

    /// Whether the module is in training.
    pub fn is_training(&self) -> bool {
        self.how.is_training(self.module)
    }

    /// Whether running statistics are the mean over batches, whatever their momentum.
    pub(crate) fn averages(&self) -> bool {
        self.how.averages
    }

    /// Whether running statistics stay, because the module was computed with this input before.
    pub(crate) fn keeps_statistics(&self) -> bool {
        self.how.is_again
    }

    /// The value of the slot of this name. Errors: `INVALID_ARGUMENT` if the module has none.
    pub fn named(&self, name: &str) -> Result<Tensor> {
        let found = self.slots.iter().find(|slot| slot.name() == name).map(|slot| self.value_of(slot));
        found.ok_or_else(|| Error::argument(format!("a {} has no parameter '{name}'", self.module.kind())))
    }

    /// The value of a slot, in the order in which the kind made them. A kind passes the number of one
    /// that it made.
    pub(crate) fn value(&self, slot: usize) -> Tensor {
        self.value_of(&self.slots[slot])
    }

    /// Like [`Call::value`], or `None` if the module has no such slot.
    pub(crate) fn value_if(&self, is_there: bool, slot: usize) -> Option<Tensor> {
        is_there.then(|| self.value(slot))
    }

    /// All values, in that order.
    pub fn values(&self) -> Vec<Tensor> {
        self.slots.iter().map(|slot| self.value_of(slot)).collect()
    }

    fn value_of(&self, slot: &Slot) -> Tensor {
        self.how.value_of(slot)
    }

    /// The children, in order.
    pub fn children(&self) -> Arc<Vec<(Arc<str>, Arc<Module>)>> {
        self.module.children()
    }

    /// Calls a child with one input. Errors: those of the child, with its name.
    pub fn run(&self, name: &str, child: &Module, x: &Tensor) -> Result<Tensor> {
        child.run_in(self.how, x).map_err(|error| error.context(format_args!("module '{name}'")))
    }

    /// Calls a child with all its inputs. Errors: those of the child, with its name.
    pub fn run_all(&self, name: &str, child: &Module, inputs: Inputs) -> Result<Outputs> {
        child.run_all_in(self.how, inputs).map_err(|error| error.context(format_args!("module '{name}'")))
    }
}

/// The maximum number of levels of a tree of modules.
pub const MAX_DEPTH: usize = 128;

/// Held while the structure of a tree changes: two threads could otherwise put two trees into each
/// other.
static STRUCTURE: Mutex<()> = Mutex::new(());

/// A child with its name.
type Child = (Arc<str>, Arc<Module>);

/// A layer with its parameters, buffers and children.
pub struct Module {
    layer: Box<dyn Layer>,
    training: AtomicBool,
    /// Whether it is computed again for its gradients.
    checkpoints: AtomicBool,
    closed: AtomicBool,
    /// Itself.
    shared: Weak<Module>,
    parent: Mutex<Weak<Module>>,
    slots: RwLock<Arc<[Arc<Slot>]>>,
    /// Copied when a child is added only while a snapshot of it is in use.
    children: RwLock<Arc<Vec<Child>>>,
    /// Its handle.
    pub(crate) tag: Tag,
}

/// Permission to change the structure of trees.
pub struct Structure(#[allow(dead_code)] MutexGuard<'static, ()>);

impl Structure {
    /// Waits for other threads that change a tree.
    pub fn lock() -> Structure {
        Structure(STRUCTURE.lock())
    }
}

impl Module {
    /// A module without children, in training mode.
    pub fn new(layer: impl Layer, slots: Vec<Slot>) -> Arc<Module> {
        Module::boxed(Box::new(layer), slots)
    }

    pub(super) fn boxed(layer: Box<dyn Layer>, slots: Vec<Slot>) -> Arc<Module> {
        Arc::new_cyclic(|shared| Module {
            layer,
            training: AtomicBool::new(true),
            checkpoints: AtomicBool::new(false),
            shared: shared.clone(),
            closed: AtomicBool::new(false),
            parent: Mutex::new(Weak::new()),
            slots: RwLock::new(slots.into_iter().map(Arc::new).collect()),
            children: RwLock::default(),
            tag: Tag::default(),
        })
    }

    /// Its kind: `Linear`.
    pub fn kind(&self) -> &str {
        self.layer.kind()
    }

    /// Its layer.
    pub fn layer(&self) -> &dyn Layer {
        &*self.layer
    }

    /// Its own parameters and buffers, in the order in which they were made.
    pub fn slots(&self) -> Arc<[Arc<Slot>]> {
        self.slots.read().clone()
    }

    /// Its children, in order.
    pub fn children(&self) -> Arc<Vec<Child>> {
        self.children.read().clone()
    }

    /// Whether it is in training mode.
    pub fn is_training(&self) -> bool {
        self.training.load(Ordering::Relaxed)
    }

    /// Sets the mode of this module and all below it.
    pub fn set_training(&self, training: bool) {
        self.training.store(training, Ordering::Relaxed);
        self.children().iter().for_each(|(_, child)| child.set_training(training));
    }

    /// Whether it is computed again in the backward walk, in the place of saving what it computes on
    /// the way.
    pub fn is_checkpointed(&self) -> bool {
        self.checkpoints.load(Ordering::Relaxed)
    }

    /// Sets that for calls with one input and their main result.
    pub fn set_checkpointed(&self, checkpoints: bool) {
        self.checkpoints.store(checkpoints, Ordering::Relaxed);
    }

    /// Another reference to it.
    pub(super) fn shared(&self) -> Arc<Module> {
        self.shared.upgrade().expect("a module that is called is alive")
    }

    pub(super) fn set_own_training(&self, training: bool) {
        self.training.store(training, Ordering::Relaxed);
    }

    /// Makes every later call of it, or of a module that it is a part of, an error.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Release);
    }

    /// The module that it is a child of.
    pub fn parent(&self) -> Option<Arc<Module>> {
        self.parent.lock().upgrade()
    }

    /// Computes its main result from one input. What it computes on the way is freed.
    ///
    /// Errors: `INVALID_HANDLE` if it is closed, and those of what it computes.
    pub fn run(&self, x: &Tensor) -> Result<Tensor> {
        self.run_in(&How::default(), x)
    }

    /// Computes all its results from all its inputs. Errors: those of [`Module::run`], and
    /// `INVALID_ARGUMENT` for another number of inputs than its kind takes.
    pub fn run_all(&self, inputs: Inputs) -> Result<Outputs> {
        self.run_all_in(&How::default(), inputs)
    }

    /// Computes its main result in training with `watched` in the place of its parameters, and calls
    /// `observed` with the results of each module below it and its own. A part that was set to
    /// evaluation stays so, unless all of it was.
    pub(crate) fn train_with(&self, x: &Tensor, watched: &Watched, observed: Option<&Observer>) -> Result<Tensor> {
        let trains = !self.is_training();
        self.run_in(&How { observed, trains, watched: Some(watched), ..How::default() }, x)
    }

    /// Computes its main result in evaluation, whatever its mode, without recording.
    pub fn evaluate(&self, x: &Tensor) -> Result<Tensor> {
        let unwatched = Watched::default();
        self.run_in(&How { evaluates: true, watched: Some(&unwatched), ..How::default() }, &x.untracked())
    }

    /// Computes all its results from all its inputs like [`Module::evaluate`]. Errors: those of
    /// [`Module::run_all`].
    pub fn evaluate_all(&self, inputs: &[&Tensor]) -> Result<Outputs> {
        let unwatched = Watched::default();
        let inputs: Vec<Tensor> = inputs.iter().map(|input| input.untracked()).collect();
        let given: Vec<Option<&Tensor>> = inputs.iter().map(Some).collect();
        self.run_all_in(&How { evaluates: true, watched: Some(&unwatched), ..How::default() }, &given)
    }

    pub(super) fn run_in(&self, how: &How, x: &Tensor) -> Result<Tensor> {
        self.must_be_open()?;
        if self.is_checkpointed() && how.observed.is_none() {
            return self.run_checkpointed(how, x);
        }
        let out = self.run_whole(how, x)?;
        let Some(observed) = how.observed else { return Ok(out) };
        let out = vec![out];
        observed(self, &out);
        Ok(out.into_iter().next().expect("it was just put there"))
    }

    /// Computes it without being recorded as one operation.
    pub(super) fn run_whole(&self, how: &How, x: &Tensor) -> Result<Tensor> {
        self.layer.run(&Call::new(self, how), x).map_err(|error| self.naming(error))
    }

    pub(super) fn run_all_in(&self, how: &How, inputs: Inputs) -> Result<Outputs> {
        self.must_be_open()?;
        let out = self.layer.run_all(&Call::new(self, how), inputs).map_err(|error| self.naming(error))?;
        if let Some(observed) = how.observed {
            observed(self, &out);
        }
        Ok(out)
    }

    /// An operation that a device has not does not say what it is: the kind of this module does.
    fn naming(&self, error: Error) -> Error {
        if error.status() == Status::Unsupported { error.context(self.kind()) } else { error }
    }

    fn must_be_open(&self) -> Result<()> {
        if self.closed.load(Ordering::Acquire) {
            return Err(Error::new(Status::InvalidHandle, format!("the {} is closed", self.kind())));
        }
        Ok(())
    }

    /// Makes `child` a child of this name, behind the others. It stays the caller's too.
    ///
    /// Errors: `INVALID_ARGUMENT` for a name that is taken, empty or has a dot in it, for a kind that
    /// takes no children, and for a child that has a parent or contains this module. Nothing is then
    /// changed.
    pub fn add(self: &Arc<Module>, name: &str, child: &Arc<Module>) -> Result<()> {
        let structure = Structure::lock();
        self.check_child(name, child, &structure)?;
        self.add_child(name, child, &structure);
        Ok(())
    }

    /// Whether `child` may become a child of this name; the caller holds the lock until it has
    /// become one.
    pub(crate) fn check_child(self: &Arc<Module>, name: &str, child: &Arc<Module>, _: &Structure) -> Result<()> {
        self.check_name(name)?;
        if let Some(why) = self.layer.refuses(name) {
            return Err(Error::argument(why));
        }
        let is_above = |module: &Arc<Module>| Arc::ptr_eq(module, child);
        if is_above(self) || self.ancestors().iter().any(is_above) {
            let kind = child.kind();
            return Err(Error::argument(format!(
                "'{name}' would lie in its own subtree: the {kind} contains this one"
            )));
        }
        if let Some(parent) = child.parent() {
            let (path, kind) = (child.path(), parent.kind());
            return Err(Error::argument(format!("'{name}' belongs to a {kind} already, as '{path}': add a copy()")));
        }
        let depth = self.ancestors().len() + 1 + child.height();
        if depth > MAX_DEPTH {
            return Err(Error::argument(format!("'{name}' would lie {depth} modules deep, the limit is {MAX_DEPTH}")));
        }
        Ok(())
    }

    /// Makes `child`, which was checked under the same lock, a child.
    pub(crate) fn add_child(self: &Arc<Module>, name: &str, child: &Arc<Module>, _: &Structure) {
        *child.parent.lock() = Arc::downgrade(self);
        Arc::make_mut(&mut self.children.write()).push((name.into(), child.clone()));
    }

    /// Adds a parameter or a buffer whose name was checked under the same lock.
    pub(crate) fn add_slot(&self, slot: Arc<Slot>, _: &Structure) {
        let mut slots = self.slots.write();
        *slots = slots.iter().cloned().chain([slot]).collect();
    }

    /// Whether a parameter, buffer or child may have this name: `INVALID_ARGUMENT` if it is empty,
    /// has a dot or a control character in it, or is taken.
    pub fn check_name(&self, name: &str) -> Result<()> {
        if name.is_empty() || name.contains(|c: char| c == '.' || c.is_control()) {
            let text =
                format!("{name:?} cannot be a name: it must not be empty or contain a dot or a control character");
            return Err(Error::argument(text));
        }
        let is_taken = self.slots().iter().any(|slot| slot.name() == name)
            || self.children().iter().any(|(child, _)| **child == *name);
        if is_taken {
            return Err(Error::argument(format!("the {} has a member '{name}' already", self.kind())));
        }
        Ok(())
    }

    /// The modules above it, the nearest first.
    fn ancestors(&self) -> Vec<Arc<Module>> {
        std::iter::successors(self.parent(), |module| module.parent()).collect()
    }

    /// How many levels it and the modules below it have.
    fn height(&self) -> usize {
        1 + self.children().iter().map(|(_, child)| child.height()).max().unwrap_or(0)
    }

    /// The names from its root down to it, with dots between: `encoder.0`. Empty for a root.
    pub fn path(&self) -> String {
        let mut names = Vec::new();
        let mut at: *const Module = self;
        for parent in self.ancestors() {
            let children = parent.children();
            let name = children.iter().find(|(_, child)| std::ptr::eq(Arc::as_ptr(child), at));
            names.push(name.map_or_else(|| "?".into(), |(name, _)| name.clone()));
            at = Arc::as_ptr(&parent);
        }
        names.reverse();
        names.join(".")
    }

    /// Visits this module and all below it, with their paths from here, parents first.
    pub fn each<'a>(self: &'a Arc<Module>, visit: &mut dyn FnMut(&str, &Arc<Module>)) {
        self.each_below("", visit);
    }

    fn each_below(self: &Arc<Module>, path: &str, visit: &mut dyn FnMut(&str, &Arc<Module>)) {
        visit(path, self);
        for (name, child) in self.children().iter() {
            child.each_below(&joined(path, name), visit);
        }
    }

    /// Its parameters and buffers and those of all modules below it, with their paths from here. A
    /// module's own parameters come before its buffers, and both before those of its children, as
    /// in PyTorch.
    pub fn all_slots(self: &Arc<Module>) -> Vec<(String, Arc<Slot>)> {
        let mut all = Vec::new();
        self.each(&mut |path, module| {
            let slots = module.slots();
            let (parameters, buffers): (Vec<_>, Vec<_>) = slots.iter().partition(|slot| slot.role() == Role::Parameter);
            let own = parameters.into_iter().chain(buffers);
            all.extend(own.map(|slot| (joined(path, slot.name()), slot.clone())));
        });
        all
    }

    /// The slot of this path. Errors: `INVALID_ARGUMENT`, which names those that there are.
    pub fn slot(self: &Arc<Module>, path: &str) -> Result<Arc<Slot>> {
        let all = self.all_slots();
        let found = all.iter().find(|(name, _)| name == path).map(|(_, slot)| slot.clone());
        found.ok_or_else(|| {
            let names: Vec<String> = all.iter().take(20).map(|(name, _)| format!("'{name}'")).collect();
            let more = if all.len() > names.len() { ", ..." } else { "" };
            Error::argument(format!("there is no '{path}' among the parameters: {}{more}", names.join(", ")))
        })
    }

    /// The module of this path; this one for an empty path. Errors: `INVALID_ARGUMENT`.
    pub fn below(self: &Arc<Module>, path: &str) -> Result<Arc<Module>> {
        let mut at = self.clone();
        for name in path.split('.').filter(|_| !path.is_empty()) {
            let children = at.children();
            let child = children.iter().find(|(child, _)| **child == *name).map(|(_, child)| child.clone());
            at = child.ok_or_else(|| {
                let names: Vec<String> = children.iter().map(|(name, _)| format!("'{name}'")).collect();
                let among = if names.is_empty() { "no children".into() } else { names.join(", ") };
                Error::argument(format!("there is no '{name}' of '{path}' among: {among}"))
            })?;
        }
        Ok(at)
    }
}

/// A name below a path.
pub(super) fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.into() } else { format!("{path}.{name}") }
}
