//! Gradients of operations on rows: softmax, losses over classes, gathered rows.
//!
//! Indices are read into a vector once, checked there, and used from there, because another thread
//! may write the index tensor at any time.

use super::elements::{not_floating, owned, values, values_mut, widened};
use crate::error::{Error, Result};
use crate::ops::cast::rounded;
use crate::ops::cpu::dispatch::{self, Kernel};
use crate::ops::cpu::vecmath::{self, Real};
use crate::ops::cpu::walk::Base;
use crate::ops::cuda;
use crate::ops::number::Number;
use crate::ops::parallel;
use crate::ops::place::{counted, read_once};
use crate::ops::scatter;
use crate::ops::{self, BinaryOp, UnaryOp};
use crate::tensor::{BF16, DType, F16, SharedCell, Tensor, shape};
use std::ops::Range;

/// The gradient of `softmax` over `axis`, or of `log_softmax` if `log`, from its result `out`,
/// which has the shape and dtype of `grad`: `y (g - Σ y g)`, or `g - exp(y) Σ g`. Consumes `grad`;
/// returns a new tensor, or `grad` itself overwritten.
pub fn softmax(log: bool, grad: Tensor, out: &Tensor, axis: i64) -> Result<Tensor> {
    if grad.dtype().is_half() {
        let dtype = grad.dtype();
        return rounded(softmax(log, widened(&grad)?, &widened(out)?, axis)?, dtype);
    }
    let last = shape::axis(axis, grad.rank())? == grad.rank() - 1;
    if grad.dtype().is_float()
        && let Some(gpu) = cuda::on(&grad)
    {
        let turned = |t: &Tensor| t.transpose_view(axis, -1).and_then(|t| ops::contiguous(&t));
        let (grad, out) = (turned(&grad)?, turned(out)?);
        let new = Tensor::uninit(grad.device(), grad.dtype(), &grad.to_shape())?;
        let n = grad.shape()[grad.rank() - 1] as usize;
        // SAFETY: all are contiguous, of one shape and one float dtype; the result is new.
        unsafe { cuda::softmax_grad(gpu, [&new, &grad, &out], n, log)? };
        return new.transpose_view(axis, -1);
    }
    let (grad, out) =
        if last { (grad, out.untracked()) } else { (grad.transpose_view(axis, -1)?, out.transpose_view(axis, -1)?) };
    let result = match grad.dtype() {
        DType::F32 => softmax_of::<f32>(log, grad, &out)?,
        DType::F64 => softmax_of::<f64>(log, grad, &out)?,
        other => return Err(not_floating(other)),
    };
    if last { Ok(result) } else { result.transpose_view(axis, -1) }
}

fn softmax_of<T: Real>(log: bool, grad: Tensor, out: &Tensor) -> Result<Tensor> {
    let classes = grad.shape()[grad.rank() - 1].max(1) as usize;
    let out = ops::contiguous(out)?;
    let mut grad = owned(grad)?;
    let rows = grad.size() / classes;
    let (first, out) = (values_mut::<T>(&mut grad)?.as_mut_ptr(), values::<T>(&out)?);
    let part = |range: Range<usize>| {
        let (start, n) = (range.start * classes, range.len() * classes);
        // SAFETY: only this range has these rows of the gradient, which is the caller's own.
        let grad = unsafe { std::slice::from_raw_parts_mut(first.wrapping_add(start), n) };
        dispatch::run(Softmax { grad, out: &out[start..start + n], classes, log });
    };
    // SAFETY: as above; the result is read as `SharedCell` allows.
    unsafe { parallel::ranges_apart(rows, 8 * classes, part) };
    Ok(grad)
}

struct Softmax<'a, T> {
    grad: &'a mut [T],
    out: &'a [SharedCell<T>],
    classes: usize,
    log: bool,
}

impl<T: Real> Kernel for Softmax<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (g, y) in self.grad.chunks_exact_mut(self.classes).zip(self.out.chunks_exact(self.classes)) {
            if self.log {
                let sum = g.iter().fold(T::ZERO, |sum, &g| sum + g);
                for (g, y) in g.iter_mut().zip(y) {
                    *g = *g - vecmath::exp(y.get()) * sum;
                }
            } else {
                let sum = g.iter().zip(y).fold(T::ZERO, |sum, (&g, y)| sum + g * y.get());
                for (g, y) in g.iter_mut().zip(y) {
                    *g = y.get() * (*g - sum);
                }
            }
        }
    }
}

/// The gradient of `cross_entropy`: (exp(log_probs) - one_hot(targets)) scale. Consumes `log_probs`
/// and returns it overwritten if it is not shared, otherwise a new tensor.
pub fn cross_entropy(log_probs: Tensor, targets: &Tensor, scale: f64) -> Result<Tensor> {
    match log_probs.dtype() {
        dtype if dtype.is_float() && !dtype.is_half() && cuda::on(&log_probs).is_some() => {
            let probs = ops::unary(UnaryOp::Exp, &log_probs)?;
            let grad = ops::binary_scalar(BinaryOp::Mul, &probs, scale)?;
            scatter::add_at(&grad, targets, -scale)?;
            Ok(grad)
        }
        DType::F32 => cross_entropy_of::<f32>(log_probs, targets, scale),
        DType::F64 => cross_entropy_of::<f64>(log_probs, targets, scale),
        half if half.is_half() => rounded(cross_entropy(widened(&log_probs)?, targets, scale)?, half),
        other => Err(not_floating(other)),
    }
}

