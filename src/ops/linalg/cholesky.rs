//! `cholesky`: the Cholesky factor of a symmetric positive definite matrix.
//!
//! Rows and columns are scaled (see `scale`) so that the diagonal is from 1 to 4, and the rows of
//! the factor are scaled back.

use super::call::{Scratch, call};
use super::matrices::{Matrices, real_dtype, square};
use super::scale::{Exponents, exponent, scaled};
use crate::error::{Error, Result};
use crate::tensor::Tensor;
use faer::Par;
use faer::linalg::cholesky::llt::factor::{self, LltError};

/// The lower triangular L of each matrix `L Lᵀ`. Reads the diagonal and the elements below it; L is
/// 0 above its diagonal.
///
/// Errors: `INVALID_ARGUMENT` for a matrix that is not square or not positive definite.
pub fn cholesky(a: &Tensor) -> Result<Tensor> {
    square("cholesky", a)?;
    let mut l = Matrices::of(a)?;
    let n = l.rows;
    if l.count() == 0 {
        return l.done(real_dtype(a.dtype()));
    }
    let required = factor::cholesky_in_place_scratch::<f64>(n, Par::Seq, Default::default());
    let mut scratch = Scratch::new(a.device(), required)?;
    let mut exponents = Exponents::new(a.device(), n)?;
    for i in 0..l.count() {
        let elements = l.slice_mut(i);
        for (k, e) in exponents.all_mut().iter_mut().enumerate() {
            *e = exponent(std::iter::once(elements[k * n + k])).div_euclid(2);
        }
        let own = exponents.all();
        for (column, values) in elements.chunks_exact_mut(n).enumerate() {
            values.iter_mut().zip(own).for_each(|(x, e)| *x = scaled(*x, -e - own[column]));
        }
        let matrix = l.get_mut(i);
        let done = call(|| {
            factor::cholesky_in_place(matrix, Default::default(), Par::Seq, scratch.stack(), Default::default())
        });
        let elements = l.slice_mut(i);
        let failed = match done {
            Err(LltError::NonPositivePivot { index }) => Some(index),
            Ok(_) => (0..n).find(|k| !(elements[k * n + k] > 0.0 && elements[k * n + k].is_finite())),
        };
        if let Some(k) = failed {
            let which = l.which(i);
            return Err(Error::argument(format!(
                "cholesky: {which} is not positive definite: pivot {k} is not positive"
            )));
        }
        for (column, values) in elements.chunks_exact_mut(n).enumerate() {
            values[..column].fill(0.0);
            values.iter_mut().zip(exponents.all()).for_each(|(x, e)| *x = scaled(*x, *e));
        }
    }
    l.done(real_dtype(a.dtype()))
}
