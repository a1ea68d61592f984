//! Kernels of neural operations: normalisation, convolution, attention, recurrent cells, losses and
//! images.
//!
//! Invariant: kernels compute in float32 or float64 on contiguous operands, which the operation has
//! checked; callers cast halves. A kernel asks `Tensor::host` for the memory of its operands, so it
//! refuses those of another device. A result is written in disjoint parts, each by one range of
//! `parallel::ranges`, so its bits do not depend on the number of threads.
//!
//! The kernels of a function and of its gradient are in one file, because both walk the elements in
//! the same way.
#![allow(clippy::eq_op)] // only NaN differs from itself
#![allow(clippy::needless_range_loop)] // several rows are walked by one index, which vectorises
#![allow(clippy::type_complexity)] // a function of a macro names its operands in place
#![allow(clippy::useless_conversion)] // the same text is compiled for f32 and f64

#[macro_use]
pub(in crate::ops) mod shared;

pub(in crate::ops) mod antialias;
pub(in crate::ops) mod attention;
pub(in crate::ops) mod color;
pub(in crate::ops) mod conv;
mod conv_tile;
pub(in crate::ops) mod loss;
pub(in crate::ops) mod norm;
pub(in crate::ops) mod pool;
mod product;
pub(in crate::ops) mod recurrent;
pub(in crate::ops) mod rotate;
