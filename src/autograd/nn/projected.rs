//! A layer of an LSTM whose hidden states are projected: `h = W_hr (o tanh(c))`, PyTorch's `proj_size`.
//!
//! Composed of other operations, a few for each step, so it is slower than the layer of
//! `ops::nn::recur` and has gradients of any order.

use super::dense::linear;
use crate::autograd::elementwise::{binary, unary};
use crate::autograd::join::stack;
use crate::autograd::views::{select, slice};
use crate::error::{Error, Result};
use crate::ops::nn::Layer;
use crate::ops::{BinaryOp, UnaryOp};
use crate::tensor::{Tensor, shape};

/// Runs one layer in one direction: returns all hidden states, `[T, N, P]`, the last one, `[N, P]`,
/// and the last cell state, `[N, H]`. `projection` is `[P, H]`.
pub(super) fn projected(layer: &Layer, projection: &Tensor) -> Result<(Tensor, Tensor, Tensor)> {
    let (hidden, steps) = (check(layer, projection)?, layer.x.shape()[0]);
    let [input_weight, hidden_weight] = layer.weights;
    let [input_bias, hidden_bias] = layer.biases.map_or([None, None], |biases| biases.map(Some));
    let from_inputs = linear(layer.x, input_weight, input_bias)?;
    let (mut h, mut c) = (layer.h.clone(), layer.c.expect("checked").clone());
    let mut outputs = Vec::new();
    for k in 0..steps {
        let step = if layer.reverse { steps - 1 - k } else { k };
        let from_hidden = linear(&h, hidden_weight, hidden_bias)?;
        let sums = binary(BinaryOp::Add, &select(&from_inputs, 0, step)?, &from_hidden)?;
        let gate = |i: i64, op: UnaryOp| unary(op, &slice(&sums, 1, i * hidden, (i + 1) * hidden, 1)?);
        let (input, forget) = (gate(0, UnaryOp::Sigmoid)?, gate(1, UnaryOp::Sigmoid)?);
        let (new, output) = (gate(2, UnaryOp::Tanh)?, gate(3, UnaryOp::Sigmoid)?);
        let kept = binary(BinaryOp::Mul, &forget, &c)?;
        c = binary(BinaryOp::Add, &kept, &binary(BinaryOp::Mul, &input, &new)?)?;
        let state = binary(BinaryOp::Mul, &output, &unary(UnaryOp::Tanh, &c)?)?;
        h = linear(&state, projection, None)?;
        outputs.push(h.clone());
    }
    if layer.reverse {
        outputs.reverse();
    }
    Ok((stack(&outputs.iter().collect::<Vec<_>>(), 0)?, h, c))
}

/// The size of the cell state, if all operands fit each other.
fn check(layer: &Layer, projection: &Tensor) -> Result<i64> {
    let (steps, samples, input) = (layer.x.shape()[0], layer.x.shape()[1], layer.x.shape()[2]);
    if steps == 0 {
        let got = shape::display(layer.x.shape());
        return Err(Error::argument(format!("lstm: a sequence of shape {got} has no steps")));
    }
    let &[width, hidden] = projection.shape() else {
        let got = shape::display(projection.shape());
        return Err(Error::shape(format!("lstm: the projection has shape {got}, not [projected,hidden]")));
    };
    if width == 0 || hidden == 0 {
        let got = shape::display(projection.shape());
        return Err(Error::argument(format!("lstm: the projection of shape {got} has no elements")));
    }
    let Some(c) = layer.c else {
        return Err(Error::argument("lstm: a cell state is for an lstm, which needs one"));
    };
    let gates = hidden.saturating_mul(4);
    let expect = |name: &str, t: &Tensor, wanted: &[i64]| {
        if t.shape() == wanted {
            return Ok(());
        }
        let (got, wanted) = (shape::display(t.shape()), shape::display(wanted));
        Err(Error::shape(format!("lstm: {name} has shape {got}, not {wanted}")))
    };
    expect("the input weight", layer.weights[0], &[gates, input])?;
    expect("the hidden weight", layer.weights[1], &[gates, width])?;
    layer.biases.iter().flatten().try_for_each(|bias| expect("a bias", bias, &[gates]))?;
    expect("the hidden state", layer.h, &[samples, width])?;
    expect("the cell state", c, &[samples, hidden])?;
    Ok(hidden)
}
