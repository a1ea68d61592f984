//! Reductions composed of a few operations: variances, norms, logarithms of sums, and medians.
//!
//! A square root of 0 counts as constant here: the gradient of a norm or of a deviation there is 0,
//! as in PyTorch, and not NaN.

use super::axes::narrow;
use super::derived::{Of, record};
use super::elementwise::{binary, unary, where_};
use super::function::real;
use super::half;
use super::join::concat;
use super::matmul::matmul;
use super::reduce::reduce;
use super::saved::Saved;
use super::scalar::binary_scalar;
use super::sort::{kthvalue, topk};
use super::tape::is_recorded;
use super::views::{diagonal, reshape, squeeze, transpose};
use crate::error::{Error, Result};
use crate::ops::{self, BinaryOp, CompareOp, RealOp, ReduceOp, Scales, TestOp, UnaryOp};
use crate::tensor::{DType, Scalar, Tensor, shape};

/// The variance over `axes`: the sum of squared distances from the mean, divided by the number of
/// elements less `correction`.
///
/// Errors: `DTYPE_MISMATCH` if the elements are not floating-point; those of [`reduce`].
pub fn variance(t: &Tensor, axes: &[i64], correction: f64, keepdim: bool) -> Result<Tensor> {
    refuse_integers("var", t)?;
    if let Some(dtype) = half::joint(&[t]) {
        return half::rounded(variance(&half::wide(t)?, axes, correction, keepdim)?, dtype);
    }
    let away = Away::from_mean(t, axes, correction)?;
    away.mean_square(&away.squares(keepdim)?)
}

/// The distances of the elements from their mean over `axes`.
struct Away<'a> {
    distances: Tensor,
    axes: &'a [i64],
    divisor: f64,
}

