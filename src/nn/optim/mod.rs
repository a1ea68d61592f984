//! Optimizers: PyTorch's rules, one a file, behind one trait and one type.
//!
//! Invariant: a step either changes every parameter or none: everything that can fail (shapes,
//! dtypes, memory for the state) comes before the first write. In the steady state it allocates no
//! tensor: an update is one pass over a parameter, its gradient and its state (`ops::optim`).
//!
//! The settings of a group of parameters are a rule of its own, so that each may have its own rate
//! and decay.
//!
//! L-BFGS evaluates the loss several times in a step: `lbfgs` has its settings, `search` a step as a
//! machine that is given losses and gradients and never calls back, `wolfe` its line search, and
//! `flat` the parameters as one vector.

mod adadelta;
mod adagrad;
mod adam;
mod adamax;
mod clip;
mod course;
mod flat;
mod group;
mod lbfgs;
mod nadam;
mod optimizer;
mod radam;
mod rmsprop;
mod rule;
mod search;
mod setting;
mod sgd;
mod state;
mod wolfe;

pub use crate::ops::optim::Weights;
pub use adadelta::Adadelta;
pub use adagrad::Adagrad;
pub use adam::{Adam, AdamW};
pub use adamax::Adamax;
pub use clip::{clip_grad_norm, clip_grad_value};
pub use lbfgs::Lbfgs;
pub use nadam::NAdam;
pub use optimizer::Optimizer;
pub use radam::RAdam;
pub use rmsprop::RmsProp;
pub use rule::{Moment, Rule};
pub use search::Plan;
pub use setting::{Range, Setting};
pub use sgd::Sgd;
