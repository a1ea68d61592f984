//! Singular values and eigenvalues of symmetric matrices.
//!
//! Invariant: singular values descend and eigenvalues ascend. The signs of vectors are arbitrary.
//! NaN and infinite elements are refused before the iteration starts. The iterated matrix is scaled
//! (see `scale`).

use super::call::{Scratch, call};
use super::matrices::{Matrices, batch, done, joined, matrix, real_dtype, sizes, square};
use super::scale::{Exponents, exponent, scale};
use crate::error::{Error, Result};
use crate::ops::{Triangle, copy};
use crate::tensor::{DType, Host, Tensor};
use faer::Par;
use faer::diag::DiagMut;
use faer::linalg::evd::{self, ComputeEigenvectors};
use faer::linalg::svd::{self as by, ComputeSvdVectors};

/// The factors `u`, `s` and `vh` of matrices `u diag(s) vh`.
pub struct Svd {
    /// `[..., m, k]`, or `[..., m, m]` if full.
    pub u: Tensor,
    /// `[..., k]`.
    pub s: Tensor,
    /// `[..., k, n]`, or `[..., n, n]` if full.
    pub vh: Tensor,
}

/// The singular value decomposition of each matrix `[m, n]`, with `k = min(m, n)`.
///
/// Errors: `INVALID_ARGUMENT` for a tensor of rank below 2, for elements that are not finite, and
/// if the iteration does not converge.
pub fn svd(a: &Tensor, full: bool) -> Result<Svd> {
    let dtype = real_dtype(a.dtype());
    let parts = decomposed("svd", a, if full { ComputeSvdVectors::Full } else { ComputeSvdVectors::Thin })?;
    let s = done(&parts.values()?, dtype)?;
    Ok(Svd { u: parts.u.done(dtype)?, s, vh: parts.v.done_transposed(dtype)? })
}

/// The singular values alone.
///
/// Errors: as for [`svd`].
pub fn svdvals(a: &Tensor) -> Result<Tensor> {
    done(&decomposed("svdvals", a, ComputeSvdVectors::No)?.values()?, real_dtype(a.dtype()))
}

/// The result of [`decomposed`], in f64. Without vectors, `u` and `v` have no columns.
pub(super) struct Parts {
    pub u: Matrices,
    /// The singular values of the scaled matrices.
    pub s: Tensor,
    pub v: Matrices,
    /// The powers of 2 that the matrices were divided by.
    pub exponents: Exponents,
    /// The scaled matrices, transposed.
    pub scaled: Matrices,
}

impl Parts {
    /// The singular values of the original matrices.
    pub fn values(&self) -> Result<Tensor> {
        let mut values = copy(&self.s)?;
        self.exponents.apply(&mut values, 1)?;
        Ok(values)
    }
}

/// Computes the decomposition in f64.
pub(super) fn decomposed(op: &str, a: &Tensor, vectors: ComputeSvdVectors) -> Result<Parts> {
    matrix(op, a)?;
    let (m, n) = sizes(a);
    let k = m.min(n);
    // The transposes are decomposed, which are in the order that faer reads. So left and right
    // vectors are swapped.
    let (mut from, device) = (Matrices::transposed(a)?, a.device());
    from.finite(op)?;
    let mut exponents = Exponents::new(device, from.count())?;
    let s = Tensor::uninit(device, DType::F64, &joined(batch(a), &[k])?)?;
    let (of_u, of_v) = match vectors {
        ComputeSvdVectors::No => (0, 0),
        ComputeSvdVectors::Thin => (k, k),
        ComputeSvdVectors::Full => (m, n),
    };
    let mut u = Matrices::units(device, batch(a), m, of_u)?;
    let mut v = Matrices::units(device, batch(a), n, of_v)?;
    if k == 0 || from.count() == 0 {
        return Ok(Parts { u, s, v, exponents, scaled: from });
    }
    let required = by::svd_scratch::<f64>(n as usize, m as usize, vectors, vectors, Par::Seq, Default::default());
    let mut scratch = Scratch::new(device, required)?;
    let (wanted, to) = (vectors != ComputeSvdVectors::No, s.host()?);
    for i in 0..from.count() {
        let left = wanted.then(|| v.get_mut(i));
        let right = wanted.then(|| u.get_mut(i));
        let values = values(to, i, k as usize);
        let stack = scratch.stack();
        exponents.all_mut()[i] = normalise(from.slice_mut(i));
        call(|| by::svd(from.get(i), values, left, right, Par::Seq, stack, Default::default()))
            .map_err(|_| Error::argument(format!("{op}: {} did not converge", from.which(i))))?;
    }
    Ok(Parts { u, s, v, exponents, scaled: from })
}

