//! `Number`: what kernels do with one element, whatever its type.
//!
//! Invariant: integer arithmetic wraps and never panics, in a debug build too; casts are Rust's `as`: float to integer
//! saturates and takes NaN to 0, integer to integer keeps the low bits; anything becomes a half in one rounding.

use crate::tensor::{BF16, Element, F16};

/// An element type with arithmetic.
pub(crate) trait Number: Element + PartialOrd {
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
    fn as_i8(self) -> i8;
    fn as_i16(self) -> i16;
    fn as_f16(self) -> F16;
    fn as_bf16(self) -> BF16;
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
    ($t:ty, $cast:ident, $abs:expr, $exact:expr) => {
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
            #[inline(always)]
            fn as_i8(self) -> i8 {
                self as i8
            }
            #[inline(always)]
            fn as_i16(self) -> i16 {
                self as i16
            }
            #[inline(always)]
            fn as_f16(self) -> F16 {
                // From 65520 on all are infinite, and those below are float32s.
                F16::from_f32(self as f32)
            }
            #[inline(always)]
            fn as_bf16(self) -> BF16 {
                if size_of::<$t>() <= 2 { BF16::from_f32(self as f32) } else { BF16::from_f64($exact(self)) }
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

/// Like [`saturate`], to an integer that is narrower than 32 bits.
macro_rules! narrow {
    ($x:expr, $int:ty) => {{
        let number = if is_nan($x) { 0.0 } else { $x };
        let low = if number > (<$int>::MIN).into() { number } else { (<$int>::MIN).into() };
        let cut = if low < (<$int>::MAX).into() { low } else { (<$int>::MAX).into() };
        // SAFETY: the number was just cut to a range that the type holds.
        unsafe { cut.to_int_unchecked::<i32>() as $int }
    }};
}

/// Arithmetic of a float type and its casts.
macro_rules! float {
    ($t:ty, $cast:ident, $half:ident) => {
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
                // There the cast is one instruction, and the maximum below would keep a signalling NaN.
                if cfg!(target_arch = "aarch64") {
                    return self as u8;
                }
                let low = if self > 0.0 { self } else { 0.0 };
                let cut = if low < 255.0 { low } else { 255.0 };
                // SAFETY: the number was just cut to a range that the type holds.
                unsafe { cut.to_int_unchecked::<i32>() as u8 }
            }
            #[inline(always)]
            fn as_i8(self) -> i8 {
                narrow!(self, i8)
            }
            #[inline(always)]
            fn as_i16(self) -> i16 {
                narrow!(self, i16)
            }
            #[inline(always)]
            fn as_f16(self) -> F16 {
                F16::$half(self)
            }
            #[inline(always)]
            fn as_bf16(self) -> BF16 {
                BF16::$half(self)
            }
            casts!($cast);
        }
    };
}

/// Arithmetic of a half, each operation in float32 and then rounded, and its casts. A sum, a difference or a product of
/// two is the nearest half to the exact one all the same, since a float32 has more than twice the digits.
macro_rules! half {
    ($t:ty, $cast:ident, $one:expr) => {
        impl Number for $t {
            const ZERO: $t = <$t>::from_bits(0);
            const UNIT: $t = <$t>::from_bits($one);
            #[inline(always)]
            fn add(self, b: $t) -> $t {
                <$t>::from_f32(self.to_f32() + b.to_f32())
            }
            #[inline(always)]
            fn sub(self, b: $t) -> $t {
                <$t>::from_f32(self.to_f32() - b.to_f32())
            }
            #[inline(always)]
            fn mul(self, b: $t) -> $t {
                <$t>::from_f32(self.to_f32() * b.to_f32())
            }
            #[inline(always)]
            fn neg(self) -> $t {
                <$t>::from_bits(self.to_bits() ^ 0x8000)
            }
            #[inline(always)]
            fn abs(self) -> $t {
                <$t>::from_bits(self.to_bits() & 0x7fff)
            }
            #[inline(always)]
            fn as_f32(self) -> f32 {
                self.to_f32()
            }
            #[inline(always)]
            fn as_f64(self) -> f64 {
                f64::from(self.to_f32())
            }
            #[inline(always)]
            fn as_i32(self) -> i32 {
                self.to_f32().as_i32()
            }
            #[inline(always)]
            fn as_i64(self) -> i64 {
                self.to_f32().as_i64()
            }
            #[inline(always)]
            fn as_u8(self) -> u8 {
                self.to_f32().as_u8()
            }
            #[inline(always)]
            fn as_i8(self) -> i8 {
                self.to_f32().as_i8()
            }
            #[inline(always)]
            fn as_i16(self) -> i16 {
                self.to_f32().as_i16()
            }
            #[inline(always)]
            fn as_f16(self) -> F16 {
                F16::from_f32(self.to_f32())
            }
            #[inline(always)]
            fn as_bf16(self) -> BF16 {
                BF16::from_f32(self.to_f32())
            }
            #[inline(always)]
            fn cast_from<S: Number>(x: S) -> Self {
                x.$cast()
            }
        }
    };
}

/// An int64 as the float64 that rounds to the same bfloat16: what has no room in it is one bit, which is kept.
#[inline(always)]
fn sticky(x: i64) -> f64 {
    const LOW: i64 = (1 << 11) - 1;
    let large = x >= 1 << 53 || x <= -(1 << 53);
    let kept = (x & !LOW) | (if x & LOW != 0 { LOW + 1 } else { 0 });
    (if large { kept } else { x }) as f64
}

half!(F16, as_f16, 0x3c00);
half!(BF16, as_bf16, 0x3f80);
float!(f32, as_f32, from_f32);
float!(f64, as_f64, from_f64);
integer!(i8, as_i8, i8::wrapping_abs, f64::from);
integer!(i16, as_i16, i16::wrapping_abs, f64::from);
integer!(i32, as_i32, i32::wrapping_abs, f64::from);
integer!(i64, as_i64, i64::wrapping_abs, sticky);
integer!(u8, as_u8, std::convert::identity, f64::from);
