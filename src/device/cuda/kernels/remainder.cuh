// Quotients and remainders of float64: fmod of libm, whose result is exact, and what
// src/ops/cpu/pair.rs makes of it.

#pragma once

#include "libm.cuh"

// A finite number as an integer times a power of two.
DEVICE u64 significand(u64 bits, i32& exponent) {
    u64 below = bits >= 1ull << 52 ? bits - (1ull << 52) : 0;
    exponent = (i32)(below >> 52);
    return bits - (below & 0x7ff0000000000000ull);
}

DEVICE f64 fmod_of(f64 x, f64 y) {
    u64 ux = bits_of(magnitude(x)), uy = bits_of(magnitude(y));
    if (ux >= 0x7ff0000000000000ull || uy > 0x7ff0000000000000ull || uy == 0) return nan64();
    if (ux < uy) return x;
    i32 ex, ey;
    u64 rest = significand(ux, ex), divisor = significand(uy, ey);
    rest %= divisor;
    // Both have at most 53 bits, so eleven more are left.
#pragma unroll 1
    for (i32 left = ex - ey; left > 0 && rest != 0; left -= 11) rest = (rest << (left < 11 ? left : 11)) % divisor;
    if (rest == 0) return signed_as(0.0, x);
    i32 room = __clzll((i64)rest) - 11;
    i32 shift = room < ey ? room : ey;
    return signed_as(double_of((rest << shift) + ((u64)(ey - shift) << 52)), x);
}

// The nearest integer; ties go away from 0.
DEVICE f64 round_of(f64 x) { return trunc(x + signed_as(0.49999999999999994, x)); }

DEVICE f64 floor_divide_of(f64 a, f64 b) {
    f64 plain = a / b;
    if (b == 0.0) return plain;
    f64 rest = fmod_of(a, b);
    f64 quotient = (a - rest) / b;
    quotient = rest != 0.0 && (rest < 0.0) != (b < 0.0) ? quotient - 1.0 : quotient;
    return quotient == 0.0 ? signed_as(0.0, plain) : round_of(quotient);
}

DEVICE f64 remainder_of(f64 a, f64 b) {
    f64 rest = fmod_of(a, b);
    if (rest == 0.0) return signed_as(rest, b);
    return (rest < 0.0) != (b < 0.0) ? rest + b : rest;
}
