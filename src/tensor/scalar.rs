//! `Scalar`: a number that a caller passes with tensors.
//!
//! Invariant: it keeps the caller's type (an integer, a real number or a truth value) until an
//! operation converts it to an element. An integer is never converted to a float64 in between,
//! which would change numbers beyond 2^53.

use crate::error::{Error, Result};
use std::fmt;

/// How the 64 bits of a number in the C interface are read. The codes are append-only.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarKind {
    /// An integer: an `int64_t`.
    I64 = 0,
    /// A real number: the bits of a `double`.
    F64 = 1,
    /// A truth value: 0 for false, anything else for true.
    Bool = 2,
    /// A non-negative integer: a `uint64_t`.
    U64 = 3,
}

/// A number or a truth value, in the caller's type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// An integer.
    I64(i64),
    /// A non-negative integer, up to 2^64 - 1.
    U64(u64),
    /// A real number.
    F64(f64),
    /// A truth value; as a number it is 0 or 1.
    Bool(bool),
}

impl Scalar {
    /// The scalar with this code of a [`ScalarKind`] and these 64 bits; any other code is
    /// `INVALID_ARGUMENT`.
    #[inline]
    pub fn from_parts(kind: i32, bits: i64) -> Result<Scalar> {
        const I64: i32 = ScalarKind::I64 as i32;
        const F64: i32 = ScalarKind::F64 as i32;
        const BOOL: i32 = ScalarKind::Bool as i32;
        const U64: i32 = ScalarKind::U64 as i32;
        match kind {
            I64 => Ok(Scalar::I64(bits)),
            F64 => Ok(Scalar::F64(f64::from_bits(bits as u64))),
            BOOL => Ok(Scalar::Bool(bits != 0)),
            U64 => Ok(Scalar::U64(bits as u64)),
            _ => Err(unknown_kind(kind)),
        }
    }

    /// The value as an integer, if an int64 holds it.
    #[inline]
    pub fn to_i64(self) -> Option<i64> {
        const ABOVE: f64 = (1u64 << 63) as f64;
        match self {
            Scalar::I64(x) => Some(x),
            Scalar::U64(x) => i64::try_from(x).ok(),
            Scalar::F64(x) => (x.fract() == 0.0 && (-ABOVE..ABOVE).contains(&x)).then_some(x as i64),
            Scalar::Bool(x) => Some(i64::from(x)),
        }
    }

    /// The value as an integer, if an int64 or an uint64 holds it.
    #[inline]
    pub fn to_integer(self) -> Option<i128> {
        const ABOVE: f64 = 2.0 * (1u64 << 63) as f64;
        match self {
            Scalar::U64(x) => Some(x.into()),
            Scalar::F64(x) if x >= 0.0 => (x.fract() == 0.0 && x < ABOVE).then_some(x as i128),
            other => other.to_i64().map(i128::from),
        }
    }

    /// The nearest float64.
    #[inline]
    pub fn to_f64(self) -> f64 {
        match self {
            Scalar::I64(x) => x as f64,
            Scalar::U64(x) => x as f64,
            Scalar::F64(x) => x,
            Scalar::Bool(x) => f64::from(u8::from(x)),
        }
    }

    /// Whether the value is an integer, whatever its type.
    #[inline]
    pub fn is_integral(self) -> bool {
        match self {
            Scalar::F64(x) => x.fract() == 0.0,
            _ => true,
        }
    }

    /// Whether it is not 0; true for NaN.
    #[inline]
    pub fn is_true(self) -> bool {
        match self {
            Scalar::I64(x) => x != 0,
            Scalar::U64(x) => x != 0,
            Scalar::F64(x) => x != 0.0,
            Scalar::Bool(x) => x,
        }
    }
}

#[cold]
fn unknown_kind(kind: i32) -> Error {
    Error::argument(format!("{kind} is not the kind of a scalar (0 to 3 are)"))
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::I64(x) => x.fmt(f),
            Scalar::U64(x) => x.fmt(f),
            Scalar::F64(x) => x.fmt(f),
            Scalar::Bool(x) => x.fmt(f),
        }
    }
}

macro_rules! from {
    ($($variant:ident($wide:ty): $($t:ty),+;)+) => {$($(
        impl From<$t> for Scalar {
            #[inline]
            fn from(x: $t) -> Scalar {
                Scalar::$variant(<$wide>::from(x))
            }
        }
    )+)+};
}

from! {
    I64(i64): i8, i16, i32, i64, u8, u16, u32;
    U64(u64): u64;
    F64(f64): f32, f64;
    Bool(bool): bool;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_and_bits_are_the_number_again() {
        let odd = (1i64 << 53) + 1;
        let crossed = |kind, bits| Scalar::from_parts(kind, bits).expect("there is such a kind");
        assert_eq!(crossed(0, odd), Scalar::I64(odd));
        assert_eq!(crossed(1, 2.5f64.to_bits() as i64), Scalar::F64(2.5));
        assert_eq!(crossed(2, 1), Scalar::Bool(true));
        assert_eq!(crossed(3, -1), Scalar::U64(u64::MAX));
        for kind in [-1, 4] {
            let error = Scalar::from_parts(kind, 0).unwrap_err();
            assert_eq!(error.message(), format!("{kind} is not the kind of a scalar (0 to 3 are)"));
        }
    }

    #[test]
    fn only_what_an_int64_holds_is_one() {
        assert_eq!(Scalar::from(9007199254740993i64).to_i64(), Some(9007199254740993));
        assert_eq!(Scalar::from(1u64 << 63).to_i64(), None);
        assert_eq!(Scalar::from(-9223372036854775808.0).to_i64(), Some(i64::MIN));
        for x in [9223372036854775808.0, 0.5, f64::NAN, f64::INFINITY] {
            assert_eq!(Scalar::from(x).to_i64(), None, "{x}");
        }
    }
}
