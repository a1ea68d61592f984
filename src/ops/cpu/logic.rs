//! Boolean and bitwise operations, and tests of floats, on the processor.
//!
//! Invariant: every nonzero byte of a boolean is true, and every boolean written is 0 or 1.

use super::map::{self, Map1, Map2, OfBools};
use super::types::{ForInteger, by_bits, by_integer};
use super::vecmath::Real;
use crate::ops::number::{Integer, Number, is_nan};
use crate::ops::settings::{BitOp, TestOp};
use crate::ops::strided::Plan;
use crate::tensor::{DType, Host};

/// Writes whether each element of `a`, of float32 or float64, passes the test, as booleans.
///
/// # Safety
/// The plan was made from the layouts of `out` and `a`, and `out` is new.
pub(in crate::ops) unsafe fn tested(function: TestOp, plan: &Plan<2>, out: Host, a: Host) {
    let test = Test { function, plan, out: out.as_ptr(), a: a.as_ptr() };
    if a.dtype() == DType::F64 { test.of::<f64>() } else { test.of::<f32>() }
}

/// The creator guarantees that the plan was made from the layouts of `out` and `a`, and that `out`
/// is new or `a` itself.
struct Test<'a> {
    function: TestOp,
    plan: &'a Plan<2>,
    out: *mut u8,
    a: *const u8,
}

impl Test<'_> {
    fn of<T: Real>(self) {
        let a = self.a.cast::<T>();
        // SAFETY: the creator guarantees the plan.
        unsafe {
            match self.function {
                TestOp::Nan => map::map1(self.plan, self.out, a, IsNan),
                TestOp::Inf => map::map1(self.plan, self.out, a, IsInf),
                TestOp::Finite => map::map1(self.plan, self.out, a, IsFinite),
                TestOp::SignBit => map::map1(self.plan, self.out, a, HasSign),
            }
        }
    }
}

/// Writes `a op b` of each pair of integers or booleans of one dtype.
///
/// # Safety
/// The plan was made from the layouts of `out`, `a` and `b`, and `out` is new or one of the others.
pub(in crate::ops) unsafe fn combined(function: BitOp, plan: Plan<3>, out: Host, (a, b): (Host, Host)) {
    let (dtype, boolean) = (a.dtype(), a.dtype() == DType::Bool);
    let bits = Bits { function, boolean, plan, out: out.as_ptr(), a: a.as_ptr(), b: b.as_ptr() };
    if function == BitOp::RightShift {
        by_integer(dtype, ShiftedRight(bits))
    } else {
        by_bits(dtype, bits)
    };
}

/// Like [`Test`], with two operands.
struct Bits {
    function: BitOp,
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
        match self.function {
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

/// Inverts every bit of an integer, and negates every boolean.
///
/// # Safety
/// The plan was made from the layouts of `out` and `a`, and `out` is new or `a` itself.
pub(in crate::ops) unsafe fn inverted(plan: Plan<2>, out: Host, a: Host) {
    let boolean = a.dtype() == DType::Bool;
    by_bits(a.dtype(), Invert { boolean, plan, out: out.as_ptr(), a: a.as_ptr() });
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
