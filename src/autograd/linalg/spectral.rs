//! Singular values and eigenvalues. A gradient that reads vectors is infinite if two values are
//! equal.

use super::algebra::{add, columns, differences, mul, product, quotient, rows, sub, symmetric, t, times};
use super::packed::{packed, packed_in_part};
use crate::autograd::rearrange::diag_embed;
use crate::autograd::tape::is_recorded;
use crate::autograd::views::unsqueeze;
use crate::error::{Error, Result, Status};
use crate::ops::{Triangle, linalg};
use crate::tensor::{Tensor, shape};

/// [`linalg::svd`], recorded: `u`, `s` and `vh`.
///
/// Errors: `UNSUPPORTED` if `full` and a recorded matrix is not square, because the vectors that
/// belong to no singular value are arbitrary.
pub fn svd(a: &Tensor, full: bool) -> Result<[Tensor; 3]> {
    if full && is_recorded(a) && a.rank() >= 2 && a.shape()[a.rank() - 1] != a.shape()[a.rank() - 2] {
        let got = shape::display(a.shape());
        return Err(Error::new(
            Status::Unsupported,
            format!("svd of shape {got} has no gradient if the matrices are full: take the reduced ones"),
        ));
    }
    let parts = linalg::svd(a, full)?;
    packed("svd", a, [parts.u, parts.s, parts.vh], |[u, s, vh], grads| svd_back(&u, &s, &vh, &grads))
}

/// `U (skew terms + dS) Vᵀ`, plus the terms outside of the spaces of U and V.
fn svd_back(u: &Tensor, s: &Tensor, vh: &Tensor, [of_u, of_s, of_vh]: &[Tensor; 3]) -> Result<Tensor> {
    let (ut, v, of_v) = (t(u)?, t(vh)?, t(of_vh)?);
    let squares = differences(&mul(s, s)?)?;
    let skew = |vectors: &Tensor, grad: &Tensor| -> Result<Tensor> {
        let inner = product(&[vectors, grad])?;
        quotient(&sub(&inner, &t(&inner)?)?, &squares)
    };
    let (left, right) = (columns(&skew(&ut, of_u)?, s)?, rows(&skew(vh, &of_v)?, s)?);
    let diagonal = diag_embed(of_s, 0, -2, -1)?;
    let inner = add(&add(&left, &right)?, &diagonal)?;
    let mut grad = product(&[u, &inner, vh])?;
    let (m, k, n) = (u.shape()[u.rank() - 2], s.shape()[s.rank() - 1], vh.shape()[vh.rank() - 1]);
    if m > k {
        let outside = sub(of_u, &product(&[u, &ut, of_u])?)?;
        let scaled = quotient(&outside, &unsqueeze(s, -2)?)?;
        grad = add(&grad, &product(&[&scaled, vh])?)?;
    }
    if n > k {
        let outside = sub(&of_v, &product(&[&v, vh, &of_v])?)?;
        let scaled = quotient(&outside, &unsqueeze(s, -2)?)?;
        grad = add(&grad, &product(&[u, &t(&scaled)?])?)?;
    }
    Ok(grad)
}

/// [`linalg::svdvals`], recorded: `dA = U diag(dS) Vᵀ`.
pub fn svdvals(a: &Tensor) -> Result<Tensor> {
    if !is_recorded(a) {
        return linalg::svdvals(a);
    }
    let parts = linalg::svd(a, false)?;
    let back = |[u, _, vh]: [Tensor; 3], [_, grad, _]: [Tensor; 3]| product(&[&columns(&u, &grad)?, &vh]);
    let whole = |[u, s, vh]: [Tensor; 3], grads: [Tensor; 3]| svd_back(&u, &s, &vh, &grads);
    let results = packed_in_part("svdvals", a, [parts.u, parts.s, parts.vh], (back, whole))?;
    let [_, s, _] = results;
    Ok(s)
}

/// [`linalg::eigh`], recorded: dA is the symmetric part of `V (skew terms + diag(dW)) Vᵀ`. Reads
/// the upper triangle if `upper`.
pub fn eigh(a: &Tensor, upper: bool) -> Result<[Tensor; 2]> {
    let (values, vectors) = linalg::eigh(a, side(upper))?;
    packed("eigh", a, [values, vectors], eigh_back)
}

fn eigh_back([values, vectors]: [Tensor; 2], [of_values, of_vectors]: [Tensor; 2]) -> Result<Tensor> {
    let turned = t(&vectors)?;
    let inner = product(&[&turned, &of_vectors])?;
    let skew = times(&sub(&inner, &t(&inner)?)?, 0.5)?;
    let inner = add(&quotient(&skew, &differences(&values)?)?, &diag_embed(&of_values, 0, -2, -1)?)?;
    symmetric(&product(&[&vectors, &inner, &turned])?)
}

/// [`linalg::eigvalsh`], recorded: `dA = V diag(dW) Vᵀ`.
pub fn eigvalsh(a: &Tensor, upper: bool) -> Result<Tensor> {
    if !is_recorded(a) {
        return linalg::eigvalsh(a, side(upper));
    }
    let (values, vectors) = linalg::eigh(a, side(upper))?;
    let back =
        |[_, vectors]: [Tensor; 2], [grad, _]: [Tensor; 2]| product(&[&columns(&vectors, &grad)?, &t(&vectors)?]);
    let [values, _] = packed_in_part("eigvalsh", a, [values, vectors], (back, eigh_back))?;
    Ok(values)
}

fn side(upper: bool) -> Triangle {
    if upper { Triangle::Upper } else { Triangle::Lower }
}
