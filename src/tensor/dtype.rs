//! `DType`: the type of an element.
//!
//! Invariant: the code of a dtype never changes, and [`DType::promote`] is commutative and
//! associative where it is defined, so the dtype of a result never depends on the order of the
//! operands.

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
    /// 16-bit unsigned integer, 0 to 65535: `u16`.
    U16 = 11,
    /// 32-bit unsigned integer, 0 to 4294967295: `u32`.
    U32 = 12,
    /// 64-bit unsigned integer, 0 to 18446744073709551615: `u64`.
    U64 = 13,
}

impl DType {
    /// Every dtype, in the order of the codes.
    /// cbindgen:ignore
    pub const ALL: [DType; 13] = [
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
        DType::U16,
        DType::U32,
        DType::U64,
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
            DType::F32 | DType::I32 | DType::U32 => Width::Four,
            DType::F64 | DType::I64 | DType::U64 => Width::Eight,
            DType::F16 | DType::BF16 | DType::I16 | DType::U16 => Width::Two,
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
            DType::U16 => "uint16",
            DType::U32 => "uint32",
            DType::U64 => "uint64",
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
            DType::I8 | DType::I16 | DType::I32 | DType::I64 => None,
            DType::U8 | DType::U16 | DType::U32 | DType::U64 | DType::Bool => None,
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

    /// Whether elements are integers that are never negative; booleans are not.
    pub fn is_unsigned(self) -> bool {
        matches!(self, DType::U8 | DType::U16 | DType::U32 | DType::U64)
    }

    /// The dtype with the same bits of sums, differences, products and comparisons for equality,
    /// whose kernels do for both: the signed one of the same size for uint16, uint32 and uint64.
    pub(crate) fn of_same_bits(self) -> DType {
        match self {
            DType::U16 => DType::I16,
            DType::U32 => DType::I32,
            DType::U64 => DType::I64,
            other => other,
        }
    }

    /// The signed dtype that holds every element of uint16 or uint32, which are too rare for kernels
    /// of their own for what is computed in order; any other dtype is its own.
    pub(crate) fn in_signed(self) -> DType {
        match self {
            DType::U16 => DType::I32,
            DType::U32 => DType::I64,
            other => other,
        }
    }

    /// The dtype of the result of an operation on `self` and `other`, by the table of the Python
    /// array API standard: the wider of two floats or of two integers of one sign, the next wider
    /// signed integer for an unsigned one and a signed one that does not hold it, and any number
    /// type before bool. Where the table has no entry, it is PyTorch's choice: the float of a float
    /// and an integer, and float32 for float16 and bfloat16.
    ///
    /// Errors: `DTYPE_MISMATCH` for uint64 and a signed integer, since no integer type holds both.
    #[inline]
    pub fn promote(self, other: DType) -> Result<DType> {
        if self == other {
            return Ok(self);
        }
        self.joint(other).ok_or_else(|| {
            Error::dtype(format!("no integer dtype holds both {self} and {other}: cast one of the tensors first"))
        })
    }

    fn joint(self, other: DType) -> Option<DType> {
        let (low, high) = if self.rank() <= other.rank() { (self, other) } else { (other, self) };
        Some(match (low, high) {
            (DType::F16, DType::BF16) | (DType::BF16, DType::F16) => DType::F32,
            _ if low == DType::Bool || high.is_float() || low.is_unsigned() == high.is_unsigned() => high,
            // From here on one is signed and the other is not.
            _ if high.size() > low.size() && low.is_unsigned() => high,
            (_, DType::U64) => return None,
            (_, DType::I64) => return None, // beside uint64, which has its size
            _ => match high.size() {
                1 => DType::I16,
                2 => DType::I32,
                _ => DType::I64,
            },
        })
    }

    /// Whether promotion of this dtype with `to` gives `to`: bool casts to anything, an integer to
    /// a wider integer or a float, a float to a wider float.
    pub fn can_cast(self, to: DType) -> bool {
        self.joint(to) == Some(to)
    }

    fn rank(self) -> u8 {
        match self {
            DType::Bool => 0,
            DType::U8 | DType::I8 => 1,
            DType::U16 | DType::I16 => 2,
            DType::U32 | DType::I32 => 3,
            DType::U64 | DType::I64 => 4,
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
impl Element for u16 {
    const DTYPE: DType = DType::U16;
}
impl Element for u32 {
    const DTYPE: DType = DType::U32;
}
impl Element for u64 {
    const DTYPE: DType = DType::U64;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_round_trip_and_others_are_refused() {
        for dtype in DType::ALL {
            assert_eq!(DType::from_code(dtype.code()).expect("a code of its own"), dtype);
        }
        for code in [-1, 0, 14, i32::MAX] {
            assert!(DType::from_code(code).is_err());
        }
    }

    #[test]
    fn promotion_does_not_depend_on_order() {
        for a in DType::ALL {
            for b in DType::ALL {
                assert_eq!(a.joint(b), b.joint(a));
                for c in DType::ALL {
                    let (first, last) = (a.joint(b).and_then(|ab| ab.joint(c)), b.joint(c).and_then(|bc| a.joint(bc)));
                    assert!(first == last || first.is_none() || last.is_none(), "{a}, {b}, {c}: {first:?}, {last:?}");
                }
            }
        }
        assert_eq!(DType::I64.joint(DType::F32), Some(DType::F32));
    }

    /// The rows of the table of the Python array API standard where signs are mixed.
    #[test]
    fn mixed_signs_give_the_standards_dtypes() {
        use DType::*;
        let table = [
            (I8, [Some(I16), Some(I32), Some(I64), None]),
            (I16, [Some(I16), Some(I32), Some(I64), None]),
            (I32, [Some(I32), Some(I32), Some(I64), None]),
            (I64, [Some(I64), Some(I64), Some(I64), None]),
        ];
        for (signed, row) in table {
            for (unsigned, wanted) in [U8, U16, U32, U64].into_iter().zip(row) {
                assert_eq!(signed.promote(unsigned).ok(), wanted, "{signed} and {unsigned}");
            }
        }
        let refused = U64.promote(I8).expect_err("no integer type holds both");
        assert_eq!(refused.message(), "no integer dtype holds both uint64 and int8: cast one of the tensors first");
        assert_eq!(
            [U8.promote(U16).ok(), U16.promote(U64).ok(), U64.promote(F16).ok()],
            [Some(U16), Some(U64), Some(F16)]
        );
    }
}
