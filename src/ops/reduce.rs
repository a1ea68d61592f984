//! `reduce`: sums, means and extrema over any axes.
//!
//! Negative axes count from the end, and no axes means all of them. With `keepdim` the reduced axes
//! stay with size 1, so that the result broadcasts against its operand. Halves are summed and
//! multiplied in float32, and the result is rounded.

use super::binary::BinaryOp;
use super::cast;
use super::cast::{as_dtype, rounded};
use super::cpu::float::Half;
use super::cpu::fold::{All, Any, Count, Fold, Folding, Max, Min, Ordered, Plan, Prod, Sum};
use super::cuda::{self, Folded};
use super::in_place::binary_scalar_in_place;
use super::loops::Loops;
use crate::device::Device;
use crate::device::cuda::Gpu;
use crate::error::{Error, Result};
use crate::tensor::{BF16, DType, Element, F16, Host, MAX_RANK, Shape, Tensor, shape};

/// A reduction of elements to one result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReduceOp {
    /// The sum; 0 without elements. Integers and booleans give int64, which wraps.
    Sum,
    /// The mean; NaN without elements. Integers and booleans are summed in float64, as in NumPy, so
    /// that nothing wraps, and give float32.
    Mean,
    /// The greatest; NaN if any is. Keeps the dtype.
    Max,
    /// The least; NaN if any is. Keeps the dtype.
    Min,
    /// The product; 1 without elements. Integers and booleans give int64, which wraps.
    Prod,
    /// Whether all are nonzero; bool.
    All,
    /// Whether any is nonzero; bool.
    Any,
    /// The number of nonzero elements; int64.
    CountNonzero,
}

