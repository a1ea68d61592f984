//! Functions of one element.
//!
//! Invariant: a function of real numbers (such as exp) computes integers as float32; the others
//! keep the dtype.

use super::cast::as_dtype;
use super::cpu::float::{self, Half};
use super::cpu::map::{self, Map1, OfBools};
use super::cpu::vecmath::{self, Real};
use super::cuda;
use super::number::Number;
use super::strided::{self, Plan};
use super::target::Target;
use crate::error::{Error, Result};
use crate::tensor::{BF16, DType, F16, Tensor};

/// The functions of one element: for each its doc, name, whether it is compute-bound rather than
/// memory-bound, and its value. Those without a value keep the dtype of integers too;
/// [`Call::number`] computes them.
macro_rules! operations {
    (
        $($(#[$kept_doc:meta])* $kept:ident, $kept_name:literal;)*
        --
        $($(#[$doc:meta])* $op:ident, $name:literal, $wide:literal, |$x:ident| $value:expr;)*
    ) => {
        /// A function of one element.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum UnaryOp {
            $($(#[$kept_doc])* $kept,)*
            $($(#[$doc])* $op,)*
        }

        impl UnaryOp {
            /// The name of the public function.
            pub fn name(self) -> &'static str {
                match self {
                    $(UnaryOp::$kept => $kept_name,)*
                    $(UnaryOp::$op => $name,)*
                }
            }

            /// Whether integers keep their dtype.
            fn keeps_dtype(self) -> bool {
                matches!(self, $(UnaryOp::$kept)|*)
            }
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
            unsafe fn real<T: Real>(&self, op: UnaryOp) {
                // SAFETY: the caller's promise is handed on.
                unsafe {
                    match op {
                        $(UnaryOp::$op => self.go::<T, _>($op),)*
                        $(UnaryOp::$kept)|* => self.number::<T>(op),
                    }
                }
            }
        }
    };
}

operations! {
    /// `-x`; integers wrap. Not for booleans.
    Neg, "neg";
    /// The absolute value; integers wrap.
    Abs, "abs";
    /// The larger of x and 0; NaN stays NaN. Not for booleans.
    Relu, "relu";
    --
    /// e to the power of x.
    Exp, "exp", true, |x| vecmath::exp(x);
    /// The natural logarithm; -inf for 0, NaN for negative numbers.
    Log, "log", true, |x| vecmath::log(x);
    /// The square root; NaN for negative numbers.
    Sqrt, "sqrt", false, |x| x.square_root();
    /// `1 / (1 + exp(-x))`
    Sigmoid, "sigmoid", true, |x| vecmath::sigmoid(x);
    /// The hyperbolic tangent.
    Tanh, "tanh", true, |x| vecmath::tanh(x);
    /// `log(1 + exp(x))`
    Softplus, "softplus", true, |x| softplus(x);
    /// The error function, `2 / sqrt(pi)` times the integral of `exp(-t^2)` from 0 to x.
    Erf, "erf", true, |x| vecmath::erf(x);
    /// `1 - erf(x)`, accurate where the result is nearly 0.
    Erfc, "erfc", true, |x| vecmath::erfc(x);
    /// `x` times the normal distribution function at `x`.
    Gelu, "gelu", true, |x| gelu(x);
    /// `Gelu`, approximated with tanh.
    GeluTanh, "gelu_tanh", true, |x| gelu_tanh(x);
}

/// Applies the function to every element.
///
/// Returns a new tensor. Errors: `DTYPE_MISMATCH` if the function is not defined for booleans,
/// those of [`Tensor::uninit`].
pub fn unary(op: UnaryOp, t: &Tensor) -> Result<Tensor> {
    unary_to(op, t, Target::New)
}

/// Like [`unary`], with the result written to `target`; also fails with the errors of [`Target`].
pub fn unary_to(op: UnaryOp, t: &Tensor, target: Target) -> Result<Tensor> {
    if t.dtype() == DType::Bool && matches!(op, UnaryOp::Neg | UnaryOp::Relu) {
        return Err(Error::dtype(format!("{} of bool is not defined", op.name())));
    }
    let dtype = if op.keeps_dtype() || t.dtype().is_float() { t.dtype() } else { DType::F32 };
    target.check(dtype)?;
    let t = as_dtype(t, dtype)?;
    if let Some(gpu) = cuda::on(&t) {
        let out = target.output(dtype, &t.to_shape(), &[&t])?;
        let kernel = match dtype.of_same_bits() {
            of_bits if of_bits == dtype || op == UnaryOp::Neg => format!("{}_{of_bits}", op.name()),
            // Every other operation that keeps integers leaves those without a sign as they are.
            _ => format!("copy_{}", dtype.size()),
        };
        // SAFETY: the plan was made from both layouts, the type is the dtype's or gives the same
        // bits, and out is new or t itself.
        unsafe { cuda::map1(gpu, &kernel, &strided::onto(&out, &t), [&out, &t], None)? };
        return Ok(out);
    }
    let t = t.host()?;
    let out = target.output(dtype, &t.to_shape(), &[&t])?;
    let call = Call { plan: strided::onto(&out, &t), out: out.host()?.as_ptr(), a: t.as_ptr() };
    // SAFETY: the plan was made from both layouts, the type is the dtype's, and out is new or t
    // itself.
    unsafe {
        match dtype {
            DType::F32 => call.real::<f32>(op),
            DType::F64 => call.real::<f64>(op),
            DType::F16 => call.half::<F16>(op),
            DType::BF16 => call.half::<BF16>(op),
            DType::I8 => call.number::<i8>(op),
            DType::I16 => call.number::<i16>(op),
            DType::I32 => call.number::<i32>(op),
            DType::I64 => call.number::<i64>(op),
            DType::U8 => call.number::<u8>(op),
            DType::U16 => call.unsigned::<i16>(op),
            DType::U32 => call.unsigned::<i32>(op),
            DType::U64 => call.unsigned::<i64>(op),
            // `abs` is the only function that keeps booleans, and it leaves them unchanged.
            DType::Bool => call.go::<u8, _>(OfBools(Abs)),
        }
    }
    Ok(out)
}

struct Call {
    plan: Plan<2>,
    out: *mut u8,
    a: *const u8,
}

impl Call {
    /// # Safety
    /// The conditions of [`Call::real`], for elements of type `S`.
    unsafe fn half<S: Half>(&self, op: UnaryOp) {
        // SAFETY: the caller's promise is handed on; a tile has `n` elements.
        unsafe {
            float::one::<S>(&self.plan, self.out.cast(), self.a.cast(), |n, out, a| {
                Call { plan: Plan::flat(n, [1, 1]), out: out.cast(), a: a.cast() }.real::<f32>(op);
            });
        }
    }

    /// # Safety
    /// The conditions of [`Call::real`]; the operation keeps the dtype.
    unsafe fn number<T: Number>(&self, op: UnaryOp) {
        // SAFETY: the caller's promise is handed on.
        unsafe {
            match op {
                UnaryOp::Neg => self.go::<T, _>(Neg),
                UnaryOp::Abs => self.go::<T, _>(Abs),
                _ => self.go::<T, _>(Relu),
            }
        }
    }

    /// `T` is the signed type of the same size: a negative number has its bits, and every other
    /// operation that keeps integers leaves these as they are.
    ///
    /// # Safety
    /// The conditions of [`Call::number`].
    unsafe fn unsigned<T: Number>(&self, op: UnaryOp) {
        // SAFETY: the caller's promise is handed on.
        unsafe {
            match op {
                UnaryOp::Neg => self.go::<T, _>(Neg),
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
