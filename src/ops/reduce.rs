//! `reduce`: sums, means and extrema over any axes.
//!
//! Negative axes count from the end and no axes means all of them. With `keepdim` the reduced axes stay with size 1,
//! so that the result broadcasts against its operand.

use super::cast;
use super::cast::as_dtype;
use super::fold::{All, Any, Count, Fold, Max, Min, Plan, Prod, Sum, fold};
use super::loops::Loops;
use crate::error::{Error, Result};
use crate::tensor::{DType, Element, FloatType, MAX_RANK, Shape, Tensor, shape};

/// What a reduction makes of the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReduceOp {
    /// Their sum; of nothing it is 0. Integers and booleans give int64, which wraps.
    Sum,
    /// Their sum over their number; of nothing it is NaN. Integers and booleans are summed in float64, as in NumPy, so that
    /// nothing wraps, and give float32.
    Mean,
    /// The greatest; NaN when one is. Keeps the dtype.
    Max,
    /// The least; NaN when one is. Keeps the dtype.
    Min,
    /// Their product; of nothing it is 1. Integers and booleans give int64, which wraps.
    Prod,
    /// Whether all are not 0; bool.
    All,
    /// Whether one is not 0; bool.
    Any,
    /// How many are not 0; int64.
    CountNonzero,
}

impl ReduceOp {
    /// Its name as messages write it.
    pub fn name(self) -> &'static str {
        match self {
            ReduceOp::Sum => "sum",
            ReduceOp::Mean => "mean",
            ReduceOp::Max => "max",
            ReduceOp::Min => "min",
            ReduceOp::Prod => "prod",
            ReduceOp::All => "all",
            ReduceOp::Any => "any",
            ReduceOp::CountNonzero => "count_nonzero",
        }
    }
}

/// Reduces `axes` of `t`. Borrows `t`, returns new.
///
/// Errors: an axis out of range or named twice, and `Max` or `Min` over no elements, are `INVALID_ARGUMENT`.
pub fn reduce(op: ReduceOp, t: &Tensor, axes: &[i64], keepdim: bool) -> Result<Tensor> {
    let axes = shape::axes(axes, t.rank())?;
    match op {
        ReduceOp::Sum => sum(t, axes, keepdim),
        ReduceOp::Mean => mean(t, axes, keepdim),
        ReduceOp::Max | ReduceOp::Min => extremum(op, t, axes, keepdim),
        ReduceOp::Prod => product(t, axes, keepdim),
        ReduceOp::All => run::<All>(&*as_dtype(t, DType::Bool)?, axes, keepdim, DType::Bool),
        ReduceOp::Any => run::<Any>(&*as_dtype(t, DType::Bool)?, axes, keepdim, DType::Bool),
        ReduceOp::CountNonzero => run::<Count>(&*as_dtype(t, DType::Bool)?, axes, keepdim, DType::I64),
    }
}

fn sum(t: &Tensor, axes: u8, keepdim: bool) -> Result<Tensor> {
    match t.dtype() {
        DType::F32 => run::<Sum<f32, f32>>(t, axes, keepdim, DType::F32),
        DType::F64 => run::<Sum<f64, f64>>(t, axes, keepdim, DType::F64),
        DType::I32 => run::<Sum<i32, i64>>(t, axes, keepdim, DType::I64),
        DType::I64 => run::<Sum<i64, i64>>(t, axes, keepdim, DType::I64),
        DType::U8 => run::<Sum<u8, i64>>(t, axes, keepdim, DType::I64),
        DType::Bool => run::<Count>(t, axes, keepdim, DType::I64),
    }
}

fn mean(t: &Tensor, axes: u8, keepdim: bool) -> Result<Tensor> {
    let count = count(t.shape(), axes) as f64;
    let sums = match t.dtype() {
        DType::F32 | DType::F64 => sum(t, axes, keepdim)?,
        DType::I32 => run::<Sum<i32, f64>>(t, axes, keepdim, DType::F64)?,
        DType::I64 => run::<Sum<i64, f64>>(t, axes, keepdim, DType::F64)?,
        DType::U8 => run::<Sum<u8, f64>>(t, axes, keepdim, DType::F64)?,
        // There are never so many that they do not fit.
        DType::Bool => cast(&run::<Count>(t, axes, keepdim, DType::I64)?, DType::F64)?,
    };
    match sums.dtype().float().expect("sums of floats, or in float64") {
        FloatType::F32 => scale::<f32>(&sums, |sum| sum / count as f32),
        FloatType::F64 => scale::<f64>(&sums, |sum| sum / count),
    }
    if t.dtype().is_float() { Ok(sums) } else { cast(&sums, DType::F32) }
}

fn product(t: &Tensor, axes: u8, keepdim: bool) -> Result<Tensor> {
    match t.dtype() {
        DType::F32 => run::<Prod<f32, f32>>(t, axes, keepdim, DType::F32),
        DType::F64 => run::<Prod<f64, f64>>(t, axes, keepdim, DType::F64),
        // Rarely asked for, so that they share one loop.
        _ => run::<Prod<i64, i64>>(&*as_dtype(t, DType::I64)?, axes, keepdim, DType::I64),
    }
}

