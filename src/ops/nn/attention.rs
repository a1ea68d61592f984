//! `scaled_dot_product_attention`: softmax of the scaled products of queries and keys, times the
//! values, computed in blocks.
//!
//! Invariant: no memory grows with queries times keys: a CUDA device has the scores of a bounded
//! number of queries at a time. The gradient recomputes each block from the logarithm of its row's
//! sum, which the forward pass returns.

use super::shared::{beside, operand};
use crate::error::Result;
use crate::ops::cpu::nn::attention::{self as kernels, Mask, Plan};
use crate::ops::cuda;
use crate::ops::{
    BinaryOp, CompareOp, ReduceOp, Triangle, UnaryOp, binary, binary_in_place, binary_scalar, cast, compare_scalar,
    copy_into, matmul, number_beside, ones, reduce, reshape, triangle, unary, where_,
};
use crate::tensor::{DType, Shape, Tensor};

/// The operands of one call.
#[derive(Clone, Copy)]
pub struct Attention<'a> {
    /// Queries, `[B, L, E]`.
    pub query: &'a Tensor,
    /// Keys, `[B, S, E]`.
    pub key: &'a Tensor,
    /// Values, `[B, S, V]`.
    pub value: &'a Tensor,
    /// `[..., L, S]`, where the dimensions before the last two multiply to B. Either booleans, true
    /// where a query attends to a key, or numbers of the queries' dtype that are added to the
    /// scores.
    pub mask: Option<&'a Tensor>,
    /// Whether query `i` attends to the keys up to `i` only.
    pub causal: bool,
    /// The factor of the products.
    pub scale: f64,
}

impl Attention<'_> {
    fn plan(&self) -> Plan {
        let [q, k, v] = [self.query, self.key, self.value].map(|t| t.shape());
        Plan {
            batches: q[0] as usize,
            queries: q[1] as usize,
            keys: k[1] as usize,
            width: q[2] as usize,
            values: v[2] as usize,
            causal: self.causal,
            scale: self.scale,
        }
    }

    fn operands(&self) -> Result<[Tensor; 3]> {
        let op = "scaled_dot_product_attention";
        let query = operand(op, self.query)?;
        let (key, value) = (beside(op, "the key", self.key, &query)?, beside(op, "the value", self.value, &query)?);
        Ok([query, key, value])
    }

    fn mask(&self) -> Result<Option<Mask<'_>>> {
        let mask = self.mask.map(Tensor::host).transpose()?;
        Ok(mask.map(|tensor| Mask { tensor, truth: tensor.dtype() == DType::Bool }))
    }
}

/// Returns the result, `[B, L, V]`, and the logarithm of the sum of each row's exponentials,
/// `[B, L]`. The result of a query that attends to no key is 0. Returns new.
pub fn attention(of: &Attention) -> Result<(Tensor, Tensor)> {
    let (plan, [q, k, v]) = (of.plan(), of.operands()?);
    let shape = Shape::new(&[plan.batches as i64, plan.queries as i64, plan.values as i64])?;
    let out = Tensor::zeroed(q.device(), q.dtype(), &shape)?;
    let sums = Tensor::uninit(q.device(), q.dtype(), &Shape::new(&shape[..2])?)?;
    if sums.size() == 0 {
        return Ok((out, sums));
    }
    if cuda::on(&q).is_some() {
        attention_there(of, &plan, [&q, &k, &v], [&out, &sums])?;
        return Ok((out, sums));
    }
    kernels::attention(&plan, [&q, &k, &v], of.mask()?, [&out, &sums])?;
    Ok((out, sums))
}

/// The most scores of a block on a CUDA device, unless one query has more.
const SCORES: usize = 1 << 24;

/// The queries of a block on a CUDA device.
fn rows_there(plan: &Plan) -> usize {
    (SCORES / (plan.batches * plan.keys).max(1)).clamp(1, plan.queries)
}

/// The scores of the queries from `first` to `end` on a CUDA device, `[B, rows, S]`: scaled, and
/// negative infinity where a query does not attend to a key.
fn scores_there(of: &Attention, plan: &Plan, [q, k]: [&Tensor; 2], (first, end): (i64, i64)) -> Result<Tensor> {
    let products = matmul(&q.slice_view(1, first, end, 1)?, &k.transpose_view(1, 2)?)?;
    let mut scores = binary_scalar(BinaryOp::Mul, &products, plan.scale)?;
    let least = number_beside(&scores, f64::NEG_INFINITY)?;
    if let Some(mask) = of.mask {
        let part = mask.slice_view(mask.rank() as i64 - 2, first, end, 1)?;
        let part = reshape(&part, scores.shape())?;
        scores = match mask.dtype() {
            DType::Bool => where_(&part, &scores, &least)?,
            _ => binary(BinaryOp::Add, &scores, &part)?,
        };
    }
    if plan.causal {
        let all = ones(scores.device(), DType::U8, &Shape::new(&scores.shape()[1..])?)?;
        let attends = cast(&triangle(&all, Triangle::Lower, first)?, DType::Bool)?;
        scores = where_(&attends, &scores, &least)?;
    }
    Ok(scores)
}

