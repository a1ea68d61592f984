//! Training: initial values, and optimizers, which change parameters by their gradients.

pub mod init;
pub mod optim;
pub mod schedule;
