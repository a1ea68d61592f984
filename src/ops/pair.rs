//! Functions of two numbers that are computed one element at a time: remainders, angles, and
//! functions of the C library.
//!
//! Invariant: floats are computed in float64 and rounded, integers in int64, which holds every
//! result; so one loop serves all dtypes. Names and results are PyTorch's: `remainder` has the sign
//! of the divisor (Python's `%`), `fmod` that of the dividend (C's).

use super::cast::as_dtype;
use super::cpu::types::{ForInteger, ForNumber, by_integer, by_number};
use super::cuda;
use super::device::same_device;
use super::element::item;
use super::number::{Integer, Number};
use super::reduce::{ReduceOp, reduce};
use super::scalar::{out_of_range, promoted};
use super::strided::{self, Plan};
use super::target::Target;
use crate::error::{Error, Result};
use crate::tensor::{BF16, DType, F16, Host, Scalar, Shape, Tensor};
use std::cmp::Ordering;

/// A function of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairOp {
    /// The quotient, rounded down.
    FloorDivide,
    /// The remainder of that, with the sign of the divisor.
    Remainder,
    /// The remainder of the quotient rounded towards 0, with the sign of the dividend.
    Fmod,
    /// The angle of the point `(b, a)`.
    Atan2,
    /// `sqrt(a^2 + b^2)`, without intermediate overflow.
    Hypot,
    /// The magnitude of `a` with the sign of `b`.
    CopySign,
    /// `log(exp(a) + exp(b))`, without intermediate overflow.
    LogAddExp,
    /// `a log(b)`, 0 where `a` is 0.
    Xlogy,
}

impl PairOp {
    /// The name of the public function.
    pub fn name(self) -> &'static str {
        match self {
            PairOp::FloorDivide => "floor_divide",
            PairOp::Remainder => "remainder",
            PairOp::Fmod => "fmod",
            PairOp::Atan2 => "atan2",
            PairOp::Hypot => "hypot",
            PairOp::CopySign => "copysign",
            PairOp::LogAddExp => "logaddexp",
            PairOp::Xlogy => "xlogy",
        }
    }

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

/// `op` of each pair of elements, broadcast, in the promoted dtype. For integers the result is
/// float32, except for divisions and remainders.
///
/// Returns a new tensor. Errors: `SHAPE_MISMATCH`, `DEVICE_MISMATCH`; `DTYPE_MISMATCH` for dividing
/// booleans; `INVALID_ARGUMENT` for an integer divided by 0; those of [`Tensor::uninit`].
pub fn pair(op: PairOp, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    pair_to(op, a, b, Target::New)
}

/// Like [`pair`], with the result written to `target`; also fails with the errors of [`Target`].
pub fn pair_to(op: PairOp, a: &Tensor, b: &Tensor, target: Target) -> Result<Tensor> {
    same_device(a, b)?;
    let joint = a.dtype().promote(b.dtype())?;
    let divides = op.of_integers().is_some();
    if divides && joint == DType::Bool {
        return Err(Error::dtype(format!("{} of bool is not defined", op.name())));
    }
    let dtype = if divides || joint.is_float() { joint } else { DType::F32 };
    target.check(dtype)?;
    let (a, b) = (as_dtype(a, dtype)?, as_dtype(b, dtype)?);
    let shape = strided::common_shape(&a, &b)?;
    let by_zero = || Error::argument(format!("{} of {dtype} by 0", op.name()));
    if let Some(gpu) = cuda::on(&a) {
        let of_integers = divides && !dtype.is_float();
        if of_integers && shape.elements() > 0 && has_zero_there(&b)? {
            return Err(by_zero());
        }
        let out = target.output(dtype, &shape, &[&a, &b])?;
        let kernel = format!("{}_{}", op.name(), if of_integers { "int" } else { "pair" });
        let plan = strided::onto_both(&shape, &out, &a, &b);
        // SAFETY: the plan was made from these tensors, of one dtype, and out is new, or its
        // elements are apart from those of the operands that they do not meet.
        unsafe { cuda::wide(gpu, &kernel, &plan, [&out, &a, &b])? };
        return Ok(out);
    }
    let (a, b) = (a.host()?, b.host()?);
    if divides && by_integer(dtype, HasZero(b)) == Some(true) && shape.elements() > 0 {
        return Err(by_zero());
    }
    let out = target.output(dtype, &shape, &[&a, &b])?;
    let plan = strided::onto_both(&shape, &out, &a, &b);
    by_number(dtype, Pairs { op, plan: &plan, out: out.host()?, a, b });
    Ok(out)
}

