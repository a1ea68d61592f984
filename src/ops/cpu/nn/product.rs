//! Matrix products inside the kernels of this folder, on memory that the kernels hold.

use super::shared::Compute;

/// `[m,k]` times `[k,n]`; strides are (row, column).
#[derive(Clone, Copy)]
pub(super) struct Matrix<T> {
    pub at: *const T,
    pub row: isize,
    pub column: isize,
}

/// `dst = a b`, or `dst += a b` if `add`.
///
/// # Safety
/// Sizes and strides reach only elements that the caller holds, and no other code accesses those of
/// `dst` meanwhile.
#[allow(clippy::too_many_arguments)]
pub(super) unsafe fn product<T: Compute>(
    (m, n, k): (usize, usize, usize),
    dst: *mut T,
    row: isize,
    a: Matrix<T>,
    b: Matrix<T>,
    add: bool,
) {
    if m == 0 || n == 0 {
        return;
    }
    // SAFETY: the caller's promise.
    unsafe {
        gemm::gemm(
            m,
            n,
            k,
            dst,
            1,
            row,
            add,
            a.at,
            a.column,
            a.row,
            b.at,
            b.column,
            b.row,
            T::ONE,
            T::ONE,
            false,
            false,
            false,
            gemm::Parallelism::None,
        );
    }
}

/// `dst = a b` where the rows of `b` and of `dst` are contiguous. With few rows of `a`, `b` then
/// needs no packing.
///
/// # Safety
/// The conditions of [`product`]; `b.column` is 1, and the rows of `dst` are adjacent.
pub(super) unsafe fn product_of_rows<T: Compute>(
    (m, n, k): (usize, usize, usize),
    dst: *mut T,
    a: Matrix<T>,
    b: Matrix<T>,
) {
    #[cfg(target_arch = "x86_64")]
    if crate::ops::cpu::dispatch::has_avx512() && b.column == 1 && k > 0 {
        use crate::ops::cpu::small;
        let (left, right) = ((a.row, a.column), (b.row, b.column));
        // SAFETY: the caller's promise, and the machine was just found to have the instructions.
        unsafe { small::run(&small::Product { m, n, k, lhs: a.at, left, rhs: b.at, right, dst }) };
        return;
    }
    // SAFETY: the caller's promise.
    unsafe { product((m, n, k), dst, n as isize, a, b, false) };
}
