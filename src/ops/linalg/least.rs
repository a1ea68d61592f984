//! Functions based on singular values: `pinv`, `matrix_rank`, `lstsq`.
//!
//! Invariant: a singular value counts as 0 if it is at most `rtol` times the largest one. A
//! negative `rtol` stands for max(m, n) times the machine epsilon of the dtype, as in the array API
//! and PyTorch.

use super::matrices::{Matrices, batch, done, expanded, matrix, real_dtype, sizes};
use super::scale::{Exponents, elements, scaled};
use super::spectral::{Parts, decomposed};
use crate::error::{Error, Result};
use crate::ops::device::same_device;
use crate::ops::{BinaryOp, ReduceOp, binary, copy, matmul, reduce};
use crate::tensor::{DType, Host, Shape, Tensor, shape};
use faer::linalg::svd::ComputeSvdVectors;

/// The results of [`lstsq`].
pub struct Lstsq {
    /// The `x` with the smallest sum of squares of `b - a x`, `[..., n, k]`. If there are several,
    /// the one of the smallest norm.
    pub solution: Tensor,
    /// The sums of squares of the columns of `b - a x`, `[..., k]`.
    pub residuals: Tensor,
    /// The ranks, int64 `[...]`.
    pub rank: Tensor,
    /// The singular values.
    pub singular_values: Tensor,
}

/// The pseudoinverse of each matrix: `[m, n] -> [n, m]`.
///
/// Errors: `INVALID_ARGUMENT` for a tensor of rank below 2, for elements that are not finite, and
/// if the iteration does not converge.
pub fn pinv(a: &Tensor, rtol: f64) -> Result<Tensor> {
    let Parts { u, s, v, exponents, .. } = decomposed("pinv", a, ComputeSvdVectors::Thin)?;
    let inverses = inverses(&s, limit(a, rtol)?)?.unsqueeze_view(-1)?;
    let (u, vh) = (u.done(DType::F64)?, v.done_transposed(DType::F64)?);
    let rows = binary(BinaryOp::Mul, &inverses, &vh)?;
    let mut found = matmul(&rows.transpose_view(-1, -2)?, &u.transpose_view(-1, -2)?)?;
    exponents.apply(&mut found, -1)?;
    done(&found, real_dtype(a.dtype()))
}

/// The number of singular values of each matrix that do not count as 0, int64.
///
/// Errors: as for [`pinv`].
pub fn matrix_rank(a: &Tensor, rtol: f64) -> Result<Tensor> {
    let parts = decomposed("matrix_rank", a, ComputeSvdVectors::No)?;
    ranks(&parts.s, batch(a), limit(a, rtol)?)
}

/// The least-squares solutions of `a x = b`; batches broadcast.
///
/// Errors: as for [`pinv`]; `SHAPE_MISMATCH` for sizes that do not match.
pub fn lstsq(a: &Tensor, b: &Tensor, rtol: f64) -> Result<Lstsq> {
    matrix("lstsq", a)?;
    matrix("lstsq", b)?;
    same_device(a, b)?;
    if sizes(a).0 != sizes(b).0 {
        let (a, b) = (shape::display(a.shape()), shape::display(b.shape()));
        return Err(Error::shape(format!("lstsq of shapes {a} and {b}: the rows of both differ")));
    }
    let dtype = real_dtype(a.dtype().promote(b.dtype())?);
    let all = shape::broadcast(batch(a), batch(b))?;
    let (a, b) = (expanded(a, &all)?, expanded(b, &all)?);
    let rtol = if rtol < 0.0 { default_limit(sizes(&a), dtype) } else { limit(&a, rtol)? };
    let Parts { u, s, v, exponents, scaled: a } = decomposed("lstsq", &a, ComputeSvdVectors::Thin)?;
    let rank = ranks(&s, &all, rtol)?;
    let mut singular_values = copy(&s)?;
    exponents.apply(&mut singular_values, 1)?;
    // Each column of `b` is scaled separately; the columns are stored as rows here.
    let mut columns = Matrices::of(&b)?.done_transposed(DType::F64)?;
    let of_columns = Exponents::normalise(&mut columns, sizes(&b).0 as usize)?;
    let b = columns.transpose_view(-1, -2)?;
    let inverses = inverses(&s, rtol)?.unsqueeze_view(-1)?;
    // V is transposed, U is not.
    let (u, vh) = (u.done(DType::F64)?, v.done_transposed(DType::F64)?);
    let along = matmul(&u.transpose_view(-1, -2)?, &b)?;
    let mut x = matmul(&vh.transpose_view(-1, -2)?, &binary(BinaryOp::Mul, &inverses, &along)?)?;
    let rest = binary(BinaryOp::Sub, &b, &matmul(&a.done_transposed(DType::F64)?, &x)?)?;
    let mut residuals = reduce(ReduceOp::Sum, &binary(BinaryOp::Mul, &rest, &rest)?, &[-2], false)?;
    of_columns.apply(&mut residuals, 2)?;
    scale_columns(&mut x, &exponents, &of_columns)?;
    let (solution, residuals) = (done(&x, dtype)?, done(&residuals, dtype)?);
    Ok(Lstsq { solution, residuals, rank, singular_values: done(&singular_values, dtype)? })
}

