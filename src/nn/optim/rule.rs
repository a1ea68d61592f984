//! `Rule`: what differs between kinds of optimizers, and the arithmetic that several of them share.

use super::search::Plan;
use super::setting::Setting;
use crate::error::Result;
use crate::ops::optim::{Real, Weights};
use crate::tensor::Tensor;

/// How a parameter is changed by its gradient, with PyTorch's settings: one type a kind of
/// optimizer.
pub trait Rule: Send + Sync {
    /// Its name in `torch.optim`.
    fn name(&self) -> &'static str;

    /// All settings by their names in PyTorch, where the two of `betas` are `beta1` and `beta2`.
    /// The first is `lr`.
    fn settings(&mut self) -> Vec<(&'static str, Setting<'_>)>;

    /// `INVALID_ARGUMENT` for settings that contradict each other.
    fn check(&self) -> Result<()> {
        Ok(())
    }

    /// The tensors of the state of a parameter, each of its shape, by their names in PyTorch.
    fn state(&self) -> &'static [&'static str];

    /// What the state begins with.
    fn initial(&self) -> f64 {
        0.0
    }

    /// Whether the state of PyTorch has the number of steps.
    fn counts_steps(&self) -> bool {
        true
    }

    /// The name of [`Moment::product`] in the state; none for a rule without one.
    fn product(&self) -> Option<&'static str> {
        None
    }

    /// Changes `p` and its state in place. `g` comes from `gradient_of`, `state` has the tensors
    /// that [`Rule::state`] names, of the dtype that is computed with. It cannot fail for what was checked before.
    fn update(&self, at: &mut Moment, p: Weights, g: &Tensor, state: &mut [Tensor]) -> Result<()>;

    /// The settings of a step that evaluates the loss several times, in the place of
    /// [`Rule::update`]; none for a rule that needs gradients alone.
    fn search(&self) -> Option<Plan> {
        None
    }

    /// The same settings once more.
    fn copy(&self) -> Box<dyn Rule>;
}

/// Where a parameter is in its course.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// The number of this step, from 1.
    pub step: f64,
    /// Whether the state is as it began.
    pub is_first: bool,
    /// A product over all steps, which NAdam needs; it begins with 1.
    pub product: f32,
}

/// The gradient in the direction of the steps.
#[inline(always)]
pub(super) fn oriented<R: Real>(g: R, maximize: bool) -> R {
    if maximize { -g } else { g }
}

/// The gradient of a loss to which half the square of the parameter was added, times `decay`.
#[inline(always)]
pub(super) fn decayed<R: Real>(g: R, p: R, decay: f64) -> R {
    if decay == 0.0 { g } else { g + R::cast_from(decay) * p }
}

/// A mean that has taken a share of `to`.
#[inline(always)]
pub(super) fn moved<R: Real>(mean: R, to: R, share: f64) -> R {
    mean + R::cast_from(share) * (to - mean)
}

/// The larger one; NaN if one is.
#[inline(always)]
pub(super) fn larger<R: Real>(a: R, b: R) -> R {
    // Written so that a NaN in `b` stays, and one in `a` is not replaced.
    if a < b {
        b
    } else if b < a || a == b {
        a
    } else {
        a + b
    }
}
