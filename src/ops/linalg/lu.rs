//! Functions based on the LU decomposition with partial pivoting: `solve`, `inv`, `det`, `slogdet`.
//!
//! Invariant: a matrix whose decomposition has a pivot of exactly 0 is singular, as in LAPACK. NaN
//! and infinity propagate. Matrices of very large or very small elements are scaled (see `scale`).
//! The transposes are decomposed, because a row-major tensor holds those in the order that `faer`
//! reads.

use super::call::{Scratch, call};
use super::matrices::{Matrices, batch, done, expanded, joined, matrix, real_dtype, sizes, square};
use super::scale::{Balance, Rows, scaled};
use crate::error::{Error, Result};
use crate::ops::device::same_device;
use crate::ops::ones;
use crate::tensor::{DType, Shape, Tensor, shape};
use faer::Par;
use faer::dyn_stack::{MemStack, StackReq};
use faer::linalg::lu::partial_pivoting::{factor, solve as solver};
use faer::perm::PermRef;

/// Solves `a x = b` for square matrices `a` and matrices `b` with as many rows; batches broadcast.
///
/// Errors: `INVALID_ARGUMENT` for a tensor of rank below 2 and for a singular matrix;
/// `SHAPE_MISMATCH` for sizes that do not match.
pub fn solve(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    square("solve", a)?;
    matrix("solve", b)?;
    same_device(a, b)?;
    let (n, k) = (sizes(a).0 as usize, sizes(b).1 as usize);
    if sizes(b).0 as usize != n {
        let (a, b) = (shape::display(a.shape()), shape::display(b.shape()));
        return Err(Error::shape(format!("solve of shapes {a} and {b}: the rows of both differ")));
    }
    let dtype = real_dtype(a.dtype().promote(b.dtype())?);
    let all = shape::broadcast(batch(a), batch(b))?;
    let mut lu = Matrices::transposed(&expanded(a, &all)?)?;
    let mut x = Matrices::of(&expanded(b, &all)?)?;
    let more = solver::solve_transpose_in_place_scratch::<u32, f64>(n, k, Par::Seq);
    decomposed(&mut lu, (k, more), |i, lu, pivots, stack| {
        regular("solve", lu, i)?;
        pivots.scale.before(x.slice_mut(i), Rows::Vectors);
        let (factors, to) = (lu.get(i), x.get_mut(i));
        call(|| solver::solve_transpose_in_place(factors, factors, pivots.rows, to, Par::Seq, stack));
        pivots.scale.after(x.slice_mut(i), Rows::Vectors);
        Ok(())
    })?;
    x.done(dtype)
}

/// The inverse of each square matrix.
///
/// Errors: `INVALID_ARGUMENT` for a matrix that is not square or is singular.
pub fn inv(a: &Tensor) -> Result<Tensor> {
    square("inv", a)?;
    let n = sizes(a).0;
    let mut lu = Matrices::transposed(a)?;
    let mut x = Matrices::units(a.device(), batch(a), n, n)?;
    let more = solver::solve_in_place_scratch::<u32, f64>(n as usize, n as usize, Par::Seq);
    decomposed(&mut lu, (n as usize, more), |i, lu, pivots, stack| {
        regular("inv", lu, i)?;
        pivots.scale.before(x.slice_mut(i), Rows::Places);
        let (factors, to) = (lu.get(i), x.get_mut(i));
        call(|| solver::solve_in_place(factors, factors, pivots.rows, to, Par::Seq, stack));
        pivots.scale.after(x.slice_mut(i), Rows::Places);
        Ok(())
    })?;
    x.done_transposed(real_dtype(a.dtype()))
}

/// The determinant of each square matrix; 1 for a matrix without elements.
///
/// Errors: `INVALID_ARGUMENT` for a matrix that is not square.
pub fn det(a: &Tensor) -> Result<Tensor> {
    square("det", a)?;
    if sizes(a).0 == 0 {
        return ones(a.device(), real_dtype(a.dtype()), &Shape::new(batch(a))?);
    }
    a.host()?; // checked before anything is created
    let out = Tensor::uninit(a.device(), DType::F64, &Shape::new(batch(a))?)?;
    let to = out.host()?;
    each_diagonal(a, |i, diagonal, sign, scale| {
        // A product of many numbers may leave the range in between, so the exponents are summed
        // separately.
        let apart = |x: f64| if x == 0.0 || !x.is_finite() { (x, 0) } else { (x, libm::ilogb(x)) };
        let (product, e) = diagonal.fold((sign, scale), |(product, sum), x| {
            let (x, e) = apart(x);
            let (product, more) = apart(product * scaled(x, -e));
            (scaled(product, -more), sum + i64::from(e + more))
        });
        // SAFETY: `out` is new and has an element for each matrix.
        unsafe { to.as_ptr().cast::<f64>().add(i).write(scaled(product, e.clamp(-4000, 4000) as i32)) };
    })?;
    done(&out, real_dtype(a.dtype()))
}

