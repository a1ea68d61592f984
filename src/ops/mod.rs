//! Kernels: they see tensors, never handles.
#![allow(unsafe_code)] // hot kernels read and write elements through raw pointers

pub mod argmax;
mod fold;
pub mod index;
pub mod join;
mod loops;
pub mod loss;
pub mod matmul;
mod numbers;
pub mod random;
pub mod reduce;
mod simd;
pub mod softmax;
mod tmp_a;

pub use argmax::argmax;
pub use index::{index_select, one_hot};
pub use join::{concat, stack};
pub use loss::{cross_entropy, nll_loss};
pub use matmul::matmul;
pub use random::{rand, randn, seed};
pub use reduce::{ReduceOp, reduce};
pub use softmax::{log_softmax, softmax};
pub use tmp_a::{cast, contiguous};
