//! Functions of one real number, with their derivatives: those of NumPy and `torch.nn.functional`
//! that `unary` does not have.
//!
//! Invariant: the result does not depend on the layout of the operand. A float keeps its dtype, and
//! an integer is computed as float32. Functions that map integers to integers (rounding, clamping,
//! the sign) keep integers.
//!
//! `formulas` has the functions that the compiler vectorises, computed in the precision of the
//! operand. `libm` has those that are computed one element at a time in float64 and then rounded:
//! their float32 results are correctly rounded except for rare ties.

mod formula;
mod formulas;
mod libm;
mod op;
mod tiles;

use super::cast::{as_dtype, cast};
use super::copy;
use super::cpu::float::{self, Half};
use super::cpu::map::{self, Map1};
use super::cpu::types::{ForInteger, by_integer};
use super::cuda;
use super::in_place::ScalarStep;
use super::number::Integer;
use super::scalar::number;
use super::strided::{self, Plan};
use super::target::Target;
use super::{BinaryOp, binary_scalar};
use crate::error::{Error, Result};
use crate::tensor::{BF16, DType, F16, Host, Scalar, Tensor};
use formula::Formula;
use formulas::*;
pub(crate) use formulas::{SELU_ALPHA, SELU_SCALE};
use libm::Libm;
pub use op::RealOp;
use tiles::Loops;

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
    write(rounded(op, dtype), t, out.host()?);
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
    multiply(rounded(op, dtype), grad.host()?, x.host()?);
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
            by_integer(t.dtype(), Signs { plan: strided::onto(&out, &t), out: out.host()?, a: t });
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

/// The signs of integers. The creator guarantees that the plan was made from the layouts of `out`
/// and `a`, and that `out` is new or `a` itself.
struct Signs<'a> {
    plan: Plan<2>,
    out: Host<'a>,
    a: Host<'a>,
}

impl ForInteger for Signs<'_> {
    type Output = ();

    fn of<T: Integer>(self) {
        // SAFETY: the creator guarantees the plan and the element type.
        unsafe { map::map1(&self.plan, self.out.as_ptr().cast::<T>(), self.a.as_ptr().cast::<T>(), SignOf) };
    }
}

#[derive(Clone, Copy)]
struct SignOf;

impl<T: Integer> Map1<T, T> for SignOf {
    #[inline(always)]
    fn map(self, x: T) -> T {
        let negative = if x < T::ZERO { T::ZERO.sub(T::UNIT) } else { T::ZERO };
        if x > T::ZERO { T::UNIT } else { negative }
    }
}

/// The loops of one formula, for every float type.
trait AllLoops: Loops<f32> + Loops<f64> {}

impl<F: Formula> AllLoops for F {}

/// Writes the function of `t` to `out`, which has its shape and dtype and is new or `t` itself.
fn write(op: RealOp, t: Host, out: Host) {
    let plan = strided::onto(&out, &t);
    with(op, &mut |f| {
        // SAFETY: the plan was made from both layouts, both have this element type, and out is new
        // or t.
        unsafe {
            match out.dtype() {
                DType::F64 => tiles::values::<f64>(&plan, out.as_ptr().cast(), t.as_ptr().cast(), f),
                DType::F16 => halves::<F16>(&plan, out, t, f),
                DType::BF16 => halves::<BF16>(&plan, out, t, f),
                _ => tiles::values::<f32>(&plan, out.as_ptr().cast(), t.as_ptr().cast(), f),
            }
        }
    });
}

/// Runs the float32 loop on tiles of halves.
///
/// # Safety
/// The plan was made from these tensors, whose elements are of type `S`, and `out` is new or `t`.
unsafe fn halves<S: Half>(plan: &Plan<2>, out: Host, t: Host, f: &dyn AllLoops) {
    // SAFETY: the caller's promise; a tile has `n` elements.
    unsafe {
        float::one::<S>(plan, out.as_ptr().cast(), t.as_ptr().cast(), |n, out, a| Loops::<f32>::values(f, n, out, a));
    }
}

/// Multiplies `grad`, which is not shared, by the derivative at `x`, which is contiguous and has
/// its shape and dtype.
fn multiply(op: RealOp, grad: Host, x: Host) {
    let n = grad.size();
    with(op, &mut |f| {
        // SAFETY: both are contiguous and have n elements of this type. They do not overlap,
        // because the gradient is not shared.
        unsafe {
            match grad.dtype() {
                DType::F64 => tiles::slopes::<f64>(n, grad.as_ptr().cast(), x.as_ptr().cast(), f),
                _ => tiles::slopes::<f32>(n, grad.as_ptr().cast(), x.as_ptr().cast(), f),
            }
        }
    });
}

/// Calls `then` with the formula of an operation.
fn with(op: RealOp, then: &mut dyn FnMut(&dyn AllLoops)) {
    match op {
        RealOp::Exp2 => then(&Exp2),
        RealOp::Expm1 => then(&Expm1),
        RealOp::Log1p => then(&Log1p),
        RealOp::Rsqrt => then(&Rsqrt),
        RealOp::Reciprocal => then(&Reciprocal),
        RealOp::Logit { eps } => then(&Logit(eps)),
        RealOp::Frac => then(&Frac),
        RealOp::Floor => then(&Rounded::<FLOOR>),
        RealOp::Ceil => then(&Rounded::<CEIL>),
        RealOp::Round => then(&Rounded::<ROUND>),
        RealOp::Trunc => then(&Rounded::<TRUNC>),
        RealOp::RoundTo { scale } => then(&RoundTo(scale)),
        RealOp::Sign => then(&Sign),
        RealOp::NanToNum { nan, above, below } => then(&NanToNum { nan, above, below }),
        RealOp::Clamp { min, max } => then(&Clamp { min: min.to_f64(), max: max.to_f64() }),
        RealOp::Hardtanh { min, max } => then(&Clamp { min, max }),
        RealOp::LeakyRelu { slope } => then(&LeakyRelu(slope)),
        RealOp::Elu { alpha } => then(&Elu { scale: 1.0, alpha, inner: 1.0 }),
        RealOp::Selu => then(&Elu { scale: SELU_SCALE, alpha: SELU_SCALE * SELU_ALPHA, inner: 1.0 }),
        RealOp::Celu { alpha } => then(&Elu { scale: 1.0, alpha, inner: alpha }),
        RealOp::Silu => then(&Silu),
        RealOp::Mish => then(&Mish),
        RealOp::Softsign => then(&Softsign),
        RealOp::Hardsigmoid => then(&Hardsigmoid),
        RealOp::Hardswish => then(&Hardswish),
        RealOp::LogSigmoid => then(&LogSigmoid),
        op => then(&Libm::of(op).expect("those above are the others")),
    }
}
