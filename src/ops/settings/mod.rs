//! Settings of operations: plain values that say what is computed.
//!
//! Invariant: these files name no operation and no kernel, so an operation and the kernels of both
//! devices can take the same value. An operation re-exports its settings.

mod color;
mod conv;
mod loss;
mod norm;
mod pool;
mod real;
mod recurrent;

pub use color::Color;
pub use conv::Geometry;
pub use loss::Pointwise;
pub use norm::Channels;
pub use pool::{Axis, Pool, Sliding};
pub use real::RealOp;
pub use recurrent::Cell;
