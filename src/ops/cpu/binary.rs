//! Arithmetic of two operands on the processor.
//!
//! Invariant: a function is computed in the type of its elements, and halves in float32, each
//! result rounded once. Which function belongs to an operation and a dtype is the rule of
//! `ops/binary.rs`; what it never chooses is an internal error here.

use super::float::{self, Half, Number32};
use super::map::{self, Map2, OfBools};
use super::vecmath::Real;
use crate::error::{Error, Result, Status};
use crate::ops::number::{Integer, Number, is_nan};
use crate::ops::strided::Plan;
use crate::tensor::{BF16, DType, F16};

/// The functions that have loops: the operations, and some constant powers.
#[derive(Clone, Copy, PartialEq)]
pub(in crate::ops) enum Function {
    Add,
    Sub,
    Mul,
    Div,
    Pow,
    Maximum,
    Minimum,
    /// The following raise the first operand to a fixed power and ignore the second operand.
    Square,
    Cube,
    Root,
    Reciprocal,
    First,
}

impl Function {
    /// The dtype whose loops and kernels compute elements of this one: the same, unless integers of
    /// one size with and without a sign have the same result.
    pub fn computed_as(self, dtype: DType) -> DType {
        if matches!(self, Function::Pow | Function::Maximum | Function::Minimum) { dtype } else { dtype.of_same_bits() }
    }
}

