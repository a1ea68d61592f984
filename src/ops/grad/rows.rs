//! Gradients of operations on rows: softmax, losses over classes, gathered rows.

use super::elements::{not_floating, owned, values, values_mut, widened};
use crate::error::Result;
use crate::ops::cast::rounded;
use crate::ops::cpu::grad::rows as kernels;
use crate::ops::cpu::vecmath::Real;
use crate::ops::cuda;
use crate::ops::number::Number;
use crate::ops::scatter;
use crate::ops::{self, BinaryOp, UnaryOp};
use crate::tensor::{BF16, DType, F16, Tensor, shape};

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
    kernels::softmax(values_mut::<T>(&mut grad)?, values::<T>(&out)?, classes, log);
    Ok(grad)
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
    let mut grad = owned(log_probs)?;
    kernels::cross_entropy(values_mut::<T>(&mut grad)?, targets, classes, T::cast_from(scale));
    Ok(grad)
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
    kernels::add_at_targets(values_mut::<T>(sum)?, targets, classes, T::cast_from(value));
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
    kernels::index_add(values_mut::<T>(sum)?, (size, inner), &index, values::<T>(&grad)?);
    Ok(())
}

/// The positions in `t`, all below `size`.
fn indices(t: &Tensor, size: usize) -> Result<Vec<usize>> {
    let index = ops::contiguous(&if t.dtype() == DType::I64 { t.untracked() } else { ops::cast(t, DType::I64)? })?;
    kernels::indices(index.host()?, size)
}
