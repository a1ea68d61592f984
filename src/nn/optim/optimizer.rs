//! `Optimizer`: groups of parameters, and a step of all of them.
//!
//! Invariant: a step changes every parameter or none, and steps of two threads come one after the
//! other.

use super::flat;
use super::group::{self, Group, Param};
use super::rule::{Moment, Rule};
use super::search::{Course, Plan};
use crate::autograd;
use crate::error::{Error, Result, Status};
use crate::ops;
use crate::ops::optim::{Weights, check_device, gradient_of};
use crate::tensor::{DType, Tensor, shape};
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
    /// Whether a step changes halves by way of a float32 each.
    pub masters: bool,
    /// Where a rule that searches is.
    pub course: Course,
}

impl Optimizer {
    /// An optimizer of `params`, which it keeps alive and changes in place.
    ///
    /// Errors: `DTYPE_MISMATCH` for a parameter that is not floating; `INVALID_ARGUMENT` for no
    /// parameters, for one whose elements overlap (it was expanded) or that overlaps an earlier
    /// one, and for a setting out of range.
    pub fn new(params: Vec<Tensor>, rule: impl Rule + 'static) -> Result<Optimizer> {
        let (groups, course) = (Vec::new(), Course::default());
        let mut inner = Inner { groups, params: Vec::new(), masters: false, course };
        inner.add(params, Box::new(rule))?;
        Ok(Optimizer { inner: Mutex::new(inner) })
    }

    /// Adds a group of parameters with the settings of the first group; `settings` replaces some of
    /// them by name.
    ///
    /// Errors: those of [`Optimizer::new`]; `INVALID_ARGUMENT` also for a name that is not that of
    /// a setting, and for a rule that searches, which has one group.
    pub fn add_group(&self, params: Vec<Tensor>, settings: &[(&str, f64)]) -> Result<()> {
        let mut inner = self.inner.lock();
        if inner.plan().is_some() {
            return Err(Error::argument("LBFGS has one group of parameters"));
        }
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
    /// The gradient of a half may be float32. Errors, all before anything is changed:
    /// `INVALID_ARGUMENT` for another number of gradients, and for a rule that needs the loss,
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
    /// a gradient stays as it is, as in PyTorch. With a loss, like [`Optimizer::step_loss`]. `now` returns what the parameter of an index is at
    /// present, if that is known.
    ///
    /// Errors: also `INVALID_ARGUMENT` if no parameter is a leaf.
    pub(crate) fn step_leaves(
        &self,
        loss: Option<f64>,
        now: impl Fn(usize) -> Option<Tensor>,
        moved: impl Fn(usize, &Tensor) -> Option<Tensor>,
    ) -> Result<bool> {
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
        let grads: Vec<Option<&Tensor>> = grads.iter().map(Option::as_ref).collect();
        match loss {
            Some(loss) => inner.step_loss(loss, &grads),
            None => inner.step(&grads).map(|()| false),
        }
    }

    /// Takes the loss and the gradients at the parameters as they are. Returns whether the step needs
    /// both once more, at the parameters as they are then: [`Lbfgs`](super::Lbfgs) evaluates a loss
    /// several times, all other rules once.
    ///
    /// Errors: those of [`Optimizer::step`]; nothing is then changed, and the step goes on.
    pub fn step_loss(&self, loss: f64, grads: &[&Tensor]) -> Result<bool> {
        self.step_loss_of(loss, grads, |_, _| None)
    }

    /// Like [`Optimizer::step_loss`]; `moved` is that of [`Optimizer::step_of`].
    pub(crate) fn step_loss_of(
        &self,
        loss: f64,
        grads: &[&Tensor],
        moved: impl Fn(usize, &Tensor) -> Option<Tensor>,
    ) -> Result<bool> {
        let mut before = Vec::new();
        let mut inner = self.inner.lock();
        inner.move_to(moved, &mut before);
        let grads: Vec<Option<&Tensor>> = grads.iter().map(|&grad| Some(grad)).collect();
        inner.step_loss(loss, &grads)
    }

    /// Takes back a step that waits for a loss: the parameters and the state are what they were before
    /// it. Does nothing if none waits. Errors: those of allocating; then nothing has changed.
    pub fn cancel_step(&self) -> Result<()> {
        self.cancel_of(|_, _| None)
    }

    /// Like [`Optimizer::cancel_step`]; `moved` is that of [`Optimizer::step_of`].
    pub(crate) fn cancel_of(&self, moved: impl Fn(usize, &Tensor) -> Option<Tensor>) -> Result<()> {
        let mut before = Vec::new();
        let mut inner = self.inner.lock();
        inner.move_to(moved, &mut before);
        let device = inner.params[0].tensor.device();
        let Some((x, course)) = inner.course.on(device)?.begun() else { return Ok(()) };
        inner.write(&x)?;
        inner.course = course;
        Ok(())
    }

    /// Whether a step evaluates the loss several times.
    pub fn searches(&self) -> bool {
        self.inner.lock().plan().is_some()
    }

    /// Lets steps change halves by way of a float32 for each, its master, which the half is rounded
    /// from; or no longer. The state is then float32 too. Errors: `INVALID_ARGUMENT` for a rule that
    /// searches.
    pub fn set_master_weights(&self, masters: bool) -> Result<()> {
        let mut inner = self.inner.lock();
        if masters && inner.plan().is_some() {
            return Err(Error::argument("LBFGS has no master weights: train float32 or float64 parameters"));
        }
        inner.masters = masters;
        Ok(())
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
            // A leaf whose module is on another device now was replaced there.
            if let Some(leaf) = param.leaf.as_ref().and_then(autograd::replacement) {
                before.push(std::mem::replace(&mut param.tensor, leaf.untracked()));
                before.extend(param.leaf.replace(leaf));
            }
            if let Some(now) = moved(i, &param.tensor) {
                before.push(std::mem::replace(&mut param.tensor, now));
            }
        }
    }

