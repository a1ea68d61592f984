//! RMSprop (Tieleman and Hinton 2012): a step is the gradient divided by the root of the running
//! mean of its squares. The centered form (Graves 2013) divides by the running standard deviation of
//! the gradient.

use super::rule::{Moment, Rule, decayed, moved, oriented};
use super::setting::{Range, Setting};
use crate::error::Result;
use crate::ops::optim::{NUMBERS, Real, Update, Weights, numbers, update};
use crate::tensor::Tensor;

/// The settings of `torch.optim.RMSprop`.
#[derive(Clone, Debug, PartialEq)]
pub struct RmsProp {
    /// The factor of a step.
    pub lr: f64,
    /// The share that is kept of the mean of squares.
    pub alpha: f64,
    /// Added to the root, so that nothing is divided by 0.
    pub eps: f64,
    /// The factor of the parameter that is added to its gradient.
    pub weight_decay: f64,
    /// The share of the last step in the next one.
    pub momentum: f64,
    /// Whether the square of the mean gradient is subtracted from the mean of squares.
    pub centered: bool,
    /// Whether steps go up the gradient.
    pub maximize: bool,
}

impl Default for RmsProp {
    fn default() -> RmsProp {
        RmsProp { lr: 1e-2, alpha: 0.99, eps: 1e-8, weight_decay: 0.0, momentum: 0.0, centered: false, maximize: false }
    }
}

impl Rule for RmsProp {
    fn name(&self) -> &'static str {
        "RMSprop"
    }

    fn settings(&mut self) -> Vec<(&'static str, Setting<'_>)> {
        vec![
            ("lr", Setting::Number(&mut self.lr, Range::NotNegative)),
            ("alpha", Setting::Number(&mut self.alpha, Range::UpToOne)),
            ("eps", Setting::Number(&mut self.eps, Range::NotNegative)),
            ("weight_decay", Setting::Number(&mut self.weight_decay, Range::NotNegative)),
            ("momentum", Setting::Number(&mut self.momentum, Range::NotNegative)),
            ("centered", Setting::Switch(&mut self.centered)),
            ("maximize", Setting::Switch(&mut self.maximize)),
        ]
    }

    fn state(&self) -> &'static [&'static str] {
        match (self.momentum > 0.0, self.centered) {
            (false, false) => &["square_avg"],
            (true, false) => &["square_avg", "momentum_buffer"],
            (false, true) => &["square_avg", "grad_avg"],
            (true, true) => &["square_avg", "momentum_buffer", "grad_avg"],
        }
    }

    fn update(&self, _: &mut Moment, p: Weights, g: &Tensor, state: &mut [Tensor]) -> Result<()> {
        match (self.momentum > 0.0, self.centered) {
            (false, false) => update(p, g, state, Plain(self.step())),
            (true, false) => update(p, g, state, WithMomentum(self.step())),
            (false, true) => update(p, g, state, Centered(self.step())),
            (true, true) => update(p, g, state, Both(self.step())),
        }
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(self.clone())
    }
}

impl RmsProp {
    fn step(&self) -> Step {
        let RmsProp { lr, alpha, eps, weight_decay, momentum, maximize, .. } = *self;
        Step { lr, alpha, eps, decay: weight_decay, momentum, maximize }
    }
}

#[derive(Clone, Copy)]
struct Step {
    lr: f64,
    alpha: f64,
    eps: f64,
    decay: f64,
    momentum: f64,
    maximize: bool,
}

impl Step {
    #[inline(always)]
    fn gradient<R: Real>(self, p: R, g: R) -> R {
        decayed(oriented(g, self.maximize), p, self.decay)
    }

    fn numbers(self) -> [f64; NUMBERS] {
        let Step { lr, alpha, eps, decay, momentum, maximize } = self;
        numbers([lr, decay, f64::from(u8::from(maximize)), alpha, eps, momentum])
    }

    #[inline(always)]
    fn squares<R: Real>(self, g: R, squares: R) -> R {
        R::cast_from(self.alpha) * squares + R::cast_from(1.0 - self.alpha) * g * g
    }

    #[inline(always)]
    fn root<R: Real>(self, squares: R) -> R {
        squares.square_root() + R::cast_from(self.eps)
    }

    #[inline(always)]
    fn rate<R: Real>(self) -> R {
        R::cast_from(self.lr)
    }

    #[inline(always)]
    fn momentum<R: Real>(self, last: R, change: R) -> R {
        R::cast_from(self.momentum) * last + change
    }
}

#[derive(Clone, Copy)]
struct Plain(Step);

impl Update<1> for Plain {
    #[inline(always)]
    fn one<R: Real>(self, p: R, g: R, [squares]: [R; 1]) -> (R, [R; 1]) {
        let g = self.0.gradient(p, g);
        let squares = self.0.squares(g, squares);
        (p - self.0.rate::<R>() * g / self.0.root(squares), [squares])
    }

    fn kernel(self) -> (&'static str, [f64; NUMBERS]) {
        ("rmsprop", self.0.numbers())
    }
}

#[derive(Clone, Copy)]
struct WithMomentum(Step);

impl Update<2> for WithMomentum {
    #[inline(always)]
    fn one<R: Real>(self, p: R, g: R, [squares, last]: [R; 2]) -> (R, [R; 2]) {
        let g = self.0.gradient(p, g);
        let squares = self.0.squares(g, squares);
        let change = self.0.momentum(last, g / self.0.root(squares));
        (p - self.0.rate::<R>() * change, [squares, change])
    }

    fn kernel(self) -> (&'static str, [f64; NUMBERS]) {
        ("rmsprop_momentum", self.0.numbers())
    }
}

#[derive(Clone, Copy)]
struct Centered(Step);

impl Update<2> for Centered {
    #[inline(always)]
    fn one<R: Real>(self, p: R, g: R, [squares, mean]: [R; 2]) -> (R, [R; 2]) {
        let g = self.0.gradient(p, g);
        let squares = self.0.squares(g, squares);
        let mean = moved(mean, g, 1.0 - self.0.alpha);
        (p - self.0.rate::<R>() * g / self.0.root(squares - mean * mean), [squares, mean])
    }

    fn kernel(self) -> (&'static str, [f64; NUMBERS]) {
        ("rmsprop_centered", self.0.numbers())
    }
}

#[derive(Clone, Copy)]
struct Both(Step);

impl Update<3> for Both {
    #[inline(always)]
    fn one<R: Real>(self, p: R, g: R, [squares, last, mean]: [R; 3]) -> (R, [R; 3]) {
        let g = self.0.gradient(p, g);
        let squares = self.0.squares(g, squares);
        let mean = moved(mean, g, 1.0 - self.0.alpha);
        let change = self.0.momentum(last, g / self.0.root(squares - mean * mean));
        (p - self.0.rate::<R>() * change, [squares, change, mean])
    }

    fn kernel(self) -> (&'static str, [f64; NUMBERS]) {
        ("rmsprop_both", self.0.numbers())
    }
}