/// Divides by a power of two so that the largest absolute value is from 1 to 2; returns the
/// exponent.
fn normalise(matrix: &mut [f64]) -> i32 {
    let e = exponent(matrix.iter().copied());
    scale(matrix, -e);
    e
}

/// The eigenvalues of each symmetric matrix, of which one triangle is read, and the eigenvectors as
/// columns.
///
/// Errors: `INVALID_ARGUMENT` for a matrix that is not square, for elements that are not finite,
/// and if the iteration does not converge.
pub fn eigh(a: &Tensor, side: Triangle) -> Result<(Tensor, Tensor)> {
    let (values, vectors) = symmetric("eigh", a, side, ComputeEigenvectors::Yes)?;
    let dtype = real_dtype(a.dtype());
    Ok((done(&values, dtype)?, vectors.done(dtype)?))
}

/// The eigenvalues alone.
///
/// Errors: as for [`eigh`].
pub fn eigvalsh(a: &Tensor, side: Triangle) -> Result<Tensor> {
    done(&symmetric("eigvalsh", a, side, ComputeEigenvectors::No)?.0, real_dtype(a.dtype()))
}

fn symmetric(op: &str, a: &Tensor, side: Triangle, vectors: ComputeEigenvectors) -> Result<(Tensor, Matrices)> {
    square(op, a)?;
    let (n, device) = (sizes(a).0, a.device());
    // faer reads the lower triangle, which is the upper one of the transpose.
    let mut from = if side == Triangle::Lower { Matrices::of(a)? } else { Matrices::transposed(a)? };
    from.forget_upper();
    from.finite(op)?;
    let mut exponents = Exponents::new(device, from.count())?;
    let mut s = Tensor::uninit(device, DType::F64, &joined(batch(a), &[n])?)?;
    let wanted = vectors == ComputeEigenvectors::Yes;
    let mut u = Matrices::zeros(device, batch(a), n, if wanted { n } else { 0 })?;
    if n == 0 || from.count() == 0 {
        return Ok((s, u));
    }
    let required = evd::self_adjoint_evd_scratch::<f64>(n as usize, vectors, Par::Seq, Default::default());
    let mut scratch = Scratch::new(device, required)?;
    for i in 0..from.count() {
        let to = wanted.then(|| u.get_mut(i));
        let values = values(s.host()?, i, n as usize);
        let stack = scratch.stack();
        exponents.all_mut()[i] = normalise(from.slice_mut(i));
        call(|| evd::self_adjoint_evd(from.get(i), values, to, Par::Seq, stack, Default::default()))
            .map_err(|_| Error::argument(format!("{op}: {} did not converge", from.which(i))))?;
    }
    exponents.apply(&mut s, 1)?;
    Ok((s, u))
}

/// The slice that the values of matrix `i` are written to.
fn values(s: Host<'_>, i: usize, k: usize) -> DiagMut<'_, f64> {
    // SAFETY: `s` is a new tensor of k values for each matrix, and each slice is borrowed once.
    DiagMut::from_slice_mut(unsafe { std::slice::from_raw_parts_mut(s.as_ptr().cast::<f64>().add(i * k), k) })
}
