//! Boolean and bitwise operations, element by element: logic of nonzero elements, tests of floats,
//! and the bits of integers.
//!
//! Invariant: every nonzero byte of a boolean is true, and every boolean written is 0 or 1. Names
//! and results are PyTorch's; NumPy and the array API call `invert` `bitwise_invert`.

use super::cast::{as_dtype, wide};
use super::cpu::map::{self, Map1, Map2, OfBools};
use super::cpu::types::{ForInteger, by_bits, by_integer};
use super::cpu::vecmath::Real;
use super::cuda::{self, Beside};
use super::device::same_device;
use super::number::{Integer, Number, is_nan};
use super::strided::{self, Plan};
use super::target::Target;
use crate::error::{Error, Result};
use crate::tensor::{DType, Tensor};

/// An operation on two truth values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LogicOp {
    /// True if both are.
    And,
    /// True if at least one is.
    Or,
    /// True if exactly one is.
    Xor,
}

/// A test of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TestOp {
    /// Is NaN.
    Nan,
    /// Is infinite, of either sign.
    Inf,
    /// Is neither NaN nor infinite.
    Finite,
    /// Has a negative sign, including -0 and a negative NaN.
    SignBit,
}

/// An operation on the bits of two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BitOp {
    /// `a & b`
    And,
    /// `a | b`
    Or,
    /// `a ^ b`
    Xor,
    /// `a << b`; 0 if `b` is negative or at least the number of bits. Not for booleans.
    LeftShift,
    /// `a >> b` with sign extension; for such a `b` all bits are the sign. Not for booleans.
    RightShift,
}

impl TestOp {
    /// The kernel, without its dtype.
    fn kernel(self) -> &'static str {
        match self {
            TestOp::Nan => "is_nan",
            TestOp::Inf => "is_inf",
            TestOp::Finite => "is_finite",
            TestOp::SignBit => "has_sign",
        }
    }
}

impl BitOp {
    /// The name of the public function.
    pub fn name(self) -> &'static str {
        match self {
            BitOp::And => "bitwise_and",
            BitOp::Or => "bitwise_or",
            BitOp::Xor => "bitwise_xor",
            BitOp::LeftShift => "bitwise_left_shift",
            BitOp::RightShift => "bitwise_right_shift",
        }
    }
}

/// `a op b` where nonzero elements (including NaN) are true, broadcast, as booleans.
///
/// Returns a new tensor. Errors: `SHAPE_MISMATCH`, `DEVICE_MISMATCH`, those of [`Tensor::uninit`].
pub fn logic(op: LogicOp, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    logic_to(op, a, b, Target::New)
}

/// Like [`logic`], with the result written to `target`; also fails with the errors of [`Target`].
pub fn logic_to(op: LogicOp, a: &Tensor, b: &Tensor, target: Target) -> Result<Tensor> {
    let op = match op {
        LogicOp::And => BitOp::And,
        LogicOp::Or => BitOp::Or,
        LogicOp::Xor => BitOp::Xor,
    };
    same_device(a, b)?;
    bits_to(op, as_dtype(a, DType::Bool)?.as_ref(), as_dtype(b, DType::Bool)?.as_ref(), target)
}

/// Where an element is 0, as booleans.
///
/// Returns a new tensor. Errors: those of [`Tensor::uninit`].
pub fn logical_not(t: &Tensor) -> Result<Tensor> {
    logical_not_to(t, Target::New)
}

/// Like [`logical_not`], with the result written to `target`; also fails with the errors of
/// [`Target`].
pub fn logical_not_to(t: &Tensor, target: Target) -> Result<Tensor> {
    invert_to(as_dtype(t, DType::Bool)?.as_ref(), target)
}

/// The result of the test for every element, as booleans; an integer is finite, and its sign bit is
/// set if it is negative.
///
/// Returns a new tensor. Errors: those of [`Tensor::uninit`].
pub fn test(op: TestOp, t: &Tensor) -> Result<Tensor> {
    if !t.dtype().is_float() {
        if op == TestOp::SignBit {
            return super::compare_scalar(super::CompareOp::Lt, t, 0.0);
        }
        let answer = f64::from(u8::from(op == TestOp::Finite));
        return super::full(t.device(), DType::Bool, answer, &t.to_shape());
    }
    // Converting a half to float32 does not change the results.
    let t = wide(t)?;
    if let Some(gpu) = cuda::on(&t) {
        let out = Tensor::uninit(t.device(), DType::Bool, &t.to_shape())?;
        let kernel = format!("{}_{}", op.kernel(), t.dtype());
        // SAFETY: the plan was made from t's layout, the type is the dtype's, and out is new.
        unsafe { cuda::map1(gpu, &kernel, &strided::alike(&t), [&out, &t], None)? };
        return Ok(out);
    }
    let t = t.host()?;
    let out = Tensor::uninit(t.device(), DType::Bool, &t.to_shape())?;
    let test = Test { op, plan: strided::alike(&t), out: out.host()?.as_ptr(), a: t.as_ptr() };
    if t.dtype() == DType::F64 {
        test.of::<f64>()
    } else {
        test.of::<f32>()
    }
    Ok(out)
}

