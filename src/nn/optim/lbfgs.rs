//! L-BFGS (Liu and Nocedal 1989): steps along a direction that the last changes of the gradient say,
//! several iterations a step, each of which evaluates the loss.
//!
//! Here are its settings; `search` has the iterations, `wolfe` the line search.

use super::rule::{Moment, Rule};
use super::search::Plan;
use super::setting::{Range, Setting};
use crate::error::{Error, Result};
use crate::ops::optim::Weights;
use crate::tensor::Tensor;

/// The settings of `torch.optim.LBFGS`.
#[derive(Clone, Debug, PartialEq)]
pub struct Lbfgs {
    /// The factor of a step.
    pub lr: f64,
    /// Iterations of a step, a whole number.
    pub max_iter: f64,
    /// Evaluations of a step after which no iteration begins, a whole number.
    pub max_eval: f64,
    /// A step ends when no element of the gradient is larger.
    pub tolerance_grad: f64,
    /// A step ends when neither the loss nor a parameter changes by more.
    pub tolerance_change: f64,
    /// The number of changes that are remembered, a whole number.
    pub history_size: f64,
    /// Whether each iteration looks for a step that satisfies the strong Wolfe conditions.
    pub strong_wolfe: bool,
}

impl Default for Lbfgs {
    fn default() -> Lbfgs {
        Lbfgs {
            lr: 1.0,
            max_iter: 20.0,
            max_eval: 25.0,
            tolerance_grad: 1e-7,
            tolerance_change: 1e-9,
            history_size: 100.0,
            strong_wolfe: false,
        }
    }
}

impl Rule for Lbfgs {
    fn name(&self) -> &'static str {
        "LBFGS"
    }

    fn settings(&mut self) -> Vec<(&'static str, Setting<'_>)> {
        vec![
            ("lr", Setting::Number(&mut self.lr, Range::NotNegative)),
            ("max_iter", Setting::Number(&mut self.max_iter, Range::Whole)),
            ("max_eval", Setting::Number(&mut self.max_eval, Range::Whole)),
            ("tolerance_grad", Setting::Number(&mut self.tolerance_grad, Range::NotNegative)),
            ("tolerance_change", Setting::Number(&mut self.tolerance_change, Range::NotNegative)),
            ("history_size", Setting::Number(&mut self.history_size, Range::Whole)),
            ("line_search_fn", Setting::Named(&mut self.strong_wolfe, "strong_wolfe")),
        ]
    }

    fn state(&self) -> &'static [&'static str] {
        &[]
    }

    fn update(&self, _: &mut Moment, _: Weights, _: &Tensor, _: &mut [Tensor]) -> Result<()> {
        Err(Error::argument("LBFGS needs the loss of each evaluation: call step with the loss"))
    }

    fn search(&self) -> Option<Plan> {
        Some(Plan {
            lr: self.lr,
            max_iter: self.max_iter as u64,
            max_eval: self.max_eval as u64,
            tolerance_grad: self.tolerance_grad,
            tolerance_change: self.tolerance_change,
            history_size: self.history_size as usize,
            strong_wolfe: self.strong_wolfe,
        })
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(self.clone())
    }
}
