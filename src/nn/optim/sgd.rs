//! Stochastic gradient descent: `v = momentum v + (1 - dampening) g; p -= lr v`, where the first v
//! is g.

use super::rule::{Moment, Rule, decayed, oriented};
use super::setting::{Range, Setting};
use crate::error::{Error, Result};
use crate::ops::optim::{NUMBERS, Real, Update, Weights, numbers, update};
use crate::tensor::Tensor;

/// The settings of `torch.optim.SGD`.
#[derive(Clone, Debug, PartialEq)]
pub struct Sgd {
    /// The factor of a step.
    pub lr: f64,
    /// The share of the last step in the next one.
    pub momentum: f64,
    /// The share of a gradient that does not enter the momentum.
    pub dampening: f64,
    /// The factor of the parameter that is added to its gradient.
    pub weight_decay: f64,
    /// Whether a step looks one momentum ahead (Nesterov).
    pub nesterov: bool,
    /// Whether steps go up the gradient.
    pub maximize: bool,
}

impl Default for Sgd {
    fn default() -> Sgd {
        Sgd { lr: 1e-3, momentum: 0.0, dampening: 0.0, weight_decay: 0.0, nesterov: false, maximize: false }
    }
}

impl Rule for Sgd {
    fn name(&self) -> &'static str {
        "SGD"
    }

    fn settings(&mut self) -> Vec<(&'static str, Setting<'_>)> {
        vec![
            ("lr", Setting::Number(&mut self.lr, Range::NotNegative)),
            ("momentum", Setting::Number(&mut self.momentum, Range::NotNegative)),
            ("dampening", Setting::Number(&mut self.dampening, Range::Any)),
            ("weight_decay", Setting::Number(&mut self.weight_decay, Range::NotNegative)),
            ("nesterov", Setting::Switch(&mut self.nesterov)),
            ("maximize", Setting::Switch(&mut self.maximize)),
        ]
    }

    fn check(&self) -> Result<()> {
        if self.nesterov && (self.momentum == 0.0 || self.dampening != 0.0) {
            let (momentum, dampening) = (self.momentum, self.dampening);
            return Err(Error::argument(format!(
                "nesterov needs a momentum above 0 and a dampening of 0, got {momentum} and {dampening}"
            )));
        }
        Ok(())
    }

    fn state(&self) -> &'static [&'static str] {
        if self.momentum == 0.0 { &[] } else { &["momentum_buffer"] }
    }

    fn counts_steps(&self) -> bool {
        false
    }

    fn update(&self, at: &mut Moment, p: Weights, g: &Tensor, state: &mut [Tensor]) -> Result<()> {
        let Sgd { lr, momentum, dampening, weight_decay: decay, nesterov, maximize } = *self;
        if state.is_empty() {
            return update(p, g, state, Plain { lr, decay, maximize });
        }
        // The state begins at 0, so the first one is the whole gradient.
        let taken = if at.is_first { 1.0 } else { 1.0 - dampening };
        update(p, g, state, WithMomentum { lr, momentum, taken, decay, nesterov, maximize })
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(self.clone())
    }
}

#[derive(Clone, Copy)]
struct Plain {
    lr: f64,
    decay: f64,
    maximize: bool,
}

impl Update<0> for Plain {
    #[inline(always)]
    fn one<R: Real>(self, p: R, g: R, state: [R; 0]) -> (R, [R; 0]) {
        let g = decayed(oriented(g, self.maximize), p, self.decay);
        (p - R::cast_from(self.lr) * g, state)
    }

    fn kernel(self) -> (&'static str, [f64; NUMBERS]) {
        let Plain { lr, decay, maximize } = self;
        ("sgd", numbers([lr, decay, f64::from(u8::from(maximize))]))
    }
}

#[derive(Clone, Copy)]
struct WithMomentum {
    lr: f64,
    momentum: f64,
    taken: f64,
    decay: f64,
    nesterov: bool,
    maximize: bool,
}

impl Update<1> for WithMomentum {
    #[inline(always)]
    fn one<R: Real>(self, p: R, g: R, [v]: [R; 1]) -> (R, [R; 1]) {
        let momentum = R::cast_from(self.momentum);
        let g = decayed(oriented(g, self.maximize), p, self.decay);
        let v = momentum * v + R::cast_from(self.taken) * g;
        let change = if self.nesterov { g + momentum * v } else { v };
        (p - R::cast_from(self.lr) * change, [v])
    }

    fn kernel(self) -> (&'static str, [f64; NUMBERS]) {
        let WithMomentum { lr, momentum, taken, decay, nesterov, maximize } = self;
        let [maximize, nesterov] = [maximize, nesterov].map(|on| f64::from(u8::from(on)));
        ("sgd_momentum", numbers([lr, decay, maximize, momentum, taken, nesterov]))
    }
}
