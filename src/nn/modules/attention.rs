//! `MultiheadAttention`.

use super::draw::{filled, normal, parameter, uniform};
use super::kind::{at_least_one, kind_of_optional, probability, truth};
use super::linear;
use crate::autograd::{self, nn};
use crate::error::{Error, Result};
use crate::nn::module::{Call, Module, Outputs, Slot, Structure, all_present, wrong_count};
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
    /// Features of keys; `None` for those of queries.
    pub keys: Option<i64>,
    /// Features of values; `None` for those of queries.
    pub values: Option<i64>,
    /// Whether a learned key and value are added behind the projected ones.
    pub bias_kv: bool,
    /// Whether a key and a value of zeros are added behind all.
    pub zero_attention: bool,
}

impl AttentionOptions {
    /// Features of query, key and value.
    fn widths(&self) -> [i64; 3] {
        [self.width, self.keys.unwrap_or(self.width), self.values.unwrap_or(self.width)]
    }

    /// Whether one weight projects all three.
    fn is_packed(&self) -> bool {
        self.widths() == [self.width; 3]
    }

    /// The place of the bias of the projections among the parameters; that of the key behind it.
    fn bias_slot(&self) -> usize {
        if self.is_packed() { 1 } else { 3 }
    }

    /// Keys that are added.
    fn added(&self) -> i64 {
        i64::from(self.bias_kv) + i64::from(self.zero_attention)
    }

    fn check(&self) -> Result<()> {
        let names = ["embed_dim", "kdim", "vdim"];
        names.into_iter().zip(self.widths()).try_for_each(|(name, width)| at_least_one(name, width))?;
        at_least_one("num_heads", self.heads)?;
        probability("dropout", self.dropout)?;
        let (width, heads) = (self.width, self.heads);
        if let Some((name, size)) = names.into_iter().zip(self.widths()).find(|(_, size)| *size > i64::from(i32::MAX)) {
            return Err(Error::argument(format!("{name} is {size}, too large")));
        }
        if width % heads != 0 {
            return Err(Error::argument(format!(
                "embed_dim is {width}, not a multiple of num_heads, which is {heads}"
            )));
        }
        Ok(())
    }

    fn slots(&self) -> Result<Vec<Slot>> {
        let width = self.width;
        // PyTorch draws the input weights by Xavier's rule and begins with biases of 0.
        let bound = |rows: i64, columns: i64| (6.0 / (rows + columns) as f64).sqrt();
        let mut slots = Vec::new();
        if self.is_packed() {
            slots.push(uniform("in_proj_weight", &[3 * width, width], bound(3 * width, width))?);
        } else {
            let names = ["q_proj_weight", "k_proj_weight", "v_proj_weight"];
            for (name, columns) in names.into_iter().zip(self.widths()) {
                slots.push(uniform(name, &[width, columns], bound(width, columns))?);
            }
        }
        if self.bias {
            slots.push(filled("in_proj_bias", &[3 * width], 0.0)?);
        }
        for name in ["bias_k", "bias_v"].into_iter().filter(|_| self.bias_kv) {
            let value = normal(&[1, 1, width])?;
            ops::binary_scalar_in_place(BinaryOp::Mul, &value, 1.0 / (width as f64).sqrt())?;
            slots.push(parameter(name, value));
        }
        Ok(slots)
    }

    fn settings(&self) -> String {
        let mut text = format!(
            "{}, {}, bias={}, batch_first={}",
            self.width,
            self.heads,
            truth(self.bias),
            truth(self.batch_first)
        );
        for (name, width) in [("kdim", self.widths()[1]), ("vdim", self.widths()[2])] {
            text += &if width == self.width { String::new() } else { format!(", {name}={width}") };
        }
        for (name, is_on) in [("add_bias_kv", self.bias_kv), ("add_zero_attn", self.zero_attention)] {
            text += &if is_on { format!(", {name}=True") } else { String::new() };
        }
        text
    }
}

/// Attention with several heads. Its inputs are query, key and value, or one tensor for all three,
/// and behind them a mask of the scores and one of the keys, which may be left out. A boolean mask
/// is true where a query must not see a key, as in PyTorch; any other is added.
pub fn multihead_attention(how: AttentionOptions) -> Result<Arc<Module>> {
    how.check()?;
    let (settings, slots) = (how.settings(), how.slots()?);
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
    let output = linear(how.width, how.width, how.bias)?;
    if let Some(bias) = output.slots().get(1) {
        ops::fill(&bias.value(), 0.0)?;
    }
    attention.add_child("out_proj", &output, &Structure::lock());
    Ok(attention)
}

