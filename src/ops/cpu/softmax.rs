//! Softmax and its logarithm on the processor, and what losses measure of rows in the same way.
//!
//! Invariant: the greatest element is subtracted before the exponential, and blocks are the same
//! however they are divided among threads. Rows are processed in blocks that stay in the L1 cache,
//! with the exponentials of a block in one sweep, so that rows of ten elements use whole vectors
//! too.

use super::dispatch::{self, Kernel};
use super::fold::{Max, Ordered, Sum, greater, lanes};
use super::vecmath::{self, Real};
use crate::ops::parallel;
use crate::tensor::{DType, Host, SharedCell};
use std::ops::Range;

/// Writes the softmax of `t`, or its logarithm, to `out`, which is new: both are contiguous, of
/// float32 or float64, and not empty. The axis has `n` elements, `inner` apart.
pub(in crate::ops) fn softmaxed(t: Host, out: Host, (n, inner): (usize, usize), log: bool) {
    match t.dtype() {
        DType::F64 => divided::<f64>(t, out, n, inner, log),
        _ => divided::<f32>(t, out, n, inner, log),
    }
}

/// Processes blocks of rows or columns, divided among threads.
fn divided<T: Scores>(t: Host, out: Host, n: usize, inner: usize, log: bool) {
    let input = t.cells::<T>().expect("the caller made it contiguous, and T is its type");
    let (from, size) = (out.as_ptr().cast::<T>(), out.size());
    // Blocks are the same however they are divided: rows in the first case, strips of columns in
    // the second.
    let rows = rows_in_block(n);
    let strips = inner.div_ceil(WIDTH);
    let (items, each) =
        if inner == 1 { ((size / n).div_ceil(rows), rows * n) } else { (size / n / inner * strips, n * WIDTH) };
    let part = |range: Range<usize>| {
        if inner == 1 {
            let (start, end) = (range.start * each, size.min(range.end * each));
            // SAFETY: contiguous elements of this type, of a new tensor; other ranges have other
            // rows.
            let out = unsafe { std::slice::from_raw_parts_mut(from.add(start), end - start) };
            in_blocks(&input[start..end], out, n, log);
        } else {
            for strip in range {
                let (block, start) = (strip / strips * n * inner, strip % strips * WIDTH);
                let (input, out) = (&input[block..block + n * inner], from.wrapping_add(block));
                dispatch::run(Columns { input, out, n, inner, start, log });
            }
        }
    };
    // SAFETY: blocks and strips have separate elements, and each writes only its own.
    unsafe { parallel::ranges_apart(items, 8 * each, part) };
}

/// Floating-point elements that can be ordered.
pub(in crate::ops) trait Scores: Real + Ordered {}
impl Scores for f32 {}
impl Scores for f64 {}

/// Elements of a block.
pub(in crate::ops) const BLOCK: usize = 1024;

/// Reduces rows of `n` elements to `greatest` and to `sums` of the exponentials after it is
/// subtracted. `exps` keeps these if it is as long as `values`. If it is shorter, there is one row,
/// which is processed in pieces.
pub(in crate::ops) struct Measure<'a, T> {
    pub values: &'a [SharedCell<T>],
    pub n: usize,
    pub exps: &'a mut [T],
    pub greatest: &'a mut [T],
    pub sums: &'a mut [T],
}

impl<T: Scores> Kernel for Measure<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Measure { values, n, exps, greatest, sums } = self;
        for (row, (greatest, sum)) in values.chunks_exact(n).zip(greatest.iter_mut().zip(sums.iter_mut())) {
            (*greatest, *sum) = (lanes::<Max<T, T>, 64>(row), T::ZERO);
        }
        for piece in values.chunks(exps.len().max(1)) {
            let (exps, width) = (&mut exps[..piece.len()], n.min(piece.len()));
            shift(piece, width, exps, greatest);
            for (row, sum) in SharedCell::of_mut(exps).chunks_exact(width).zip(sums.iter_mut()) {
                *sum = *sum + lanes::<Sum<T, T>, 64>(row);
            }
        }
    }
}

/// The length from which a row is long enough for whole vectors.
const LONG: usize = 128;

/// The exponentials of rows after their greatest element is subtracted.
#[inline(always)]
fn shift<T: Scores>(values: &[SharedCell<T>], n: usize, exps: &mut [T], greatest: &[T]) {
    let is_long = n >= LONG;
    for ((row, exps), &greatest) in values.chunks_exact(n).zip(exps.chunks_exact_mut(n)).zip(greatest) {
        if is_long {
            for (value, exp) in row.iter().zip(exps) {
                *exp = vecmath::exp_of_negative(value.get() - greatest);
            }
        } else {
            for (value, exp) in row.iter().zip(exps) {
                *exp = value.get() - greatest;
            }
        }
    }
    if !is_long {
        for exp in exps {
            *exp = vecmath::exp_of_negative(*exp);
        }
    }
}

