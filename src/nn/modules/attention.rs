//! `MultiheadAttention`, and the encoder of a transformer, which is made of other modules.

use super::draw::{filled, uniform};
use super::kind::{at_least_one, at_most, kind_of_many, probability, truth};
use super::{dropout, layer_norm, linear};
use crate::autograd::{self, nn};
use crate::error::{Error, Result};
use crate::nn::module::{Call, Layer, Module, Outputs, Structure, wrong_count};
use crate::ops::{BinaryOp, UnaryOp};
use crate::tensor::{Shape, Tensor, shape};
use std::sync::Arc;

/// Attention with `heads` heads over `width` features. Its inputs are query, key and value, or one
/// tensor for all three, and a mask behind them. A boolean mask is true where a query must not see
/// a key, as in PyTorch; any other is added.
pub fn multihead_attention(width: i64, heads: i64, drop: f64, bias: bool, batch_first: bool) -> Result<Arc<Module>> {
    at_least_one("embed_dim", width)?;
    at_least_one("num_heads", heads)?;
    probability("dropout", drop)?;
    if width > i64::from(i32::MAX) {
        return Err(Error::argument(format!("embed_dim is {width}, too large")));
    }
    if width % heads != 0 {
        return Err(Error::argument(format!("embed_dim is {width}, not a multiple of num_heads, which is {heads}")));
    }
    // PyTorch draws the input weight by Xavier's rule and begins with biases of 0.
    let mut slots = vec![uniform("in_proj_weight", &[3 * width, width], (6.0 / (4 * width) as f64).sqrt())?];
    if bias {
        slots.push(filled("in_proj_bias", &[3 * width], 0.0)?);
    }
    let settings = format!("{width}, {heads}, bias={}, batch_first={}", truth(bias), truth(batch_first));
    let attention = kind_of_many("MultiheadAttention", settings, slots, &[1, 2, 3, 4], move |call, inputs| {
        let (query, key, value) = match *inputs {
            [x] | [x, _] => (x, x, x),
            [query, key, value] | [query, key, value, _] => (query, key, value),
            _ => return Err(wrong_count("MultiheadAttention", "1 to 4 inputs", inputs.len())),
        };
        let mask = if inputs.len() % 2 == 0 { inputs.last().copied() } else { None };
        attend(call, [query, key, value], mask, (width, heads), (bias, batch_first, drop))
    });
    let output = linear(width, width, bias)?;
    if let Some(bias) = output.slots().get(1) {
        crate::ops::fill(&bias.value(), 0.0)?;
    }
    attention.add_child("out_proj", &output, &Structure::lock());
    Ok(attention)
}

fn attend(
    call: &Call,
    inputs: [&Tensor; 3],
    mask: Option<&Tensor>,
    (width, heads): (i64, i64),
    (bias, batch_first, drop): (bool, bool, f64),
) -> Result<Outputs> {
    let (weight, biases) = (call.value(0), call.value_if(bias, 1));
    let is_single = inputs[0].rank() == 2;
    let mut heads_of = Vec::with_capacity(3);
    for (i, x) in inputs.into_iter().enumerate() {
        if x.rank() != if is_single { 2 } else { 3 } || x.shape()[x.rank() - 1] != width {
            let got = shape::display(x.shape());
            return Err(Error::shape(format!(
                "MultiheadAttention: a shape of {got} is not [L,N,{width}] or [L,{width}]"
            )));
        }
        // [N, L, E], whatever the order was.
        let x = match (is_single, batch_first) {
            (true, _) => autograd::unsqueeze(x, 0)?,
            (false, true) => x.clone(),
            (false, false) => autograd::transpose(x, 0, 1)?,
        };
        let part = autograd::narrow(&weight, 0, i as i64 * width, width)?;
        let shift = biases.as_ref().map(|all| autograd::narrow(all, 0, i as i64 * width, width)).transpose()?;
        let projected = nn::linear(&x, &part, shift.as_ref())?;
        let dims = [x.shape()[0], x.shape()[1], heads, width / heads];
        heads_of.push(autograd::transpose(&autograd::reshape(&projected, &dims)?, 1, 2)?);
    }
    let mask = mask.map(|mask| seen(mask, heads, heads_of[0].shape()[0])).transpose()?;
    let value = &heads_of[2];
    let out = if call.is_training() && drop > 0.0 {
        let scale = 1.0 / ((width / heads) as f64).sqrt();
        let query = autograd::binary_scalar(BinaryOp::Mul, &heads_of[0], scale)?;
        let mut scores = autograd::matmul(&query, &autograd::transpose(&heads_of[1], 2, 3)?)?;
        if let Some(mask) = &mask {
            scores = autograd::binary(BinaryOp::Add, &scores, &added(mask, &scores)?)?;
        }
        autograd::matmul(&nn::dropout(&autograd::softmax(&scores, -1)?, drop, true)?, value)?
    } else {
        nn::scaled_dot_product_attention(&heads_of[0], &heads_of[1], value, mask.as_ref(), false, None)?
    };
    let out = autograd::transpose(&out, 1, 2)?;
    let out = autograd::reshape(&out, &[out.shape()[0], out.shape()[1], width])?;
    let children = call.children();
    let (name, output) = &children[0];
    let out = call.run(name, output, &out)?;
    Ok(vec![match (is_single, batch_first) {
        (true, _) => autograd::squeeze(&out, 0)?,
        (false, true) => out,
        (false, false) => autograd::transpose(&out, 0, 1)?,
    }])
}

