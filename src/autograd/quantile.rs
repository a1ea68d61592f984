//! Quantiles and the median of all elements: what stands at a share of the order.
//!
//! They are composed of a sort and of what is chosen from it, which have the gradients.

use super::composed::lerp;
use super::elementwise::where_;
use super::half;
use super::in_place::unsupported;
use super::join::index_select;
use super::sort::sort;
use super::statistics::{median, refuse_integers};
use super::views::{permute, reshape, select};
use crate::error::{Error, Result};
use crate::ops::{self, CompareOp, TestOp};
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
}

/// What stands at the share `q` of the order over `axes`, over all when none is given, between two
/// neighbours in proportion; NaN where there is one.
///
/// Errors: as [`quantiles`].
pub fn quantile(t: &Tensor, q: f64, axes: &[i64], keepdim: bool) -> Result<Tensor> {
    refuse_integers("quantile", t)?;
    let n = counted(t, axes)?;
    let found = at_places(t, &[share(q)? * (n - 1) as f64], axes, keepdim)?;
    select(&found, 0, 0)
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
    refuse_integers("quantile at shares", q)?;
    unsupported("quantile at shares", &[q])?;
    if q.rank() > 1 {
        return Err(Error::shape(format!("quantile: shares of shape {} are no number and no vector", q.to_shape())));
    }
    let n = counted(t, axes)?;
    let shares = ops::cast(q, DType::F64)?.to_vec::<f64>().expect("it was cast to float64");
    let places = shares.into_iter().map(|q| Ok(interpolation.place(share(q)? * (n - 1) as f64)));
    let found = at_places(t, &places.collect::<Result<Vec<f64>>>()?, axes, keepdim)?;
    if q.rank() == 0 { select(&found, 0, 0) } else { Ok(found) }
}

/// The middle of all elements, of two the lesser; a NaN if there is one.
///
/// Errors: no element is `INVALID_ARGUMENT`.
pub fn median_all(t: &Tensor) -> Result<Tensor> {
    median(&reshape(t, &[t.size() as i64])?, 0, false).map(|(value, _)| value)
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
fn at_places(t: &Tensor, places: &[f64], axes: &[i64], keepdim: bool) -> Result<Tensor> {
    if let Some(dtype) = half::joint(&[t]) {
        return half::rounded(at_places(&half::wide(t)?, places, axes, keepdim)?, dtype);
    }
    let (reduced, rank) = (shape::axes(axes, t.rank())?, t.rank());
    let (kept, gone): (Vec<usize>, Vec<usize>) = (0..rank).partition(|d| reduced & (1 << d) == 0);
    let order: Vec<i64> = gone.iter().chain(&kept).map(|&d| d as i64).collect();
    let n: i64 = gone.iter().map(|&d| t.shape()[d]).product();
    let mut dims = [1; MAX_RANK];
    dims[0] = n;
    kept.iter().enumerate().for_each(|(i, &d)| dims[1 + i] = t.shape()[d]);
    let rows = reshape(&permute(t, &order)?, &dims[..1 + kept.len()])?;
    let found = from_order(&sort(&rows, 0, false)?.0, places)?;
    if !keepdim {
        return Ok(found);
    }
    let mut dims = vec![places.len() as i64; 1 + rank];
    (0..rank).for_each(|d| dims[1 + d] = if reduced & (1 << d) == 0 { t.shape()[d] } else { 1 });
    reshape(&found, &dims)
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
        // An infinite neighbour does not count where the place is that of an element.
        let is_exact = ops::compare_scalar(CompareOp::Eq, &parts, 0.0)?;
        where_(&is_exact, &low, &lerp(&low, &high, &parts)?)?
    };
    let last = at(&mut std::iter::once((sorted.shape()[0] - 1) as f64).cycle().take(places.len()))?;
    where_(&ops::test(TestOp::Nan, &last.untracked())?, &last, &value)
}