/// Rows that fit in a block, at least one.
pub(in crate::ops) fn rows_in_block(n: usize) -> usize {
    (BLOCK / n.max(1)).max(1)
}

/// Rows of `n` elements, block after block.
fn in_blocks<T: Scores>(input: &[SharedCell<T>], out: &mut [T], n: usize, log: bool) {
    let (mut greatest, mut sums, mut exps) = ([T::ZERO; BLOCK], [T::ZERO; BLOCK], [T::ZERO; BLOCK]);
    let (greatest, sums) = (&mut greatest[..], &mut sums[..]);
    let block = rows_in_block(n) * n;
    for (values, out) in input.chunks(block).zip(out.chunks_mut(block)) {
        if log {
            let exps = &mut exps[..values.len().min(BLOCK)];
            dispatch::run(Measure { values, n, exps, greatest: &mut *greatest, sums: &mut *sums });
            dispatch::run(Logs { values, out, n, greatest, sums });
        } else {
            dispatch::run(Measure { values, n, exps: &mut *out, greatest: &mut *greatest, sums: &mut *sums });
            dispatch::run(Shares { out, n, sums });
        }
    }
}

/// Exponentials divided by the sum of their row. They are multiplied by its reciprocal, which adds
/// one rounding, because divisions would take as long as the exponentials.
struct Shares<'a, T> {
    out: &'a mut [T],
    n: usize,
    sums: &'a [T],
}

impl<T: Scores> Kernel for Shares<'_, T> {
    type Output = ();
    const WIDE: bool = false;

    #[inline(always)]
    fn run(self) {
        for (row, &sum) in self.out.chunks_exact_mut(self.n).zip(self.sums) {
            let share = T::ONE / sum;
            for value in row {
                *value = *value * share;
            }
        }
    }
}

/// Values minus the greatest of their row and the logarithm of the sum.
struct Logs<'a, T> {
    values: &'a [SharedCell<T>],
    out: &'a mut [T],
    n: usize,
    greatest: &'a [T],
    sums: &'a [T],
}

impl<T: Scores> Kernel for Logs<'_, T> {
    type Output = ();
    const WIDE: bool = false;

    #[inline(always)]
    fn run(self) {
        let rows = self.values.chunks_exact(self.n).zip(self.out.chunks_exact_mut(self.n));
        for ((row, out), (&greatest, &sum)) in rows.zip(self.greatest.iter().zip(self.sums)) {
            let log = vecmath::log(sum);
            for (value, out) in row.iter().zip(out) {
                *out = value.get() - greatest - log;
            }
        }
    }
}

/// At most [`WIDTH`] columns of one `[n,inner]` matrix, beginning at `start`; the creator
/// guarantees them in `out`.
struct Columns<'a, T> {
    input: &'a [SharedCell<T>],
    out: *mut T,
    n: usize,
    inner: usize,
    start: usize,
    log: bool,
}

impl<T: Scores> Kernel for Columns<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        columns(self);
    }
}

/// Columns that are processed together.
const WIDTH: usize = 256;

/// Columns of one matrix, folded over its rows.
#[inline(always)]
fn columns<T: Scores>(Columns { input, out, n, inner, start, log }: Columns<T>) {
    let width = WIDTH.min(inner - start);
    let (mut greatest, mut sums) = ([T::LEAST; WIDTH], [T::ZERO; WIDTH]);
    let (greatest, sums) = (&mut greatest[..width], &mut sums[..width]);
    // SAFETY: the creator guarantees that these elements of the row belong to this call.
    let out = |row: usize| unsafe { std::slice::from_raw_parts_mut(out.add(row * inner + start), width) };
    let input = |row: usize| &input[row * inner + start..row * inner + start + width];
    for row in 0..n {
        for (greatest, value) in greatest.iter_mut().zip(input(row)) {
            *greatest = greater(*greatest, value.get());
        }
    }
    for row in 0..n {
        let (row, out) = (input(row), out(row));
        for j in 0..width {
            let shifted = row[j].get() - greatest[j];
            let exp = vecmath::exp_of_negative(shifted);
            sums[j] = sums[j] + exp;
            out[j] = if log { shifted } else { exp };
        }
    }
    for sum in sums.iter_mut() {
        *sum = if log { vecmath::log(*sum) } else { T::ONE / *sum };
    }
    for row in 0..n {
        for (out, &sum) in out(row).iter_mut().zip(&*sums) {
            *out = if log { *out - sum } else { *out * sum };
        }
    }
}
