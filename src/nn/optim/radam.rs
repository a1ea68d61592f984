//! RAdam (Liu et al. 2019): Adam whose first steps, while the mean of squares is of few gradients,
//! are by the mean of gradients alone.

use super::rule::{Moment, Rule, decayed, moved, oriented};
use super::setting::{Range, Setting};
use crate::error::Result;
use crate::ops::optim::{NUMBERS, Real, Update, Weights, numbers, update};
use crate::tensor::Tensor;

/// The settings of `torch.optim.RAdam`.
#[derive(Clone, Debug, PartialEq)]
pub struct RAdam {
    /// The factor of a step.
    pub lr: f64,
    /// The shares that are kept of the means of gradients and of their squares.
    pub betas: (f64, f64),
    /// Added to the root, so that nothing is divided by 0.
    pub eps: f64,
    /// The factor of the parameter that is added to its gradient.
    pub weight_decay: f64,
    /// Whether the decay shrinks the parameter itself, as in AdamW.
    pub decoupled_weight_decay: bool,
    /// Whether steps go up the gradient.
    pub maximize: bool,
}

impl Default for RAdam {
    fn default() -> RAdam {
        RAdam {
            lr: 1e-3,
            betas: (0.9, 0.999),
            eps: 1e-8,
            weight_decay: 0.0,
            decoupled_weight_decay: false,
            maximize: false,
        }
    }
}

impl RAdam {
    /// The factor of a step by both means; `None` as long as the mean of squares is not to be
    /// trusted.
    fn rectified(&self, step: f64, correction: f64) -> Option<f64> {
        let beta2 = self.betas.1;
        let most = 2.0 / (1.0 - beta2) - 1.0;
        let length = most - 2.0 * step * libm::pow(beta2, step) / correction;
        let over = (length - 4.0) * (length - 2.0) * most;
        (length > 5.0).then(|| (over / ((most - 4.0) * (most - 2.0) * length)).sqrt())
    }
}

impl Rule for RAdam {
    fn name(&self) -> &'static str {
        "RAdam"
    }

    fn settings(&mut self) -> Vec<(&'static str, Setting<'_>)> {
        vec![
            ("lr", Setting::Number(&mut self.lr, Range::NotNegative)),
            ("beta1", Setting::Number(&mut self.betas.0, Range::BelowOne)),
            ("beta2", Setting::Number(&mut self.betas.1, Range::BelowOne)),
            ("eps", Setting::Number(&mut self.eps, Range::NotNegative)),
            ("weight_decay", Setting::Number(&mut self.weight_decay, Range::NotNegative)),
            ("decoupled_weight_decay", Setting::Switch(&mut self.decoupled_weight_decay)),
            ("maximize", Setting::Switch(&mut self.maximize)),
        ]
    }

    fn state(&self) -> &'static [&'static str] {
        &["exp_avg", "exp_avg_sq"]
    }

    fn update(&self, at: &mut Moment, p: Weights, g: &Tensor, state: &mut [Tensor]) -> Result<()> {
        let (beta1, beta2) = self.betas;
        let (correction1, correction2) = (1.0 - libm::pow(beta1, at.step), 1.0 - libm::pow(beta2, at.step));
        let rectified = self.rectified(at.step, correction2);
        let rate = self.lr / correction1;
        let decouples = self.decoupled_weight_decay;
        update(
            p,
            g,
            state,
            Step {
                shrink: if decouples { 1.0 - self.lr * self.weight_decay } else { 1.0 },
                decay: if decouples { 0.0 } else { self.weight_decay },
                taken: 1.0 - beta1,
                kept: beta2,
                rate: rectified.map_or(rate, |factor| rate * factor * correction2.sqrt()),
                by_squares: rectified.is_some(),
                eps: self.eps,
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
    shrink: f64,
    decay: f64,
    taken: f64,
    kept: f64,
    rate: f64,
    by_squares: bool,
    eps: f64,
    maximize: bool,
}

impl Update<2> for Step {
    #[inline(always)]
    fn one<R: Real>(self, p: R, g: R, [mean, squares]: [R; 2]) -> (R, [R; 2]) {
        let p = p * R::cast_from(self.shrink);
        let g = decayed(oriented(g, self.maximize), p, self.decay);
        let mean = moved(mean, g, self.taken);
        let squares = R::cast_from(self.kept) * squares + R::cast_from(1.0 - self.kept) * g * g;
        let under = if self.by_squares { squares.square_root() + R::cast_from(self.eps) } else { R::ONE };
        (p - R::cast_from(self.rate) * mean / under, [mean, squares])
    }

    fn kernel(self) -> (&'static str, [f64; NUMBERS]) {
        let Step { shrink, decay, taken, kept, rate, by_squares, eps, maximize } = self;
        let [maximize, by_squares] = [maximize, by_squares].map(|on| f64::from(u8::from(on)));
        ("radam", numbers([rate, decay, maximize, taken, kept, by_squares, eps, 0.0, shrink]))
    }
}
