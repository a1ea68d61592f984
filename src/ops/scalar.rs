//! `OneElement`: a number from outside as one element.
//!
//! Invariant: a number becomes an element only if the dtype can hold it. A float dtype rounds it
//! once; an integer dtype takes integers in its range. So 300 never silently becomes 44 as a uint8.
//! NumPy 2 refuses the same numbers.

use super::number::Number;
use crate::error::{Error, Result};
use crate::tensor::{BF16, DType, F16, FloatType, Scalar};

/// One element of some dtype, for kernels that read through a pointer.
#[repr(align(8))]
pub(super) struct OneElement([u8; 8]);

impl OneElement {
    /// `value` as an element; `INVALID_ARGUMENT` if it is out of range for an integer dtype. As a
    /// boolean it is `value != 0`.
    pub fn new(dtype: DType, value: Scalar) -> Result<OneElement> {
        if !fits(dtype, value) {
            return Err(out_of_range(dtype, value));
        }
        Ok(match dtype {
            DType::F32 => OneElement::of(number::<f32>(value).to_ne_bytes()),
            DType::F64 => OneElement::of(number::<f64>(value).to_ne_bytes()),
            DType::I32 => OneElement::of(number::<i32>(value).to_ne_bytes()),
            DType::I64 => OneElement::of(number::<i64>(value).to_ne_bytes()),
            DType::F16 => OneElement::of(number::<F16>(value).to_bits().to_ne_bytes()),
            DType::BF16 => OneElement::of(number::<BF16>(value).to_bits().to_ne_bytes()),
            DType::I8 => OneElement::of(number::<i8>(value).to_ne_bytes()),
            DType::I16 => OneElement::of(number::<i16>(value).to_ne_bytes()),
            DType::U8 => OneElement::of([number::<u8>(value)]),
            DType::U16 => OneElement::of(number::<u16>(value).to_ne_bytes()),
            DType::U32 => OneElement::of(number::<u32>(value).to_ne_bytes()),
            DType::U64 => OneElement::of(number::<u64>(value).to_ne_bytes()),
            DType::Bool => OneElement::of([u8::from(value.is_true())]),
        })
    }

    fn of<const N: usize>(element: [u8; N]) -> OneElement {
        let mut bytes = [0; 8];
        bytes[..N].copy_from_slice(&element);
        OneElement(bytes)
    }

    /// The address of the element, aligned for any type.
    pub fn as_ptr(&self) -> *const u8 {
        self.0.as_ptr()
    }
}

/// The nearest number of a float type, or the number itself of an integer type that holds it.
pub(super) fn number<T: Number>(value: Scalar) -> T {
    match value {
        Scalar::F64(x) => T::cast_from(x),
        Scalar::I64(x) => T::cast_from(x),
        Scalar::Bool(x) => T::cast_from(u8::from(x)),
        Scalar::U64(x) => T::cast_from(x),
    }
}

/// Whether an element of this dtype can equal `value`, apart from the rounding of a float.
pub(super) fn fits(dtype: DType, value: Scalar) -> bool {
    match integers(dtype) {
        None => true,
        Some((low, high)) => value.to_integer().is_some_and(|x| low <= x && x <= high),
    }
}

/// The smallest and the largest integer of an integer dtype.
pub(super) fn integers(dtype: DType) -> Option<(i128, i128)> {
    match dtype {
        DType::F32 | DType::F64 | DType::F16 | DType::BF16 | DType::Bool => None,
        DType::I8 => Some((i8::MIN.into(), i8::MAX.into())),
        DType::I16 => Some((i16::MIN.into(), i16::MAX.into())),
        DType::U8 => Some((0, u8::MAX.into())),
        DType::I32 => Some((i32::MIN.into(), i32::MAX.into())),
        DType::I64 => Some((i64::MIN.into(), i64::MAX.into())),
        DType::U16 => Some((0, u16::MAX.into())),
        DType::U32 => Some((0, u32::MAX.into())),
        DType::U64 => Some((0, u64::MAX.into())),
    }
}

/// `INVALID_ARGUMENT` unless each integer from `low` to `high` is an element of its own. A float dtype holds consecutive
/// integers only up to 2 to the power of its digits: beyond, 16777219 as float32 would be 16777220.
pub(super) fn each_is_an_element(dtype: DType, low: i64, high: i64) -> Result<()> {
    let digits = match dtype.float() {
        Some(FloatType::BF16) => 8,
        Some(FloatType::F16) => 11,
        Some(FloatType::F32) => 24,
        Some(FloatType::F64) => 53,
        None => 0,
    };
    let (least, greatest) = match integers(dtype) {
        Some(range) => range,
        None if dtype == DType::Bool => (0, 1),
        None => (-(1 << digits), 1 << digits),
    };
    match [low, high].into_iter().find(|&end| !(least..=greatest).contains(&end.into())) {
        None => Ok(()),
        Some(end) if !dtype.is_float() => Err(out_of_range(dtype, end.into())),
        Some(end) => Err(Error::argument(format!(
            "{end} is out of range for integers of {dtype}, which holds each one only from {least} to {greatest}"
        ))),
    }
}

