//! Training: initial values, and optimizers, which change parameters by their gradients.

pub mod init;
mod sgd;

pub use sgd::Sgd;
