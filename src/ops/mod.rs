//! Operations: they work on tensors and do not use handles. Each checks shapes and dtypes, makes its
//! result and calls a kernel of `cpu` or of `cuda`.
//!
//! Invariant: a kernel reads any layout and writes a new contiguous tensor (or, in place, the given
//! layout). The result does not depend on the layout, except for the last bits of sums and
//! products. Elementwise operations, reductions and losses write out each rounding (a fused
//! multiply-add is requested by name), so they give the same bits on every machine. Matrix products
//! of floats use fused multiply-add where the processor has it (`small` and the `gemm` crate both
//! do): their bits depend on the processor.
//!
//! Operands are read by the rules of `tensor::cell`: through raw pointers or `SharedCell`s, because
//! other threads may write them.
//!
//! An elementwise operation has three parts: an element function (a zero-sized type, so that it is
//! compiled into the loop), a `strided::Plan` of how to walk the operands, and a kernel of `map`
//! that `dispatch` runs compiled for the instruction set of the machine.
#![allow(unsafe_code)] // hot kernels read and write elements through raw pointers

#[cfg(test)]
mod aliasing;
mod argmax;
mod binary;
mod cast;
mod compare;
mod copy;
mod copy_rows;
#[macro_use]
mod cpu;
mod create;
mod cuda;
mod device;
mod diagonal;
mod element;
pub mod fft;
mod function;
mod gather;
pub mod grad;
mod in_place;
mod index;
mod join;
pub mod linalg;
mod logic;
mod loops;
mod loss;
mod mask;
mod masked;
mod matmul;
pub mod nn;
mod nonzero;
mod number;
mod one_hot;
pub(crate) mod optim;
mod own;
mod pair;
mod parallel;
mod place;
mod random;
mod range;
mod rearrange;
mod reduce;
mod sample;
mod scalar;
mod scan;
mod scatter;
mod search;
mod select;
mod series;
mod settings;
mod softmax;
mod sort;
mod strided;
mod target;
mod truncated;
mod unary;
mod unique;

pub use argmax::{argmax, argmin};
pub use binary::{BinaryOp, binary, binary_scalar, binary_to, scalar_binary, scalar_binary_to};
pub use cast::cast;
pub use compare::{CompareOp, compare, compare_scalar};
pub(crate) use copy::here;
pub use copy::{contiguous, copy, copy_bytes_to, reshape, to_device};
pub use copy_rows::{Rows, copy_rows_to, gathered_rows};
pub(crate) use cpu::dispatch::instruction_set;
pub use create::{arange, empty, full, ones, zeros};
pub(crate) use device::{made_here, same_device};
pub use diagonal::{Triangle, diag, diag_embed, diagonal, eye, triangle, triangle_indices};
pub(crate) use element::items;
pub use element::{element, element_i64, item, item_i64, set_element};
pub(crate) use function::{SELU_ALPHA, SELU_SCALE};
pub use function::{real, real_gradient, real_to};
pub use gather::{aligned, gather, index, take, take_along_dim};
pub use in_place::{
    binary_in_place, binary_scalar_in_place, computed_in_place, computed_into, copy_bytes_from, copy_into, fill,
};
pub use index::{index_select, look_up};
pub use join::{concat, stack};
pub use logic::{LogicOp, bits, bits_to, invert, invert_to, logic, logic_to, logical_not, logical_not_to, test};
pub use loss::{cross_entropy, nll_loss};
pub use mask::{masked_fill, masked_fill_in_place, masked_scatter, masked_scatter_in_place};
pub use masked::masked_select;
pub use matmul::{matmul, matmul_into};
pub use nonzero::nonzero;
pub use one_hot::one_hot;
pub use pair::{
    all_close, equal, integer_beside, is_close, next_after, next_after_to, number_beside, number_for, pair,
    pair_scalar_to, pair_to, real_beside,
};
pub use random::{
    Draws, draw_unit, drawing, in_stream, noting, position, rand, randn, replayed, seed, set_stream, stream,
};
pub(crate) use range::root_in_range;
pub use range::{Scales, power_norm, scales};
pub use rearrange::{
    PadMode, flip, pad_constant, pad_index, pads, repeat, repeat_interleave, repeats_index, roll, tile,
};
pub use reduce::{ReduceOp, reduce};
pub use sample::{
    bernoulli, multinomial, normal, normal_in_place, randint, randperm, shuffle, uniform, uniform_in_place, weighted,
};
pub use scan::{cumprod_gradient, cumulative_extremum_gradient, scan};
pub use scatter::{
    ScatterReduce, Source, index_put, index_put_in_place, index_scatter, index_scatter_in_place, scatter,
    scatter_in_place, scatter_reduce,
};
pub use search::{bincount, bucketize, histc, searchsorted};
pub use select::where_;
pub use series::{linspace, logspace};
pub use settings::{BitOp, PairOp, RealOp, ScanOp, TestOp};
pub use softmax::{log_softmax, softmax};
pub use sort::{argsort, kthvalue, sort, topk};
pub use target::Target;
pub use truncated::trunc_normal_in_place;
pub use unary::{UnaryOp, unary, unary_to};
pub use unique::{Unique, unique, unique_along};