/// The error for a value that is out of range for an integer dtype, or for bool if only 0 and 1 are
/// allowed.
#[cold]
pub(super) fn out_of_range(dtype: DType, value: Scalar) -> Error {
    let (low, high) = integers(dtype).unwrap_or((0, 1));
    Error::argument(match value.is_integral() {
        true => format!("{value} is out of range for {dtype} ({low} to {high})"),
        false => format!("{value} is not an integer, and {dtype} holds only integers"),
    })
}

/// The dtype that a tensor and a number are computed in. A float dtype stays. An integer dtype
/// stays if the number is integral (bool becomes int64, except with a truth value), otherwise it
/// becomes float32.
pub(super) fn promoted(dtype: DType, value: Scalar) -> DType {
    match dtype {
        _ if dtype.is_float() => dtype,
        _ if !value.is_integral() => DType::F32,
        DType::Bool if !matches!(value, Scalar::Bool(_)) => DType::I64,
        _ => dtype,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_hold_integers_in_their_range_only() {
        let limits = [(DType::U8, 0, 255), (DType::I32, -2147483648, 2147483647)];
        for (dtype, low, high) in limits {
            for of in [|x: i64| Scalar::I64(x), |x: i64| Scalar::F64(x as f64)] {
                assert!(fits(dtype, of(low)) && fits(dtype, of(high)), "{dtype}");
                assert!(!fits(dtype, of(low - 1)) && !fits(dtype, of(high + 1)), "{dtype}");
            }
        }
        assert!(fits(DType::I64, Scalar::F64(-9223372036854775808.0)));
        assert!(!fits(DType::I64, Scalar::F64(9223372036854775808.0)) && !fits(DType::I64, Scalar::U64(1 << 63)));
        for value in [0.5, f64::NAN, f64::INFINITY].map(Scalar::F64) {
            assert!(!fits(DType::I64, value) && fits(DType::F32, value) && fits(DType::Bool, value), "{value}");
        }
    }

    #[test]
    fn a_refusal_says_what_would_fit() {
        let refused =
            |dtype, value| OneElement::new(dtype, value).err().expect("it does not fit").message().to_string();
        assert_eq!(refused(DType::U8, Scalar::F64(300.0)), "300 is out of range for uint8 (0 to 255)");
        assert_eq!(refused(DType::I8, Scalar::I64(-129)), "-129 is out of range for int8 (-128 to 127)");
        assert_eq!(refused(DType::I64, Scalar::F64(0.5)), "0.5 is not an integer, and int64 holds only integers");
        assert_eq!(
            refused(DType::I64, Scalar::U64(u64::MAX)),
            "18446744073709551615 is out of range for int64 (-9223372036854775808 to 9223372036854775807)"
        );
    }

    #[test]
    fn an_integer_is_rounded_once() {
        // Just above the middle of two float32 numbers. Through a float64 it would become the
        // middle, and be rounded to the even one.
        let above_middle = (1i64 << 62) + (1 << 38) + 1;
        assert_eq!(number::<f32>(Scalar::I64(above_middle)), ((1i64 << 62) + (1 << 39)) as f32);
        let above_middle = (1u64 << 63) + (1 << 39) + 1;
        assert_eq!(number::<f32>(Scalar::U64(above_middle)), above_middle as f32);
        assert_eq!(number::<f64>(Scalar::U64(u64::MAX - 1024)), (u64::MAX - 1024) as f64);
        let above_middle = (1u64 << 63) + (1 << 55) + 1;
        assert_eq!(number::<BF16>(Scalar::U64(above_middle)).to_f32(), ((1u64 << 63) + (1 << 56)) as f32);
        let above_middle = (1i64 << 62) + (1 << 54) + 1;
        assert_eq!(number::<BF16>(Scalar::I64(above_middle)).to_f32(), ((1i64 << 62) + (1 << 55)) as f32);
    }

    #[test]
    fn only_a_fraction_makes_integers_floats() {
        assert_eq!(promoted(DType::F32, Scalar::F64(0.5)), DType::F32);
        assert_eq!(promoted(DType::U8, Scalar::F64(2.0)), DType::U8);
        assert_eq!(promoted(DType::U8, Scalar::I64(2)), DType::U8);
        assert_eq!(promoted(DType::Bool, Scalar::I64(1)), DType::I64);
        assert_eq!(promoted(DType::Bool, Scalar::Bool(true)), DType::Bool);
        assert_eq!(promoted(DType::I64, Scalar::F64(0.5)), DType::F32);
        assert_eq!(promoted(DType::I32, Scalar::F64(f64::INFINITY)), DType::F32);
    }
}
