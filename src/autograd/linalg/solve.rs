//! Linear equations and related functions: `solve`, `inv`, `det`, `slogdet`, `cholesky`, triangular
//! equations.

use super::algebra::{half_triangle, mul, product, rows, symmetric, t, times};
use super::packed::packed;
use crate::autograd::derived::record;
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
    on.done("solve", x, saved, move |grad, saved, sink| {
        let (a, x) = (saved[0].expect("always saved"), saved[1].expect("always saved"));
        let of_b = linalg::solve(&t(a)?, &grad)?;
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
    on.done("inv", x, saved, |grad, saved, sink| {
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
    on.done("det", linalg::det(a)?, saved, |grad, saved, sink| {
        let a = saved[0].expect("always saved");
        let parts = linalg::svd(a, false)?;
        let sign = mul(&linalg::det(&parts.u)?, &linalg::det(&parts.vh)?)?;
        let n = parts.s.shape()[parts.s.rank() - 1];
        // One row for each singular value, with that value replaced by 1: the product of the row
        // omits it.
        let unit = ops::cast(&ops::eye(a.device(), a.dtype(), n, n, 0)?, crate::tensor::DType::Bool)?;
        let others = ops::where_(&unit, &ops::number_beside(a, 1.0)?, &parts.s.unsqueeze_view(-2)?)?;
        let others = ops::reduce(ReduceOp::Prod, &others, &[-1], false)?;
        let cofactors = product(&[&parts.u, &rows(&parts.vh, &others)?])?;
        let factor = mul(&grad, &sign)?;
        sink.give(0, mul(&cofactors, &factor.unsqueeze_view(-1)?.unsqueeze(-1)?)?)
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
    let log = on.done("slogdet", log, saved, |grad, saved, sink| {
        let inverse = t(&linalg::inv(saved[0].expect("always saved"))?)?;
        sink.give(0, mul(&inverse, &grad.unsqueeze_view(-1)?.unsqueeze(-1)?)?)
    })?;
    Ok((sign, log))
}

/// [`linalg::cholesky`], recorded: if P is the half triangle of `Lᵀ dL`, dA is the symmetric part
/// of `L⁻ᵀ P L⁻¹`. If `upper`, result and gradient are transposed.
pub fn cholesky(a: &Tensor, upper: bool) -> Result<Tensor> {
    let a = if upper { transpose(a, -1, -2)? } else { a.clone() };
    let [l] = packed("cholesky", &a, [linalg::cholesky(&a)?], |[l], [grad]| {
        let inner = half_triangle(&product(&[&t(&l)?, &grad])?)?;
        let left = linalg::solve_triangular(&t(&l)?, &inner, Triangle::Upper, false)?;
        // X L⁻¹ is the transpose of L⁻ᵀ Xᵀ.
        symmetric(&t(&linalg::solve_triangular(&t(&l)?, &t(&left)?, Triangle::Upper, false)?)?)
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
    let (side, other) = if upper { (Triangle::Upper, Triangle::Lower) } else { (Triangle::Lower, Triangle::Upper) };
    let Some(on) = record(&[Some(a), Some(b)])? else { return linalg::solve_triangular(a, b, side, unit) };
    let likes = [Operand::of(a), Operand::of(b)];
    let from = Saved::new(a);
    let x = linalg::solve_triangular(a, b, side, unit)?;
    let saved = vec![Some(from), Some(Saved::new(&x))];
    on.done("solve_triangular", x, saved, move |grad, saved, sink| {
        let (a, x) = (saved[0].expect("always saved"), saved[1].expect("always saved"));
        let of_b = linalg::solve_triangular(&t(a)?, &grad, other, unit)?;
        if sink.wants(0) {
            let whole = times(&product(&[&of_b, &t(x)?])?, -1.0)?;
            let offset = if !unit {
                0
            } else if upper {
                1
            } else {
                -1
            };
            sink.give(0, likes[0].reduce(ops::triangle(&whole, side, offset)?)?)?;
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
