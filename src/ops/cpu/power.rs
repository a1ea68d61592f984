//! A float64 to the power of another, written so that loops of it vectorise: no branch, no table,
//! no call.
//!
//! Invariant: the error is at most 0.65 units in the last place, so a power that is a float64 is
//! exact, such as that of two integers; special values are those of C's `pow`, and every machine
//! gives the same bits, because each rounding is written out. As in `vecmath`, a fused multiply-add
//! is an instruction only inside of a [`super::dispatch::Kernel`].
//!
//! `exp(y log(x))`, where the logarithm is a sum of two float64, whose error is 2^-65 of it:
//! `log(m) = 2 s (1 + s^2 / 3 + s^4 / 5 + ...)` with `s = (m - 1) / (m + 1)`. Only the terms up to
//! `s^3` need a second float64 (Dekker, "A floating-point technique for extending the available
//! precision", 1971). Both series are Taylor's.

/// ln 2 with enough trailing zero bits that up to 1,100 times it is exact, and the rest.
const LN2: (f64, f64) = (f64::from_bits(0x3fe6_2e42_fee0_0000), f64::from_bits(0x3dea_39ef_3579_3c76));
/// Added and subtracted again, it rounds to an integer; the sum has that integer in its low bits,
/// plus twice the bias of an exponent.
const ROUNDER: f64 = 6_755_399_441_055_744.0 + 2046.0;
/// What a third is less than the float64 that is nearest to it.
const THIRD_REST: f64 = 1.850_371_707_708_594e-17;
const ATANH: [f64; 12] = [
    1.0 / 27.0,
    1.0 / 25.0,
    1.0 / 23.0,
    1.0 / 21.0,
    1.0 / 19.0,
    1.0 / 17.0,
    1.0 / 15.0,
    1.0 / 13.0,
    1.0 / 11.0,
    1.0 / 9.0,
    1.0 / 7.0,
    1.0 / 5.0,
];
const EXP: [f64; 13] = [
    1.0 / 87_178_291_200.0,
    1.0 / 6_227_020_800.0,
    1.0 / 479_001_600.0,
    1.0 / 39_916_800.0,
    1.0 / 3_628_800.0,
    1.0 / 362_880.0,
    1.0 / 40_320.0,
    1.0 / 5_040.0,
    1.0 / 720.0,
    1.0 / 120.0,
    1.0 / 24.0,
    1.0 / 6.0,
    0.5,
];

/// `x` to the power of `y`.
#[inline(always)]
pub(in crate::ops) fn power(x: f64, y: f64) -> f64 {
    let size = x.abs();
    let (high, low) = log(size);
    let product = y * high;
    let rest = y.mul_add(high, -product) + y * low;
    // Beyond this the power is 0 or infinite. NaN is neither, and gets no rest.
    let is_far = product.abs() > 800.0;
    let rest = if is_far { 0.0 } else { rest };
    let product = if product > 800.0 { 800.0 } else { product };
    let product = if product < -800.0 { -800.0 } else { product };
    let value = exp(product, rest);
    let is_whole = y.trunc() == y;
    let is_odd = is_whole && (y * 0.5).trunc() != y * 0.5;
    // The logarithm of 1 is 0, also times infinity.
    let value = if size == 1.0 { 1.0 } else { value };
    let value = if x < 0.0 && size < f64::INFINITY && !is_whole { f64::NAN } else { value };
    let value = if is_odd && x.is_sign_negative() { -value } else { value };
    let value = if x.is_nan() || y.is_nan() { f64::NAN } else { value };
    if y == 0.0 || x == 1.0 { 1.0 } else { value }
}

