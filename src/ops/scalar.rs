//! `Scalar`: a number from outside as one element.
//!
//! Invariant: a number becomes an element only if the dtype can hold it (a float dtype rounds, an integer dtype takes
//! integers in its range): 300 never silently becomes the 44 of a byte. NumPy 2 refuses the same.

use super::number::Number;
use crate::error::{Error, Result};
use crate::tensor::{BF16, DType, F16};

/// One element of some dtype, for kernels to read through a pointer.
#[repr(align(8))]
pub(super) struct Scalar([u8; 8]);

impl Scalar {
    /// `value` as an element; `INVALID_ARGUMENT` when an integer dtype cannot hold it. As a boolean it is `value != 0`.
    pub fn new(dtype: DType, value: f64) -> Result<Scalar> {
        if !fits(dtype, value) {
            return Err(Error::argument(format!("{value} is no {dtype}")));
        }
        Ok(match dtype {
            DType::F32 => Scalar::of((value as f32).to_ne_bytes()),
            DType::F64 => Scalar::of(value.to_ne_bytes()),
            DType::I32 => Scalar::of((value as i32).to_ne_bytes()),
            DType::I64 => Scalar::of((value as i64).to_ne_bytes()),
            DType::F16 => Scalar::of(F16::from_f64(value).to_bits().to_ne_bytes()),
            DType::BF16 => Scalar::of(BF16::from_f64(value).to_bits().to_ne_bytes()),
            DType::I8 => Scalar::of((value as i8).to_ne_bytes()),
            DType::I16 => Scalar::of((value as i16).to_ne_bytes()),
            DType::U8 => Scalar::of([value as u8]),
            DType::Bool => Scalar::of([u8::from(value != 0.0)]),
        })
    }

    fn of<const N: usize>(element: [u8; N]) -> Scalar {
        let mut bytes = [0; 8];
        bytes[..N].copy_from_slice(&element);
        Scalar(bytes)
    }

    /// The address of the element, aligned for any type.
    pub fn as_ptr(&self) -> *const u8 {
        self.0.as_ptr()
    }
}

/// Whether an element of this dtype can be `value`, but for the rounding of a float.
pub(super) fn fits(dtype: DType, value: f64) -> bool {
    let within = |low: f64, above: f64| value.fract() == 0.0 && value >= low && value < above;
    match dtype {
        DType::F32 | DType::F64 | DType::F16 | DType::BF16 | DType::Bool => true,
        DType::I8 => within(-128.0, 128.0),
        DType::I16 => within(-32768.0, 32768.0),
        DType::U8 => within(0.0, 256.0),
        DType::I32 => within(i32::MIN.as_f64(), -(i32::MIN.as_f64())),
        DType::I64 => within(i64::MIN.as_f64(), -(i64::MIN.as_f64())),
    }
}

/// The dtype in which a tensor and a number are computed: a float dtype stays; an integer dtype stays for an integral
/// number (bool becomes int64), and becomes float32 for any other.
pub(super) fn promoted(dtype: DType, value: f64) -> DType {
    match dtype {
        _ if dtype.is_float() => dtype,
        _ if value.fract() != 0.0 || !value.is_finite() => DType::F32,
        DType::Bool => DType::I64,
        _ => dtype,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_hold_integers_in_their_range_only() {
        let limits = [(DType::U8, 0.0, 255.0), (DType::I32, -2147483648.0, 2147483647.0)];
        for (dtype, low, high) in limits {
            assert!(fits(dtype, low) && fits(dtype, high), "{dtype}");
            assert!(!fits(dtype, low - 1.0) && !fits(dtype, high + 1.0), "{dtype}");
        }
        assert!(fits(DType::I64, -9223372036854775808.0) && !fits(DType::I64, 9223372036854775808.0));
        for value in [0.5, f64::NAN, f64::INFINITY] {
            assert!(!fits(DType::I64, value) && fits(DType::F32, value) && fits(DType::Bool, value), "{value}");
        }
        assert_eq!(Scalar::new(DType::U8, 300.0).err().expect("too large").message(), "300 is no uint8");
    }

    #[test]
    fn only_a_fraction_makes_integers_floats() {
        assert_eq!(promoted(DType::F32, 0.5), DType::F32);
        assert_eq!(promoted(DType::U8, 2.0), DType::U8);
        assert_eq!(promoted(DType::Bool, 1.0), DType::I64);
        assert_eq!(promoted(DType::I64, 0.5), DType::F32);
        assert_eq!(promoted(DType::I32, f64::INFINITY), DType::F32);
    }
}
