//! Settings of operations: plain values that say what is computed.
//!
//! Invariant: these files name no operation and no kernel, so an operation and the kernels of both
//! devices can take the same value. An operation re-exports its settings.

mod color;
mod conv;
mod logic;
mod loss;
mod norm;
mod pair;
mod pool;
mod real;
mod recurrent;
mod scan;

pub use color::Color;
pub use conv::Geometry;
pub use logic::{BitOp, TestOp};
pub use loss::Pointwise;
pub use norm::Channels;
pub use pair::PairOp;
pub use pool::{Axis, Pool, Sliding};
pub use real::RealOp;
pub use recurrent::Cell;
pub use scan::ScanOp;
