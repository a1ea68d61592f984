//! `qr`: a matrix as the product of an orthogonal and a triangular one, by Householder reflections.
//!
//! Each column is scaled (see `scale`), and R is scaled back. Q does not depend on the scale.

use super::call::{Scratch, call};
use super::matrices::{Matrices, batch, matrix, real_dtype, sizes};
use super::scale::{Exponents, exponent, scale};
use crate::error::Result;
use crate::tensor::Tensor;
use faer::dyn_stack::StackReq;
use faer::linalg::householder::{
    apply_block_householder_sequence_on_the_left_in_place_scratch as apply_scratch,
    apply_block_householder_sequence_on_the_left_in_place_with_conj as apply,
};
use faer::linalg::qr::no_pivoting::factor;
use faer::{Conj, Par};

/// Q and R of each matrix `[m, n]`. With `k = min(m, n)` their shapes are `[m, k]` and `[k, n]`; if
/// `complete`, `[m, m]` and `[m, n]`.
///
/// Errors: `INVALID_ARGUMENT` for a tensor of rank below 2.
pub fn qr(a: &Tensor, complete: bool) -> Result<(Tensor, Tensor)> {
    matrix("qr", a)?;
    let (m, n) = sizes(a);
    let least = m.min(n) as usize;
    let inner = if complete { m } else { m.min(n) };
    let (mut factors, device) = (Matrices::of(a)?, a.device());
    let mut q = Matrices::units(device, batch(a), m, inner)?;
    let mut r = Matrices::zeros(device, batch(a), inner, n)?;
    if factors.count() == 0 {
        let dtype = real_dtype(a.dtype());
        return Ok((q.done(dtype)?, r.done(dtype)?));
    }
    let block = factor::recommended_block_size::<f64>(m as usize, n as usize);
    let mut coefficients = Matrices::zeros(device, &[], block as i64, least as i64)?;
    let (rows, cols) = (m as usize, n as usize);
    let required = StackReq::any_of(&[
        factor::qr_in_place_scratch::<f64>(rows, cols, block, Par::Seq, Default::default()),
        apply_scratch::<f64>(rows, block, inner as usize),
    ]);
    let mut scratch = Scratch::new(device, required)?;
    let mut exponents = Exponents::new(device, cols)?;
    for i in 0..factors.count() {
        for (column, e) in factors.slice_mut(i).chunks_exact_mut(rows).zip(exponents.all_mut()) {
            *e = exponent(column.iter().copied());
            scale(column, -*e);
        }
        let (matrix, weights) = (factors.get_mut(i), coefficients.get_mut(0));
        call(|| factor::qr_in_place(matrix, weights, Par::Seq, scratch.stack(), Default::default()));
        let (basis, weights, to) = (factors.get(i), coefficients.get(0), q.get_mut(i));
        call(|| apply(basis.subcols(0, least), weights, Conj::No, to, Par::Seq, scratch.stack()));
        let (from, to) = (factors.slice(i), r.slice_mut(i));
        for column in 0..cols {
            let height = (column + 1).min(least);
            let start = column * inner as usize;
            to[start..start + height].copy_from_slice(&from[column * rows..column * rows + height]);
            scale(&mut to[start..start + height], exponents.all()[column]);
        }
    }
    let dtype = real_dtype(a.dtype());
    Ok((q.done(dtype)?, r.done(dtype)?))
}
