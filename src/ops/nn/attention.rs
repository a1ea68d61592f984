//! `scaled_dot_product_attention`: softmax of the scaled products of queries and keys, times the
//! values, computed in blocks.
//!
//! Invariant: no memory grows with queries times keys. Each block of scores is computed, its
//! exponentials are added to running sums, and the sums are rescaled whenever a larger score
//! appears. The gradient recomputes each block from the logarithm of its row's sum, which the
//! forward pass returns.

use super::shared::{Compute, In, Out, beside, operand, total};
use crate::error::Result;
use crate::ops::cpu::nn::product::{Matrix, product};
use crate::ops::cpu::vecmath;
use crate::ops::cuda;
use crate::ops::parallel;
use crate::ops::{
    BinaryOp, CompareOp, ReduceOp, Triangle, UnaryOp, binary, binary_in_place, binary_scalar, cast, compare_scalar,
    copy_into, matmul, number_beside, ones, reduce, reshape, triangle, unary, where_,
};
use crate::tensor::{DType, Host, Shape, Tensor};

/// The numbers of queries and keys in a block.
const QUERIES: usize = 64;
const KEYS: usize = 128;

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

/// The sizes and options that the kernels read.
#[derive(Clone, Copy)]
struct Plan {
    batches: usize,
    queries: usize,
    keys: usize,
    width: usize,
    values: usize,
    causal: bool,
    scale: f64,
}

/// The elements of a mask.
#[derive(Clone, Copy)]
struct Mask<'a> {
    tensor: Host<'a>,
    truth: bool,
}

impl Mask<'_> {
    /// The offset of a batch's first element.
    fn offset(&self, mut batch: usize) -> isize {
        let (dims, strides) = (self.tensor.shape(), self.tensor.strides());
        let mut at = 0;
        for d in (0..dims.len() - 2).rev() {
            at += (batch % dims[d] as usize) as i64 * strides[d];
            batch /= dims[d] as usize;
        }
        at as isize
    }
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
    let (mask, blocks) = (of.mask()?, plan.queries.div_ceil(QUERIES));
    with_float!(q.dtype(), T, {
        let (q, k, v) = (In::<T>::of(&q)?, In::<T>::of(&k)?, In::<T>::of(&v)?);
        let (to, logs) = (Out::<T>::of(&out)?, Out::<T>::of(&sums)?);
        parallel::ranges(
            plan.batches * blocks,
            parallel::products(QUERIES * plan.keys * (plan.width + plan.values)),
            |range| {
                for item in range {
                    let (batch, first) = (item / blocks, item % blocks * QUERIES);
                    let rows = QUERIES.min(plan.queries - first);
                    let at = batch * plan.queries + first;
                    // SAFETY: each block of queries is in one range.
                    let (out, logs) =
                        unsafe { (to.part(at * plan.values..(at + rows) * plan.values), logs.part(at..at + rows)) };
                    forward::<T>(&plan, (q, k, v), mask, (batch, first), out, logs);
                }
            },
        );
    });
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

/// Computes the scores of a block: products, scaled and masked.
fn scores<T: Compute>(
    plan: &Plan,
    (q, k): (In<T>, In<T>),
    mask: Option<Mask>,
    (batch, first, start): (usize, usize, usize),
    (rows, keys): (usize, usize),
    block: &mut [T],
) {
    let width = plan.width as isize;
    // SAFETY: rows of queries and keys of this batch, and the block has room for them.
    unsafe {
        let a = Matrix { at: q.ptr().add((batch * plan.queries + first) * plan.width), row: width, column: 1 };
        let b = Matrix { at: k.ptr().add((batch * plan.keys + start) * plan.width), row: 1, column: width };
        product((rows, keys, plan.width), block.as_mut_ptr(), KEYS as isize, a, b, false);
    }
    let scale = T::cast_from(plan.scale);
    for (row, scores) in block.chunks_exact_mut(KEYS).take(rows).enumerate() {
        scores[..keys].iter_mut().for_each(|x| *x = *x * scale);
        if let Some(mask) = mask {
            masked(mask, mask.offset(batch), (first + row, start), &mut scores[..keys]);
        }
        if plan.causal {
            let seen = (first + row + 1).saturating_sub(start).min(keys);
            scores[seen..keys].fill(T::LEAST);
        }
    }
}

