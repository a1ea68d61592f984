// A float64 to the power of another: src/ops/cpu/power.rs, which has the method.

#pragma once

#include "libm.cuh"

template <int N> DEVICE f64 taylor(f64 x, const f64 (&coefficients)[N]) {
    f64 sum = coefficients[0];
#pragma unroll
    for (int i = 1; i < N; i++) sum = fma(sum, x, coefficients[i]);
    return sum;
}

#define POWER_LN2 double_of(0x3fe62e42fee00000ull)
#define POWER_LN2_REST double_of(0x3dea39ef35793c76ull)

// The logarithm of a number that is not negative, as a sum.
DEVICE f64 log_in_two(f64 size, f64& low) {
    const u64 root_half = 0x3fe6a09e667f3bcdull;
    const f64 series_of[] = {1.0 / 27.0, 1.0 / 25.0, 1.0 / 23.0, 1.0 / 21.0, 1.0 / 19.0, 1.0 / 17.0,
                             1.0 / 15.0, 1.0 / 13.0, 1.0 / 11.0, 1.0 / 9.0,  1.0 / 7.0,  1.0 / 5.0};
    bool small = size < double_of(0x0010000000000000ull);
    f64 lifted = small ? size * 18014398509481984.0 : size;
    u64 bits = bits_of(lifted) + (0x3ff0000000000000ull - root_half);
    f64 k = double_of(bits >> 52 | 0x4330000000000000ull) - (4503599627370496.0 + 1023.0);
    k = small ? k - 54.0 : k;
    f64 f = double_of((bits & 0x000fffffffffffffull) + root_half) - 1.0;

    f64 below = f + 2.0;
    f64 below_rest = f - (below - 2.0);
    f64 inverse = 1.0 / below;
    f64 s = f * inverse;
    f64 s_rest = (fma(-s, below, f) - s * below_rest) * inverse;
    f64 z = s * s;
    f64 z_rest = fma(s, s, -z) + 2.0 * s * s_rest;
    f64 further = z * taylor(z, series_of);
    f64 third = 1.0 / 3.0 + further;
    f64 third_rest = (1.0 / 3.0 - third) + further + 1.850371707708594e-17;
    f64 series = z * third;
    f64 series_rest = fma(z, third, -series) + fma(z, third_rest, z_rest * third);
    f64 bend = s * series;
    f64 bend_rest = fma(s, series, -bend) + fma(s, series_rest, s_rest * series);
    f64 half = s + bend;
    f64 half_rest = (s - half) + bend + (bend_rest + s_rest);

    f64 base = k * POWER_LN2;
    f64 sum = fma(2.0, half, base);
    f64 sum_rest = fma(2.0, half, base - sum) + fma(k, POWER_LN2_REST, 2.0 * half_rest);
    f64 high = sum + sum_rest;
    low = (sum - high) + sum_rest;
    high = size == 0.0 ? -infinity64() : high;
    return size == infinity64() ? size : high;
}

// e to the power of a sum, whose first part is within 800.
DEVICE f64 exp_of_two(f64 high, f64 low) {
    const f64 rounder = 6755399441055744.0 + 2046.0;
    const f64 series_of[] = {1.0 / 87178291200.0, 1.0 / 6227020800.0, 1.0 / 479001600.0, 1.0 / 39916800.0,
                             1.0 / 3628800.0,     1.0 / 362880.0,     1.0 / 40320.0,     1.0 / 5040.0,
                             1.0 / 720.0,         1.0 / 120.0,        1.0 / 24.0,        1.0 / 6.0,
                             0.5};
    f64 rounded = fma(high, 1.44269504088896340736, rounder);
    f64 n = rounder - rounded;
    f64 above = fma(n, POWER_LN2, high);
    f64 r = fma(n, POWER_LN2_REST, above);
    f64 rest = fma(n, POWER_LN2_REST, above - r) + low;
    f64 bend = r * r * taylor(r, series_of);
    f64 v = r + bend;
    f64 v_rest = (r - v) + bend;
    f64 w = 1.0 + v;
    f64 w_rest = (1.0 - w) + v + v_rest;
    f64 value = w + fma(w, rest, w_rest);
    u64 bits = bits_of(rounded);
    u64 half = (bits << 51) & 0x7ff0000000000000ull;
    return value * double_of(half) * double_of((bits << 52) - half);
}

DEVICE f64 power_of(f64 x, f64 y) {
    f64 size = magnitude(x), low;
    f64 high = log_in_two(size, low);
    f64 product = y * high;
    f64 rest = fma(y, high, -product) + y * low;
    rest = product > 800.0 || product < -800.0 ? 0.0 : rest;
    product = product > 800.0 ? 800.0 : product;
    product = product < -800.0 ? -800.0 : product;
    f64 value = exp_of_two(product, rest);
    bool whole = trunc(y) == y;
    bool odd = whole && trunc(y * 0.5) != y * 0.5;
    value = size == 1.0 ? 1.0 : value;
    value = x < 0.0 && size < infinity64() && !whole ? nan64() : value;
    value = odd && bits_of(x) >> 63 ? -value : value;
    value = is_nan(x) || is_nan(y) ? nan64() : value;
    return y == 0.0 || x == 1.0 ? 1.0 : value;
}

DEVICE f32 power_of(f32 x, f32 y) { return (f32)power_of((f64)x, (f64)y); }
