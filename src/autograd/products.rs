//! Products of vectors, matrices and tensors, composed of views, `matmul` and elementwise products,
//! which have the gradients.

use super::elementwise::binary;
use super::half;
use super::linalg::inv;
use super::matmul::matmul;
use super::rearrange::roll;
use super::reduce::reduce;
use super::scalar::binary_scalar;
use super::views::{cast, diagonal, expand, permute, reshape};
use crate::error::{Error, Result};
use crate::ops::{self, BinaryOp, ReduceOp};
use crate::tensor::{DType, MAX_RANK, Shape, Tensor, shape};

/// The dot product along an axis, in the promoted dtype, where integers wrap. The other axes
/// broadcast; the axis itself does not, unless one operand has fewer axes.
pub fn vecdot(a: &Tensor, b: &Tensor, axis: i64) -> Result<Tensor> {
    let both = shape::broadcast(a.shape(), b.shape())?;
    let from_last = both.rank() - shape::axis(axis, both.rank())?;
    let size = |t: &Tensor| t.rank().checked_sub(from_last).map(|at| t.shape()[at]);
    if size(a).zip(size(b)).is_some_and(|(a, b)| a != b) {
        return Err(Error::shape(format!(
            "vecdot along axis {axis} of shapes {} and {}, whose sizes there differ",
            a.to_shape(),
            b.to_shape()
        )));
    }
    if let Some(dtype) = half::joint(&[a, b]) {
        return half::rounded(vecdot(&half::wide(a)?, &half::wide(b)?, axis)?, dtype);
    }
    cast(&reduce(ReduceOp::Sum, &binary(BinaryOp::Mul, a, b)?, &[axis], false)?, a.dtype().promote(b.dtype())?)
}

/// The outer product: each element of one vector times each element of the other.
pub fn outer(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    ranks("outer", &[a, b], 1)?;
    binary(BinaryOp::Mul, &reshape(a, &[-1, 1])?, &reshape(b, &[1, -1])?)
}

/// The matrix product of each pair of a batch; both operands have rank 3.
pub fn bmm(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    ranks("bmm", &[a, b], 3)?;
    if a.shape()[0] != b.shape()[0] {
        return Err(Error::shape(format!("bmm of {} matrices and {}", a.shape()[0], b.shape()[0])));
    }
    matmul(a, b)
}

/// `beta t + alpha (a @ b)`. If `beta` is 0, only the dtype and the shape of `t` are used.
pub fn addmm(t: &Tensor, a: &Tensor, b: &Tensor, beta: f64, alpha: f64) -> Result<Tensor> {
    ranks("addmm", &[a, b], 2)?;
    added(t, &matmul(a, b)?, beta, alpha)
}

/// Like [`addmm`] for each pair of a batch.
pub fn baddbmm(t: &Tensor, a: &Tensor, b: &Tensor, beta: f64, alpha: f64) -> Result<Tensor> {
    added(t, &bmm(a, b)?, beta, alpha)
}

fn added(t: &Tensor, product: &Tensor, beta: f64, alpha: f64) -> Result<Tensor> {
    if let Some(dtype) = half::joint(&[t, product]) {
        return half::rounded(added(&half::wide(t)?, &half::wide(product)?, beta, alpha)?, dtype);
    }
    let scaled = |t: &Tensor, by: f64| if by == 1.0 { Ok(t.clone()) } else { binary_scalar(BinaryOp::Mul, t, by) };
    let (t, product) = (expand(t, product.shape())?, scaled(product, alpha)?);
    if beta == 0.0 {
        return cast(&product, t.dtype().promote(product.dtype())?);
    }
    binary(BinaryOp::Add, &scaled(&t, beta)?, &product)
}

/// The sum of a diagonal of each matrix.
pub fn trace(t: &Tensor, offset: i64) -> Result<Tensor> {
    if t.rank() < 2 {
        return Err(Error::argument(format!("trace of shape {}: it needs at least 2 dimensions", t.to_shape())));
    }
    reduce(ReduceOp::Sum, &diagonal(t, offset, -2, -1)?, &[-1], false)
}

/// [`trace`] of the elements cast to `dtype`, which is also the dtype of the result; integers wrap.
pub fn trace_as(t: &Tensor, offset: i64, dtype: DType) -> Result<Tensor> {
    cast(&trace(&cast(t, dtype)?, offset)?, dtype)
}

