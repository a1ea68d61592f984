//! Functions of one real number, with their derivatives: those of NumPy and `torch.nn.functional`
//! that `unary` does not have.
//!
//! Invariant: the result does not depend on the layout of the operand. A float keeps its dtype, and
//! an integer is computed as float32. Functions that map integers to integers (rounding, clamping,
//! the sign) keep integers.

use super::cast::{as_dtype, cast};
use super::copy;
use super::cpu::function::{self as kernels, Libm};
pub(crate) use super::cpu::function::{SELU_ALPHA, SELU_SCALE};
use super::cuda;
use super::in_place::ScalarStep;
use super::scalar::number;
use super::settings::RealOp;
use super::strided::{self, Plan};
use super::target::Target;
use super::{BinaryOp, binary_scalar};
use crate::error::{Error, Result};
use crate::tensor::{DType, Scalar, Tensor};

/// Applies the function to every element.
///
/// Returns a new tensor. Errors: `DTYPE_MISMATCH` if the function is not defined for integers or
/// booleans, `INVALID_ARGUMENT` for a bound that is out of range for the integer dtype, those of
/// [`Tensor::uninit`].
pub fn real(op: RealOp, t: &Tensor) -> Result<Tensor> {
    real_to(op, t, Target::New)
}

/// Like [`real`], with the result written to `target`; also fails with the errors of [`Target`].
pub fn real_to(op: RealOp, t: &Tensor, target: Target) -> Result<Tensor> {
    if !t.dtype().is_float()
        && let Some(result) = of_integers(op, t, target)?
    {
        return Ok(result);
    }
    let dtype = if t.dtype().is_float() { t.dtype() } else { DType::F32 };
    target.check(dtype)?;
    let t = as_dtype(t, dtype)?;
    if let Some(gpu) = cuda::on(&t) {
        let out = target.output(dtype, &t.to_shape(), &[&t])?;
        let plan = strided::onto(&out, &t);
        // SAFETY: the plan was made from both layouts, the type is that of both, and out is new or
        // t itself.
        unsafe {
            match kernel(rounded(op, dtype)) {
                Some((name, numbers)) => {
                    cuda::map1(gpu, &format!("{name}_{dtype}"), &plan, [&out, &t], Some(numbers))?;
                }
                None => cuda::wide(gpu, &format!("{}_value", op.name()), &plan, [&out, &t])?,
            }
        }
        return Ok(out);
    }
    let t = t.host()?;
    let out = target.output(dtype, &t.to_shape(), &[&t])?;
    kernels::write(rounded(op, dtype), t, out.host()?);
    Ok(out)
}

/// The kernel of an operation without its dtype, and its numbers; `None` for those of `libm`, whose
/// kernels serve every dtype.
fn kernel(op: RealOp) -> Option<(&'static str, [f64; 3])> {
    let none = [0.0; 3];
    Some(match op {
        RealOp::Logit { eps } => ("logit", [eps, 0.0, 0.0]),
        RealOp::RoundTo { scale } => ("round_to", [scale, (1.0 / scale).round(), 0.0]),
        RealOp::NanToNum { nan, above, below } => ("nan_to_num", [nan, above, below]),
        RealOp::Clamp { min, max } => ("clamp", [min.to_f64(), max.to_f64(), 0.0]),
        RealOp::Hardtanh { min, max } => ("clamp", [min, max, 0.0]),
        RealOp::LeakyRelu { slope } => ("leaky_relu", [slope, 0.0, 0.0]),
        RealOp::Elu { alpha } => ("elu", [1.0, alpha, 1.0]),
        RealOp::Selu => ("elu", [SELU_SCALE, SELU_SCALE * SELU_ALPHA, 1.0]),
        RealOp::Celu { alpha } => ("elu", [1.0, alpha, alpha]),
        op if Libm::of(op).is_some() => return None,
        op => (op.name(), none),
    })
}

/// Like [`kernel`], of the derivative.
fn slope_kernel(op: RealOp) -> Option<(&'static str, [f64; 3])> {
    let (name, numbers) = kernel(op)?;
    Some(match op {
        RealOp::Frac => ("one", numbers),
        RealOp::Floor | RealOp::Ceil | RealOp::Round | RealOp::Trunc | RealOp::RoundTo { .. } | RealOp::Sign => {
            ("zero", numbers)
        }
        RealOp::Elu { .. } | RealOp::Selu | RealOp::Celu { .. } => {
            ("elu", [numbers[0], numbers[1] / numbers[2], numbers[2]])
        }
        _ => (name, numbers),
    })
}

