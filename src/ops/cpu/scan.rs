//! Scans on the processor, and the gradients of those of products and extrema.
//!
//! Invariant: elements are combined one after another from the first on, in the accumulator of
//! their dtype, and each result is rounded: strips and rows that are scanned together share nothing.

use super::dispatch::{self, Kernel};
use super::fold::{Ordered, greater, lesser};
use crate::ops::number::Number;
use crate::ops::parallel;
use crate::ops::settings::ScanOp;
use crate::tensor::{BF16, DType, F16, Host, Tensor};
use std::marker::PhantomData;
use std::ops::Range;

/// `outer` blocks of `n` rows of `inner` elements.
#[derive(Clone, Copy)]
pub(in crate::ops) struct Blocks {
    outer: usize,
    pub n: usize,
    pub inner: usize,
}

impl Blocks {
    pub fn of(t: &Tensor, at: usize) -> Blocks {
        let size = |dims: &[i64]| dims.iter().product::<i64>() as usize;
        let dims = t.shape();
        Blocks { outer: size(&dims[..at]), n: dims[at] as usize, inner: size(&dims[at + 1..]) }
    }
}

/// Scans `t` along the axis `at` into `out`, which is new: both are contiguous and not empty, and
/// `out` has the dtype of `t`, or is of the same bits. uint16 and uint32 were cast to signed
/// integers.
pub(in crate::ops) fn scanned(op: ScanOp, t: Host, out: Host, at: usize) {
    match out.dtype() {
        DType::F32 => go::<f32, f64, f32>(op, t, out, at),
        DType::F64 => go::<f64, f64, f64>(op, t, out, at),
        DType::F16 => go::<F16, f32, f32>(op, t, out, at),
        DType::BF16 => go::<BF16, f32, f32>(op, t, out, at),
        DType::I8 => go::<i8, i8, i8>(op, t, out, at),
        DType::I16 => go::<i16, i16, i16>(op, t, out, at),
        DType::I32 => go::<i32, i32, i32>(op, t, out, at),
        DType::I64 => go::<i64, i64, i64>(op, t, out, at),
        DType::U8 | DType::Bool => go::<u8, u8, u8>(op, t, out, at),
        // Sums and products have the same bits with and without a sign.
        DType::U64 => go::<i64, i64, u64>(op, t, out, at),
        DType::U16 | DType::U32 => unreachable!("they were cast to signed integers"),
    }
}

/// Accumulates sums and products in `A`, extrema in `E`.
fn go<T: Number, A: Number, E: Ordered>(op: ScanOp, t: Host, out: Host, at: usize) {
    let (blocks, from, to) = (Blocks::of(&t, at), t.as_ptr().cast::<T>(), out.as_ptr().cast::<T>());
    match op {
        ScanOp::Sum => walk::<T, A>(blocks, from, to, |a, x| a.add(A::cast_from(x))),
        ScanOp::Prod => walk::<T, A>(blocks, from, to, |a, x| a.mul(A::cast_from(x))),
        ScanOp::Max => walk::<T, E>(blocks, from, to, |a, x| greater(a, E::cast_from(x))),
        ScanOp::Min => walk::<T, E>(blocks, from, to, |a, x| lesser(a, E::cast_from(x))),
    }
}

/// Scans strips of columns in parallel. `from` and `to` are the elements of the blocks, and do not
/// overlap.
fn walk<T: Number, A: Number>(blocks: Blocks, from: *const T, to: *mut T, f: impl Fn(A, T) -> A + Copy) {
    let items = blocks.outer * blocks.inner.div_ceil(WIDTH);
    let cost = 8 * blocks.n * blocks.inner.min(WIDTH);
    let part = |strips| dispatch::run(Walk { blocks, strips, from, to, f, sums: PhantomData });
    // SAFETY: strips have different elements, and each writes only its own.
    unsafe { parallel::ranges_apart(items, cost, part) };
}

/// The number of adjacent elements that are scanned together.
const WIDTH: usize = 64;

/// The number of rows that are scanned together. With more, rows a power of two apart would evict
/// each other from the L1 cache.
const ROWS: usize = 4;

/// A scan with accumulators of type `A`. The creator guarantees the blocks at both pointers, which
/// do not overlap.
struct Walk<T, A, F> {
    blocks: Blocks,
    /// Strips of at most [`WIDTH`] columns, starting with those of the first block.
    strips: Range<usize>,
    from: *const T,
    to: *mut T,
    f: F,
    sums: PhantomData<A>,
}

impl<T: Number, A: Number, F: Fn(A, T) -> A> Kernel for Walk<T, A, F> {
    type Output = ();
    const WIDE: bool = false;

