//! `lstm`, `gru` and Elman's networks over sequences, in layers and both directions, and one step of
//! each.

use super::dense::dropout;
use super::projected::projected;
use crate::autograd::derived::record;
use crate::autograd::half;
use crate::autograd::join::{concat, stack};
use crate::autograd::saved::Saved;
use crate::autograd::views::{select, slice, transpose, unsqueeze};
use crate::error::{Error, Result};
use crate::ops::nn::{self, Cell, Layer};
use crate::tensor::{Tensor, shape};

/// Options of [`recurrent`].
#[derive(Clone, Copy, Debug)]
pub struct RecurrentSettings {
    /// The kind of cell.
    pub cell: Cell,
    /// Whether each layer has biases.
    pub has_biases: bool,
    /// The number of layers, each of which reads the output of the layer before.
    pub layers: i64,
    /// Whether each layer reads the sequence in both directions.
    pub bidirectional: bool,
    /// Whether sequences are `[N, T, I]` instead of `[T, N, I]`.
    pub batch_first: bool,
    /// The probability that an element is set to 0 between two layers; 0 when not training.
    pub dropout: f64,
}

/// Returns the hidden states of the last layer for each step, `[T, N, D H]`, and the last hidden
/// state and cell state of every layer and direction, `[L D, N, H]`; only an LSTM has a cell state. For
/// each layer and direction, `weights` has an input weight, a hidden weight, if there are biases,
/// both biases, and for an LSTM whose hidden states are projected to `P` features, `[P, H]`.
pub fn recurrent(
    x: &Tensor,
    h: &Tensor,
    c: Option<&Tensor>,
    weights: &[&Tensor],
    how: RecurrentSettings,
) -> Result<(Tensor, Tensor, Option<Tensor>)> {
    let op = how.cell.name();
    let operands = [&[Some(x), Some(h), c][..], &weights.iter().copied().map(Some).collect::<Vec<_>>()].concat();
    if let Some(dtype) = half::same(op, &operands)? {
        let wide = weights.iter().copied().map(half::wide).collect::<Result<Vec<_>>>()?;
        let weights: Vec<&Tensor> = wide.iter().collect();
        let (x, h, c) = (half::wide(x)?, half::wide(h)?, half::wide_if(c)?);
        let (out, h, c) = recurrent(&x, &h, c.as_ref(), &weights, how)?;
        let c = c.map(|c| half::rounded(c, dtype)).transpose()?;
        return Ok((half::rounded(out, dtype)?, half::rounded(h, dtype)?, c));
    }
    let (each, directions, projects) = check(x, h, c, weights.len(), &how)?;
    let mut sequence = if how.batch_first { transpose(x, 0, 1)? } else { x.clone() };
    let (mut hidden, mut cells) = (Vec::new(), Vec::new());
    for layer in 0..how.layers {
        let mut outputs = Vec::new();
        for direction in 0..directions {
            let at = layer * directions + direction;
            let h = select(h, 0, at)?;
            let c = c.map(|c| select(c, 0, at)).transpose()?;
            let own = &weights[(at * each) as usize..((at + 1) * each) as usize];
            let biases = if how.has_biases { Some([own[2], own[3]]) } else { None };
            let (weights, reverse) = ([own[0], own[1]], direction == 1);
            let layer = Layer { cell: how.cell, x: &sequence, h: &h, c: c.as_ref(), weights, biases, reverse };
            let (out, last, cell) = match own.last().filter(|_| projects) {
                Some(projection) => {
                    let (out, last, cell) = projected(&layer, projection)?;
                    (out, last, Some(cell))
                }
                None => one(&layer)?,
            };
            outputs.push(out);
            hidden.push(last);
            cells.extend(cell);
        }
        sequence = match &outputs[..] {
            [only] => only.clone(),
            both => concat(&both.iter().collect::<Vec<_>>(), 2)?,
        };
        if how.dropout > 0.0 && layer + 1 < how.layers {
            sequence = dropout(&sequence, how.dropout, true)?;
        }
    }
    let sequence = if how.batch_first { transpose(&sequence, 0, 1)? } else { sequence };
    let joined = |states: &[Tensor]| stack(&states.iter().collect::<Vec<_>>(), 0);
    let cells = if cells.is_empty() { None } else { Some(joined(&cells)?) };
    Ok((sequence, joined(&hidden)?, cells))
}

