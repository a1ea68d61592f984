//! Linear equations and related functions: `solve`, `inv`, `det`, `slogdet`, `cholesky`, triangular
//! equations.

use super::algebra::{half_triangle, mul, product, rows, symmetric, t, times};
use super::packed::packed;
use super::spectral::svd;
use crate::autograd::derived::{Of, record};
use crate::autograd::elementwise::where_;
use crate::autograd::rearrange::triangle;
use crate::autograd::reduce::reduce;
use crate::autograd::saved::{Operand, Saved};
use crate::autograd::views::{contiguous, squeeze, transpose, unsqueeze};
use crate::error::{Error, Result};
use crate::ops::{self, ReduceOp, Triangle, linalg};
use crate::tensor::{Tensor, shape};

/// [`linalg::solve`], recorded: for `a x = b`, `dB = A⁻ᵀ dX` and `dA = -dB Xᵀ`. A `b` of one axis
/// is a column.
pub fn solve(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    if b.rank() == 1 {
        return squeeze(&solve(a, &unsqueeze(b, -1)?)?, -1);
    }
    let Some(on) = record(&[Some(a), Some(b)])? else { return linalg::solve(a, b) };
    let likes = [Operand::of(a), Operand::of(b)];
    let from = Saved::new(a);
    let x = linalg::solve(a, b)?;
    let saved = vec![Some(from), Some(Saved::new(&x))];
    on.done_by_recorded("solve", x, saved, &[Of::Input(0), Of::Result], move |grad, saved, sink| {
        let (a, x) = (saved[0].expect("always saved"), saved[1].expect("always saved"));
        let of_b = solve(&t(a)?, &grad)?;
        if sink.wants(0) {
            sink.give(0, likes[0].reduce(times(&product(&[&of_b, &t(x)?])?, -1.0)?)?)?;
        }
        if sink.wants(1) { sink.give(1, likes[1].reduce(of_b)?) } else { Ok(()) }
    })
}

/// [`linalg::inv`], recorded: `dA = -A⁻ᵀ dX A⁻ᵀ`.
pub fn inv(a: &Tensor) -> Result<Tensor> {
    let Some(on) = record(&[Some(a)])? else { return linalg::inv(a) };
    let x = linalg::inv(a)?;
    let saved = vec![Some(Saved::new(&x))];
    on.done_by_recorded("inv", x, saved, &[Of::Result], |grad, saved, sink| {
        let x = t(saved[0].expect("always saved"))?;
        sink.give(0, times(&product(&[&x, &grad, &x])?, -1.0)?)
    })
}

/// [`linalg::det`], recorded. The gradient is the cofactor matrix. It is computed from the singular
/// values, so that it is right for singular matrices too: for `A = U S Vᵀ` it is
/// `det(U) det(V) U C Vᵀ`, where element i of the diagonal C is the product of all singular values
/// except i.
pub fn det(a: &Tensor) -> Result<Tensor> {
    let Some(on) = record(&[Some(a)])? else { return linalg::det(a) };
    let saved = vec![Some(Saved::new(a))];
    on.done_by_recorded("det", linalg::det(a)?, saved, &[Of::Input(0)], |grad, saved, sink| {
        let a = saved[0].expect("always saved");
        let [u, s, vh] = svd(a, false)?;
        // The determinant of an orthogonal matrix is 1 or -1, near it too.
        let sign = mul(&linalg::det(&u.untracked())?, &linalg::det(&vh.untracked())?)?;
        let n = s.shape()[s.rank() - 1];
        // One row for each singular value, with that value replaced by 1: the product of the row
        // omits it.
        let unit = ops::cast(&ops::eye(a.device(), a.dtype(), n, n, 0)?, crate::tensor::DType::Bool)?;
        let others = where_(&unit, &ops::number_beside(a, 1.0)?, &unsqueeze(&s, -2)?)?;
        let others = reduce(ReduceOp::Prod, &others, &[-1], false)?;
        let cofactors = product(&[&u, &rows(&vh, &others)?])?;
        let factor = mul(&grad, &sign)?;
        sink.give(0, mul(&cofactors, &unsqueeze(&unsqueeze(&factor, -1)?, -1)?)?)
    })
}

