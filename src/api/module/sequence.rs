//! Embeddings, and positions of a sequence.

use crate::api::types::{BagModeCode, NewModule, Owner};
use crate::error::Result;
use crate::nn::modules;
use crate::ops::nn::BagMode;
use crate::session::module::make;

/// The rows of a learned matrix that indices name.
/// Shapes: `[...] -> [..., embedding_dim]`, of integers.
///
/// - `Embedding::new()`
/// - `num_embeddings`: the number of rows
/// - `embedding_dim`: the size of a row
/// - `padding_idx` = none: a row that is 0 and has no gradient
/// - `INVALID_ARGUMENT`: a number is below 1, or `padding_idx` is out of range
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn embedding(scope: Owner, num_embeddings: i64, embedding_dim: i64, padding_idx: Option<i64>) -> Result<NewModule> {
    make(scope, || modules::embedding(num_embeddings, embedding_dim, padding_idx))
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
/// - `INVALID_ARGUMENT`: a number is below 1, or `padding_idx` is out of range
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn embedding_bag(
    scope: Owner,
    num_embeddings: i64,
    embedding_dim: i64,
    mode: BagModeCode,
    include_last_offset: bool,
    padding_idx: Option<i64>,
) -> Result<NewModule> {
    make(scope, || {
        let mode = BagMode::from_code(mode)?;
        modules::embedding_bag(num_embeddings, embedding_dim, mode, include_last_offset, padding_idx)
    })
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