/// The logarithm of a number that is not negative, as a sum.
#[inline(always)]
fn log(size: f64) -> (f64, f64) {
    const ROOT_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
    let is_small = size < f64::MIN_POSITIVE;
    let lifted = if is_small { size * 18_014_398_509_481_984.0 } else { size };
    let bits = lifted.to_bits().wrapping_add(0x3ff0_0000_0000_0000 - ROOT_HALF);
    let k = f64::from_bits((bits >> 52) | 0x4330_0000_0000_0000) - (4_503_599_627_370_496.0 + 1023.0);
    let k = if is_small { k - 54.0 } else { k };
    let f = f64::from_bits((bits & 0x000f_ffff_ffff_ffff) + ROOT_HALF) - 1.0;

    // s = f / (f + 2)
    let below = f + 2.0;
    let below_rest = f - (below - 2.0);
    let inverse = 1.0 / below;
    let s = f * inverse;
    let s_rest = ((-s).mul_add(below, f) - s * below_rest) * inverse;
    let z = s * s;
    let z_rest = s.mul_add(s, -z) + 2.0 * s * s_rest;
    // s^2 (1 / 3 + s^2 / 5 + ...)
    let further = z * horner(z, &ATANH);
    let third = 1.0 / 3.0 + further;
    let third_rest = (1.0 / 3.0 - third) + further + THIRD_REST;
    let series = z * third;
    let series_rest = z.mul_add(third, -series) + z.mul_add(third_rest, z_rest * third);
    let bend = s * series;
    let bend_rest = s.mul_add(series, -bend) + s.mul_add(series_rest, s_rest * series);
    let half = s + bend;
    let half_rest = (s - half) + bend + (bend_rest + s_rest);

    let base = k * LN2.0;
    let sum = 2.0f64.mul_add(half, base);
    let sum_rest = 2.0f64.mul_add(half, base - sum) + k.mul_add(LN2.1, 2.0 * half_rest);
    let high = sum + sum_rest;
    let low = (sum - high) + sum_rest;
    let high = if size == 0.0 { -f64::INFINITY } else { high };
    (if size == f64::INFINITY { size } else { high }, low)
}

/// e to the power of a sum, whose first part is within 800.
#[inline(always)]
fn exp(high: f64, low: f64) -> f64 {
    let rounded = high.mul_add(std::f64::consts::LOG2_E, ROUNDER);
    let n = ROUNDER - rounded;
    let above = n.mul_add(LN2.0, high);
    let r = n.mul_add(LN2.1, above);
    let rest = n.mul_add(LN2.1, above - r) + low;
    let bend = r * r * horner(r, &EXP);
    let v = r + bend;
    let v_rest = (r - v) + bend;
    let w = 1.0 + v;
    let w_rest = (1.0 - w) + v + v_rest;
    let value = w + w.mul_add(rest, w_rest);
    // Two powers of two whose product is 2^n: a single one could not reach both ends of the range.
    let bits = rounded.to_bits();
    let half = (bits << 51) & 0x7ff0_0000_0000_0000;
    value * f64::from_bits(half) * f64::from_bits((bits << 52).wrapping_sub(half))
}

/// A polynomial, coefficients of the highest power first.
#[inline(always)]
fn horner(x: f64, coefficients: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (i, coefficient) in coefficients.iter().enumerate() {
        sum = if i == 0 { *coefficient } else { f64::mul_add(sum, x, *coefficient) };
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_integers_are_exact() {
        for base in 2..60u64 {
            let mut wanted = 1u64;
            for exponent in 0..53 {
                assert_eq!(power(base as f64, f64::from(exponent)), wanted as f64, "{base} to the power of {exponent}");
                let Some(next) = wanted.checked_mul(base).filter(|&next| next <= 1 << 53) else { break };
                wanted = next;
            }
        }
        for exponent in -1074..1024 {
            let wanted = if exponent < -1022 {
                f64::from_bits(1 << (exponent + 1074))
            } else {
                f64::from_bits(((exponent + 1023) as u64) << 52)
            };
            assert_eq!(power(2.0, f64::from(exponent)), wanted, "2 to the power of {exponent}");
        }
    }

    /// A root to the power that undoes it: the error of the root, times the power, is all that is
    /// left.
    #[test]
    fn powers_undo_roots() {
        for i in 1..2000 {
            let x = f64::from(i) * 0.37;
            for exponent in [2.0, 3.0, 5.0, 0.5] {
                let back = power(power(x, 1.0 / exponent), exponent);
                assert!((back / x - 1.0).abs() <= (2.0 + exponent) * f64::EPSILON, "{x} by {exponent}: {back}");
            }
        }
    }
}
