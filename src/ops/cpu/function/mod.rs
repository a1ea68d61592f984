//! The kernels of functions of one real number, and of their derivatives.
//!
//! `formulas` has the functions that the compiler vectorises, computed in the precision of the
//! operand. `libm` has those that are computed one element at a time in float64 and then rounded:
//! their float32 results are correctly rounded except for rare ties.

mod formula;
mod formulas;
mod libm;
mod tiles;

use super::float::{self, Half};
use super::map::{self, Map1};
use super::types::{ForInteger, by_integer};
use crate::ops::number::Integer;
use crate::ops::settings::RealOp;
use crate::ops::strided::{self, Plan};
use crate::tensor::{BF16, DType, F16, Host};
use formula::Formula;
use formulas::*;
pub(crate) use formulas::{SELU_ALPHA, SELU_SCALE};
pub(in crate::ops) use libm::Libm;
use tiles::Loops;

/// The loops of one formula, for every float type.
trait AllLoops: Loops<f32> + Loops<f64> {}

impl<F: Formula> AllLoops for F {}

/// Writes the function of `t` to `out`, which has its shape and dtype and is new or `t` itself.
pub(in crate::ops) fn write(op: RealOp, t: Host, out: Host) {
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
pub(in crate::ops) fn multiply(op: RealOp, grad: Host, x: Host) {
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

/// Writes the signs of integers to `out`, which has the shape and dtype of `a` and is new or `a`
/// itself. Writes nothing for floats.
pub(in crate::ops) fn signs(a: Host, out: Host) {
    by_integer(a.dtype(), Signs { plan: strided::onto(&out, &a), out, a });
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
