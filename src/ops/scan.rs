//! Scans: the sum, product or extremum of all elements up to each one along an axis.
//!
//! Invariant: elements are combined one after another from the first on, so the bits depend on
//! nothing else. As in PyTorch, float32 is summed in float64 and a half in float32, and each result
//! is rounded. Integers and booleans are summed in int64, which wraps.

use super::cast::{as_dtype, cast, rounded, wide};
use super::copy;
use super::cpu::dispatch::{self, Kernel};
use super::cpu::fold::{Ordered, greater, lesser};
use super::cuda;
use super::number::Number;
use super::parallel;
use crate::device::cuda::Gpu;
use crate::error::Result;
use crate::tensor::{BF16, DType, F16, Host, Tensor, shape};
use std::marker::PhantomData;
use std::ops::Range;

/// How a scan combines the elements up to each one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanOp {
    /// Their sum.
    Sum,
    /// Their product.
    Prod,
    /// The largest; NaN from the first NaN on. Keeps the dtype.
    Max,
    /// The smallest; NaN from the first NaN on. Keeps the dtype.
    Min,
}

impl ScanOp {
    /// The name of the public function.
    pub fn name(self) -> &'static str {
        match self {
            ScanOp::Sum => "cumsum",
            ScanOp::Prod => "cumprod",
            ScanOp::Max => "cummax",
            ScanOp::Min => "cummin",
        }
    }
}

/// Scans along `axis`. Borrows `t`, returns new. Errors: `INVALID_ARGUMENT` for an axis out of
/// range.
pub fn scan(op: ScanOp, t: &Tensor, axis: i64) -> Result<Tensor> {
    let at = shape::axis(axis, t.rank())?;
    let keeps = t.dtype().is_float() || matches!(op, ScanOp::Max | ScanOp::Min);
    let dtype = if keeps || t.dtype() == DType::U64 { t.dtype() } else { DType::I64 };
    if dtype != dtype.in_signed() {
        return cast(&scan(op, &cast(t, dtype.in_signed())?, axis)?, dtype);
    }
    // Every nonzero byte of a boolean is equally true, but an extremum would distinguish them.
    let source = if dtype == DType::Bool { DType::U8 } else { dtype };
    let t = copy::contiguous(&*as_dtype(t, source)?)?;
    if let Some(gpu) = cuda::on(&t) {
        let out = Tensor::uninit(t.device(), dtype, &t.to_shape())?;
        if out.size() > 0 {
            let Blocks { n, inner, .. } = Blocks::of(&t, at);
            // Sums and products have the same bits with and without a sign.
            let is_of_bits = matches!(op, ScanOp::Sum | ScanOp::Prod);
            let of_kernel = if is_of_bits { source.of_same_bits() } else { source };
            // SAFETY: both are contiguous and of one size and dtype; the result is new.
            unsafe { cuda::scan(gpu, &format!("scan_{}_{of_kernel}", op.name()), [&out, &t], (n, inner))? };
        }
        return Ok(out);
    }
    let t = t.host()?;
    let out = Tensor::uninit(t.device(), dtype, &t.to_shape())?;
    if out.size() == 0 {
        return Ok(out);
    }
    let to = out.host()?;
    match dtype {
        DType::F32 => go::<f32, f64, f32>(op, t, to, at),
        DType::F64 => go::<f64, f64, f64>(op, t, to, at),
        DType::F16 => go::<F16, f32, f32>(op, t, to, at),
        DType::BF16 => go::<BF16, f32, f32>(op, t, to, at),
        DType::I8 => go::<i8, i8, i8>(op, t, to, at),
        DType::I16 => go::<i16, i16, i16>(op, t, to, at),
        DType::I32 => go::<i32, i32, i32>(op, t, to, at),
        DType::I64 => go::<i64, i64, i64>(op, t, to, at),
        DType::U8 | DType::Bool => go::<u8, u8, u8>(op, t, to, at),
        // Sums and products have the same bits with and without a sign.
        DType::U64 => go::<i64, i64, u64>(op, t, to, at),
        DType::U16 | DType::U32 => unreachable!("they were cast to signed integers"),
    }
    Ok(out)
}