/// Applies the mask to the scores of one row, from key `start` on.
fn masked<T: Compute>(mask: Mask, offset: isize, (row, start): (usize, usize), scores: &mut [T]) {
    let rank = mask.tensor.rank();
    let (down, across) = (mask.tensor.strides()[rank - 2], mask.tensor.strides()[rank - 1]);
    for (i, score) in scores.iter_mut().enumerate() {
        let at = offset + (row as i64 * down + (start + i) as i64 * across) as isize;
        // SAFETY: the mask was expanded to a row for each query and a column for each key of each
        // batch.
        unsafe {
            if !mask.truth {
                *score = *score + *mask.tensor.as_ptr().cast::<T>().offset(at);
            } else if *mask.tensor.as_ptr().offset(at) == 0 {
                *score = T::LEAST;
            }
        }
    }
}

fn forward<T: Compute>(
    plan: &Plan,
    (q, k, v): (In<T>, In<T>, In<T>),
    mask: Option<Mask>,
    (batch, first): (usize, usize),
    out: &mut [T],
    logs: &mut [T],
) {
    let rows = logs.len();
    let mut block = [T::ZERO; QUERIES * KEYS];
    let (mut greatest, mut sums) = ([T::LEAST; QUERIES], [T::ZERO; QUERIES]);
    for start in (0..plan.keys).step_by(KEYS) {
        if plan.causal && start > first + rows - 1 {
            break;
        }
        let keys = KEYS.min(plan.keys - start);
        scores(plan, (q, k), mask, (batch, first, start), (rows, keys), &mut block);
        step::<T>(&mut block, (rows, keys), &mut greatest, &mut sums, out);
        // SAFETY: the block was just written, and the values are those of its keys.
        unsafe {
            let a = Matrix { at: block.as_ptr(), row: KEYS as isize, column: 1 };
            let at = v.ptr().add((batch * plan.keys + start) * plan.values);
            let b = Matrix { at, row: plan.values as isize, column: 1 };
            product((rows, plan.values, keys), out.as_mut_ptr(), plan.values as isize, a, b, true);
        }
    }
    for (row, log) in logs.iter_mut().enumerate() {
        let out = &mut out[row * plan.values..(row + 1) * plan.values];
        // A row that attends to nothing keeps its zeros. Its sum counts as infinite, so that every
        // exponential relative to it is 0.
        *log = if sums[row] == T::ZERO { T::INFINITY } else { greatest[row] + vecmath::log(sums[row]) };
        if sums[row] != T::ZERO {
            out.iter_mut().for_each(|x| *x = *x / sums[row]);
        }
    }
}

kernel! {
    /// Replaces scores by exponentials relative to the largest so far, and rescales the earlier
    /// sums.
    wide fn step(
        block: &mut [T],
        size: (usize, usize),
        greatest: &mut [T],
        sums: &mut [T],
        out: &mut [T],
    ) {
        let (rows, keys) = size;
        let width = out.len() / rows;
        for (row, scores) in block.chunks_exact_mut(KEYS).take(rows).enumerate() {
            let scores = &mut scores[..keys];
            let mut lanes = [T::LEAST; 16];
            let (chunks, rest) = scores.as_chunks::<16>();
            for chunk in chunks {
                for (lane, &x) in lanes.iter_mut().zip(chunk) {
                    *lane = if x > *lane || x != x { x } else { *lane };
                }
            }
            let now = lanes.iter().chain(rest).fold(greatest[row], |m, &x| if x > m || x != x { x } else { m });
            if now == T::LEAST {
                scores.fill(T::ZERO);
                continue;
            }
            for x in scores.iter_mut() {
                *x = vecmath::exp(*x - now);
            }
            let fresh = total::<T, 16>(keys, |i| scores[i]);
            let shrink = vecmath::exp(greatest[row] - now);
            (greatest[row], sums[row]) = (now, sums[row] * shrink + fresh);
            for x in &mut out[row * width..(row + 1) * width] {
                *x = *x * shrink;
            }
        }
    }
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
    let mask = of.mask()?;
    with_float!(q.dtype(), T, {
        let operands = (In::<T>::of(&q)?, In::<T>::of(&k)?, In::<T>::of(&v)?);
        let given = (In::<T>::of(&grad)?, In::<T>::of(out)?, In::<T>::of(sums)?);
        let [dq, dk, dv] = [Out::<T>::of(&grads[0])?, Out::<T>::of(&grads[1])?, Out::<T>::of(&grads[2])?];
        parallel::ranges(
            plan.batches,
            parallel::products(plan.queries * plan.keys * (plan.width + plan.values) * 2),
            |range| {
                for batch in range {
                    let part = |out: &Out<T>, rows: usize, width: usize| {
                        // SAFETY: each batch is in one range.
                        unsafe { out.part(batch * rows * width..(batch + 1) * rows * width).as_mut_ptr() }
                    };
                    let to = [
                        part(&dq, plan.queries, plan.width),
                        part(&dk, plan.keys, plan.width),
                        part(&dv, plan.keys, plan.values),
                    ];
                    backward::<T>(&plan, operands, mask, given, batch, to);
                }
            },
        );
    });
    Ok(grads)
}