/// `a op b`, broadcast, in the promoted dtype.
///
/// Returns a new tensor. Errors: `SHAPE_MISMATCH`, `DEVICE_MISMATCH`; `DTYPE_MISMATCH` for floats,
/// and for shifts of booleans; those of [`Tensor::uninit`].
pub fn bits(op: BitOp, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    bits_to(op, a, b, Target::New)
}

/// Like [`bits`], with the result written to `target`; also fails with the errors of [`Target`].
pub fn bits_to(op: BitOp, a: &Tensor, b: &Tensor, target: Target) -> Result<Tensor> {
    same_device(a, b)?;
    let dtype = a.dtype().promote(b.dtype())?;
    let shifts = matches!(op, BitOp::LeftShift | BitOp::RightShift);
    if dtype.is_float() || (shifts && dtype == DType::Bool) {
        return Err(undefined(op.name(), dtype));
    }
    target.check(dtype)?;
    let (a, b) = (as_dtype(a, dtype)?, as_dtype(b, dtype)?);
    let shape = strided::common_shape(&a, &b)?;
    if let Some(gpu) = cuda::on(&a) {
        let out = target.output(dtype, &shape, &[&a, &b])?;
        let of_kernel = if op == BitOp::RightShift { dtype } else { dtype.of_same_bits() };
        let (kernel, plan) = (format!("{}_{of_kernel}", op.name()), strided::onto_both(&shape, &out, &a, &b));
        // SAFETY: the plan was made from these layouts, the type is the dtype's or gives the same
        // bits, and out is new or an operand itself.
        unsafe { cuda::map2(gpu, &kernel, &plan, &out, [&a, &b], Beside::Nothing)? };
        return Ok(out);
    }
    let (a, b) = (a.host()?, b.host()?);
    let out = target.output(dtype, &shape, &[&a, &b])?;
    let plan = strided::onto_both(&shape, &out, &a, &b);
    let (to, boolean) = (out.host()?.as_ptr(), dtype == DType::Bool);
    let bits = Bits { op, boolean, plan, out: to, a: a.as_ptr(), b: b.as_ptr() };
    if op == BitOp::RightShift {
        by_integer(dtype, ShiftedRight(bits))
    } else {
        by_bits(dtype, bits)
    };
    Ok(out)
}

/// Inverts every bit of an integer, and negates every boolean.
///
/// Returns a new tensor. Errors: `DTYPE_MISMATCH` for floats, those of [`Tensor::uninit`].
pub fn invert(t: &Tensor) -> Result<Tensor> {
    invert_to(t, Target::New)
}

/// Like [`invert`], with the result written to `target`; also fails with the errors of [`Target`].
pub fn invert_to(t: &Tensor, target: Target) -> Result<Tensor> {
    if t.dtype().is_float() {
        return Err(undefined("bitwise_not", t.dtype()));
    }
    if let Some(gpu) = cuda::on(t) {
        let out = target.output(t.dtype(), &t.to_shape(), &[t])?;
        let kernel = format!("invert_{}", t.dtype().of_same_bits());
        // SAFETY: the plan was made from both layouts, the type gives the dtype's bits, and out is
        // new or t itself.
        unsafe { cuda::map1(gpu, &kernel, &strided::onto(&out, t), [&out, t], None)? };
        return Ok(out);
    }
    let t = t.host()?;
    let out = target.output(t.dtype(), &t.to_shape(), &[&t])?;
    let boolean = t.dtype() == DType::Bool;
    let (plan, to) = (strided::onto(&out, &t), out.host()?.as_ptr());
    by_bits(t.dtype(), Invert { boolean, plan, out: to, a: t.as_ptr() });
    Ok(out)
}

fn undefined(name: &str, dtype: DType) -> Error {
    Error::dtype(format!("{name} of {dtype} is not defined"))
}