/// The cross product of the vectors along an axis of size 3; the other axes broadcast.
pub fn cross(a: &Tensor, b: &Tensor, axis: i64) -> Result<Tensor> {
    if let Some(dtype) = half::joint(&[a, b]) {
        return half::rounded(cross(&half::wide(a)?, &half::wide(b)?, axis)?, dtype);
    }
    // Shapes are aligned at their last axes, so the axis is counted from the end too.
    let rank = a.rank().max(b.rank());
    let axis = shape::axis(axis, rank)? as i64 - rank as i64;
    for t in [a, b] {
        let size = usize::try_from(t.rank() as i64 + axis).ok().and_then(|d| t.shape().get(d));
        if size != Some(&3) {
            return Err(Error::shape(format!("cross along axis {axis} of shape {}: its size is not 3", t.to_shape())));
        }
    }
    let turned = |t: &Tensor, by: i64| roll(t, &[by], &[axis]);
    let (first, second) = (
        binary(BinaryOp::Mul, &turned(a, -1)?, &turned(b, -2)?)?,
        binary(BinaryOp::Mul, &turned(a, -2)?, &turned(b, -1)?)?,
    );
    binary(BinaryOp::Sub, &first, &second)
}

/// The Kronecker product: each element of `a` is replaced by that element times all of `b`.
pub fn kron(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    let rank = a.rank().max(b.rank());
    let sizes = |t: &Tensor, i: usize| if i + t.rank() < rank { 1 } else { t.shape()[i + t.rank() - rank] };
    let pairs: Vec<[i64; 2]> = (0..rank).map(|i| [sizes(a, i), sizes(b, i)]).collect();
    // A saturated size is too large for a shape, and `Shape::new` refuses it.
    let joined = Shape::new(&pairs.iter().map(|[m, n]| m.saturating_mul(*n)).collect::<Vec<i64>>())?;
    let (mut apart, mut together) = (vec![], vec![]);
    for [m, n] in &pairs {
        if *m == 1 || *n == 1 {
            apart.push(*m);
            together.push(*n);
        } else {
            apart.extend([*m, 1]);
            together.extend([1, *n]);
        }
    }
    if apart.len() > MAX_RANK {
        return reshape(&interleaved(a, b, &pairs)?, &joined);
    }
    reshape(&binary(BinaryOp::Mul, &reshape(a, &apart)?, &reshape(b, &together)?)?, &joined)
}

/// [`kron`] of operands that have too many axes for one product with two axes for each of theirs:
/// the product of all elements with all, whose axes are then brought together, a few in a pass.
fn interleaved(a: &Tensor, b: &Tensor, pairs: &[[i64; 2]]) -> Result<Tensor> {
    const PASS: usize = (MAX_RANK - 3) / 2; // beside what is done, and the rest of each operand
    let (mut done, [mut left, mut right]) = (1, [a, b].map(|t| t.size() as i64));
    let mut product = binary(BinaryOp::Mul, &reshape(a, &[left, 1])?, &reshape(b, &[1, right])?)?;
    if product.size() == 0 {
        return Ok(product); // no element has a place, and sizes of 0 divide nothing
    }
    for pass in pairs.chunks(PASS) {
        let n = pass.len();
        let of = |side: usize| pass.iter().map(move |pair| pair[side]);
        left /= of(0).product::<i64>();
        right /= of(1).product::<i64>();
        let dims: Vec<i64> = [done].into_iter().chain(of(0)).chain([left]).chain(of(1)).chain([right]).collect();
        let both = (0..n).flat_map(|i| [1 + i, 2 + n + i]);
        let order: Vec<i64> = [0].into_iter().chain(both).chain([1 + n, 2 + 2 * n]).map(|axis| axis as i64).collect();
        product = permute(&reshape(&product, &dims)?, &order)?;
        done *= of(0).product::<i64>() * of(1).product::<i64>();
    }
    Ok(product)
}

