//! Adamax (Kingma and Ba 2014): Adam with the greatest of gradients, which decays, in the place of
//! the root of their squares.

use super::rule::{Moment, Rule, decayed, larger, moved, oriented};
use super::setting::{Range, Setting};
use crate::error::Result;
use crate::ops::optim::{NUMBERS, Real, Update, Weights, numbers, update};
use crate::tensor::Tensor;

/// The settings of `torch.optim.Adamax`.
#[derive(Clone, Debug, PartialEq)]
pub struct Adamax {
    /// The factor of a step.
    pub lr: f64,
    /// The shares that are kept of the mean of gradients and of the greatest one.
    pub betas: (f64, f64),
    /// Added to the size of each gradient, so that nothing is divided by 0.
    pub eps: f64,
    /// The factor of the parameter that is added to its gradient.
    pub weight_decay: f64,
    /// Whether steps go up the gradient.
    pub maximize: bool,
}

impl Default for Adamax {
    fn default() -> Adamax {
        Adamax { lr: 2e-3, betas: (0.9, 0.999), eps: 1e-8, weight_decay: 0.0, maximize: false }
    }
}

impl Rule for Adamax {
    fn name(&self) -> &'static str {
        "Adamax"
    }

    fn settings(&mut self) -> Vec<(&'static str, Setting<'_>)> {
        vec![
            ("lr", Setting::Number(&mut self.lr, Range::NotNegative)),
            ("beta1", Setting::Number(&mut self.betas.0, Range::BelowOne)),
            ("beta2", Setting::Number(&mut self.betas.1, Range::BelowOne)),
            ("eps", Setting::Number(&mut self.eps, Range::NotNegative)),
            ("weight_decay", Setting::Number(&mut self.weight_decay, Range::NotNegative)),
            ("maximize", Setting::Switch(&mut self.maximize)),
        ]
    }

    fn state(&self) -> &'static [&'static str] {
        &["exp_avg", "exp_inf"]
    }

    fn update(&self, at: &mut Moment, p: Weights, g: &Tensor, state: &mut [Tensor]) -> Result<()> {
        let (beta1, beta2) = self.betas;
        update(
            p,
            g,
            state,
            Step {
                rate: self.lr / (1.0 - libm::pow(beta1, at.step)),
                taken: 1.0 - beta1,
                kept: beta2,
                eps: self.eps,
                decay: self.weight_decay,
                maximize: self.maximize,
            },
        )
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(self.clone())
    }
}

#[derive(Clone, Copy)]
struct Step {
    rate: f64,
    taken: f64,
    kept: f64,
    eps: f64,
    decay: f64,
    maximize: bool,
}

impl Update<2> for Step {
    #[inline(always)]
    fn one<R: Real>(self, p: R, g: R, [mean, greatest]: [R; 2]) -> (R, [R; 2]) {
        let g = decayed(oriented(g, self.maximize), p, self.decay);
        let mean = moved(mean, g, self.taken);
        let greatest = larger(R::cast_from(self.kept) * greatest, g.abs() + R::cast_from(self.eps));
        (p - R::cast_from(self.rate) * mean / greatest, [mean, greatest])
    }

    fn kernel(self) -> (&'static str, [f64; NUMBERS]) {
        let Step { rate, taken, kept, eps, decay, maximize } = self;
        ("adamax", numbers([rate, decay, f64::from(u8::from(maximize)), taken, kept, eps]))
    }
}
