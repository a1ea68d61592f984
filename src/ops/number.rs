//! `Number`: what kernels do with one element, whatever its type.
//!
//! Invariant: integer arithmetic wraps and never panics, in a debug build too; casts are Rust's `as`: float to integer
//! saturates and takes NaN to 0, integer to integer keeps the low bits.

use crate::tensor::Element;

/// An element type with arithmetic.
pub(super) trait Number: Element + PartialOrd {
    const ZERO: Self;
    /// What a product begins with.
    const UNIT: Self;
    fn add(self, b: Self) -> Self;
    fn sub(self, b: Self) -> Self;
    fn mul(self, b: Self) -> Self;
    fn neg(self) -> Self;
    fn abs(self) -> Self;
    fn as_f32(self) -> f32;
    fn as_f64(self) -> f64;
    fn as_i32(self) -> i32;
    fn as_i64(self) -> i64;
    fn as_u8(self) -> u8;
    /// `x as Self`.
    fn cast_from<S: Number>(x: S) -> Self;
}

/// Whether it is no number; of integers none is.
#[inline(always)]
#[allow(clippy::eq_op)] // NaN is what differs from itself
pub(super) fn is_nan<T: Number>(x: T) -> bool {
    x != x
}

/// An integer type.
pub(super) trait Integer: Number {
    /// `self` to the power of `exponent`, wrapping; 0 for a negative exponent, which callers refuse before.
    fn power(self, exponent: Self) -> Self;
    fn and(self, b: Self) -> Self;
    fn or(self, b: Self) -> Self;
    fn xor(self, b: Self) -> Self;
    /// Every bit the other way.
    fn invert(self) -> Self;
    /// By `places` to the left; 0 where these are negative or the bits of the type or more.
    fn shift_left(self, places: Self) -> Self;
    /// By `places` to the right, keeping the sign; only the sign is left where these are negative or too many.
    fn shift_right(self, places: Self) -> Self;
}

/// Casts that are the same text for each type: a function cannot be generic over `as`.
macro_rules! casts {
    ($cast:ident) => {
        #[inline(always)]
        fn as_f32(self) -> f32 {
            self as f32
        }
        #[inline(always)]
        fn as_f64(self) -> f64 {
            self as f64
        }
        #[inline(always)]
        fn cast_from<S: Number>(x: S) -> Self {
            x.$cast()
        }
    };
}

/// Wrapping arithmetic of an integer type and its casts.
macro_rules! integer {
    ($t:ty, $cast:ident, $abs:expr) => {
        impl Number for $t {
            const ZERO: $t = 0;
            const UNIT: $t = 1;
            #[inline(always)]
            fn add(self, b: $t) -> $t {
                self.wrapping_add(b)
            }
            #[inline(always)]
            fn sub(self, b: $t) -> $t {
                self.wrapping_sub(b)
            }
            #[inline(always)]
            fn mul(self, b: $t) -> $t {
                self.wrapping_mul(b)
            }
            #[inline(always)]
            fn neg(self) -> $t {
                self.wrapping_neg()
            }
            #[inline(always)]
            fn abs(self) -> $t {
                $abs(self)
            }
            #[inline(always)]
            fn as_i32(self) -> i32 {
                self as i32
            }
            #[inline(always)]
            fn as_i64(self) -> i64 {
                self as i64
            }
            #[inline(always)]
            fn as_u8(self) -> u8 {
                self as u8
            }
            casts!($cast);
        }

        impl Integer for $t {
            #[inline(always)]
            fn power(self, exponent: $t) -> $t {
                if exponent < <$t>::ZERO {
                    return 0;
                }
                let (mut result, mut base, mut left) = (1 as $t, self, exponent);
                while left != 0 {
                    if left & 1 == 1 {
                        result = result.wrapping_mul(base);
                    }
                    base = base.wrapping_mul(base);
                    left >>= 1;
                }
                result
            }
            #[inline(always)]
            fn and(self, b: $t) -> $t {
                self & b
            }
            #[inline(always)]
            fn or(self, b: $t) -> $t {
                self | b
            }
            #[inline(always)]
            fn xor(self, b: $t) -> $t {
                self ^ b
            }
            #[inline(always)]
            fn invert(self) -> $t {
                !self
            }
            #[inline(always)]
            fn shift_left(self, places: $t) -> $t {
                // A negative number of places is a great one without its sign.
                let fits = (places as u64) < u64::from(<$t>::BITS);
                if fits { self.wrapping_shl(places as u32) } else { 0 }
            }
            #[inline(always)]
            fn shift_right(self, places: $t) -> $t {
                let fits = (places as u64) < u64::from(<$t>::BITS);
                let past = (self >> (<$t>::BITS - 1)) >> 1;
                if fits { self.wrapping_shr(places as u32) } else { past }
            }
        }
    };
}

/// `as` of a float to a signed integer, written so that it vectorises, which the compiler's own does not.
macro_rules! saturate {
    ($x:expr, $t:ty, $int:ty) => {{
        const ABOVE: $t = -(<$int>::MIN as $t);
        let inside = if (-ABOVE..ABOVE).contains(&$x) { $x } else { 0.0 };
        // SAFETY: the number is 0 or was just found to be in the range of the type.
        let value = unsafe { inside.to_int_unchecked::<$int>() };
        let value = if $x >= ABOVE { <$int>::MAX } else { value };
        if $x < -ABOVE { <$int>::MIN } else { value }
    }};
}

/// Arithmetic of a float type and its casts.
macro_rules! float {
    ($t:ty, $cast:ident) => {
        impl Number for $t {
            const ZERO: $t = 0.0;
            const UNIT: $t = 1.0;
            #[inline(always)]
            fn add(self, b: $t) -> $t {
                self + b
            }
            #[inline(always)]
            fn sub(self, b: $t) -> $t {
                self - b
            }
            #[inline(always)]
            fn mul(self, b: $t) -> $t {
                self * b
            }
            #[inline(always)]
            fn neg(self) -> $t {
                -self
            }
            #[inline(always)]
            fn abs(self) -> $t {
                <$t>::abs(self)
            }
            #[inline(always)]
            fn as_i32(self) -> i32 {
                saturate!(self, $t, i32)
            }
            #[inline(always)]
            fn as_i64(self) -> i64 {
                saturate!(self, $t, i64)
            }
            #[inline(always)]
            fn as_u8(self) -> u8 {
                let low = if self > 0.0 { self } else { 0.0 };
                let cut = if low < 255.0 { low } else { 255.0 };
                // SAFETY: the number was just cut to a range that the type holds.
                unsafe { cut.to_int_unchecked::<i32>() as u8 }
            }
            casts!($cast);
        }
    };
}

float!(f32, as_f32);
float!(f64, as_f64);
integer!(i32, as_i32, i32::wrapping_abs);
integer!(i64, as_i64, i64::wrapping_abs);
integer!(u8, as_u8, std::convert::identity);
