// Sines, cosines and tangents of float64: libm's sin.rs, cos.rs, tan.rs, k_sin.rs, k_cos.rs,
// k_tan.rs, rem_pio2.rs and rem_pio2_large.rs (msun's s_sin.c, k_sin.c, e_rem_pio2.c and their
// like); libm.cuh has the licence.
//
// Invariant: any angle is reduced by as many digits of 2 / pi as it needs. The original keeps
// digits in arrays that it indexes by a count, which would be local memory; here each index is a
// constant, and a digit that is not there is 0.

#pragma once

#include "libm.cuh"

#define PIO2_1 1.57079632673412561417e+00
#define PIO2_1T 6.07710050650619224932e-11

// An angle less n quarters of a turn, as a sum.
struct Reduced {
    i32 n;
    f64 high, low;
};

DEVICE Reduced reduced_medium(f64 x) {
    Reduced to;
    f64 quarters = x * 6.36619772367581382433e-01 + 6755399441055744.0;
    quarters = quarters - 6755399441055744.0;
    to.n = (i32)quarters;
    f64 r = x - quarters * PIO2_1;
    f64 w = quarters * PIO2_1T;
    f64 y = r - w;
    i32 exponent = (i32)(high_word(x) >> 20 & 0x7ff);
    if (exponent - (i32)(high_word(y) >> 20 & 0x7ff) > 16) {
        f64 t = r;
        w = quarters * 6.07710050630396597660e-11;
        r = t - w;
        w = quarters * 2.02226624879595063154e-21 - ((t - r) - w);
        y = r - w;
        if (exponent - (i32)(high_word(y) >> 20 & 0x7ff) > 49) {
            t = r;
            w = quarters * 2.02226624871116645580e-21;
            r = t - w;
            w = quarters * 8.47842766036889956997e-32 - ((t - r) - w);
            y = r - w;
        }
    }
    to.high = y;
    to.low = (r - y) - w;
    return to;
}

// Digits of a quotient: five, and up to four more where the leading ones are 0. They are whole
// 24-bit numbers.
#define DIGITS 9

// The DIGITS + 2 digits of 2 / pi from two before `first` on, where the digits before the first one
// are 0. `first` is at most 41. A shift by each of its bits, because an index that is not constant
// would need local memory.
DEVICE void digits_of_two_over_pi(i32 first, f64 (&digits)[DIGITS + 2]) {
    const i32 all[] = {
        0, 0, 0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041, 0xfe5163, 0xabdebb,
        0xc561b7, 0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129, 0xa73ee8, 0x8235f5,
        0x2ebb44, 0x84e99c, 0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c, 0x845f8b, 0xbdf928, 0x3b1ff8,
        0x97ffde, 0x05980f, 0xef2f11, 0x8b5a0a, 0x6d1f6d, 0x367ecf, 0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d,
        0x7527ba, 0xc7ebe5, 0xf17b3d, 0x0739f7, 0x8a5292, 0xea6bfb, 0x5fb11f, 0x8d5d08, 0x560330, 0x46fc7b,
        0x6babf0, 0xcfbc20
    };
    i32 left[42];
#pragma unroll
    for (int i = 0; i < 42; i++) left[i] = first & 32 ? (i + 32 < 54 ? all[i + 32] : 0) : all[i];
#pragma unroll
    for (int i = 0; i < 26; i++) left[i] = first & 16 ? left[i + 16] : left[i];
#pragma unroll
    for (int i = 0; i < 18; i++) left[i] = first & 8 ? left[i + 8] : left[i];
#pragma unroll
    for (int i = 0; i < 14; i++) left[i] = first & 4 ? left[i + 4] : left[i];
#pragma unroll
    for (int i = 0; i < 12; i++) left[i] = first & 2 ? left[i + 2] : left[i];
#pragma unroll
    for (int i = 0; i < DIGITS + 2; i++) digits[i] = (f64)(first & 1 ? left[i + 1] : left[i]);
}

// The fraction of a quotient of quarters, in digits, as an angle. `digits[0]` may be 0; `scale` is
// its power of two.
DEVICE Reduced angle_of(const f64 (&digits)[DIGITS + 1], i32 count, i32 scale) {
    const f64 pio2[] = {1.57079625129699707031e+00, 7.54978941586159635335e-08, 5.39030252995776476554e-15,
                        3.28200341580791294123e-22, 1.27065575308067607349e-29};
    f64 q[DIGITS + 1], fq[DIGITS + 1];
    f64 unit = power_of_two(scale);
#pragma unroll
    for (int m = 0; m <= DIGITS; m++) {
        q[m] = unit * digits[m];
        unit *= 5.9604644775390625e-08;
    }
#pragma unroll
    for (int m = 0; m <= DIGITS; m++) {
        f64 sum = 0.0;
#pragma unroll
        for (int k = 0; k < 5; k++) sum = k <= m ? sum + pio2[k] * q[m < k ? 0 : m - k] : sum;
        fq[m] = m < count ? sum : 0.0;
    }
    Reduced to;
    f64 sum = 0.0;
#pragma unroll
    for (int m = DIGITS; m >= 0; m--) sum += fq[m];
    to.high = sum;
    sum = fq[0] - sum;
#pragma unroll
    for (int m = 1; m <= DIGITS; m++) sum += fq[m];
    to.low = sum;
    to.n = 0;
    return to;
}

