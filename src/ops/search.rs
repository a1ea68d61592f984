//! Searching in sorted values, and counting: `searchsorted`, `bincount`, `histc`.
//!
//! Invariant: NaN is greater than any number, as in `sort`. Numbers that are counted are in memory
//! that no other thread writes, so what was checked is what is counted.

use super::cast::as_dtype;
use super::cpu;
use super::cuda;
use super::device::same_device;
use super::index::positions;
use super::{BinaryOp, CompareOp, LogicOp, ReduceOp, ScatterReduce, Source};
use super::{
    binary_scalar, cast, compare, compare_scalar, contiguous, copy, element_i64, full, index_scatter, item, item_i64,
    logic, masked_select, reduce,
};
use crate::error::{Error, Result};
use crate::tensor::{DType, Shape, Tensor, shape};

/// For each of `values` the int64 index at which it would be inserted into `sorted`, which ascends
/// along its last axis: before equal elements, or after them if `right`. `sorted` has one axis, or
/// the shape of `values` except for the last axis. Returns new.
///
/// Errors: `SHAPE_MISMATCH` for other shapes. If the elements are not sorted, the indices are
/// arbitrary.
pub fn searchsorted(sorted: &Tensor, values: &Tensor, right: bool) -> Result<Tensor> {
    same_device(sorted, values)?;
    let (a, b) = (sorted.shape(), values.shape());
    let rows_match = a.len() == b.len() && !a.is_empty() && a[..a.len() - 1] == b[..b.len() - 1];
    if a.len() != 1 && !rows_match {
        return Err(Error::shape(format!(
            "searchsorted in shape {} of values of shape {}",
            shape::display(a),
            shape::display(b)
        )));
    }
    let dtype = sorted.dtype().promote(values.dtype())?;
    let (sorted, values) = (contiguous(&*as_dtype(sorted, dtype)?)?, contiguous(&*as_dtype(values, dtype)?)?);
    let out = Tensor::uninit(values.device(), DType::I64, &values.to_shape())?;
    if let Some(gpu) = cuda::on(&out) {
        if out.size() > 0 {
            // SAFETY: both are contiguous and of one dtype, `sorted` has one row or one for each row of
            // `values`, and `out` is a new int64 for each value.
            unsafe { cuda::searched(gpu, [&out, &sorted, &values], right)? };
        }
        return Ok(out);
    }
    let (sorted, values) = (sorted.host()?, values.host()?);
    if out.size() > 0 {
        cpu::search::searched(sorted, values, right, out.host()?);
    }
    Ok(out)
}

/// For each element of `t`, how many of the `boundaries`, which ascend along one axis, are below
/// it, or at most equal to it if `right`. Returns new int64.
///
/// Errors: `SHAPE_MISMATCH` for boundaries of another rank.
pub fn bucketize(t: &Tensor, boundaries: &Tensor, right: bool) -> Result<Tensor> {
    if boundaries.rank() != 1 {
        let shape = shape::display(boundaries.shape());
        return Err(Error::shape(format!("boundaries of shape {shape} are not one-dimensional")));
    }
    searchsorted(boundaries, t, right)
}

/// How often each number from 0 on occurs in `t`, which has one axis: int64. With `weights`, of the
/// same shape, the sum of the weights: float32 if they are, otherwise float64. There are at least
/// `minlength` counts. Returns new.
///
/// Errors: `DTYPE_MISMATCH` if the elements are not integers, `SHAPE_MISMATCH` for another rank or
/// other weights, `INVALID_ARGUMENT` for a negative element or length.
pub fn bincount(t: &Tensor, weights: Option<&Tensor>, minlength: i64) -> Result<Tensor> {
    if t.rank() != 1 {
        return Err(Error::shape(format!("bincount of shape {}: it needs one axis", shape::display(t.shape()))));
    }
    Shape::new(&[minlength])?;
    if cuda::on(t).is_some() {
        return bincount_there(&positions("bincount", t)?, weights, minlength);
    }
    // An unshared copy, which no other thread writes.
    let numbers = copy(&positions("bincount", t)?)?;
    let numbers = numbers.host()?;
    let length = cpu::search::length_of_counts(numbers, minlength).map_err(negative)?;
    let shape = Shape::new(&[length])?;
    let Some(weights) = weights else {
        let out = Tensor::zeroed(t.device(), DType::I64, &shape)?;
        cpu::search::count(numbers, length, out.host()?);
        return Ok(out);
    };
    let dtype = dtype_of_counts(t, weights)?;
    let weights = contiguous(&*as_dtype(weights, DType::F64)?)?;
    let out = Tensor::zeroed(t.device(), DType::F64, &shape)?;
    cpu::search::sum(numbers, length, weights.host()?, out.host()?);
    cast(&out, dtype)
}

/// The dtype of sums of these weights of the elements of `t`. Errors: `SHAPE_MISMATCH` and
/// `DEVICE_MISMATCH` for weights that are not beside `t`.
fn dtype_of_counts(t: &Tensor, weights: &Tensor) -> Result<DType> {
    same_device(t, weights)?;
    if weights.shape() != t.shape() {
        return Err(Error::shape(format!(
            "bincount of shape {} with weights of shape {}",
            shape::display(t.shape()),
            shape::display(weights.shape())
        )));
    }
    Ok(if weights.dtype() == DType::F32 { DType::F32 } else { DType::F64 })
}