/// PyTorch's mask as that of attention: a boolean one is true where a key is seen. One of
/// `[N heads, L, S]` is per head.
fn seen(mask: &Tensor, heads: i64, samples: i64) -> Result<Tensor> {
    let mask = if mask.dtype() == crate::tensor::DType::Bool { crate::ops::logical_not(mask)? } else { mask.clone() };
    if mask.rank() == 3 && mask.shape()[0] == samples * heads {
        return autograd::reshape(&mask, &[samples, heads, mask.shape()[1], mask.shape()[2]]);
    }
    Ok(mask)
}

/// A mask as a summand of scores.
fn added(mask: &Tensor, scores: &Tensor) -> Result<Tensor> {
    if mask.dtype() != crate::tensor::DType::Bool {
        return Ok(mask.clone());
    }
    let number = |value: f64| crate::ops::full(scores.device(), scores.dtype(), value, &Shape::scalar());
    crate::ops::where_(mask, &number(0.0)?, &number(f64::NEG_INFINITY)?)
}

/// Settings of a layer of an encoder.
#[derive(Clone, Copy)]
pub struct EncoderOptions {
    /// Features.
    pub width: i64,
    /// Heads of the attention.
    pub heads: i64,
    /// Features between the two linear layers.
    pub feedforward: i64,
    /// Of the dropouts.
    pub dropout: f64,
    /// Whether the activation is GELU, else ReLU.
    pub gelu: bool,
    /// Of the normalizations.
    pub eps: f64,
    /// Whether inputs are `[N, L, E]` instead of `[L, N, E]`.
    pub batch_first: bool,
    /// Whether inputs are normalized before each part, else behind it.
    pub norm_first: bool,
}

#[derive(Clone)]
struct EncoderLayer(EncoderOptions);

/// A layer of a transformer's encoder. Its inputs are the sequence, and a mask.
pub fn encoder_layer(how: EncoderOptions) -> Result<Arc<Module>> {
    let layer = Module::new(EncoderLayer(how), Vec::new());
    let structure = Structure::lock;
    let attention = multihead_attention(how.width, how.heads, how.dropout, true, how.batch_first)?;
    layer.add_child("self_attn", &attention, &structure());
    layer.add_child("linear1", &linear(how.width, how.feedforward, true)?, &structure());
    layer.add_child("dropout", &dropout(how.dropout)?, &structure());
    layer.add_child("linear2", &linear(how.feedforward, how.width, true)?, &structure());
    for name in ["norm1", "norm2"] {
        layer.add_child(name, &layer_norm(&[how.width], how.eps, true, true)?, &structure());
    }
    for name in ["dropout1", "dropout2"] {
        layer.add_child(name, &dropout(how.dropout)?, &structure());
    }
    Ok(layer)
}

