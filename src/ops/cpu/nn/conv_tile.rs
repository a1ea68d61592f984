//! The inner loops of convolution: results stay in registers while the taps are added one by one.
//!
//! Invariant: each result is its bias plus the products of its taps in order, channel by channel.
//! On machines with AVX-512, or with AVX2 and FMA, each product is added with one rounding, as in
//! `ops::cpu::small`; elsewhere with two.

use super::shared::{Compute, total};
#[cfg(target_arch = "x86_64")]
use crate::ops::cpu::dispatch;
#[cfg(target_arch = "x86_64")]
use crate::ops::cpu::lanes::Lanes;

/// The maximum number of result channels that are computed together.
pub(super) const ROWS: usize = 8;
/// The number of rows of the gradient of weights that are computed together.
pub(super) const GRAD_ROWS: usize = 4;
/// The number of elements of a result channel that are computed together.
#[cfg(target_arch = "x86_64")]
const WIDTH: usize = 128;

/// How many result channels are computed together: as many as fit in the registers.
pub(super) fn rows(channels: usize) -> usize {
    #[cfg(target_arch = "x86_64")]
    let most = if dispatch::has_avx512() { ROWS } else { 4 };
    #[cfg(not(target_arch = "x86_64"))]
    let most = ROWS;
    match channels {
        0 | 1 => 1,
        2 => 2,
        3 | 4 => 4,
        _ => most,
    }
}

/// Some result channels of one sample.
pub(super) struct Work<'a, T> {
    pub x: *const T,
    pub offsets: &'a [usize],
    /// For each tap, the weights of `rows` channels, adjacent.
    pub weights: *const T,
    pub bias: [T; ROWS],
    /// The channels one after another, at most `rows`.
    pub out: &'a mut [T],
    pub output: [usize; 3],
    pub extents: [usize; 3],
    pub span: usize,
}

/// Computes the results of up to `rows` channels.
///
/// # Safety
/// `x` can be read from each offset on for `span` elements and `SLACK` more; weights and offsets
/// match.
pub(super) unsafe fn run<T: Compute>(rows: usize, work: Work<'_, T>) {
    #[cfg(target_arch = "x86_64")]
    if dispatch::has_avx512() {
        // SAFETY: the machine has it; the caller's promise.
        unsafe {
            match rows {
                1 => wide::all::<T, 1, 8>(work),
                2 => wide::all::<T, 2, 8>(work),
                4 => wide::all::<T, 4, 6>(work),
                _ => wide::all::<T, 8, 3>(work),
            }
        }
        return;
    }
    #[cfg(target_arch = "x86_64")]
    if dispatch::has_avx2() {
        // SAFETY: the machine has it; the caller's promise.
        unsafe {
            match rows {
                1 => middle::all::<T, 1, 8>(work),
                2 => middle::all::<T, 2, 4>(work),
                _ => middle::all::<T, 4, 2>(work),
            }
        }
        return;
    }
    narrow::<T>(work, rows);
}

/// Copies the results of a strip, which starts at position `first`, without the gaps between rows.
#[inline(always)]
fn place<T: Copy>(values: &[T], out: &mut [T], output: [usize; 3], extents: [usize; 3], first: usize) {
    let ([_, oh, ow], [_, eh, ew]) = (output, extents);
    let (mut row, mut x, mut at) = (first / ew, first % ew, 0);
    while at < values.len() {
        let (y, z) = (row % eh, row / eh);
        let there = (ew - x).min(values.len() - at);
        if y < oh && x < ow {
            let valid = there.min(ow - x);
            let to = (z * oh + y) * ow + x;
            out[to..to + valid].copy_from_slice(&values[at..at + valid]);
        }
        at += there;
        (row, x) = (row + 1, 0);
    }
}

/// Works on any machine.
fn narrow<T: Compute>(work: Work<'_, T>, rows: usize) {
    let results = work.output.iter().product::<usize>();
    for (row, out) in work.out.chunks_exact_mut(results).enumerate() {
        for first in (0..work.span).step_by(64) {
            let mut sums = [work.bias[row]; 64];
            for (k, &offset) in work.offsets.iter().enumerate() {
                // SAFETY: the promise of `run`.
                unsafe {
                    let (factor, from) = (*work.weights.add(k * rows + row), work.x.add(offset + first));
                    for (i, sum) in sums.iter_mut().enumerate() {
                        *sum = *sum + factor * *from.add(i);
                    }
                }
            }
            let width = (work.span - first).min(64);
            place(&sums[..width], out, work.output, work.extents, first);
        }
    }
}

