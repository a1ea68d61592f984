// Hyperbolic functions of float64, their inverses, and the hypotenuse: libm's sinh.rs, cosh.rs,
// asinh.rs, acosh.rs, atanh.rs and hypot.rs. They are musl's C, whose licence is MIT: Copyright (C)
// 2005-2020 Rich Felker, et al.

#pragma once

#include "exps.cuh"
#include "logs.cuh"

DEVICE f64 sinh_m(f64 x) {
    f64 h = bits_of(x) >> 63 ? -0.5 : 0.5;
    f64 size = magnitude(x);
    u32 w = high_word(size);
    if (w >= 0x40862e42u) return 2.0 * h * half_exp_m(size);
    if (w < 0x3ff00000u - (26u << 20)) return x;
    f64 t = expm1_m(size);
    return w < 0x3ff00000u ? h * (2.0 * t - t * t / (t + 1.0)) : h * (t + t / (t + 1.0));
}

DEVICE f64 cosh_m(f64 x) {
    x = magnitude(x);
    u32 w = high_word(x);
    if (w < 0x3fe62e42u) {
        if (w < 0x3ff00000u - (26u << 20)) return 1.0;
        f64 t = expm1_m(x);
        return 1.0 + t * t / (2.0 * (1.0 + t));
    }
    if (w >= 0x40862e42u) return half_exp_m(x);
    f64 t = exp_m(x);
    return 0.5 * (t + 1.0 / t);
}

#define LN2 0.693147180559945309417232121458176568

DEVICE f64 asinh_m(f64 x) {
    f64 size = magnitude(x);
    i32 e = (i32)(bits_of(size) >> 52);
    f64 value = size;
    if (e >= 0x3ff + 1) {
        bool huge = e >= 0x3ff + 26;
        f64 of = huge ? size : 2.0 * size + 1.0 / (sqrt(size * size + 1.0) + size);
        value = log_m(of);
        value = huge ? value + LN2 : value;
    } else if (e >= 0x3ff - 26) {
        value = log1p_m(size + size * size / (sqrt(size * size + 1.0) + 1.0));
    }
    return bits_of(x) >> 63 ? -value : value;
}

DEVICE f64 acosh_m(f64 x) {
    i32 e = (i32)(bits_of(x) >> 52 & 0x7ff);
    if (e < 0x3ff + 1) return log1p_m(x - 1.0 + sqrt((x - 1.0) * (x - 1.0) + 2.0 * (x - 1.0)));
    bool huge = e >= 0x3ff + 26;
    f64 value = log_m(huge ? x : 2.0 * x - 1.0 / (x + sqrt(x * x - 1.0)));
    return huge ? value + LN2 : value;
}

DEVICE f64 atanh_m(f64 x) {
    i32 e = (i32)(bits_of(x) >> 52 & 0x7ff);
    f64 y = magnitude(x);
    if (e >= 0x3ff - 32) {
        y = 0.5 * log1p_m(e < 0x3ff - 1 ? 2.0 * y + 2.0 * y * y / (1.0 - y) : 2.0 * (y / (1.0 - y)));
    }
    return bits_of(x) >> 63 ? -y : y;
}

// x^2 as a sum, by Dekker's product.
DEVICE f64 square_in_two(f64 x, f64& low) {
    f64 split = x * 134217729.0;
    f64 above = x - split + split;
    f64 below = x - above;
    f64 high = x * x;
    low = above * above - high + 2.0 * above * below + below * below;
    return high;
}

DEVICE f64 hypot_m(f64 a, f64 b) {
    a = magnitude(a);
    b = magnitude(b);
    bool ordered = bits_of(a) >= bits_of(b);
    f64 x = ordered ? a : b, y = ordered ? b : a;
    i32 ex = (i32)(bits_of(x) >> 52), ey = (i32)(bits_of(y) >> 52);
    if (ey == 0x7ff) return y;
    if (ex == 0x7ff || y == 0.0) return x;
    if (ex - ey > 64) return x + y;
    f64 unit = 1.0, inverse = 1.0;
    if (ex > 0x3ff + 510) {
        unit = power_of_two(700);
        inverse = power_of_two(-700);
    } else if (ey < 0x3ff - 450) {
        unit = power_of_two(-700);
        inverse = power_of_two(700);
    }
    f64 x_low, y_low;
    f64 x_high = square_in_two(x * inverse, x_low), y_high = square_in_two(y * inverse, y_low);
    return unit * sqrt(y_low + x_low + y_high + x_high);
}
