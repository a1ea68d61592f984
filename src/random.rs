//! The stream of random numbers, of which the process has one.
//!
//! Invariant: the numbers depend on the seed and on the calls since, not on the machine, the
//! language, or the number of threads.

pub use crate::ops::seed;
