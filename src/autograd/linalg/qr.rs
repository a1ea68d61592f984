//! The QR decomposition and its gradient.

use super::algebra::{add, half_triangle, product, sub, t};
use super::packed::packed;
use super::solve::solve_triangular;
use crate::autograd::join::concat;
use crate::autograd::rearrange::triangle;
use crate::autograd::tape::is_recorded;
use crate::autograd::views::slice;
use crate::error::{Error, Result, Status};
use crate::ops::{Triangle, linalg};
use crate::tensor::{Tensor, shape};

/// [`linalg::qr`], recorded.
///
/// Errors: `UNSUPPORTED` if `complete` and a recorded matrix has more rows than columns, because
/// the extra columns of Q are arbitrary. `backward` fails with `INVALID_ARGUMENT` if R is singular.
pub fn qr(a: &Tensor, complete: bool) -> Result<[Tensor; 2]> {
    if complete && is_recorded(a) && a.rank() >= 2 && a.shape()[a.rank() - 2] > a.shape()[a.rank() - 1] {
        let got = shape::display(a.shape());
        return Err(Error::new(
            Status::Unsupported,
            format!("qr of shape {got} has no gradient if it is complete: take the reduced one"),
        ));
    }
    let (q, r) = linalg::qr(a, complete)?;
    packed("qr", a, [q, r], |[q, r], [of_q, of_r]| {
        let (k, n) = (r.shape()[r.rank() - 2], r.shape()[r.rank() - 1]);
        if n <= k {
            return back(&q, &r, &of_q, &of_r);
        }
        // `[A1 A2] = Q [R1 R2]`: `A2 = Q R2` is a product, and A1 is a square matrix.
        let (first, second) = (slice(&r, -1, 0, k, 1)?, slice(&r, -1, k, n, 1)?);
        let (of_first, of_second) = (slice(&of_r, -1, 0, k, 1)?, slice(&of_r, -1, k, n, 1)?);
        let a2 = product(&[&q, &second])?;
        let of_q = add(&of_q, &product(&[&a2, &t(&of_second)?])?)?;
        let left = back(&q, &first, &of_q, &of_first)?;
        concat(&[&left, &product(&[&q, &of_second])?], -1)
    })
}

/// `(dQ + Q copyltu(M)) R⁻ᵀ` with `M = R dRᵀ - dQᵀ Q`; copyltu mirrors the triangle below the
/// diagonal.
fn back(q: &Tensor, r: &Tensor, of_q: &Tensor, of_r: &Tensor) -> Result<Tensor> {
    let of_r = triangle(of_r, Triangle::Upper, 0)?;
    let m = sub(&product(&[r, &t(&of_r)?])?, &product(&[&t(of_q)?, q])?)?;
    let half = half_triangle(&m)?;
    let mirrored = add(&half, &t(&half)?)?;
    let inner = add(of_q, &product(&[q, &mirrored])?)?;
    // X R⁻ᵀ is the transpose of R⁻¹ Xᵀ.
    t(&solve_triangular(r, &t(&inner)?, true, true, false)?)
}
