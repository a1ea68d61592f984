//! The range and precision of dtypes, and the kinds that dtypes belong to.
//!
//! The names are those of the Python array API standard: `finfo`, `iinfo`, `isdtype`.

use super::dtype::{DType, FloatType};
use crate::error::{Error, Result};

/// The properties of a floating-point dtype.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloatLimits {
    /// Bits of an element.
    pub bits: u64,
    /// The distance from 1 to the next larger number.
    pub eps: f64,
    /// The largest finite number.
    pub max: f64,
    /// The smallest finite number.
    pub min: f64,
    /// The smallest positive number of full precision.
    pub smallest_normal: f64,
}

/// The properties of an integer dtype.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntegerLimits {
    /// Bits of an element.
    pub bits: u64,
    /// The largest number.
    pub max: u64,
    /// The smallest number.
    pub min: i64,
}

/// A kind of dtypes.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DTypeKind {
    /// Booleans.
    Bool = 0,
    /// Signed integers.
    SignedInteger = 1,
    /// Unsigned integers.
    UnsignedInteger = 2,
    /// Signed and unsigned integers.
    Integral = 3,
    /// Floating-point numbers.
    RealFloating = 4,
    /// All numbers: integers and floating-point numbers.
    Numeric = 5,
}

impl DTypeKind {
    /// The kind with this code; any other code is `INVALID_ARGUMENT`.
    pub fn from_code(code: i32) -> Result<DTypeKind> {
        use DTypeKind::*;
        let all = [Bool, SignedInteger, UnsignedInteger, Integral, RealFloating, Numeric];
        let found = all.into_iter().find(|kind| *kind as i32 == code);
        found.ok_or_else(|| Error::argument(format!("{code} is not the code of a kind of dtypes (0 to 5 are)")))
    }
}

impl DType {
    /// The properties of a floating-point dtype; `DTYPE_MISMATCH` for any other dtype.
    pub fn finfo(self) -> Result<FloatLimits> {
        let (eps, max, smallest_normal) = match self.float() {
            Some(FloatType::F32) => (f64::from(f32::EPSILON), f64::from(f32::MAX), f64::from(f32::MIN_POSITIVE)),
            Some(FloatType::F64) => (f64::EPSILON, f64::MAX, f64::MIN_POSITIVE),
            Some(FloatType::F16) => (power(-10), 65504.0, power(-14)),
            Some(FloatType::BF16) => (power(-7), (2.0 - power(-7)) * power(127), power(-126)),
            None => {
                return Err(Error::dtype(format!("{self} has no finfo: it is not floating-point")));
            }
        };
        Ok(FloatLimits { bits: 8 * self.size() as u64, eps, max, min: -max, smallest_normal })
    }

    /// The properties of an integer dtype; `DTYPE_MISMATCH` for any other dtype, including bool.
    pub fn iinfo(self) -> Result<IntegerLimits> {
        let (min, max) = match self {
            DType::U8 => (0, u8::MAX.into()),
            DType::U16 => (0, u16::MAX.into()),
            DType::U32 => (0, u32::MAX.into()),
            DType::U64 => (0, u64::MAX),
            DType::I8 => (i8::MIN.into(), i8::MAX as u64),
            DType::I16 => (i16::MIN.into(), i16::MAX as u64),
            DType::I32 => (i32::MIN.into(), i32::MAX as u64),
            DType::I64 => (i64::MIN, i64::MAX as u64),
            DType::F32 | DType::F64 | DType::F16 | DType::BF16 | DType::Bool => {
                return Err(Error::dtype(format!("{self} has no iinfo: it is not of integers")));
            }
        };
        Ok(IntegerLimits { bits: 8 * self.size() as u64, max, min })
    }

    /// Whether this dtype is of this kind.
    pub fn is_kind(self, kind: DTypeKind) -> bool {
        match kind {
            DTypeKind::Bool => self == DType::Bool,
            DTypeKind::SignedInteger => self.is_integer() && !self.is_unsigned(),
            DTypeKind::UnsignedInteger => self.is_unsigned(),
            DTypeKind::Integral => self.is_integer(),
            DTypeKind::RealFloating => self.is_float(),
            DTypeKind::Numeric => self != DType::Bool,
        }
    }
}

fn power(exponent: i32) -> f64 {
    2f64.powi(exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_have_numpys_limits() {
        // The values of numpy.finfo, and of torch.finfo for bfloat16.
        let wanted = [
            (DType::F16, 16, 0.0009765625, 65504.0, 6.103515625e-5),
            (DType::BF16, 16, 0.0078125, 3.3895313892515355e38, 1.1754943508222875e-38),
            (DType::F32, 32, 1.1920928955078125e-7, 3.4028234663852886e38, 1.1754943508222875e-38),
            (DType::F64, 64, 2.220446049250313e-16, 1.7976931348623157e308, 2.2250738585072014e-308),
        ];
        for (dtype, bits, eps, max, smallest_normal) in wanted {
            let found = dtype.finfo().expect("a float");
            assert_eq!(found, FloatLimits { bits, eps, max, min: -max, smallest_normal });
            assert!(dtype.iinfo().is_err());
        }
    }

    #[test]
    fn integers_have_their_range() {
        for (dtype, bits, min, max) in [
            (DType::U8, 8, 0, 255),
            (DType::U16, 16, 0, 65535),
            (DType::U32, 32, 0, 4294967295),
            (DType::U64, 64, 0, u64::MAX),
            (DType::I8, 8, -128, 127),
            (DType::I16, 16, -32768, 32767),
            (DType::I32, 32, -2147483648, 2147483647),
            (DType::I64, 64, i64::MIN, i64::MAX as u64),
        ] {
            assert_eq!(dtype.iinfo().expect("integers"), IntegerLimits { bits, max, min });
            assert!(dtype.finfo().is_err());
        }
        assert!(DType::Bool.iinfo().is_err() && DType::Bool.finfo().is_err());
    }

    #[test]
    fn every_dtype_is_of_the_kinds_of_the_standard() {
        use DTypeKind::*;
        let kinds = [Bool, SignedInteger, UnsignedInteger, Integral, RealFloating, Numeric];
        for (code, kind) in kinds.into_iter().enumerate() {
            assert_eq!(DTypeKind::from_code(code as i32).expect("a code of its own"), kind);
        }
        assert!(DTypeKind::from_code(6).is_err() && DTypeKind::from_code(-1).is_err());
        for dtype in DType::ALL {
            let of: Vec<DTypeKind> = kinds.into_iter().filter(|kind| dtype.is_kind(*kind)).collect();
            let wanted = match dtype {
                DType::Bool => vec![Bool],
                DType::U8 | DType::U16 | DType::U32 | DType::U64 => vec![UnsignedInteger, Integral, Numeric],
                DType::I8 | DType::I16 | DType::I32 | DType::I64 => vec![SignedInteger, Integral, Numeric],
                DType::F16 | DType::BF16 | DType::F32 | DType::F64 => vec![RealFloating, Numeric],
            };
            assert_eq!(of, wanted, "{dtype}");
        }
    }
}
