//! `softmax` and `log_softmax` over any axis.
//!
//! The greatest element is taken off before the exponential, so nothing overflows and the greatest term is 1. Rows are
//! worked on in blocks that stay in the nearest cache, and the exponentials of a block in one sweep: rows of ten
//! elements use whole vectors too.

use super::cast::{rounded, wide};
use super::dispatch::{self, Kernel};
use super::fold::{Max, Ordered, Sum, greater, lanes};
use super::vecmath::{self, Real};
use super::{cast, contiguous};
use crate::error::Result;
use crate::tensor::{DType, SharedCell, Tensor, shape};

/// `exp(x) / sum(exp(x))` along `axis`; integers and booleans give float32. Borrows `t`, returns new.
///
/// Errors: an axis out of range is `INVALID_ARGUMENT`.
pub fn softmax(t: &Tensor, axis: i64) -> Result<Tensor> {
    along(t, axis, false)
}

/// `x - log(sum(exp(x)))` along `axis`; integers and booleans give float32. Borrows `t`, returns new.
/// Errors as [`softmax`].
pub fn log_softmax(t: &Tensor, axis: i64) -> Result<Tensor> {
    along(t, axis, true)
}

fn along(t: &Tensor, axis: i64, log: bool) -> Result<Tensor> {
    let axis = shape::axis(axis, t.rank())?;
    if t.dtype().is_half() {
        return rounded(along(&*wide(t)?, axis as i64, log)?, t.dtype());
    }
    let t = if t.dtype().is_float() { contiguous(t)? } else { contiguous(&cast(t, DType::F32)?)? };
    let out = Tensor::empty(t.device(), t.dtype(), &t.to_shape())?;
    if out.size() == 0 {
        return Ok(out);
    }
    let n = t.shape()[axis] as usize;
    let inner = shape::elements(&t.shape()[axis + 1..]);
    match t.dtype() {
        DType::F64 => dispatch::run(Softmax::<f64>::new(&t, &out, n, inner, log)),
        _ => dispatch::run(Softmax::<f32>::new(&t, &out, n, inner, log)),
    }
    Ok(out)
}

/// Floating-point elements that have a greatest.
pub(super) trait Scores: Real + Ordered {}
impl Scores for f32 {}
impl Scores for f64 {}

/// Elements of a block.
pub(super) const BLOCK: usize = 1024;

/// Rows of `n` elements into `greatest` and `sums` of the exponentials of what is left without it, which `exps` keeps
/// when it is as long as `values`. When it is shorter there is one row, and it is worked on piece by piece.
#[inline(always)]
pub(super) fn measure<T: Scores>(
    values: &[SharedCell<T>],
    n: usize,
    exps: &mut [T],
    greatest: &mut [T],
    sums: &mut [T],
) {
    for (row, greatest) in values.chunks_exact(n).zip(greatest.iter_mut()) {
        *greatest = lanes::<Max<T>, 64>(row);
    }
    if values.len() > exps.len() {
        let mut sum = T::ZERO;
        for piece in values.chunks(exps.len()) {
            let exps = &mut exps[..piece.len()];
            shift(piece, piece.len(), exps, greatest);
            sum = sum + lanes::<Sum<T, T>, 64>(SharedCell::of_mut(exps));
        }
        sums[0] = sum;
        return;
    }
    shift(values, n, exps, greatest);
    for (row, sum) in SharedCell::of_mut(exps).chunks_exact(n).zip(sums) {
        *sum = lanes::<Sum<T, T>, 64>(row);
    }
}

/// The exponentials of rows without their greatest.
#[inline(always)]
fn shift<T: Scores>(values: &[SharedCell<T>], n: usize, exps: &mut [T], greatest: &[T]) {
    for ((row, exps), &greatest) in values.chunks_exact(n).zip(exps.chunks_exact_mut(n)).zip(greatest) {
        for (value, exp) in row.iter().zip(exps) {
            *exp = value.get() - greatest;
        }
    }
    for exp in exps {
        *exp = vecmath::exp(*exp);
    }
}

