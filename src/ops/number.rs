//! `Number`: operations on one element, whatever its type.
//!
//! Invariant: integer arithmetic wraps and never panics, even in a debug build. Casts are Rust's
//! `as`: float to integer saturates and maps NaN to 0, integer to integer keeps the low bits. A
//! half is rounded once.

use crate::tensor::{BF16, Element, F16};

/// An element type with arithmetic.
pub(crate) trait Number: Element + PartialOrd {
    const ZERO: Self;
    /// The neutral element of products.
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
    fn as_u16(self) -> u16;
    fn as_u32(self) -> u32;
    fn as_u64(self) -> u64;
    fn as_f16(self) -> F16;
    fn as_bf16(self) -> BF16;
    /// `x as Self`.
    fn cast_from<S: Number>(x: S) -> Self;
}

/// Whether it is NaN; always false for integers.
#[inline(always)]
#[allow(clippy::eq_op)] // only NaN differs from itself
pub(super) fn is_nan<T: Number>(x: T) -> bool {
    x != x
}

/// An integer type.
pub(super) trait Integer: Number {
    /// `self` to the power of `exponent`, wrapping; 0 for a negative exponent, which callers refuse
    /// first.
    fn power(self, exponent: Self) -> Self;
    fn and(self, b: Self) -> Self;
    fn or(self, b: Self) -> Self;
    fn xor(self, b: Self) -> Self;
    /// Inverts every bit.
    fn invert(self) -> Self;
    /// Shifts left; 0 if `places` is negative or at least the number of bits.
    fn shift_left(self, places: Self) -> Self;
    /// Shifts right with sign extension; only the sign is left if `places` is negative or too
    /// large.
    fn shift_right(self, places: Self) -> Self;
}

/// Casts whose text is the same for each type, because a function cannot be generic over `as`.
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

/// Wrapping arithmetic and the casts of an integer type.
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
            fn as_u16(self) -> u16 {
                self as u16
            }
            #[inline(always)]
            fn as_u32(self) -> u32 {
                self as u32
            }
            #[inline(always)]
            fn as_u64(self) -> u64 {
                self as u64
            }
            #[inline(always)]
            fn as_f16(self) -> F16 {
                // Numbers from 65520 on are infinite, and smaller ones are exact in float32.
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
                // As unsigned, a negative number of places is very large.
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

/// `as` from a float to a signed integer, written so that it vectorises; the compiler's own does
/// not.
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

/// Like [`saturate`], for an integer that is narrower than 32 bits.
macro_rules! narrow {
    ($x:expr, $int:ty) => {{
        let number = if is_nan($x) { 0.0 } else { $x };
        let low = if number > (<$int>::MIN).into() { number } else { (<$int>::MIN).into() };
        let cut = if low < (<$int>::MAX).into() { low } else { (<$int>::MAX).into() };
        // SAFETY: the number was just clamped to the range of the type.
        unsafe { cut.to_int_unchecked::<i32>() as $int }
    }};
}

/// Arithmetic and the casts of a float type.
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
                // Here the cast is one instruction, and the maximum below would keep a signalling
                // NaN.
                if cfg!(target_arch = "aarch64") {
                    return self as u8;
                }
                let low = if self > 0.0 { self } else { 0.0 };
                let cut = if low < 255.0 { low } else { 255.0 };
                // SAFETY: the number was just clamped to the range of the type.
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
            fn as_u16(self) -> u16 {
                narrow!(self, u16)
            }
            #[inline(always)]
            fn as_u32(self) -> u32 {
                self as u32
            }
            #[inline(always)]
            fn as_u64(self) -> u64 {
                self as u64
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

/// Arithmetic of a half, in float32 and then rounded, and its casts. A sum, difference or product
/// is still the half nearest to the exact one, because float32 has more than twice as many digits.
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
            fn as_u16(self) -> u16 {
                self.to_f32().as_u16()
            }
            #[inline(always)]
            fn as_u32(self) -> u32 {
                self.to_f32().as_u32()
            }
            #[inline(always)]
            fn as_u64(self) -> u64 {
                self.to_f32().as_u64()
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

/// An int64 as a float64 that rounds to the same bfloat16: the bits that do not fit are merged into
/// one.
#[inline(always)]
fn sticky(x: i64) -> f64 {
    const LOW: i64 = (1 << 11) - 1;
    let large = x >= 1 << 53 || x <= -(1 << 53);
    let kept = (x & !LOW) | (if x & LOW != 0 { LOW + 1 } else { 0 });
    (if large { kept } else { x }) as f64
}

/// Like [`sticky`], for an uint64.
#[inline(always)]
fn sticky_unsigned(x: u64) -> f64 {
    const LOW: u64 = (1 << 11) - 1;
    let kept = (x & !LOW) | (if x & LOW != 0 { LOW + 1 } else { 0 });
    (if x >= 1 << 53 { kept } else { x }) as f64
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
integer!(u16, as_u16, std::convert::identity, f64::from);
integer!(u32, as_u32, std::convert::identity, f64::from);
integer!(u64, as_u64, std::convert::identity, sticky_unsigned);
