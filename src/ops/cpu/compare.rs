//! Comparisons on the processor.
//!
//! Invariant: values are compared in the type of the elements, or in one that compares the same;
//! every comparison with NaN is false, except [`Function::NotEqual`], which is true.

use super::map::{self, Map2, OfBools};
use crate::ops::number::Number;
use crate::ops::strided::Plan;
use crate::tensor::DType;

/// The comparisons that have loops; the others swap the operands.
#[derive(Clone, Copy)]
pub(in crate::ops) enum Function {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
}

impl Function {
    /// The dtype whose loops and kernels compare elements of this one.
    pub fn compared_as(self, dtype: DType) -> DType {
        if matches!(self, Function::Less | Function::LessOrEqual) { dtype } else { dtype.of_same_bits() }
    }
}

/// The operands of a comparison, of elements of one dtype; the plan walks out, a, b.
pub(in crate::ops) struct Call<'a> {
    pub dtype: DType,
    pub plan: &'a Plan<3>,
    pub a: *const u8,
    pub b: *const u8,
}

impl Call<'_> {
    /// Writes the results to `out`, as booleans.
    ///
    /// # Safety
    /// The pointers are to elements of the dtype, `out` is new, and the plan stays inside what they
    /// point to.
    pub unsafe fn run(&self, function: Function, out: *mut u8) {
        let dtype = function.compared_as(self.dtype);
        // SAFETY: the caller's promise is handed on with the type that belongs to the dtype, or one
        // that compares the same; out is new.
        unsafe {
            match dtype {
                // Halves are compared as float32, which holds all of them exactly.
                DType::F32 | DType::F16 | DType::BF16 => self.typed::<f32>(function, out),
                DType::F64 => self.typed::<f64>(function, out),
                DType::I8 => self.typed::<i8>(function, out),
                DType::I16 => self.typed::<i16>(function, out),
                DType::I32 => self.typed::<i32>(function, out),
                DType::I64 => self.typed::<i64>(function, out),
                DType::U8 => self.typed::<u8>(function, out),
                DType::U16 => self.ordered::<u16>(function, out),
                DType::U32 => self.ordered::<u32>(function, out),
                DType::U64 => self.ordered::<u64>(function, out),
                DType::Bool => self.booleans(function, out),
            }
        }
    }

    /// # Safety
    /// The conditions of [`Call::typed`], for booleans.
    unsafe fn booleans(&self, function: Function, out: *mut u8) {
        let (plan, a, b) = (self.plan, self.a, self.b);
        // SAFETY: the caller's promise is handed on.
        unsafe {
            match function {
                Function::Equal => map::map2(plan, out, a, b, OfBools(Equal)),
                Function::NotEqual => map::map2(plan, out, a, b, OfBools(NotEqual)),
                Function::Less => map::map2(plan, out, a, b, OfBools(Less)),
                Function::LessOrEqual => map::map2(plan, out, a, b, OfBools(LessOrEqual)),
            }
        }
    }

    /// The comparisons that need the order of integers; the others see bits only.
    ///
    /// # Safety
    /// The conditions of [`Call::typed`].
    unsafe fn ordered<T: Number>(&self, function: Function, out: *mut u8) {
        let (a, b) = (self.a.cast::<T>(), self.b.cast::<T>());
        // SAFETY: the caller's promise is handed on.
        unsafe {
            match function {
                Function::Less => map::map2(self.plan, out, a, b, Less),
                _ => map::map2(self.plan, out, a, b, LessOrEqual),
            }
        }
    }

    /// # Safety
    /// The conditions of [`Call::run`], for elements of type `T`, and `out` has room for the shape.
    unsafe fn typed<T: Number>(&self, function: Function, out: *mut u8) {
        let (a, b) = (self.a.cast::<T>(), self.b.cast::<T>());
        // SAFETY: the caller's promise is handed on.
        unsafe {
            match function {
                Function::Equal => map::map2(self.plan, out, a, b, Equal),
                Function::NotEqual => map::map2(self.plan, out, a, b, NotEqual),
                Function::Less => map::map2(self.plan, out, a, b, Less),
                Function::LessOrEqual => map::map2(self.plan, out, a, b, LessOrEqual),
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Equal;

impl<T: Number> Map2<T, T, u8> for Equal {
    #[inline(always)]
    fn map(self, a: T, b: T) -> u8 {
        u8::from(a == b)
    }
}

#[derive(Clone, Copy)]
struct NotEqual;

impl<T: Number> Map2<T, T, u8> for NotEqual {
    #[inline(always)]
    fn map(self, a: T, b: T) -> u8 {
        u8::from(a != b)
    }
}

#[derive(Clone, Copy)]
struct Less;

impl<T: Number> Map2<T, T, u8> for Less {
    #[inline(always)]
    fn map(self, a: T, b: T) -> u8 {
        u8::from(a < b)
    }
}

#[derive(Clone, Copy)]
struct LessOrEqual;

impl<T: Number> Map2<T, T, u8> for LessOrEqual {
    #[inline(always)]
    fn map(self, a: T, b: T) -> u8 {
        u8::from(a <= b)
    }
}
