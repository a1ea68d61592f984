//! `RNN`, `LSTM` and `GRU` over sequences, and their cells, which compute one step.

use super::draw::{bound, uniform};
use super::kind::{at_least_one, at_most, kind_of_many, probability};
use crate::autograd::{
    self,
    nn::{self, RecurrentSettings},
};
use crate::error::{Error, Result};
use crate::nn::module::{Module, Slot};
use crate::ops::nn::Cell;
use crate::tensor::{Shape, Tensor, shape};
use std::sync::Arc;

/// Settings of a recurrent network.
#[derive(Clone, Copy)]
pub struct RecurrentOptions {
    /// Features of an input.
    pub inputs: i64,
    /// Features of a hidden state.
    pub hidden: i64,
    /// Layers, each of which reads what the one before gives.
    pub layers: i64,
    /// Whether there are biases.
    pub bias: bool,
    /// Whether sequences are `[N, T, I]` instead of `[T, N, I]`.
    pub batch_first: bool,
    /// The probability that an element of what a layer gives to the next one is 0 in training.
    pub dropout: f64,
    /// Whether each layer reads the sequence both ways.
    pub bidirectional: bool,
    /// Features to which an LSTM projects its hidden states; 0 for no projection.
    pub projected: i64,
}

impl RecurrentOptions {
    fn directions(&self) -> i64 {
        if self.bidirectional { 2 } else { 1 }
    }

    /// Features of a hidden state.
    fn width(&self) -> i64 {
        if self.projected > 0 { self.projected } else { self.hidden }
    }
}

/// A recurrent network. Its inputs are a sequence and, if they are not zeros, the initial states;
/// its results are the output, and the final states.
pub fn recurrent(cell: Cell, how: RecurrentOptions) -> Result<Arc<Module>> {
    for (name, value) in [("input_size", how.inputs), ("hidden_size", how.hidden), ("num_layers", how.layers)] {
        at_least_one(name, value)?;
    }
    at_most("num_layers", how.layers)?;
    probability("dropout", how.dropout)?;
    check_projection(how.projected, how.hidden)?;
    let slots = slots(cell, &how)?;
    let is_lstm = matches!(cell, Cell::Lstm);
    let (name, counts): (_, &'static [usize]) = match cell {
        Cell::Lstm => ("LSTM", &[1, 3]),
        Cell::Gru => ("GRU", &[1, 2]),
        Cell::Tanh | Cell::Relu => ("RNN", &[1, 2]),
    };
    Ok(kind_of_many(name, settings(cell, &how), slots, counts, move |call, inputs| {
        let (x, is_single) = batched(name, inputs[0], how.batch_first)?;
        let states = match &inputs[1..] {
            [] if is_lstm => vec![zeros(&x, &how, how.width())?, zeros(&x, &how, how.hidden)?],
            [] => vec![zeros(&x, &how, how.hidden)?],
            given if is_single => {
                given.iter().map(|state| autograd::unsqueeze(state, 1)).collect::<Result<Vec<_>>>()?
            }
            given => given.iter().map(|&state| state.clone()).collect(),
        };
        let settings = RecurrentSettings {
            cell,
            has_biases: how.bias,
            layers: how.layers,
            bidirectional: how.bidirectional,
            batch_first: how.batch_first,
            dropout: if call.is_training() { how.dropout } else { 0.0 },
        };
        let weights = call.values();
        let weights: Vec<&Tensor> = weights.iter().collect();
        let (out, h, c) = nn::recurrent(&x, &states[0], states.get(1), &weights, settings)?;
        if !is_single {
            return Ok([Some(out), Some(h), c].into_iter().flatten().collect());
        }
        let out = autograd::squeeze(&out, if how.batch_first { 0 } else { 1 })?;
        let states = [Some(h), c].into_iter().flatten().map(|state| autograd::squeeze(&state, 1));
        std::iter::once(Ok(out)).chain(states).collect()
    }))
}

fn check_projection(projected: i64, hidden: i64) -> Result<()> {
    if (0..hidden).contains(&projected) {
        return Ok(());
    }
    Err(Error::argument(format!(
        "proj_size is {projected}, it must be at least 0 and below hidden_size, which is {hidden}"
    )))
}

/// The parameters of each layer and direction.
fn slots(cell: Cell, how: &RecurrentOptions) -> Result<Vec<Slot>> {
    let rows =
        how.hidden.checked_mul(cell.gates() as i64).ok_or_else(|| Error::argument("hidden_size is too large"))?;
    let mut slots = Vec::new();
    for layer in 0..how.layers {
        for suffix in ["", "_reverse"].into_iter().take(how.directions() as usize) {
            let input = if layer == 0 { how.inputs } else { how.width().saturating_mul(how.directions()) };
            let mut weight = |kind: &str, dims: &[i64]| -> Result<()> {
                slots.push(uniform(&format!("{kind}_l{layer}{suffix}"), dims, bound(how.hidden))?);
                Ok(())
            };
            weight("weight_ih", &[rows, input])?;
            weight("weight_hh", &[rows, how.width()])?;
            if how.bias {
                weight("bias_ih", &[rows])?;
                weight("bias_hh", &[rows])?;
            }
            if how.projected > 0 {
                weight("weight_hr", &[how.projected, how.hidden])?;
            }
        }
    }
    Ok(slots)
}