fn extremum(op: ReduceOp, t: &Tensor, axes: u8, keepdim: bool) -> Result<Tensor> {
    refuse_empty(op.name(), t, axes)?;
    match (t.dtype(), op == ReduceOp::Max) {
        (DType::F32, true) => run::<Max<f32>>(t, axes, keepdim, DType::F32),
        (DType::F32, false) => run::<Min<f32>>(t, axes, keepdim, DType::F32),
        (DType::F64, true) => run::<Max<f64>>(t, axes, keepdim, DType::F64),
        (DType::F64, false) => run::<Min<f64>>(t, axes, keepdim, DType::F64),
        (DType::I32, true) => run::<Max<i32>>(t, axes, keepdim, DType::I32),
        (DType::I32, false) => run::<Min<i32>>(t, axes, keepdim, DType::I32),
        (DType::I64, true) => run::<Max<i64>>(t, axes, keepdim, DType::I64),
        (DType::I64, false) => run::<Min<i64>>(t, axes, keepdim, DType::I64),
        (DType::U8, true) => run::<Max<u8>>(t, axes, keepdim, DType::U8),
        (DType::U8, false) => run::<Min<u8>>(t, axes, keepdim, DType::U8),
        (DType::Bool, true) => run::<Any>(t, axes, keepdim, DType::Bool),
        (DType::Bool, false) => run::<All>(t, axes, keepdim, DType::Bool),
    }
}

/// Runs a fold over `axes` into a new tensor of `dtype`, whose elements are the fold's.
fn run<F: Fold>(t: &Tensor, axes: u8, keepdim: bool, dtype: DType) -> Result<Tensor> {
    debug_assert_eq!(size_of::<F::In>(), t.dtype().size());
    debug_assert_eq!(size_of::<F::Acc>(), dtype.size());
    let out = Tensor::empty(t.device(), dtype, &reduced_shape(t.shape(), axes, keepdim))?;
    let (results, elements) = split(t, axes);
    // SAFETY: the loops come from the layout of `t` and from row-major strides of its kept dimensions, which is the
    // layout of `out`; the element sizes are those of the fold, and nobody else has `out` yet.
    unsafe { fold::<F>(t.as_ptr().cast(), &Plan::new(results, elements), out.as_ptr().cast()) };
    Ok(out)
}

/// Changes every element of a new contiguous tensor.
fn scale<T: Element>(t: &Tensor, change: impl Fn(T) -> T) {
    let elements = t.as_ptr().cast::<T>();
    for i in 0..t.size() {
        // SAFETY: the caller has just made `t`, contiguous and with elements of this type.
        unsafe { elements.add(i).write(change(*elements.add(i))) };
    }
}

/// The shape that is left when the dimensions whose bits are set are reduced.
pub(super) fn reduced_shape(dims: &[i64], axes: u8, keepdim: bool) -> Shape {
    let mut kept = [0i64; MAX_RANK];
    let mut n = 0;
    for (i, &dim) in dims.iter().enumerate() {
        let reduced = axes & (1 << i) != 0;
        if !reduced || keepdim {
            kept[n] = if reduced { 1 } else { dim };
            n += 1;
        }
    }
    Shape::of(&kept[..n])
}

/// Loops over the kept dimensions, with the steps of a row-major output, and over the reduced ones, both in the
/// order of the dimensions.
pub(super) fn split(t: &Tensor, axes: u8) -> (Loops, Loops) {
    let (dims, strides) = (t.shape(), t.strides());
    let mut steps = [0i64; MAX_RANK];
    let mut step = 1;
    for i in (0..dims.len()).rev().filter(|i| axes & (1 << i) == 0) {
        steps[i] = step;
        step *= dims[i];
    }
    let (mut results, mut elements) = (Loops::new(), Loops::new());
    for i in 0..dims.len() {
        if axes & (1 << i) == 0 {
            results.push(dims[i], strides[i], steps[i]);
        } else {
            elements.push(dims[i], strides[i], 0);
        }
    }
    (results, elements)
}

/// How many elements make one result.
fn count(dims: &[i64], axes: u8) -> usize {
    dims.iter().enumerate().filter(|(i, _)| axes & (1 << i) != 0).map(|(_, &dim)| dim as usize).product()
}

/// `INVALID_ARGUMENT` when a result would be made of nothing.
pub(super) fn refuse_empty(what: &str, t: &Tensor, axes: u8) -> Result<()> {
    if count(t.shape(), axes) == 0 {
        let axes: Vec<i64> = (0..t.rank() as i64).filter(|i| axes & (1 << i) != 0).collect();
        return Err(Error::argument(format!(
            "{what} over axes {} of shape {} has no elements",
            shape::display(&axes),
            shape::display(t.shape())
        )));
    }
    Ok(())
}
