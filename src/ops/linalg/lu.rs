//! What the LU decomposition with partial pivoting gives: `solve`, `inv`, `det`, `slogdet`.
//!
//! Invariant: a matrix whose decomposition has a pivot of exactly 0 is singular, as in LAPACK. NaN and infinity go through.
//! The transposes are decomposed, since a tensor holds those in the order that `faer` reads.

use super::call::{Scratch, call};
use super::matrices::{Matrices, batch, done, expanded, joined, matrix, real_dtype, sizes, square};
use crate::error::{Error, Result};
use crate::ops::device::same_device;
use crate::tensor::{DType, Shape, Tensor, shape};
use faer::Par;
use faer::dyn_stack::{MemStack, StackReq};
use faer::linalg::lu::partial_pivoting::{factor, solve as solver};
use faer::perm::PermRef;

/// `x` of `a x = b`, for square matrices `a` and matrices `b` of as many rows; batches broadcast.
///
/// Errors: `INVALID_ARGUMENT` for what is no matrix, and for a singular one; `SHAPE_MISMATCH` for sizes that do not fit.
pub fn solve(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    square("solve", a)?;
    matrix("solve", b)?;
    same_device(a, b)?;
    let (n, k) = (sizes(a).0 as usize, sizes(b).1 as usize);
    if sizes(b).0 as usize != n {
        let (a, b) = (shape::display(a.shape()), shape::display(b.shape()));
        return Err(Error::shape(format!("solve of shapes {a} and {b}: the rows of both differ")));
    }
    let dtype = real_dtype(a.dtype().promote(b.dtype()));
    let all = shape::broadcast(batch(a), batch(b))?;
    let mut lu = Matrices::transposed(&expanded(a, &all)?)?;
    let mut x = Matrices::of(&expanded(b, &all)?)?;
    let more = solver::solve_transpose_in_place_scratch::<u32, f64>(n, k, Par::Seq);
    decomposed(&mut lu, more, |i, lu, pivots, stack| {
        regular("solve", lu, i)?;
        let (factors, to) = (lu.get(i), x.get_mut(i));
        call(|| solver::solve_transpose_in_place(factors, factors, pivots.rows, to, Par::Seq, stack));
        Ok(())
    })?;
    x.done(dtype)
}

/// The inverse of each square matrix.
///
/// Errors: `INVALID_ARGUMENT` for what is no square matrix, and for a singular one.
pub fn inv(a: &Tensor) -> Result<Tensor> {
    square("inv", a)?;
    let n = sizes(a).0;
    let mut lu = Matrices::transposed(a)?;
    let mut x = Matrices::units(a.device(), batch(a), n, n)?;
    let more = solver::solve_in_place_scratch::<u32, f64>(n as usize, n as usize, Par::Seq);
    decomposed(&mut lu, more, |i, lu, pivots, stack| {
        regular("inv", lu, i)?;
        let (factors, to) = (lu.get(i), x.get_mut(i));
        call(|| solver::solve_in_place(factors, factors, pivots.rows, to, Par::Seq, stack));
        Ok(())
    })?;
    x.done_transposed(real_dtype(a.dtype()))
}

/// The determinant of each square matrix; 1 of one without elements.
///
/// Errors: `INVALID_ARGUMENT` for what is no square matrix.
pub fn det(a: &Tensor) -> Result<Tensor> {
    square("det", a)?;
    let out = Tensor::empty(a.device(), DType::F64, &Shape::new(batch(a))?)?;
    each_diagonal(a, |i, diagonal, swaps| {
        let sign = if swaps % 2 == 0 { 1.0 } else { -1.0 };
        // SAFETY: `out` is new and has a place for each matrix.
        unsafe { out.as_ptr().cast::<f64>().add(i).write(diagonal.fold(sign, |product, x| product * x)) };
    })?;
    done(&out, real_dtype(a.dtype()))
}

/// The sign of the determinant of each square matrix and the logarithm of its size: 0 and -infinity if it is singular.
///
/// Errors: `INVALID_ARGUMENT` for what is no square matrix.
pub fn slogdet(a: &Tensor) -> Result<(Tensor, Tensor)> {
    square("slogdet", a)?;
    let both = joined(&[2], batch(a))?;
    let out = Tensor::empty(a.device(), DType::F64, &both)?;
    let count = shape::elements(batch(a));
    each_diagonal(a, |i, diagonal, swaps| {
        let first = if swaps % 2 == 0 { 1.0 } else { -1.0 };
        let sign_of = |x: f64| if x == 0.0 || x.is_nan() { x } else { x.signum() };
        let (sign, log) = diagonal.fold((first, 0.0), |(s, log), x| (s * sign_of(x), log + x.abs().ln()));
        // SAFETY: `out` is new and has two places for each matrix.
        unsafe {
            let to = out.as_ptr().cast::<f64>();
            to.add(i).write(if sign == 0.0 { 0.0 } else { sign });
            to.add(count + i).write(log);
        }
    })?;
    let part = |i| done(&crate::ops::copy(&out.select(0, i)?)?, real_dtype(a.dtype()));
    Ok((part(0)?, part(1)?))
}

/// Gives the diagonal of U of each matrix, and how often rows were swapped.
fn each_diagonal(a: &Tensor, mut each: impl FnMut(usize, &mut dyn Iterator<Item = f64>, usize)) -> Result<()> {
    let mut lu = Matrices::transposed(a)?;
    decomposed(&mut lu, StackReq::EMPTY, |i, lu, pivots, _| {
        let (n, elements) = (lu.rows, lu.slice(i));
        each(i, &mut (0..n).map(|k| elements[k * n + k]), pivots.swaps);
        Ok(())
    })
}

/// The permutation that belongs to a decomposition.
struct Pivots<'a> {
    rows: PermRef<'a, u32>,
    swaps: usize,
}

/// Decomposes each matrix in place and calls `then`, which may use as much scratch memory as `more`.
fn decomposed(
    a: &mut Matrices,
    more: StackReq,
    mut then: impl FnMut(usize, &Matrices, Pivots<'_>, &mut MemStack) -> Result<()>,
) -> Result<()> {
    let n = a.rows;
    let own = factor::lu_in_place_scratch::<u32, f64>(n, n, Par::Seq, Default::default());
    let mut scratch = Scratch::new(crate::device::Device::Cpu, own.or(more))?;
    let places = Tensor::empty(crate::device::Device::Cpu, DType::I32, &Shape::new(&[2, n as i64])?)?;
    // SAFETY: the places are those of a new tensor of two rows of n, which lives to the end of this function.
    let (rows, back) = unsafe {
        let start = places.as_ptr().cast::<u32>();
        (std::slice::from_raw_parts_mut(start, n), std::slice::from_raw_parts_mut(start.add(n), n))
    };
    for i in 0..a.count() {
        let matrix = a.get_mut(i);
        let (info, found) =
            call(|| factor::lu_in_place(matrix, &mut *rows, &mut *back, Par::Seq, scratch.stack(), Default::default()));
        let pivots = Pivots { rows: found, swaps: info.transposition_count };
        then(i, a, pivots, scratch.stack())?;
    }
    Ok(())
}

/// `INVALID_ARGUMENT` when matrix `i` has a pivot of 0.
fn regular(op: &str, lu: &Matrices, i: usize) -> Result<()> {
    let (n, elements) = (lu.rows, lu.slice(i));
    match (0..n).find(|k| elements[k * n + k] == 0.0) {
        None => Ok(()),
        Some(k) => Err(Error::argument(format!("{op}: {} is singular: pivot {k} is 0", lu.which(i)))),
    }
}
