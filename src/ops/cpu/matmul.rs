//! The matrix product on the processor.
//!
//! Invariant: each element has the same bits however the product is divided among threads. Floats
//! go to `gemm`, which takes any strides; small products go to `small`, if the machine supports it.
//! Integers wrap.

use super::dispatch::{self, Kernel};
#[cfg(target_arch = "x86_64")]
use super::small;
use super::walk::Base;
use crate::ops::loops::Loops;
use crate::ops::number::Number;
use crate::ops::parallel;
use crate::tensor::{DType, Host, Shape, cells};
use std::ops::Range;

/// `[m,k]` times `[k,n]`, once for each pass of `batch`, whose offsets are those of the operands;
/// results are adjacent in row-major order. Strides are (row, column).
pub(in crate::ops) struct Plan {
    pub m: usize,
    pub n: usize,
    pub k: usize,
    pub left: (isize, isize),
    pub right: (isize, isize),
    pub batch: Loops,
    /// That of the result.
    pub shape: Shape,
}

impl Plan {
    /// Writes the product; of integers it is added to what is there.
    ///
    /// # Safety
    /// The plan was made from `a` and `b`, of this dtype, and `to` is contiguous and of its shape.
    pub unsafe fn run(&self, dtype: DType, a: Host, b: Host, to: Host) {
        match dtype.of_same_bits() {
            DType::F32 => self.float(a, b, to, 0f32, 1f32),
            DType::F64 => self.float(a, b, to, 0f64, 1f64),
            DType::F16 | DType::BF16 => unreachable!("their product is that of float32"),
            DType::I8 => self.integer::<i8>(a, b, to),
            DType::I16 => self.integer::<i16>(a, b, to),
            DType::I32 => self.integer::<i32>(a, b, to),
            DType::I64 => self.integer::<i64>(a, b, to),
            DType::U8 | DType::Bool => self.integer::<u8>(a, b, to),
            DType::U16 | DType::U32 | DType::U64 => unreachable!("their bits are those of the signed ones"),
        }
    }

    fn float<T: Float>(&self, a: Host, b: Host, out: Host, zero: T, one: T) {
        let (lhs, rhs, dst) = (Base::<T>::of(a), Base::<T>::of(b), Base::<T>::of(out));
        let (passes, size) = (self.batch.passes(), self.m * self.n);
        let cost = parallel::products(size * self.k);
        let pass = |pass: usize| {
            let (i, j) = self.batch.at(pass);
            (lhs.at(i), rhs.at(j), dst.at((pass * size) as isize))
        };
        #[cfg(target_arch = "x86_64")]
        if small::suits(self.m, self.n, self.k, self.right.1) && dispatch::has_avx512() {
            let Plan { m, n, k, left, right, .. } = *self;
            return parallel::ranges(passes, cost, |range| {
                for (lhs, rhs, dst) in range.map(pass) {
                    // SAFETY: as below, and the machine supports the instructions.
                    unsafe { small::run(&small::Product { m, n, k, lhs, left, rhs, right, dst }) };
                }
            });
        }
        let product = |(lhs, rhs, dst), rows, columns| {
            // SAFETY: shapes and strides are those of tensors of this element type, and `out` was
            // just created for m * n results per pass; other threads have other rows or columns of
            // it.
            unsafe { self.product((lhs, rhs, dst), rows, columns, (zero, one)) };
        };
        let longer = self.m.max(self.n);
        if passes > 1 || longer < 2 * PIECE {
            let all = |range: Range<usize>| range.for_each(|i| product(pass(i), 0..self.m, 0..self.n));
            return parallel::ranges(passes, cost, all);
        }
        let pieces = longer / PIECE;
        parallel::few_ranges(pieces, cost / pieces, WANTED, |range| {
            let end = if range.end == pieces { longer } else { range.end * PIECE };
            let part = range.start * PIECE..end;
            let (rows, columns) = if self.m >= self.n { (part, 0..self.n) } else { (0..self.m, part) };
            product(pass(0), rows, columns);
        });
    }

