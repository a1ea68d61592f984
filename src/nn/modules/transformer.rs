//! The encoder and the decoder of a transformer, which are made of other modules.
//!
//! Invariant: the parts of a layer have PyTorch's names in PyTorch's order, so that a state dict
//! loads as it is, and each part is found by its place in that order.

use super::attention::AttentionOptions;
use super::kind::{at_least_one, at_most, truth};
use super::{dropout, layer_norm, linear, multihead_attention};
use crate::autograd;
use crate::error::{Error, Result};
use crate::nn::module::{Call, Inputs, Layer, Module, Outputs, Structure, wrong_count};
use crate::ops::{BinaryOp, UnaryOp};
use crate::tensor::Tensor;
use std::sync::Arc;

/// Settings of the layers of an encoder or a decoder.
#[derive(Clone, Copy)]
pub struct TransformerOptions {
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

/// The two kinds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Encoder,
    Decoder,
}

/// The place of each part among the children of a layer.
struct Places {
    linear1: usize,
    dropout: usize,
    linear2: usize,
    /// The normalizations of the attentions, then that of the linear layers.
    norms: &'static [usize],
    /// The dropouts of the same.
    dropouts: &'static [usize],
}

const ENCODER: Places = Places { linear1: 1, dropout: 2, linear2: 3, norms: &[4, 5], dropouts: &[6, 7] };
const DECODER: Places = Places { linear1: 2, dropout: 3, linear2: 4, norms: &[5, 6, 7], dropouts: &[8, 9, 10] };

#[derive(Clone)]
struct TransformerLayer(Role, TransformerOptions);

/// A layer of a transformer's encoder. Its inputs are the sequence, a mask of its scores and one of its
/// keys; the masks may be left out.
pub fn encoder_layer(how: TransformerOptions) -> Result<Arc<Module>> {
    layer(Role::Encoder, how)
}

/// A layer of a transformer's decoder. Its inputs are the sequence, the memory, and masks that may
/// be left out: of the scores of the sequence and of the memory, then of the keys of both.
pub fn decoder_layer(how: TransformerOptions) -> Result<Arc<Module>> {
    layer(Role::Decoder, how)
}

fn layer(role: Role, how: TransformerOptions) -> Result<Arc<Module>> {
    let layer = Module::new(TransformerLayer(role, how), Vec::new());
    let add = |name: &str, part: Arc<Module>| layer.add_child(name, &part, &Structure::lock());
    let attention = AttentionOptions {
        width: how.width,
        heads: how.heads,
        dropout: how.dropout,
        bias: true,
        batch_first: how.batch_first,
        need_weights: false,
        average_weights: true,
        keys: None,
        values: None,
        bias_kv: false,
        zero_attention: false,
    };
    add("self_attn", multihead_attention(attention)?);
    if role == Role::Decoder {
        add("multihead_attn", multihead_attention(attention)?);
    }
    add("linear1", linear(how.width, how.feedforward, true)?);
    add("dropout", dropout(how.dropout)?);
    add("linear2", linear(how.feedforward, how.width, true)?);
    let parts = if role == Role::Decoder { 3 } else { 2 };
    for i in 1..=parts {
        add(&format!("norm{i}"), layer_norm(&[how.width], how.eps, true, true)?);
    }
    for i in 1..=parts {
        add(&format!("dropout{i}"), dropout(how.dropout)?);
    }
    Ok(layer)
}

/// The output of a child of a layer, by its place.
fn run(call: &Call, at: usize, x: &Tensor) -> Result<Tensor> {
    let children = call.children();
    let (name, child) = &children[at];
    call.run(name, child, x)
}

/// The output of a child with several inputs.
fn run_all(call: &Call, at: usize, inputs: Inputs) -> Result<Tensor> {
    let children = call.children();
    let (name, child) = &children[at];
    Ok(call.run_all(name, child, inputs)?.swap_remove(0))
}

impl TransformerLayer {
    fn places(&self) -> &'static Places {
        if self.0 == Role::Encoder { &ENCODER } else { &DECODER }
    }

    fn fed_forward(&self, call: &Call, x: &Tensor) -> Result<Tensor> {
        let places = self.places();
        let inner = run(call, places.linear1, x)?;
        let op = if self.1.gelu { UnaryOp::Gelu } else { UnaryOp::Relu };
        let inner = run(call, places.dropout, &autograd::unary(op, &inner)?)?;
        run(call, places.linear2, &inner)
    }

    /// `x` plus what `part` computes from it, normalized, with the normalization and the dropout of
    /// this number.
    fn residual(
        &self,
        call: &Call,
        number: usize,
        x: &Tensor,
        part: impl Fn(&Tensor) -> Result<Tensor>,
    ) -> Result<Tensor> {
        let (norm, drop) = (self.places().norms[number], self.places().dropouts[number]);
        let sum = |part: Tensor| autograd::binary(BinaryOp::Add, x, &run(call, drop, &part)?);
        if self.1.norm_first { sum(part(&run(call, norm, x)?)?) } else { run(call, norm, &sum(part(x)?)?) }
    }
}