// For an angle from 2^20 quarters on.
DEVICE Reduced reduced_large(f64 x) {
    const f64 two24 = 16777216.0, two_24 = 5.9604644775390625e-08;
    i32 e0 = (i32)(high_word(x) >> 20 & 0x7ff) - (1023 + 23);
    f64 z = double_of((bits_of(x) & 0x000fffffffffffffull) | (u64)(1023 + 23) << 52);
    f64 x0 = (f64)(i32)z;
    z = (z - x0) * two24;
    f64 x1 = (f64)(i32)z;
    f64 x2 = (z - x1) * two24;
    i32 first = e0 < 3 ? 0 : (e0 - 3) / 24;
    i32 q0 = e0 - 24 * (first + 1);

    f64 f[DIGITS + 2], q[DIGITS];
    digits_of_two_over_pi(first, f);
#pragma unroll
    for (int i = 0; i < DIGITS; i++) q[i] = x0 * f[i + 2] + x1 * f[i + 1] + x2 * f[i];

    // The digits of the quotient, of which the first is still `z`.
    i32 d[DIGITS], jz = 4, n, half;
#pragma unroll 1
    while (true) {
        z = 0.0;
#pragma unroll
        for (int j = DIGITS - 1; j >= 1; j--) {
            z = j == jz ? q[j] : z;
            f64 carried = (f64)(i32)(two_24 * z);
            d[j] = j <= jz ? (i32)(z - two24 * carried) : 0;
            z = j <= jz ? q[j - 1] + carried : z;
        }
        z *= power_of_two(q0);
        z -= 8.0 * floor(z * 0.125);
        n = (i32)z;
        z -= (f64)n;
        half = 0;
        if (q0 > 0) {
            i32 i = d[1] >> (24 - q0);
            n += i;
            d[1] -= i << (24 - q0);
            half = d[1] >> (23 - q0);
        } else if (q0 == 0) {
            half = d[1] >> 23;
        } else if (z >= 0.5) {
            half = 2;
        }
        if (half > 0) {
            n += 1;
            bool carry = false;
#pragma unroll
            for (int j = DIGITS - 1; j >= 1; j--) {
                i32 digit = d[j];
                d[j] = carry ? 0xffffff - digit : digit != 0 ? 0x1000000 - digit : digit;
                carry = carry || digit != 0;
            }
            if (q0 == 1) d[1] &= 0x7fffff;
            if (q0 == 2) d[1] &= 0x3fffff;
            if (half == 2) {
                z = 1.0 - z;
                if (carry) z -= power_of_two(q0);
            }
        }
        if (z != 0.0 || jz > 4) break;
        // Nothing is left of the first digit: as many more as are 0 up to the first that is not.
        // Once is enough, since no float64 is nearer to a multiple of pi / 2 than 2^-62 of itself.
        jz += d[1] != 0 ? 1 : d[2] != 0 ? 2 : d[3] != 0 ? 3 : 4;
    }

    f64 digits[DIGITS + 1];
    z *= power_of_two(-q0);
    f64 above = z >= two24 ? (f64)(i32)(two_24 * z) : 0.0;
    digits[0] = above;
    digits[1] = (f64)(i32)(z - two24 * above);
#pragma unroll
    for (int j = 1; j < DIGITS; j++) digits[j + 1] = (f64)d[j];
    Reduced to = angle_of(digits, jz + 2, q0 + 24);
    bool turned = half != 0;
    to.high = turned ? -to.high : to.high;
    to.low = turned ? -to.low : to.low;
    to.n = n & 7;
    if (bits_of(x) >> 63) {
        to.n = -to.n;
        to.high = -to.high;
        to.low = -to.low;
    }
    return to;
}

