//! Recurrent networks: `lstm` and `gru` over sequences, and one step of each. All return new references; names and
//! parameters are those of PyTorch.
//!
//! - `gradient`: yes

use super::{map, optional, several};
use crate::api::types::{NewTensor, NewTensors, OptionalTensorRef, Owner, TensorRef, TensorRefs};
use crate::autograd::nn::{self, RecurrentSettings};
use crate::error::{Error, Result};
use crate::ops::{drawing, nn::Cell};
use crate::session::resource::{borrowed, tensor, tensors as pins_of};
use crate::tensor::Tensor;

/// The output of a long short-term memory network (LSTM) over sequences. In each step, with the gates `i`, `f`, `g` and
/// `o`: `c' = f * c + i * g` and `h' = o * tanh(c')`.
/// Shapes: `[T, N, I] -> [T, N, D H]` for `T` steps of `N` samples, with `D` = 2 if bidirectional, else 1; states are
/// `[layers D, N, H]`. All operands have one floating-point dtype, which the results keep.
///
/// - `h`: the initial hidden states, `[layers D, N, H]`
/// - `c`: the initial cell states, `[layers D, N, H]`
/// - `weights`: for each layer and direction the input weight `[4 H, I]` (`[4 H, D H]` after the first layer), the
///   hidden weight `[4 H, H]` and, with biases, two biases `[4 H]`; the rows are those of the gates `i`, `f`, `g`, `o`.
///   One weight more for each projects the hidden states: `[P, H]`; they have `P` features for `H` then
/// - `has_biases` = true: whether the weights include biases
/// - `layers` = 1: the number of layers; each reads the output of the one before
/// - `bidirectional` = false: whether each layer reads the sequence in both directions
/// - `batch_first` = false: whether input and output are `[N, T, ...]` instead of `[T, N, ...]`
/// - `dropout` = 0: the probability that an element of the output of a layer other than the last is set to 0, as in
///   `dropout`
/// - `training` = true: whether dropout is applied
/// - `-> output`: the hidden states of the last layer after each step, `[T, N, D H]`
/// - `-> last_h`: the final hidden states, `[layers D, N, H]`
/// - `-> last_c`: the final cell states, `[layers D, N, H]`
/// - `INVALID_ARGUMENT`: the number of weights is wrong, `layers` is below 1, there are no steps, `H` is 0, or
///   `dropout` is not between 0 and 1
/// - `SHAPE_MISMATCH`: an operand has another shape
/// - `DTYPE_MISMATCH`: an operand is not floating-point, or the dtypes differ
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn lstm(
    scope: Owner,
    t: TensorRef,
    h: TensorRef,
    c: TensorRef,
    weights: TensorRefs,
    has_biases: bool,
    layers: i64,
    bidirectional: bool,
    batch_first: bool,
    dropout: f64,
    training: bool,
) -> Result<NewTensors<3>> {
    let how = RecurrentSettings {
        cell: Cell::Lstm,
        has_biases,
        layers,
        bidirectional,
        batch_first,
        dropout: used(dropout, training),
    };
    let (h, c, weights) = (tensor(h)?, tensor(c)?, pins_of(weights)?);
    drawing(|| {
        several(scope, t, |t| {
            let (output, h, c) = nn::recurrent(t, &h, Some(&c), &borrowed(&weights), how)?;
            Ok([output, h, c.expect("an LSTM returns its cell state")])
        })
    })
}

/// The output of a network of gated recurrent units (GRU) over sequences. In each step, with the gates `r`, `z` and
/// `n`: `h' = (1 - z) * n + z * h`.
/// Shapes: `[T, N, I] -> [T, N, D H]` for `T` steps of `N` samples, with `D` = 2 if bidirectional, else 1; states are
/// `[layers D, N, H]`. All operands have one floating-point dtype, which the results keep.
///
/// - `h`: the initial hidden states, `[layers D, N, H]`
/// - `weights`: for each layer and direction the input weight `[3 H, I]` (`[3 H, D H]` after the first layer), the
///   hidden weight `[3 H, H]` and, with biases, two biases `[3 H]`; the rows are those of the gates `r`, `z`, `n`
/// - `has_biases` = true: whether the weights include biases
/// - `layers` = 1: the number of layers; each reads the output of the one before
/// - `bidirectional` = false: whether each layer reads the sequence in both directions
/// - `batch_first` = false: whether input and output are `[N, T, ...]` instead of `[T, N, ...]`
/// - `dropout` = 0: the probability that an element of the output of a layer other than the last is set to 0, as in
///   `dropout`
/// - `training` = true: whether dropout is applied
/// - `-> output`: the hidden states of the last layer after each step, `[T, N, D H]`
/// - `-> last_h`: the final hidden states, `[layers D, N, H]`
/// - `INVALID_ARGUMENT`: the number of weights is wrong, `layers` is below 1, there are no steps, `H` is 0, or
///   `dropout` is not between 0 and 1
/// - `SHAPE_MISMATCH`: an operand has another shape
/// - `DTYPE_MISMATCH`: an operand is not floating-point, or the dtypes differ
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn gru(
    scope: Owner,
    t: TensorRef,
    h: TensorRef,
    weights: TensorRefs,
    has_biases: bool,
    layers: i64,
    bidirectional: bool,
    batch_first: bool,
    dropout: f64,
    training: bool,
) -> Result<NewTensors<2>> {
    let how = RecurrentSettings {
        cell: Cell::Gru,
        has_biases,
        layers,
        bidirectional,
        batch_first,
        dropout: used(dropout, training),
    };
    let (h, weights) = (tensor(h)?, pins_of(weights)?);
    drawing(|| {
        several(scope, t, |t| {
            let (output, h, _) = nn::recurrent(t, &h, None, &borrowed(&weights), how)?;
            Ok([output, h])
        })
    })
}

