//! exp, log and related functions, tanh, sigmoid, erf and erfc, written so that loops of them
//! vectorise: no branch, no table, no call.
//!
//! Invariant: errors in units in the last place are at most 1 for exp and log, 1.5 for tanh, 2.5
//! for sigmoid (e / (1 + e) is rounded three times), 1.1 for exp2, 2 for expm1 and log1p, 3 for erf
//! and 6 for erfc; the tests measure float32 against twice the precision. Special values are those
//! of IEEE 754, results below the normal range are right too, and every machine gives the same
//! bits: each rounding is written out, and [`Real::fma`] is the operation of IEEE 754, which rounds
//! once.
//!
//! These functions are compiled to fused multiply-adds only inside of a
//! [`super::dispatch::Kernel`]. Elsewhere on x86-64 each one calls the C library's `fma`, which
//! gives the same bits but takes about ten times as long. That is acceptable for one number of a
//! row, not for each element.
//!
//! exp reduces by `x = n ln 2 + r` with ln 2 in two parts (Cody and Waite) and uses a minimax
//! polynomial of `r`, at most ln 2 / 2. log is that of FreeBSD's msun (`e_log.c`, `e_logf.c`), with
//! its coefficients. tanh is computed from `exp(-2x)`, and near 0 by the approximation of Cephes
//! (`tanh.c`, `tanhf.c`). The other coefficients are minimax fits by Remez' algorithm, relative to
//! the function.

#![allow(clippy::excessive_precision, clippy::approx_constant)] // coefficients as msun, Cephes and the fits print them

use super::power::power;
use crate::ops::number::Number;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A float type with the operations and constants that this file needs.
pub(crate) trait Real:
    Number + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    const ONE: Self;
    const NAN: Self;
    const INFINITY: Self;
    const LOG2_E: Self;
    /// ln 2 with enough trailing zero bits that n times it is exact, and the rest.
    const LN2: (Self, Self);
    /// Below the first, exp is 0; above the second, it is infinite.
    const EXP_RANGE: (Self, Self);
    /// From this number on, tanh is 1.
    const TANH_ONE: Self;
    /// From this number on, erfc is 0.
    const ERFC_ZERO: Self;
    /// Added and subtracted again, it rounds to an integer. The sum has that integer in its low
    /// bits, plus twice the bias of an exponent.
    const ROUNDER: Self;
    const MIN_NORMAL: Self;
    /// Like `EXP_RANGE`, for powers of 2.
    const EXP2_RANGE: (Self, Self);
    /// An exponent and 2 to its power: a factor that brings subnormal numbers into the normal
    /// range.
    const LIFT: (Self, Self);

    /// `self * b + c`, rounded once.
    fn fma(self, b: Self, c: Self) -> Self;
    fn square_root(self) -> Self;
    fn power(self, exponent: Self) -> Self;
    fn copy_sign(self, sign: Self) -> Self;
    fn floor_to(self) -> Self;
    fn ceil_to(self) -> Self;
    fn trunc_to(self) -> Self;
    /// The nearest integer, ties to even.
    fn round_to_even(self) -> Self;
    /// `(exp(r) - 1 - r) / r^2` for `r` within ln 2 / 2.
    fn exp_series(r: Self) -> Self;
    /// Two powers of two whose product is 2^n, for the n in the low bits of `rounded`
    /// (`n + ROUNDER`). A single factor could not reach both ends of the range.
    fn scales(rounded: Self) -> (Self, Self);
    /// 2^n as one factor, if n is the exponent of a normal number.
    fn scale(rounded: Self) -> Self;
    /// `(k, m)` with `self = 2^k m` and m from sqrt(1/2) to sqrt(2), for a normal positive number.
    fn split(self) -> (Self, Self);
    /// The series of log in msun, as a function of `s * s`.
    fn log_series(z: Self) -> Self;
    /// `exp(x^2) erfc(x)` for x from 0 to `ERFC_ZERO`.
    fn erfc_scaled(x: Self) -> Self;
    /// erf of a number that is not negative.
    fn erf_of(size: Self) -> Self;
    /// Numerator and denominator of `(tanh(x) - x) / x^3` in Cephes, as functions of `x * x` for x
    /// up to 0.625.
    fn tanh_ratio(z: Self) -> (Self, Self);
}

