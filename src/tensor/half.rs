//! `F16` and `BF16`: floating-point numbers of two bytes, as stored in memory.
//!
//! Invariant: a half converts to float32 exactly, and a number of any type converts to the nearest
//! half, ties to even, in one rounding. A NaN stays a quiet NaN, overflow gives infinity, and
//! subnormal numbers are converted correctly in both directions.
//!
//! The conversions are plain integer arithmetic without branches, so a loop of them compiles to
//! vectors of the kernel's width (`ops::cpu::dispatch`). The float16 instructions that some machines
//! have would need a separate kernel for each, and such loops are memory-bound.

use super::dtype::{DType, Element};
use std::cmp::Ordering;
use std::fmt;

/// IEEE 754's binary16: 5 bits of exponent, 10 of mantissa.
#[repr(transparent)]
#[derive(Clone, Copy, Default)]
pub struct F16(u16);

/// The upper half of a float32: 8 bits of exponent, 7 of mantissa.
#[repr(transparent)]
#[derive(Clone, Copy, Default)]
pub struct BF16(u16);

/// The exponent of a float32, in its bit position.
const fn exponent(biased: u32) -> u32 {
    biased << 23
}

impl F16 {
    /// The number with these bits.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> F16 {
        F16(bits)
    }

    /// The bits.
    #[inline(always)]
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// The same number.
    #[inline(always)]
    pub fn to_f32(self) -> f32 {
        let half = u32::from(self.0);
        let (sign, size) = ((half & 0x8000) << 16, (half & 0x7fff) << 13);
        // Exponents are biased by 15 in a half and by 127 in a float32. A subnormal mantissa counts
        // units of 2^-24, which the subtraction turns into a normal number.
        let below = (f32::from_bits(exponent(113) + size) - f32::from_bits(exponent(113))).to_bits();
        let normal = size + exponent(112);
        let special = size + exponent(224);
        let inside = if size < exponent(1) { below } else { normal };
        let bits = if size < exponent(31) { inside } else { special };
        f32::from_bits(bits | sign)
    }

    /// The nearest number; ties go to even.
    #[inline(always)]
    pub fn from_f32(x: f32) -> F16 {
        let bits = x.to_bits();
        let (sign, size) = (bits >> 16 & 0x8000, bits & 0x7fff_ffff);
        // Added to 1/2, a number below the normal range has its last bit where a float32 has its
        // own, and is rounded there.
        let below = (f32::from_bits(size) + 0.5).to_bits().wrapping_sub(exponent(126));
        let odd = size >> 13 & 1;
        let normal = size.wrapping_sub(exponent(112)).wrapping_add(0xfff + odd) >> 13;
        let special = if size > exponent(255) { 0x7e00 } else { 0x7c00 };
        let inside = if size < exponent(113) { below } else { normal };
        F16((if size < exponent(143) { inside } else { special } | sign) as u16)
    }

    /// The nearest number; ties go to even.
    #[inline(always)]
    pub fn from_f64(x: f64) -> F16 {
        F16::from_f32(to_odd(x))
    }
}

impl BF16 {
    /// The number with these bits.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> BF16 {
        BF16(bits)
    }

    /// The bits.
    #[inline(always)]
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// The same number.
    #[inline(always)]
    pub fn to_f32(self) -> f32 {
        f32::from_bits(u32::from(self.0) << 16)
    }

    /// The nearest number; ties go to even.
    #[inline(always)]
    pub fn from_f32(x: f32) -> BF16 {
        let bits = x.to_bits();
        let rounded = bits.wrapping_add(0x7fff + (bits >> 16 & 1)) >> 16;
        let quiet = bits >> 16 | 0x40;
        BF16(if bits & 0x7fff_ffff > exponent(255) { quiet } else { rounded } as u16)
    }

    /// The nearest number; ties go to even.
    #[inline(always)]
    pub fn from_f64(x: f64) -> BF16 {
        BF16::from_f32(to_odd(x))
    }
}

/// Rounds a float64 to odd: to a float32 whose last bit is 1 if anything was cut off. Rounding that
/// again, to a type with at least two fewer bits, gives the same result as rounding the float64
/// directly.
#[inline(always)]
fn to_odd(x: f64) -> f32 {
    let near = x as f32;
    let back = f64::from(near);
    // If it was rounded away from 0, its magnitude is one unit too large. (Infinity becomes the
    // largest number, which is odd.)
    let bits = near.to_bits() - u32::from(back.abs() > x.abs());
    f32::from_bits(bits | u32::from(back != x))
}

macro_rules! compared {
    ($($half:ident),*) => {$(
        impl PartialEq for $half {
            #[inline(always)]
            fn eq(&self, other: &$half) -> bool {
                self.to_f32() == other.to_f32()
            }
        }

        impl PartialOrd for $half {
            #[inline(always)]
            fn partial_cmp(&self, other: &$half) -> Option<Ordering> {
                self.to_f32().partial_cmp(&other.to_f32())
            }
            #[inline(always)]
            fn lt(&self, other: &$half) -> bool {
                self.to_f32() < other.to_f32()
            }
            #[inline(always)]
            fn le(&self, other: &$half) -> bool {
                self.to_f32() <= other.to_f32()
            }
            #[inline(always)]
            fn gt(&self, other: &$half) -> bool {
                self.to_f32() > other.to_f32()
            }
            #[inline(always)]
            fn ge(&self, other: &$half) -> bool {
                self.to_f32() >= other.to_f32()
            }
        }

        impl fmt::Debug for $half {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:?}{}", self.to_f32(), Self::DTYPE)
            }
        }

        impl From<$half> for f32 {
            fn from(x: $half) -> f32 {
                x.to_f32()
            }
        }

        impl Element for $half {
            const DTYPE: DType = DType::$half;
        }
    )*};
}

