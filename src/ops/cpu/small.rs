//! Products of small matrices of floats, on machines with AVX-512.
//!
//! Invariant: each element is the sum of its products in order, and each is added with one
//! rounding. These are the bits that `gemm` gives for inner sizes that it does not divide. So they
//! depend neither on the layout nor on which of the two ran.
//!
//! `gemm` repacks its operands into memory that it allocates, which pays off for large matrices
//! only: a product with ten columns spends half its time there. Here the right operand is read in
//! place, or repacked on the stack if its rows are not contiguous, and four rows of 64 results are
//! summed in registers.

use super::lanes::Lanes;
use std::mem::MaybeUninit;

/// The number of multiplications up to which this is faster than `gemm`.
const MOST: usize = 1 << 18;
/// The maximum size of a right operand that is repacked, and the number of rows on the left from
/// which that pays off.
const PACKED: usize = 1024;
const PACKED_ROWS: usize = 8;
/// With fewer columns, the vectors would be mostly empty.
const FEWEST_COLUMNS: usize = 4;

/// `[m,k]` times `[k,n]`, written to `dst`, whose rows are adjacent. Strides are (row, column).
pub(in crate::ops) struct Product<T> {
    pub m: usize,
    pub n: usize,
    pub k: usize,
    pub lhs: *const T,
    pub left: (isize, isize),
    pub rhs: *const T,
    pub right: (isize, isize),
    pub dst: *mut T,
}

/// Whether [`run`] should compute a product of these sizes, with this column stride on the right.
pub(in crate::ops) fn suits(m: usize, n: usize, k: usize, column: isize) -> bool {
    let as_it_lies = column == 1 || (n * k <= PACKED && m >= PACKED_ROWS);
    m.saturating_mul(n).saturating_mul(k) <= MOST && n >= FEWEST_COLUMNS && as_it_lies
}

/// Computes a product.
///
/// # Safety
/// The machine has AVX-512 (F), [`suits`] accepts the sizes, the operands have the elements that
/// sizes and strides reach, and `dst` has room for `m * n`, which no other code accesses.
#[target_feature(enable = "avx512f")]
pub(in crate::ops) unsafe fn run<T: Lanes<512>>(p: &Product<T>) {
    let mut packed = MaybeUninit::<[T; PACKED]>::uninit();
    let (mut from, mut row) = (p.rhs, p.right.0);
    if p.right.1 != 1 {
        let to = packed.as_mut_ptr().cast::<T>();
        for i in 0..p.k {
            for j in 0..p.n {
                // SAFETY: the caller's promise; `suits` accepts no more than the buffer holds.
                unsafe { to.add(i * p.n + j).write(*p.rhs.offset(i as isize * p.right.0 + j as isize * p.right.1)) };
            }
        }
        (from, row) = (to, p.n as isize);
    }
    let mut start = 0;
    while start < p.n {
        let width = (p.n - start).min(4 * T::LANES);
        // SAFETY: the caller's promise; there are at most as many columns from `start` on as the
        // vectors have lanes.
        unsafe {
            let strip = Strip { p, from: from.add(start), row, start, width };
            match width.div_ceil(T::LANES) {
                1 => strip.sum::<1, 8>(),
                2 => strip.sum::<2, 8>(),
                3 => strip.sum::<3, 4>(),
                _ => strip.sum::<4, 4>(),
            }
        }
        start += width;
    }
}

/// `width` columns of a product from `start` on. Their rows on the right start at `from` and are
/// `row` apart.
struct Strip<'a, T> {
    p: &'a Product<T>,
    from: *const T,
    row: isize,
    start: usize,
    width: usize,
}

impl<T: Lanes<512>> Strip<'_, T> {
    /// All rows, `R` at a time, in `V` vectors, the last of which may be partly filled.
    #[target_feature(enable = "avx512f")]
    unsafe fn sum<const V: usize, const R: usize>(&self) {
        let mut i = 0;
        // SAFETY: the promise of `run`.
        unsafe {
            while i + R <= self.p.m {
                self.tile::<V, R>(i);
                i += R;
            }
            while i + 2 <= self.p.m {
                self.tile::<V, 2>(i);
                i += 2;
            }
            if i < self.p.m {
                self.tile::<V, 1>(i);
            }
        }
    }

    /// The rows from `first` on.
    #[inline]
    #[target_feature(enable = "avx512f")]
    unsafe fn tile<const V: usize, const R: usize>(&self, first: usize) {
        let p = self.p;
        let last = self.width - (V - 1) * T::LANES;
        let lanes = |v: usize| if v == V - 1 { last } else { T::LANES };
        // SAFETY: the promise of `run`: `R` rows from `first` on and `width` columns from `start`
        // on exist.
        unsafe {
            let mut sums = [[T::zero(); V]; R];
            let (mut left, mut right) = (p.lhs.offset(first as isize * p.left.0), self.from);
            for _ in 0..p.k {
                let mut row = [T::zero(); V];
                for (v, row) in row.iter_mut().enumerate() {
                    *row = T::load(right.add(v * T::LANES), lanes(v));
                }
                for (r, sums) in sums.iter_mut().enumerate() {
                    let factor = T::repeat(*left.offset(r as isize * p.left.0));
                    for (sum, &row) in sums.iter_mut().zip(&row) {
                        *sum = T::multiply_add(factor, row, *sum);
                    }
                }
                left = left.wrapping_offset(p.left.1);
                right = right.wrapping_offset(self.row);
            }
            for (r, sums) in sums.iter().enumerate() {
                for (v, &sum) in sums.iter().enumerate() {
                    T::store(p.dst.add((first + r) * p.n + self.start + v * T::LANES), lanes(v), sum);
                }
            }
        }
    }
}
