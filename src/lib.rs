//! Tenure: native tensors whose memory is freed when its owner ends.
//!
//! A [`Tensor`] is a reference to typed, strided memory. It is freed when its last owner is dropped,
//! so a program in Rust needs no scope. Operations are methods with PyTorch's names, which return a
//! [`Result`]; `+`, `-`, `*` and `/` work on tensors, numbers, and results of tensors. A [`Tape`]
//! records what is computed from the tensors it watches, and computes gradients:
//!
//! ```
//! use tenure::nn::optim::{Optimizer, Sgd};
//! use tenure::{Result, Tape, Tensor};
//!
//! # fn main() -> Result<()> {
//! // y = 2 a + 3 b, learned from four rows.
//! let x = Tensor::from_slice(&[1.0f32, 0.0, 0.0, 1.0, 1.0, 1.0, 2.0, 1.0], &[4, 2])?;
//! let y = Tensor::from_slice(&[2.0f32, 3.0, 5.0, 7.0], &[4, 1])?;
//! let weights = Tensor::zeros(&[2, 1])?;
//! let sgd = Optimizer::new(vec![weights.clone()], Sgd { lr: 0.1, momentum: 0.9, ..Sgd::default() })?;
//! for _ in 0..300 {
//!     let tape = Tape::new();
//!     let watched = tape.watch(&weights)?;
//!     let error = (x.matmul(&watched)? - &y)?;
//!     let loss = error.square()?.mean_all()?;
//!     let gradients = tape.backward(&loss, &[&watched])?;
//!     sgd.step(&[&gradients[0]])?;
//! } // what a step made is freed here
//! let learned: Vec<f32> = weights.to_vec()?;
//! assert!((learned[0] - 2.0).abs() < 1e-3 && (learned[1] - 3.0).abs() < 1e-3);
//! # Ok(())
//! # }
//! ```
//!
//! | where | what |
//! |---|---|
//! | [`Tensor`] | makers, operations, views, elements |
//! | [`Tape`] | gradients |
//! | [`nn`] | modules, initial values, optimizers, schedules |
//! | [`data`] | batches of rows, in an order that a seed decides |
//! | [`io`] | files of NumPy, PyTorch and Hugging Face; models of ONNX |
//! | [`memory`] | what is alive, limits, statistics |
//! | [`options`] | what parameters of operations choose from |
//! | [`random`], [`threads`] | the seed; how many threads compute |
//! | [`api`] | scopes, workspaces and handles, for programs in other languages |
//!
//! Whatever a function returns belongs to the caller, and is freed when it is dropped; what it takes
//! by reference it borrows. Nothing here panics for an input: a call fails with an [`Error`], whose
//! [`Status`] says why and whose message names the values, and has then changed nothing.
//!
//! A method that works in place ends with an underscore (`add_`), and one that takes a number
//! instead of a tensor ends with `_scalar`, as in C. A function that makes a tensor has a second form
//! with [`TensorOptions`] for its element type and its device: `Tensor::zeros_with(DType::F64, &[2, 3])`.
//!
//! The crate has no default features. `bindings` adds the C ABI and the JNI methods that the native
//! library of the other languages exports; a program in Rust has no use for it. `internals` makes
//! public what the tests of this crate look into; it may change in any version.
#![deny(unsafe_code)]
#![cfg_attr(not(feature = "internals"), allow(dead_code, unused_imports))] // what only the bindings or the tests call
#![cfg_attr(not(feature = "internals"), warn(unnameable_types))] // a public signature names public types only

pub mod api;
pub mod data;
pub mod io;
mod log;
pub mod memory;
pub mod nn;
pub mod options;
pub mod random;
mod session;
pub mod threads;

// Public for the tests of this crate alone: see above.
#[cfg(feature = "internals")]
pub mod autograd;
#[cfg(not(feature = "internals"))]
mod autograd;
#[cfg(feature = "internals")]
pub mod device;
#[cfg(not(feature = "internals"))]
mod device;
#[cfg(feature = "internals")]
pub mod error;
#[cfg(not(feature = "internals"))]
mod error;
#[cfg(feature = "internals")]
pub mod internals;
#[cfg(feature = "internals")]
pub mod locks;
#[cfg(not(feature = "internals"))]
mod locks;
#[cfg(feature = "internals")]
pub mod ops;
#[cfg(not(feature = "internals"))]
mod ops;
#[cfg(feature = "internals")]
pub mod ownership;
#[cfg(not(feature = "internals"))]
mod ownership;
#[cfg(feature = "internals")]
pub mod record;
#[cfg(not(feature = "internals"))]
mod record;
#[cfg(feature = "internals")]
pub mod tensor;
#[cfg(not(feature = "internals"))]
mod tensor;

pub use autograd::{NoGrad, Tape};
pub use device::Device;
pub use error::{Error, Result, Status};
pub use tensor::{
    BF16, DType, DTypeKind, Element, F16, FloatLimits, IntegerLimits, MAX_RANK, PrintOptions, Scalar, ScalarKind,
    Shape, Tensor, TensorOptions,
};

/// What most programs use: `use tenure::prelude::*;`.
pub mod prelude {
    pub use crate::nn::optim::{Adam, AdamW, Optimizer, Sgd};
    pub use crate::{DType, Device, Scalar, Tape, Tensor, TensorOptions};
}

#[cfg(feature = "bindings")]
#[path = "../bindings/mod.rs"]
mod bindings;
