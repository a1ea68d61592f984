//! Quantiles, and the median of all elements.
//!
//! They are composed of a sort and of selections from it, which have the gradients.

use super::composed::lerp;
use super::elementwise::where_;
use super::gather::gather;
use super::half;
use super::in_place::unsupported;
use super::join::index_select;
use super::sort::sort;
use super::statistics::{median, refuse_integers};
use super::views::{permute, reshape, select, squeeze};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::ops::{self, BinaryOp, CompareOp, PairOp, RealOp, ReduceOp, TestOp};
use crate::tensor::{DType, MAX_RANK, Shape, Tensor, shape};

/// How a quantile between two neighbours in sorted order is computed.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuantileInterpolation {
    /// Linear interpolation between the two.
    Linear = 0,
    /// The lower one.
    Lower = 1,
    /// The higher one.
    Higher = 2,
    /// Halfway between the two.
    Midpoint = 3,
    /// The nearest one; ties go to the even position.
    Nearest = 4,
}

impl QuantileInterpolation {
    /// The interpolation with this code; any other code is `INVALID_ARGUMENT`.
    pub fn from_code(code: i32) -> Result<QuantileInterpolation> {
        use QuantileInterpolation::*;
        let found = [Linear, Lower, Higher, Midpoint, Nearest].into_iter().find(|one| *one as i32 == code);
        found.ok_or_else(|| Error::argument(format!("{code} is not the code of an interpolation (0 to 4 are)")))
    }