/// e to the power of `x`.
#[inline(always)]
pub(crate) fn exp<T: Real>(x: T) -> T {
    // Comparisons with NaN are false, so NaN is kept.
    let x = if x > T::EXP_RANGE.1 { T::EXP_RANGE.1 } else { x };
    exp_of_negative(x)
}

/// [`exp`] of an `x` that is not above `EXP_RANGE`, such as one that is not positive.
#[inline(always)]
pub(crate) fn exp_of_negative<T: Real>(x: T) -> T {
    exp_inside(if x < T::EXP_RANGE.0 { T::EXP_RANGE.0 } else { x })
}

/// [`exp`] of an `x` inside of `EXP_RANGE`, or below it by at most half of it.
#[inline(always)]
fn exp_inside<T: Real>(x: T) -> T {
    let (rounded, r) = reduce(x);
    let (a, b) = T::scales(rounded);
    mantissa(r) * a * b
}

/// 2 to the power of `x`.
#[inline(always)]
pub(crate) fn exp2<T: Real>(x: T) -> T {
    let x = if x < T::EXP2_RANGE.0 { T::EXP2_RANGE.0 } else { x };
    let x = if x > T::EXP2_RANGE.1 { T::EXP2_RANGE.1 } else { x };
    let rounded = x + T::ROUNDER;
    let r = (x - (rounded - T::ROUNDER)) * T::cast_from(std::f64::consts::LN_2);
    let (a, b) = T::scales(rounded);
    mantissa(r) * a * b
}

/// `exp(x) - 1`, accurate near 0.
#[inline(always)]
pub(crate) fn expm1<T: Real>(x: T) -> T {
    let cut = if x < T::EXP_RANGE.0 { T::EXP_RANGE.0 } else { x };
    let cut = if cut > T::EXP_RANGE.1 { T::EXP_RANGE.1 } else { cut };
    let (rounded, above) = reduce_above(cut);
    let (a, b) = T::scales(rounded);
    let power = a * b;
    // Far from 0 the 1 is lost in the rounding, and the power may overflow although the product
    // does not.
    let far = x > T::cast_from(40.0f32);
    let value = if far { (T::ONE + above) * a * b } else { power.fma(above, power - T::ONE) };
    value.copy_sign(x)
}

/// The logarithm of `1 + x`, accurate near 0.
#[inline(always)]
pub(crate) fn log1p<T: Real>(x: T) -> T {
    let u = T::ONE + x;
    // What the sum lost, to first order; nothing if the sum is 0 or infinite.
    let lost = (x - (u - T::ONE)) / u;
    let value = log(u) + if u == T::ZERO || x == T::INFINITY { T::ZERO } else { lost };
    if x == T::ZERO { x } else { value }
}

/// The natural logarithm: -inf for 0, NaN for negative numbers.
#[inline(always)]
pub(crate) fn log<T: Real>(x: T) -> T {
    let small = x < T::MIN_NORMAL;
    let lifted = if small { x * T::LIFT.1 } else { x };
    let (k, m) = lifted.split();
    let k = if small { k - T::LIFT.0 } else { k };
    let f = m - T::ONE;
    let s = f / (m + T::ONE);
    let half = T::cast_from(0.5f32) * f * f;
    let rest = s.fma(half + T::log_series(s * s), k * T::LN2.1);
    let value = k.fma(T::LN2.0, f - (half - rest));
    let value = if x == T::INFINITY { x } else { value };
    let value = if x == T::ZERO { -T::INFINITY } else { value };
    // Written so that NaN takes this branch too.
    if x >= T::ZERO { value } else { T::NAN }
}

/// The hyperbolic tangent.
#[inline(always)]
pub(crate) fn tanh<T: Real>(x: T) -> T {
    let size = x.abs();
    let size = if size > T::TANH_ONE { T::TANH_ONE } else { size };
    let (rounded, r) = reduce(-(size + size));
    let u = T::scale(rounded) * mantissa(r);
    let z = size * size;
    let (p, q) = T::tanh_ratio(z);
    // Far from 0 it is 1 - 2u / (1 + u) with u = exp(-2x), which would cancel near 0. Both forms
    // share one division.
    let far = size > T::cast_from(0.625f32);
    let quotient = (if far { u + u } else { p }) / (if far { T::ONE + u } else { q });
    (if far { T::ONE - quotient } else { (size * z).fma(quotient, size) }).copy_sign(x)
}

