//! `Sgd`: stochastic gradient descent with momentum.
//!
//! Invariant: a step changes either every parameter or none. Everything that can fail (shapes,
//! dtypes, memory for the velocities) comes before the first write.

use crate::autograd;
use crate::error::{Error, Result};
use crate::ops::grad::{sgd, sgd_gradient};
use crate::tensor::{Tensor, shape};
use parking_lot::Mutex;

/// Updates parameters in place by PyTorch's rule: `v = momentum v + g; p -= lr v`, where v starts
/// as the first g.
pub struct Sgd {
    lr: f64,
    momentum: f64,
    /// Locked for the whole step, so that steps from two threads come one after the other.
    state: Mutex<State>,
}

struct State {
    params: Vec<Tensor>,
    /// One tensor in the shape of each parameter from the first step on. Empty before that, and
    /// always empty without momentum.
    velocity: Vec<Tensor>,
}

impl Sgd {
    /// Creates an optimizer of `params`, which it keeps alive and changes in place.
    ///
    /// Errors: `DTYPE_MISMATCH` for a parameter that is not floating-point; `INVALID_ARGUMENT` if
    /// there are no parameters, if the elements of one overlap (it was expanded) or it overlaps an
    /// earlier one, and for a rate or momentum that is negative or not finite.
    pub fn new(params: Vec<Tensor>, lr: f64, momentum: f64) -> Result<Sgd> {
        for (name, value) in [("learning rate", lr), ("momentum", momentum)] {
            if !value.is_finite() || value < 0.0 {
                return Err(Error::argument(format!("{name} {value} is not a finite number of at least 0")));
            }
        }
        if params.is_empty() {
            return Err(Error::argument("an optimizer needs at least one parameter"));
        }
        for (i, p) in params.iter().enumerate() {
            if !p.dtype().is_float() {
                return Err(Error::dtype(format!("parameter {i} is {}, not of floating-point numbers", p.dtype())));
            }
            if p.overlaps_itself() {
                return Err(Error::argument(format!(
                    "parameter {i} has elements that overlap (it was expanded or unfolded)"
                )));
            }
            if let Some(j) = params[..i].iter().position(|q| overlap(p, q)) {
                return Err(Error::argument(format!("parameter {i} overlaps parameter {j}")));
            }
        }
        let params = params.iter().map(Tensor::untracked).collect();
        Ok(Sgd { lr, momentum, state: Mutex::new(State { params, velocity: Vec::new() }) })
    }

    /// Changes every parameter by its gradient; `grads` are borrowed, in the order of the
    /// parameters.
    ///
    /// Errors, all before anything is changed: `INVALID_ARGUMENT` for another number of gradients,
    /// `SHAPE_MISMATCH`, `DTYPE_MISMATCH`, `DEVICE_MISMATCH`, and those of allocating the
    /// velocities.
    pub fn step(&self, grads: &[&Tensor]) -> Result<()> {
        self.step_of(grads, |_, _| None)
    }

    /// Like [`Sgd::step`]. If a parameter's elements have been moved, `moved` returns the tensor
    /// that replaces it, untracked.
    pub fn step_of(&self, grads: &[&Tensor], moved: impl Fn(usize, &Tensor) -> Option<Tensor>) -> Result<()> {
        let mut before = Vec::new(); // released without the lock
        let mut state = self.state.lock();
        let State { params, velocity } = &mut *state;
        for (i, p) in params.iter_mut().enumerate() {
            if let Some(now) = moved(i, p) {
                before.push(std::mem::replace(p, now));
            }
        }
        check(params, grads)?;
        if self.momentum != 0.0 && velocity.is_empty() {
            // `momentum 0 + g` is `g`, so zeros make the first step follow the rule.
            *velocity = params
                .iter()
                .map(|p| Tensor::zeros(p.device(), p.dtype(), &p.to_shape()))
                .collect::<Result<Vec<Tensor>>>()?;
        }
        let ready = params.iter().zip(grads).map(|(p, g)| sgd_gradient(p, g)).collect::<Result<Vec<Tensor>>>()?;
        for (i, (p, g)) in params.iter().zip(&ready).enumerate() {
            sgd(p, velocity.get_mut(i), g, self.lr, self.momentum)?;
        }
        Ok(())
    }
}

fn check(params: &[Tensor], grads: &[&Tensor]) -> Result<()> {
    if grads.len() != params.len() {
        return Err(Error::argument(format!("{} gradients for {} parameters", grads.len(), params.len())));
    }
    for (i, (p, g)) in params.iter().zip(grads).enumerate() {
        if p.shape() != g.shape() {
            let (want, got) = (shape::display(p.shape()), shape::display(g.shape()));
            return Err(Error::shape(format!("gradient {i} has shape {got}, its parameter {want}")));
        }
        if p.dtype() != g.dtype() {
            return Err(Error::dtype(format!("gradient {i} is {}, its parameter {}", g.dtype(), p.dtype())));
        }
        if p.device() != g.device() {
            let text = format!("gradient {i} is on {}, its parameter on {}", g.device(), p.device());
            return Err(Error::new(crate::error::Status::DeviceMismatch, text));
        }
        autograd::check_in_place(p)?;
        p.host()?; // the gradient and the velocity are on the same device
    }
    Ok(())
}

/// Whether two parameters share elements. This is exact for contiguous ones. Strided ones count
/// only if they are the same window, because the columns of a matrix interleave without sharing
/// elements.
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
