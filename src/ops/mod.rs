//! Kernels: they see tensors, never handles.
//!
//! Invariant: a kernel reads any layout and writes a new contiguous tensor (or, in place, the layout it is given);
//! the answer does not depend on the layout. Elementwise operations, reductions and losses round after every multiplication
//! and every addition, so they give the same bits on every machine. Matrix products of floats add each product with one
//! rounding where the processor can (`small` and the `gemm` crate both do): their bits depend on the processor.
//!
//! Operands are read as `tensor::cell` demands: through raw pointers or `SharedCell`s, for others may write them.
//!
//! An elementwise operation is three things: an element function (a type of no size, so that it is compiled into the
//! loop), a `strided::Plan` of how to walk the operands, and a kernel of `map` that `dispatch` runs compiled for
//! the instruction set of the machine.
#![allow(unsafe_code)] // hot kernels read and write elements through raw pointers

#[cfg(test)]
mod aliasing;
mod argmax;
mod binary;
mod cast;
mod compare;
mod copy;
mod create;
mod device;
mod dispatch;
mod fold;
pub mod grad;
mod in_place;
mod index;
mod join;
mod loops;
mod loss;
mod map;
mod matmul;
pub mod nn;
mod number;
#[allow(dead_code)] // the kernels of issue 19 are the first to call it
mod parallel;
mod random;
mod reduce;
mod scalar;
mod select;
#[cfg(target_arch = "x86_64")]
mod small;
mod softmax;
mod stream;
mod strided;
#[allow(dead_code)] // as `parallel`
mod types;
mod unary;
mod vecmath;

pub use argmax::argmax;
pub use binary::{BinaryOp, binary, binary_scalar, scalar_binary};
pub use cast::cast;
pub use compare::{CompareOp, compare, compare_scalar};
pub use copy::{contiguous, copy, copy_bytes_to, item, item_i64, reshape, to_device};
pub use create::{arange, empty, full, ones, zeros};
pub use in_place::{binary_in_place, binary_scalar_in_place, copy_bytes_from, fill};
pub use index::{index_select, one_hot};
pub use join::{concat, stack};
pub use loss::{cross_entropy, nll_loss};
pub use matmul::matmul;
pub use random::{rand, randn, seed};
pub use reduce::{ReduceOp, reduce};
pub use select::where_;
pub use softmax::{log_softmax, softmax};
pub use unary::{UnaryOp, unary};
