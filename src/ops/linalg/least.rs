//! What follows from singular values: `pinv`, `matrix_rank`, `lstsq`.
//!
//! Invariant: a singular value counts as 0 when it is at most `rtol` times the greatest. A negative `rtol` stands for the
//! greater of m and n times the step from 1 to the next number of the dtype, as in the array API and PyTorch.

use super::matrices::{batch, done, expanded, matrix, real_dtype, sizes};
use super::spectral::{Parts, decomposed};
use crate::error::{Error, Result};
use crate::ops::device::same_device;
use crate::ops::{BinaryOp, ReduceOp, binary, cast, matmul, reduce};
use crate::tensor::{DType, Shape, Tensor, shape};
use faer::linalg::svd::ComputeSvdVectors;

/// What [`lstsq`] gives.
pub struct Lstsq {
    /// `x` of the least sum of squares of `b - a x`, and among those of the least norm, `[..., n, k]`.
    pub solution: Tensor,
    /// The sums of squares of the columns of `b - a x`, `[..., k]`.
    pub residuals: Tensor,
    /// The ranks, int64 `[...]`.
    pub rank: Tensor,
    /// The singular values.
    pub singular_values: Tensor,
}

/// The pseudoinverse of each matrix `[m, n]`: `[n, m]`.
///
/// Errors: `INVALID_ARGUMENT` for what is no matrix, has elements that are not finite, or does not converge.
pub fn pinv(a: &Tensor, rtol: f64) -> Result<Tensor> {
    let parts = decomposed("pinv", a, ComputeSvdVectors::Thin)?;
    done(&pseudo(parts, limit(a, rtol)?)?, real_dtype(a.dtype()))
}

/// How many singular values of each matrix do not count as 0, int64.
///
/// Errors: as [`pinv`].
pub fn matrix_rank(a: &Tensor, rtol: f64) -> Result<Tensor> {
    let parts = decomposed("matrix_rank", a, ComputeSvdVectors::No)?;
    ranks(&parts.s, batch(a), limit(a, rtol)?)
}

/// The best solutions of `a x = b` by the sum of squares; batches broadcast.
///
/// Errors: as [`pinv`]; `SHAPE_MISMATCH` for sizes that do not fit.
pub fn lstsq(a: &Tensor, b: &Tensor, rtol: f64) -> Result<Lstsq> {
    matrix("lstsq", a)?;
    matrix("lstsq", b)?;
    same_device(a, b)?;
    if sizes(a).0 != sizes(b).0 {
        let (a, b) = (shape::display(a.shape()), shape::display(b.shape()));
        return Err(Error::shape(format!("lstsq of shapes {a} and {b}: the rows of both differ")));
    }
    let dtype = real_dtype(a.dtype().promote(b.dtype()));
    let all = shape::broadcast(batch(a), batch(b))?;
    let (a, b) = (expanded(a, &all)?, cast(&expanded(b, &all)?, DType::F64)?);
    let rtol = if rtol < 0.0 { default_limit(sizes(&a), dtype) } else { limit(&a, rtol)? };
    let Parts { u, s, v } = decomposed("lstsq", &a, ComputeSvdVectors::Thin)?;
    let rank = ranks(&s, &all, rtol)?;
    let inverses = inverses(&s, rtol)?.unsqueeze(-1)?;
    // Vᵀ, and U as it is.
    let (u, vh) = (u.done(DType::F64)?, v.done_transposed(DType::F64)?);
    let along = matmul(&u.transpose(-1, -2)?, &b)?;
    let x = matmul(&vh.transpose(-1, -2)?, &binary(BinaryOp::Mul, &inverses, &along)?)?;
    let rest = binary(BinaryOp::Sub, &b, &matmul(&cast(&a, DType::F64)?, &x)?)?;
    let residuals = reduce(ReduceOp::Sum, &binary(BinaryOp::Mul, &rest, &rest)?, &[-2], false)?;
    let singular_values = done(&s, dtype)?;
    Ok(Lstsq { solution: done(&x, dtype)?, residuals: done(&residuals, dtype)?, rank, singular_values })
}

/// V diag(1/s) Uᵀ, in f64.
fn pseudo(parts: Parts, rtol: f64) -> Result<Tensor> {
    let inverses = inverses(&parts.s, rtol)?.unsqueeze(-1)?;
    let (u, vh) = (parts.u.done(DType::F64)?, parts.v.done_transposed(DType::F64)?);
    let scaled = binary(BinaryOp::Mul, &inverses, &vh)?;
    matmul(&scaled.transpose(-1, -2)?, &u.transpose(-1, -2)?)
}

/// 1 divided by each singular value, 0 of those that count as 0.
fn inverses(s: &Tensor, rtol: f64) -> Result<Tensor> {
    let out = Tensor::empty(s.device(), DType::F64, &s.to_shape())?;
    for_rows(s, |row, values| {
        let least = values.first().copied().unwrap_or(0.0) * rtol;
        for (k, &value) in values.iter().enumerate() {
            let inverse = if value > least { 1.0 / value } else { 0.0 };
            // SAFETY: `out` is new and of the shape of `s`.
            unsafe { out.as_ptr().cast::<f64>().add(row * values.len() + k).write(inverse) };
        }
    });
    Ok(out)
}

fn ranks(s: &Tensor, batch: &[i64], rtol: f64) -> Result<Tensor> {
    let out = Tensor::zeros(s.device(), DType::I64, &Shape::new(batch)?)?;
    for_rows(s, |row, values| {
        let least = values.first().copied().unwrap_or(0.0) * rtol;
        let rank = values.iter().filter(|&&value| value > least).count() as i64;
        // SAFETY: `out` is new and has a place for each row of `s`.
        unsafe { out.as_ptr().cast::<i64>().add(row).write(rank) };
    });
    Ok(out)
}

/// Gives the singular values of each matrix, which descend.
fn for_rows(s: &Tensor, mut each: impl FnMut(usize, &[f64])) {
    let k = s.shape()[s.rank() - 1] as usize;
    let rows = s.size().checked_div(k).unwrap_or(0);
    for row in 0..rows {
        // SAFETY: `s` is contiguous, of f64, and nobody else has it.
        each(row, unsafe { std::slice::from_raw_parts(s.as_ptr().cast::<f64>().add(row * k), k) });
    }
}

fn limit(a: &Tensor, rtol: f64) -> Result<f64> {
    if rtol.is_nan() {
        return Err(Error::argument(format!("a relative tolerance of {rtol} is no number")));
    }
    Ok(if rtol < 0.0 { default_limit(sizes(a), real_dtype(a.dtype())) } else { rtol })
}

fn default_limit((m, n): (i64, i64), dtype: DType) -> f64 {
    let step = if dtype == DType::F64 { f64::EPSILON } else { f64::from(f32::EPSILON) };
    m.max(n) as f64 * step
}
