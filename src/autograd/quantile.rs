//! Quantiles and the median of all elements: what stands at a share of the order.
//!
//! They are composed of a sort and of what is chosen from it, which have the gradients.

use super::composed::lerp;
use super::elementwise::where_;
use super::gather::gather;
use super::half;
use super::in_place::unsupported;
use super::join::index_select;
use super::sort::sort;
use super::statistics::{median, refuse_integers};
use super::views::{permute, reshape, select, squeeze};
use crate::error::{Error, Result};
use crate::ops::{self, BinaryOp, CompareOp, PairOp, RealOp, ReduceOp, TestOp};
use crate::tensor::{DType, MAX_RANK, Shape, Tensor, shape};

/// What a quantile between two neighbours in the order is.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuantileInterpolation {
    /// Between them in proportion.
    Linear = 0,
    /// The lesser.
    Lower = 1,
    /// The greater.
    Higher = 2,
    /// Half way between them.
    Midpoint = 3,
    /// The nearer one; of two as near that with the even place.
    Nearest = 4,
}

impl QuantileInterpolation {
    /// The one of a code. A number that is none is `INVALID_ARGUMENT`.
    pub fn from_code(code: i32) -> Result<QuantileInterpolation> {
        use QuantileInterpolation::*;
        let found = [Linear, Lower, Higher, Midpoint, Nearest].into_iter().find(|one| *one as i32 == code);
        found.ok_or_else(|| Error::argument(format!("{code} is not the code of an interpolation (0 to 4 are)")))
    }

    /// The place in the order, a fraction between two neighbours, that is taken for this one.
    fn place(self, place: f64) -> f64 {
        match self {
            QuantileInterpolation::Linear => place,
            QuantileInterpolation::Lower => place.floor(),
            QuantileInterpolation::Higher => place.ceil(),
            QuantileInterpolation::Midpoint if place.fract() != 0.0 => place.floor() + 0.5,
            QuantileInterpolation::Midpoint => place,
            QuantileInterpolation::Nearest => place.round_ties_even(),
        }
    }

    /// [`Self::place`] of each element.
    fn places(self, places: &Tensor) -> Result<Tensor> {
        match self {
            QuantileInterpolation::Linear => Ok(places.clone()),
            QuantileInterpolation::Lower => ops::real(RealOp::Floor, places),
            QuantileInterpolation::Higher => ops::real(RealOp::Ceil, places),
            QuantileInterpolation::Nearest => ops::real(RealOp::Round, places),
            QuantileInterpolation::Midpoint => {
                let (low, high) = (ops::real(RealOp::Floor, places)?, ops::real(RealOp::Ceil, places)?);
                ops::binary_scalar(BinaryOp::Mul, &ops::binary(BinaryOp::Add, &low, &high)?, 0.5)
            }
        }
    }
}

/// What stands at the share `q` of the order over `axes`, over all when none is given, between two
/// neighbours in proportion; NaN where there is one.
///
/// Errors: as [`quantiles`].
pub fn quantile(t: &Tensor, q: f64, axes: &[i64], keepdim: bool) -> Result<Tensor> {
    refuse_integers("quantile", t)?;
    let n = counted(t, axes)?;
    let found = at_places(t, &[share(q)? * (n - 1) as f64], axes)?;
    shaped(&found, true, t, axes, keepdim)
}

/// [`quantile`] of each share of `q`, a vector, along a new first axis; of a number there is none.
///
/// Errors: a share outside of 0 to 1, an axis that is not there or is named twice, and axes without
/// elements are `INVALID_ARGUMENT`; integers are `DTYPE_MISMATCH`, in `q` too; a `q` of more axes
/// is `SHAPE_MISMATCH`; a recorded one is `UNSUPPORTED`.
pub fn quantiles(
    t: &Tensor,
    q: &Tensor,
    axes: &[i64],
    keepdim: bool,
    interpolation: QuantileInterpolation,
) -> Result<Tensor> {
    refuse_integers("quantile", t)?;
    let (shares, n) = (shares(q)?, counted(t, axes)?);
    let places: Vec<f64> = shares.into_iter().map(|q| interpolation.place(q * (n - 1) as f64)).collect();
    shaped(&at_places(t, &places, axes)?, q.rank() == 0, t, axes, keepdim)
}

/// The middle of all elements, of two the lesser; a NaN if there is one.
///
/// Errors: no element is `INVALID_ARGUMENT`.
pub fn median_all(t: &Tensor) -> Result<Tensor> {
    median(&reshape(t, &[t.size() as i64])?, 0, false).map(|(value, _)| value)
}