/// `grad` times the derivative of the function at `x`, which has the same shape and dtype. Consumes
/// `grad`; returns a new tensor, or `grad` itself overwritten.
pub fn real_gradient(op: RealOp, grad: Tensor, x: &Tensor) -> Result<Tensor> {
    let dtype = grad.dtype();
    if dtype.is_half() {
        let slopes = real_gradient(op, cast(&grad, DType::F32)?, &cast(x, DType::F32)?)?;
        return cast(&slopes, dtype);
    }
    let x = copy::contiguous(x)?;
    if let Some(gpu) = cuda::on(&grad) {
        let grad = copy::contiguous(&grad)?;
        let out = Tensor::uninit(grad.device(), dtype, &grad.to_shape())?;
        let (plan, tensors) = (Plan::flat(grad.size(), [1; 3]), [&out, &grad, &x]);
        // SAFETY: all are contiguous, of one shape and one float dtype; the result is new.
        unsafe {
            match slope_kernel(rounded(op, dtype)) {
                Some((name, numbers)) => {
                    cuda::slopes(gpu, &format!("{name}_slope_{dtype}"), &plan, tensors, numbers)?;
                }
                None => cuda::wide(gpu, &format!("{}_slope", op.name()), &plan, tensors)?,
            }
        }
        return Ok(out);
    }
    let grad = if super::grad::is_owned(&grad) { grad } else { copy::copy(&grad)? };
    kernels::multiply(rounded(op, dtype), grad.host()?, x.host()?);
    Ok(grad)
}

/// The operation with its numbers rounded to this float dtype: integer bounds are rounded once, and
/// infinite replacements of `NanToNum` become the dtype's largest number.
fn rounded(op: RealOp, dtype: DType) -> RealOp {
    let nearest = |bound| match dtype {
        DType::F64 => bound,
        _ => Scalar::F64(number::<f32>(bound).into()),
    };
    let finite = |x: f64| match dtype.finfo() {
        Ok(limits) if x.is_infinite() => limits.max.copysign(x),
        _ => x,
    };
    match op {
        RealOp::Clamp { min, max } => RealOp::Clamp { min: nearest(min), max: nearest(max) },
        RealOp::NanToNum { nan, above, below } => RealOp::NanToNum { nan, above: finite(above), below: finite(below) },
        other => other,
    }
}

/// The result for integers if they keep their dtype; `None` if they become float32.
fn of_integers(op: RealOp, t: &Tensor, target: Target) -> Result<Option<Tensor>> {
    let refused = || Error::dtype(format!("{} of {} is not defined", op.name(), t.dtype()));
    let keeps = matches!(op, RealOp::Floor | RealOp::Ceil | RealOp::Round | RealOp::Trunc | RealOp::Sign);
    let keeps = keeps || matches!(op, RealOp::RoundTo { .. });
    if matches!(op, RealOp::Frac) || keeps && t.dtype() == DType::Bool {
        return Err(refused());
    }
    let unchanged = || target.receiver().map_or_else(|| copy::copy(t), Ok);
    Ok(match op {
        RealOp::Floor | RealOp::Ceil | RealOp::Round | RealOp::Trunc | RealOp::NanToNum { .. } => Some(unchanged()?),
        RealOp::RoundTo { scale } if scale >= 1.0 => Some(unchanged()?),
        RealOp::RoundTo { .. } => Some(cast(&real(op, &cast(t, DType::F64)?)?, t.dtype())?),
        RealOp::Sign => {
            if let Some(gpu) = cuda::on(t) {
                let out = target.output(t.dtype(), &t.to_shape(), &[t])?;
                // SAFETY: the plan was made from both layouts, the type is that of both, and out is
                // new or t itself.
                unsafe {
                    let kernel = format!("sign_{}", t.dtype());
                    cuda::map1(gpu, &kernel, &strided::onto(&out, t), [&out, t], None)?;
                }
                return Ok(Some(out));
            }
            let t = t.host()?;
            let out = target.output(t.dtype(), &t.to_shape(), &[&t])?;
            kernels::signs(t, out.host()?);
            Some(out)
        }
        RealOp::Clamp { min, max } => {
            let bounds = [(BinaryOp::Maximum, min), (BinaryOp::Minimum, max)];
            let bounds = bounds.into_iter().filter(|(_, bound)| !bound.to_f64().is_infinite());
            if let Target::Over(t) = target {
                let steps = bounds.map(|(op, bound)| ScalarStep::checked(op, t, bound));
                let steps = steps.collect::<Result<Vec<_>>>()?;
                steps.iter().try_for_each(|step| step.apply(t))?;
                return Ok(Some(t.untracked()));
            }
            let mut kept = copy::copy(t)?;
            for (op, bound) in bounds {
                kept = binary_scalar(op, &kept, bound)?;
            }
            Some(kept)
        }
        _ => None,
    })
}
