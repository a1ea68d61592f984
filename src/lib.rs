//! Tenure: native tensors whose memory goes exactly when its owner says so.
//!
//! A Rust program computes with [`tensor`], [`ops`], [`autograd`] and [`nn`], and reads and writes files with [`io`].
//! [`api`] has scopes, workspaces and handles, which programs in other languages reach through the bindings. The feature
//! `internals` makes public what the tests of this crate look into; it may change in any version.
#![deny(unsafe_code)]

pub mod api;
pub mod autograd;
pub mod device;
pub mod error;
pub mod io;
#[cfg(feature = "internals")]
pub mod memory;
#[cfg(not(feature = "internals"))]
#[allow(dead_code, unused_imports)] // what only tests look into
mod memory;
pub mod nn;
pub mod ops;
#[cfg(feature = "internals")]
pub mod ownership;
#[cfg(not(feature = "internals"))]
#[allow(dead_code, unused_imports)] // as above
mod ownership;
pub mod tensor;

#[path = "../bindings/mod.rs"]
mod bindings;