/// [`quantile`] of what is not NaN; NaN where there is nothing else.
///
/// Errors: as [`quantiles`].
pub fn nanquantile(t: &Tensor, q: f64, axes: &[i64], keepdim: bool) -> Result<Tensor> {
    refuse_integers("nanquantile", t)?;
    counted(t, axes)?;
    let found = among_numbers(t, &[share(q)?], axes, QuantileInterpolation::Linear)?;
    shaped(&found, true, t, axes, keepdim)
}

/// [`quantiles`] of what is not NaN; NaN where there is nothing else.
///
/// Errors: as [`quantiles`].
pub fn nanquantiles(
    t: &Tensor,
    q: &Tensor,
    axes: &[i64],
    keepdim: bool,
    interpolation: QuantileInterpolation,
) -> Result<Tensor> {
    refuse_integers("nanquantile", t)?;
    let shares = shares(q)?;
    counted(t, axes)?;
    shaped(&among_numbers(t, &shares, axes, interpolation)?, q.rank() == 0, t, axes, keepdim)
}

/// [`median`] of what is not NaN; NaN where there is nothing else.
///
/// Errors: as [`median`].
pub fn nanmedian(t: &Tensor, axis: i64, keepdim: bool) -> Result<(Tensor, Tensor)> {
    if !t.dtype().is_float() || t.rank() == 0 || t.size() == 0 {
        return median(t, axis, keepdim);
    }
    let (values, order) = sort(t, axis, false)?; // NaN comes last
    let at = ops::binary_scalar(BinaryOp::Sub, &numbers(t, axis)?, 1.0)?;
    let at = ops::pair(PairOp::FloorDivide, &at, &ops::number_beside(&at, 2.0)?)?;
    let at = ops::binary_scalar(BinaryOp::Maximum, &at, 0.0)?;
    let (value, index) = (gather(&values, axis, &at)?, ops::gather(&order, axis, &at)?);
    if keepdim { Ok((value, index)) } else { Ok((squeeze(&value, axis)?, index.squeeze(axis)?)) }
}

/// [`median_all`] of what is not NaN; NaN where there is nothing else.
///
/// Errors: no element is `INVALID_ARGUMENT`.
pub fn nanmedian_all(t: &Tensor) -> Result<Tensor> {
    nanmedian(&reshape(t, &[t.size() as i64])?, 0, false).map(|(value, _)| value)
}

/// How many elements along an axis, which stays, are not NaN.
fn numbers(t: &Tensor, axis: i64) -> Result<Tensor> {
    let t = t.untracked();
    ops::reduce(ReduceOp::CountNonzero, &ops::compare(CompareOp::Eq, &t, &t)?, &[axis], true)
}

/// The numbers of a vector of shares, or of one share.
fn shares(q: &Tensor) -> Result<Vec<f64>> {
    refuse_integers("quantile at shares", q)?;
    unsupported("quantile at shares", &[q])?;
    if q.rank() > 1 {
        return Err(Error::shape(format!(
            "quantile: shares of shape {} are neither a scalar nor a vector",
            q.to_shape()
        )));
    }
    ops::cast(q, DType::F64)?.to_vec::<f64>().expect("it was cast to float64").into_iter().map(share).collect()
}

fn share(q: f64) -> Result<f64> {
    if (0.0..=1.0).contains(&q) { Ok(q) } else { Err(Error::argument(format!("quantile {q} is not between 0 and 1"))) }
}

/// How many elements each order has.
fn counted(t: &Tensor, axes: &[i64]) -> Result<i64> {
    let reduced = shape::axes(axes, t.rank())?;
    let n = (0..t.rank()).filter(|d| reduced & (1 << d) != 0).map(|d| t.shape()[d]).product();
    if n == 0 {
        return Err(Error::argument(format!("quantile of shape {} is over no elements", t.to_shape())));
    }
    Ok(n)
}

/// What stands at each of `places` of the order over `axes`, along a new first axis.
fn at_places(t: &Tensor, places: &[f64], axes: &[i64]) -> Result<Tensor> {
    in_order(t, axes, &|sorted| from_order(sorted, places))
}

/// What stands at each of `shares` of the order over `axes` of what is not NaN, along a new first axis.
fn among_numbers(t: &Tensor, shares: &[f64], axes: &[i64], interpolation: QuantileInterpolation) -> Result<Tensor> {
    in_order(t, axes, &|sorted| from_numbers(sorted, shares, interpolation))
}

