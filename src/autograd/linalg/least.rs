//! The pseudoinverse and what is solved with it.

use super::algebra::{add, product, sub, t, times};
use crate::autograd::elementwise::binary;
use crate::autograd::matmul::matmul;
use crate::autograd::nn::derived::record;
use crate::autograd::reduce::reduce;
use crate::autograd::saved::Saved;
use crate::autograd::views::{squeeze, unsqueeze};
use crate::error::Result;
pub use crate::ops::linalg::{Lstsq, matrix_rank};
use crate::ops::{BinaryOp, ReduceOp, linalg};
use crate::tensor::Tensor;

/// [`linalg::pinv`], recorded; right where the rank does not change near the matrix.
pub fn pinv(a: &Tensor, rtol: f64) -> Result<Tensor> {
    let Some(on) = record(&[Some(a)])? else { return linalg::pinv(a, rtol) };
    let from = Saved::new(a);
    let p = linalg::pinv(a, rtol)?;
    let saved = vec![Some(from), Some(Saved::new(&p))];
    on.done("pinv", p, saved, |grad, saved, sink| {
        let (a, p) = (saved[0].expect("always saved"), saved[1].expect("always saved"));
        let (pt, gt) = (t(p)?, t(&grad)?);
        let direct = times(&product(&[&pt, &grad, &pt])?, -1.0)?;
        // (I - A P) dPᵀ P Pᵀ and Pᵀ P dPᵀ (I - P A)
        let right = product(&[&gt, p, &pt])?;
        let left = product(&[&pt, p, &gt])?;
        let columns = sub(&right, &product(&[a, p, &right])?)?;
        let rows = sub(&left, &product(&[&left, p, a])?)?;
        sink.give(0, add(&direct, &add(&columns, &rows)?)?)
    })
}

/// [`linalg::lstsq`]; recorded, the solution is the pseudoinverse times `b`. A `b` of one axis is a column.
pub fn lstsq(a: &Tensor, b: &Tensor, rtol: f64) -> Result<Lstsq> {
    if b.rank() == 1 {
        let mut found = lstsq(a, &unsqueeze(b, -1)?, rtol)?;
        found.solution = squeeze(&found.solution, -1)?;
        found.residuals = squeeze(&found.residuals, -1)?;
        return Ok(found);
    }
    let mut found = linalg::lstsq(a, b, rtol)?;
    if a.track().is_some() || b.track().is_some() {
        found.solution = matmul(&pinv(a, rtol)?, b)?;
        let rest = binary(BinaryOp::Sub, b, &matmul(a, &found.solution)?)?;
        found.residuals = reduce(ReduceOp::Sum, &binary(BinaryOp::Mul, &rest, &rest)?, &[-2], false)?;
    }
    Ok(found)
}
