//! The pseudoinverse, and least squares, which use it.

use super::algebra::{add, mul, product, sub, t, times};
use crate::autograd::derived::{Of, Record, record};
use crate::autograd::saved::{Operand, Saved};
use crate::autograd::views::{squeeze, unsqueeze};
use crate::error::Result;
use crate::ops::linalg;
pub use crate::ops::linalg::{Lstsq, matrix_rank};
use crate::tensor::{Shape, Tensor};

/// [`linalg::pinv`], recorded. The gradient is right where the rank is constant near the matrix.
pub fn pinv(a: &Tensor, rtol: f64) -> Result<Tensor> {
    let Some(on) = record(&[Some(a)])? else { return linalg::pinv(a, rtol) };
    let from = Saved::new(a);
    let p = linalg::pinv(a, rtol)?;
    let saved = vec![Some(from), Some(Saved::new(&p))];
    on.done_by_recorded("pinv", p, saved, &[Of::Input(0), Of::Result], |grad, saved, sink| {
        sink.give(0, pinv_back(saved[0].expect("always saved"), saved[1].expect("always saved"), &grad)?)
    })
}

/// The gradient of `a`, from its pseudoinverse `p` and the gradient of `p`.
fn pinv_back(a: &Tensor, p: &Tensor, grad: &Tensor) -> Result<Tensor> {
    let (pt, gt) = (t(p)?, t(grad)?);
    let direct = times(&product(&[&pt, grad, &pt])?, -1.0)?;
    // (I - A P) dPᵀ P Pᵀ and Pᵀ P dPᵀ (I - P A)
    let right = product(&[&gt, p, &pt])?;
    let left = product(&[&pt, p, &gt])?;
    let columns = sub(&right, &product(&[a, p, &right])?)?;
    let rows = sub(&left, &product(&[&left, p, a])?)?;
    add(&direct, &add(&columns, &rows)?)
}

/// [`linalg::lstsq`], with the solution and the residuals recorded. A `b` of one axis is a column.
pub fn lstsq(a: &Tensor, b: &Tensor, rtol: f64) -> Result<Lstsq> {
    if b.rank() == 1 {
        let mut found = lstsq(a, &unsqueeze(b, -1)?, rtol)?;
        found.solution = squeeze(&found.solution, -1)?;
        found.residuals = squeeze(&found.residuals, -1)?;
        return Ok(found);
    }
    let from = [a, b].map(|t| Some(Saved::new(t)));
    let mut found = linalg::lstsq(a, b, rtol)?;
    if let Some(on) = record(&[Some(a), Some(b)])? {
        found.solution = solution(on, [a, b], from.into(), found.solution, rtol)?;
        found.residuals = residuals(a, b, &found.solution, found.residuals)?;
    }
    Ok(found)
}

/// Records the solution, which is the pseudoinverse times `b`.
fn solution(on: Record<'_>, operands: [&Tensor; 2], saved: Vec<Option<Saved>>, x: Tensor, rtol: f64) -> Result<Tensor> {
    let likes = operands.map(Operand::of);
    on.done_by_recorded("lstsq", x, saved, &[Of::Input(0), Of::Input(1)], move |grad, saved, sink| {
        let (a, b) = (saved[0].expect("always saved"), saved[1].expect("always saved"));
        let p = pinv(a, rtol)?;
        if sink.wants(0) {
            let of_p = likes_batch(&product(&[&grad, &t(b)?])?, a)?;
            sink.give(0, likes[0].reduce(pinv_back(a, &p, &of_p)?)?)?;
        }
        if sink.wants(1) { sink.give(1, likes[1].reduce(product(&[&t(&p)?, &grad])?)?) } else { Ok(()) }
    })
}

/// Sums the gradient of a broadcast pseudoinverse over the batches that were stretched.
fn likes_batch(grad: &Tensor, a: &Tensor) -> Result<Tensor> {
    let (m, n) = (a.shape()[a.rank() - 2], a.shape()[a.rank() - 1]);
    let dims: Vec<i64> = a.shape()[..a.rank() - 2].iter().copied().chain([n, m]).collect();
    Operand { shape: Shape::new(&dims)?, dtype: grad.dtype(), device: a.device() }.reduce(grad.clone())
}

/// Records the residuals: the sums of squares of the columns of `b - a x`.
fn residuals(a: &Tensor, b: &Tensor, x: &Tensor, residuals: Tensor) -> Result<Tensor> {
    let operands = [a, b, x];
    let Some(on) = record(&operands.map(Some))? else { return Ok(residuals) };
    let likes = operands.map(Operand::of);
    let saved = operands.map(|t| Some(Saved::new(t))).into();
    on.done_by_recorded(
        "lstsq",
        residuals,
        saved,
        &[Of::Input(0), Of::Input(1), Of::Input(2)],
        move |grad, saved, sink| {
            let [a, b, x] = [0, 1, 2].map(|k| saved[k].expect("always saved"));
            let rest = sub(b, &product(&[a, x])?)?;
            let of_rest = mul(&times(&rest, 2.0)?, &unsqueeze(&grad, -2)?)?;
            if sink.wants(0) {
                sink.give(0, likes[0].reduce(times(&product(&[&of_rest, &t(x)?])?, -1.0)?)?)?;
            }
            if sink.wants(2) {
                sink.give(2, likes[2].reduce(times(&product(&[&t(a)?, &of_rest])?, -1.0)?)?)?;
            }
            if sink.wants(1) { sink.give(1, likes[1].reduce(of_rest)?) } else { Ok(()) }
        },
    )
}
