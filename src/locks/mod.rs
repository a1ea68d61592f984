//! Locks, and the atomics and cells that locks and other modules are made of.
//!
//! ```text
//!   biased   a lock that one thread takes almost for nothing
//!   sync     atomics, cells and plain locks: std's, or those of the model checker loom
//! ```
//!
//! Invariant: nothing here depends on what a lock protects, or on the system it runs on.
#![allow(unsafe_code)] // a lock gives out what is behind it

mod biased;
pub(crate) mod sync;

pub use biased::{Biased, OwnerThread};
