//! Tenure: native tensors whose memory is freed when its scope ends.
//!
//! A Rust program computes with [`tensor`], [`ops`], [`autograd`] and [`nn`], and reads and writes files with [`io`];
//! [`memory`] says what is alive, and limits it.
//! [`api`] has scopes, workspaces and handles, which programs in other languages reach through the bindings. The feature
//! `internals` makes public what the tests of this crate look into; it may change in any version.
//!
//! A tensor is freed when its last owner is dropped. Operations of [`ops`] compute; those of [`autograd`] have the same
//! names and record for a [`Tape`](autograd::Tape) too:
//!
//! ```
//! use tenure::autograd::{Tape, binary, matmul, reduce};
//! use tenure::nn::optim::{Optimizer, Sgd};
//! use tenure::ops::{BinaryOp, ReduceOp};
//! use tenure::tensor::{Shape, Tensor};
//!
//! # fn main() -> tenure::error::Result<()> {
//! // y = 2 a + 3 b, learned from four rows.
//! let x = Tensor::from_slice(&[1.0f32, 0.0, 0.0, 1.0, 1.0, 1.0, 2.0, 1.0], &Shape::new(&[4, 2])?)?;
//! let y = Tensor::from_slice(&[2.0f32, 3.0, 5.0, 7.0], &Shape::new(&[4, 1])?)?;
//! let weights = Tensor::from_slice(&[0.0f32, 0.0], &Shape::new(&[2, 1])?)?;
//! let sgd = Optimizer::new(vec![weights.clone()], Sgd { lr: 0.1, momentum: 0.9, ..Sgd::default() })?;
//! for _ in 0..300 {
//!     let tape = Tape::new();
//!     let watched = tape.watch(&weights)?;
//!     let error = binary(BinaryOp::Sub, &matmul(&x, &watched)?, &y)?;
//!     let loss = reduce(ReduceOp::Mean, &binary(BinaryOp::Mul, &error, &error)?, &[], false)?;
//!     let gradients = tape.backward(&loss, &[&watched])?;
//!     sgd.step(&[&gradients[0]])?;
//! } // what a step made is freed here
//! let learned: Vec<f32> = weights.to_vec().expect("it holds f32");
//! assert!((learned[0] - 2.0).abs() < 1e-3 && (learned[1] - 3.0).abs() < 1e-3);
//! # Ok(())
//! # }
//! ```
#![deny(unsafe_code)]

pub mod api;
pub mod autograd;
pub mod device;
pub mod error;
pub mod io;
#[cfg(feature = "internals")]
pub mod locks;
#[cfg(not(feature = "internals"))]
mod locks;
mod log;
#[cfg_attr(not(feature = "internals"), allow(dead_code, unused_imports))] // what only tests look into
pub mod memory;
pub mod nn;
pub mod ops;
#[cfg(feature = "internals")]
pub mod ownership;
#[cfg(not(feature = "internals"))]
#[allow(dead_code, unused_imports)] // as above
mod ownership;
#[cfg(feature = "internals")]
pub mod record;
#[cfg(not(feature = "internals"))]
#[allow(dead_code, unused_imports)] // as above
mod record;
mod session;
pub mod tensor;
pub mod threads;

#[path = "../bindings/mod.rs"]
mod bindings;