/// Adds to each weight the product of its row of gradients with its column of the input.
///
/// # Safety
/// There are `rows` rows of `span` elements, and as many at each offset from the first of the
/// columns, followed by `SLACK` elements.
pub(super) unsafe fn dots<T: Compute>(
    (grads, span, rows): (*const T, usize, usize),
    (x, offsets): (*const T, &[usize]),
    out: &mut [T],
) {
    #[cfg(target_arch = "x86_64")]
    if dispatch::has_avx512() {
        // SAFETY: the machine has it; the caller's promise.
        unsafe { wide::dots::<T>((grads, span, rows), (x, offsets), out) };
        return;
    }
    #[cfg(target_arch = "x86_64")]
    if dispatch::has_avx2() {
        // SAFETY: the machine has it; the caller's promise.
        unsafe { middle::dots::<T>((grads, span, rows), (x, offsets), out) };
        return;
    }
    narrow_dots::<T>((grads, span, rows), (x, offsets), out);
}

/// Works on any machine.
fn narrow_dots<T: Compute>(rows: (*const T, usize, usize), columns: (*const T, &[usize]), out: &mut [T]) {
    let ((grads, span, rows), (x, offsets)) = (rows, columns);
    for row in 0..rows {
        for (column, &offset) in offsets.iter().enumerate() {
            // SAFETY: the promise of `dots`.
            let sum = total::<T, 64>(span, |i| unsafe { *grads.add(row * span + i) * *x.add(offset + i) });
            out[row * offsets.len() + column] = out[row * offsets.len() + column] + sum;
        }
    }
}

