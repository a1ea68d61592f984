//! `MultiheadAttention`.

use super::draw::{filled, uniform};
use super::kind::{at_least_one, kind_of_optional, probability, truth};
use super::linear;
use crate::autograd::{self, nn};
use crate::error::{Error, Result};
use crate::nn::module::{Call, Module, Outputs, Structure, all_present, wrong_count};
use crate::ops::{self, BinaryOp, LogicOp, ReduceOp};
use crate::tensor::{DType, Shape, Tensor, shape};
use std::sync::Arc;

/// Settings of an attention.
#[derive(Clone, Copy)]
pub struct AttentionOptions {
    /// Features.
    pub width: i64,
    /// Heads, which divide the features.
    pub heads: i64,
    /// The probability that a weight is 0 in training.
    pub dropout: f64,
    /// Whether there are biases.
    pub bias: bool,
    /// Whether inputs are `[N, L, E]` instead of `[L, N, E]`.
    pub batch_first: bool,
    /// Whether the weights are a second result.
    pub need_weights: bool,
    /// Whether that has the mean over the heads.
    pub average_weights: bool,
}

/// Attention with several heads. Its inputs are query, key and value, or one tensor for all three,
/// and behind them a mask of the scores and one of the keys, which may be left out. A boolean mask
/// is true where a query must not see a key, as in PyTorch; any other is added.
pub fn multihead_attention(how: AttentionOptions) -> Result<Arc<Module>> {
    let (width, heads) = (how.width, how.heads);
    at_least_one("embed_dim", width)?;
    at_least_one("num_heads", heads)?;
    probability("dropout", how.dropout)?;
    if width > i64::from(i32::MAX) {
        return Err(Error::argument(format!("embed_dim is {width}, too large")));
    }
    if width % heads != 0 {
        return Err(Error::argument(format!("embed_dim is {width}, not a multiple of num_heads, which is {heads}")));
    }
    // PyTorch draws the input weight by Xavier's rule and begins with biases of 0.
    let mut slots = vec![uniform("in_proj_weight", &[3 * width, width], (6.0 / (4 * width) as f64).sqrt())?];
    if how.bias {
        slots.push(filled("in_proj_bias", &[3 * width], 0.0)?);
    }
    let settings = format!("{width}, {heads}, bias={}, batch_first={}", truth(how.bias), truth(how.batch_first));
    let attention = kind_of_optional("MultiheadAttention", settings, slots, &[1, 2, 3, 4, 5], move |call, inputs| {
        let (of, masks) = match *inputs {
            [x] => ([x; 3], [None; 2]),
            [x, mask] => ([x; 3], [mask, None]),
            [query, key, value] => ([query, key, value], [None; 2]),
            [query, key, value, mask] => ([query, key, value], [mask, None]),
            [query, key, value, mask, padding] => ([query, key, value], [mask, padding]),
            _ => return Err(wrong_count("MultiheadAttention", "1 to 5 inputs", inputs.len())),
        };
        let of = all_present("MultiheadAttention", &of)?;
        attend(call, &how, [of[0], of[1], of[2]], masks)
    });
    let output = linear(width, width, how.bias)?;
    if let Some(bias) = output.slots().get(1) {
        ops::fill(&bias.value(), 0.0)?;
    }
    attention.add_child("out_proj", &output, &Structure::lock());
    Ok(attention)
}

fn attend(call: &Call, how: &AttentionOptions, inputs: [&Tensor; 3], masks: [Option<&Tensor>; 2]) -> Result<Outputs> {
    let is_single = inputs[0].rank() == 2;
    let [query, key, value] = projected(call, how, inputs)?;
    let (samples, sources) = (query.shape()[0], key.shape()[2]);
    let mask = joint_mask(masks, how.heads, samples, sources, &query)?;
    let drop = if call.is_training() { how.dropout } else { 0.0 };
    let (out, weights) = if how.need_weights || drop > 0.0 {
        let scale = 1.0 / ((how.width / how.heads) as f64).sqrt();
        let query = autograd::binary_scalar(BinaryOp::Mul, &query, scale)?;
        let mut scores = autograd::matmul(&query, &autograd::transpose(&key, 2, 3)?)?;
        if let Some(mask) = &mask {
            scores = autograd::binary(BinaryOp::Add, &scores, &added(mask, &scores)?)?;
        }
        let mut weights = autograd::softmax(&scores, -1)?;
        if drop > 0.0 {
            weights = nn::dropout(&weights, drop, true)?;
        }
        (autograd::matmul(&weights, &value)?, how.need_weights.then_some(weights))
    } else {
        let seen = match &mask {
            Some(mask) if mask.dtype() == DType::Bool => Some(ops::logical_not(mask)?),
            mask => mask.clone(),
        };
        (nn::scaled_dot_product_attention(&query, &key, &value, seen.as_ref(), false, None)?, None)
    };
    let out = autograd::transpose(&out, 1, 2)?;
    let out = autograd::reshape(&out, &[out.shape()[0], out.shape()[1], how.width])?;
    let children = call.children();
    let (name, output) = &children[0];
    let out = call.run(name, output, &out)?;
    let mut results = vec![match (is_single, how.batch_first) {
        (true, _) => autograd::squeeze(&out, 0)?,
        (false, true) => out,
        (false, false) => autograd::transpose(&out, 0, 1)?,
    }];
    if let Some(mut weights) = weights {
        if how.average_weights {
            weights = autograd::reduce(ReduceOp::Mean, &weights, &[1], false)?;
        }
        results.push(if is_single { autograd::squeeze(&weights, 0)? } else { weights });
    }
    Ok(results)
}

