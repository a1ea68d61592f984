//! Embeddings, and positions of a sequence.

use crate::api::types::{BagModeCode, NewModule, Owner};
use crate::error::Result;
use crate::nn::modules::{self, EmbeddingOptions};
use crate::ops::nn::BagMode;
use crate::session::module::make;

/// The rows of a learned matrix that indices name.
/// Shapes: `[...] -> [..., embedding_dim]`, of integers.
///
/// - `Embedding::new()`
/// - `num_embeddings`: the number of rows
/// - `embedding_dim`: the size of a row
/// - `padding_idx` = none: a row that is 0 and has no gradient
/// - `max_norm` = none: the largest norm of a row. Rows that are looked up and exceed it are scaled
///   down in the matrix itself, without a gradient
/// - `norm_type` = 2: the `p` of the norm
/// - `scale_grad_by_freq` = false: whether the gradient of a row is divided by the number of times it
///   was looked up
/// - `INVALID_ARGUMENT`: a number is below 1, `padding_idx` is out of range, or `max_norm` is not above
///   0
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn embedding(
    scope: Owner,
    num_embeddings: i64,
    embedding_dim: i64,
    padding_idx: Option<i64>,
    max_norm: Option<f64>,
    norm_type: f64,
    scale_grad_by_freq: bool,
) -> Result<NewModule> {
    let how = EmbeddingOptions {
        count: num_embeddings,
        width: embedding_dim,
        padding: padding_idx,
        max_norm,
        norm_type,
        scale_grad_by_freq,
    };
    make(scope, || modules::embedding(how))
}

/// The sum, the mean or the largest element of the rows of a learned matrix that a bag of indices
/// names. Inputs: the indices, the offsets, and for sums a factor for each index. Indices of two axes
/// have a bag in each row and no offsets; of one axis, an offset is the position at which a bag
/// starts. What is not needed is left out. A bag without indices gives zeros.
/// Shapes: `[B, L] -> [B, embedding_dim]`, or `[M], [B] -> [B, embedding_dim]`, of integers.
///
/// - `EmbeddingBag::new()`
/// - `num_embeddings`: the number of rows
/// - `embedding_dim`: the size of a row
/// - `mode` = MEAN: how the rows of a bag are combined
/// - `include_last_offset` = false: whether the last offset is the number of indices
/// - `padding_idx` = none: a row that is 0, has no gradient, and is left out of bags
/// - `max_norm` = none: the largest norm of a row. Rows that are looked up and exceed it are scaled
///   down in the matrix itself, without a gradient
/// - `norm_type` = 2: the `p` of the norm
/// - `scale_grad_by_freq` = false: whether the gradient of a row is divided by the number of times it
///   was looked up
/// - `INVALID_ARGUMENT`: a number is below 1, `padding_idx` is out of range, `max_norm` is not above 0,
///   or `scale_grad_by_freq` is set for MAX
/// - `OUT_OF_MEMORY`: there is not enough memory
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn embedding_bag(
    scope: Owner,
    num_embeddings: i64,
    embedding_dim: i64,
    mode: BagModeCode,
    include_last_offset: bool,
    padding_idx: Option<i64>,
    max_norm: Option<f64>,
    norm_type: f64,
    scale_grad_by_freq: bool,
) -> Result<NewModule> {
    let how = EmbeddingOptions {
        count: num_embeddings,
        width: embedding_dim,
        padding: padding_idx,
        max_norm,
        norm_type,
        scale_grad_by_freq,
    };
    make(scope, || modules::embedding_bag(how, BagMode::from_code(mode)?, include_last_offset))
}

/// The input plus the position of each step as waves: `sin(p / 10000^(2 i / d_model))` for feature
/// `2 i` of step `p`, and the cosine for feature `2 i + 1`; then dropout. The waves are a buffer
/// `pe`.
/// Shapes: `[L, N, d_model] -> [L, N, d_model]`, or the same without `N`.
///
/// - `PositionalEncoding::new()`
/// - `d_model`: the features of inputs and outputs
/// - `dropout` = 0.1: the probability that an element of the result is set to 0 in training
/// - `max_len` = 5000: the greatest number of steps
/// - `batch_first` = false: whether inputs are `[N, L, d_model]` instead of `[L, N, d_model]`
/// - `INVALID_ARGUMENT`: a number is below 1, or `dropout` is not between 0 and 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn positional_encoding(
    scope: Owner,
    d_model: i64,
    dropout: f64,
    max_len: i64,
    batch_first: bool,
) -> Result<NewModule> {
    make(scope, || modules::positional_encoding(d_model, dropout, max_len, batch_first))
}
