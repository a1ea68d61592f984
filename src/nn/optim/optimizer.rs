//! `Optimizer`: groups of parameters, and a step of all of them.
//!
//! Invariant: a step changes every parameter or none, and steps of two threads come one after the
//! other.

use super::group::{self, Group, Param};
use super::rule::{Moment, Rule};
use crate::autograd;
use crate::error::{Error, Result, Status};
use crate::ops::optim::gradient_of;
use crate::tensor::{Tensor, shape};
use parking_lot::Mutex;

/// Parameters, in groups, and what changes them in place.
pub struct Optimizer {
    /// Locked for the whole step, so that steps from two threads come one after the other.
    pub(super) inner: Mutex<Inner>,
}

/// What the lock guards.
pub(super) struct Inner {
    pub groups: Vec<Group>,
    /// In the order in which they were given; those of a group follow each other.
    pub params: Vec<Param>,
}

impl Optimizer {
    /// An optimizer of `params`, which it keeps alive and changes in place.
    ///
    /// Errors: `DTYPE_MISMATCH` for a parameter that is not floating; `INVALID_ARGUMENT` for no
    /// parameters, for one whose elements overlap (it was expanded) or that overlaps an earlier
    /// one, and for a setting out of range.
    pub fn new(params: Vec<Tensor>, rule: impl Rule + 'static) -> Result<Optimizer> {
        let mut inner = Inner { groups: Vec::new(), params: Vec::new() };
        inner.add(params, Box::new(rule))?;
        Ok(Optimizer { inner: Mutex::new(inner) })
    }

    /// Adds a group of parameters with the settings of the first group; `settings` replaces some of
    /// them by name.
    ///
    /// Errors: those of [`Optimizer::new`]; `INVALID_ARGUMENT` also for a name that is not that of
    /// a setting.
    pub fn add_group(&self, params: Vec<Tensor>, settings: &[(&str, f64)]) -> Result<()> {
        let mut inner = self.inner.lock();
        let mut rule = inner.groups[0].rule.copy();
        for (name, value) in settings {
            group::set(&mut *rule, name, *value)?;
        }
        inner.add(params, rule)
    }