/// What `find` takes from the order over `axes`, which is the first axis of what it is given and becomes that of the
/// places found.
fn in_order(t: &Tensor, axes: &[i64], find: &dyn Fn(&Tensor) -> Result<Tensor>) -> Result<Tensor> {
    if let Some(dtype) = half::joint(&[t]) {
        return half::rounded(in_order(&half::wide(t)?, axes, find)?, dtype);
    }
    let (reduced, rank) = (shape::axes(axes, t.rank())?, t.rank());
    let (kept, gone): (Vec<usize>, Vec<usize>) = (0..rank).partition(|d| reduced & (1 << d) == 0);
    let order: Vec<i64> = gone.iter().chain(&kept).map(|&d| d as i64).collect();
    let n: i64 = gone.iter().map(|&d| t.shape()[d]).product();
    let mut dims = [1; MAX_RANK];
    dims[0] = n;
    kept.iter().enumerate().for_each(|(i, &d)| dims[1 + i] = t.shape()[d]);
    let rows = reshape(&permute(t, &order)?, &dims[..1 + kept.len()])?;
    find(&sort(&rows, 0, false)?.0)
}

/// What [`in_order`] has found of `t`: without the axis of the places if there is a single one, and with the axes that are
/// gone as axes of size 1 if `keepdim`.
fn shaped(found: &Tensor, is_single: bool, t: &Tensor, axes: &[i64], keepdim: bool) -> Result<Tensor> {
    let found = if is_single { &select(found, 0, 0)? } else { found };
    if !keepdim {
        return Ok(found.clone());
    }
    let reduced = shape::axes(axes, t.rank())?;
    let sizes = (0..t.rank()).map(|d| if reduced & (1 << d) == 0 { t.shape()[d] } else { 1 });
    let places = (!is_single).then(|| found.shape()[0]);
    reshape(found, &places.into_iter().chain(sizes).collect::<Vec<_>>())
}

/// What stands at each of `shares` of the first axis, which is in ascending order, and of which what is NaN, the last,
/// does not count.
fn from_numbers(sorted: &Tensor, shares: &[f64], interpolation: QuantileInterpolation) -> Result<Tensor> {
    let last = ops::binary_scalar(BinaryOp::Sub, &ops::cast(&numbers(sorted, 0)?, DType::F64)?, 1.0)?;
    let last = ops::binary_scalar(BinaryOp::Maximum, &last, 0.0)?;
    let mut dims = [1; MAX_RANK];
    dims[0] = shares.len() as i64;
    let shares = Tensor::from_slice(shares, &Shape::new(&dims[..sorted.rank()])?)?;
    let places = interpolation.places(&ops::binary(BinaryOp::Mul, &shares, &last)?)?;
    let floor = ops::real(RealOp::Floor, &places)?;
    let at = |places: &Tensor| gather(sorted, 0, &ops::cast(places, DType::I64)?);
    let (low, high) = (at(&floor)?, at(&ops::real(RealOp::Ceil, &places)?)?);
    let parts = ops::cast(&ops::binary(BinaryOp::Sub, &places, &floor)?, sorted.dtype())?;
    between(&low, &high, &parts)
}

/// Between two neighbours in proportion. An infinite one does not count where the place is that of the other.
fn between(low: &Tensor, high: &Tensor, parts: &Tensor) -> Result<Tensor> {
    let is_exact = ops::compare_scalar(CompareOp::Eq, parts, 0.0)?;
    where_(&is_exact, low, &lerp(low, high, parts)?)
}

/// What stands at each of `places` of the first axis, which is in ascending order.
fn from_order(sorted: &Tensor, places: &[f64]) -> Result<Tensor> {
    let count = Shape::new(&[places.len() as i64])?;
    let at = |places: &mut dyn Iterator<Item = f64>| {
        let index: Vec<i64> = places.map(|place| place as i64).collect();
        index_select(sorted, 0, &Tensor::from_slice(&index, &count)?)
    };
    let low = at(&mut places.iter().map(|place| place.floor()))?;
    let parts: Vec<f64> = places.iter().map(|place| place.fract()).collect();
    let value = if parts.iter().all(|part| *part == 0.0) {
        low
    } else {
        let high = at(&mut places.iter().map(|place| place.ceil()))?;
        let mut dims = [1; MAX_RANK];
        dims[0] = places.len() as i64;
        let parts = ops::cast(&Tensor::from_slice(&parts, &count)?, sorted.dtype())?;
        let parts = ops::reshape(&parts, &dims[..sorted.rank()])?;
        between(&low, &high, &parts)?
    };
    let last = at(&mut std::iter::once((sorted.shape()[0] - 1) as f64).cycle().take(places.len()))?;
    where_(&ops::test(TestOp::Nan, &last.untracked())?, &last, &value)
}