/// [`attention`] on a CUDA device, block by block of queries.
fn attention_there(of: &Attention, plan: &Plan, [q, k, v]: [&Tensor; 3], [out, sums]: [&Tensor; 2]) -> Result<()> {
    let rows = rows_there(plan);
    for first in (0..plan.queries).step_by(rows) {
        let [first, end] = [first, plan.queries.min(first + rows)].map(|at| at as i64);
        let number = |x: f64| number_beside(q, x);
        let to_sums = sums.slice_view(1, first, end, 1)?;
        if plan.keys == 0 {
            copy_into(&to_sums, &number(f64::INFINITY)?)?;
            continue;
        }
        let scores = scores_there(of, plan, [q, k], (first, end))?;
        let greatest = reduce(ReduceOp::Max, &scores, &[2], true)?;
        // A query that attends to no key has exponentials of 0.
        let is_none = compare_scalar(CompareOp::Eq, &greatest, f64::NEG_INFINITY)?;
        let greatest = where_(&is_none, &number(0.0)?, &greatest)?;
        let exps = unary(UnaryOp::Exp, &binary(BinaryOp::Sub, &scores, &greatest)?)?;
        let total = reduce(ReduceOp::Sum, &exps, &[2], true)?;
        let divisor = where_(&is_none, &number(1.0)?, &total)?;
        let result = binary(BinaryOp::Div, &matmul(&exps, v)?, &divisor)?;
        copy_into(&out.slice_view(1, first, end, 1)?, &result)?;
        let logs = binary(BinaryOp::Add, &greatest, &unary(UnaryOp::Log, &divisor)?)?;
        let logs = where_(&is_none, &number(f64::INFINITY)?, &logs)?;
        copy_into(&to_sums, &logs.squeeze_view(2)?)?;
    }
    Ok(())
}

/// [`attention_grad`] on a CUDA device: each block of scores is computed again.
fn attention_grad_there(
    of: &Attention,
    plan: &Plan,
    [q, k, v]: [&Tensor; 3],
    [grad, out, sums]: [&Tensor; 3],
    [dq, dk, dv]: &[Tensor; 3],
) -> Result<()> {
    let rows = rows_there(plan);
    for first in (0..plan.queries).step_by(rows) {
        let [first, end] = [first, plan.queries.min(first + rows)].map(|at| at as i64);
        let part = |t: &Tensor| t.slice_view(1, first, end, 1);
        let scores = scores_there(of, plan, [q, k], (first, end))?;
        let logs = part(sums)?.unsqueeze_view(2)?;
        let shares = unary(UnaryOp::Exp, &binary(BinaryOp::Sub, &scores, &logs)?)?;
        let (g, y) = (part(grad)?, part(out)?);
        binary_in_place(BinaryOp::Add, dv, &matmul(&shares.transpose_view(1, 2)?, &g)?)?;
        let slopes = matmul(&g, &v.transpose_view(1, 2)?)?;
        let mean = reduce(ReduceOp::Sum, &binary(BinaryOp::Mul, &g, &y)?, &[2], true)?;
        let change = binary(BinaryOp::Mul, &shares, &binary(BinaryOp::Sub, &slopes, &mean)?)?;
        let change = binary_scalar(BinaryOp::Mul, &change, plan.scale)?;
        copy_into(&part(dq)?, &matmul(&change, k)?)?;
        binary_in_place(BinaryOp::Add, dk, &matmul(&change.transpose_view(1, 2)?, &part(q)?)?)?;
    }
    Ok(())
}

/// The gradients of queries, keys and values. `out` and `sums` are the results of [`attention`].
/// Returns new.
pub fn attention_grad(of: &Attention, grad: &Tensor, out: &Tensor, sums: &Tensor) -> Result<[Tensor; 3]> {
    let (plan, [q, k, v]) = (of.plan(), of.operands()?);
    let grad = operand("scaled_dot_product_attention", grad)?;
    let zeros = |t: &Tensor| Tensor::zeroed(t.device(), t.dtype(), &t.to_shape());
    let grads = [zeros(&q)?, zeros(&k)?, zeros(&v)?];
    // Without scores, or without elements to write, the number of batches may be huge.
    if plan.queries == 0 || plan.keys == 0 || grads.iter().all(|grad| grad.size() == 0) {
        return Ok(grads);
    }
    if cuda::on(&q).is_some() {
        attention_grad_there(of, &plan, [&q, &k, &v], [&grad, out, sums], &grads)?;
        return Ok(grads);
    }
    kernels::attention_grad(&plan, [&q, &k, &v], of.mask()?, [&grad, out, sums], &grads)?;
    Ok(grads)
}