    /// The name of the rule.
    pub fn name(&self) -> &'static str {
        self.inner.lock().groups[0].rule.name()
    }

    /// The number of groups.
    pub fn groups(&self) -> usize {
        self.inner.lock().groups.len()
    }

    /// The number of parameters of all groups.
    pub fn parameters(&self) -> usize {
        self.inner.lock().params.len()
    }

    /// The parameters, in the order of the gradients of a step.
    pub fn tensors(&self) -> Vec<Tensor> {
        self.inner.lock().params.iter().map(|param| param.tensor.clone()).collect()
    }

    /// A setting of a group: a number, or 1 or 0 for a switch.
    ///
    /// Errors: `INVALID_ARGUMENT` for a group that does not exist or a name that is not that of a
    /// setting.
    pub fn get(&self, group: usize, name: &str) -> Result<f64> {
        let mut inner = self.inner.lock();
        let group = inner.group(group)?;
        group::get(&mut *group.rule, name)
    }

    /// Changes a setting of a group.
    ///
    /// Errors: those of [`Optimizer::get`], and `INVALID_ARGUMENT` for a number out of range.
    /// Nothing is then changed.
    pub fn set(&self, group: usize, name: &str, value: f64) -> Result<()> {
        let mut inner = self.inner.lock();
        let group = inner.group(group)?;
        let mut rule = group.rule.copy();
        group::set(&mut *rule, name, value)?;
        group.rule = rule;
        Ok(())
    }

    /// Changes settings of several groups at once, or none: a group, a name and a number each.
    pub(crate) fn set_all(&self, changes: &[(usize, &str, f64)]) -> Result<()> {
        let mut inner = self.inner.lock();
        let mut rules: Vec<Box<dyn Rule>> = inner.groups.iter().map(|group| group.rule.copy()).collect();
        for &(group, name, value) in changes {
            inner.group(group)?;
            group::set(&mut *rules[group], name, value)?;
        }
        for (group, rule) in inner.groups.iter_mut().zip(rules) {
            group.rule = rule;
        }
        Ok(())
    }

    /// Changes every parameter by its gradient; `grads` are borrowed, in the order of the
    /// parameters.
    ///
    /// Errors, all before anything is changed: `INVALID_ARGUMENT` for another number of gradients,
    /// `SHAPE_MISMATCH`, `DTYPE_MISMATCH`, `DEVICE_MISMATCH`, and those of allocating the state.
    pub fn step(&self, grads: &[&Tensor]) -> Result<()> {
        self.step_of(grads, |_, _| None)
    }

    /// Like [`Optimizer::step`]. `moved` is called with each parameter and its index, and returns
    /// the tensor that replaces it, untracked, if its elements are elsewhere now.
    pub(crate) fn step_of(&self, grads: &[&Tensor], moved: impl Fn(usize, &Tensor) -> Option<Tensor>) -> Result<()> {
        let mut before = Vec::new(); // released without the lock
        let mut inner = self.inner.lock();
        inner.move_to(moved, &mut before);
        let grads: Vec<Option<&Tensor>> = grads.iter().map(|&grad| Some(grad)).collect();
        inner.step(&grads)
    }

    /// Like [`Optimizer::step_of`], by the gradients that the parameters have as leaves; one without
    /// a gradient stays as it is, as in PyTorch. `now` returns what the parameter of an index is at
    /// present, if that is known.
    ///
    /// Errors: also `INVALID_ARGUMENT` if no parameter is a leaf.
    pub(crate) fn step_leaves(
        &self,
        now: impl Fn(usize) -> Option<Tensor>,
        moved: impl Fn(usize, &Tensor) -> Option<Tensor>,
    ) -> Result<()> {
        let mut before = Vec::new();
        let mut inner = self.inner.lock();
        inner.move_to(moved, &mut before);
        inner.look_at_leaves(now, &mut before);
        if inner.params.iter().all(|param| param.leaf.is_none()) {
            let count = inner.params.len();
            return Err(Error::argument(format!(
                "step without gradients: none of the {count} parameters requires a gradient"
            )));
        }
        let grads: Vec<Option<Tensor>> = inner.params.iter().map(Param::gradient).collect();
        inner.step(&grads.iter().map(Option::as_ref).collect::<Vec<_>>())
    }

    /// Removes the gradients that the parameters have as leaves. `now` is that of
    /// [`Optimizer::step_leaves`].
    pub(crate) fn zero_gradients(&self, now: impl Fn(usize) -> Option<Tensor>) {
        let mut before = Vec::new();
        let mut inner = self.inner.lock();
        inner.look_at_leaves(now, &mut before);
        inner.params.iter().filter_map(|param| param.leaf.as_ref()).for_each(autograd::zero_gradient);
    }
}

impl Inner {
    /// Exchanges the parameters whose elements are elsewhere now.
    fn move_to(&mut self, moved: impl Fn(usize, &Tensor) -> Option<Tensor>, before: &mut Vec<Tensor>) {
        for (i, param) in self.params.iter_mut().enumerate() {
            if let Some(now) = moved(i, &param.tensor) {
                before.push(std::mem::replace(&mut param.tensor, now));
            }
        }
    }

    fn look_at_leaves(&mut self, now: impl Fn(usize) -> Option<Tensor>, before: &mut Vec<Tensor>) {
        for (i, param) in self.params.iter_mut().enumerate() {
            if let Some(now) = now(i) {
                before.extend(param.leaf.take());
                param.leaf = autograd::is_leaf(&now).then(|| autograd::settled(&now));
            }
        }
    }