/// One step of an LSTM: with the gates `i`, `f`, `g` and `o`, `c' = f * c + i * g` and `h' = o * tanh(c')`.
/// Shapes: `[N, I] -> [N, H]` for both results. All operands have one floating-point dtype, which the results keep.
///
/// - `h`: the hidden states, `[N, H]`
/// - `c`: the cell states, `[N, H]`
/// - `input_weight`: `[4 H, I]`; the rows are those of the gates `i`, `f`, `g`, `o`
/// - `hidden_weight`: `[4 H, H]`
/// - `input_bias` = none: `[4 H]`
/// - `hidden_bias` = none: `[4 H]`; give both biases or neither
/// - `-> next_h`: the next hidden states
/// - `-> next_c`: the next cell states
/// - `INVALID_ARGUMENT`: only one of the biases is given, or `H` is 0
/// - `SHAPE_MISMATCH`: an operand has another shape
/// - `DTYPE_MISMATCH`: an operand is not floating-point, or the dtypes differ
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn lstm_cell(
    scope: Owner,
    t: TensorRef,
    h: TensorRef,
    c: TensorRef,
    input_weight: TensorRef,
    hidden_weight: TensorRef,
    input_bias: OptionalTensorRef,
    hidden_bias: OptionalTensorRef,
) -> Result<NewTensors<2>> {
    let (h, c, w, u) = (tensor(h)?, tensor(c)?, tensor(input_weight)?, tensor(hidden_weight)?);
    let (a, b) = (optional(input_bias)?, optional(hidden_bias)?);
    several(scope, t, |t| {
        let biases = biases(a.as_deref(), b.as_deref())?;
        let (h, c) = nn::recurrent_cell(Cell::Lstm, t, &h, Some(&c), [&w, &u], biases)?;
        Ok([h, c.expect("an LSTM returns its cell state")])
    })
}

/// One step of a GRU: with the gates `r`, `z` and `n`, `h' = (1 - z) * n + z * h`.
/// Shapes: `[N, I] -> [N, H]`. All operands have one floating-point dtype, which the result keeps.
///
/// - `h`: the hidden states, `[N, H]`
/// - `input_weight`: `[3 H, I]`; the rows are those of the gates `r`, `z`, `n`
/// - `hidden_weight`: `[3 H, H]`
/// - `input_bias` = none: `[3 H]`
/// - `hidden_bias` = none: `[3 H]`; give both biases or neither
/// - `INVALID_ARGUMENT`: only one of the biases is given, or `H` is 0
/// - `SHAPE_MISMATCH`: an operand has another shape
/// - `DTYPE_MISMATCH`: an operand is not floating-point, or the dtypes differ
pub fn gru_cell(
    scope: Owner,
    t: TensorRef,
    h: TensorRef,
    input_weight: TensorRef,
    hidden_weight: TensorRef,
    input_bias: OptionalTensorRef,
    hidden_bias: OptionalTensorRef,
) -> Result<NewTensor> {
    let (h, w, u) = (tensor(h)?, tensor(input_weight)?, tensor(hidden_weight)?);
    let (a, b) = (optional(input_bias)?, optional(hidden_bias)?);
    map(scope, t, |t| {
        let biases = biases(a.as_deref(), b.as_deref())?;
        Ok(nn::recurrent_cell(Cell::Gru, t, &h, None, [&w, &u], biases)?.0)
    })
}

/// The dropout that is in force: one that is out of range is an error also where nothing is dropped.
pub(super) fn used(dropout: f64, training: bool) -> f64 {
    if training || !(0.0..=1.0).contains(&dropout) { dropout } else { 0.0 }
}

/// Two biases, or none.
pub(super) fn biases<'a>(input: Option<&'a Tensor>, hidden: Option<&'a Tensor>) -> Result<Option<[&'a Tensor; 2]>> {
    match (input, hidden) {
        (Some(input), Some(hidden)) => Ok(Some([input, hidden])),
        (None, None) => Ok(None),
        _ => Err(Error::argument("a cell needs an input bias and a hidden bias, or neither")),
    }
}
