//! Training: what turns gradients into better parameters.

mod sgd;

pub use sgd::Sgd;
