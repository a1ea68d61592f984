//! Adam (Kingma and Ba 2014), with AMSGrad (Reddi et al. 2018), and AdamW (Loshchilov and Hutter
//! 2017): a step is the mean of gradients over the root of the mean of their squares, both
//! corrected for their start at 0.

use super::rule::{Moment, Rule, decayed, larger, moved, oriented};
use super::setting::{Range, Setting};
use crate::error::Result;
use crate::ops::optim::{NUMBERS, Real, Update, Weights, numbers, update};
use crate::tensor::Tensor;

/// The settings of `torch.optim.Adam`.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// The factor of a step.
    pub lr: f64,
    /// The shares that are kept of the means of gradients and of their squares.
    pub betas: (f64, f64),
    /// Added to the root, so that nothing is divided by 0.
    pub eps: f64,
    /// The factor of the parameter that is added to its gradient.
    pub weight_decay: f64,
    /// Whether the greatest mean of squares so far is divided by.
    pub amsgrad: bool,
    /// Whether steps go up the gradient.
    pub maximize: bool,
}

impl Default for Adam {
    fn default() -> Adam {
        Adam { lr: 1e-3, betas: (0.9, 0.999), eps: 1e-8, weight_decay: 0.0, amsgrad: false, maximize: false }
    }
}

/// The settings of `torch.optim.AdamW`: Adam's, with a `weight_decay` that shrinks the parameter
/// itself by `lr weight_decay`.
#[derive(Clone, Debug, PartialEq)]
pub struct AdamW(pub Adam);

impl Default for AdamW {
    fn default() -> AdamW {
        AdamW(Adam { weight_decay: 1e-2, ..Adam::default() })
    }
}

impl Adam {
    fn step(&self, at: &Moment, p: Weights, g: &Tensor, state: &mut [Tensor], decouples: bool) -> Result<()> {
        let (beta1, beta2) = self.betas;
        let (correction1, correction2) = (1.0 - libm::pow(beta1, at.step), 1.0 - libm::pow(beta2, at.step));
        let by = Step {
            shrink: if decouples { 1.0 - self.lr * self.weight_decay } else { 1.0 },
            decay: if decouples { 0.0 } else { self.weight_decay },
            taken: 1.0 - beta1,
            kept: beta2,
            rate: self.lr / correction1,
            root: 1.0 / correction2.sqrt(),
            eps: self.eps,
            maximize: self.maximize,
        };
        if self.amsgrad { update(p, g, state, Greatest(by)) } else { update(p, g, state, by) }
    }
}

impl Rule for Adam {
    fn name(&self) -> &'static str {
        "Adam"
    }

    fn settings(&mut self) -> Vec<(&'static str, Setting<'_>)> {
        vec![
            ("lr", Setting::Number(&mut self.lr, Range::NotNegative)),
            ("beta1", Setting::Number(&mut self.betas.0, Range::BelowOne)),
            ("beta2", Setting::Number(&mut self.betas.1, Range::BelowOne)),
            ("eps", Setting::Number(&mut self.eps, Range::NotNegative)),
            ("weight_decay", Setting::Number(&mut self.weight_decay, Range::NotNegative)),
            ("amsgrad", Setting::Switch(&mut self.amsgrad)),
            ("maximize", Setting::Switch(&mut self.maximize)),
        ]
    }

    fn state(&self) -> &'static [&'static str] {
        if self.amsgrad { &["exp_avg", "exp_avg_sq", "max_exp_avg_sq"] } else { &["exp_avg", "exp_avg_sq"] }
    }

    fn update(&self, at: &mut Moment, p: Weights, g: &Tensor, state: &mut [Tensor]) -> Result<()> {
        self.step(at, p, g, state, false)
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(self.clone())
    }
}

impl Rule for AdamW {
    fn name(&self) -> &'static str {
        "AdamW"
    }

    fn settings(&mut self) -> Vec<(&'static str, Setting<'_>)> {
        self.0.settings()
    }

    fn state(&self) -> &'static [&'static str] {
        self.0.state()
    }

    fn update(&self, at: &mut Moment, p: Weights, g: &Tensor, state: &mut [Tensor]) -> Result<()> {
        self.0.step(at, p, g, state, true)
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
    root: f64,
    eps: f64,
    maximize: bool,
}

impl Step {
    /// The shrunk parameter and both means.
    #[inline(always)]
    fn means<R: Real>(self, p: R, g: R, mean: R, squares: R) -> (R, R, R) {
        let p = p * R::cast_from(self.shrink);
        let g = decayed(oriented(g, self.maximize), p, self.decay);
        let kept = R::cast_from(self.kept);
        (p, moved(mean, g, self.taken), kept * squares + R::cast_from(1.0 - self.kept) * g * g)
    }

    fn numbers(self) -> [f64; NUMBERS] {
        let Step { shrink, decay, taken, kept, rate, root, eps, maximize } = self;
        numbers([rate, decay, f64::from(u8::from(maximize)), shrink, taken, kept, root, eps])
    }

    #[inline(always)]
    fn stepped<R: Real>(self, p: R, mean: R, squares: R) -> R {
        let under = squares.square_root() * R::cast_from(self.root) + R::cast_from(self.eps);
        p - R::cast_from(self.rate) * mean / under
    }
}

impl Update<2> for Step {
    #[inline(always)]
    fn one<R: Real>(self, p: R, g: R, [mean, squares]: [R; 2]) -> (R, [R; 2]) {
        let (p, mean, squares) = self.means(p, g, mean, squares);
        (self.stepped(p, mean, squares), [mean, squares])
    }

    fn kernel(self) -> (&'static str, [f64; NUMBERS]) {
        ("adam", self.numbers())
    }
}

#[derive(Clone, Copy)]
struct Greatest(Step);

impl Update<3> for Greatest {
    #[inline(always)]
    fn one<R: Real>(self, p: R, g: R, [mean, squares, greatest]: [R; 3]) -> (R, [R; 3]) {
        let (p, mean, squares) = self.0.means(p, g, mean, squares);
        let greatest = larger(greatest, squares);
        (self.0.stepped(p, mean, greatest), [mean, squares, greatest])
    }

    fn kernel(self) -> (&'static str, [f64; NUMBERS]) {
        ("amsgrad", self.0.numbers())
    }
}