fn backward<T: Compute>(
    plan: &Plan,
    (q, k, v): (In<T>, In<T>, In<T>),
    mask: Option<Mask>,
    (grad, out, sums): (In<T>, In<T>, In<T>),
    batch: usize,
    [dq, dk, dv]: [*mut T; 3],
) {
    let mut block = [T::ZERO; QUERIES * KEYS];
    let mut slopes = [T::ZERO; QUERIES * KEYS];
    let (width, values) = (plan.width, plan.values);
    for first in (0..plan.queries).step_by(QUERIES) {
        let rows = QUERIES.min(plan.queries - first);
        let at = batch * plan.queries + first;
        let (g, y) = (grad.part(at * values..(at + rows) * values), out.part(at * values..(at + rows) * values));
        let mut means = [T::ZERO; QUERIES];
        for (row, mean) in means[..rows].iter_mut().enumerate() {
            *mean = total::<T, 16>(values, |i| g[row * values + i].get() * y[row * values + i].get());
        }
        for start in (0..plan.keys).step_by(KEYS) {
            if plan.causal && start > first + rows - 1 {
                break;
            }
            let keys = KEYS.min(plan.keys - start);
            scores(plan, (q, k), mask, (batch, first, start), (rows, keys), &mut block);
            let logs = sums.part(at..at + rows);
            // SAFETY: these rows of this batch's operands and gradients are written by no other
            // thread.
            unsafe {
                let by = |at: *const T, width: usize| Matrix { at, row: width as isize, column: 1 };
                let flip = |m: Matrix<T>| Matrix { row: m.column, column: m.row, ..m };
                let g = by(grad.ptr().add(at * values), values);
                let v = by(v.ptr().add((batch * plan.keys + start) * values), values);
                product((rows, keys, values), slopes.as_mut_ptr(), KEYS as isize, g, flip(v), false);
                chain::<T>(&mut block, &mut slopes, (rows, keys), logs, &means, T::cast_from(plan.scale));
                let (p, s) = (by(block.as_ptr(), KEYS), by(slopes.as_ptr(), KEYS));
                product((keys, values, rows), dv.add(start * values), values as isize, flip(p), g, true);
                let k = by(k.ptr().add((batch * plan.keys + start) * width), width);
                let q = by(q.ptr().add(at * width), width);
                product((rows, width, keys), dq.add(first * width), width as isize, s, k, true);
                product((keys, width, rows), dk.add(start * width), width as isize, flip(s), q, true);
            }
        }
    }
}

kernel! {
    /// Replaces scores by weights `p`, and gradients of weights by gradients of products: ` p
    /// (slope
    /// - mean) scale ` .
    wide fn chain(
        block: &mut [T],
        slopes: &mut [T],
        size: (usize, usize),
        logs: &[crate::tensor::SharedCell<T>],
        means: &[T],
        scale: T,
    ) {
        let (rows, keys) = size;
        for row in 0..rows {
            let range = row * KEYS..row * KEYS + keys;
            let (log, mean) = (logs[row].get(), means[row]);
            for (p, slope) in block[range.clone()].iter_mut().zip(&mut slopes[range]) {
                *p = vecmath::exp(*p - log);
                *slope = *p * (*slope - mean) * scale;
            }
        }
    }
}
