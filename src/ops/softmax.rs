//! `softmax` and `log_softmax` over any axis.
//!
//! The greatest element is taken off before the exponential, so nothing overflows and the greatest term is 1. Rows are
//! worked on in blocks that stay in the nearest cache, and the exponentials of a block in one sweep: rows of ten
//! elements use whole vectors too.

use super::fold::{Addend, Max, Ordered, Sum, lanes};
use super::simd::{self, Kernel};
use super::{cast, contiguous};
use crate::error::Result;
use crate::tensor::{DType, Tensor, shape};

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
    let t = if t.dtype().is_float() { contiguous(t)? } else { contiguous(&cast(t, DType::F32)?)? };
    let out = Tensor::empty(t.device(), t.dtype(), &t.to_shape())?;
    if out.size() == 0 {
        return Ok(out);
    }
    let n = t.shape()[axis] as usize;
    let inner = shape::elements(&t.shape()[axis + 1..]);
    match t.dtype() {
        DType::F32 => simd::run(Softmax::<f32>::new(&t, &out, n, inner, log)),
        _ => simd::run(Softmax::<f64>::new(&t, &out, n, inner, log)),
    }
    Ok(out)
}

/// Floating-point elements.
pub(super) trait Real:
    Ordered
    + Addend<Wide = Self>
    + std::ops::Sub<Output = Self>
    + std::ops::Div<Output = Self>
    + std::ops::SubAssign
    + std::ops::DivAssign
    + Into<f64>
{
    /// e to this power, in plain arithmetic that the compiler turns into vectors.
    fn exp(self) -> Self;
    fn ln(self) -> Self;
}

/// Elements of a block.
pub(super) const BLOCK: usize = 1024;

/// Rows of `n` elements into `greatest` and `sums` of the exponentials of what is left without it, which `exps` keeps
/// when it is as long as `values`. When it is shorter there is one row, and it is worked on piece by piece.
#[inline(always)]
pub(super) fn measure<T: Real>(values: &[T], n: usize, exps: &mut [T], greatest: &mut [T], sums: &mut [T]) {
    for (row, greatest) in values.chunks_exact(n).zip(greatest.iter_mut()) {
        *greatest = lanes::<Max<T>, 64>(row);
    }
    if values.len() > exps.len() {
        let mut sum = T::ZERO;
        for piece in values.chunks(exps.len()) {
            let exps = &mut exps[..piece.len()];
            shift(piece, piece.len(), exps, greatest);
            sum = T::plus(sum, lanes::<Sum<T>, 64>(exps));
        }
        sums[0] = sum;
        return;
    }
    shift(values, n, exps, greatest);
    for (row, sum) in exps.chunks_exact(n).zip(sums) {
        *sum = lanes::<Sum<T>, 64>(row);
    }
}

/// The exponentials of rows without their greatest.
#[inline(always)]
fn shift<T: Real>(values: &[T], n: usize, exps: &mut [T], greatest: &[T]) {
    for ((row, exps), &greatest) in values.chunks_exact(n).zip(exps.chunks_exact_mut(n)).zip(greatest) {
        for (&value, exp) in row.iter().zip(exps) {
            *exp = value - greatest;
        }
    }
    for exp in exps {
        *exp = exp.exp();
    }
}

/// Rows that fit in a block, at least one.
pub(super) fn rows_in_block(n: usize) -> usize {
    (BLOCK / n.max(1)).max(1)
}

/// One call: `outer` times `n` times `inner` elements, folded over `n`.
struct Softmax<'a, T> {
    input: &'a [T],
    out: &'a mut [T],
    n: usize,
    inner: usize,
    log: bool,
}

impl<'a, T: Real> Softmax<'a, T> {
    fn new(t: &'a Tensor, out: &'a Tensor, n: usize, inner: usize, log: bool) -> Self {
        // SAFETY: both are contiguous, of this type, and hold as many elements; nobody else has `out` yet.
        let (input, out) = unsafe {
            let input = std::slice::from_raw_parts(t.as_ptr().cast(), t.size());
            (input, std::slice::from_raw_parts_mut(out.as_ptr().cast(), out.size()))
        };
        Softmax { input, out, n, inner, log }
    }
}

impl<T: Real> Kernel for Softmax<'_, T> {
    type Out = ();

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
fn rows<T: Real>(input: &[T], out: &mut [T], n: usize) {
    let (mut greatest, mut sums) = ([T::ZERO; BLOCK], [T::ZERO; BLOCK]);
    measure(input, n, out, &mut greatest, &mut sums);
    for (row, &sum) in out.chunks_exact_mut(n).zip(&sums) {
        for value in row {
            *value /= sum;
        }
    }
}

