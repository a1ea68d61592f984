//! `cholesky`: the triangular root of a symmetric positive definite matrix.

use super::call::{Scratch, call};
use super::matrices::{Matrices, real_dtype, square};
use crate::error::{Error, Result};
use crate::tensor::Tensor;
use faer::Par;
use faer::linalg::cholesky::llt::factor::{self, LltError};

/// L of each matrix `L Lᵀ`, of which the diagonal and what is below it are read; above the diagonal of L is 0.
///
/// Errors: `INVALID_ARGUMENT` for what is no square matrix, and for one that is not positive definite.
pub fn cholesky(a: &Tensor) -> Result<Tensor> {
    square("cholesky", a)?;
    let mut l = Matrices::of(a)?;
    let n = l.rows;
    let required = factor::cholesky_in_place_scratch::<f64>(n, Par::Seq, Default::default());
    let mut scratch = Scratch::new(a.device(), required)?;
    for i in 0..l.count() {
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
        (0..n).for_each(|column| elements[column * n..column * n + column].fill(0.0));
    }
    l.done(real_dtype(a.dtype()))
}