fn negative(number: i64) -> Error {
    Error::argument(format!("bincount of {number}: it counts numbers from 0 on"))
}

/// [`bincount`] of int64 on a CUDA device: ones, or the weights, are added where the numbers are, in
/// their order. Waits for the largest number.
fn bincount_there(numbers: &Tensor, weights: Option<&Tensor>, minlength: i64) -> Result<Tensor> {
    let mut length = minlength;
    if numbers.size() > 0 {
        if item_i64(&reduce(ReduceOp::Min, numbers, &[0], false)?)? < 0 {
            let wrong = masked_select(numbers, &compare_scalar(CompareOp::Lt, numbers, 0i64)?)?;
            return Err(negative(element_i64(&wrong, &[0])?));
        }
        length = length.max(item_i64(&reduce(ReduceOp::Max, numbers, &[0], false)?)?.saturating_add(1));
    }
    let (device, shape) = (numbers.device(), Shape::new(&[length])?);
    let sums = |dtype: DType, each: &Tensor| {
        let zeros = Tensor::zeroed(device, dtype, &shape)?;
        index_scatter(&zeros, 0, numbers, Source::Tensor(each), Some(ScatterReduce::Sum))
    };
    match weights {
        None => sums(DType::I64, &full(device, DType::I64, 1i64, &numbers.to_shape())?),
        Some(weights) => {
            let dtype = dtype_of_counts(numbers, weights)?;
            cast(&sums(DType::F64, &*as_dtype(weights, DType::F64)?)?, dtype)
        }
    }
}

/// The number of elements of `t` in each of `bins` ranges of equal width from `min` to `max`, in
/// the dtype of `t`. If both are equal, the ranges go from the smallest element to the largest. The
/// last range includes its end. Elements outside, and NaN, are not counted. Returns new.
///
/// Errors: `DTYPE_MISMATCH` if the elements are not floating-point; `INVALID_ARGUMENT` for less
/// than 1 bin, `min` above `max`, and bounds that are not finite.
pub fn histc(t: &Tensor, bins: i64, min: f64, max: f64) -> Result<Tensor> {
    if !t.dtype().is_float() {
        return Err(Error::dtype(format!("histc of {}, not of floating-point numbers", t.dtype())));
    }
    if cuda::on(t).is_some() {
        return histc_there(t, bins, (min, max));
    }
    let values = copy(&cast(t, DType::F64)?)?;
    let values = values.host()?;
    let (low, high) = if min == max && values.size() > 0 { cpu::search::extrema(values) } else { (min, max) };
    let (low, high) = bounds(bins, (low, high))?;
    let out = Tensor::zeroed(t.device(), DType::F64, &Shape::new(&[bins])?)?;
    cpu::search::bin(values, (low, high), out.host()?);
    cast(&out, t.dtype())
}

/// The range of [`histc`], which has a width. Errors: `INVALID_ARGUMENT` for another one, and for
/// less than 1 bin.
fn bounds(bins: i64, (low, high): (f64, f64)) -> Result<(f64, f64)> {
    let (low, high) = if low == high { (low - 1.0, high + 1.0) } else { (low, high) };
    if bins < 1 || !(low < high && low.is_finite() && high.is_finite()) {
        return Err(Error::argument(format!("histc in {bins} bins from {low} to {high}")));
    }
    Ok((low, high))
}

/// [`histc`] on a CUDA device: ones are added at the bins of the elements. Waits for the number of
/// elements that are counted, and for the smallest and the largest where they are the range.
fn histc_there(t: &Tensor, bins: i64, (min, max): (f64, f64)) -> Result<Tensor> {
    let all = super::reshape(&cast(t, DType::F64)?, &[-1])?;
    let values = masked_select(&all, &compare(CompareOp::Eq, &all, &all)?)?; // no NaN
    let end = |op| item(&reduce(op, &values, &[0], false)?);
    let (low, high) = match min == max && t.size() > 0 {
        true if values.size() == 0 => (f64::INFINITY, f64::NEG_INFINITY),
        true => (end(ReduceOp::Min)?, end(ReduceOp::Max)?),
        false => (min, max),
    };
    let (low, high) = bounds(bins, (low, high))?;
    let at_least = compare_scalar(CompareOp::Ge, &values, low)?;
    let inside = logic(LogicOp::And, &at_least, &compare_scalar(CompareOp::Le, &values, high)?)?;
    let share = binary_scalar(BinaryOp::Sub, &masked_select(&values, &inside)?, low)?;
    let share = binary_scalar(BinaryOp::Div, &share, high - low)?;
    let bin = cast(&binary_scalar(BinaryOp::Mul, &share, bins as f64)?, DType::I64)?;
    let bin = binary_scalar(BinaryOp::Minimum, &bin, bins - 1)?;
    let zeros = Tensor::zeroed(t.device(), DType::F64, &Shape::new(&[bins])?)?;
    let counts = index_scatter(&zeros, 0, &bin, Source::Value(1.0.into()), Some(ScatterReduce::Sum))?;
    cast(&counts, t.dtype())
}
