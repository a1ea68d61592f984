//! `scaled_dot_product_attention`.

use crate::autograd::derived::{Of, give_all, record};
use crate::autograd::elementwise::{binary, where_};
use crate::autograd::half;
use crate::autograd::loss::softmax;
use crate::autograd::matmul::matmul;
use crate::autograd::saved::Saved;
use crate::autograd::scalar::binary_scalar;
use crate::autograd::sink::Sink;
use crate::autograd::views::{expand, reshape, transpose};
use crate::error::{Error, Result};
use crate::ops::nn::{self, Attention};
use crate::ops::{self, BinaryOp, ReduceOp, Triangle, UnaryOp};
use crate::tensor::{DType, Shape, Tensor, shape};

/// Computes `softmax(query keyᵀ scale + mask) value` from queries `[..., L, E]`, keys `[..., S, E]`
/// and values `[..., S, V]`, whose first dimensions broadcast. A boolean mask, `[..., L, S]`, is
/// true where a query attends to a key; any other mask is added to the scores. A `scale` of `None`
/// is `1 / sqrt(E)`.
pub fn scaled_dot_product_attention(
    query: &Tensor,
    key: &Tensor,
    value: &Tensor,
    mask: Option<&Tensor>,
    causal: bool,
    scale: Option<f64>,
) -> Result<Tensor> {
    let op = "scaled_dot_product_attention";
    if let Some(dtype) = half::same(op, &[Some(query), Some(key), Some(value), mask])? {
        let [query, key, value] = [half::wide(query)?, half::wide(key)?, half::wide(value)?];
        let mask = half::wide_if(mask)?;
        let out = scaled_dot_product_attention(&query, &key, &value, mask.as_ref(), causal, scale)?;
        return half::rounded(out, dtype);
    }
    let [q, k, v] = [query, key, value].map(|t| t.shape());
    let fits = q.len() >= 2 && k.len() >= 2 && v.len() >= 2 && {
        q[q.len() - 1] == k[k.len() - 1] && k[k.len() - 2] == v[v.len() - 2]
    };
    if !fits {
        let [q, k, v] = [q, k, v].map(shape::display);
        return Err(Error::shape(format!("{op} of shapes {q}, {k} and {v} needs [...,L,E], [...,S,E] and [...,S,V]")));
    }
    if let Some(mask) = mask
        && mask.dtype() != DType::Bool
        && mask.dtype() != query.dtype()
    {
        return Err(Error::dtype(format!("{op}: a mask is bool or {}, not {}", query.dtype(), mask.dtype())));
    }
    let (l, e, s, width) = (q[q.len() - 2], q[q.len() - 1], k[k.len() - 2], v[v.len() - 1]);
    let before = shape::broadcast(&shape::broadcast(&q[..q.len() - 2], &k[..k.len() - 2])?, &v[..v.len() - 2])?;
    let batches = before.elements() as i64;
    let flat = |t: &Tensor| {
        let last = &t.shape()[t.rank() - 2..];
        reshape(&expand(t, &[&before[..], last].concat())?, &[&[batches], last].concat())
    };
    let (query, key, value) = (flat(query)?, flat(key)?, flat(value)?);
    let mask = mask.map(|mask| expand(mask, &[&before[..], &[l, s]].concat())).transpose()?;
    let scale = scale.unwrap_or(1.0 / (e as f64).sqrt());
    let on = record(&[Some(&query), Some(&key), Some(&value), mask.as_ref()])?;
    let mut saved = vec![Some(Saved::new(&query)), Some(Saved::new(&key)), Some(Saved::new(&value))];
    saved.push(mask.as_ref().map(Saved::new));
    let of = Attention { query: &query, key: &key, value: &value, mask: mask.as_ref(), causal, scale };
    let (mut out, sums) = nn::attention(&of)?;
    if let Some(on) = on {
        saved.push(Some(Saved::new(&out)));
        let back = move |grad: Tensor, saved: &[Option<&Tensor>], sink: &mut Sink<'_>| {
            let [query, key, value] = [0, 1, 2].map(|i| saved[i].expect("always saved"));
            let of = Attention { query, key, value, mask: saved[3], causal, scale };
            let out = saved[4].expect("always saved");
            if sink.wants(3) {
                sink.give(3, mask_gradient(&of, &grad, out, &sums)?)?;
            }
            if !(0..3).any(|k| sink.wants(k)) {
                return Ok(());
            }
            give_all(nn::attention_grad(&of, &grad, out, &sums)?.map(Some), sink)
        };
        let forth = move |saved: &[Option<&Tensor>]| {
            let [query, key, value] = [0, 1, 2].map(|i| saved[i].expect("always saved"));
            composed(&Attention { query, key, value, mask: saved[3], causal, scale })
        };
        let of = &[Of::Input(0), Of::Input(1), Of::Input(2), Of::Input(3), Of::Constant];
        out = on.done_again(op, out, saved, of, (back, forth))?;
    }
    reshape(&out, &[&before[..], &[l, width]].concat())
}