impl Layer for TransformerLayer {
    fn kind(&self) -> &str {
        if self.0 == Role::Encoder { "TransformerEncoderLayer" } else { "TransformerDecoderLayer" }
    }

    fn settings(&self) -> String {
        let how = &self.1;
        format!("d_model={}, nhead={}, norm_first={}", how.width, how.heads, truth(how.norm_first))
    }

    fn copy(&self) -> Box<dyn Layer> {
        Box::new(self.clone())
    }

    fn run(&self, call: &Call, x: &Tensor) -> Result<Tensor> {
        Ok(self.run_all(call, &[Some(x)])?.swap_remove(0))
    }

    fn run_all(&self, call: &Call, inputs: Inputs) -> Result<Outputs> {
        let given = given(self.0, self.kind(), inputs)?;
        let attended = |x: &Tensor| run_all(call, 0, &[Some(x), Some(x), Some(x), given.mask, given.padding]);
        let mut x = self.residual(call, 0, given.x, attended)?;
        if let Some((memory, mask, padding)) = given.memory {
            let attended = |x: &Tensor| run_all(call, 1, &[Some(x), Some(memory), Some(memory), mask, padding]);
            x = self.residual(call, 1, &x, attended)?;
        }
        let last = self.places().norms.len() - 1;
        Ok(vec![self.residual(call, last, &x, |x| self.fed_forward(call, x))?])
    }
}

/// The inputs of a layer or of all layers.
struct Given<'a> {
    x: &'a Tensor,
    mask: Option<&'a Tensor>,
    padding: Option<&'a Tensor>,
    /// The memory of a decoder and its masks.
    memory: Option<(&'a Tensor, Option<&'a Tensor>, Option<&'a Tensor>)>,
}

/// The inputs in PyTorch's order; those at the end may be missing.
fn given<'a>(role: Role, kind: &str, inputs: Inputs<'a>) -> Result<Given<'a>> {
    let (least, most) = if role == Role::Encoder { (1, 3) } else { (2, 6) };
    if !(least..=most).contains(&inputs.len()) {
        return Err(wrong_count(kind, &format!("{least} to {most} inputs"), inputs.len()));
    }
    let at = |i: usize| inputs.get(i).copied().flatten();
    let needed = |i: usize, name: &str| {
        at(i).ok_or_else(|| Error::argument(format!("{kind}: the {name} is left out, it is needed")))
    };
    let x = needed(0, "sequence")?;
    if role == Role::Encoder {
        return Ok(Given { x, mask: at(1), padding: at(2), memory: None });
    }
    Ok(Given { x, mask: at(2), padding: at(4), memory: Some((needed(1, "memory")?, at(3), at(5))) })
}

#[derive(Clone)]
struct Stack(Role);

/// An encoder of so many layers, which begin with values of their own, under `layers`, and with
/// `has_norm` a normalization behind them.
pub fn encoder(how: TransformerOptions, count: i64, has_norm: bool) -> Result<Arc<Module>> {
    stack(Role::Encoder, how, count, has_norm)
}

/// A decoder likewise.
pub fn decoder(how: TransformerOptions, count: i64, has_norm: bool) -> Result<Arc<Module>> {
    stack(Role::Decoder, how, count, has_norm)
}

fn stack(role: Role, how: TransformerOptions, count: i64, has_norm: bool) -> Result<Arc<Module>> {
    at_least_one("num_layers", count)?;
    at_most("num_layers", count)?;
    let stack = Module::new(Stack(role), Vec::new());
    let layers = super::module_list();
    for i in 0..count {
        layers.add_child(&i.to_string(), &layer(role, how)?, &Structure::lock());
    }
    stack.add_child("layers", &layers, &Structure::lock());
    if has_norm {
        stack.add_child("norm", &layer_norm(&[how.width], how.eps, true, true)?, &Structure::lock());
    }
    Ok(stack)
}

impl Layer for Stack {
    fn kind(&self) -> &str {
        if self.0 == Role::Encoder { "TransformerEncoder" } else { "TransformerDecoder" }
    }

    fn copy(&self) -> Box<dyn Layer> {
        Box::new(self.clone())
    }

    fn run(&self, call: &Call, x: &Tensor) -> Result<Tensor> {
        Ok(self.run_all(call, &[Some(x)])?.swap_remove(0))
    }

    fn run_all(&self, call: &Call, inputs: Inputs) -> Result<Outputs> {
        let mut x = given(self.0, self.kind(), inputs)?.x.clone();
        let children = call.children();
        for (name, layer) in children[0].1.children().iter() {
            let inputs: Vec<Option<&Tensor>> = std::iter::once(Some(&x)).chain(inputs[1..].iter().copied()).collect();
            x = call.run_all(&format!("layers.{name}"), layer, &inputs)?.swap_remove(0);
        }
        if let Some((name, norm)) = children.get(1) {
            x = call.run(name, norm, &x)?;
        }
        Ok(vec![x])
    }
}
