//! Tenure: native tensors whose memory goes exactly when its owner says so.
#![deny(unsafe_code)]

pub mod api;
pub mod autograd;
pub mod device;
pub mod error;
pub mod io;
pub mod memory;
pub mod nn;
pub mod ops;
pub mod ownership;
pub mod tensor;

#[path = "../bindings/mod.rs"]
mod bindings;