/// The operands of a computation.
pub(in crate::ops) enum Call<'a> {
    /// A result from two operands, which overlaps neither or is one of them; the plan walks out, a,
    /// b. If the elements are halves, `number` tells which operand is a float32 number.
    New { plan: &'a Plan<3>, out: *mut u8, a: *const u8, b: *const u8, number: Number32 },
    /// Overwrites the first operand; the plan walks target, b. `number` applies to b.
    Update { plan: &'a Plan<2>, target: *mut u8, b: *const u8, number: Number32 },
}

/// Computes a function of elements of `dtype`.
///
/// # Safety
/// The pointers refer to elements of `dtype`, and together with the plan they meet the conditions
/// of [`map::map2`] or [`map::update`].
pub(in crate::ops) unsafe fn apply(function: Function, dtype: DType, call: Call) -> Result<()> {
    let dtype = function.computed_as(dtype);
    // SAFETY: the caller's promise is handed on with the type that belongs to the dtype, or with
    // one that gives the same bits.
    unsafe {
        match dtype {
            DType::F32 => real::<f32>(function, call),
            DType::F64 => real::<f64>(function, call),
            DType::F16 => half::<F16>(function, call),
            DType::BF16 => half::<BF16>(function, call),
            DType::I8 => integer::<i8>(function, call),
            DType::I16 => integer::<i16>(function, call),
            DType::I32 => integer::<i32>(function, call),
            DType::I64 => integer::<i64>(function, call),
            DType::U8 => integer::<u8>(function, call),
            DType::U16 => unsigned::<u16>(function, call),
            DType::U32 => unsigned::<u32>(function, call),
            DType::U64 => unsigned::<u64>(function, call),
            DType::Bool => boolean(function, call),
        }
    }
}

/// # Safety
/// The conditions of [`apply`], for elements of type `T`.
unsafe fn real<T: Real>(function: Function, call: Call) -> Result<()> {
    // SAFETY: the caller's promise is handed on.
    unsafe {
        match function {
            Function::Div => go::<T, _>(call, Div),
            Function::Pow => go::<T, _>(call, Pow),
            Function::Root => go::<T, _>(call, Root),
            Function::Reciprocal => go::<T, _>(call, Reciprocal),
            _ => return number::<T>(function, call),
        }
    }
    Ok(())
}

/// # Safety
/// The conditions of [`apply`], for elements of type `S`.
unsafe fn half<S: Half>(function: Function, call: Call) -> Result<()> {
    // For halves, `rule` only chooses functions that floats have.
    let wide = |call: Call| {
        // SAFETY: the tiles that `float` passes have as many elements as its plans say.
        unsafe { real::<f32>(function, call) }.expect("a function of floats")
    };
    let none = Number32::None;
    // SAFETY: the caller's promise is handed on.
    unsafe {
        match call {
            Call::New { plan, out, a, b, number } => {
                float::two::<S>(plan, out.cast(), (a, b), number, |plan, out, a, b| {
                    wide(Call::New { plan, out: out.cast(), a: a.cast(), b: b.cast(), number: none });
                })
            }
            Call::Update { plan, target, b, number } => {
                float::update::<S>(plan, target.cast(), b, number, |plan, target, b| {
                    wide(Call::Update { plan, target: target.cast(), b: b.cast(), number: none });
                });
            }
        }
    }
    Ok(())
}

/// # Safety
/// The conditions of [`apply`], for elements of type `T`.
unsafe fn integer<T: Integer>(function: Function, call: Call) -> Result<()> {
    // SAFETY: the caller's promise is handed on.
    unsafe {
        match function {
            Function::Pow => go::<T, _>(call, IntegerPow),
            _ => return number::<T>(function, call),
        }
    }
    Ok(())
}

/// The functions whose results depend on the [sign](Function::computed_as).
///
/// # Safety
/// The conditions of [`apply`], for elements of type `T`.
unsafe fn unsigned<T: Integer>(function: Function, call: Call) -> Result<()> {
    // SAFETY: the caller's promise is handed on.
    unsafe {
        match function {
            Function::Pow => go::<T, _>(call, IntegerPow),
            Function::Maximum => go::<T, _>(call, Maximum),
            Function::Minimum => go::<T, _>(call, Minimum),
            _ => return Err(Error::new(Status::Internal, format!("no such function of {}", T::DTYPE))),
        }
    }
    Ok(())
}

/// # Safety
/// The conditions of [`apply`], for booleans.
unsafe fn boolean(function: Function, call: Call) -> Result<()> {
    // SAFETY: the caller's promise is handed on.
    unsafe {
        match function {
            Function::Maximum => go::<u8, _>(call, OfBools(Maximum)),
            Function::Minimum => go::<u8, _>(call, OfBools(Minimum)),
            // For booleans, `rule` only chooses these two.
            _ => return Err(Error::new(Status::Internal, "no such function of bool")),
        }
    }
    Ok(())
}

/// # Safety
/// The conditions of [`apply`], for elements of type `T`.
unsafe fn number<T: Number>(function: Function, call: Call) -> Result<()> {
    // SAFETY: the caller's promise is handed on.
    unsafe {
        match function {
            Function::Add => go::<T, _>(call, Add),
            Function::Sub => go::<T, _>(call, Sub),
            Function::Mul => go::<T, _>(call, Mul),
            Function::Maximum => go::<T, _>(call, Maximum),
            Function::Minimum => go::<T, _>(call, Minimum),
            Function::Square => go::<T, _>(call, Square),
            Function::Cube => go::<T, _>(call, Cube),
            Function::First => go::<T, _>(call, First),
            // `rule` chooses none of these for an integer.
            Function::Div | Function::Pow | Function::Root | Function::Reciprocal => {
                return Err(Error::new(Status::Internal, format!("no such function of {}", T::DTYPE)));
            }
        }
    }
    Ok(())
}

/// # Safety
/// The conditions of [`apply`], for elements of type `T`.
unsafe fn go<T: Number, F: Map2<T, T, T>>(call: Call, f: F) {
    // SAFETY: the caller's promise is handed on.
    unsafe {
        match call {
            Call::New { plan, out, a, b, .. } => map::map2(plan, out.cast::<T>(), a.cast::<T>(), b.cast::<T>(), f),
            Call::Update { plan, target, b, .. } => map::update(plan, target.cast::<T>(), b.cast::<T>(), f),
        }
    }
}

#[derive(Clone, Copy)]
struct Add;

impl<T: Number> Map2<T, T, T> for Add {
    #[inline(always)]
    fn map(self, a: T, b: T) -> T {
        a.add(b)
    }
}

#[derive(Clone, Copy)]
struct Sub;

impl<T: Number> Map2<T, T, T> for Sub {
    #[inline(always)]
    fn map(self, a: T, b: T) -> T {
        a.sub(b)
    }
}

#[derive(Clone, Copy)]
struct Mul;

impl<T: Number> Map2<T, T, T> for Mul {
    #[inline(always)]
    fn map(self, a: T, b: T) -> T {
        a.mul(b)
    }
}

#[derive(Clone, Copy)]
struct Div;

impl<T: Real> Map2<T, T, T> for Div {
    #[inline(always)]
    fn map(self, a: T, b: T) -> T {
        a / b
    }
}

#[derive(Clone, Copy)]
struct Pow;

impl<T: Real> Map2<T, T, T> for Pow {
    #[inline(always)]
    fn map(self, a: T, b: T) -> T {
        a.power(b)
    }
}

#[derive(Clone, Copy)]
struct IntegerPow;

impl<T: Integer> Map2<T, T, T> for IntegerPow {
    #[inline(always)]
    fn map(self, a: T, b: T) -> T {
        a.power(b)
    }
}

#[derive(Clone, Copy)]
struct Maximum;

impl<T: Number> Map2<T, T, T> for Maximum {
    #[inline(always)]
    fn map(self, a: T, b: T) -> T {
        if a >= b || is_nan(a) { a } else { b }
    }
}

#[derive(Clone, Copy)]
struct Minimum;

impl<T: Number> Map2<T, T, T> for Minimum {
    #[inline(always)]
    fn map(self, a: T, b: T) -> T {
        if a <= b || is_nan(a) { a } else { b }
    }
}

#[derive(Clone, Copy)]
struct Square;

impl<T: Number> Map2<T, T, T> for Square {
    #[inline(always)]
    fn map(self, a: T, _: T) -> T {
        a.mul(a)
    }
}

#[derive(Clone, Copy)]
struct Cube;

impl<T: Number> Map2<T, T, T> for Cube {
    #[inline(always)]
    fn map(self, a: T, _: T) -> T {
        a.mul(a).mul(a)
    }
}

#[derive(Clone, Copy)]
struct Root;

impl<T: Real> Map2<T, T, T> for Root {
    #[inline(always)]
    fn map(self, a: T, _: T) -> T {
        a.square_root()
    }
}

#[derive(Clone, Copy)]
struct Reciprocal;

impl<T: Real> Map2<T, T, T> for Reciprocal {
    #[inline(always)]
    fn map(self, a: T, _: T) -> T {
        T::ONE / a
    }
}

#[derive(Clone, Copy)]
struct First;

impl<T: Number> Map2<T, T, T> for First {
    #[inline(always)]
    fn map(self, a: T, _: T) -> T {
        a
    }
}