/// [`linalg::slogdet`], recorded: `dA = A⁻ᵀ` times the gradient of the logarithm; the sign is
/// constant.
///
/// Errors: `backward` fails with `INVALID_ARGUMENT` for a singular matrix.
pub fn slogdet(a: &Tensor) -> Result<(Tensor, Tensor)> {
    let (sign, log) = linalg::slogdet(a)?;
    let Some(on) = record(&[Some(a)])? else { return Ok((sign, log)) };
    let saved = vec![Some(Saved::new(a))];
    let log = on.done_by_recorded("slogdet", log, saved, &[Of::Input(0)], |grad, saved, sink| {
        let inverse = t(&inv(saved[0].expect("always saved"))?)?;
        sink.give(0, mul(&inverse, &unsqueeze(&unsqueeze(&grad, -1)?, -1)?)?)
    })?;
    Ok((sign, log))
}

/// [`linalg::cholesky`], recorded: if P is the half triangle of `Lᵀ dL`, dA is the symmetric part
/// of `L⁻ᵀ P L⁻¹`. If `upper`, result and gradient are transposed.
pub fn cholesky(a: &Tensor, upper: bool) -> Result<Tensor> {
    let a = if upper { transpose(a, -1, -2)? } else { a.clone() };
    let [l] = packed("cholesky", &a, [linalg::cholesky(&a)?], |[l], [grad]| {
        let inner = half_triangle(&product(&[&t(&l)?, &grad])?)?;
        let left = solve_triangular(&t(&l)?, &inner, true, true, false)?;
        // X L⁻¹ is the transpose of L⁻ᵀ Xᵀ.
        symmetric(&t(&solve_triangular(&t(&l)?, &t(&left)?, true, true, false)?)?)
    })?;
    if upper { contiguous(&transpose(&l, -1, -2)?) } else { Ok(l) }
}

/// [`linalg::solve_triangular`], recorded. Reads the upper triangle if `upper`; solves `x a = b` if
/// not `left`.
pub fn solve_triangular(a: &Tensor, b: &Tensor, upper: bool, left: bool, unit: bool) -> Result<Tensor> {
    if !left {
        linalg::matrix("solve_triangular", a)?;
        linalg::matrix("solve_triangular", b)?;
        let turned = solve_triangular(&transpose(a, -1, -2)?, &transpose(b, -1, -2)?, !upper, true, unit)?;
        return contiguous(&transpose(&turned, -1, -2)?);
    }
    let side = if upper { Triangle::Upper } else { Triangle::Lower };
    let Some(on) = record(&[Some(a), Some(b)])? else { return linalg::solve_triangular(a, b, side, unit) };
    let likes = [Operand::of(a), Operand::of(b)];
    let from = Saved::new(a);
    let x = linalg::solve_triangular(a, b, side, unit)?;
    let saved = vec![Some(from), Some(Saved::new(&x))];
    on.done_by_recorded("solve_triangular", x, saved, &[Of::Input(0), Of::Result], move |grad, saved, sink| {
        let (a, x) = (saved[0].expect("always saved"), saved[1].expect("always saved"));
        let of_b = solve_triangular(&t(a)?, &grad, !upper, true, unit)?;
        if sink.wants(0) {
            let whole = times(&product(&[&of_b, &t(x)?])?, -1.0)?;
            let offset = if !unit {
                0
            } else if upper {
                1
            } else {
                -1
            };
            sink.give(0, likes[0].reduce(triangle(&whole, side, offset)?)?)?;
        }
        if sink.wants(1) { sink.give(1, likes[1].reduce(of_b)?) } else { Ok(()) }
    })
}

/// Solves `L Lᵀ x = b`, or `Lᵀ L x = b` if `upper`, as two triangular equations.
pub fn cholesky_solve(b: &Tensor, l: &Tensor, upper: bool) -> Result<Tensor> {
    if l.rank() < 2 {
        let (b, l) = (shape::display(b.shape()), shape::display(l.shape()));
        return Err(Error::argument(format!(
            "cholesky_solve of shapes {b} and {l}: the factor needs at least 2 dimensions"
        )));
    }
    let turned = transpose(l, -1, -2)?;
    let (first, second) = if upper { (&turned, l) } else { (l, &turned) };
    solve_triangular(second, &solve_triangular(first, b, false, true, false)?, true, true, false)
}