/// Queries, keys and values of each head: `[N, heads, L, E / heads]`.
fn projected(call: &Call, how: &AttentionOptions, inputs: [&Tensor; 3]) -> Result<[Tensor; 3]> {
    let (width, heads) = (how.width, how.heads);
    let (weight, biases) = (call.value(0), call.value_if(how.bias, 1));
    let is_single = inputs[0].rank() == 2;
    let one = |i: usize| {
        let x = inputs[i];
        if x.rank() != if is_single { 2 } else { 3 } || x.shape()[x.rank() - 1] != width {
            let got = shape::display(x.shape());
            return Err(Error::shape(format!(
                "MultiheadAttention: a shape of {got} is not [L,N,{width}] or [L,{width}]"
            )));
        }
        // [N, L, E], whatever the order was.
        let x = match (is_single, how.batch_first) {
            (true, _) => autograd::unsqueeze(x, 0)?,
            (false, true) => x.clone(),
            (false, false) => autograd::transpose(x, 0, 1)?,
        };
        let part = autograd::narrow(&weight, 0, i as i64 * width, width)?;
        let shift = biases.as_ref().map(|all| autograd::narrow(all, 0, i as i64 * width, width)).transpose()?;
        let projected = nn::linear(&x, &part, shift.as_ref())?;
        let dims = [x.shape()[0], x.shape()[1], heads, width / heads];
        autograd::transpose(&autograd::reshape(&projected, &dims)?, 1, 2)
    };
    Ok([one(0)?, one(1)?, one(2)?])
}

/// Both masks as one, which broadcasts to the scores: boolean, and true where a key is not seen, if
/// both are; else a summand. The first is `[L, S]`, or `[N heads, L, S]` for each head; the second is
/// `[N, S]`, or `[S]`.
fn joint_mask(
    [mask, padding]: [Option<&Tensor>; 2],
    heads: i64,
    samples: i64,
    sources: i64,
    like: &Tensor,
) -> Result<Option<Tensor>> {
    let mask = match mask {
        Some(mask) if mask.rank() == 3 && mask.shape()[0] == samples * heads => {
            Some(autograd::reshape(mask, &[samples, heads, mask.shape()[1], mask.shape()[2]])?)
        }
        mask => mask.cloned(),
    };
    let Some(padding) = padding else { return Ok(mask) };
    let is_right = padding.shape() == [samples, sources] || (samples == 1 && padding.shape() == [sources]);
    if !is_right {
        let got = shape::display(padding.shape());
        return Err(Error::shape(format!(
            "MultiheadAttention: a mask of the keys of shape {got} is not [{samples},{sources}]"
        )));
    }
    let padding = autograd::reshape(padding, &[samples, 1, 1, sources])?;
    Ok(Some(match mask {
        None => padding,
        Some(mask) if mask.dtype() == DType::Bool && padding.dtype() == DType::Bool => {
            ops::logic(LogicOp::Or, &mask, &padding)?
        }
        Some(mask) => autograd::binary(BinaryOp::Add, &added(&mask, like)?, &added(&padding, like)?)?,
    }))
}

/// A mask as a summand of scores of this dtype.
fn added(mask: &Tensor, like: &Tensor) -> Result<Tensor> {
    if mask.dtype() != DType::Bool {
        return Ok(mask.clone());
    }
    let number = |value: f64| ops::full(like.device(), like.dtype(), value, &Shape::scalar());
    ops::where_(mask, &number(f64::NEG_INFINITY)?, &number(0.0)?)
}