#[inline(always)]
fn log_rows<T: Real>(input: &[T], out: &mut [T], n: usize) {
    let (mut greatest, mut sums, mut exps) = ([T::ZERO; BLOCK], [T::ZERO; BLOCK], [T::ZERO; BLOCK]);
    let kept = input.len().min(BLOCK);
    measure(input, n, &mut exps[..kept], &mut greatest, &mut sums);
    let rows = input.chunks_exact(n).zip(out.chunks_exact_mut(n));
    for ((row, out), (&greatest, &sum)) in rows.zip(greatest.iter().zip(&sums)) {
        let log = sum.ln();
        for (&value, out) in row.iter().zip(out) {
            *out = value - greatest - log;
        }
    }
}

/// Columns that are worked on at once.
const WIDTH: usize = 256;

/// Columns from `start` on of one `[n,inner]` matrix, folded over its rows.
#[inline(always)]
fn columns<T: Real>(input: &[T], out: &mut [T], inner: usize, start: usize, log: bool) {
    let width = WIDTH.min(inner - start);
    let (mut greatest, mut sums) = ([T::LEAST; WIDTH], [T::ZERO; WIDTH]);
    let (greatest, sums) = (&mut greatest[..width], &mut sums[..width]);
    for row in input.chunks_exact(inner) {
        for (greatest, &value) in greatest.iter_mut().zip(&row[start..start + width]) {
            *greatest = if greatest.above(value) { *greatest } else { value };
        }
    }
    for (row, out) in input.chunks_exact(inner).zip(out.chunks_exact_mut(inner)) {
        let (row, out) = (&row[start..start + width], &mut out[start..start + width]);
        for j in 0..width {
            let shifted = row[j] - greatest[j];
            let exp = shifted.exp();
            sums[j] = T::plus(sums[j], exp);
            out[j] = if log { shifted } else { exp };
        }
    }
    if log {
        for sum in sums.iter_mut() {
            *sum = sum.ln();
        }
    }
    for out in out.chunks_exact_mut(inner) {
        for (out, &sum) in out[start..start + width].iter_mut().zip(&*sums) {
            if log { *out -= sum } else { *out /= sum }
        }
    }
}

impl Real for f32 {
    #[inline(always)]
    fn exp(self) -> f32 {
        const LN2_HIGH: f32 = 0.693_359_4; // 11 bits: its product with the exponent is exact
        const LN2_LOW: f32 = -2.121_944_4e-4;
        const ROUND: f32 = 12_582_912.0; // 1.5 * 2^23: adding it rounds to an integer
        // Below, the result is 0; above, infinite. The comparisons keep NaN.
        let x = if self < -104.0 { -104.0 } else { self };
        let x = if x > 89.0 { 89.0 } else { x };
        let n = x * std::f32::consts::LOG2_E + ROUND;
        let exponent = n.to_bits() as i32 - ROUND.to_bits() as i32;
        let n = n - ROUND;
        let r = x - n * LN2_HIGH - n * LN2_LOW;
        // The Taylor series to r^7: |r| < 0.35, so what is left out is below 6e-9.
        let p = 1.0 / 5040.0;
        let p = p * r + 1.0 / 720.0;
        let p = p * r + 1.0 / 120.0;
        let p = p * r + 1.0 / 24.0;
        let p = p * r + 1.0 / 6.0;
        let p = p * r + 0.5;
        let p = p * r * r + r + 1.0;
        // In two factors, since 2^exponent itself may be subnormal or too large.
        let half = exponent >> 1;
        let power = |e: i32| f32::from_bits(((e + 127) as u32) << 23);
        p * power(half) * power(exponent - half)
    }
    #[inline(always)]
    fn ln(self) -> f32 {
        f32::ln(self)
    }
}

impl Real for f64 {
    #[inline(always)]
    fn exp(self) -> f64 {
        const LN2_HIGH: f64 = 0.693_147_180_369_123_8; // 33 bits
        const LN2_LOW: f64 = 1.908_214_929_270_587_7e-10;
        const ROUND: f64 = 6_755_399_441_055_744.0; // 1.5 * 2^52
        let x = if self < -746.0 { -746.0 } else { self };
        let x = if x > 710.0 { 710.0 } else { x };
        let n = x * std::f64::consts::LOG2_E + ROUND;
        let exponent = n.to_bits() as i64 - ROUND.to_bits() as i64;
        let n = n - ROUND;
        let r = x - n * LN2_HIGH - n * LN2_LOW;
        // The Taylor series to r^13: what is left out is below 5e-18.
        let mut p = 1.0 / 6_227_020_800.0;
        for c in [479_001_600.0, 39_916_800.0, 3_628_800.0, 362_880.0, 40_320.0, 5_040.0, 720.0, 120.0, 24.0, 6.0, 2.0]
        {
            p = p * r + 1.0 / c;
        }
        let p = p * r * r + r + 1.0;
        let half = exponent >> 1;
        let power = |e: i64| f64::from_bits(((e + 1023) as u64) << 52);
        p * power(half) * power(exponent - half)
    }
    #[inline(always)]
    fn ln(self) -> f64 {
        f64::ln(self)
    }
}
