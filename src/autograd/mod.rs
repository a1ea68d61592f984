//! Gradients: a tape records what is computed from the tensors it watches, and walks it backward
//! once.
//!
//! A function with a counterpart in [`crate::ops`] has the same name and arguments. If no operand
//! is tracked it only calls that counterpart; if one is, the counterpart computes the result and a
//! node is added to the tape. The other functions are composed of these.
//!
//! | file | noun |
//! |---|---|
//! | `tape` | [`Tape`], and the recorder that puts nodes on it |
//! | `node` | one recorded operation: its inputs and its rule |
//! | `saved` | what a rule keeps of its operands |
//! | `sink` | where a rule puts gradients |
//! | `graph` | what is computed from leaves without a tape |
//! | `leaf` | leaves, their gradients, and `backward` |
//! | `gradients`, `second`, `origin`, `slopes` | gradients that have gradients |
//! | `calculus`, `recorded` | the operations that rules are made of |
//! | `no_grad` | [`NoGrad`], during which a thread records nothing |
//! | `backward` | the walk from the loss to the watched tensors |
//! | `recompute` | a part that is computed again in the backward walk |
//! | `half` | operations of halves that are computed in float32 |
//! | `operators` | `+`, `-`, `*`, `/` and negation of a tensor |
//! | `composed`, `products`, `einsum`, `statistics`, `quantile`, `steps`, `subscript`, `axes`, `parts`, `copies` | operations composed of others |
//! | `linalg`, `fft` | decompositions of matrices, and Fourier transforms |
//! | the others | a family of operations: how each is recorded, and its rule |
//!
//! Invariant: a gradient is either right or not computed. An operation without a rule refuses
//! tracked operands ([`unsupported`]). A saved value that was changed in place since, or whose
//! memory was handed out for writing, is an error, never a wrong number. Writes through an address
//! that a program obtained earlier cannot be detected.
//!
//! This module does not depend on handles, scopes or other languages.

mod axes;
mod backward;
mod calculus;
mod composed;
mod copies;
mod derived;
mod einsum;
mod elementwise;
pub mod fft;
mod function;
mod gather;
mod gradients;
mod graph;
mod half;
mod in_place;
mod join;
mod leaf;
mod leaf_methods;
pub mod linalg;
mod loss;
mod matmul;
pub mod nn;
mod no_grad;
mod node;
mod operators;
mod origin;
mod parts;
mod products;
mod quantile;
mod rearrange;
mod recompute;
mod recorded;
mod reduce;
mod saved;
mod scalar;
mod scan;
mod scatter;
mod second;
mod sink;
mod slopes;
mod sort;
mod statistics;
mod steps;
mod subscript;
mod tape;
mod views;

pub use axes::{flatten, matrix_transpose, movedim, narrow, squeeze_axes, unflatten};
pub use composed::{addcdiv, addcmul, clamp_between, lerp, lerp_scalar};
pub use copies::{cast_as, cast_to_float, reshape_as};
pub use einsum::einsum;
pub use elementwise::{binary, unary, where_};
pub use function::{next_after, pair, pair_scalar, real};
pub use gather::{gather, index, masked_fill, masked_select, take, take_along_dim};
pub use gradients::gradients;
pub(crate) use in_place::receiver;
pub use in_place::{
    binary_in_place, binary_scalar_in_place, check_in_place, computed_in_place, computed_into, copy_bytes_from,
    copy_into, fill, matmul_into, set_element, unsupported,
};
pub use join::{concat, concat_flat, hstack, index_select, stack, vstack};
pub use leaf::{
    backward, changed, gradient, gradient_memory, is_leaf, replace, replacement, require, settled, zero_gradient,
};
pub use loss::{cross_entropy, log_softmax, nll_loss, softmax};
pub use matmul::matmul;
pub use no_grad::NoGrad;
pub(crate) use no_grad::recording;
pub use parts::{broadcast_tensors, chunk, meshgrid, split, split_every, unbind};
pub use products::{
    addmm, baddbmm, bmm, cross, kron, matrix_power, outer, tensordot, tensordot_last, trace, trace_as, vecdot,
};
pub use quantile::{
    QuantileInterpolation, median_all, nanmedian, nanmedian_all, nanquantile, nanquantiles, quantile, quantiles,
};
pub use rearrange::{
    diag, diag_embed, flip, pad, repeat, repeat_interleave, repeat_interleave_each, roll, tile, triangle,
};
pub use recompute::recomputed;
pub use reduce::{reduce, reduce_as};
pub use scalar::{binary_scalar, scalar_binary};
pub use scan::{from_start, scan, scan_as};
pub use scatter::{
    index_add, index_add_in_place, index_put, index_put_in_place, index_write, index_write_in_place,
    masked_fill_in_place, masked_scatter, masked_scatter_in_place, scatter, scatter_in_place, scatter_reduce,
};
pub use sort::{kthvalue, sort, topk, unique, unique_along};
pub use statistics::{correlation, covariance, deviation, diff, diff_between, logsumexp, median, norm, variance};
pub use steps::slice;
pub use subscript::{at, fill_subscript, set_subscript, subscript};
pub use tape::Tape;
pub use views::{
    cast, contiguous, copy, diagonal, expand, permute, reshape, select, squeeze, squeeze_all, to_device, transpose,
    unfold, unsqueeze,
};
