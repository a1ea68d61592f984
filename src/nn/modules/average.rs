//! `AveragedModel`: a copy of a module whose weights are an average of those that the module has had.
//!
//! Invariant: it has PyTorch's state dict: `n_averaged`, and the state of the copy under `module`.
//! An update changes all weights or none: everything that can fail comes before the first write.

use super::draw::counter;
use crate::error::{Error, Result};
use crate::nn::module::{Call, Layer, Module, Role, Structure};
use crate::ops::optim::{NUMBERS, Real, Update, Weights, gradient_of, numbers, update};
use crate::ops::{self, BinaryOp};
use crate::tensor::{Tensor, shape};
use std::sync::Arc;

/// The name of the copy.
const CHILD: &str = "module";

/// How weights are averaged.
#[derive(Clone, Copy)]
struct Averaged {
    /// The share that is kept of an exponential average; `None` for the mean.
    decay: Option<f64>,
    /// Whether buffers are averaged too, or else copied.
    use_buffers: bool,
}

/// A copy of `module` that averages its weights: the mean of all so far, or, with a `decay`, the
/// exponential average. Buffers are averaged too, or else copied at each update. Errors:
/// `INVALID_ARGUMENT` for a decay that is not from 0 to 1, and those of allocating.
pub fn averaged(module: &Arc<Module>, decay: Option<f64>, use_buffers: bool) -> Result<Arc<Module>> {
    if let Some(decay) = decay.filter(|decay| !(0.0..=1.0).contains(decay)) {
        return Err(Error::argument(format!("a decay of {decay} is not from 0 to 1")));
    }
    let copy = module.copy()?;
    copy.each(&mut |_, part| part.slots().iter().for_each(|slot| slot.cell().settle()));
    let averaged = Module::new(Averaged { decay, use_buffers }, vec![counter("n_averaged")?]);
    averaged.add_child(CHILD, &copy, &Structure::lock());
    Ok(averaged)
}

/// Takes the weights that `module` has now into the average. Errors: `INVALID_ARGUMENT` for a module
/// that is not an `AveragedModel`, `SHAPE_MISMATCH` and `DTYPE_MISMATCH` if it is that of another
/// module; then nothing has changed.
pub fn update_average(averaged: &Arc<Module>, module: &Arc<Module>) -> Result<()> {
    let how = of(averaged)?;
    let number = averaged_updates(averaged)?;
    let share = match how.decay {
        _ if number == 0 => 1.0,
        Some(decay) => 1.0 - decay,
        None => 1.0 / (number as f64 + 1.0),
    };
    let mut averages = Vec::new();
    let mut copies = Vec::new();
    for (to, from, role) in pairs(averaged, module)? {
        let is_averaged = to.dtype().is_float() && (role == Role::Parameter || how.use_buffers) && share < 1.0;
        let from = if is_averaged { gradient_of(&to, &from, to.dtype())? } else { from };
        if is_averaged { averages.push((to, from)) } else { copies.push((to, from)) }
    }
    for (to, from) in &averages {
        update(Weights { values: to, master: None }, from, &mut [], Lerp { share })?;
    }
    copies.iter().try_for_each(|(to, from)| ops::copy_into(to, from))?;
    let count = count(averaged)?;
    ops::binary_scalar_in_place(BinaryOp::Add, &count, 1)
}

/// Whether updates from `module` are possible. Errors: those of [`update_average`].
pub(crate) fn check_average(averaged: &Arc<Module>, module: &Arc<Module>) -> Result<()> {
    of(averaged)?;
    averaged_updates(averaged)?;
    pairs(averaged, module).map(drop)
}

/// How many updates an average has had. Errors: `INVALID_ARGUMENT` for a module that is not an
/// `AveragedModel`.
pub fn averaged_updates(averaged: &Arc<Module>) -> Result<u64> {
    let number = ops::item_i64(&count(averaged)?)?;
    u64::try_from(number).map_err(|_| Error::argument(format!("n_averaged is {number}")))
}

fn of(averaged: &Arc<Module>) -> Result<Averaged> {
    let layer: &dyn std::any::Any = averaged.layer();
    let kind = averaged.kind();
    layer.downcast_ref().copied().ok_or_else(|| Error::argument(format!("a {kind} is not an AveragedModel")))
}

fn count(averaged: &Arc<Module>) -> Result<Tensor> {
    of(averaged)?;
    Ok(averaged.slots()[0].value().untracked())
}

/// The values of the average, those of the module, and what they are for.
fn pairs(averaged: &Arc<Module>, module: &Arc<Module>) -> Result<Vec<(Tensor, Tensor, Role)>> {
    let (own, given) = (averaged.below(CHILD)?.all_slots(), module.all_slots());
    if own.len() != given.len() {
        let (wanted, got) = (own.len(), given.len());
        return Err(Error::argument(format!("the average has {wanted} parameters and buffers, the module {got}")));
    }
    let mut all = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for ((path, to), (other, from)) in own.iter().zip(&given) {
        if path != other || to.role() != from.role() {
            return Err(Error::argument(format!("the average has '{path}' where the module has '{other}'")));
        }
        let (value, new) = (to.value().untracked(), from.value().untracked());
        if value.shape() != new.shape() {
            let (want, got) = (shape::display(value.shape()), shape::display(new.shape()));
            return Err(Error::shape(format!("'{path}' has shape {got} in the module, {want} in the average")));
        }
        if value.dtype() != new.dtype() {
            let text = format!("'{path}' is {} in the module, {} in the average", new.dtype(), value.dtype());
            return Err(Error::dtype(text));
        }
        if seen.insert(Arc::as_ptr(&to.cell())) {
            all.push((value, new, to.role()));
        }
    }
    Ok(all)
}

/// A share of the way from the average to a weight, as `torch.lerp` computes it.
#[derive(Clone, Copy)]
struct Lerp {
    share: f64,
}

impl Update<0> for Lerp {
    #[inline(always)]
    fn one<R: Real>(self, average: R, weight: R, state: [R; 0]) -> (R, [R; 0]) {
        let way = weight - average;
        let next = if self.share < 0.5 {
            average + R::cast_from(self.share) * way
        } else {
            weight - way * R::cast_from(1.0 - self.share)
        };
        (next, state)
    }

    fn kernel(self) -> (&'static str, [f64; NUMBERS]) {
        ("average", numbers([self.share]))
    }
}

impl Layer for Averaged {
    fn kind(&self) -> &str {
        "AveragedModel"
    }

    fn settings(&self) -> String {
        self.decay.map_or_else(String::new, |decay| format!("decay={decay:?}"))
    }

    fn copy(&self) -> Box<dyn Layer> {
        Box::new(*self)
    }

    fn run(&self, call: &Call, x: &Tensor) -> Result<Tensor> {
        let children = call.children();
        let (name, child) = children.first().expect("it was made with one");
        call.run(name, child, x)
    }

    fn run_all(&self, call: &Call, inputs: crate::nn::module::Inputs) -> Result<crate::nn::module::Outputs> {
        let children = call.children();
        let (name, child) = children.first().expect("it was made with one");
        call.run_all(name, child, inputs)
    }
}