impl<'a> Away<'a> {
    fn from_mean(t: &Tensor, axes: &'a [i64], correction: f64) -> Result<Away<'a>> {
        let mean = reduce(ReduceOp::Mean, t, axes, true)?;
        let count = t.size() / mean.size().max(1);
        let distances = binary(BinaryOp::Sub, t, &mean)?;
        Ok(Away { distances, axes, divisor: (count as f64 - correction).max(0.0) })
    }

    fn squares(&self, keepdim: bool) -> Result<Tensor> {
        let squares = binary(BinaryOp::Mul, &self.distances, &self.distances)?;
        reduce(ReduceOp::Sum, &squares, self.axes, keepdim)
    }

    fn mean_square(&self, squares: &Tensor) -> Result<Tensor> {
        binary_scalar(BinaryOp::Div, squares, self.divisor)
    }
}

/// The square root of [`variance`], also where the variance itself is out of range.
pub fn deviation(t: &Tensor, axes: &[i64], correction: f64, keepdim: bool) -> Result<Tensor> {
    refuse_integers("std", t)?;
    if let Some(dtype) = half::joint(&[t]) {
        return half::rounded(deviation(&half::wide(t)?, axes, correction, keepdim)?, dtype);
    }
    let mut away = Away::from_mean(t, axes, correction)?;
    let squares = away.squares(keepdim)?;
    let Some(Scales { down, up }) = ops::scales(&away.distances, 2.0, axes, &squares)? else {
        return root(&away.mean_square(&squares)?);
    };
    away.distances = binary(BinaryOp::Mul, &away.distances, &down)?;
    let scaled = root(&away.mean_square(&away.squares(keepdim)?)?)?;
    binary(BinaryOp::Mul, &scaled, &ops::reshape(&up, scaled.shape())?)
}

/// The covariances of the rows of a matrix; a vector or a scalar is one row, and of one row the
/// result is a scalar.
///
/// Errors: `INVALID_ARGUMENT` for more than two axes, `DTYPE_MISMATCH` for bool.
pub fn covariance(t: &Tensor, correction: f64) -> Result<Tensor> {
    refuse_not_rows("cov", t)?;
    if let Some(dtype) = half::joint(&[t]) {
        return half::rounded(covariance(&half::wide(t)?, correction)?, dtype);
    }
    let rows = if t.rank() == 2 { t.clone() } else { reshape(t, &[1, -1])? };
    let away = Away::from_mean(&rows, &[1], correction)?;
    let all = away.mean_square(&matmul(&away.distances, &transpose(&away.distances, 0, 1)?)?)?;
    if rows.shape()[0] == 1 { reshape(&all, &[]) } else { Ok(all) }
}

/// [`covariance`] divided by the deviations of both rows, between -1 and 1.
///
/// Errors: as [`covariance`].
pub fn correlation(t: &Tensor) -> Result<Tensor> {
    refuse_not_rows("corrcoef", t)?;
    if let Some(dtype) = half::joint(&[t]) {
        return half::rounded(correlation(&half::wide(t)?)?, dtype);
    }
    let all = covariance(t, 1.0)?;
    if all.rank() == 0 {
        return binary(BinaryOp::Div, &all, &all);
    }
    let deviations = root(&diagonal(&all, 0, 0, 1)?)?;
    let all = binary(BinaryOp::Div, &all, &reshape(&deviations, &[-1, 1])?)?;
    let all = binary(BinaryOp::Div, &all, &reshape(&deviations, &[1, -1])?)?;
    real(RealOp::Clamp { min: Scalar::F64(-1.0), max: Scalar::F64(1.0) }, &all)
}

fn refuse_not_rows(name: &str, t: &Tensor) -> Result<()> {
    if t.rank() > 2 {
        return Err(Error::argument(format!("{name} of shape {}: it takes at most 2 dimensions", t.to_shape())));
    }
    if t.dtype() == DType::Bool {
        return Err(Error::dtype(format!("{name} of bool is not defined")));
    }
    Ok(())
}

/// The `p`-norm over `axes`: `sum(|x|^p)^(1/p)`. For 2 this is the root of the sum of squares, for
/// 1 the sum of absolute values; for the infinities it is the largest or smallest absolute value,
/// and for 0 the number of elements that are not 0.
///
/// Errors: as for [`variance`].
pub fn norm(t: &Tensor, p: f64, axes: &[i64], keepdim: bool) -> Result<Tensor> {
    refuse_integers("norm", t)?;
    if let Some(dtype) = half::joint(&[t]) {
        return half::rounded(norm(&half::wide(t)?, p, axes, keepdim)?, dtype);
    }
    let sizes = |t: &Tensor| unary(UnaryOp::Abs, t);
    if p == 1.0 {
        reduce(ReduceOp::Sum, &sizes(t)?, axes, keepdim)
    } else if p == f64::INFINITY {
        reduce(ReduceOp::Max, &sizes(t)?, axes, keepdim)
    } else if p == f64::NEG_INFINITY {
        reduce(ReduceOp::Min, &sizes(t)?, axes, keepdim)
    } else if p == 0.0 {
        let count = reduce(ReduceOp::CountNonzero, t, axes, keepdim)?;
        ops::cast(&count, t.dtype())
    } else {
        power_norm(t, p, axes, keepdim)
    }
}

/// [`ops::power_norm`], recorded: `dx = sign(x) (|x| / norm)^(p - 1)`, and 0 where x or the norm is
/// 0.
fn power_norm(t: &Tensor, p: f64, axes: &[i64], keepdim: bool) -> Result<Tensor> {
    let Some(on) = record(&[Some(t)])? else { return ops::power_norm(t, p, axes, keepdim) };
    let from = Saved::new(t);
    let out = ops::power_norm(t, p, axes, keepdim)?;
    let reduced = shape::axes(axes, t.rank())?;
    let kept: Vec<i64> =
        t.shape().iter().enumerate().map(|(i, &size)| if reduced & (1 << i) == 0 { size } else { 1 }).collect();
    let saved = vec![Some(from), Some(Saved::new(&out))];
    on.done_by_recorded("norm", out, saved, &[Of::Input(0), Of::Result], move |grad, saved, sink| {
        let (x, norm) = (saved[0].expect("always saved"), saved[1].expect("always saved"));
        let norm = &reshape(norm, &kept)?;
        let share = binary(BinaryOp::Div, x, norm)?;
        let slope = if p == 2.0 {
            share
        } else {
            let powers = binary_scalar(BinaryOp::Pow, &unary(UnaryOp::Abs, &share)?, p - 1.0)?;
            let is_below = ops::compare_scalar(CompareOp::Lt, &x.untracked(), 0.0)?;
            where_(&is_below, &unary(UnaryOp::Neg, &powers)?, &powers)?
        };
        let none = ops::compare_scalar(CompareOp::Eq, &(if p == 2.0 { norm } else { x }).untracked(), 0.0)?;
        let slope = where_(&none, &ops::number_beside(x, 0.0)?, &slope)?;
        sink.give(0, binary(BinaryOp::Mul, &slope, &reshape(&grad, &kept)?)?)
    })
}

/// `log(sum(exp(t)))` over `axes`, without overflow in between. Integers and booleans are computed
/// in float32, as in every function.
///
/// Errors: those of [`reduce`]; `INVALID_ARGUMENT` if there are no elements to sum.
pub fn logsumexp(t: &Tensor, axes: &[i64], keepdim: bool) -> Result<Tensor> {
    if !t.dtype().is_float() {
        return logsumexp(&ops::cast(t, DType::F32)?, axes, keepdim);
    }
    if let Some(dtype) = half::joint(&[t]) {
        return half::rounded(logsumexp(&half::wide(t)?, axes, keepdim)?, dtype);
    }
    // The maximum is subtracted and added again, so it counts as a constant. An infinite one would
    // give NaN and is replaced by 0.
    let most = ops::reduce(ReduceOp::Max, &t.untracked(), axes, true)?;
    let zero = ops::number_beside(&most, 0.0)?;
    let most = ops::where_(&ops::test(TestOp::Finite, &most)?, &most, &zero)?;
    let sum = reduce(ReduceOp::Sum, &unary(UnaryOp::Exp, &binary(BinaryOp::Sub, t, &most)?)?, axes, keepdim)?;
    let log = unary(UnaryOp::Log, &sum)?;
    let most = ops::reshape(&most, log.shape())?;
    binary(BinaryOp::Add, &log, &most)
}

/// The median along an axis and its index. If the number of elements is even, the lower of the two
/// middle values; NaN if any element is NaN.
///
/// Errors: `INVALID_ARGUMENT` for an axis that does not exist or has size 0.
pub fn median(t: &Tensor, axis: i64, keepdim: bool) -> Result<(Tensor, Tensor)> {
    let n = length("median", t, axis)?;
    let (values, indices) = kthvalue(t, (n + 1) / 2, axis, true)?;
    let (values, indices) = if t.dtype().is_float() {
        let (last, at) = topk(t, 1, axis, true)?; // NaN counts as the largest value
        let is_nan = ops::test(TestOp::Nan, &last.untracked())?;
        (where_(&is_nan, &last, &values)?, ops::where_(&is_nan, &at, &indices)?)
    } else {
        (values, indices)
    };
    if keepdim {
        return Ok((values, indices));
    }
    let at = shape::axis(axis, t.rank())? as i64;
    Ok((squeeze(&values, at)?, indices.squeeze_view(at)?))
}

/// The differences of neighbours along an axis, taken `n` times.
///
/// Errors: `INVALID_ARGUMENT` for an axis that does not exist and for a negative `n`;
/// `DTYPE_MISMATCH` for booleans.
pub fn diff(t: &Tensor, n: i64, axis: i64) -> Result<Tensor> {
    if n < 0 {
        return Err(Error::argument(format!("differences cannot be taken {n} times")));
    }
    let mut result = t.clone();
    let at = shape::axis(axis, t.rank())?;
    for _ in 0..n.min(t.shape().get(at).copied().unwrap_or(0)) {
        let size = result.shape()[at];
        let pairs = (size - 1).max(0);
        let (after, before) = (narrow(&result, axis, size - pairs, pairs)?, narrow(&result, axis, 0, pairs)?);
        result = binary(BinaryOp::Sub, &after, &before)?;
    }
    Ok(result)
}

/// [`diff`] of a tensor with other tensors joined before and after it.
///
/// Errors: also those of [`concat()`].
pub fn diff_between(t: &Tensor, n: i64, axis: i64, before: Option<&Tensor>, behind: Option<&Tensor>) -> Result<Tensor> {
    let parts: Vec<&Tensor> = [before, Some(t), behind].into_iter().flatten().collect();
    // As in NumPy and PyTorch, the 0th difference is the tensor itself, without the others.
    if parts.len() == 1 || n == 0 { diff(t, n, axis) } else { diff(&concat(&parts, axis)?, n, axis) }
}

/// The square root, constant at 0.
fn root(t: &Tensor) -> Result<Tensor> {
    if !is_recorded(t) {
        return ops::unary(UnaryOp::Sqrt, t);
    }
    let is_zero = ops::compare_scalar(CompareOp::Eq, &t.untracked(), 0.0)?;
    let (zero, one) = (ops::number_beside(t, 0.0)?, ops::number_beside(t, 1.0)?);
    where_(&is_zero, &zero, &unary(UnaryOp::Sqrt, &where_(&is_zero, &one, t)?)?)
}

fn length(what: &str, t: &Tensor, axis: i64) -> Result<i64> {
    let n = t.shape().get(shape::axis(axis, t.rank())?).copied().unwrap_or(1);
    if n == 0 {
        return Err(Error::argument(format!("{what} along axis {axis} of shape {} has no elements", t.to_shape())));
    }
    Ok(n)
}

pub(super) fn refuse_integers(what: &str, t: &Tensor) -> Result<()> {
    if t.dtype().is_float() {
        return Ok(());
    }
    Err(Error::dtype(format!("{what} of {} is not defined: cast it to a floating-point type", t.dtype())))
}
