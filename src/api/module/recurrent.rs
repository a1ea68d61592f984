//! Recurrent networks over sequences, and their cells.

use crate::api::types::{NewModule, Owner};
use crate::error::Result;
use crate::nn::modules::{self, RecurrentOptions};
use crate::ops::nn::Cell;
use crate::session::module::make;

/// An Elman network over sequences. In each step, `h' = tanh(W_ih x + b_ih + W_hh h + b_hh)`. Inputs:
/// the sequence and, unless they are 0, the hidden states. Results: the output, and the final states.
/// Shapes: `[T, N, I] -> [T, N, D H]` with `D` = 2 if bidirectional, else 1, or the same without
/// `N`.
///
/// - `RNN::new()`
/// - `input_size`: the features of an input
/// - `hidden_size`: the features of a hidden state
/// - `num_layers` = 1: the number of layers; each reads the output of the one before
/// - `relu` = false: whether the nonlinearity is ReLU instead of tanh
/// - `bias` = true: whether there are biases
/// - `batch_first` = false: whether sequences are `[N, T, ...]` instead of `[T, N, ...]`
/// - `dropout` = 0: the probability that an element of the output of a layer other than the last is
///   set to 0 in training
/// - `bidirectional` = false: whether each layer reads the sequence in both directions
/// - `INVALID_ARGUMENT`: a number is below 1, or `dropout` is not between 0 and 1
/// - `OUT_OF_MEMORY`: there is not enough memory
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn rnn(
    scope: Owner,
    input_size: i64,
    hidden_size: i64,
    num_layers: i64,
    relu: bool,
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
        projected: 0,
    };
    make(scope, || modules::recurrent(elman(relu), how))
}

/// A long short-term memory network over sequences. Inputs: the sequence and, unless they are 0,
/// the hidden and the cell states. Results: the output, and the final states.
/// Shapes: `[T, N, I] -> [T, N, D H]` with `D` = 2 if bidirectional, else 1, and the projected size
/// for `H` with `proj_size`; or the same without `N`.
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
/// - `proj_size` = 0: the features to which each layer projects its hidden states, by weights
///   `weight_hr_l0`; 0 for no projection. The cell states keep `hidden_size` features
/// - `INVALID_ARGUMENT`: a number is below 1, `dropout` is not between 0 and 1, or `proj_size` is
///   negative or not below `hidden_size`
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
    proj_size: i64,
) -> Result<NewModule> {
    let how = RecurrentOptions {
        inputs: input_size,
        hidden: hidden_size,
        layers: num_layers,
        bias,
        batch_first,
        dropout,
        bidirectional,
        projected: proj_size,
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
        projected: 0,
    };
    make(scope, || modules::recurrent(Cell::Gru, how))
}

/// One step of an Elman network: `h' = tanh(W_ih x + b_ih + W_hh h + b_hh)`. Inputs: the features and,
/// unless it is 0, the hidden state. Result: the next hidden state.
/// Shapes: `[N, I], [N, H] -> [N, H]`, or the same without `N`.
///
/// - `RNNCell::new()`
/// - `input_size`: the features of an input
/// - `hidden_size`: the features of a hidden state
/// - `bias` = true: whether there are biases
/// - `relu` = false: whether the nonlinearity is ReLU instead of tanh
/// - `INVALID_ARGUMENT`: a number is below 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn rnn_cell(scope: Owner, input_size: i64, hidden_size: i64, bias: bool, relu: bool) -> Result<NewModule> {
    make(scope, || modules::recurrent_cell(elman(relu), input_size, hidden_size, bias))
}

/// One step of a long short-term memory network. Inputs: the features and, unless they are 0, the
/// hidden and the cell state. Results: the next hidden state, and the next cell state.
/// Shapes: `[N, I], [N, H], [N, H] -> [N, H], [N, H]`, or the same without `N`.
///
/// - `LSTMCell::new()`
/// - `input_size`: the features of an input
/// - `hidden_size`: the features of a hidden state
/// - `bias` = true: whether there are biases
/// - `INVALID_ARGUMENT`: a number is below 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn lstm_cell(scope: Owner, input_size: i64, hidden_size: i64, bias: bool) -> Result<NewModule> {
    make(scope, || modules::recurrent_cell(Cell::Lstm, input_size, hidden_size, bias))
}

/// One step of a network of gated recurrent units. Inputs: the features and, unless it is 0, the
/// hidden state. Result: the next hidden state.
/// Shapes: `[N, I], [N, H] -> [N, H]`, or the same without `N`.
///
/// - `GRUCell::new()`
/// - `input_size`: the features of an input
/// - `hidden_size`: the features of a hidden state
/// - `bias` = true: whether there are biases
/// - `INVALID_ARGUMENT`: a number is below 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn gru_cell(scope: Owner, input_size: i64, hidden_size: i64, bias: bool) -> Result<NewModule> {
    make(scope, || modules::recurrent_cell(Cell::Gru, input_size, hidden_size, bias))
}

fn elman(relu: bool) -> Cell {
    if relu { Cell::Relu } else { Cell::Tanh }
}
