//! Training: modules, initial values, and optimizers, which change parameters by their gradients.

pub mod init;
pub mod module;
pub mod modules;
pub mod optim;
pub mod schedule;

pub use module::Module;