/// `1 / (1 + exp(-x))`.
#[inline(always)]
pub(crate) fn sigmoid<T: Real>(x: T) -> T {
    // Of two equal forms, the one whose exp cannot overflow.
    let e = exp_of_negative(-x.abs());
    let top = if x < T::ZERO { e } else { T::ONE };
    top / (T::ONE + e)
}

/// `1 - erf(x)`, accurate where that is nearly 0.
#[inline(always)]
pub(crate) fn erfc<T: Real>(x: T) -> T {
    let size = x.abs();
    let size = if size > T::ERFC_ZERO { T::ERFC_ZERO } else { size };
    let square = size * size;
    let tail = erfc_of(size, square, size.fma(size, -square));
    if x < T::ZERO { T::ONE + (T::ONE - tail) } else { tail }
}

/// The normal distribution function at `x`, which is `erfc(-x / sqrt(2)) / 2`.
#[inline(always)]
pub(crate) fn normal_share<T: Real>(x: T) -> T {
    let half = T::cast_from(0.5f32);
    let size = x.abs() * half.square_root();
    let is_far = size > T::ERFC_ZERO;
    let size = if is_far { T::ERFC_ZERO } else { size };
    // Not the square of `size`, which was rounded.
    let x_half = x * half;
    let square = if is_far { size * size } else { x * x_half };
    let rest = if is_far { T::ZERO } else { x.fma(x_half, -square) };
    let tail = half * erfc_of(size, square, rest);
    if x > T::ZERO { T::ONE - tail } else { tail }
}

/// erfc of a `size` from 0 to `ERFC_ZERO`, where `rest` was rounded off the square. exp multiplies
/// the relative error of an exponent by the exponent.
#[inline(always)]
fn erfc_of<T: Real>(size: T, square: T, rest: T) -> T {
    let (rounded, r) = reduce(-square);
    let (a, b) = T::scales(rounded);
    mantissa(r - rest) * a * b * T::erfc_scaled(size)
}

/// The error function.
#[inline(always)]
pub(crate) fn erf<T: Real>(x: T) -> T {
    T::erf_of(x.abs()).copy_sign(x)
}

/// `(n + ROUNDER, r)` with `x = n ln 2 + r`.
#[inline(always)]
fn reduce<T: Real>(x: T) -> (T, T) {
    let rounded = x.fma(T::LOG2_E, T::ROUNDER);
    let n = T::ROUNDER - rounded;
    (rounded, n.fma(T::LN2.1, n.fma(T::LN2.0, x)))
}

/// `exp(r)` for `r` within ln 2 / 2.
#[inline(always)]
fn mantissa<T: Real>(r: T) -> T {
    T::exp_series(r).fma(r, T::ONE).fma(r, T::ONE)
}

/// `(n + ROUNDER, exp(r) - 1)` with `x = n ln 2 + r`, to more digits than [`reduce`].
#[inline(always)]
fn reduce_above<T: Real>(x: T) -> (T, T) {
    let rounded = x.fma(T::LOG2_E, T::ROUNDER);
    let n = T::ROUNDER - rounded;
    let high = n.fma(T::LN2.0, x);
    let r = n.fma(T::LN2.1, high);
    let lost = n.fma(T::LN2.1, high - r);
    (rounded, r + (r * r).fma(T::exp_series(r), lost))
}

/// The polynomial with these coefficients, the highest first.
#[inline(always)]
fn horner<T: Real, const N: usize>(x: T, coefficients: [T; N]) -> T {
    let mut sum = coefficients[0];
    for c in &coefficients[1..] {
        sum = sum.fma(x, *c);
    }
    sum
}

