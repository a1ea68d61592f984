//! Locks, and the atomics and cells that locks and other modules are made of.
//!
//! ```text
//!   biased   a lock that is nearly free for one thread
//!   sync     atomics, cells and plain locks: std's, or those of the model checker loom
//! ```
//!
//! Invariant: nothing here depends on what a lock protects, or on the system it runs on.
#![allow(unsafe_code)] // a lock gives access to the value behind it

mod biased;
pub(crate) mod sync;

pub use biased::{Biased, OwnerThread};