/// The sign of the determinant of each square matrix and the logarithm of its absolute value; 0 and
/// -infinity for a singular matrix.
///
/// Errors: `INVALID_ARGUMENT` for a matrix that is not square.
pub fn slogdet(a: &Tensor) -> Result<(Tensor, Tensor)> {
    square("slogdet", a)?;
    if sizes(a).0 == 0 {
        let (dtype, shape) = (real_dtype(a.dtype()), Shape::new(batch(a))?);
        return Ok((ones(a.device(), dtype, &shape)?, Tensor::zeroed(a.device(), dtype, &shape)?));
    }
    a.host()?; // checked before anything is created
    let both = joined(&[2], batch(a))?;
    let out = Tensor::uninit(a.device(), DType::F64, &both)?;
    let to = out.host()?;
    let count = shape::elements(batch(a));
    each_diagonal(a, |i, diagonal, first, scale| {
        let sign_of = |x: f64| if x == 0.0 || x.is_nan() { x } else { x.signum() };
        let (sign, log) = diagonal.fold((first, 0.0), |(s, log), x| (s * sign_of(x), log + x.abs().ln()));
        let log = log + scale as f64 * std::f64::consts::LN_2;
        // SAFETY: `out` is new and has two elements for each matrix.
        unsafe {
            let to = to.as_ptr().cast::<f64>();
            to.add(i).write(if sign == 0.0 { 0.0 } else { sign });
            to.add(count + i).write(log);
        }
    })?;
    let part = |i| done(&crate::ops::copy(&out.select_view(0, i)?)?, real_dtype(a.dtype()));
    Ok((part(0)?, part(1)?))
}

/// Calls `each` with the diagonal of U of each matrix, the sign of the row swaps, and the power of
/// two that the determinant was divided by.
fn each_diagonal(a: &Tensor, mut each: impl FnMut(usize, &mut dyn Iterator<Item = f64>, f64, i64)) -> Result<()> {
    let mut lu = Matrices::transposed(a)?;
    decomposed(&mut lu, (0, StackReq::EMPTY), |i, lu, pivots, _| {
        let (n, elements) = (lu.rows, lu.slice(i));
        let sign = if pivots.swaps % 2 == 0 { 1.0 } else { -1.0 };
        each(i, &mut (0..n).map(|k| elements[k * n + k]), sign, pivots.scale.total());
        Ok(())
    })
}

/// The permutation of a decomposition.
struct Pivots<'a> {
    rows: PermRef<'a, u32>,
    swaps: usize,
    scale: &'a mut Balance,
}

/// Decomposes each matrix in place and calls `then`, which may use `more` scratch memory.
/// Right-hand sides have `k` columns.
fn decomposed(
    a: &mut Matrices,
    (k, more): (usize, StackReq),
    mut then: impl FnMut(usize, &Matrices, Pivots<'_>, &mut MemStack) -> Result<()>,
) -> Result<()> {
    let n = a.rows;
    if a.count() == 0 {
        return Ok(());
    }
    let own = factor::lu_in_place_scratch::<u32, f64>(n, n, Par::Seq, Default::default());
    let mut scratch = Scratch::new(crate::device::Device::Cpu, own.or(more))?;
    let places = Tensor::uninit(crate::device::Device::Cpu, DType::I32, &Shape::new(&[2, n as i64])?)?;
    let start = places.host()?.as_ptr().cast::<u32>();
    // SAFETY: the memory is a new tensor of two rows of n, which lives to the end of this function.
    let (rows, back) =
        unsafe { (std::slice::from_raw_parts_mut(start, n), std::slice::from_raw_parts_mut(start.add(n), n)) };
    let mut scale = Balance::new(crate::device::Device::Cpu, n, k)?;
    for i in 0..a.count() {
        scale.divide(a.slice_mut(i), |_, _| true);
        let matrix = a.get_mut(i);
        let (info, found) =
            call(|| factor::lu_in_place(matrix, &mut *rows, &mut *back, Par::Seq, scratch.stack(), Default::default()));
        let pivots = Pivots { rows: found, swaps: info.transposition_count, scale: &mut scale };
        then(i, a, pivots, scratch.stack())?;
    }
    Ok(())
}

/// `INVALID_ARGUMENT` if matrix `i` has a pivot of 0.
fn regular(op: &str, lu: &Matrices, i: usize) -> Result<()> {
    let (n, elements) = (lu.rows, lu.slice(i));
    match (0..n).find(|k| elements[k * n + k] == 0.0) {
        None => Ok(()),
        Some(k) => Err(Error::argument(format!("{op}: {} is singular: pivot {k} is 0", lu.which(i)))),
    }
}
