//! Functions of two numbers on the processor, one element at a time.
//!
//! Invariant: floats are computed in float64 and rounded, integers in int64, which holds every
//! result; so one loop serves all dtypes.

use super::types::{ForInteger, ForNumber, by_integer, by_number};
use crate::error::{Error, Result};
use crate::ops::number::{Integer, Number};
use crate::ops::settings::PairOp;
use crate::ops::strided::Plan;
use crate::tensor::{BF16, DType, F16, Host};
use std::cmp::Ordering;

impl PairOp {
    fn of_floats(self) -> fn(f64, f64) -> f64 {
        match self {
            PairOp::FloorDivide => floor_divide,
            PairOp::Remainder => remainder,
            PairOp::Fmod => libm::fmod,
            PairOp::Atan2 => libm::atan2,
            PairOp::Hypot => libm::hypot,
            PairOp::CopySign => f64::copysign,
            PairOp::LogAddExp => log_add_exp,
            PairOp::Xlogy => xlogy,
        }
    }

    /// The integer function; `None` if integers give floats. No divisor is 0.
    fn of_integers(self) -> Option<fn(i64, i64) -> i64> {
        match self {
            PairOp::FloorDivide => Some(|a, b| {
                let quotient = a.wrapping_div(b);
                if a.wrapping_rem(b) != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
            }),
            PairOp::Remainder => Some(|a, b| {
                let rest = a.wrapping_rem(b);
                if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }
            }),
            PairOp::Fmod => Some(i64::wrapping_rem),
            _ => None,
        }
    }

    /// The function of [`PairOp::of_integers`] of uint64, which int64 does not hold.
    fn of_unsigned(self, a: u64, b: u64) -> u64 {
        if self == PairOp::FloorDivide { a / b } else { a % b }
    }
}

/// The operands of a call, of one dtype; the plan walks out, a, b.
pub(in crate::ops) struct Pairs<'a> {
    pub function: PairOp,
    pub plan: &'a Plan<3>,
    pub out: Host<'a>,
    pub a: Host<'a>,
    pub b: Host<'a>,
}

/// Computes the function of each pair.
///
/// # Safety
/// The plan was made from these tensors; `out` overlaps no operand or is one of them.
pub(in crate::ops) unsafe fn pairs(call: Pairs) {
    by_number(call.a.dtype(), call);
}

impl ForNumber for Pairs<'_> {
    type Output = ();

    fn of<T: Number>(self) {
        let (out, a, b) = (self.out.as_ptr().cast::<T>(), self.a.as_ptr().cast::<T>(), self.b.as_ptr().cast::<T>());
        match (self.function.of_integers(), T::DTYPE.is_float()) {
            (Some(_), false) if T::DTYPE == DType::U64 => {
                // As below, another thread may write a 0.
                let quotient = |a: T, b: T| T::cast_from(self.function.of_unsigned(a.as_u64(), b.as_u64().max(1)));
                // SAFETY: the plan was made from these tensors, whose elements are T.
                unsafe { each(self.plan, out, (a, b), quotient) };
            }
            (Some(f), false) => {
                // Another thread may write a 0 into the divisor after the check.
                let quotient = |a: T, b: T| T::cast_from(f(a.as_i64(), if b.as_i64() == 0 { 1 } else { b.as_i64() }));
                // SAFETY: the plan was made from these tensors, whose elements are T.
                unsafe { each(self.plan, out, (a, b), quotient) };
            }
            _ => {
                let f = self.function.of_floats();
                // SAFETY: as above.
                unsafe { each(self.plan, out, (a, b), |a: T, b: T| T::cast_from(f(a.as_f64(), b.as_f64()))) };
            }
        }
    }
}

/// Whether an element is 0; false for floats.
pub(in crate::ops) fn has_zero(t: Host) -> bool {
    by_integer(t.dtype(), HasZero(t)) == Some(true)
}

struct HasZero<'a>(Host<'a>);

impl ForInteger for HasZero<'_> {
    type Output = bool;

    fn of<T: Integer>(self) -> bool {
        let (plan, first) = (Plan::new(self.0.shape(), [self.0.strides()]), self.0.as_ptr().cast::<T>());
        if plan.len == 0 {
            return false;
        }
        let mut rows = plan.rows();
        loop {
            let start = first.wrapping_offset(rows.offsets[0]);
            for i in 0..plan.len as isize {
                // SAFETY: the plan was made from this tensor, whose elements are T.
                if unsafe { start.wrapping_offset(i * plan.steps[0]).read() } == T::ZERO {
                    return true;
                }
            }
            if !rows.advance() {
                return false;
            }
        }
    }
}

