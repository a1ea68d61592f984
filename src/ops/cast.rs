//! Casts between element types.
//!
//! Invariant: float to integer goes towards 0, saturates at the ends of the range and takes NaN to 0; integer to
//! integer keeps the low bits; anything to bool is `!= 0`, NaN included; anything to a float is rounded once, to the
//! nearest, of two the even one.

use super::map::{self, Map1, OfBools};
use super::number::Number;
use super::strided::{self, Plan};
use crate::error::Result;
use crate::tensor::{BF16, DType, F16, Tensor};
use std::borrow::Cow;

/// The elements as another dtype. A tensor that has it already is returned on the same storage.
///
/// Errors: those of [`Tensor::empty`].
pub fn cast(t: &Tensor, dtype: DType) -> Result<Tensor> {
    if t.dtype() == dtype { Ok(t.untracked()) } else { converted(t, dtype) }
}

/// As [`cast`] for the operand of a kernel: what has the dtype already is borrowed.
#[inline]
pub(super) fn as_dtype(t: &Tensor, dtype: DType) -> Result<Cow<'_, Tensor>> {
    if t.dtype() == dtype { Ok(Cow::Borrowed(t)) } else { converted(t, dtype).map(Cow::Owned) }
}

/// `t` in the dtype that is computed in: a half as float32.
pub(super) fn wide(t: &Tensor) -> Result<Cow<'_, Tensor>> {
    as_dtype(t, t.dtype().computed_in())
}

/// A result that was computed for elements of `dtype` in float32, rounded to them; any other stays.
pub(super) fn rounded(result: Tensor, dtype: DType) -> Result<Tensor> {
    if dtype.is_half() && result.dtype() == DType::F32 { converted(&result, dtype) } else { Ok(result) }
}

#[cold]
fn converted(t: &Tensor, dtype: DType) -> Result<Tensor> {
    let out = Tensor::empty(t.device(), dtype, &t.to_shape())?;
    let (plan, to, from) = (strided::alike(t), out.as_ptr(), t.as_ptr());
    // SAFETY: the plan was made from t's layout, the types are the dtypes', and out is new.
    unsafe {
        match t.dtype() {
            DType::F32 => from_type::<f32, _>(&plan, dtype, to, from.cast(), As),
            DType::F64 => from_type::<f64, _>(&plan, dtype, to, from.cast(), As),
            DType::F16 => from_type::<F16, _>(&plan, dtype, to, from.cast(), As),
            DType::BF16 => from_type::<BF16, _>(&plan, dtype, to, from.cast(), As),
            DType::I8 => from_type::<i8, _>(&plan, dtype, to, from.cast(), As),
            DType::I16 => from_type::<i16, _>(&plan, dtype, to, from.cast(), As),
            DType::I32 => from_type::<i32, _>(&plan, dtype, to, from.cast(), As),
            DType::I64 => from_type::<i64, _>(&plan, dtype, to, from.cast(), As),
            DType::U8 => from_type::<u8, _>(&plan, dtype, to, from, As),
            DType::Bool => from_type::<u8, _>(&plan, dtype, to, from, OfBools(As)),
        }
    }
    Ok(out)
}

/// # Safety
/// The pointers and the plan keep the promises of [`map::map1`]; `out` is to elements of `dtype`.
unsafe fn from_type<S: Number, F>(plan: &Plan<2>, dtype: DType, out: *mut u8, a: *const S, f: F)
where
    F: Map1<S, f32> + Map1<S, f64> + Map1<S, F16> + Map1<S, BF16>,
    F: Map1<S, i8> + Map1<S, i16> + Map1<S, i32> + Map1<S, i64> + Map1<S, u8>,
{
    // SAFETY: the caller's promise is handed on with the type that belongs to the dtype.
    unsafe {
        match dtype {
            DType::F32 => map::map1(plan, out.cast::<f32>(), a, f),
            DType::F64 => map::map1(plan, out.cast::<f64>(), a, f),
            DType::F16 => map::map1(plan, out.cast::<F16>(), a, f),
            DType::BF16 => map::map1(plan, out.cast::<BF16>(), a, f),
            DType::I8 => map::map1(plan, out.cast::<i8>(), a, f),
            DType::I16 => map::map1(plan, out.cast::<i16>(), a, f),
            DType::I32 => map::map1(plan, out.cast::<i32>(), a, f),
            DType::I64 => map::map1(plan, out.cast::<i64>(), a, f),
            DType::U8 => map::map1(plan, out, a, f),
            DType::Bool => map::map1(plan, out, a, NonZero),
        }
    }
}

#[derive(Clone, Copy)]
struct As;

impl<S: Number, D: Number> Map1<S, D> for As {
    #[inline(always)]
    fn map(self, x: S) -> D {
        D::cast_from(x)
    }
}

#[derive(Clone, Copy)]
pub(super) struct NonZero;

impl<S: Number> Map1<S, u8> for NonZero {
    #[inline(always)]
    fn map(self, x: S) -> u8 {
        u8::from(x != S::ZERO)
    }
}