/// Like [`horner`], for many coefficients: four at a time, whose sums do not wait for each other.
/// Few roundings follow one another, so the error is that of a short polynomial.
#[inline(always)]
fn polynomial<T: Real, const N: usize>(x: T, coefficients: [T; N]) -> T {
    let square = x * x;
    let fourth = square * square;
    let first = (N - 1) % 4 + 1;
    let mut sum = coefficients[0];
    for c in &coefficients[1..first] {
        sum = sum.fma(x, *c);
    }
    for i in (first..N).step_by(4) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|k| coefficients[i + k]);
        sum = sum.fma(fourth, a.fma(x, b).fma(square, c.fma(x, d)));
    }
    sum
}

impl Real for f32 {
    const ONE: f32 = 1.0;
    const NAN: f32 = f32::NAN;
    const INFINITY: f32 = f32::INFINITY;
    const LOG2_E: f32 = std::f32::consts::LOG2_E;
    const LN2: (f32, f32) = (f32::from_bits(0x3f31_7180), f32::from_bits(0x3717_f7d1));
    const EXP_RANGE: (f32, f32) = (-104.0, 89.0);
    const TANH_ONE: f32 = 10.0;
    const ERFC_ZERO: f32 = 10.5;
    const ROUNDER: f32 = 12_582_912.0 + 254.0; // 1.5 * 2^23
    const MIN_NORMAL: f32 = f32::MIN_POSITIVE;
    const EXP2_RANGE: (f32, f32) = (-151.0, 129.0);
    const LIFT: (f32, f32) = (25.0, 33_554_432.0);

    #[inline(always)]
    fn fma(self, b: f32, c: f32) -> f32 {
        self.mul_add(b, c)
    }

    #[inline(always)]
    fn square_root(self) -> f32 {
        self.sqrt()
    }

    #[inline(always)]
    fn power(self, exponent: f32) -> f32 {
        power(self.into(), exponent.into()) as f32
    }

    #[inline(always)]
    fn floor_to(self) -> f32 {
        self.floor()
    }

    #[inline(always)]
    fn ceil_to(self) -> f32 {
        self.ceil()
    }

    #[inline(always)]
    fn trunc_to(self) -> f32 {
        self.trunc()
    }

    #[inline(always)]
    fn round_to_even(self) -> f32 {
        self.round_ties_even()
    }

    #[inline(always)]
    fn copy_sign(self, sign: f32) -> f32 {
        f32::from_bits((self.to_bits() & 0x7fff_ffff) | (sign.to_bits() & 0x8000_0000))
    }

    #[inline(always)]
    fn exp_series(r: f32) -> f32 {
        horner(r, [1.381_450_7e-3, 8.368_780_5e-3, 4.166_839_4e-2, 1.666_652_0e-1, 4.999_999_3e-1])
    }

    #[inline(always)]
    fn scales(rounded: f32) -> (f32, f32) {
        let bits = rounded.to_bits();
        // The first exponent is half of the sum, the second is the rest.
        let half = (bits << 22) & 0x7f80_0000;
        (f32::from_bits(half), f32::from_bits((bits << 23).wrapping_sub(half)))
    }

    #[inline(always)]
    fn scale(rounded: f32) -> f32 {
        f32::from_bits(rounded.to_bits().wrapping_sub(127) << 23)
    }

    #[inline(always)]
    fn split(self) -> (f32, f32) {
        const ROOT_HALF: u32 = 0x3f35_04f3;
        let bits = self.to_bits().wrapping_add(0x3f80_0000 - ROOT_HALF);
        // The biased exponent becomes a float as the low bits of 2^23.
        let k = f32::from_bits((bits >> 23) | 0x4b00_0000) - (8_388_608.0 + 127.0);
        (k, f32::from_bits((bits & 0x007f_ffff) + ROOT_HALF))
    }

    #[inline(always)]
    fn log_series(z: f32) -> f32 {
        z * horner(z, [0.242_790_79, 0.284_987_87, 0.400_009_72, 0.666_666_6])
    }

    #[inline(always)]
    fn erfc_scaled(x: f32) -> f32 {
        // All coefficients are positive, so nothing cancels.
        const P: [f32; 5] = [0.033138346, 0.23084354, 0.73500806, 1.2416548, 1.0];
        const Q: [f32; 6] = [0.058735546, 0.40918437, 1.3317236, 2.4092958, 2.3700345, 1.0];
        horner(x, P) / horner(x, Q)
    }