impl EncoderLayer {
    fn attended(&self, call: &Call, x: &Tensor, mask: Option<&Tensor>) -> Result<Tensor> {
        let inputs: Vec<&Tensor> = std::iter::once(x).chain(mask).collect();
        let children = call.children();
        let (name, attention) = &children[0];
        let out = call.run_all(name, attention, &inputs)?.swap_remove(0);
        run(call, 6, &out)
    }

    fn fed_forward(&self, call: &Call, x: &Tensor) -> Result<Tensor> {
        let inner = run(call, 1, x)?;
        let op = if self.0.gelu { UnaryOp::Gelu } else { UnaryOp::Relu };
        let inner = run(call, 2, &autograd::unary(op, &inner)?)?;
        run(call, 7, &run(call, 3, &inner)?)
    }
}

/// The output of a child of an encoder's layer, by its place.
fn run(call: &Call, at: usize, x: &Tensor) -> Result<Tensor> {
    let children = call.children();
    let (name, child) = &children[at];
    call.run(name, child, x)
}

impl Layer for EncoderLayer {
    fn kind(&self) -> &str {
        "TransformerEncoderLayer"
    }

    fn settings(&self) -> String {
        let how = &self.0;
        format!("d_model={}, nhead={}, norm_first={}", how.width, how.heads, truth(how.norm_first))
    }

    fn copy(&self) -> Box<dyn Layer> {
        Box::new(self.clone())
    }

    fn run(&self, call: &Call, x: &Tensor) -> Result<Tensor> {
        Ok(self.run_all(call, &[x])?.swap_remove(0))
    }

    fn run_all(&self, call: &Call, inputs: &[&Tensor]) -> Result<Outputs> {
        let (x, mask) = match *inputs {
            [x] => (x, None),
            [x, mask] => (x, Some(mask)),
            _ => return Err(wrong_count(self.kind(), "1 or 2 inputs", inputs.len())),
        };
        let sum = |a: &Tensor, b: &Tensor| autograd::binary(BinaryOp::Add, a, b);
        if self.0.norm_first {
            let x = sum(x, &self.attended(call, &run(call, 4, x)?, mask)?)?;
            return Ok(vec![sum(&x, &self.fed_forward(call, &run(call, 5, &x)?)?)?]);
        }
        let x = run(call, 4, &sum(x, &self.attended(call, x, mask)?)?)?;
        Ok(vec![run(call, 5, &sum(&x, &self.fed_forward(call, &x)?)?)?])
    }
}

#[derive(Clone)]
struct Encoder;

/// An encoder of so many layers, which begin with values of their own, under `layers`.
pub fn encoder(how: EncoderOptions, count: i64) -> Result<Arc<Module>> {
    at_least_one("num_layers", count)?;
    at_most("num_layers", count)?;
    let encoder = Module::new(Encoder, Vec::new());
    let layers = super::list("ModuleList");
    for i in 0..count {
        layers.add_child(&i.to_string(), &encoder_layer(how)?, &Structure::lock());
    }
    encoder.add_child("layers", &layers, &Structure::lock());
    Ok(encoder)
}

impl Layer for Encoder {
    fn kind(&self) -> &str {
        "TransformerEncoder"
    }

    fn copy(&self) -> Box<dyn Layer> {
        Box::new(self.clone())
    }

    fn run(&self, call: &Call, x: &Tensor) -> Result<Tensor> {
        Ok(self.run_all(call, &[x])?.swap_remove(0))
    }

    fn run_all(&self, call: &Call, inputs: &[&Tensor]) -> Result<Outputs> {
        let (mut x, mask) = match *inputs {
            [x] => (x.clone(), None),
            [x, mask] => (x.clone(), Some(mask)),
            _ => return Err(wrong_count(self.kind(), "1 or 2 inputs", inputs.len())),
        };
        let children = call.children();
        for (name, layer) in children[0].1.children().iter() {
            let inputs: Vec<&Tensor> = std::iter::once(&x).chain(mask).collect();
            x = call.run_all(&format!("layers.{name}"), layer, &inputs)?.swap_remove(0);
        }
        Ok(vec![x])
    }
}