/// The creator guarantees that the plan was made from the layouts of `out` and `a`, and that `out`
/// is new or `a` itself.
struct Test {
    op: TestOp,
    plan: Plan<2>,
    out: *mut u8,
    a: *const u8,
}

impl Test {
    fn of<T: Real>(self) {
        let a = self.a.cast::<T>();
        // SAFETY: the creator guarantees the plan.
        unsafe {
            match self.op {
                TestOp::Nan => map::map1(&self.plan, self.out, a, IsNan),
                TestOp::Inf => map::map1(&self.plan, self.out, a, IsInf),
                TestOp::Finite => map::map1(&self.plan, self.out, a, IsFinite),
                TestOp::SignBit => map::map1(&self.plan, self.out, a, HasSign),
            }
        }
    }
}

/// Like [`Test`], with two operands.
struct Bits {
    op: BitOp,
    boolean: bool,
    plan: Plan<3>,
    out: *mut u8,
    a: *const u8,
    b: *const u8,
}

impl Bits {
    fn go<T: Integer, F: Map2<T, T, T>>(&self, f: F) {
        // SAFETY: the creator guarantees the plan.
        unsafe { map::map2(&self.plan, self.out.cast::<T>(), self.a.cast::<T>(), self.b.cast::<T>(), f) };
    }
}

impl ForInteger for Bits {
    type Output = ();

    fn of<T: Integer>(self) {
        match self.op {
            BitOp::And if self.boolean => self.go::<u8, _>(OfBools(And)),
            BitOp::Or if self.boolean => self.go::<u8, _>(OfBools(Or)),
            BitOp::Xor if self.boolean => self.go::<u8, _>(OfBools(Xor)),
            BitOp::And => self.go::<T, _>(And),
            BitOp::Or => self.go::<T, _>(Or),
            BitOp::Xor => self.go::<T, _>(Xor),
            BitOp::LeftShift => self.go::<T, _>(LeftShift),
            BitOp::RightShift => ShiftedRight(self).of::<T>(),
        }
    }
}

/// A shift to the right, of which the bits depend on the sign.
struct ShiftedRight(Bits);

impl ForInteger for ShiftedRight {
    type Output = ();

    fn of<T: Integer>(self) {
        self.0.go::<T, _>(RightShift);
    }
}

/// Like [`Test`], with the same guarantees.
struct Invert {
    boolean: bool,
    plan: Plan<2>,
    out: *mut u8,
    a: *const u8,
}

impl ForInteger for Invert {
    type Output = ();

    fn of<T: Integer>(self) {
        let (out, a) = (self.out.cast::<T>(), self.a.cast::<T>());
        // SAFETY: the creator guarantees the plan; the element type of booleans is `u8`.
        unsafe {
            if self.boolean {
                map::map1(&self.plan, self.out, self.a, OfBools(Not));
            } else {
                map::map1(&self.plan, out, a, Inverse);
            }
        }
    }
}

macro_rules! tests {
    ($($name:ident, $x:ident => $test:expr;)*) => {
        $(#[derive(Clone, Copy)]
        struct $name;

        impl<T: Real> Map1<T, u8> for $name {
            #[inline(always)]
            fn map(self, $x: T) -> u8 {
                u8::from($test)
            }
        })*
    };
}

tests! {
    IsNan, x => is_nan(x);
    IsInf, x => Number::abs(x) == T::INFINITY;
    IsFinite, x => Number::abs(x) < T::INFINITY;
    HasSign, x => T::ONE.copy_sign(x) < T::ZERO;
}

macro_rules! bitwise {
    ($($name:ident => $method:ident;)*) => {
        $(#[derive(Clone, Copy)]
        struct $name;

        impl<T: Integer> Map2<T, T, T> for $name {
            #[inline(always)]
            fn map(self, a: T, b: T) -> T {
                a.$method(b)
            }
        })*
    };
}

bitwise! {
    And => and;
    Or => or;
    Xor => xor;
    LeftShift => shift_left;
    RightShift => shift_right;
}

#[derive(Clone, Copy)]
struct Inverse;

impl<T: Integer> Map1<T, T> for Inverse {
    #[inline(always)]
    fn map(self, x: T) -> T {
        x.invert()
    }
}

#[derive(Clone, Copy)]
struct Not;

impl Map1<u8, u8> for Not {
    #[inline(always)]
    fn map(self, x: u8) -> u8 {
        u8::from(x == 0)
    }
}
