//! Functions of one element on the processor.
//!
//! Invariant: a function is computed in the type of its elements, and of halves in float32, each
//! result rounded once.

use super::float::{self, Half};
use super::map::{self, Map1, OfBools};
use super::vecmath::{self, Real};
use crate::ops::number::Number;
use crate::ops::strided::Plan;
use crate::tensor::{BF16, DType, F16, Host};

/// The functions of real numbers, below the line: for each whether it is compute-bound rather than
/// memory-bound, and its value. Those above have loops of integers too; [`Call::number`] computes
/// them.
macro_rules! functions {
    (
        $($kept:ident;)*
        --
        $($op:ident, $wide:literal, |$x:ident| $value:expr;)*
    ) => {
        /// The functions that have loops.
        #[derive(Clone, Copy)]
        pub(in crate::ops) enum Function {
            $($kept,)*
            $($op,)*
        }

        $(#[derive(Clone, Copy)]
        struct $op;

        impl<T: Real> Map1<T, T> for $op {
            const WIDE: bool = $wide;

            #[inline(always)]
            fn map(self, $x: T) -> T {
                $value
            }
        })*

        impl Call {
            /// # Safety
            /// The pointers and the plan meet the conditions of [`map::map1`] for elements of type
            /// `T`.
            unsafe fn real<T: Real>(&self, function: Function) {
                // SAFETY: the caller's promise is handed on.
                unsafe {
                    match function {
                        $(Function::$op => self.go::<T, _>($op),)*
                        $(Function::$kept)|* => self.number::<T>(function),
                    }
                }
            }
        }
    };
}

functions! {
    Neg;
    Abs;
    Relu;
    --
    Exp, true, |x| vecmath::exp(x);
    Log, true, |x| vecmath::log(x);
    Sqrt, false, |x| x.square_root();
    Sigmoid, true, |x| vecmath::sigmoid(x);
    Tanh, true, |x| vecmath::tanh(x);
    Softplus, true, |x| softplus(x);
    Erf, true, |x| vecmath::erf(x);
    Erfc, true, |x| vecmath::erfc(x);
    Gelu, true, |x| gelu(x);
    GeluTanh, true, |x| gelu_tanh(x);
}

/// Computes the function of every element of `a`.
///
/// # Safety
/// The plan was made from the layouts of `out` and `a`, of one dtype that the function is defined
/// for, and `out` is new or `a` itself.
pub(in crate::ops) unsafe fn mapped(function: Function, plan: Plan<2>, out: Host, a: Host) {
    let call = Call { plan, out: out.as_ptr(), a: a.as_ptr() };
    // SAFETY: the caller's promise; the type is the dtype's.
    unsafe {
        match a.dtype() {
            DType::F32 => call.real::<f32>(function),
            DType::F64 => call.real::<f64>(function),
            DType::F16 => call.half::<F16>(function),
            DType::BF16 => call.half::<BF16>(function),
            DType::I8 => call.number::<i8>(function),
            DType::I16 => call.number::<i16>(function),
            DType::I32 => call.number::<i32>(function),
            DType::I64 => call.number::<i64>(function),
            DType::U8 => call.number::<u8>(function),
            DType::U16 => call.unsigned::<i16>(function),
            DType::U32 => call.unsigned::<i32>(function),
            DType::U64 => call.unsigned::<i64>(function),
            // `abs` is the only function that keeps booleans, and it leaves them unchanged.
            DType::Bool => call.go::<u8, _>(OfBools(Abs)),
        }
    }
}

struct Call {
    plan: Plan<2>,
    out: *mut u8,
    a: *const u8,
}

impl Call {
    /// # Safety
    /// The conditions of [`Call::real`], for elements of type `S`.
    unsafe fn half<S: Half>(&self, function: Function) {
        // SAFETY: the caller's promise is handed on; a tile has `n` elements.
        unsafe {
            float::one::<S>(&self.plan, self.out.cast(), self.a.cast(), |n, out, a| {
                Call { plan: Plan::flat(n, [1, 1]), out: out.cast(), a: a.cast() }.real::<f32>(function);
            });
        }
    }

    /// # Safety
    /// The conditions of [`Call::real`]; the operation keeps the dtype.
    unsafe fn number<T: Number>(&self, function: Function) {
        // SAFETY: the caller's promise is handed on.
        unsafe {
            match function {
                Function::Neg => self.go::<T, _>(Neg),
                Function::Abs => self.go::<T, _>(Abs),
                _ => self.go::<T, _>(Relu),
            }
        }
    }

    /// `T` is the signed type of the same size: a negative number has its bits, and every other
    /// operation that keeps integers leaves these as they are.
    ///
    /// # Safety
    /// The conditions of [`Call::number`].
    unsafe fn unsigned<T: Number>(&self, function: Function) {
        // SAFETY: the caller's promise is handed on.
        unsafe {
            match function {
                Function::Neg => self.go::<T, _>(Neg),
                _ => self.go::<T, _>(Same),
            }
        }
    }

    /// # Safety
    /// The conditions of [`Call::real`].
    unsafe fn go<T: Number, F: Map1<T, T>>(&self, f: F) {
        // SAFETY: the caller's promise is handed on.
        unsafe { map::map1(&self.plan, self.out.cast::<T>(), self.a.cast::<T>(), f) };
    }
}

#[derive(Clone, Copy)]
struct Neg;

impl<T: Number> Map1<T, T> for Neg {
    #[inline(always)]
    fn map(self, x: T) -> T {
        x.neg()
    }
}

#[derive(Clone, Copy)]
struct Same;

impl<T: Number> Map1<T, T> for Same {
    #[inline(always)]
    fn map(self, x: T) -> T {
        x
    }
}

#[derive(Clone, Copy)]
struct Abs;

impl<T: Number> Map1<T, T> for Abs {
    #[inline(always)]
    fn map(self, x: T) -> T {
        x.abs()
    }
}

#[derive(Clone, Copy)]
struct Relu;

impl<T: Number> Map1<T, T> for Relu {
    #[inline(always)]
    fn map(self, x: T) -> T {
        if x <= T::ZERO { T::ZERO } else { x }
    }
}

#[inline(always)]
fn softplus<T: Real>(x: T) -> T {
    // Of two equal forms, the one whose exp cannot overflow.
    let above = if x <= T::ZERO { T::ZERO } else { x };
    above + vecmath::log1p(vecmath::exp(-x.abs()))
}

#[inline(always)]
fn gelu<T: Real>(x: T) -> T {
    // Far below 0 the distribution function is nearly 0, and the limit of the product is 0.
    if x == -T::INFINITY { -T::ZERO } else { x * vecmath::normal_share(x) }
}

#[inline(always)]
fn gelu_tanh<T: Real>(x: T) -> T {
    if x == -T::INFINITY { -T::ZERO } else { x * vecmath::sigmoid(gelu_tanh_exponent(x).0) }
}

/// `2 u` and its derivative, with `u = sqrt(2 / pi) (x + 0.044715 x^3)`: `(1 + tanh(u)) / 2` is the
/// sigmoid of `2 u`, where nothing cancels. From Hendrycks and Gimpel, "Gaussian error linear
/// units", 2016.
#[inline(always)]
pub(in crate::ops) fn gelu_tanh_exponent<T: Real>(x: T) -> (T, T) {
    let (scale, cubic) = (T::cast_from(1.595_769_121_605_731f64), T::cast_from(0.044_715f64));
    let square = cubic * x * x;
    (scale * x * (T::ONE + square), scale * (T::ONE + square + square + square))
}