    #[inline(always)]
    fn erf_of(size: f32) -> f32 {
        // `erf(x) / x - 1` as a function of the square for x up to 1, `erfc(x)^(-1/8)` from there
        // to 4, where erf is 1.
        const NEAR: [f32; 7] =
            [7.85385e-05, -0.00080102024, 0.0051883305, -0.026853815, 0.112835854, -0.37612626, 0.12837917];
        const FAR: [f32; 8] =
            [0.0005436733, -0.0040022223, 0.017750999, -0.033031594, 0.07373695, 0.049416546, 0.15921082, 0.9964869];
        let x = if size > 4.0 { 4.0 } else { size };
        let near = x.fma(horner(x * x, NEAR), x);
        let root = horner(x, FAR);
        let square = root * root;
        let fourth = square * square;
        let far = 1.0 - 1.0 / (fourth * fourth);
        if size < 1.0 { near } else { far }
    }

    #[inline(always)]
    fn tanh_ratio(z: f32) -> (f32, f32) {
        (horner(z, [-5.704_988_7e-3, 2.063_909e-2, -5.373_971_7e-2, 1.333_144_2e-1, -3.333_328e-1]), 1.0)
    }
}

impl Real for f64 {
    const ONE: f64 = 1.0;
    const NAN: f64 = f64::NAN;
    const INFINITY: f64 = f64::INFINITY;
    const LOG2_E: f64 = std::f64::consts::LOG2_E;
    const LN2: (f64, f64) = (f64::from_bits(0x3fe6_2e42_fee0_0000), f64::from_bits(0x3dea_39ef_3579_3c76));
    const EXP_RANGE: (f64, f64) = (-746.0, 710.0);
    const TANH_ONE: f64 = 22.0;
    const ERFC_ZERO: f64 = 28.0;
    const ROUNDER: f64 = 6_755_399_441_055_744.0 + 2046.0; // 1.5 * 2^52
    const MIN_NORMAL: f64 = f64::MIN_POSITIVE;
    const EXP2_RANGE: (f64, f64) = (-1076.0, 1025.0);
    const LIFT: (f64, f64) = (54.0, 18_014_398_509_481_984.0);

    #[inline(always)]
    fn fma(self, b: f64, c: f64) -> f64 {
        self.mul_add(b, c)
    }

    #[inline(always)]
    fn square_root(self) -> f64 {
        self.sqrt()
    }

    #[inline(always)]
    fn power(self, exponent: f64) -> f64 {
        power(self, exponent)
    }

    #[inline(always)]
    fn floor_to(self) -> f64 {
        self.floor()
    }

    #[inline(always)]
    fn ceil_to(self) -> f64 {
        self.ceil()
    }

    #[inline(always)]
    fn trunc_to(self) -> f64 {
        self.trunc()
    }

    #[inline(always)]
    fn round_to_even(self) -> f64 {
        self.round_ties_even()
    }

    #[inline(always)]
    fn copy_sign(self, sign: f64) -> f64 {
        const SIGN: u64 = 1 << 63;
        f64::from_bits((self.to_bits() & !SIGN) | (sign.to_bits() & SIGN))
    }

    #[inline(always)]
    fn exp_series(r: f64) -> f64 {
        const C: [f64; 10] = [
            2.4999957741238186e-08,
            2.76303786250278e-07,
            2.7557587364521993e-06,
            2.4801492762741545e-05,
            0.00019841269504742944,
            0.001388888894392276,
            0.008333333333495632,
            0.04166666666652919,
            0.1666666666666641,
            0.5000000000000011,
        ];
        polynomial(r, C)
    }

    #[inline(always)]
    fn scales(rounded: f64) -> (f64, f64) {
        let bits = rounded.to_bits();
        let half = (bits << 51) & 0x7ff0_0000_0000_0000;
        (f64::from_bits(half), f64::from_bits((bits << 52).wrapping_sub(half)))
    }

    #[inline(always)]
    fn scale(rounded: f64) -> f64 {
        f64::from_bits(rounded.to_bits().wrapping_sub(1023) << 52)
    }

