//! `scaled_dot_product_attention`.

use super::derived::{give_all, record};
use crate::autograd::half;
use crate::autograd::in_place::unsupported;
use crate::autograd::saved::Saved;
use crate::autograd::views::{expand, reshape};
use crate::error::{Error, Result};
use crate::ops::nn::{self, Attention};
use crate::tensor::{DType, Tensor, shape};

/// `softmax(query keyᵀ scale + mask) value`, of queries `[..., L, E]`, keys `[..., S, E]` and values `[..., S, V]`, whose
/// first dimensions broadcast. A boolean mask, `[..., L, S]`, is true where a query sees a key; any other is added. A
/// `scale` of `None` is `1 / sqrt(E)`.
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
    if let Some(mask) = mask {
        unsupported(op, &[mask])?;
        if mask.dtype() != DType::Bool && mask.dtype() != query.dtype() {
            return Err(Error::dtype(format!("{op}: a mask is bool or {}, not {}", query.dtype(), mask.dtype())));
        }
    }
    let (l, e, s, width) = (q[q.len() - 2], q[q.len() - 1], k[k.len() - 2], v[v.len() - 1]);
    let before = shape::broadcast(&shape::broadcast(&q[..q.len() - 2], &k[..k.len() - 2])?, &v[..v.len() - 2])?;
    let batches = before.elements() as i64;
    let flat = |t: &Tensor| {
        let last = &t.shape()[t.rank() - 2..];
        reshape(&expand(t, &[&before[..], last].concat())?, &[&[batches], last].concat())
    };
    let (query, key, value) = (flat(query)?, flat(key)?, flat(value)?);
    let mask = mask.map(|mask| mask.untracked().expand(&[&before[..], &[l, s]].concat())).transpose()?;
    let scale = scale.unwrap_or(1.0 / (e as f64).sqrt());
    let on = record(&[Some(&query), Some(&key), Some(&value)])?;
    let mut saved = vec![Some(Saved::new(&query)), Some(Saved::new(&key)), Some(Saved::new(&value))];
    saved.push(mask.as_ref().map(Saved::new));
    let of = Attention { query: &query, key: &key, value: &value, mask: mask.as_ref(), causal, scale };
    let (mut out, sums) = nn::attention(&of)?;
    if let Some(on) = on {
        saved.push(Some(Saved::new(&out)));
        out = on.done(op, out, saved, move |grad, saved, sink| {
            let [query, key, value] = [0, 1, 2].map(|i| saved[i].expect("always saved"));
            let of = Attention { query, key, value, mask: saved[3], causal, scale };
            let out = saved[4].expect("always saved");
            give_all(nn::attention_grad(&of, &grad, out, &sums)?.map(Some), sink)
        })?;
    }
    reshape(&out, &[&before[..], &[l, width]].concat())
}
