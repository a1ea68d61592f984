//! NAdam (Dozat 2016): Adam that looks one momentum ahead, with a momentum that grows over the
//! steps.

use super::rule::{Moment, Rule, decayed, moved, oriented};
use super::setting::{Range, Setting};
use crate::error::Result;
use crate::ops::optim::{NUMBERS, Real, Update, Weights, numbers, update};
use crate::tensor::Tensor;

/// The settings of `torch.optim.NAdam`.
#[derive(Clone, Debug, PartialEq)]
pub struct NAdam {
    /// The factor of a step.
    pub lr: f64,
    /// The shares that are kept of the means of gradients and of their squares.
    pub betas: (f64, f64),
    /// Added to the root, so that nothing is divided by 0.
    pub eps: f64,
    /// The factor of the parameter that is added to its gradient.
    pub weight_decay: f64,
    /// How fast the momentum grows to its first beta.
    pub momentum_decay: f64,
    /// Whether the decay shrinks the parameter itself, as in AdamW.
    pub decoupled_weight_decay: bool,
    /// Whether steps go up the gradient.
    pub maximize: bool,
}

impl Default for NAdam {
    fn default() -> NAdam {
        NAdam {
            lr: 2e-3,
            betas: (0.9, 0.999),
            eps: 1e-8,
            weight_decay: 0.0,
            momentum_decay: 4e-3,
            decoupled_weight_decay: false,
            maximize: false,
        }
    }
}

impl Rule for NAdam {
    fn name(&self) -> &'static str {
        "NAdam"
    }

    fn settings(&mut self) -> Vec<(&'static str, Setting<'_>)> {
        vec![
            ("lr", Setting::Number(&mut self.lr, Range::NotNegative)),
            ("beta1", Setting::Number(&mut self.betas.0, Range::BelowOne)),
            ("beta2", Setting::Number(&mut self.betas.1, Range::BelowOne)),
            ("eps", Setting::Number(&mut self.eps, Range::NotNegative)),
            ("weight_decay", Setting::Number(&mut self.weight_decay, Range::NotNegative)),
            ("momentum_decay", Setting::Number(&mut self.momentum_decay, Range::NotNegative)),
            ("decoupled_weight_decay", Setting::Switch(&mut self.decoupled_weight_decay)),
            ("maximize", Setting::Switch(&mut self.maximize)),
        ]
    }

    fn state(&self) -> &'static [&'static str] {
        &["exp_avg", "exp_avg_sq"]
    }

    fn product(&self) -> Option<&'static str> {
        Some("mu_product")
    }

    fn update(&self, at: &mut Moment, p: Weights, g: &Tensor, state: &mut [Tensor]) -> Result<()> {
        let (beta1, beta2) = self.betas;
        let momentum = |step: f64| beta1 * (1.0 - 0.5 * libm::pow(0.96, step * self.momentum_decay));
        let (now, next) = (momentum(at.step), momentum(at.step + 1.0));
        at.product *= now as f32;
        let product = f64::from(at.product);
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
                of_gradient: self.lr * (1.0 - now) / (1.0 - product),
                of_mean: self.lr * next / (1.0 - product * next),
                correction: 1.0 - libm::pow(beta2, at.step),
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
    of_gradient: f64,
    of_mean: f64,
    correction: f64,
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
        let under = (squares / R::cast_from(self.correction)).square_root() + R::cast_from(self.eps);
        let change = R::cast_from(self.of_gradient) * g + R::cast_from(self.of_mean) * mean;
        (p - change / under, [mean, squares])
    }

    fn kernel(self) -> (&'static str, [f64; NUMBERS]) {
        let Step { shrink, decay, taken, kept, of_gradient, of_mean, correction, eps, maximize } = self;
        let maximize = f64::from(u8::from(maximize));
        ("nadam", numbers([of_gradient, decay, maximize, taken, kept, of_mean, correction, eps, shrink]))
    }
}