    /// Maps a fractional position in sorted order to the position that this interpolation reads.
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

/// The `q`-quantile over `axes`, or over all axes if none is given, with linear interpolation. NaN
/// if any element is NaN.
///
/// Errors: as for [`quantiles`].
pub fn quantile(t: &Tensor, q: f64, axes: &[i64], keepdim: bool) -> Result<Tensor> {
    refuse_integers("quantile", t)?;
    let n = counted(t, axes)?;
    let found = at_places(t, &[share(q)? * (n - 1) as f64], axes)?;
    shaped(&found, true, t, axes, keepdim)
}

/// [`quantile`] for each number of the vector `q`, along a new first axis; a scalar `q` adds no
/// axis.
///
/// Errors: `INVALID_ARGUMENT` for a number of `q` outside of 0 to 1, an axis that does not exist or
/// is named twice, and axes without elements; `DTYPE_MISMATCH` for integers, in `q` too;
/// `SHAPE_MISMATCH` for a `q` of rank 2 or more; `UNSUPPORTED` for a recorded `q`.
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

/// The median of all elements. If their number is even, the lower of the two middle values; NaN if
/// any element is NaN.
///
/// Errors: `INVALID_ARGUMENT` if there are no elements.
pub fn median_all(t: &Tensor) -> Result<Tensor> {
    median(&reshape(t, &[t.size() as i64])?, 0, false).map(|(value, _)| value)
}

/// [`quantile`] of the elements that are not NaN; NaN if there are none.
///
/// Errors: as for [`quantiles`].
pub fn nanquantile(t: &Tensor, q: f64, axes: &[i64], keepdim: bool) -> Result<Tensor> {
    refuse_integers("nanquantile", t)?;
    counted(t, axes)?;
    let found = among_numbers(t, &[share(q)?], axes, QuantileInterpolation::Linear)?;
    shaped(&found, true, t, axes, keepdim)
}

/// [`quantiles`] of the elements that are not NaN; NaN if there are none.
///
/// Errors: as for [`quantiles`].
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

/// [`median`] of the elements that are not NaN; NaN if there are none.
///
/// Errors: as for [`median`].
pub fn nanmedian(t: &Tensor, axis: i64, keepdim: bool) -> Result<(Tensor, Tensor)> {
    if !t.dtype().is_float() || t.rank() == 0 || t.size() == 0 {
        return median(t, axis, keepdim);
    }
    let (values, order) = sort(t, axis, false)?; // NaN is sorted last
    let at = ops::binary_scalar(BinaryOp::Sub, &numbers(t, axis)?, 1.0)?;
    let at = ops::pair(PairOp::FloorDivide, &at, &ops::number_beside(&at, 2.0)?)?;
    let at = ops::binary_scalar(BinaryOp::Maximum, &at, 0.0)?;
    let (value, index) = (gather(&values, axis, &at)?, ops::gather(&order, axis, &at)?);
    if keepdim { Ok((value, index)) } else { Ok((squeeze(&value, axis)?, index.squeeze_view(axis)?)) }
}

/// [`median_all`] of the elements that are not NaN; NaN if there are none.
///
/// Errors: `INVALID_ARGUMENT` if there are no elements.
pub fn nanmedian_all(t: &Tensor) -> Result<Tensor> {
    nanmedian(&reshape(t, &[t.size() as i64])?, 0, false).map(|(value, _)| value)
}

/// The number of elements along an axis that are not NaN; the axis stays, with size 1.
fn numbers(t: &Tensor, axis: i64) -> Result<Tensor> {
    let t = t.untracked();
    ops::reduce(ReduceOp::CountNonzero, &ops::compare(CompareOp::Eq, &t, &t)?, &[axis], true)
}

/// Reads `q`, a vector or a scalar.
fn shares(q: &Tensor) -> Result<Vec<f64>> {
    refuse_integers("quantile at shares", q)?;
    unsupported("quantile at shares", &[q])?;
    if q.rank() > 1 {
        return Err(Error::shape(format!(
            "quantile: shares of shape {} are neither a scalar nor a vector",
            q.to_shape()
        )));
    }
    let here = ops::to_device(&ops::cast(q, DType::F64)?, Device::Cpu)?;
    here.to_vec::<f64>()?.into_iter().map(share).collect()
}

fn share(q: f64) -> Result<f64> {
    if (0.0..=1.0).contains(&q) { Ok(q) } else { Err(Error::argument(format!("quantile {q} is not between 0 and 1"))) }
}

/// The number of elements over `axes`.
fn counted(t: &Tensor, axes: &[i64]) -> Result<i64> {
    let reduced = shape::axes(axes, t.rank())?;
    let n = (0..t.rank()).filter(|d| reduced & (1 << d) != 0).map(|d| t.shape()[d]).product();
    if n == 0 {
        return Err(Error::argument(format!("quantile of shape {} is over no elements", t.to_shape())));
    }
    Ok(n)
}

/// The values at `places` in sorted order over `axes`, along a new first axis.
fn at_places(t: &Tensor, places: &[f64], axes: &[i64]) -> Result<Tensor> {
    in_order(t, axes, &|sorted| from_order(sorted, places))
}

/// The `shares`-quantiles over `axes` of the elements that are not NaN, along a new first axis.
fn among_numbers(t: &Tensor, shares: &[f64], axes: &[i64], interpolation: QuantileInterpolation) -> Result<Tensor> {
    in_order(t, axes, &|sorted| from_numbers(sorted, shares, interpolation))
}

/// Flattens `axes` to a new first axis, sorts along it and calls `find`, which replaces that axis
/// by the positions it reads.
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

/// Gives a result of [`in_order`] its final shape: removes the first axis if `is_single`, and
/// inserts axes of size 1 for the reduced ones if `keepdim`.
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

/// The `shares`-quantiles along the first axis, which is sorted in ascending order. NaNs come last
/// and do not count.
fn from_numbers(sorted: &Tensor, shares: &[f64], interpolation: QuantileInterpolation) -> Result<Tensor> {
    let last = ops::binary_scalar(BinaryOp::Sub, &ops::cast(&numbers(sorted, 0)?, DType::F64)?, 1.0)?;
    let last = ops::binary_scalar(BinaryOp::Maximum, &last, 0.0)?;
    let mut dims = [1; MAX_RANK];
    dims[0] = shares.len() as i64;
    let shares = beside(sorted, Tensor::from_slice(shares, &Shape::new(&dims[..sorted.rank()])?)?)?;
    let places = interpolation.places(&ops::binary(BinaryOp::Mul, &shares, &last)?)?;
    let floor = ops::real(RealOp::Floor, &places)?;
    let at = |places: &Tensor| gather(sorted, 0, &ops::cast(places, DType::I64)?);
    let (low, high) = (at(&floor)?, at(&ops::real(RealOp::Ceil, &places)?)?);
    let parts = ops::cast(&ops::binary(BinaryOp::Sub, &places, &floor)?, sorted.dtype())?;
    between(&low, &high, &parts)
}

/// Numbers of this call on the device of `t`.
fn beside(t: &Tensor, numbers: Tensor) -> Result<Tensor> {
    ops::to_device(&numbers, t.device())
}

/// Interpolates linearly. Where `parts` is 0 the result is `low`, because an infinite `high` would
/// give NaN there.
fn between(low: &Tensor, high: &Tensor, parts: &Tensor) -> Result<Tensor> {
    let is_exact = ops::compare_scalar(CompareOp::Eq, parts, 0.0)?;
    where_(&is_exact, low, &lerp(low, high, parts)?)
}

/// The values at `places` along the first axis, which is sorted in ascending order.
fn from_order(sorted: &Tensor, places: &[f64]) -> Result<Tensor> {
    let count = Shape::new(&[places.len() as i64])?;
    let at = |places: &mut dyn Iterator<Item = f64>| {
        let index: Vec<i64> = places.map(|place| place as i64).collect();
        index_select(sorted, 0, &beside(sorted, Tensor::from_slice(&index, &count)?)?)
    };
    let low = at(&mut places.iter().map(|place| place.floor()))?;
    let parts: Vec<f64> = places.iter().map(|place| place.fract()).collect();
    let value = if parts.iter().all(|part| *part == 0.0) {
        low
    } else {
        let high = at(&mut places.iter().map(|place| place.ceil()))?;
        let mut dims = [1; MAX_RANK];
        dims[0] = places.len() as i64;
        let parts = ops::cast(&beside(sorted, Tensor::from_slice(&parts, &count)?)?, sorted.dtype())?;
        let parts = ops::reshape(&parts, &dims[..sorted.rank()])?;
        between(&low, &high, &parts)?
    };
    let last = at(&mut std::iter::once((sorted.shape()[0] - 1) as f64).cycle().take(places.len()))?;
    where_(&ops::test(TestOp::Nan, &last.untracked())?, &last, &value)
}