fn cross_entropy_of<T: Real>(log_probs: Tensor, targets: &Tensor, scale: f64) -> Result<Tensor> {
    let classes = log_probs.shape()[1] as usize;
    let targets = indices(targets, classes)?;
    let scale = T::cast_from(scale);
    let mut grad = owned(log_probs)?;
    let values = values_mut::<T>(&mut grad)?;
    // All rows in one loop, because rows of ten elements would leave vectors half empty.
    let (first, n) = (Base::new(values.as_mut_ptr()), values.len());
    parallel::ranges(n, 8, |range| {
        // SAFETY: only this range has these elements of the gradient, which is the caller's own.
        let values = unsafe { std::slice::from_raw_parts_mut(first.at(range.start as isize), range.len()) };
        dispatch::run(ScaledExp { values, scale });
    });
    for (row, target) in values.chunks_exact_mut(classes.max(1)).zip(targets) {
        row[target] = row[target] - scale;
    }
    Ok(grad)
}

struct ScaledExp<'a, T> {
    values: &'a mut [T],
    scale: T,
}

impl<T: Real> Kernel for ScaledExp<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for x in self.values {
            *x = vecmath::exp(*x) * self.scale;
        }
    }
}

/// Adds `value` at the target of each row to `sum`, `[N, C]`, which is contiguous and not shared.
pub fn add_at_targets(sum: &mut Tensor, targets: &Tensor, value: f64) -> Result<()> {
    match sum.dtype() {
        dtype if dtype.is_float() && cuda::on(sum).is_some() => scatter::add_at(sum, targets, value),
        DType::F32 => add_at_targets_of::<f32>(sum, targets, value),
        DType::F64 => add_at_targets_of::<f64>(sum, targets, value),
        DType::F16 => add_at_targets_of::<F16>(sum, targets, value),
        DType::BF16 => add_at_targets_of::<BF16>(sum, targets, value),
        other => Err(not_floating(other)),
    }
}

fn add_at_targets_of<T: Number>(sum: &mut Tensor, targets: &Tensor, value: f64) -> Result<()> {
    let classes = sum.shape()[1] as usize;
    let targets = indices(targets, classes)?;
    for (row, target) in values_mut::<T>(sum)?.chunks_exact_mut(classes.max(1)).zip(targets) {
        row[target] = row[target].add(T::cast_from(value));
    }
    Ok(())
}

/// Adds index `j` of `grad` along `axis` to index `index[j]` of `sum`, which is contiguous and not
/// shared. Halves are added one after another, and each sum is rounded.
pub fn index_add(sum: &mut Tensor, axis: i64, index: &Tensor, grad: &Tensor) -> Result<()> {
    match sum.dtype() {
        dtype if dtype.is_float() && cuda::on(sum).is_some() => scatter::add_slices(sum, axis, index, grad),
        DType::F32 => index_add_of::<f32>(sum, axis, index, grad),
        DType::F64 => index_add_of::<f64>(sum, axis, index, grad),
        DType::F16 => index_add_of::<F16>(sum, axis, index, grad),
        DType::BF16 => index_add_of::<BF16>(sum, axis, index, grad),
        other => Err(not_floating(other)),
    }
}

fn index_add_of<T: Number>(sum: &mut Tensor, axis: i64, index: &Tensor, grad: &Tensor) -> Result<()> {
    let at = shape::axis(axis, sum.rank())?;
    let size = sum.shape()[at] as usize;
    let inner = shape::elements(&sum.shape()[at + 1..]);
    let index = indices(index, size)?;
    if grad.size() == 0 {
        return Ok(());
    }
    let grad = ops::contiguous(grad)?;
    let outer = values_mut::<T>(sum)?.chunks_exact_mut(size * inner);
    for (sums, grads) in outer.zip(values::<T>(&grad)?.chunks_exact(index.len() * inner)) {
        for (&to, grads) in index.iter().zip(grads.chunks_exact(inner)) {
            for (sum, g) in sums[to * inner..(to + 1) * inner].iter_mut().zip(grads) {
                *sum = sum.add(g.get());
            }
        }
    }
    Ok(())
}

/// The positions in `t`, all below `size`. The forward kernel checked them, so a position out of
/// range was written since.
fn indices(t: &Tensor, size: usize) -> Result<Vec<usize>> {
    let index = ops::contiguous(&if t.dtype() == DType::I64 { t.untracked() } else { ops::cast(t, DType::I64)? })?;
    let from = index.host()?.as_ptr().cast::<i64>();
    (0..index.size())
        .map(|i| {
            // SAFETY: contiguous int64 elements, of which this is one.
            let position = unsafe { read_once(from.add(i)) };
            counted(position, size as i64)
                .ok_or_else(|| Error::argument(format!("index {position} is out of range for size {size}")))
        })
        .collect()
}
