//! Searching in sorted values, and counting: `searchsorted`, `bincount`, `histc`.
//!
//! Invariant: NaN is greater than any number, as in `sort`. A position in a count is computed from
//! an element that was read once, and checked.

use super::cast::as_dtype;
use super::cpu::types::{ForNumber, by_number};
use super::cpu::walk::Base;
use super::cuda;
use super::device::same_device;
use super::index::positions;
use super::number::Number;
use super::place::{checked, read_once};
use super::{BinaryOp, CompareOp, LogicOp, ReduceOp, ScatterReduce, Source};
use super::{
    binary_scalar, cast, compare, compare_scalar, contiguous, copy, element_i64, full, index_scatter, item, item_i64,
    logic, masked_select, parallel, reduce,
};
use crate::error::{Error, Result};
use crate::tensor::{DType, Host, Shape, Tensor, shape};

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
        by_number(dtype, Search { sorted, values, right, out: out.host()? });
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

struct Search<'a> {
    sorted: Host<'a>,
    values: Host<'a>,
    right: bool,
    out: Host<'a>,
}

impl ForNumber for Search<'_> {
    type Output = ();

    fn of<T: Number>(self) {
        let length = self.sorted.shape()[self.sorted.rank() - 1] as usize;
        let rows =
            if self.sorted.rank() == 1 { 1 } else { shape::elements(&self.sorted.shape()[..self.sorted.rank() - 1]) };
        let each = self.values.size() / rows;
        let (sorted, values) = (Base::<T>::of(self.sorted), Base::<T>::of(self.values));
        let out = Base::<i64>::of(self.out);
        let right = self.right;
        parallel::ranges(self.values.size(), 2 * length.max(1).ilog2() as usize + 2, |range| {
            for i in range {
                let (row, mut low, mut high) = (i / each * length, 0, length);
                // SAFETY: `i` is below the number of values, and what lies between `low` and `high`
                // is in its row.
                unsafe {
                    let value = values.at(i as isize).read();
                    while low < high {
                        let middle = low + (high - low) / 2;
                        let other = sorted.at((row + middle) as isize).read();
                        let goes_right = if right { !less(value, other) } else { less(other, value) };
                        if goes_right {
                            low = middle + 1;
                        } else {
                            high = middle;
                        }
                    }
                    out.at(i as isize).write(low as i64);
                }
            }
        });
    }
}

/// Whether `a` sorts before `b`.
#[inline(always)]
#[allow(clippy::eq_op)] // only NaN differs from itself
fn less<T: Number>(a: T, b: T) -> bool {
    a < b || (b != b && a == a)
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
    let from = numbers.as_ptr().cast::<i64>();
    let mut length = minlength;
    for i in 0..numbers.size() {
        // SAFETY: contiguous, with `size` elements.
        let number = unsafe { read_once(from.add(i)) };
        if number < 0 {
            return Err(negative(number));
        }
        length = length.max(number.saturating_add(1));
    }
    let shape = Shape::new(&[length])?;
    let Some(weights) = weights else {
        let out = Tensor::zeroed(t.device(), DType::I64, &shape)?;
        let to = out.host()?;
        add_counts(numbers, length, |at, _| {
            // SAFETY: a number of at least 0 that is below the length.
            unsafe { *to.as_ptr().cast::<i64>().add(at) += 1 };
        });
        return Ok(out);
    };
    let dtype = dtype_of_counts(t, weights)?;
    let weights = contiguous(&*as_dtype(weights, DType::F64)?)?;
    let out = Tensor::zeroed(t.device(), DType::F64, &shape)?;
    let (to, from) = (out.host()?, weights.host()?);
    add_counts(numbers, length, |at, i| {
        // SAFETY: as above; there is a weight for each number.
        unsafe { *to.as_ptr().cast::<f64>().add(at) += from.as_ptr().cast::<f64>().add(i).read() };
    });
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

/// Calls `add` with each number and its position.
fn add_counts(numbers: Host, length: i64, add: impl Fn(usize, usize)) {
    for i in 0..numbers.size() {
        // SAFETY: contiguous int64, with `size` elements.
        let number = unsafe { read_once(numbers.as_ptr().cast::<i64>().add(i)) };
        if let Some(at) = checked(number, length) {
            add(at, i);
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
    let from = values.host()?.as_ptr().cast::<f64>();
    // SAFETY: contiguous, with `size` elements.
    let each = || (0..values.size()).map(|i| unsafe { from.add(i).read() });
    let (mut low, mut high) = (min, max);
    if low == high && values.size() > 0 {
        (low, high) = each().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    }
    let (low, high) = bounds(bins, (low, high))?;
    let out = Tensor::zeroed(t.device(), DType::F64, &Shape::new(&[bins])?)?;
    let to = out.host()?;
    for x in each().filter(|x| (low..=high).contains(x)) {
        let bin = ((x - low) / (high - low) * bins as f64) as usize;
        // SAFETY: the bin is below the number of bins.
        unsafe { *to.as_ptr().cast::<f64>().add(bin.min(bins as usize - 1)) += 1.0 };
    }
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
