//! `DType`: the type of an element.
//!
//! Invariant: the code of a dtype never changes, and [`DType::promote`] is commutative and
//! associative, so the dtype of a result never depends on the order of the operands.

use crate::error::{Error, Result};
use safer_ffi::prelude::*;
use std::fmt;

/// The element type of a tensor. The codes are append-only.
#[derive_ReprC]
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DType {
    /// 32-bit floating point: `f32`.
    F32 = 1,
    /// 64-bit floating point: `f64`.
    F64 = 2,
    /// 32-bit signed integer: `i32`.
    I32 = 3,
    /// 64-bit signed integer: `i64`.
    I64 = 4,
    /// 8-bit unsigned integer, 0 to 255: `u8`.
    U8 = 5,
    /// True or false, 1 or 0 in a byte: `bool`.
    Bool = 6,
    /// 16-bit floating point with 5 bits of exponent and 10 of mantissa, up to 65504. Computed in
    /// float32.
    F16 = 7,
    /// 16-bit floating point with 8 bits of exponent and 7 of mantissa: the upper half of a
    /// float32. Computed in float32.
    BF16 = 8,
    /// 8-bit signed integer, -128 to 127: `i8`.
    I8 = 9,
    /// 16-bit signed integer, -32768 to 32767: `i16`.
    I16 = 10,
}

impl DType {
    /// Every dtype, in the order of the codes.
    /// cbindgen:ignore
    pub const ALL: [DType; 10] = [
        DType::F32,
        DType::F64,
        DType::I32,
        DType::I64,
        DType::U8,
        DType::Bool,
        DType::F16,
        DType::BF16,
        DType::I8,
        DType::I16,
    ];

    /// The code in the C interface.
    pub fn code(self) -> i32 {
        self as i32
    }

    /// The dtype with this code; any other code is `INVALID_ARGUMENT`.
    pub fn from_code(code: i32) -> Result<DType> {
        let found = DType::ALL.into_iter().find(|dtype| dtype.code() == code);
        found.ok_or_else(|| {
            Error::argument(format!("{code} is not the code of a dtype (1 to {} are)", DType::ALL.len()))
        })
    }

    /// The size of an element in bytes.
    pub fn size(self) -> usize {
        self.width().bytes()
    }

    /// The size for kernels that only move elements. A dtype of a new size does not compile until
    /// they support it.
    pub(crate) fn width(self) -> Width {
        match self {
            DType::F32 | DType::I32 => Width::Four,
            DType::F64 | DType::I64 => Width::Eight,
            DType::F16 | DType::BF16 | DType::I16 => Width::Two,
            DType::U8 | DType::I8 | DType::Bool => Width::One,
        }
    }

    /// NumPy's name; for bfloat16, which NumPy lacks, PyTorch's.
    pub fn name(self) -> &'static str {
        match self {
            DType::F32 => "float32",
            DType::F64 => "float64",
            DType::I32 => "int32",
            DType::I64 => "int64",
            DType::U8 => "uint8",
            DType::Bool => "bool",
            DType::F16 => "float16",
            DType::BF16 => "bfloat16",
            DType::I8 => "int8",
            DType::I16 => "int16",
        }
    }

    /// Whether elements are floating-point numbers.
    pub fn is_float(self) -> bool {
        self.float().is_some()
    }

    /// The floating-point type of the elements; `None` for integers and booleans.
    pub(crate) fn float(self) -> Option<FloatType> {
        match self {
            DType::F32 => Some(FloatType::F32),
            DType::F64 => Some(FloatType::F64),
            DType::F16 => Some(FloatType::F16),
            DType::BF16 => Some(FloatType::BF16),
            DType::I8 | DType::I16 | DType::I32 | DType::I64 | DType::U8 | DType::Bool => None,
        }
    }

    /// Whether elements are 16-bit floats, which are computed in float32.
    pub(crate) fn is_half(self) -> bool {
        matches!(self, DType::F16 | DType::BF16)
    }

    /// The dtype that elements of this dtype are computed in: float32 for halves, otherwise itself.
    pub(crate) fn computed_in(self) -> DType {
        if self.is_half() { DType::F32 } else { self }
    }

    /// Whether elements are integers; booleans are not.
    pub fn is_integer(self) -> bool {
        !self.is_float() && self != DType::Bool
    }

    /// The dtype of the result of an operation on `self` and `other`, by the table of the Python
    /// array API standard: the wider of two integers or of two floats, int16 for uint8 and int8,
    /// and any number type before bool. Where the table has no entry, it is PyTorch's choice: the
    /// float of a float and an integer, and float32 for float16 and bfloat16.
    pub fn promote(self, other: DType) -> DType {
        match (self, other) {
            (DType::U8, DType::I8) | (DType::I8, DType::U8) => DType::I16,
            (DType::F16, DType::BF16) | (DType::BF16, DType::F16) => DType::F32,
            _ if self.rank() >= other.rank() => self,
            _ => other,
        }
    }

    /// Whether promotion of this dtype with `to` gives `to`: bool casts to anything, an integer to
    /// a wider integer or a float, a float to a wider float.
    pub fn can_cast(self, to: DType) -> bool {
        self.promote(to) == to
    }

    fn rank(self) -> u8 {
        match self {
            DType::Bool => 0,
            DType::U8 | DType::I8 => 1,
            DType::I16 => 2,
            DType::I32 => 3,
            DType::I64 => 4,
            DType::F16 | DType::BF16 => 5,
            DType::F32 => 6,
            DType::F64 => 7,
        }
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The size of an element, for code that needs nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    One,
    Two,
    Four,
    Eight,
}

impl Width {
    pub(crate) fn bytes(self) -> usize {
        match self {
            Width::One => 1,
            Width::Two => 2,
            Width::Four => 4,
            Width::Eight => 8,
        }
    }
}

/// The dtypes of floating-point numbers. Halves are computed in float32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FloatType {
    F32,
    F64,
    F16,
    BF16,
}

/// A Rust type of the elements of a dtype.
///
/// `bool` is not one of them: a byte from a file or from C need not be 0 or 1, and any other byte
/// in a Rust `bool` is undefined behaviour. Kernels read [`DType::Bool`] as `u8`.
pub trait Element: Copy + Send + Sync + 'static {
    /// The dtype of these elements.
    const DTYPE: DType;
}

impl Element for f32 {
    const DTYPE: DType = DType::F32;
}
impl Element for f64 {
    const DTYPE: DType = DType::F64;
}
impl Element for i32 {
    const DTYPE: DType = DType::I32;
}
impl Element for i64 {
    const DTYPE: DType = DType::I64;
}
impl Element for u8 {
    const DTYPE: DType = DType::U8;
}
impl Element for i8 {
    const DTYPE: DType = DType::I8;
}
impl Element for i16 {
    const DTYPE: DType = DType::I16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_round_trip_and_others_are_refused() {
        for dtype in DType::ALL {
            assert_eq!(DType::from_code(dtype.code()).expect("a code of its own"), dtype);
        }
        for code in [-1, 0, 11, i32::MAX] {
            assert!(DType::from_code(code).is_err());
        }
    }

    #[test]
    fn promotion_does_not_depend_on_order() {
        for a in DType::ALL {
            for b in DType::ALL {
                assert_eq!(a.promote(b), b.promote(a));
                for c in DType::ALL {
                    assert_eq!(a.promote(b).promote(c), a.promote(b.promote(c)));
                }
            }
        }
        assert_eq!(DType::I64.promote(DType::F32), DType::F32);
    }
}