/// [`pair_to`] of `t` and a number, which is the first operand if `reversed`.
pub fn pair_scalar_to(op: PairOp, t: &Tensor, value: Scalar, reversed: bool, target: Target) -> Result<Tensor> {
    let number = number_for(op, t, value)?;
    if reversed { pair_to(op, &number, t, target) } else { pair_to(op, t, &number, target) }
}

/// A number as the other operand of an operation on `t`: like [`number_beside`] if the operation
/// keeps integers, otherwise like [`real_beside`].
pub fn number_for(op: PairOp, t: &Tensor, value: Scalar) -> Result<Tensor> {
    if op.of_integers().is_some() { number_beside(t, value) } else { real_beside(t, value) }
}

/// A number as the other operand beside `t`, in its dtype, except that a fractional number beside
/// integers is float32.
///
/// Returns a new tensor of rank 0. Errors: `INVALID_ARGUMENT` for a number that is out of range for
/// an integer dtype.
pub fn number_beside(t: &Tensor, value: impl Into<Scalar>) -> Result<Tensor> {
    let value = value.into();
    super::create::full(t.device(), promoted(t.dtype(), value), value, &Shape::scalar())
}

/// Like [`number_beside`], for a function whose result is always floating-point: beside integers
/// the number is float32.
pub fn real_beside(t: &Tensor, value: impl Into<Scalar>) -> Result<Tensor> {
    let dtype = if t.dtype().is_float() { t.dtype() } else { DType::F32 };
    super::create::full(t.device(), dtype, value.into(), &Shape::scalar())
}

/// An integer as the other operand beside integers or booleans, whose dtype it gets. Beside floats
/// it is int64.
///
/// Returns a new tensor of rank 0. Errors: `INVALID_ARGUMENT` for a number that is out of range for
/// the dtype.
pub fn integer_beside(t: &Tensor, value: i64) -> Result<Tensor> {
    let dtype = if t.dtype().is_float() { DType::I64 } else { t.dtype() };
    if dtype == DType::Bool && !(0..=1).contains(&value) {
        return Err(out_of_range(dtype, value.into()));
    }
    super::create::full(t.device(), dtype, value, &Shape::scalar())
}

/// The next representable number after each element of `a` towards the element of `b`, broadcast,
/// in the promoted dtype; for integers in float32.
///
/// Returns a new tensor. Errors: `SHAPE_MISMATCH`, `DEVICE_MISMATCH`, those of [`Tensor::uninit`].
pub fn next_after(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    next_after_to(a, b, Target::New)
}

/// Like [`next_after`], with the result written to `target`; also fails with the errors of
/// [`Target`].
pub fn next_after_to(a: &Tensor, b: &Tensor, target: Target) -> Result<Tensor> {
    same_device(a, b)?;
    let joint = a.dtype().promote(b.dtype())?;
    let dtype = if joint.is_float() { joint } else { DType::F32 };
    target.check(dtype)?;
    let (a, b) = (as_dtype(a, dtype)?, as_dtype(b, dtype)?);
    let shape = strided::common_shape(&a, &b)?;
    if let Some(gpu) = cuda::on(&a) {
        let out = target.output(dtype, &shape, &[&a, &b])?;
        let plan = strided::onto_both(&shape, &out, &a, &b);
        // SAFETY: as in `pair_to`.
        unsafe { cuda::wide(gpu, "nextafter_pair", &plan, [&out, &a, &b])? };
        return Ok(out);
    }
    let (a, b) = (a.host()?, b.host()?);
    let out = target.output(dtype, &shape, &[&a, &b])?;
    let plan = strided::onto_both(&shape, &out, &a, &b);
    let (to, from) = (out.host()?.as_ptr(), (a.as_ptr(), b.as_ptr()));
    // SAFETY: the plan was made from these tensors, whose elements have the type that each arm
    // names.
    unsafe {
        match dtype {
            DType::F32 => each(&plan, to.cast::<f32>(), (from.0.cast::<f32>(), from.1.cast()), neighbour32),
            DType::F64 => each(&plan, to.cast::<f64>(), (from.0.cast::<f64>(), from.1.cast()), neighbour64),
            DType::F16 => each(&plan, to.cast::<F16>(), (from.0.cast::<F16>(), from.1.cast()), |a, b| {
                F16::from_bits(neighbour16((a.to_f32(), a.to_bits()), (b.to_f32(), b.to_bits())))
            }),
            DType::BF16 => each(&plan, to.cast::<BF16>(), (from.0.cast::<BF16>(), from.1.cast()), |a, b| {
                BF16::from_bits(neighbour16((a.to_f32(), a.to_bits()), (b.to_f32(), b.to_bits())))
            }),
            other => return Err(Error::dtype(format!("nextafter of {other} is not defined"))),
        }
    }
    Ok(out)
}

