//! Training: optimizers, which change parameters by their gradients.

mod sgd;

pub use sgd::Sgd;