/// A macro generates the same code for both vector sizes, because a function cannot be generic over
/// instruction sets. `$columns` is the number of columns of the gradient of weights that fit in the
/// registers.
#[cfg(target_arch = "x86_64")]
macro_rules! tiles {
    ($name:ident, $features:literal, $bits:literal, $columns:literal) => {
        mod $name {
            use super::*;
            use std::mem::MaybeUninit;

            /// Computes `R` channels in `V` vectors each.
            #[target_feature(enable = $features)]
            pub(super) unsafe fn all<T: Compute, const R: usize, const V: usize>(work: Work<'_, T>) {
                let results = work.output.iter().product::<usize>();
                let mut block = MaybeUninit::<[[T; WIDTH]; R]>::uninit();
                let block = block.as_mut_ptr().cast::<T>();
                // Several tiles are computed before they are copied, so that the copied runs are
                // fewer and longer.
                let (one, all) = (
                    V * <T as Lanes<$bits>>::LANES,
                    WIDTH / (V * <T as Lanes<$bits>>::LANES) * V * <T as Lanes<$bits>>::LANES,
                );
                for first in (0..work.span).step_by(all) {
                    let width = (work.span - first).min(all);
                    for start in (0..width).step_by(one) {
                        // SAFETY: the promise of `run`; the block has room for `R` rows of `WIDTH`.
                        unsafe { tile::<T, R, V>(&work, first + start, block.add(start)) };
                    }
                    for (row, out) in work.out.chunks_exact_mut(results).enumerate() {
                        // SAFETY: these elements of the block were just written.
                        let values = unsafe { std::slice::from_raw_parts(block.add(row * WIDTH), width) };
                        place(values, out, work.output, work.extents, first);
                    }
                }
            }

            #[inline]
            #[target_feature(enable = $features)]
            unsafe fn tile<T: Compute, const R: usize, const V: usize>(
                work: &Work<'_, T>,
                first: usize,
                block: *mut T,
            ) {
                // SAFETY: the promise of `run`.
                unsafe {
                    let mut sums = [[<T as Lanes<$bits>>::zero(); V]; R];
                    for (r, sums) in sums.iter_mut().enumerate() {
                        *sums = [<T as Lanes<$bits>>::repeat(work.bias[r]); V];
                    }
                    let (x, mut weights) = (work.x.add(first), work.weights);
                    for &offset in work.offsets {
                        let from = x.add(offset);
                        let mut values = [<T as Lanes<$bits>>::zero(); V];
                        for (v, value) in values.iter_mut().enumerate() {
                            *value = <T as Lanes<$bits>>::load(
                                from.add(v * <T as Lanes<$bits>>::LANES),
                                <T as Lanes<$bits>>::LANES,
                            );
                        }
                        for (r, sums) in sums.iter_mut().enumerate() {
                            let factor = <T as Lanes<$bits>>::repeat(*weights.add(r));
                            for (sum, &value) in sums.iter_mut().zip(&values) {
                                *sum = <T as Lanes<$bits>>::multiply_add(factor, value, *sum);
                            }
                        }
                        weights = weights.add(R);
                    }
                    for (r, sums) in sums.iter().enumerate() {
                        for (v, &sum) in sums.iter().enumerate() {
                            <T as Lanes<$bits>>::store(
                                block.add(r * WIDTH + v * <T as Lanes<$bits>>::LANES),
                                <T as Lanes<$bits>>::LANES,
                                sum,
                            );
                        }
                    }
                }
            }

            /// The number of elements of each row and column that are read at a time, so that they
            /// stay in the L1 cache.
            const PIECE: usize = 1024;

            #[target_feature(enable = $features)]
            pub(super) unsafe fn dots<T: Compute>(
                (grads, span, rows): (*const T, usize, usize),
                (x, offsets): (*const T, &[usize]),
                out: &mut [T],
            ) {
                for start in (0..span).step_by(PIECE) {
                    let len = PIECE.min(span - start);
                    for first in (0..offsets.len()).step_by($columns) {
                        let count = $columns.min(offsets.len() - first);
                        // Missing rows and columns repeat the last one and are left out of the
                        // results.
                        let row = |r: usize| grads.wrapping_add(r.min(rows - 1) * span + start);
                        let column = |c: usize| x.wrapping_add(offsets[first + c.min(count - 1)] + start);
                        // SAFETY: the promise of `dots`.
                        let sums = unsafe { dot_tile::<T>(std::array::from_fn(row), std::array::from_fn(column), len) };
                        for r in 0..rows {
                            for c in 0..count {
                                let to = &mut out[r * offsets.len() + first + c];
                                *to = *to + total::<T, 16>(<T as Lanes<$bits>>::LANES, |i| sums[r][c][i]);
                            }
                        }
                    }
                }
            }

            /// The products of rows with columns, lane by lane.
            #[inline]
            #[target_feature(enable = $features)]
            unsafe fn dot_tile<T: Compute>(
                rows: [*const T; GRAD_ROWS],
                columns: [*const T; $columns],
                len: usize,
            ) -> [[[T; 16]; $columns]; GRAD_ROWS] {
                // SAFETY: the promise of `dots`: lanes above `len` are not read, and are 0.
                unsafe {
                    let mut sums = [[<T as Lanes<$bits>>::zero(); $columns]; GRAD_ROWS];
                    let whole = len / <T as Lanes<$bits>>::LANES * <T as Lanes<$bits>>::LANES;
                    let mut at = 0;
                    while at < len {
                        let n = if at < whole { <T as Lanes<$bits>>::LANES } else { len - at };
                        let values = rows.map(|row| <T as Lanes<$bits>>::load(row.add(at), n));
                        for (c, column) in columns.iter().enumerate() {
                            let x = <T as Lanes<$bits>>::load(column.add(at), n);
                            for (sums, &value) in sums.iter_mut().zip(&values) {
                                sums[c] = <T as Lanes<$bits>>::multiply_add(value, x, sums[c]);
                            }
                        }
                        at += <T as Lanes<$bits>>::LANES;
                    }
                    let mut lanes = [[[T::ZERO; 16]; $columns]; GRAD_ROWS];
                    for (lanes, sums) in lanes.iter_mut().zip(&sums) {
                        for (lanes, &sum) in lanes.iter_mut().zip(sums) {
                            <T as Lanes<$bits>>::store(lanes.as_mut_ptr(), <T as Lanes<$bits>>::LANES, sum);
                        }
                    }
                    lanes
                }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
tiles!(wide, "avx512f", 512, 6);
#[cfg(target_arch = "x86_64")]
tiles!(middle, "avx2,fma", 256, 2);

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    /// 8 x 21 results from 2 channels of 10 x 23, with 3 x 3 taps.
    const OUTPUT: [usize; 3] = [1, 8, 21];
    const EXTENTS: [usize; 3] = [1, 10, 23];

    fn computed(rows: usize, run: impl Fn(Work<'_, f32>)) -> Vec<f32> {
        let x: Vec<f32> = (0..2 * 230 + 256).map(|i| (i * 7919 % 1013) as f32 / 1013.0 - 0.5).collect();
        let weights: Vec<f32> = (0..18 * rows).map(|i| (i * 104_729 % 997) as f32 / 997.0 - 0.5).collect();
        let offsets: Vec<usize> = (0..18).map(|tap| tap / 9 * 230 + tap / 3 % 3 * 23 + tap % 3).collect();
        let bias = std::array::from_fn(|row| row as f32 / 3.0);
        let mut out = vec![f32::NAN; rows * 168];
        run(Work {
            x: x.as_ptr(),
            offsets: &offsets,
            weights: weights.as_ptr(),
            bias,
            out: &mut out,
            output: OUTPUT,
            extents: EXTENTS,
            span: 182,
        });
        for (i, &value) in out.iter().enumerate() {
            let (row, place) = (i / 168, i % 168 / 21 * 23 + i % 21);
            let add = |sum, (k, &offset): (usize, &usize)| weights[k * rows + row].mul_add(x[offset + place], sum);
            let wanted = offsets.iter().enumerate().fold(bias[row], add);
            assert!((value - wanted).abs() < 1e-6, "{rows} rows, result {i}: {value} is not {wanted}");
        }
        out
    }

    #[test]
    fn every_instruction_set_computes_the_same_and_those_that_round_once_the_same_bits() {
        // SAFETY: 256 elements follow the last one that a tap reads; the machine has the
        // instructions.
        unsafe {
            for rows in [1, 2, 4] {
                computed(rows, |work| narrow(work, rows));
            }
            if !dispatch::has_avx2() {
                return;
            }
            let one = computed(1, |work| middle::all::<f32, 1, 8>(work));
            let two = computed(2, |work| middle::all::<f32, 2, 4>(work));
            let four = computed(4, |work| middle::all::<f32, 4, 2>(work));
            if dispatch::has_avx512() {
                assert_eq!(computed(1, |work| wide::all::<f32, 1, 8>(work)), one);
                assert_eq!(computed(2, |work| wide::all::<f32, 2, 8>(work)), two);
                assert_eq!(computed(4, |work| wide::all::<f32, 4, 6>(work)), four);
            }
        }
    }

    #[test]
    fn gradients_of_weights_are_sums_of_products() {
        let values = |n: usize, by: usize| (0..n).map(|i| (i * by % 1013) as f32 / 1013.0 - 0.5).collect::<Vec<_>>();
        for span in [1, 7, 8, 61, 1024, 1043] {
            let (x, grads) = (values(2 * span + 256, 7919), values(GRAD_ROWS * span + 256, 104_729));
            let offsets = [0, 3, span / 2, span, 1];
            for rows in 1..=GRAD_ROWS {
                let mut out = vec![1.0; rows * offsets.len()];
                // SAFETY: there are this many rows, and 256 elements follow the last one that is
                // read.
                unsafe { dots::<f32>((grads.as_ptr(), span, rows), (x.as_ptr(), &offsets), &mut out) };
                for (i, &value) in out.iter().enumerate() {
                    let (row, offset) = (i / offsets.len() * span, offsets[i % offsets.len()]);
                    let product = |i: usize| f64::from(grads[row + i]) * f64::from(x[offset + i]);
                    let wanted = 1.0 + (0..span).map(product).sum::<f64>();
                    assert!((f64::from(value) - wanted).abs() < 1e-4, "{span}, {rows}: {value} is not {wanted}");
                }
            }
        }
    }
}