    /// Changes the parameters that have a gradient, all or none.
    fn step(&mut self, grads: &[Option<&Tensor>]) -> Result<()> {
        let Inner { groups, params } = self;
        check(params, grads)?;
        let ready = params.iter().zip(grads).map(|(p, g)| g.map(|g| gradient_of(&p.tensor, g)).transpose());
        let ready = ready.collect::<Result<Vec<Option<Tensor>>>>()?;
        let missing = |(p, g): (&Param, &Option<Tensor>)| match g {
            Some(_) => p.missing(&*groups[p.group].rule),
            None => Ok(None),
        };
        let fresh = params.iter().zip(&ready).map(missing).collect::<Result<Vec<_>>>()?;
        for ((param, g), fresh) in params.iter_mut().zip(&ready).zip(fresh) {
            let Some(g) = g else { continue };
            let rule = &*groups[param.group].rule;
            let is_first = fresh.is_some() || param.steps == 0;
            if let Some(state) = fresh {
                param.state = state;
                param.names = rule.state();
            }
            param.steps += 1;
            let mut at = Moment { step: param.steps as f64, is_first, product: param.product };
            rule.update(&mut at, &param.tensor, g, &mut param.state)?;
            param.product = at.product;
        }
        Ok(())
    }
}

impl Inner {
    fn group(&mut self, index: usize) -> Result<&mut Group> {
        let count = self.groups.len();
        self.groups
            .get_mut(index)
            .ok_or_else(|| Error::argument(format!("group {index} is out of range for an optimizer of {count} groups")))
    }

    /// Adds a group, or changes nothing.
    fn add(&mut self, tensors: Vec<Tensor>, mut rule: Box<dyn Rule>) -> Result<()> {
        group::check(&mut *rule)?;
        if tensors.is_empty() {
            return Err(Error::argument("an optimizer needs at least one parameter"));
        }
        let first = self.params.len();
        for (i, p) in tensors.iter().enumerate() {
            let at = first + i;
            if !p.dtype().is_float() {
                return Err(Error::dtype(format!("parameter {at} is {}, not of floating-point numbers", p.dtype())));
            }
            if p.overlaps_itself() {
                return Err(Error::argument(format!(
                    "parameter {at} has elements that overlap (it was expanded or unfolded)"
                )));
            }
            let earlier = self.params.iter().map(|p| &p.tensor).chain(&tensors[..i]);
            if let Some(j) = earlier.into_iter().position(|q| overlap(p, q)) {
                return Err(Error::argument(format!("parameter {at} overlaps parameter {j}")));
            }
        }
        let group = self.groups.len();
        self.params.extend(tensors.iter().map(|tensor| Param::new(tensor.clone(), group)));
        self.groups.push(Group { rule });
        Ok(())
    }
}

fn check(params: &[Param], grads: &[Option<&Tensor>]) -> Result<()> {
    if grads.len() != params.len() {
        return Err(Error::argument(format!("{} gradients for {} parameters", grads.len(), params.len())));
    }
    for (i, (p, g)) in params.iter().map(|p| &p.tensor).zip(grads).enumerate() {
        let Some(g) = g else { continue };
        if p.shape() != g.shape() {
            let (want, got) = (shape::display(p.shape()), shape::display(g.shape()));
            return Err(Error::shape(format!("gradient {i} has shape {got}, its parameter {want}")));
        }
        if p.dtype() != g.dtype() {
            return Err(Error::dtype(format!("gradient {i} is {}, its parameter {}", g.dtype(), p.dtype())));
        }
        if p.device() != g.device() {
            let text = format!("gradient {i} is on {}, its parameter on {}", g.device(), p.device());
            return Err(Error::new(Status::DeviceMismatch, text));
        }
        p.host()?; // its gradient and its state are on the same device
    }
    Ok(())
}

/// Whether two parameters share elements: exact for contiguous ones; strided ones count when they
/// are the same window, since the columns of one matrix lie between each other without sharing any.
fn overlap(a: &Tensor, b: &Tensor) -> bool {
    if !a.storage().may_share(b.storage()) || a.size() == 0 || b.size() == 0 {
        return false;
    }
    if a.is_contiguous() && b.is_contiguous() {
        let end = |t: &Tensor| t.addr() + t.nbytes();
        return a.addr() < end(b) && b.addr() < end(a);
    }
    a.addr() == b.addr() && a.shape() == b.shape() && a.strides() == b.strides()
}
