//! Maps a dtype to the Rust type of its elements; no other file does.
//!
//! Invariant: work is called exactly once, with the type of the elements that a tensor of that
//! dtype holds. Booleans are `u8`, where every nonzero byte is true. A new dtype is a new arm here,
//! and every kernel then supports it.

use super::float::Float;
use crate::ops::number::{Integer, Number};
use crate::tensor::{BF16, DType, F16, FloatType, Width};

/// Work on elements with arithmetic.
pub(in crate::ops) trait ForNumber {
    type Output;
    fn of<T: Number>(self) -> Self::Output;
}

/// Work on integers, booleans among them.
pub(in crate::ops) trait ForInteger {
    type Output;
    fn of<T: Integer>(self) -> Self::Output;
}

/// Work on floating-point elements.
pub(in crate::ops) trait ForFloat {
    type Output;
    fn of<T: Float>(self) -> Self::Output;
}

/// Work that moves elements unchanged.
pub(in crate::ops) trait ForBytes {
    type Output;
    fn of<T: Copy + Send + Sync>(self) -> Self::Output;
}

/// Runs the work on the type of this dtype.
pub(in crate::ops) fn by_number<W: ForNumber>(dtype: DType, work: W) -> W::Output {
    match dtype {
        DType::F32 => work.of::<f32>(),
        DType::F64 => work.of::<f64>(),
        DType::F16 => work.of::<F16>(),
        DType::BF16 => work.of::<BF16>(),
        DType::I8 => work.of::<i8>(),
        DType::I16 => work.of::<i16>(),
        DType::I32 => work.of::<i32>(),
        DType::I64 => work.of::<i64>(),
        DType::U16 => work.of::<u16>(),
        DType::U32 => work.of::<u32>(),
        DType::U64 => work.of::<u64>(),
        DType::U8 | DType::Bool => work.of::<u8>(),
    }
}

/// Runs the work on the type of this dtype; `None` for a float.
pub(in crate::ops) fn by_integer<W: ForInteger>(dtype: DType, work: W) -> Option<W::Output> {
    match dtype {
        DType::F32 | DType::F64 | DType::F16 | DType::BF16 => None,
        DType::I8 => Some(work.of::<i8>()),
        DType::I16 => Some(work.of::<i16>()),
        DType::I32 => Some(work.of::<i32>()),
        DType::I64 => Some(work.of::<i64>()),
        DType::U16 => Some(work.of::<u16>()),
        DType::U32 => Some(work.of::<u32>()),
        DType::U64 => Some(work.of::<u64>()),
        DType::U8 | DType::Bool => Some(work.of::<u8>()),
    }
}

/// Like [`by_integer`], for work of which the bits of a result do not depend on the sign.
pub(in crate::ops) fn by_bits<W: ForInteger>(dtype: DType, work: W) -> Option<W::Output> {
    match dtype.of_same_bits() {
        DType::I8 => Some(work.of::<i8>()),
        DType::I16 => Some(work.of::<i16>()),
        DType::I32 => Some(work.of::<i32>()),
        DType::I64 => Some(work.of::<i64>()),
        DType::U8 | DType::Bool => Some(work.of::<u8>()),
        _ => None,
    }
}

/// Runs the work on the float type of this dtype.
pub(in crate::ops) fn by_float<W: ForFloat>(float: FloatType, work: W) -> W::Output {
    match float {
        FloatType::F32 => work.of::<f32>(),
        FloatType::F64 => work.of::<f64>(),
        FloatType::F16 => work.of::<F16>(),
        FloatType::BF16 => work.of::<BF16>(),
    }
}

/// Runs the work on a type of this width; its elements need not be aligned.
pub(in crate::ops) fn by_width<W: ForBytes>(width: Width, work: W) -> W::Output {
    match width {
        Width::One => work.of::<u8>(),
        Width::Two => work.of::<[u8; 2]>(),
        Width::Four => work.of::<[u8; 4]>(),
        Width::Eight => work.of::<[u8; 8]>(),
    }
}
