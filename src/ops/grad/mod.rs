//! Backward rules that have kernels of their own, because a composition of operations would make
//! about three passes over memory where a kernel makes one. Gradients of halves are computed in
//! float32, from copies, and rounded.
//!
//! Invariant: a kernel writes only to a gradient that its rule owns (`is_owned`) or has just
//! created, so nothing that a program can see changes.

pub(super) mod elements;
mod elementwise;
mod rows;

pub(crate) use elements::is_owned;
pub(crate) use elementwise::unary_reads;
pub use elementwise::{Reads, Side, binary, scalar, unary};
pub use rows::{add_at_targets, cross_entropy, index_add, softmax};