impl ReduceOp {
    /// The name in messages.
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
/// Errors: `INVALID_ARGUMENT` for an axis out of range or named twice, and for `Max` or `Min` over
/// no elements.
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

fn sum(t: &Tensor, axes: u16, keepdim: bool) -> Result<Tensor> {
    rounded(wide_sum(t, axes, keepdim)?, t.dtype())
}

/// Sums in the accumulation dtype: for halves in float32.
fn wide_sum(t: &Tensor, axes: u16, keepdim: bool) -> Result<Tensor> {
    match t.dtype() {
        DType::F32 => run::<Sum<f32, f32>>(t, axes, keepdim, DType::F32),
        DType::F64 => run::<Sum<f64, f64>>(t, axes, keepdim, DType::F64),
        DType::F16 => run::<Sum<F16, f32>>(t, axes, keepdim, DType::F32),
        DType::BF16 => run::<Sum<BF16, f32>>(t, axes, keepdim, DType::F32),
        DType::I8 => run::<Sum<i8, i64>>(t, axes, keepdim, DType::I64),
        DType::I16 => run::<Sum<i16, i64>>(t, axes, keepdim, DType::I64),
        DType::I32 => run::<Sum<i32, i64>>(t, axes, keepdim, DType::I64),
        DType::I64 => run::<Sum<i64, i64>>(t, axes, keepdim, DType::I64),
        DType::U8 => run::<Sum<u8, i64>>(t, axes, keepdim, DType::I64),
        DType::U16 | DType::U32 => wide_sum(&cast(t, t.dtype().in_signed())?, axes, keepdim),
        // Sums and products have the same bits with and without a sign.
        DType::U64 => run::<Sum<i64, i64>>(t, axes, keepdim, DType::U64),
        DType::Bool => run::<Count>(t, axes, keepdim, DType::I64),
    }
}

fn mean(t: &Tensor, axes: u16, keepdim: bool) -> Result<Tensor> {
    let count = count(t.shape(), axes) as f64;
    let sums = match t.dtype() {
        DType::I64 => run::<Sum<i64, f64>>(t, axes, keepdim, DType::F64)?,
        DType::I32 => run::<Sum<i32, f64>>(t, axes, keepdim, DType::F64)?,
        DType::U32 | DType::U64 => wide_sum(&cast(t, DType::F64)?, axes, keepdim)?,
        // There are never enough elements to overflow.
        DType::I8 | DType::I16 | DType::U8 | DType::U16 | DType::Bool => {
            cast(&wide_sum(t, axes, keepdim)?, DType::F64)?
        }
        DType::F32 | DType::F64 | DType::F16 | DType::BF16 => wide_sum(t, axes, keepdim)?,
    };
    match sums.dtype() {
        _ if cuda::on(&sums).is_some() => binary_scalar_in_place(BinaryOp::Div, &sums, count)?,
        DType::F64 => scale::<f64>(sums.host()?, |sum| sum / count),
        _ => scale::<f32>(sums.host()?, |sum| sum / count as f32),
    }
    if t.dtype().is_float() { rounded(sums, t.dtype()) } else { cast(&sums, DType::F32) }
}

fn product(t: &Tensor, axes: u16, keepdim: bool) -> Result<Tensor> {
    match t.dtype() {
        DType::F32 => run::<Prod<f32, f32>>(t, axes, keepdim, DType::F32),
        DType::F64 => run::<Prod<f64, f64>>(t, axes, keepdim, DType::F64),
        DType::F16 => cast(&run::<Prod<F16, f32>>(t, axes, keepdim, DType::F32)?, DType::F16),
        DType::BF16 => cast(&run::<Prod<BF16, f32>>(t, axes, keepdim, DType::F32)?, DType::BF16),
        DType::U64 => run::<Prod<i64, i64>>(t, axes, keepdim, DType::U64),
        // Rarely used, so these share one loop.
        _ => run::<Prod<i64, i64>>(&*as_dtype(t, DType::I64)?, axes, keepdim, DType::I64),
    }
}

fn extremum(op: ReduceOp, t: &Tensor, axes: u16, keepdim: bool) -> Result<Tensor> {
    refuse_empty(op.name(), t, axes)?;
    let greatest = op == ReduceOp::Max;
    match t.dtype() {
        DType::F32 => of_ordered::<f32>(greatest, t, axes, keepdim),
        DType::F64 => of_ordered::<f64>(greatest, t, axes, keepdim),
        DType::F16 => of_half::<F16>(greatest, t, axes, keepdim),
        DType::BF16 => of_half::<BF16>(greatest, t, axes, keepdim),
        DType::I8 => of_ordered::<i8>(greatest, t, axes, keepdim),
        DType::I16 => of_ordered::<i16>(greatest, t, axes, keepdim),
        DType::I32 => of_ordered::<i32>(greatest, t, axes, keepdim),
        DType::I64 => of_ordered::<i64>(greatest, t, axes, keepdim),
        DType::U8 => of_ordered::<u8>(greatest, t, axes, keepdim),
        DType::U16 | DType::U32 => {
            let found = extremum(op, &cast(t, t.dtype().in_signed())?, axes, keepdim)?;
            cast(&found, t.dtype())
        }
        DType::U64 => of_ordered::<u64>(greatest, t, axes, keepdim),
        DType::Bool if greatest => run::<Any>(t, axes, keepdim, DType::Bool),
        DType::Bool => run::<All>(t, axes, keepdim, DType::Bool),
    }
}

fn of_ordered<T: Ordered>(greatest: bool, t: &Tensor, axes: u16, keepdim: bool) -> Result<Tensor> {
    if greatest { run::<Max<T, T>>(t, axes, keepdim, T::DTYPE) } else { run::<Min<T, T>>(t, axes, keepdim, T::DTYPE) }
}

/// Halves are compared as float32, which holds all of them exactly.
fn of_half<T: Half>(greatest: bool, t: &Tensor, axes: u16, keepdim: bool) -> Result<Tensor> {
    let found = if greatest {
        run::<Max<T, f32>>(t, axes, keepdim, DType::F32)?
    } else {
        run::<Min<T, f32>>(t, axes, keepdim, DType::F32)?
    };
    cast(&found, T::DTYPE)
}

/// Runs a fold over `axes` into a new tensor of `dtype`, whose elements are the fold's.
fn run<F: Fold>(t: &Tensor, axes: u16, keepdim: bool, dtype: DType) -> Result<Tensor> {
    folded(Folding::of::<F>(), t, axes, keepdim, dtype)
}

fn folded(fold: Folding, t: &Tensor, axes: u16, keepdim: bool, dtype: DType) -> Result<Tensor> {
    debug_assert_eq!(fold.sizes(), (t.dtype().size(), dtype.size()));
    if let Some(gpu) = cuda::on(t) {
        return on_cuda(gpu, fold, t, axes, keepdim, dtype);
    }
    let t = t.host()?;
    let out = Tensor::uninit(t.device(), dtype, &reduced_shape(t.shape(), axes, keepdim))?;
    let (results, elements) = split(&t, axes);
    // SAFETY: the loops come from the layout of `t` and from row-major strides of its kept
    // dimensions, which is the layout of `out`; the element sizes are those of the fold, and no
    // other thread has `out` yet.
    unsafe { fold.run(t.as_ptr(), &Plan::new(results, elements), out.host()?.as_ptr()) };
    Ok(out)
}

fn on_cuda(gpu: &Gpu, fold: Folding, t: &Tensor, axes: u16, keepdim: bool, dtype: DType) -> Result<Tensor> {
    let (results, elements) = split(t, axes);
    let plan = Plan::new(results, elements);
    if plan.elements() == 0 {
        // The neutral elements, or nothing: no kernel has work.
        let nothing = Tensor::uninit(Device::Cpu, t.dtype(), &t.to_shape())?;
        return folded(fold, &nothing, axes, keepdim, dtype)?.sent_to(t.device());
    }
    let out = Tensor::uninit(t.device(), dtype, &reduced_shape(t.shape(), axes, keepdim))?;
    let name = fold.kernel();
    // Sums and products have the same bits with and without a sign.
    let of_kernel = |dtype: DType| if matches!(name, "max" | "min") { dtype } else { dtype.of_same_bits() };
    let fold = Folded { name, from: of_kernel(t.dtype()), to: of_kernel(dtype) };
    // SAFETY: the plan was made from the layout of `t` and from row-major strides of its kept
    // dimensions, which is the layout of `out`; the dtypes are those of the fold, or of the same
    // bits.
    unsafe { cuda::fold(gpu, fold, &plan, [&out, t])? };
    Ok(out)
}

/// Changes every element of a new contiguous tensor.
fn scale<T: Element>(t: Host, change: impl Fn(T) -> T) {
    let elements = t.as_ptr().cast::<T>();
    for i in 0..t.size() {
        // SAFETY: the caller has just made `t`, contiguous and with elements of this type.
        unsafe { elements.add(i).write(change(*elements.add(i))) };
    }
}

/// The shape that is left when the dimensions whose bits are set are reduced.
pub(super) fn reduced_shape(dims: &[i64], axes: u16, keepdim: bool) -> Shape {
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

/// Loops over the kept dimensions, with the steps of a row-major output, and over the reduced ones,
/// both in the order of the dimensions.
pub(super) fn split(t: &Tensor, axes: u16) -> (Loops, Loops) {
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

/// The number of elements of each result.
fn count(dims: &[i64], axes: u16) -> usize {
    dims.iter().enumerate().filter(|(i, _)| axes & (1 << i) != 0).map(|(_, &dim)| dim as usize).product()
}

/// `INVALID_ARGUMENT` if a result would have no elements.
pub(super) fn refuse_empty(what: &str, t: &Tensor, axes: u16) -> Result<()> {
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
