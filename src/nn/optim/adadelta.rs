//! Adadelta (Zeiler 2012): a step is the gradient times the root of the mean of squared steps over
//! that of squared gradients.

use super::rule::{Moment, Rule, decayed, oriented};
use super::setting::{Range, Setting};
use crate::error::Result;
use crate::ops::optim::{NUMBERS, Real, Update, Weights, numbers, update};
use crate::tensor::Tensor;

/// The settings of `torch.optim.Adadelta`.
#[derive(Clone, Debug, PartialEq)]
pub struct Adadelta {
    /// The factor of a step.
    pub lr: f64,
    /// The share that is kept of the means of squares.
    pub rho: f64,
    /// Added under the roots, so that nothing is divided by 0.
    pub eps: f64,
    /// The factor of the parameter that is added to its gradient.
    pub weight_decay: f64,
    /// Whether steps go up the gradient.
    pub maximize: bool,
}

impl Default for Adadelta {
    fn default() -> Adadelta {
        Adadelta { lr: 1.0, rho: 0.9, eps: 1e-6, weight_decay: 0.0, maximize: false }
    }
}

impl Rule for Adadelta {
    fn name(&self) -> &'static str {
        "Adadelta"
    }

    fn settings(&mut self) -> Vec<(&'static str, Setting<'_>)> {
        vec![
            ("lr", Setting::Number(&mut self.lr, Range::NotNegative)),
            ("rho", Setting::Number(&mut self.rho, Range::UpToOne)),
            ("eps", Setting::Number(&mut self.eps, Range::NotNegative)),
            ("weight_decay", Setting::Number(&mut self.weight_decay, Range::NotNegative)),
            ("maximize", Setting::Switch(&mut self.maximize)),
        ]
    }

    fn state(&self) -> &'static [&'static str] {
        &["square_avg", "acc_delta"]
    }

    fn update(&self, _: &mut Moment, p: Weights, g: &Tensor, state: &mut [Tensor]) -> Result<()> {
        let Adadelta { lr, rho, eps, weight_decay: decay, maximize } = *self;
        update(p, g, state, Step { lr, rho, eps, decay, maximize })
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(self.clone())
    }
}

#[derive(Clone, Copy)]
struct Step {
    lr: f64,
    rho: f64,
    eps: f64,
    decay: f64,
    maximize: bool,
}

impl Update<2> for Step {
    #[inline(always)]
    fn one<R: Real>(self, p: R, g: R, [squares, changes]: [R; 2]) -> (R, [R; 2]) {
        let (kept, taken) = (R::cast_from(self.rho), R::cast_from(1.0 - self.rho));
        let eps = R::cast_from(self.eps);
        let g = decayed(oriented(g, self.maximize), p, self.decay);
        let squares = kept * squares + taken * g * g;
        let change = (changes + eps).square_root() / (squares + eps).square_root() * g;
        (p - R::cast_from(self.lr) * change, [squares, kept * changes + taken * change * change])
    }

    fn kernel(self) -> (&'static str, [f64; NUMBERS]) {
        let Step { lr, rho, eps, decay, maximize } = self;
        ("adadelta", numbers([lr, decay, f64::from(u8::from(maximize)), rho, eps]))
    }
}
