//! Scaling of columns by what was measured of data: `Standardize` and `MinMax`, as scikit-learn's
//! `StandardScaler` and `MinMaxScaler`.
//!
//! Invariant: what was measured is in buffers, so it is saved, loaded and copied with the model, and
//! `forward` is the same in training and in evaluation. Missing values, NaN, are not measured, and
//! stay missing. A column whose values are all equal is only moved.

use super::draw::buffer;
use super::kind::{at_least_one, kind};
use crate::autograd;
use crate::error::{Error, Result};
use crate::nn::module::{Call, Module};
use crate::ops::{self, BinaryOp};
use crate::tensor::{DType, Tensor, shape};
use std::sync::Arc;

/// The kinds that are fitted, and their buffers, first what is subtracted, then what divides.
const FITTED: [(&str, [&str; 2]); 2] = [("Standardize", ["mean", "scale"]), ("MinMax", ["minimum", "range"])];

/// Columns less their means, divided by their standard deviations.
pub fn standardize(features: i64) -> Result<Arc<Module>> {
    at_least_one("num_features", features)?;
    let slots = vec![buffer("mean", &[features], 0.0)?, buffer("scale", &[features], 1.0)?];
    Ok(kind("Standardize", format!("{features}"), slots, move |call, x| scaled("Standardize", call, x, features)))
}

/// Columns from 0 at their smallest to 1 at their greatest value.
pub fn min_max(features: i64) -> Result<Arc<Module>> {
    at_least_one("num_features", features)?;
    let slots = vec![buffer("minimum", &[features], 0.0)?, buffer("range", &[features], 1.0)?];
    Ok(kind("MinMax", format!("{features}"), slots, move |call, x| scaled("MinMax", call, x, features)))
}

fn scaled(name: &str, call: &Call, x: &Tensor, features: i64) -> Result<Tensor> {
    let [offset, divisor] = of_dtype(name, [call.value(0), call.value(1)], x, features)?;
    autograd::binary(BinaryOp::Div, &autograd::binary(BinaryOp::Sub, x, &offset)?, &divisor)
}

/// What [`standardize`] or [`min_max`] has scaled, as it was before.
///
/// Errors: `INVALID_ARGUMENT` for a module of another kind, `SHAPE_MISMATCH`, `DTYPE_MISMATCH`.
pub fn inverse_columns(module: &Module, x: &Tensor) -> Result<Tensor> {
    let (name, values) = fitted(module)?;
    let features = values[0].shape()[0];
    let [offset, divisor] = of_dtype(name, values, x, features)?;
    autograd::binary(BinaryOp::Add, &autograd::binary(BinaryOp::Mul, x, &divisor)?, &offset)
}

/// Measures rows, `[N, F]`, for [`standardize`] or [`min_max`]: into its buffers, both or none.
///
/// Errors: `INVALID_ARGUMENT` for a module of another kind, no rows, or a column of missing values or
/// with an infinite one; `SHAPE_MISMATCH`.
pub fn fit_columns(module: &Module, x: &Tensor) -> Result<()> {
    let (name, values) = fitted(module)?;
    let features = values[0].shape()[0];
    if x.rank() != 2 || x.shape()[1] != features {
        let got = shape::display(x.shape());
        return Err(Error::shape(format!("{name}: rows of shape {got} are not [N, {features}]")));
    }
    let rows = ops::cast(&x.untracked(), DType::F64)?.to_vec::<f64>()?;
    let columns = features as usize;
    let (mut first, mut second) = (Vec::with_capacity(columns), Vec::with_capacity(columns));
    for column in 0..columns {
        let column_of = || rows.iter().skip(column).step_by(columns).copied().filter(|value| !value.is_nan());
        let count = column_of().count();
        if count == 0 {
            return Err(Error::argument(format!("{name}: column {column} has no values")));
        }
        if let Some(value) = column_of().find(|value| value.is_infinite()) {
            return Err(Error::argument(format!("{name}: column {column} has the value {value}")));
        }
        let (offset, divisor) = if name == FITTED[0].0 { deviation(column_of, count) } else { range(column_of) };
        first.push(offset);
        second.push(divisor);
    }
    let made = |column: &[f64], like: &Tensor| ops::cast(&Tensor::from_slice(column, &[features])?, like.dtype());
    let new = [made(&first, &values[0])?, made(&second, &values[1])?];
    values.iter().zip(&new).try_for_each(|(old, new)| ops::copy_into(&old.untracked(), new))
}

/// The mean and the standard deviation of values, 1 where rounding alone can have made it, as in
/// scikit-learn.
fn deviation<I: Iterator<Item = f64>>(values: impl Fn() -> I, count: usize) -> (f64, f64) {
    let count = count as f64;
    let mean = values().sum::<f64>() / count;
    // The second sum is the rounding error of the mean.
    let (squares, rest) = values().fold((0.0, 0.0), |(squares, rest), value| {
        let off = value - mean;
        (squares + off * off, rest + off)
    });
    let variance = ((squares - rest * rest / count) / count).max(0.0);
    let rounding = count * mean * f64::EPSILON;
    let is_constant = variance <= count * f64::EPSILON * variance + rounding * rounding;
    (mean, if is_constant { 1.0 } else { variance.sqrt() })
}

/// The least value and the distance to the greatest, 1 where rounding alone can have made it, as in
/// scikit-learn.
fn range<I: Iterator<Item = f64>>(values: impl Fn() -> I) -> (f64, f64) {
    let least = values().fold(f64::INFINITY, f64::min);
    let range = values().fold(f64::NEG_INFINITY, f64::max) - least;
    (least, if range < 10.0 * f64::EPSILON { 1.0 } else { range })
}

/// The name of a kind that is fitted, and its buffers.
fn fitted(module: &Module) -> Result<(&'static str, [Tensor; 2])> {
    let Some((name, names)) = FITTED.into_iter().find(|(name, _)| *name == module.kind()) else {
        let kind = module.kind();
        return Err(Error::argument(format!("a {kind} is not fitted to data: Standardize and MinMax are")));
    };
    let slots = module.slots();
    let value = |name: &str| {
        let slot = slots.iter().find(|slot| slot.name() == name);
        slot.map(|slot| slot.value())
            .ok_or_else(|| Error::argument(format!("a {} has no parameter '{name}'", module.kind())))
    };
    Ok((name, [value(names[0])?, value(names[1])?]))
}

/// The buffers in the dtype of `x`, whose last axis has the columns.
fn of_dtype(name: &str, values: [Tensor; 2], x: &Tensor, features: i64) -> Result<[Tensor; 2]> {
    if !x.dtype().is_float() {
        return Err(Error::dtype(format!("{name} needs floating-point numbers, not {}", x.dtype())));
    }
    if x.shape().last() != Some(&features) {
        let got = shape::display(x.shape());
        return Err(Error::shape(format!("{name}: a shape of {got} has not {features} columns")));
    }
    let [a, b] = values;
    Ok([ops::cast(&a, x.dtype())?, ops::cast(&b, x.dtype())?])
}
