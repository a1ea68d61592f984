//! The kernels of attention: softmax of the scaled products of queries and keys, times the values,
//! in blocks of queries and keys.
//!
//! Invariant: no memory grows with queries times keys. Each block of scores is computed, its
//! exponentials are added to running sums, and the sums are rescaled whenever a larger score
//! appears. The gradient recomputes each block from the logarithm of its row's sum, which the
//! forward pass returns.

use super::product::{Matrix, product};
use super::shared::{Compute, In, Out, total};
use crate::error::Result;
use crate::ops::cpu::vecmath;
use crate::ops::parallel;
use crate::tensor::{Host, SharedCell, Tensor};

/// The numbers of queries and keys in a block.
const QUERIES: usize = 64;
const KEYS: usize = 128;

/// The sizes and options that the kernels read.
#[derive(Clone, Copy)]
pub(in crate::ops) struct Plan {
    pub batches: usize,
    pub queries: usize,
    pub keys: usize,
    pub width: usize,
    pub values: usize,
    pub causal: bool,
    pub scale: f64,
}

/// The elements of a mask.
#[derive(Clone, Copy)]
pub(in crate::ops) struct Mask<'a> {
    pub tensor: Host<'a>,
    pub truth: bool,
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

/// Writes the results, `out` of zeros, and the logarithms of the sums of exponentials, which are
/// new. The operands are contiguous and of one float dtype.
pub(in crate::ops) fn attention(
    plan: &Plan,
    [q, k, v]: [&Tensor; 3],
    mask: Option<Mask>,
    [out, sums]: [&Tensor; 2],
) -> Result<()> {
    let blocks = plan.queries.div_ceil(QUERIES);
    with_float!(q.dtype(), T, {
        let (q, k, v) = (In::<T>::of(q)?, In::<T>::of(k)?, In::<T>::of(v)?);
        let (to, logs) = (Out::<T>::of(out)?, Out::<T>::of(sums)?);
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
                    forward::<T>(plan, (q, k, v), mask, (batch, first), out, logs);
                }
            },
        );
    });
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

/// Adds the gradients of queries, keys and values to `grads`, which are zeros. `out` and `sums` are
/// the results of [`attention`].
pub(in crate::ops) fn attention_grad(
    plan: &Plan,
    [q, k, v]: [&Tensor; 3],
    mask: Option<Mask>,
    [grad, out, sums]: [&Tensor; 3],
    grads: &[Tensor; 3],
) -> Result<()> {
    with_float!(q.dtype(), T, {
        let operands = (In::<T>::of(q)?, In::<T>::of(k)?, In::<T>::of(v)?);
        let given = (In::<T>::of(grad)?, In::<T>::of(out)?, In::<T>::of(sums)?);
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
                    backward::<T>(plan, operands, mask, given, batch, to);
                }
            },
        );
    });
    Ok(())
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
    /// Replaces scores by weights `p`, and gradients of weights by gradients of products:
    /// `p (slope - mean) scale`.
    wide fn chain(
        block: &mut [T],
        slopes: &mut [T],
        size: (usize, usize),
        logs: &[SharedCell<T>],
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
