// Exponentials of float64: libm's exp.rs, expm1.rs and expo2.rs (msun's e_exp.c and s_expm1.c,
// musl's __expo2.c); libm.cuh has the licence.

#pragma once

#include "libm.cuh"
#include "logs.cuh"

DEVICE f64 exp_m(f64 x) {
    u32 high = high_word(x) & 0x7fffffffu;
    if (high >= 0x4086232bu) {
        if (is_nan(x)) return x;
        if (x > 709.782712893383973096) return infinity64();
        if (x < -745.13321910194110842) return 0.0;
    }
    if (high <= 0x3e300000u) return 1.0 + x;
    bool negative = high_word(x) >> 31;
    i32 k = 0;
    f64 above = x, below = 0.0;
    if (high > 0x3fd62e42u) {
        k = high >= 0x3ff0a2b2u ? (i32)(1.44269504088896338700e+00 * x + (negative ? -0.5 : 0.5)) : negative ? -1 : 1;
        above = x - (f64)k * LN2_HIGH;
        below = (f64)k * LN2_LOW;
        x = above - below;
    }
    f64 xx = x * x;
    f64 c = x - xx * (1.66666666666666019037e-01 +
                      xx * (-2.77777777770155933842e-03 +
                            xx * (6.61375632143793436117e-05 +
                                  xx * (-1.65339022054652515390e-06 + xx * 4.13813679705723846039e-08))));
    f64 y = 1.0 + (x * c / (2.0 - c) - below + above);
    return k == 0 ? y : scaled(y, k);
}

DEVICE f64 expm1_m(f64 x) {
    u32 high = high_word(x) & 0x7fffffffu;
    bool negative = high_word(x) >> 31;
    if (high >= 0x4043687au) {
        if (is_nan(x)) return x;
        if (negative) return -1.0;
        if (x > 7.09782712893383973096e+02) return infinity64();
    }
    if (high < 0x3c900000u) return x;
    i32 k = 0;
    f64 c = 0.0;
    if (high > 0x3fd62e42u) {
        k = high < 0x3ff0a2b2u ? (negative ? -1 : 1) : (i32)(1.44269504088896338700e+00 * x + (negative ? -0.5 : 0.5));
        f64 t = (f64)k;
        f64 above = x - t * LN2_HIGH;
        f64 below = t * LN2_LOW;
        x = above - below;
        c = (above - x) - below;
    }
    f64 half = 0.5 * x;
    f64 square = x * half;
    f64 r = 1.0 + square * (-3.33333333333331316428e-02 +
                            square * (1.58730158725481460165e-03 +
                                      square * (-7.93650757867487942473e-05 +
                                                square * (4.00821782732936239552e-06 +
                                                          square * -2.01099218183624371326e-07))));
    f64 t = 3.0 - r * half;
    f64 e = square * ((r - t) / (6.0 - x * t));
    if (k == 0) return x - (x * e - square);
    e = x * (e - c) - c;
    e -= square;
    if (k == -1) return 0.5 * (x - e) - 0.5;
    if (k == 1) return x < -0.25 ? -2.0 * (e - (x + 0.5)) : 1.0 + 2.0 * (x - e);
    f64 power = power_of_two(k == 1024 ? 0 : k);
    if (k < 0 || k > 56) {
        f64 y = x - e + 1.0;
        y = k == 1024 ? y * 2.0 * power_of_two(1023) : y * power;
        return y - 1.0;
    }
    f64 inverse = power_of_two(-k);
    return k < 20 ? (x - e + (1.0 - inverse)) * power : (x - (e + inverse) + 1.0) * power;
}

// exp(x) / 2 for a number so large that exp(x) may overflow.
DEVICE f64 half_exp_m(f64 x) {
    f64 scale = power_of_two(1021);
    return exp_m(x - double_of(0x40962066151add8bull)) * scale * scale;
}