/// Whether two numbers are equal, or differ by at most `atol + rtol |b|`; NaN is close to NaN only
/// with `equal_nan`.
///
/// Returns a new boolean tensor, broadcast. Errors: `SHAPE_MISMATCH`, `DEVICE_MISMATCH`, those of
/// [`Tensor::uninit`].
pub fn is_close(a: &Tensor, b: &Tensor, rtol: f64, atol: f64, equal_nan: bool) -> Result<Tensor> {
    same_device(a, b)?;
    let (a, b) = (as_dtype(a, DType::F64)?, as_dtype(b, DType::F64)?);
    let shape = strided::common_shape(&a, &b)?;
    let plan = strided::broadcast(&shape, &a, &b);
    if let Some(gpu) = cuda::on(&a) {
        let out = Tensor::uninit(a.device(), DType::Bool, &shape)?;
        // SAFETY: the plan was made from these tensors, whose elements are float64, and out is new.
        unsafe { cuda::is_close(gpu, &plan, [&out, &a, &b], (rtol, atol, equal_nan))? };
        return Ok(out);
    }
    let (a, b) = (a.host()?, b.host()?);
    let out = Tensor::uninit(a.device(), DType::Bool, &shape)?;
    let to = out.host()?.as_ptr();
    let close = |a: f64, b: f64| {
        u8::from(
            a == b || b.is_finite() && (a - b).abs() <= atol + rtol * b.abs() || equal_nan && a.is_nan() && b.is_nan(),
        )
    };
    // SAFETY: the plan was made from these tensors, whose elements are float64, and out is new.
    unsafe { each(&plan, to, (a.as_ptr().cast::<f64>(), b.as_ptr().cast::<f64>()), close) };
    Ok(out)
}

/// Whether [`is_close`] holds for all elements.
pub fn all_close(a: &Tensor, b: &Tensor, rtol: f64, atol: f64, equal_nan: bool) -> Result<bool> {
    are_all(&is_close(a, b, rtol, atol, equal_nan)?)
}

/// Whether both have the same shape and, regardless of dtype, the same elements; NaN equals
/// nothing.
pub fn equal(a: &Tensor, b: &Tensor) -> Result<bool> {
    same_device(a, b)?;
    Ok(a.shape() == b.shape() && are_all(&super::compare(super::CompareOp::Eq, a, b)?)?)
}

/// Whether all of these contiguous booleans are true.
fn are_all(values: &Tensor) -> Result<bool> {
    if cuda::on(values).is_some() {
        return Ok(!has_zero_there(values)?);
    }
    let values = values.host()?;
    // SAFETY: a new boolean tensor has this many contiguous bytes.
    let bytes = unsafe { std::slice::from_raw_parts(values.as_ptr().cast_const(), values.size()) };
    Ok(bytes.iter().all(|&byte| byte != 0))
}

/// Whether an element of a tensor on a CUDA device is 0. Waits for the device.
fn has_zero_there(t: &Tensor) -> Result<bool> {
    Ok(item(&reduce(ReduceOp::All, t, &[], false)?)? == 0.0)
}

struct Pairs<'a> {
    op: PairOp,
    plan: &'a Plan<3>,
    out: Host<'a>,
    a: Host<'a>,
    b: Host<'a>,
}

impl ForNumber for Pairs<'_> {
    type Output = ();

    fn of<T: Number>(self) {
        let (out, a, b) = (self.out.as_ptr().cast::<T>(), self.a.as_ptr().cast::<T>(), self.b.as_ptr().cast::<T>());
        match (self.op.of_integers(), T::DTYPE.is_float()) {
            (Some(_), false) if T::DTYPE == DType::U64 => {
                // As below, another thread may write a 0.
                let quotient = |a: T, b: T| T::cast_from(self.op.of_unsigned(a.as_u64(), b.as_u64().max(1)));
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
                let f = self.op.of_floats();
                // SAFETY: as above.
                unsafe { each(self.plan, out, (a, b), |a: T, b: T| T::cast_from(f(a.as_f64(), b.as_f64()))) };
            }
        }
    }
}

/// Whether an element is 0.
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
