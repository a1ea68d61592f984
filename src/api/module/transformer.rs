//! Attention with several heads, and the encoder and the decoder of a transformer.
//!
//! Masks are PyTorch's: a boolean one is true where a key must not be seen, any other is added to
//! the scores. Each may be left out.

use crate::api::types::{NewModule, Owner};
use crate::error::Result;
use crate::nn::modules::{self, AttentionOptions, TransformerOptions};
use crate::session::module::make;

/// Attention with several heads. Inputs: query, key and value, or one tensor for all three; then
/// two masks, which may be left out: `attn_mask`, `[L, S]` or `[N num_heads, L, S]`, and
/// `key_padding_mask`, `[N, S]`. A boolean mask is true where a key must not be seen, any other is
/// added to the scores. Results: the output and, with `need_weights`, the weights, `[N, L, S]`.
/// Shapes: `[L, N, E], [S, N, kdim], [S, N, vdim] -> [L, N, E]`, or the same without `N`.
///
/// - `MultiheadAttention::new()`
/// - `embed_dim`: the features of inputs and outputs
/// - `num_heads`: the number of heads
/// - `dropout` = 0: the probability that a weight is set to 0 in training
/// - `bias` = true: whether there are biases
/// - `batch_first` = false: whether inputs are `[N, L, E]` instead of `[L, N, E]`
/// - `need_weights` = false: whether the weights are a second result
/// - `average_attn_weights` = true: whether these are their mean over the heads, instead of
///   `[N, num_heads, L, S]`
/// - `kdim` = none: the features of a key, if they are not `embed_dim`
/// - `vdim` = none: the features of a value, if they are not `embed_dim`
/// - `add_bias_kv` = false: whether a learned key and value, `bias_k` and `bias_v`, stand behind the
///   others; every query sees them
/// - `add_zero_attn` = false: whether a key and a value of zeros stand behind all others
/// - `INVALID_ARGUMENT`: a number is below 1, `embed_dim` is not a multiple of `num_heads`, or
///   `dropout` is not between 0 and 1
/// - `OUT_OF_MEMORY`: there is not enough memory
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn multihead_attention(
    scope: Owner,
    embed_dim: i64,
    num_heads: i64,
    dropout: f64,
    bias: bool,
    batch_first: bool,
    need_weights: bool,
    average_attn_weights: bool,
    kdim: Option<i64>,
    vdim: Option<i64>,
    add_bias_kv: bool,
    add_zero_attn: bool,
) -> Result<NewModule> {
    let how = AttentionOptions {
        width: embed_dim,
        heads: num_heads,
        dropout,
        bias,
        batch_first,
        need_weights,
        average_weights: average_attn_weights,
        keys: kdim,
        values: vdim,
        bias_kv: add_bias_kv,
        zero_attention: add_zero_attn,
    };
    make(scope, || modules::multihead_attention(how))
}

/// A layer of a transformer's encoder: attention and two linear layers, each with a residual
/// connection and a normalization. Inputs: the sequence and two masks, which may be left out:
/// `src_mask`, `[L, L]`, and `src_key_padding_mask`, `[N, L]`.
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
    let how = TransformerOptions {
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

/// A transformer's encoder: so many layers, one after another, which begin with values of their own.
/// Inputs: the sequence and two masks, which may be left out: `mask`, `[L, L]`, and
/// `src_key_padding_mask`, `[N, L]`.
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
/// - `final_norm` = false: whether the result is normalized, by a part `norm`
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
    final_norm: bool,
) -> Result<NewModule> {
    let how = TransformerOptions {
        width: d_model,
        heads: nhead,
        feedforward: dim_feedforward,
        dropout,
        gelu,
        eps: layer_norm_eps,
        batch_first,
        norm_first,
    };
    make(scope, || modules::encoder(how, num_layers, final_norm))
}

/// A layer of a transformer's decoder: attention to the sequence, attention to the memory, which is
/// the output of an encoder, and two linear layers, each with a residual connection and a
/// normalization. Inputs: the sequence, the memory, and four masks, which may be left out:
/// `tgt_mask`, `[L, L]`, `memory_mask`, `[L, S]`, `tgt_key_padding_mask`, `[N, L]`, and
/// `memory_key_padding_mask`, `[N, S]`.
/// Shapes: `[L, N, E], [S, N, E] -> [L, N, E]`, or the same without `N`.
///
/// - `TransformerDecoderLayer::new()`
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
pub fn transformer_decoder_layer(
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
    let how = TransformerOptions {
        width: d_model,
        heads: nhead,
        feedforward: dim_feedforward,
        dropout,
        gelu,
        eps: layer_norm_eps,
        batch_first,
        norm_first,
    };
    make(scope, || modules::decoder_layer(how))
}

/// A transformer's decoder: so many layers, one after another, which begin with values of their own.
/// Inputs: the sequence, the memory, and four masks, which may be left out: `tgt_mask`, `[L, L]`,
/// `memory_mask`, `[L, S]`, `tgt_key_padding_mask`, `[N, L]`, and `memory_key_padding_mask`,
/// `[N, S]`.
/// Shapes: `[L, N, E], [S, N, E] -> [L, N, E]`, or the same without `N`.
///
/// - `TransformerDecoder::new()`
/// - `d_model`: the features of inputs and outputs
/// - `nhead`: the number of heads
/// - `num_layers`: the number of layers
/// - `dim_feedforward` = 2048: the features between the two linear layers
/// - `dropout` = 0.1: the probability of all dropouts
/// - `gelu` = false: whether the activation is GELU instead of ReLU
/// - `layer_norm_eps` = 1e-5: added to the variances
/// - `batch_first` = false: whether inputs are `[N, L, E]` instead of `[L, N, E]`
/// - `norm_first` = false: whether inputs are normalized before each part instead of behind it
/// - `final_norm` = false: whether the result is normalized, by a part `norm`
/// - `INVALID_ARGUMENT`: a number is below 1, `d_model` is not a multiple of `nhead`, or `dropout`
///   is not between 0 and 1
/// - `OUT_OF_MEMORY`: there is not enough memory
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn transformer_decoder(
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
    final_norm: bool,
) -> Result<NewModule> {
    let how = TransformerOptions {
        width: d_model,
        heads: nhead,
        feedforward: dim_feedforward,
        dropout,
        gelu,
        eps: layer_norm_eps,
        batch_first,
        norm_first,
    };
    make(scope, || modules::decoder(how, num_layers, final_norm))
}
