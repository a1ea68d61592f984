//! Options of operations: what a parameter of a method of [`Tensor`](crate::Tensor), or of a module of
//! [`nn`](crate::nn), chooses from.
//!
//! Invariant: each of them is defined beside what it chooses from, and public here only.

pub use crate::autograd::QuantileInterpolation;
pub use crate::autograd::linalg::MatrixNormOrder;
pub use crate::ops::fft::FftNorm;
pub use crate::ops::nn::{BagMode, Cell as RecurrentCell, InterpolateMode, Reduction};
pub use crate::ops::{PadMode, ScatterReduce};
pub use crate::tensor::CopyMode;