/// The gradient of the operand of a product scan along `axis`: `p[k] s[k]` where `p[k]` is the
/// product of all `x` before k, and `s[k] = grad[k] + x[k + 1] s[k + 1]`. There is no division, so
/// zeros need no special case. All have the same shape and float dtype.
pub fn cumprod_gradient(grad: &Tensor, x: &Tensor, axis: i64) -> Result<Tensor> {
    let at = shape::axis(axis, x.rank())?;
    let dtype = x.dtype();
    let (grad, x) = (copy::contiguous(&*wide(grad)?)?, copy::contiguous(&*wide(x)?)?);
    if let Some(gpu) = cuda::on(&x) {
        let out = Tensor::uninit(x.device(), x.dtype(), &x.to_shape())?;
        slopes_there(gpu, "cumprod", [&out, &grad, &x], at)?;
        return rounded(out, dtype);
    }
    let (grad, x) = (grad.host()?, x.host()?);
    let out = Tensor::uninit(x.device(), x.dtype(), &x.to_shape())?;
    if out.size() == 0 {
        return rounded(out, dtype);
    }
    match x.dtype() {
        DType::F64 => product_slopes::<f64>(grad, x, out.host()?, at),
        _ => product_slopes::<f32>(grad, x, out.host()?, at),
    }
    rounded(out, dtype)
}

/// The gradient of the operand of a scan of extrema along `axis`: an element gets the gradients of
/// the results that are that element. Of equal elements the last one gets them, and of NaNs too, as
/// in PyTorch. Both have the same shape and float dtype.
pub fn cumulative_extremum_gradient(op: ScanOp, grad: &Tensor, x: &Tensor, axis: i64) -> Result<Tensor> {
    let at = shape::axis(axis, x.rank())?;
    let dtype = x.dtype();
    let (grad, x) = (copy::contiguous(&*wide(grad)?)?, copy::contiguous(&*wide(x)?)?);
    let out = Tensor::zeroed(x.device(), x.dtype(), &x.to_shape())?;
    if let Some(gpu) = cuda::on(&x) {
        slopes_there(gpu, op.name(), [&out, &grad, &x], at)?;
    } else if out.size() > 0 {
        let (grad, x, to) = (grad.host()?, x.host()?, out.host()?);
        match x.dtype() {
            DType::F64 => extremum_slopes::<f64>(op == ScanOp::Max, grad, x, to, at),
            _ => extremum_slopes::<f32>(op == ScanOp::Max, grad, x, to, at),
        }
    }
    rounded(out, dtype)
}

/// The gradient of a scan on a CUDA device, from contiguous tensors of one shape and float dtype.
fn slopes_there(gpu: &Gpu, name: &str, tensors: [&Tensor; 3], at: usize) -> Result<()> {
    let [out, _, x] = tensors;
    if out.size() == 0 {
        return Ok(());
    }
    let Blocks { n, inner, .. } = Blocks::of(x, at);
    // SAFETY: all are contiguous, of one shape and one float dtype; the result is new.
    unsafe { cuda::scan(gpu, &format!("{name}_grad_{}", x.dtype()), tensors, (n, inner)) }
}

/// `outer` blocks of `n` rows of `inner` elements.
#[derive(Clone, Copy)]
struct Blocks {
    outer: usize,
    n: usize,
    inner: usize,
}

impl Blocks {
    fn of(t: &Tensor, at: usize) -> Blocks {
        let size = |dims: &[i64]| dims.iter().product::<i64>() as usize;
        let dims = t.shape();
        Blocks { outer: size(&dims[..at]), n: dims[at] as usize, inner: size(&dims[at + 1..]) }
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

fn product_slopes<T: Number>(grad: Host, x: Host, out: Host, at: usize) {
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

/// Adds to the zeros of `out`, column by column.
fn extremum_slopes<T: Number>(is_max: bool, grad: Host, x: Host, out: Host, at: usize) {
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
