//! Tenure: native tensors whose memory goes exactly when its owner says so.
#![deny(unsafe_code)]

pub mod device;
pub mod error;
pub mod io;
pub mod memory;
pub mod ops;
pub mod ownership;
pub mod tensor;