    /// Computes some rows and columns of one pass. Each element has the same bits as in the whole
    /// product: `gemm` divides the inner size by that size alone, unless there are at most 64 rows
    /// and columns, or one row, or one column.
    ///
    /// Wide products are computed in strips, so that the uncounted memory into which `gemm` repacks
    /// the right operand is at most [`REPACKED`].
    ///
    /// # Safety
    /// The addresses are those of a pass; no other thread accesses these rows and columns of the
    /// result.
    unsafe fn product<T: Float>(
        &self,
        (lhs, rhs, dst): (*mut T, *mut T, *mut T),
        rows: Range<usize>,
        columns: Range<usize>,
        (zero, one): (T, T),
    ) {
        let most = REPACKED / (self.k.clamp(1, INNER) * size_of::<T>());
        let strips = columns.len().div_ceil(most);
        for strip in 0..strips {
            let at = |strip: usize| columns.start + columns.len() * strip / strips;
            let (start, end) = (at(strip), at(strip + 1));
            let (row, column) = (rows.start as isize, start as isize);
            // SAFETY: the caller's promise.
            unsafe {
                gemm::gemm(
                    rows.len(),
                    end - start,
                    self.k,
                    dst.offset(row * self.n as isize + column),
                    1,
                    self.n as isize,
                    false,
                    lhs.offset(row * self.left.0),
                    self.left.1,
                    self.left.0,
                    rhs.offset(column * self.right.1),
                    self.right.1,
                    self.right.0,
                    zero,
                    one,
                    false,
                    false,
                    false,
                    gemm::Parallelism::None,
                );
            }
        }
    }

    fn integer<T: Number>(&self, a: Host, b: Host, out: Host) {
        let (lhs, rhs, dst) = (Base::<T>::of(a), Base::<T>::of(b), Base::<T>::of(out));
        let m = self.m;
        parallel::ranges(self.batch.passes() * m, self.n * self.k, |mut range| {
            while !range.is_empty() {
                let pass = range.start / m;
                let rows = range.start % m..m.min(range.end - pass * m);
                let (i, j) = self.batch.at(pass);
                range.start += rows.len();
                let dst = dst.at((pass * m * self.n) as isize);
                dispatch::run(Integer { plan: self, lhs: lhs.at(i), rhs: rhs.at(j), dst, rows });
            }
        });
    }
}

/// The most bytes of a right operand that `gemm` may repack at a time, and the most rows of it that
/// `gemm` takes, on most machines. So a strip of a wide product has at least 512 columns.
const REPACKED: usize = 4 << 20;
const INNER: usize = 512;
/// The fewest rows or columns of a product for one thread: more than 64, for the reason given at
/// `product`.
const PIECE: usize = 128;
/// With at least this many pieces, the repacking that all of them share takes little time.
const WANTED: usize = 4;

/// An element type of [`gemm`], and of [`small`] where it exists.
#[cfg(target_arch = "x86_64")]
trait Float: super::lanes::Lanes<512> {}
#[cfg(target_arch = "x86_64")]
impl<T: super::lanes::Lanes<512>> Float for T {}
#[cfg(not(target_arch = "x86_64"))]
use crate::tensor::Element as Float;

/// Rows of the right operand that are reused while they are in the cache.
const BLOCK: usize = 64;

/// Rows of a product of integers: `dst`, which starts as zeros, takes row after row of the right
/// operand.
struct Integer<'a, T> {
    plan: &'a Plan,
    lhs: *const T,
    rhs: *const T,
    dst: *mut T,
    rows: Range<usize>,
}

impl<T: Number> Kernel for Integer<'_, T> {
    type Output = ();
    const WIDE: bool = false;

    #[inline(always)]
    fn run(self) {
        let Plan { n, k, left, right, .. } = *self.plan;
        for start in (0..k).step_by(BLOCK) {
            for row in self.rows.clone() {
                // SAFETY: `dst` has m * n elements for each pass, and no other thread has these
                // rows.
                let sums = unsafe { std::slice::from_raw_parts_mut(self.dst.add(row * n), n) };
                for inner in start..k.min(start + BLOCK) {
                    // SAFETY: the offsets are those of the operands' own strides.
                    let (x, from) = unsafe {
                        let x = *self.lhs.offset(row as isize * left.0 + inner as isize * left.1);
                        (x, self.rhs.offset(inner as isize * right.0))
                    };
                    if right.1 == 1 {
                        // SAFETY: the row's elements are adjacent.
                        let values = unsafe { cells(from, n) };
                        for (sum, y) in sums.iter_mut().zip(values) {
                            *sum = sum.add(x.mul(y.get()));
                        }
                    } else {
                        for (column, sum) in sums.iter_mut().enumerate() {
                            // SAFETY: as above.
                            *sum = sum.add(x.mul(unsafe { *from.offset(column as isize * right.1) }));
                        }
                    }
                }
            }
        }
    }
}