/// Multiplies elements and sums over the axes `of_a` of `a` and `of_b` of `b`. The remaining axes
/// of `a` come first in the result, then those of `b`.
pub fn tensordot(a: &Tensor, b: &Tensor, of_a: &[i64], of_b: &[i64]) -> Result<Tensor> {
    if of_a.len() != of_b.len() {
        return Err(Error::argument(format!("tensordot over {} axes and {}", of_a.len(), of_b.len())));
    }
    let (in_a, in_b) = (places(of_a, a.rank())?, places(of_b, b.rank())?);
    for (&i, &j) in in_a.iter().zip(&in_b) {
        let (m, n) = (a.shape()[i], b.shape()[j]);
        if m != n {
            return Err(Error::shape(format!("tensordot over axis {i} of size {m} and axis {j} of size {n}")));
        }
    }
    let rest = |t: &Tensor, gone: &[usize]| (0..t.rank()).filter(|i| !gone.contains(i)).collect::<Vec<_>>();
    let (left, right) = (rest(a, &in_a), rest(b, &in_b));
    let inner: i64 = in_a.iter().map(|&i| a.shape()[i]).product();
    let size = |t: &Tensor, axes: &[usize]| axes.iter().map(|&i| t.shape()[i]).product::<i64>();
    let order = |axes: &mut dyn Iterator<Item = &usize>| axes.map(|&i| i as i64).collect::<Vec<i64>>();
    let rows = permute(a, &order(&mut left.iter().chain(&in_a)))?;
    let columns = permute(b, &order(&mut in_b.iter().chain(&right)))?;
    let dims: Vec<i64> = left.iter().map(|&i| a.shape()[i]).chain(right.iter().map(|&i| b.shape()[i])).collect();
    let dims = Shape::new(&dims)?;
    let product = matmul(&reshape(&rows, &[size(a, &left), inner])?, &reshape(&columns, &[inner, size(b, &right)])?)?;
    reshape(&product, &dims)
}

/// [`tensordot`] over the last `n` axes of `a` and the first `n` of `b`.
pub fn tensordot_last(a: &Tensor, b: &Tensor, n: i64) -> Result<Tensor> {
    let least = a.rank().min(b.rank()) as i64;
    if n < 0 || n > least {
        return Err(Error::argument(format!("tensordot over {n} axes of ranks {} and {}", a.rank(), b.rank())));
    }
    let of_a: Vec<i64> = (a.rank() as i64 - n..a.rank() as i64).collect();
    tensordot(a, b, &of_a, &(0..n).collect::<Vec<i64>>())
}

/// The `n`-th power of each square matrix: the identity for 0, powers of the inverse if `n` is
/// negative.
pub fn matrix_power(t: &Tensor, n: i64) -> Result<Tensor> {
    square("matrix_power", t)?;
    if let Some(dtype) = half::joint(&[t]) {
        return half::rounded(matrix_power(&half::wide(t)?, n)?, dtype);
    }
    if n < 0 {
        return matrix_power(&inv(t)?, n.checked_neg().unwrap_or(i64::MAX));
    }
    let (mut result, mut power, mut left) = (None, t.clone(), n);
    while left > 0 {
        if left & 1 == 1 {
            result = Some(match result {
                Some(result) => matmul(&result, &power)?,
                None => power.clone(),
            });
        }
        left >>= 1;
        if left > 0 {
            power = matmul(&power, &power)?;
        }
    }
    match result {
        Some(result) if n > 1 => Ok(result),
        Some(same) => super::views::copy(&same),
        None => {
            let size = t.shape()[t.rank() - 1];
            let unit = ops::eye(t.device(), t.dtype(), size, size, 0)?;
            ops::copy(&unit.expand_view(t.shape())?)
        }
    }
}

/// `INVALID_ARGUMENT` if the last two axes of `t` are not equal.
pub(super) fn square(what: &str, t: &Tensor) -> Result<()> {
    match t.shape() {
        [.., m, n] if m == n => Ok(()),
        _ => Err(Error::argument(format!("{what} of shape {}: the last two dimensions must be equal", t.to_shape()))),
    }
}

fn ranks(what: &str, tensors: &[&Tensor], rank: usize) -> Result<()> {
    match tensors.iter().find(|t| t.rank() != rank) {
        Some(t) => Err(Error::argument(format!("{what} of shape {}: its rank is not {rank}", t.to_shape()))),
        None => Ok(()),
    }
}

fn places(axes: &[i64], rank: usize) -> Result<Vec<usize>> {
    if !axes.is_empty() {
        shape::axes(axes, rank)?; // each once
    }
    axes.iter().map(|&axis| shape::axis(axis, rank)).collect()
}