/// The attention by recorded operations, which take memory for all scores.
fn composed(of: &Attention) -> Result<Tensor> {
    let scores = matmul(of.query, &transpose(of.key, -1, -2)?)?;
    let mut scores = binary_scalar(BinaryOp::Mul, &scores, of.scale)?;
    let mut allowed: Vec<Tensor> = Vec::new();
    match of.mask {
        Some(mask) if mask.dtype() == DType::Bool => allowed.push(mask.untracked()),
        Some(mask) => scores = binary(BinaryOp::Add, &scores, &reshape(mask, scores.shape())?)?,
        None => {}
    }
    if of.causal {
        let all = ops::ones(scores.device(), DType::F32, &Shape::new(&scores.shape()[1..])?)?;
        allowed.push(ops::cast(&ops::triangle(&all, Triangle::Lower, 0)?, DType::Bool)?);
    }
    // A finite number, so that a query that attends to no key has shares, which are then cleared.
    let least = ops::number_beside(&scores, if scores.dtype() == DType::F64 { -1e300 } else { -1e37 })?;
    for mask in &allowed {
        scores = where_(mask, &scores, &least)?;
    }
    let mut shares = softmax(&scores, -1)?;
    for mask in &allowed {
        shares = where_(mask, &shares, &ops::number_beside(&shares, 0.0)?)?;
    }
    matmul(&shares, of.value)
}

/// The gradient of an added mask, in the shape of the scores: `p (grad valueᵀ - sum(grad out))`,
/// where the weights `p` are recomputed from the logarithms of their sums. Unlike the other
/// gradients it needs memory for all scores, because its result has their size.
fn mask_gradient(of: &Attention, grad: &Tensor, out: &Tensor, sums: &Tensor) -> Result<Tensor> {
    let mask = of.mask.expect("it is recorded");
    let products = ops::matmul(of.query, &of.key.transpose_view(1, 2)?)?;
    let scaled = ops::binary_scalar(BinaryOp::Mul, &products, of.scale)?;
    let scores = ops::binary(BinaryOp::Add, &scaled, &ops::reshape(mask, scaled.shape())?)?;
    // A query that attends to no key has an infinite sum, and weights of 0.
    let mut shares = ops::unary(UnaryOp::Exp, &ops::binary(BinaryOp::Sub, &scores, &sums.unsqueeze_view(-1)?)?)?;
    if of.causal {
        shares = ops::triangle(&shares, Triangle::Lower, 0)?;
    }
    let slopes = ops::matmul(grad, &of.value.transpose_view(1, 2)?)?;
    let mean = ops::reduce(ReduceOp::Sum, &ops::binary(BinaryOp::Mul, grad, out)?, &[-1], true)?;
    let of_scores = ops::binary(BinaryOp::Mul, &shares, &ops::binary(BinaryOp::Sub, &slopes, &mean)?)?;
    ops::reshape(&of_scores, mask.shape())
}
