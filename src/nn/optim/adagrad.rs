//! Adagrad (Duchi et al. 2011): a step is the gradient over the root of the sum of all squares so
//! far.

use super::rule::{Moment, Rule, decayed, oriented};
use super::setting::{Range, Setting};
use crate::error::Result;
use crate::ops::optim::{NUMBERS, Real, Update, Weights, numbers, update};
use crate::tensor::Tensor;

/// The settings of `torch.optim.Adagrad`.
#[derive(Clone, Debug, PartialEq)]
pub struct Adagrad {
    /// The factor of a step.
    pub lr: f64,
    /// How fast the rate falls: step `t` has `lr / (1 + (t - 1) lr_decay)`.
    pub lr_decay: f64,
    /// The factor of the parameter that is added to its gradient.
    pub weight_decay: f64,
    /// What the sum of squares begins with.
    pub initial_accumulator_value: f64,
    /// Added to the root, so that nothing is divided by 0.
    pub eps: f64,
    /// Whether steps go up the gradient.
    pub maximize: bool,
}

impl Default for Adagrad {
    fn default() -> Adagrad {
        Adagrad {
            lr: 1e-2,
            lr_decay: 0.0,
            weight_decay: 0.0,
            initial_accumulator_value: 0.0,
            eps: 1e-10,
            maximize: false,
        }
    }
}

impl Rule for Adagrad {
    fn name(&self) -> &'static str {
        "Adagrad"
    }

    fn settings(&mut self) -> Vec<(&'static str, Setting<'_>)> {
        vec![
            ("lr", Setting::Number(&mut self.lr, Range::NotNegative)),
            ("lr_decay", Setting::Number(&mut self.lr_decay, Range::NotNegative)),
            ("weight_decay", Setting::Number(&mut self.weight_decay, Range::NotNegative)),
            ("initial_accumulator_value", Setting::Number(&mut self.initial_accumulator_value, Range::NotNegative)),
            ("eps", Setting::Number(&mut self.eps, Range::NotNegative)),
            ("maximize", Setting::Switch(&mut self.maximize)),
        ]
    }

    fn state(&self) -> &'static [&'static str] {
        &["sum"]
    }

    fn initial(&self) -> f64 {
        self.initial_accumulator_value
    }

    fn update(&self, at: &mut Moment, p: Weights, g: &Tensor, state: &mut [Tensor]) -> Result<()> {
        let Adagrad { weight_decay: decay, eps, maximize, .. } = *self;
        let rate = self.lr / (1.0 + (at.step - 1.0) * self.lr_decay);
        update(p, g, state, Step { rate, decay, eps, maximize })
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(self.clone())
    }
}

#[derive(Clone, Copy)]
struct Step {
    rate: f64,
    decay: f64,
    eps: f64,
    maximize: bool,
}

impl Update<1> for Step {
    #[inline(always)]
    fn one<R: Real>(self, p: R, g: R, [sum]: [R; 1]) -> (R, [R; 1]) {
        let g = decayed(oriented(g, self.maximize), p, self.decay);
        let sum = sum + g * g;
        (p - R::cast_from(self.rate) * g / (sum.square_root() + R::cast_from(self.eps)), [sum])
    }

    fn kernel(self) -> (&'static str, [f64; NUMBERS]) {
        let Step { rate, decay, eps, maximize } = self;
        ("adagrad", numbers([rate, decay, f64::from(u8::from(maximize)), eps]))
    }
}