compared!(F16, BF16);

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a half, from the definition of its format.
    fn worth(bits: u16, exponent_bits: u32) -> f64 {
        let mantissa_bits = 15 - exponent_bits;
        let (sign, size) = (if bits >> 15 == 1 { -1.0 } else { 1.0 }, u32::from(bits & 0x7fff));
        let (exponent, mantissa) = (size >> mantissa_bits, f64::from(size & ((1 << mantissa_bits) - 1)));
        let (bias, all) = ((1 << (exponent_bits - 1)) - 1, (1 << exponent_bits) - 1);
        let unit = 2f64.powi(-(mantissa_bits as i32));
        sign * match exponent {
            0 => mantissa * unit * 2f64.powi(1 - bias),
            e if e == all => {
                if mantissa == 0.0 {
                    f64::INFINITY
                } else {
                    f64::NAN
                }
            }
            e => (1.0 + mantissa * unit) * 2f64.powi(e as i32 - bias),
        }
    }

    /// The nearest of all finite halves, ties to even, found by comparing neighbours in order;
    /// infinity from half a step beyond the largest.
    fn nearest(x: f64, exponent_bits: u32) -> u16 {
        let sign = if x.is_sign_negative() { 0x8000 } else { 0 };
        let infinite = ((1u16 << exponent_bits) - 1) << (15 - exponent_bits);
        let size = x.abs();
        // Magnitudes ascend with their bits, and infinity stands for the next step after the
        // largest.
        let at = |bits: u16| match bits == infinite {
            true => 2.0 * worth(infinite - 1, exponent_bits) - worth(infinite - 2, exponent_bits),
            false => worth(bits, exponent_bits),
        };
        let (mut low, mut high) = (0, infinite);
        if size >= at(infinite) {
            return sign | infinite;
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if at(middle) <= size { low = middle } else { high = middle }
        }
        let (below, above) = (size - at(low), at(high) - size);
        sign | if below < above || (below == above && low % 2 == 0) { low } else { high }
    }

    #[test]
    fn every_pattern_is_worth_what_its_format_says_and_comes_back() {
        for bits in 0..=u16::MAX {
            for (value, exponent_bits, back) in [
                (F16(bits).to_f32(), 5, F16::from_f32(F16(bits).to_f32()).0),
                (BF16(bits).to_f32(), 8, BF16::from_f32(BF16(bits).to_f32()).0),
            ] {
                let wanted = worth(bits, exponent_bits);
                if wanted.is_nan() {
                    assert!(value.is_nan(), "{bits:x}");
                    assert!(if exponent_bits == 5 { F16(back).to_f32() } else { BF16(back).to_f32() }.is_nan());
                } else {
                    assert_eq!((f64::from(value).to_bits(), back), (wanted.to_bits(), bits), "{bits:x}");
                }
            }
        }
    }

    #[test]
    fn every_step_and_its_middle_is_rounded_to_the_nearest_and_even() {
        for bits in 0..0x7f80u16 {
            for exponent_bits in [5, 8] {
                let (low, high) = (worth(bits, exponent_bits), worth(bits + 1, exponent_bits));
                if !low.is_finite() || !high.is_finite() {
                    continue;
                }
                let middle = low / 2.0 + high / 2.0;
                let nudge = (high - low) / 1e6;
                // Includes values that only a float64 can tell apart from the midpoint.
                for x in [low, middle, middle - nudge, middle + nudge, middle * (1.0 + 1e-15), middle * (1.0 - 1e-15)] {
                    for x in [x, -x] {
                        let wanted = nearest(x, exponent_bits);
                        let got = if exponent_bits == 5 { F16::from_f64(x).0 } else { BF16::from_f64(x).0 };
                        assert_eq!(got, wanted, "{x:e} by {exponent_bits}");
                        let x = x as f32;
                        let wanted = nearest(f64::from(x), exponent_bits);
                        let got = if exponent_bits == 5 { F16::from_f32(x).0 } else { BF16::from_f32(x).0 };
                        assert_eq!(got, wanted, "{x:e} by {exponent_bits}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_too_large_is_infinite_and_nan_stays() {
        for x in [65519.0, 65520.0, 65536.0, 1e10, f64::INFINITY, 3.4e38, 3.3961e38, 1e39, f64::MAX, 1e-300, 5e-324] {
            assert_eq!(F16::from_f64(x).0, nearest(x, 5), "{x}");
            assert_eq!(BF16::from_f64(-x).0, nearest(-x, 8), "{x}");
        }
        for bits in [0x7f80_0001u32, 0x7fc0_0000, 0xffff_ffff, 0x7f80_2000, 0xff81_0000] {
            let x = f32::from_bits(bits);
            assert!(F16::from_f32(x).to_f32().is_nan() && BF16::from_f32(x).to_f32().is_nan(), "{bits:x}");
            assert!(F16::from_f64(x.into()).to_f32().is_nan() && BF16::from_f64(x.into()).to_f32().is_nan());
        }
    }
}