fn attend(call: &Call, how: &AttentionOptions, inputs: [&Tensor; 3], masks: [Option<&Tensor>; 2]) -> Result<Outputs> {
    let is_single = inputs[0].rank() == 2;
    let [query, key, value] = projected(call, how, inputs)?;
    let mask = joint_mask(masks, how, key.shape()[2] - how.added(), &query)?;
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

/// Queries, keys and values of each head: `[N, heads, L, E / heads]`, with the keys and values that are
/// added.
fn projected(call: &Call, how: &AttentionOptions, inputs: [&Tensor; 3]) -> Result<[Tensor; 3]> {
    let (width, heads) = (how.width, how.heads);
    let biases = call.value_if(how.bias, how.bias_slot());
    let is_single = inputs[0].rank() == 2;
    let one = |i: usize| {
        let (x, given) = (inputs[i], how.widths()[i]);
        if x.rank() != if is_single { 2 } else { 3 } || x.shape()[x.rank() - 1] != given {
            let got = shape::display(x.shape());
            return Err(Error::shape(format!(
                "MultiheadAttention: a shape of {got} is not [L,N,{given}] or [L,{given}]"
            )));
        }
        // [N, L, E], whatever the order was.
        let x = match (is_single, how.batch_first) {
            (true, _) => autograd::unsqueeze(x, 0)?,
            (false, true) => x.clone(),
            (false, false) => autograd::transpose(x, 0, 1)?,
        };
        let part = match how.is_packed() {
            true => autograd::narrow(&call.value(0), 0, i as i64 * width, width)?,
            false => call.value(i),
        };
        let shift = biases.as_ref().map(|all| autograd::narrow(all, 0, i as i64 * width, width)).transpose()?;
        let mut projected = nn::linear(&x, &part, shift.as_ref())?;
        if i > 0 && how.bias_kv {
            let learned = call.value(how.bias_slot() + usize::from(how.bias) + i - 1);
            projected = autograd::concat(&[&projected, &autograd::expand(&learned, &[x.shape()[0], 1, width])?], 1)?;
        }
        if i > 0 && how.zero_attention {
            let zeros = Shape::new(&[x.shape()[0], 1, width])?;
            let zeros = Tensor::zeroed(projected.device(), projected.dtype(), &zeros)?;
            projected = autograd::concat(&[&projected, &zeros], 1)?;
        }
        let dims = [x.shape()[0], projected.shape()[1], heads, width / heads];
        autograd::transpose(&autograd::reshape(&projected, &dims)?, 1, 2)
    };
    Ok([one(0)?, one(1)?, one(2)?])
}

/// Both masks as one, which broadcasts to the scores: boolean, and true where a key is not seen, if
/// both are; else a summand. The first is `[L, S]`, or `[N heads, L, S]` for each head; the second is
/// `[N, S]`, or `[S]`, for `S` keys, the `sources`. A key that is added is always seen.
fn joint_mask(
    [mask, padding]: [Option<&Tensor>; 2],
    how: &AttentionOptions,
    sources: i64,
    query: &Tensor,
) -> Result<Option<Tensor>> {
    let (samples, heads) = (query.shape()[0], how.heads);
    let mask = mask.map(|mask| with_added_keys(mask, how.added(), sources)).transpose()?;
    let mask = match mask {
        Some(mask) if mask.rank() == 3 && mask.shape()[0] == samples * heads => {
            Some(autograd::reshape(&mask, &[samples, heads, mask.shape()[1], mask.shape()[2]])?)
        }
        mask => mask,
    };
    let Some(padding) = padding else { return Ok(mask) };
    let is_right = padding.shape() == [samples, sources] || (samples == 1 && padding.shape() == [sources]);
    if !is_right {
        let got = shape::display(padding.shape());
        return Err(Error::shape(format!(
            "MultiheadAttention: a mask of the keys of shape {got} is not [{samples},{sources}]"
        )));
    }
    let padding = with_added_keys(padding, how.added(), sources)?;
    let padding = autograd::reshape(&padding, &[samples, 1, 1, sources + how.added()])?;
    Ok(Some(match mask {
        None => padding,
        Some(mask) if mask.dtype() == DType::Bool && padding.dtype() == DType::Bool => {
            ops::logic(LogicOp::Or, &mask, &padding)?
        }
        Some(mask) => autograd::binary(BinaryOp::Add, &added(&mask, query)?, &added(&padding, query)?)?,
    }))
}

/// A mask with so many keys behind the others, which are seen.
fn with_added_keys(mask: &Tensor, count: i64, sources: i64) -> Result<Tensor> {
    if count == 0 {
        return Ok(mask.clone());
    }
    let axis = mask.rank().saturating_sub(1);
    if mask.shape().last() != Some(&sources) {
        let got = shape::display(mask.shape());
        return Err(Error::shape(format!("MultiheadAttention: a mask of shape {got} has not {sources} keys")));
    }
    let dims = [&mask.shape()[..axis], &[count]].concat();
    let seen = Tensor::zeroed(mask.device(), mask.dtype(), &Shape::new(&dims)?)?;
    autograd::concat(&[mask, &seen], axis as i64)
}

/// A mask as a summand of scores of this dtype.
fn added(mask: &Tensor, like: &Tensor) -> Result<Tensor> {
    if mask.dtype() != DType::Bool {
        return Ok(mask.clone());
    }
    let number = |value: f64| ops::full(like.device(), like.dtype(), value, &Shape::scalar());
    ops::where_(mask, &number(f64::NEG_INFINITY)?, &number(0.0)?)
}