/// Multiplies the columns of solutions by their powers of 2, and divides them by those of the
/// matrices.
fn scale_columns(x: &mut Tensor, of_matrices: &Exponents, of_columns: &Exponents) -> Result<()> {
    let (n, k) = (sizes(x).0 as usize, sizes(x).1 as usize);
    if n == 0 || k == 0 {
        return Ok(());
    }
    let columns = of_columns.all().chunks_exact(k);
    for ((matrix, own), e) in elements(x)?.chunks_exact_mut(n * k).zip(columns).zip(of_matrices.all()) {
        for row in matrix.chunks_exact_mut(k) {
            row.iter_mut().zip(own).for_each(|(x, of_column)| *x = scaled(*x, of_column - e));
        }
    }
    Ok(())
}

/// The reciprocal of each singular value, or 0 if the value counts as 0.
fn inverses(s: &Tensor, rtol: f64) -> Result<Tensor> {
    let out = Tensor::uninit(s.device(), DType::F64, &s.to_shape())?;
    let to = out.host()?;
    for_rows(s.host()?, |row, values| {
        let least = values.first().copied().unwrap_or(0.0) * rtol;
        for (k, &value) in values.iter().enumerate() {
            let inverse = if value > least { 1.0 / value } else { 0.0 };
            // SAFETY: `out` is new and has the shape of `s`.
            unsafe { to.as_ptr().cast::<f64>().add(row * values.len() + k).write(inverse) };
        }
    });
    Ok(out)
}

fn ranks(s: &Tensor, batch: &[i64], rtol: f64) -> Result<Tensor> {
    let out = Tensor::zeroed(s.device(), DType::I64, &Shape::new(batch)?)?;
    let to = out.host()?;
    for_rows(s.host()?, |row, values| {
        let least = values.first().copied().unwrap_or(0.0) * rtol;
        let rank = values.iter().filter(|&&value| value > least).count() as i64;
        // SAFETY: `out` is new and has an element for each row of `s`.
        unsafe { to.as_ptr().cast::<i64>().add(row).write(rank) };
    });
    Ok(out)
}

/// Calls `each` with the singular values of each matrix, in descending order.
fn for_rows(s: Host, mut each: impl FnMut(usize, &[f64])) {
    let k = s.shape()[s.rank() - 1] as usize;
    let rows = s.size().checked_div(k).unwrap_or(0);
    for row in 0..rows {
        // SAFETY: `s` is contiguous, of f64, and not shared with another thread.
        each(row, unsafe { std::slice::from_raw_parts(s.as_ptr().cast::<f64>().add(row * k), k) });
    }
}

fn limit(a: &Tensor, rtol: f64) -> Result<f64> {
    if rtol.is_nan() {
        return Err(Error::argument(format!("a relative tolerance of {rtol} is not a number")));
    }
    Ok(if rtol < 0.0 { default_limit(sizes(a), real_dtype(a.dtype())) } else { rtol })
}

fn default_limit((m, n): (i64, i64), dtype: DType) -> f64 {
    let step = if dtype == DType::F64 { f64::EPSILON } else { f64::from(f32::EPSILON) };
    m.max(n) as f64 * step
}