    #[inline(always)]
    fn run(self) {
        let Blocks { n, inner, .. } = self.blocks;
        if inner == 1 {
            return self.rows();
        }
        let across = inner.div_ceil(WIDTH);
        for strip in self.strips {
            let (block, start) = (strip / across, strip % across * WIDTH);
            let width = WIDTH.min(inner - start);
            let first = block * n * inner + start;
            let mut sums = [A::ZERO; WIDTH];
            for row in 0..n {
                for (i, sum) in sums[..width].iter_mut().enumerate() {
                    let at = first + row * inner + i;
                    // SAFETY: the creator guarantees all elements of the blocks.
                    unsafe {
                        let x = self.from.add(at).read();
                        *sum = if row == 0 { A::cast_from(x) } else { (self.f)(*sum, x) };
                        self.to.add(at).write(T::cast_from(*sum));
                    }
                }
            }
        }
    }
}

impl<T: Number, A: Number, F: Fn(A, T) -> A> Walk<T, A, F> {
    /// Scans contiguous rows, several at once, because each addition waits for the one before it.
    #[inline(always)]
    fn rows(self) {
        let mut first = self.strips.start;
        while first + ROWS <= self.strips.end {
            self.some_rows::<ROWS>(first);
            first += ROWS;
        }
        for row in first..self.strips.end {
            self.some_rows::<1>(row);
        }
    }

    #[inline(always)]
    fn some_rows<const R: usize>(&self, first: usize) {
        let n = self.blocks.n;
        let mut sums = [A::ZERO; R];
        for k in 0..n {
            for (row, sum) in sums.iter_mut().enumerate() {
                let at = (first + row) * n + k;
                // SAFETY: the creator guarantees all elements of the blocks, and these rows are
                // among them.
                unsafe {
                    let x = self.from.add(at).read();
                    *sum = if k == 0 { A::cast_from(x) } else { (self.f)(*sum, x) };
                    self.to.add(at).write(T::cast_from(*sum));
                }
            }
        }
    }
}

/// The gradient of a product scan along the axis `at`, into `out`: all are contiguous and of one
/// shape and dtype, float32 or float64, and not empty.
pub(in crate::ops) fn product_slopes(grad: Host, x: Host, out: Host, at: usize) {
    match x.dtype() {
        DType::F64 => product_slopes_of::<f64>(grad, x, out, at),
        _ => product_slopes_of::<f32>(grad, x, out, at),
    }
}

fn product_slopes_of<T: Number>(grad: Host, x: Host, out: Host, at: usize) {
    let Blocks { outer, n, inner } = Blocks::of(&x, at);
    let (grad, x, out) = (grad.as_ptr().cast::<T>(), x.as_ptr().cast::<T>(), out.as_ptr().cast::<T>());
    let part = |columns: Range<usize>| {
        for column in columns {
            let (block, i) = (column / inner, column % inner);
            let place = |k: usize| (block * n + k) * inner + i;
            // SAFETY: each position is an element of all three, which are contiguous and have one
            // shape; `out` is new.
            unsafe {
                let (mut sum, mut after) = (0.0, 0.0);
                for k in (0..n).rev() {
                    sum = grad.add(place(k)).read().as_f64() + after * sum;
                    after = x.add(place(k)).read().as_f64();
                    out.add(place(k)).write(T::cast_from(sum));
                }
                let mut before = 1.0;
                for k in 0..n {
                    let at = out.add(place(k));
                    at.write(T::cast_from(at.read().as_f64() * before));
                    before *= x.add(place(k)).read().as_f64();
                }
            }
        }
    };
    // SAFETY: columns have different elements, and each writes only its own.
    unsafe { parallel::ranges_apart(outer * inner, 16 * n, part) };
}

/// Like [`product_slopes`], of a scan of extrema: the largest if `is_max`. `out` is filled with
/// zeros.
pub(in crate::ops) fn extremum_slopes(is_max: bool, grad: Host, x: Host, out: Host, at: usize) {
    match x.dtype() {
        DType::F64 => extremum_slopes_of::<f64>(is_max, grad, x, out, at),
        _ => extremum_slopes_of::<f32>(is_max, grad, x, out, at),
    }
}

/// Adds to the zeros of `out`, column by column.
fn extremum_slopes_of<T: Number>(is_max: bool, grad: Host, x: Host, out: Host, at: usize) {
    let Blocks { outer, n, inner } = Blocks::of(&x, at);
    let (grad, x, out) = (grad.as_ptr().cast::<T>(), x.as_ptr().cast::<T>(), out.as_ptr().cast::<T>());
    let part = |columns: Range<usize>| {
        for column in columns {
            let (block, i) = (column / inner, column % inner);
            let place = |k: usize| (block * n + k) * inner + i;
            let (mut best, mut found) = (f64::NAN, 0);
            for k in 0..n {
                // SAFETY: each position is an element of all three, which are contiguous and have
                // one shape; `out` is new, and only this column writes these of its elements.
                unsafe {
                    let value = x.add(place(k)).read().as_f64();
                    let is_as_good = if is_max { value >= best } else { value <= best };
                    if k == 0 || value.is_nan() || is_as_good {
                        (best, found) = (value, place(k));
                    }
                    let sum = out.add(found).read().as_f64() + grad.add(place(k)).read().as_f64();
                    out.add(found).write(T::cast_from(sum));
                }
            }
        }
    };
    // SAFETY: columns have different elements, and each writes only its own.
    unsafe { parallel::ranges_apart(outer * inner, 16 * n, part) };
}