/// Checks the options, the number of weights, and the ranks. Returns the weights of a layer in one
/// direction, the directions, and whether the last of these weights is a projection.
fn check(
    x: &Tensor,
    h: &Tensor,
    c: Option<&Tensor>,
    weights: usize,
    how: &RecurrentSettings,
) -> Result<(i64, i64, bool)> {
    let op = how.cell.name();
    if !(0.0..=1.0).contains(&how.dropout) {
        return Err(Error::argument(format!("{op}: a dropout of {} is not from 0 to 1", how.dropout)));
    }
    let (each, directions) = (if how.has_biases { 4 } else { 2 }, if how.bidirectional { 2 } else { 1 });
    let count = how.layers.checked_mul(directions).filter(|_| how.layers > 0).unwrap_or(0);
    let projects = how.cell == Cell::Lstm && count > 0 && weights as i64 == count.saturating_mul(each + 1);
    let each = if projects { each + 1 } else { each };
    if count == 0 || weights as i64 != count.saturating_mul(each) {
        return Err(Error::argument(format!(
            "{op}: {weights} weights, not {each} for each of {} layers and {directions} directions",
            how.layers
        )));
    }
    if x.rank() != 3 {
        let got = shape::display(x.shape());
        return Err(Error::shape(format!("{op}: a sequence of shape {got} needs rank 3")));
    }
    if [Some(h), c].into_iter().flatten().any(|t| t.rank() != 3 || t.shape()[0] != count) {
        let got = shape::display(h.shape());
        return Err(Error::shape(format!("{op}: states of shape {got} need rank 3, and {count} rows in front")));
    }
    Ok((each, directions, projects))
}

/// One step of a cell: returns the next hidden state and cell state for `x`, `[N, I]`, and states
/// `[N, H]`.
pub fn recurrent_cell(
    cell: Cell,
    x: &Tensor,
    h: &Tensor,
    c: Option<&Tensor>,
    weights: [&Tensor; 2],
    biases: Option<[&Tensor; 2]>,
) -> Result<(Tensor, Option<Tensor>)> {
    let [bias, hidden_bias] = biases.map_or([None, None], |biases| biases.map(Some));
    let [w, u] = weights;
    if let Some(dtype) = half::same(cell.name(), &[Some(x), Some(h), c, Some(w), Some(u), bias, hidden_bias])? {
        let (x, h, c) = (half::wide(x)?, half::wide(h)?, half::wide_if(c)?);
        let (w, u) = (half::wide(w)?, half::wide(u)?);
        let biases = biases.map(|[a, b]| Ok::<_, Error>([half::wide(a)?, half::wide(b)?])).transpose()?;
        let biases = biases.as_ref().map(|[a, b]| [a, b]);
        let (h, c) = recurrent_cell(cell, &x, &h, c.as_ref(), [&w, &u], biases)?;
        return Ok((half::rounded(h, dtype)?, c.map(|c| half::rounded(c, dtype)).transpose()?));
    }
    if x.rank() != 2 {
        let got = shape::display(x.shape());
        return Err(Error::shape(format!("{} of one step: an input of shape {got} needs rank 2", cell.name())));
    }
    let x = unsqueeze(x, 0)?;
    let (_, last, state) = one(&Layer { cell, x: &x, h, c, weights, biases, reverse: false })?;
    Ok((last, state))
}

/// Runs one layer in one direction: returns all hidden states, the last one, and the last cell
/// state.
fn one(layer: &Layer) -> Result<(Tensor, Tensor, Option<Tensor>)> {
    let (cell, steps, reverse) = (layer.cell, layer.x.shape()[0], layer.reverse);
    if steps == 0 {
        let got = shape::display(layer.x.shape());
        return Err(Error::argument(format!("{}: a sequence of shape {got} has no steps", cell.name())));
    }
    if (cell == Cell::Lstm) != layer.c.is_some() {
        return Err(Error::argument(format!("{}: a cell state is for an lstm, which needs one", cell.name())));
    }
    let [w, u] = layer.weights;
    let biases = layer.biases.map_or([None, None], |b| b.map(Some));
    let operands = [Some(layer.x), Some(layer.h), layer.c, Some(w), Some(u), biases[0], biases[1]];
    let on = record(&operands)?;
    let mut saved: Vec<Option<Saved>> = match on {
        Some(_) => operands[..5].iter().map(|t| t.map(Saved::new)).collect(),
        None => Vec::new(),
    };
    let (mut out, trace) = nn::recur(layer)?;
    if let Some(on) = on {
        saved.push(Some(Saved::new(&out)));
        out = on.done(cell.name(), out, saved, move |grad, saved, sink| {
            let at = |i: usize| saved[i].expect("always saved");
            let (x, h, weights) = (at(0), at(1), [at(3), at(4)]);
            let layer = Layer { cell, x, h, c: saved[2], weights, biases: None, reverse };
            let grads = nn::recur_grad(&layer, &trace, at(5), &grad)?;
            let all = grads.states.into_iter().chain(grads.weights.map(Some)).chain(grads.biases.map(Some));
            for (k, grad) in all.enumerate() {
                if let Some(grad) = grad.filter(|_| sink.wants(k)) {
                    sink.give(k, grad)?;
                }
            }
            Ok(())
        })?;
    }
    let last = select(&out, 0, if reverse { 0 } else { steps - 1 })?;
    match cell {
        Cell::Lstm => Ok((slice(&out, 0, 0, steps, 1)?, last, Some(select(&out, 0, steps)?))),
        _ => Ok((out, last, None)),
    }
}