    fn look_at_leaves(&mut self, now: impl Fn(usize) -> Option<Tensor>, before: &mut Vec<Tensor>) {
        for (i, param) in self.params.iter_mut().enumerate() {
            if let Some(now) = now(i) {
                let now = match autograd::replacement(&now) {
                    Some(next) => {
                        before.push(std::mem::replace(&mut param.tensor, next.untracked()));
                        next
                    }
                    None => now,
                };
                before.extend(param.leaf.take());
                param.leaf = autograd::is_leaf(&now).then(|| autograd::settled(&now));
            }
        }
    }

    /// Changes the parameters that have a gradient, all or none.
    fn step(&mut self, grads: &[Option<&Tensor>]) -> Result<()> {
        if self.plan().is_some() {
            return Err(Error::argument("LBFGS needs the loss of each evaluation: call step with the loss"));
        }
        let Inner { groups, params, masters, .. } = self;
        let masters = *masters;
        check(params, grads)?;
        let ready =
            |(p, g): (&Param, &Option<&Tensor>)| g.map(|g| gradient_of(&p.tensor, g, p.dtype(masters))).transpose();
        let ready = params.iter().zip(grads).map(ready).collect::<Result<Vec<Option<Tensor>>>>()?;
        let missing = |(p, g): (&Param, &Option<Tensor>)| match g {
            Some(_) => p.missing(&*groups[p.group].rule, masters),
            None => Ok(None),
        };
        let fresh = params.iter().zip(&ready).map(missing).collect::<Result<Vec<_>>>()?;
        for ((param, g), fresh) in params.iter_mut().zip(&ready).zip(fresh) {
            let Some(g) = g else { continue };
            let rule = &*groups[param.group].rule;
            let is_first = param.steps == 0 || param.names != rule.state();
            if let Some((state, master)) = fresh {
                (param.state, param.master) = (state, master);
                param.names = rule.state();
            }
            param.steps += 1;
            let mut at = Moment { step: param.steps as f64, is_first, product: param.product };
            let weights = Weights { values: &param.tensor, master: param.master.as_mut() };
            rule.update(&mut at, weights, g, &mut param.state)?;
            param.product = at.product;
        }
        Ok(())
    }

    /// The settings of a step that evaluates the loss several times.
    pub(super) fn plan(&self) -> Option<Plan> {
        self.groups[0].rule.search()
    }

    /// Takes the loss and the gradients of an evaluation; returns whether another one is wanted.
    fn step_loss(&mut self, loss: f64, grads: &[Option<&Tensor>]) -> Result<bool> {
        let Some(plan) = self.plan() else { return self.step(grads).map(|()| false) };
        check(&self.params, grads)?;
        let values: Vec<Tensor> = self.params.iter().map(|param| param.tensor.clone()).collect();
        if let Some(i) = values.iter().position(|value| value.dtype() != values[0].dtype()) {
            let (other, first) = (values[i].dtype(), values[0].dtype());
            return Err(Error::dtype(format!(
                "LBFGS: parameter {i} is {other}, parameter 0 {first}: they are one vector"
            )));
        }
        let of = |(value, grad): (&Tensor, &Option<&Tensor>)| match grad {
            Some(grad) => ops::cast(grad, value.dtype()),
            None => Tensor::zeroed(value.device(), value.dtype(), &value.to_shape()),
        };
        let grads = values.iter().zip(grads).map(of).collect::<Result<Vec<Tensor>>>()?;
        let (x, gradient) = (flat::gather(&values)?, flat::gather(&grads)?);
        let next = self.course.on(x.device())?.told(&plan, &x, loss, gradient)?;
        if let Some(to) = &next.to {
            self.write(to)?;
        }
        self.course = next.course;
        Ok(next.is_wanted)
    }

    /// Writes a vector of the elements of all parameters into them: all, or, if memory runs out, none.
    fn write(&self, flat: &Tensor) -> Result<()> {
        let values: Vec<Tensor> = self.params.iter().map(|param| param.tensor.clone()).collect();
        let parts = flat::split(flat, &values)?;
        values.iter().zip(&parts).try_for_each(|(value, part)| ops::copy_into(value, part))
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
        let is_wide = p.dtype().is_half() && g.dtype() == DType::F32; // as those that were unscaled are
        if p.dtype() != g.dtype() && !is_wide {
            return Err(Error::dtype(format!("gradient {i} is {}, its parameter {}", g.dtype(), p.dtype())));
        }
        if p.device() != g.device() {
            let text = format!(
                "gradient {i} is on {}, its parameter on {}: move the module before the optimizer is made",
                g.device(),
                p.device()
            );
            return Err(Error::new(Status::DeviceMismatch, text));
        }
        p.storage().require_writable()?;
        check_device(p)?; // its gradient and its state are on the same device
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
