//! `solve_triangular`: forward or back substitution.

use super::call::call;
use super::matrices::{Matrices, batch, expanded, matrix, real_dtype, sizes, square};
use super::scale::{Balance, Rows};
use crate::error::{Error, Result};
use crate::ops::Triangle;
use crate::ops::device::same_device;
use crate::tensor::{Tensor, shape};
use faer::Par;
use faer::linalg::triangular_solve as by;

/// Solves `a x = b` for square matrices `a`, of which one triangle is read. If `unit`, the diagonal
/// counts as 1 and is not read. Batches broadcast.
///
/// Errors: `INVALID_ARGUMENT` for a tensor of rank below 2 and for a diagonal element of 0;
/// `SHAPE_MISMATCH` for sizes that do not match.
pub fn solve_triangular(a: &Tensor, b: &Tensor, side: Triangle, unit: bool) -> Result<Tensor> {
    square("solve_triangular", a)?;
    matrix("solve_triangular", b)?;
    same_device(a, b)?;
    if sizes(a).0 != sizes(b).0 {
        let (a, b) = (shape::display(a.shape()), shape::display(b.shape()));
        return Err(Error::shape(format!("solve_triangular of shapes {a} and {b}: the rows of both differ")));
    }
    let dtype = real_dtype(a.dtype().promote(b.dtype())?);
    let all = shape::broadcast(batch(a), batch(b))?;
    let mut factors = Matrices::of(&expanded(a, &all)?)?;
    let mut x = Matrices::of(&expanded(b, &all)?)?;
    let n = factors.rows;
    if factors.count() == 0 {
        return x.done(dtype);
    }
    let mut scale = Balance::new(a.device(), n, x.cols)?;
    for i in 0..factors.count() {
        let elements = factors.slice(i);
        if !unit && let Some(k) = (0..n).find(|k| elements[k * n + k] == 0.0) {
            let which = factors.which(i);
            return Err(Error::argument(format!(
                "solve_triangular: {which} is singular: element {k} of its diagonal is 0"
            )));
        }
        if !unit {
            // The vectors in memory are columns.
            let reads = |column: usize, row: usize| if side == Triangle::Lower { row >= column } else { row <= column };
            scale.divide(factors.slice_mut(i), reads);
            scale.before(x.slice_mut(i), Rows::Places);
        }
        let (from, to) = (factors.get(i), x.get_mut(i));
        call(|| match (side, unit) {
            (Triangle::Lower, false) => by::solve_lower_triangular_in_place(from, to, Par::Seq),
            (Triangle::Lower, true) => by::solve_unit_lower_triangular_in_place(from, to, Par::Seq),
            (Triangle::Upper, false) => by::solve_upper_triangular_in_place(from, to, Par::Seq),
            (Triangle::Upper, true) => by::solve_unit_upper_triangular_in_place(from, to, Par::Seq),
        });
        if !unit {
            scale.after(x.slice_mut(i), Rows::Places);
        }
    }
    x.done(dtype)
}
