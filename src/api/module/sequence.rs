//! Embeddings, and modules over sequences.

use crate::api::types::{NewModule, Owner};
use crate::error::Result;
use crate::nn::modules::{self, EncoderOptions, RecurrentOptions};
use crate::ops::nn::Cell;
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

/// A long short-term memory network over sequences. Inputs: the sequence and, unless they are 0,
/// the hidden and the cell states. Results: the output, and the final states.
/// Shapes: `[T, N, I] -> [T, N, D H]` with `D` = 2 if bidirectional, else 1, or the same without
/// `N`.
///
/// - `LSTM::new()`
/// - `input_size`: the features of an input
/// - `hidden_size`: the features of a hidden state
/// - `num_layers` = 1: the number of layers; each reads the output of the one before
/// - `bias` = true: whether there are biases
/// - `batch_first` = false: whether sequences are `[N, T, ...]` instead of `[T, N, ...]`
/// - `dropout` = 0: the probability that an element of the output of a layer other than the last is
///   set to 0 in training
/// - `bidirectional` = false: whether each layer reads the sequence in both directions
/// - `INVALID_ARGUMENT`: a number is below 1, or `dropout` is not between 0 and 1
/// - `OUT_OF_MEMORY`: there is not enough memory
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn lstm(
    scope: Owner,
    input_size: i64,
    hidden_size: i64,
    num_layers: i64,
    bias: bool,
    batch_first: bool,
    dropout: f64,
    bidirectional: bool,
) -> Result<NewModule> {
    let how = RecurrentOptions {
        inputs: input_size,
        hidden: hidden_size,
        layers: num_layers,
        bias,
        batch_first,
        dropout,
        bidirectional,
    };
    make(scope, || modules::recurrent(Cell::Lstm, how))
}

/// A network of gated recurrent units over sequences. Inputs: the sequence and, unless they are 0,
/// the hidden states. Results: the output, and the final states.
/// Shapes: `[T, N, I] -> [T, N, D H]` with `D` = 2 if bidirectional, else 1, or the same without
/// `N`.
///
/// - `GRU::new()`
/// - `input_size`: the features of an input
/// - `hidden_size`: the features of a hidden state
/// - `num_layers` = 1: the number of layers; each reads the output of the one before
/// - `bias` = true: whether there are biases
/// - `batch_first` = false: whether sequences are `[N, T, ...]` instead of `[T, N, ...]`
/// - `dropout` = 0: the probability that an element of the output of a layer other than the last is
///   set to 0 in training
/// - `bidirectional` = false: whether each layer reads the sequence in both directions
/// - `INVALID_ARGUMENT`: a number is below 1, or `dropout` is not between 0 and 1
/// - `OUT_OF_MEMORY`: there is not enough memory
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn gru(
    scope: Owner,
    input_size: i64,
    hidden_size: i64,
    num_layers: i64,
    bias: bool,
    batch_first: bool,
    dropout: f64,
    bidirectional: bool,
) -> Result<NewModule> {
    let how = RecurrentOptions {
        inputs: input_size,
        hidden: hidden_size,
        layers: num_layers,
        bias,
        batch_first,
        dropout,
        bidirectional,
    };
    make(scope, || modules::recurrent(Cell::Gru, how))
}

/// Attention with several heads. Inputs: query, key and value, or one tensor for all three, and a
/// mask behind them; a boolean mask is true where a query must not see a key, any other is added to
/// the scores. Result: the output.
/// Shapes: `[L, N, E], [S, N, E], [S, N, E] -> [L, N, E]`, or the same without `N`.
///
/// - `MultiheadAttention::new()`
/// - `embed_dim`: the features of inputs and outputs
/// - `num_heads`: the number of heads
/// - `dropout` = 0: the probability that a weight is set to 0 in training
/// - `bias` = true: whether there are biases
/// - `batch_first` = false: whether inputs are `[N, L, E]` instead of `[L, N, E]`
/// - `INVALID_ARGUMENT`: a number is below 1, `embed_dim` is not a multiple of `num_heads`, or
///   `dropout` is not between 0 and 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn multihead_attention(
    scope: Owner,
    embed_dim: i64,
    num_heads: i64,
    dropout: f64,
    bias: bool,
    batch_first: bool,
) -> Result<NewModule> {
    make(scope, || modules::multihead_attention(embed_dim, num_heads, dropout, bias, batch_first))
}

/// A layer of a transformer's encoder: attention and two linear layers, each with a residual
/// connection and a normalization. Inputs: the sequence, and a mask.
/// Shapes: `[L, N, E] -> [L, N, E]`, or the same without `N`.
///
/// - `TransformerEncoderLayer::new()`
/// - `d_model`: the features of inputs and outputs
/// - `nhead`: the number of heads
/// - `dim_feedforward` = 2048: the features between the two linear layers
/// - `dropout` = 0.1: the probability of all dropouts
/// - `gelu` = false: whether the activation is GELU instead of ReLU
/// - `layer_norm_eps` = 1e-5: added to the variances
/// - `batch_first` = false: whether inputs are `[N, L, E]` instead of `[L, N, E]`
/// - `norm_first` = false: whether inputs are normalized before each part instead of behind it
/// - `INVALID_ARGUMENT`: a number is below 1, `d_model` is not a multiple of `nhead`, or `dropout`
///   is not between 0 and 1
/// - `OUT_OF_MEMORY`: there is not enough memory
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn transformer_encoder_layer(
    scope: Owner,
    d_model: i64,
    nhead: i64,
    dim_feedforward: i64,
    dropout: f64,
    gelu: bool,
    layer_norm_eps: f64,
    batch_first: bool,
    norm_first: bool,
) -> Result<NewModule> {
    let how = EncoderOptions {
        width: d_model,
        heads: nhead,
        feedforward: dim_feedforward,
        dropout,
        gelu,
        eps: layer_norm_eps,
        batch_first,
        norm_first,
    };
    make(scope, || modules::encoder_layer(how))
}

/// A transformer's encoder: so many layers, one after another. Inputs: the sequence, and a mask.
/// The layers begin with values of their own.
/// Shapes: `[L, N, E] -> [L, N, E]`, or the same without `N`.
///
/// - `TransformerEncoder::new()`
/// - `d_model`: the features of inputs and outputs
/// - `nhead`: the number of heads
/// - `num_layers`: the number of layers
/// - `dim_feedforward` = 2048: the features between the two linear layers
/// - `dropout` = 0.1: the probability of all dropouts
/// - `gelu` = false: whether the activation is GELU instead of ReLU
/// - `layer_norm_eps` = 1e-5: added to the variances
/// - `batch_first` = false: whether inputs are `[N, L, E]` instead of `[L, N, E]`
/// - `norm_first` = false: whether inputs are normalized before each part instead of behind it
/// - `INVALID_ARGUMENT`: a number is below 1, `d_model` is not a multiple of `nhead`, or `dropout`
///   is not between 0 and 1
/// - `OUT_OF_MEMORY`: there is not enough memory
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn transformer_encoder(
    scope: Owner,
    d_model: i64,
    nhead: i64,
    num_layers: i64,
    dim_feedforward: i64,
    dropout: f64,
    gelu: bool,
    layer_norm_eps: f64,
    batch_first: bool,
    norm_first: bool,
) -> Result<NewModule> {
    let how = EncoderOptions {
        width: d_model,
        heads: nhead,
        feedforward: dim_feedforward,
        dropout,
        gelu,
        eps: layer_norm_eps,
        batch_first,
        norm_first,
    };
    make(scope, || modules::encoder(how, num_layers))
}