/// One step of a recurrent network of `hidden` features. Its inputs are `[N, inputs]` or `[inputs]`
/// and, if they are not zeros, the states; its results are the next states.
pub fn recurrent_cell(cell: Cell, inputs: i64, hidden: i64, bias: bool) -> Result<Arc<Module>> {
    at_least_one("input_size", inputs)?;
    at_least_one("hidden_size", hidden)?;
    let rows = hidden.checked_mul(cell.gates() as i64).ok_or_else(|| Error::argument("hidden_size is too large"))?;
    let weight = |name: &str, dims: &[i64]| uniform(name, dims, bound(hidden));
    let mut slots: Vec<Slot> = vec![weight("weight_ih", &[rows, inputs])?, weight("weight_hh", &[rows, hidden])?];
    if bias {
        slots.extend([weight("bias_ih", &[rows])?, weight("bias_hh", &[rows])?]);
    }
    let (name, counts): (_, &'static [usize]) = match cell {
        Cell::Lstm => ("LSTMCell", &[1, 3]),
        Cell::Gru => ("GRUCell", &[1, 2]),
        Cell::Tanh | Cell::Relu => ("RNNCell", &[1, 2]),
    };
    let relu = if cell == Cell::Relu { ", nonlinearity='relu'" } else { "" };
    let settings = format!("{inputs}, {hidden}{}{relu}", if bias { "" } else { ", bias=False" });
    Ok(kind_of_many(name, settings, slots, counts, move |call, given| {
        let is_single = given[0].rank() == 1;
        if !is_single && given[0].rank() != 2 {
            let got = shape::display(given[0].shape());
            return Err(Error::shape(format!("{name}: a shape of {got} has not 1 or 2 axes")));
        }
        let mut all = Vec::with_capacity(given.len());
        for &t in given {
            all.push(if is_single { autograd::unsqueeze(t, 0)? } else { t.clone() });
        }
        if all.len() == 1 {
            let states = if cell == Cell::Lstm { 2 } else { 1 };
            let x = &all[0];
            let zeros = Tensor::zeroed(x.device(), x.dtype(), &Shape::new(&[x.shape()[0], hidden])?)?;
            all.extend(std::iter::repeat_n(zeros, states));
        }
        let (weights, biases) = ([call.value(0), call.value(1)], bias.then(|| [call.value(2), call.value(3)]));
        let biases = biases.as_ref().map(|[a, b]| [a, b]);
        let (h, c) = nn::recurrent_cell(cell, &all[0], &all[1], all.get(2), [&weights[0], &weights[1]], biases)?;
        let states = [Some(h), c].into_iter().flatten();
        states.map(|state| if is_single { autograd::squeeze(&state, 0) } else { Ok(state) }).collect()
    }))
}

/// A sequence with an axis for the batch, and whether it had none.
fn batched(name: &str, x: &Tensor, batch_first: bool) -> Result<(Tensor, bool)> {
    match x.rank() {
        3 => Ok((x.clone(), false)),
        2 => Ok((autograd::unsqueeze(x, if batch_first { 0 } else { 1 })?, true)),
        _ => Err(Error::shape(format!("{name}: a shape of {} has not 2 or 3 axes", shape::display(x.shape())))),
    }
}

/// States of so many features before the first step.
fn zeros(x: &Tensor, how: &RecurrentOptions, width: i64) -> Result<Tensor> {
    let samples = x.shape()[if how.batch_first { 0 } else { 1 }];
    let count = how.layers.saturating_mul(how.directions());
    Tensor::zeroed(x.device(), x.dtype(), &Shape::new(&[count, samples, width])?)
}

fn settings(cell: Cell, how: &RecurrentOptions) -> String {
    let mut text = format!("{}, {}", how.inputs, how.hidden);
    if how.projected != 0 {
        text += &format!(", proj_size={}", how.projected);
    }
    if how.layers != 1 {
        text += &format!(", num_layers={}", how.layers);
    }
    let differing =
        [("nonlinearity='relu'", cell == Cell::Relu), ("bias=False", !how.bias), ("batch_first=True", how.batch_first)];
    for (name, differs) in differing {
        text += &if differs { format!(", {name}") } else { String::new() };
    }
    if how.dropout != 0.0 {
        text += &format!(", dropout={:?}", how.dropout);
    }
    if how.bidirectional {
        text += ", bidirectional=True";
    }
    text
}
