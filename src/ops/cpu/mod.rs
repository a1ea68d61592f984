//! The first arm of operations: the kernels of the processor, and what they are made of.
//!
//! Invariant: nothing in these files decides a shape or a dtype, and nothing reads a tensor of
//! another device: a kernel gets pointers and a plan from an operation, which has asked
//! `Tensor::host` for them; those of `nn` get tensors, and ask themselves. No file here names an
//! operation.

pub(super) mod argmax;
pub(super) mod binary;
pub(super) mod cast;
pub(super) mod compare;
pub(super) mod copy;
pub(super) mod dispatch;
pub(super) mod float;
pub(super) mod fold;
pub(super) mod function;
pub(super) mod gather;
pub(super) mod grad;
pub(super) mod index;
#[cfg(target_arch = "x86_64")]
pub(super) mod lanes;
pub(super) mod logic;
pub(super) mod loss;
pub(super) mod map;
pub(super) mod masked;
pub(super) mod matmul;
#[macro_use]
pub(super) mod nn;
pub(super) mod optim;
pub(super) mod pair;
mod power;
pub(super) mod random;
pub(super) mod sample;
pub(super) mod scan;
pub(super) mod scatter;
pub(super) mod search;
#[cfg(target_arch = "x86_64")]
pub(super) mod small;
pub(super) mod softmax;
pub(super) mod sort;
mod stream;
pub(super) mod truths;
#[allow(dead_code)] // until a kernel of reals calls it
pub(super) mod types;
pub(super) mod unary;
pub(super) mod unique;
pub(super) mod vecmath;
pub(super) mod walk;