/// Writes the next representable number after each element of `a` towards that of `b`.
///
/// Errors: `DTYPE_MISMATCH` for a dtype that is not floating-point.
///
/// # Safety
/// The plan was made from these tensors, of one dtype, and walks out, a, b; `out` overlaps no
/// operand or is one of them.
pub(in crate::ops) unsafe fn neighbours(plan: &Plan<3>, out: Host, (a, b): (Host, Host)) -> Result<()> {
    let (to, from) = (out.as_ptr(), (a.as_ptr(), b.as_ptr()));
    // SAFETY: the caller's promise; the elements have the type that each arm names.
    unsafe {
        match a.dtype() {
            DType::F32 => each(plan, to.cast::<f32>(), (from.0.cast::<f32>(), from.1.cast()), neighbour32),
            DType::F64 => each(plan, to.cast::<f64>(), (from.0.cast::<f64>(), from.1.cast()), neighbour64),
            DType::F16 => each(plan, to.cast::<F16>(), (from.0.cast::<F16>(), from.1.cast()), |a, b| {
                F16::from_bits(neighbour16((a.to_f32(), a.to_bits()), (b.to_f32(), b.to_bits())))
            }),
            DType::BF16 => each(plan, to.cast::<BF16>(), (from.0.cast::<BF16>(), from.1.cast()), |a, b| {
                BF16::from_bits(neighbour16((a.to_f32(), a.to_bits()), (b.to_f32(), b.to_bits())))
            }),
            other => return Err(Error::dtype(format!("nextafter of {other} is not defined"))),
        }
    }
    Ok(())
}

/// Writes whether each pair is equal or differs by at most `atol + rtol |b|`, as booleans.
///
/// # Safety
/// The plan was made from these tensors and walks out, a, b; `a` and `b` have elements of float64,
/// and `out` is new.
pub(in crate::ops) unsafe fn close(
    plan: &Plan<3>,
    out: Host,
    (a, b): (Host, Host),
    (rtol, atol, equal_nan): (f64, f64, bool),
) {
    let close = |a: f64, b: f64| {
        u8::from(
            a == b || b.is_finite() && (a - b).abs() <= atol + rtol * b.abs() || equal_nan && a.is_nan() && b.is_nan(),
        )
    };
    // SAFETY: the caller's promise.
    unsafe { each(plan, out.as_ptr(), (a.as_ptr().cast::<f64>(), b.as_ptr().cast::<f64>()), close) };
}

/// `out = f(a, b)` for every element of the plan.
///
/// # Safety
/// Every offset of the plan is inside what the pointers point to; `out` overlaps no operand or is
/// one of them.
unsafe fn each<T: Copy, R>(plan: &Plan<3>, out: *mut R, (a, b): (*mut T, *mut T), mut f: impl FnMut(T, T) -> R) {
    if plan.len == 0 {
        return;
    }
    let [so, sa, sb] = plan.steps;
    let mut rows = plan.rows();
    loop {
        let [o, x, y] = rows.offsets;
        for i in 0..plan.len as isize {
            // SAFETY: the caller vouches for every offset of the plan.
            unsafe {
                let value = f(a.wrapping_offset(x + i * sa).read(), b.wrapping_offset(y + i * sb).read());
                out.wrapping_offset(o + i * so).write(value);
            }
        }
        if !rows.advance() {
            return;
        }
    }
}

/// Division as in Python: the remainder has the sign of the divisor, and the quotient matches.
fn floor_divide(a: f64, b: f64) -> f64 {
    if b == 0.0 {
        return a / b;
    }
    let rest = libm::fmod(a, b);
    let quotient = (a - rest) / b;
    let quotient = if rest != 0.0 && (rest < 0.0) != (b < 0.0) { quotient - 1.0 } else { quotient };
    if quotient == 0.0 { 0.0f64.copysign(a / b) } else { quotient.round() }
}

/// The remainder of [`floor_divide`]; a remainder of 0 also has the sign of the divisor, as in
/// NumPy.
fn remainder(a: f64, b: f64) -> f64 {
    let rest = libm::fmod(a, b);
    if rest == 0.0 {
        return rest.copysign(b);
    }
    if (rest < 0.0) != (b < 0.0) { rest + b } else { rest }
}

fn log_add_exp(a: f64, b: f64) -> f64 {
    let (high, low) = if a > b || a.is_nan() { (a, b) } else { (b, a) };
    if high.is_infinite() && (high > 0.0 || low == high) && !low.is_nan() {
        return high;
    }
    high + libm::log1p(libm::exp(low - high))
}

fn xlogy(a: f64, b: f64) -> f64 {
    if a == 0.0 && !b.is_nan() { 0.0 } else { a * libm::log(b) }
}

fn neighbour32(a: f32, b: f32) -> f32 {
    match a.partial_cmp(&b) {
        None => a + b, // a NaN
        Some(Ordering::Equal) => b,
        Some(Ordering::Less) => a.next_up(),
        Some(Ordering::Greater) => a.next_down(),
    }
}

/// For halves and their bits, which ascend together by magnitude.
fn neighbour16((a, a_bits): (f32, u16), (b, b_bits): (f32, u16)) -> u16 {
    const SIGN: u16 = 0x8000;
    if a.is_nan() || a == b {
        return if a.is_nan() { a_bits } else { b_bits };
    }
    match (b.is_nan(), a == 0.0) {
        (true, _) => b_bits,
        // The smallest number on that side.
        (_, true) => {
            if b < 0.0 {
                SIGN | 1
            } else {
                1
            }
        }
        _ if (a < b) == (a > 0.0) => a_bits + 1,
        _ => a_bits - 1,
    }
}

fn neighbour64(a: f64, b: f64) -> f64 {
    match a.partial_cmp(&b) {
        None => a + b, // a NaN
        Some(Ordering::Equal) => b,
        Some(Ordering::Less) => a.next_up(),
        Some(Ordering::Greater) => a.next_down(),
    }
}