// For a finite angle of more than pi / 4; without `ANY`, below 2^20 quarters.
template <bool ANY> DEVICE Reduced reduced_angle(f64 x) {
    u32 ix = high_word(x) & 0x7fffffffu;
    bool near = ix <= 0x400f6a7au ? (ix & 0xfffffu) == 0x921fbu : ix == 0x4012d97cu || ix == 0x401921fbu;
    if (ix <= 0x401c463bu && !near) {
        i32 n = ix <= 0x4002d97cu ? 1 : ix <= 0x400f6a7au ? 2 : ix <= 0x4015fdbcu ? 3 : 4;
        Reduced to;
        to.n = bits_of(x) >> 63 ? -n : n;
        f64 quarters = (f64)to.n;
        f64 z = x - quarters * PIO2_1;
        to.high = z - quarters * PIO2_1T;
        to.low = (z - to.high) - quarters * PIO2_1T;
        return to;
    }
    if (!ANY || ix < 0x413921fbu) return reduced_medium(x);
    return reduced_large(x);
}

DEVICE f64 k_sin(f64 x, f64 y, bool with_y) {
    f64 z = x * x;
    f64 w = z * z;
    f64 r = 8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04 + z * 2.75573137070700676789e-06) +
            z * w * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10);
    f64 v = z * x;
    const f64 s1 = -1.66666666666666324348e-01;
    return with_y ? x - ((z * (0.5 * y - v * r) - y) - v * s1) : x + v * (s1 + z * r);
}

DEVICE f64 k_cos(f64 x, f64 y) {
    f64 z = x * x;
    f64 w = z * z;
    f64 r = z * (4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 + z * 2.48015872894767294178e-05)) +
            w * w * (-2.75573143513906633035e-07 + z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11));
    f64 half = 0.5 * z;
    w = 1.0 - half;
    return w + (((1.0 - w) - half) + (z * r - x * y));
}

DEVICE f64 k_tan(f64 x, f64 y, bool odd) {
    u32 hx = high_word(x);
    bool big = (hx & 0x7fffffffu) >= 0x3fe59428u;
    bool negative = hx >> 31;
    if (big) {
        x = negative ? -x : x;
        y = negative ? -y : y;
        x = (7.85398163397448278999e-01 - x) + (3.06161699786838301793e-17 - y);
        y = 0.0;
    }
    f64 z = x * x;
    f64 w = z * z;
    f64 r = 1.33333333333201242699e-01 +
            w * (2.18694882948595424599e-02 +
                 w * (3.59207910759131235356e-03 +
                      w * (5.88041240820264096874e-04 +
                           w * (7.81794442939557092300e-05 + w * -1.85586374855275456654e-05))));
    f64 v = z * (5.39682539762260521377e-02 +
                 w * (8.86323982359930005737e-03 +
                      w * (1.45620945432529025516e-03 +
                           w * (2.46463134818469906812e-04 +
                                w * (7.14072491382608190305e-05 + w * 2.59073051863633712884e-05)))));
    f64 s = z * x;
    r = y + z * (s * (r + v) + y) + s * 3.33333333333334091986e-01;
    w = x + r;
    if (big) {
        s = 1.0 - 2.0 * (odd ? 1.0 : 0.0);
        v = s - 2.0 * (x + (r - w * w / (w + s)));
        return negative ? -v : v;
    }
    if (!odd) return w;
    f64 w0 = without_low_word(w);
    v = r - (w0 - x);
    f64 a = -1.0 / w;
    f64 a0 = without_low_word(a);
    return a0 + a * (1.0 + a0 * w0 + a0 * v);
}

// The sine of an angle plus this many quarters: 0, or 1 for the cosine.
template <bool ANY, int QUARTERS> DEVICE f64 wave(f64 x) {
    u32 ix = high_word(x) & 0x7fffffffu;
    if (ix >= 0x7ff00000u) return nan64();
    bool small = ix <= 0x3fe921fbu;
    if (small && ix < (QUARTERS ? 0x3e46a09eu : 0x3e500000u)) return QUARTERS ? 1.0 : x;
    Reduced y;
    y.n = 0;
    y.high = x;
    y.low = 0.0;
    if (!small) y = reduced_angle<ANY>(x);
    i32 n = y.n + QUARTERS;
    f64 value = n & 1 ? k_cos(y.high, y.low) : k_sin(y.high, y.low, !small);
    return n & 2 ? -value : value;
}

template <bool ANY> DEVICE f64 sin_m(f64 x) { return wave<ANY, 0>(x); }
template <bool ANY> DEVICE f64 cos_m(f64 x) { return wave<ANY, 1>(x); }

template <bool ANY> DEVICE f64 tan_m(f64 x) {
    u32 ix = high_word(x) & 0x7fffffffu;
    if (ix >= 0x7ff00000u) return nan64();
    if (ix < 0x3e400000u) return x;
    Reduced y;
    y.n = 0;
    y.high = x;
    y.low = 0.0;
    if (ix > 0x3fe921fbu) y = reduced_angle<ANY>(x);
    return k_tan(y.high, y.low, y.n & 1);
}