    #[inline(always)]
    fn split(self) -> (f64, f64) {
        const ROOT_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
        let bits = self.to_bits().wrapping_add(0x3ff0_0000_0000_0000 - ROOT_HALF);
        let k = f64::from_bits((bits >> 52) | 0x4330_0000_0000_0000) - (4_503_599_627_370_496.0 + 1023.0);
        (k, f64::from_bits((bits & 0x000f_ffff_ffff_ffff) + ROOT_HALF))
    }

    #[inline(always)]
    fn log_series(z: f64) -> f64 {
        const LG: [f64; 7] = [
            0.14798198605116586,
            0.15313837699209373,
            0.1818357216161805,
            0.22222198432149784,
            0.2857142874366239,
            0.3999999999940942,
            0.6666666666666735,
        ];
        z * polynomial(z, LG)
    }

    #[inline(always)]
    fn erfc_scaled(x: f64) -> f64 {
        // `1 + 2x` times it, as a function of `t = (x - 4) / (x + 4)`.
        const C: [f64; 23] = [
            -1.7176163017226456e-09,
            -1.338623565137651e-08,
            -7.778879102211127e-09,
            1.1456126054517435e-07,
            6.238901949884889e-08,
            -8.342403847139604e-07,
            3.0195653873912495e-07,
            5.717295266626595e-06,
            -1.1225283160471094e-05,
            -2.4402941529495632e-05,
            0.00015062247163179657,
            -0.00019925556125486606,
            -0.0007577734048791812,
            0.0050319697635679405,
            -0.016197734048421543,
            0.03716751556185244,
            -0.06633036581256416,
            0.09373283499682387,
            -0.10103906603630114,
            0.0680970542547366,
            0.015379652102619764,
            // One unit away from the fit, so that erfc of 0 is exactly 1.
            -0.13962111684056291,
            1.2329951186255526,
        ];
        // Near 0 the polynomial nearly doubles the error of t, so the rounding errors of the sum
        // and of the quotient count too.
        let below = x + 4.0;
        let share = 1.0 / below;
        let lost = (x - (below - 4.0)).fma(-share, below.fma(-share, 1.0));
        let t = (-8.0f64).fma(share * lost, (-8.0f64).fma(share, 1.0));
        polynomial(t, C) / x.fma(2.0, 1.0)
    }

    #[inline(always)]
    fn erf_of(size: f64) -> f64 {
        // `erf(x) / x - 1` as a function of the square for x up to 1, `-log(erfc(x))` from there to
        // 6, where erf is 1.
        const NEAR: [f64; 12] = [
            -7.779462971761597e-10,
            1.3710988704190523e-08,
            -1.6206318752969208e-07,
            1.6447132699786621e-06,
            -1.4924712439534814e-05,
            0.0001205529358693695,
            -0.0008548325929766244,
            0.005223977606130842,
            -0.026866170643113415,
            0.112837916709442,
            -0.3761263890318352,
            0.12837916709551256,
        ];
        const FAR: [f64; 17] = [
            -1.7704926885877492e-11,
            6.518388982874344e-10,
            -1.0903739725345492e-08,
            1.0822502977091805e-07,
            -6.877829162883272e-07,
            2.6731729526266047e-06,
            -3.6119338835282583e-06,
            -2.799376104272136e-05,
            0.00023063422521168994,
            -0.0009199129383441621,
            0.0020987277620538557,
            -0.0005840110274665238,
            -0.018865427135729335,
            0.10263767440820605,
            0.6366675691466451,
            1.128368714504867,
            1.063337270509129e-06,
        ];
        let x = if size > 6.0 { 6.0 } else { size };
        let near = x.fma(polynomial(x * x, NEAR), x);
        let far = 1.0 - exp_inside(-polynomial(x, FAR));
        if size < 1.0 { near } else { far }
    }

    #[inline(always)]
    fn tanh_ratio(z: f64) -> (f64, f64) {
        const P: [f64; 3] = [-0.9643991794250523, -99.28772310019185, -1614.6876844170845];
        const Q: [f64; 4] = [1.0, 112.81167849163293, 2235.4883906010045, 4844.063053251255];
        (horner(z, P), horner(z, Q))
    }
}
