//! Recurrent networks: `lstm` and `gru` over sequences, and one step of each. All return new references; names and
//! parameters are those of PyTorch.

use super::optional;
use crate::api::own::{own_all_beside, own_beside};
use crate::api::resource::{borrowed, tensor, tensors as pins_of};
use crate::api::types::{NewTensor, NewTensors, OptionalTensorRef, Owner, TensorRef, TensorRefs};
use crate::api::workspace::within_limits;
use crate::autograd::nn::{self, RecurrentSettings};
use crate::error::{Error, Result};
use crate::ops::{drawing, nn::Cell};
use crate::tensor::Tensor;

/// A network of long short-term memory over sequences, `[T, N, I]`.
///
/// - `h`: the first hidden states, `[layers directions, N, H]`
/// - `c`: the first cell states, of the same shape
/// - `weights`: for each layer and direction `[4 H, I]`, `[4 H, H]` and, with biases, two of `[4 H]`: input, forget, cell, output
/// - `has_biases` = true: whether there are biases
/// - `layers` = 1: how many, each of which reads what the one before gives
/// - `bidirectional` = false: whether each layer reads the sequence in both directions
/// - `batch_first` = false: whether sequences are `[N, T, I]`
/// - `dropout` = 0: the probability that an element of what a layer gives to the next one is 0, as `dropout` has it
/// - `training` = true: whether anything is dropped
/// - `-> output`: the hidden states of the last layer after each step, `[T, N, directions H]`
/// - `-> last_h`: the last hidden states
/// - `-> last_c`: the last cell states
/// - `INVALID_ARGUMENT`: there is another number of weights, or no step, or the dropout is not from 0 to 1
/// - `SHAPE_MISMATCH`: an operand does not fit
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
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
    let (t, h, c, weights) = (tensor(t)?, tensor(h)?, tensor(c)?, pins_of(weights)?);
    let results = drawing(|| {
        let results = within_limits(scope, Some(&t), || nn::recurrent(&t, &h, Some(&c), &borrowed(&weights), how))?;
        own_all_beside(scope, &t, [Some(results.0), Some(results.1), results.2].into_iter().flatten())
    })?;
    Ok(results.try_into().expect("three results"))
}

/// A network of gated recurrent units over sequences, `[T, N, I]`.
///
/// - `h`: the first hidden states, `[layers directions, N, H]`
/// - `weights`: for each layer and direction `[3 H, I]`, `[3 H, H]` and, with biases, two of `[3 H]`: reset, update, new
/// - `has_biases` = true: whether there are biases
/// - `layers` = 1: how many, each of which reads what the one before gives
/// - `bidirectional` = false: whether each layer reads the sequence in both directions
/// - `batch_first` = false: whether sequences are `[N, T, I]`
/// - `dropout` = 0: the probability that an element of what a layer gives to the next one is 0, as `dropout` has it
/// - `training` = true: whether anything is dropped
/// - `-> output`: the hidden states of the last layer after each step, `[T, N, directions H]`
/// - `-> last_h`: the last hidden states
/// - `INVALID_ARGUMENT`: there is another number of weights, or no step, or the dropout is not from 0 to 1
/// - `SHAPE_MISMATCH`: an operand does not fit
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
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
    let (t, h, weights) = (tensor(t)?, tensor(h)?, pins_of(weights)?);
    let results = drawing(|| {
        let results = within_limits(scope, Some(&t), || nn::recurrent(&t, &h, None, &borrowed(&weights), how))?;
        own_all_beside(scope, &t, vec![results.0, results.1])
    })?;
    Ok(results.try_into().expect("two results"))
}

/// One step of an LSTM, of inputs `[N, I]`.
///
/// - `h`: the hidden states, `[N, H]`
/// - `c`: the cell states, `[N, H]`
/// - `input_weight`: `[4 H, I]`
/// - `hidden_weight`: `[4 H, H]`
/// - `input_bias` = none: `[4 H]`
/// - `hidden_bias` = none: `[4 H]`; both or none
/// - `-> next_h`: the next hidden states
/// - `-> next_c`: the next cell states
/// - `SHAPE_MISMATCH`: an operand does not fit
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
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
    let (t, h, c, w, u) = (tensor(t)?, tensor(h)?, tensor(c)?, tensor(input_weight)?, tensor(hidden_weight)?);
    let (a, b) = (optional(input_bias)?, optional(hidden_bias)?);
    let step = || nn::recurrent_cell(Cell::Lstm, &t, &h, Some(&c), [&w, &u], biases(a.as_deref(), b.as_deref())?);
    let (h, c) = within_limits(scope, Some(&t), step)?;
    let results: Vec<Tensor> = [Some(h), c].into_iter().flatten().collect();
    Ok(own_all_beside(scope, &t, results)?.try_into().expect("two results"))
}

/// One step of a GRU, of inputs `[N, I]`: the next hidden states, `[N, H]`.
///
/// - `h`: the hidden states, `[N, H]`
/// - `input_weight`: `[3 H, I]`
/// - `hidden_weight`: `[3 H, H]`
/// - `input_bias` = none: `[3 H]`
/// - `hidden_bias` = none: `[3 H]`; both or none
/// - `SHAPE_MISMATCH`: an operand does not fit
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
pub fn gru_cell(
    scope: Owner,
    t: TensorRef,
    h: TensorRef,
    input_weight: TensorRef,
    hidden_weight: TensorRef,
    input_bias: OptionalTensorRef,
    hidden_bias: OptionalTensorRef,
) -> Result<NewTensor> {
    let (t, h, w, u) = (tensor(t)?, tensor(h)?, tensor(input_weight)?, tensor(hidden_weight)?);
    let (a, b) = (optional(input_bias)?, optional(hidden_bias)?);
    let step = || nn::recurrent_cell(Cell::Gru, &t, &h, None, [&w, &u], biases(a.as_deref(), b.as_deref())?);
    own_beside(scope, &t, within_limits(scope, Some(&t), step)?.0)
}

/// The dropout that is in force: one that is out of range is an error also where nothing is dropped.
fn used(dropout: f64, training: bool) -> f64 {
    if training || !(0.0..=1.0).contains(&dropout) { dropout } else { 0.0 }
}

/// Two biases, or none.
fn biases<'a>(input: Option<&'a Tensor>, hidden: Option<&'a Tensor>) -> Result<Option<[&'a Tensor; 2]>> {
    match (input, hidden) {
        (Some(input), Some(hidden)) => Ok(Some([input, hidden])),
        (None, None) => Ok(None),
        _ => Err(Error::argument("a cell needs an input bias and a hidden bias, or neither")),
    }
}