/// Rows that fit in a block, at least one.
pub(super) fn rows_in_block(n: usize) -> usize {
    (BLOCK / n.max(1)).max(1)
}

/// One call: `outer` times `n` times `inner` elements, folded over `n`.
struct Softmax<'a, T> {
    input: &'a [SharedCell<T>],
    out: &'a mut [T],
    n: usize,
    inner: usize,
    log: bool,
}

impl<'a, T: Scores> Softmax<'a, T> {
    fn new(t: &'a Tensor, out: &'a Tensor, n: usize, inner: usize, log: bool) -> Self {
        let input = t.cells().expect("the caller made it contiguous, and T is its type");
        // SAFETY: contiguous elements of this type, and nobody else has `out` yet.
        let out = unsafe { std::slice::from_raw_parts_mut(out.as_ptr().cast(), out.size()) };
        Softmax { input, out, n, inner, log }
    }
}

impl<T: Scores> Kernel for Softmax<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Softmax { input, out, n, inner, log } = self;
        if inner == 1 {
            let block = rows_in_block(n) * n;
            for (input, out) in input.chunks(block).zip(out.chunks_mut(block)) {
                if log { log_rows(input, out, n) } else { rows(input, out, n) }
            }
            return;
        }
        for (input, out) in input.chunks_exact(n * inner).zip(out.chunks_exact_mut(n * inner)) {
            for start in (0..inner).step_by(WIDTH) {
                columns(input, out, inner, start, log);
            }
        }
    }
}

#[inline(always)]
fn rows<T: Scores>(input: &[SharedCell<T>], out: &mut [T], n: usize) {
    let (mut greatest, mut sums) = ([T::ZERO; BLOCK], [T::ZERO; BLOCK]);
    measure(input, n, out, &mut greatest, &mut sums);
    for (row, &sum) in out.chunks_exact_mut(n).zip(&sums) {
        for value in row {
            *value = *value / sum;
        }
    }
}

#[inline(always)]
fn log_rows<T: Scores>(input: &[SharedCell<T>], out: &mut [T], n: usize) {
    let (mut greatest, mut sums, mut exps) = ([T::ZERO; BLOCK], [T::ZERO; BLOCK], [T::ZERO; BLOCK]);
    let kept = input.len().min(BLOCK);
    measure(input, n, &mut exps[..kept], &mut greatest, &mut sums);
    let rows = input.chunks_exact(n).zip(out.chunks_exact_mut(n));
    for ((row, out), (&greatest, &sum)) in rows.zip(greatest.iter().zip(&sums)) {
        let log = vecmath::log(sum);
        for (value, out) in row.iter().zip(out) {
            *out = value.get() - greatest - log;
        }
    }
}

/// Columns that are worked on at once.
const WIDTH: usize = 256;

/// Columns from `start` on of one `[n,inner]` matrix, folded over its rows.
#[inline(always)]
fn columns<T: Scores>(input: &[SharedCell<T>], out: &mut [T], inner: usize, start: usize, log: bool) {
    let width = WIDTH.min(inner - start);
    let (mut greatest, mut sums) = ([T::LEAST; WIDTH], [T::ZERO; WIDTH]);
    let (greatest, sums) = (&mut greatest[..width], &mut sums[..width]);
    for row in input.chunks_exact(inner) {
        for (greatest, value) in greatest.iter_mut().zip(&row[start..start + width]) {
            *greatest = greater(*greatest, value.get());
        }
    }
    for (row, out) in input.chunks_exact(inner).zip(out.chunks_exact_mut(inner)) {
        let (row, out) = (&row[start..start + width], &mut out[start..start + width]);
        for j in 0..width {
            let shifted = row[j].get() - greatest[j];
            let exp = vecmath::exp(shifted);
            sums[j] = sums[j] + exp;
            out[j] = if log { shifted } else { exp };
        }
    }
    if log {
        for sum in sums.iter_mut() {
            *sum = vecmath::log(*sum);
        }
    }
    for out in out.chunks_exact_mut(inner) {
        for (out, &sum) in out[start..start + width].iter_mut().zip(&*sums) {
            *out = if log { *out - sum } else { *out / sum };
        }
    }
}
