//! Kernels of backward rules. Each makes one pass over memory where a composition of operations
//! would make about three.
//!
//! Invariant: a kernel overwrites only what the operation gives it as a mutable slice.

pub(in crate::ops) mod elementwise;
pub(in crate::ops) mod rows;
