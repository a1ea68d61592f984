//! Tenure: native tensors whose memory goes exactly when its owner says so.
//!
//! A Rust program computes with [`tensor`], [`ops`], [`autograd`] and [`nn`], and reads and writes files with [`io`].
//! [`api`] has scopes, workspaces and handles, which programs in other languages reach through the bindings. What else is
//! public is so for the tests of this crate, is not documented, and may change in any version.
#![deny(unsafe_code)]

pub mod api;
pub mod autograd;
pub mod device;
pub mod error;
pub mod io;
#[doc(hidden)]
pub mod memory;
pub mod nn;
pub mod ops;
#[doc(hidden)]
pub mod ownership;
pub mod tensor;

#[path = "../bindings/mod.rs"]
mod bindings;
