// What the functions of the crate `libm` share here: the words of a float64, and scaling by a power
// of two.
//
// Those files are libm 0.2.16 (MIT) in CUDA C, which comes from musl (MIT) and FreeBSD's msun: the
// same operations in the same order and no fused multiply-add, so a result has the bits of the
// processor's. A branch that only raises a flag is left out, and so is one whose result has the
// bits of the general formula's. What msun says of its licence:
//
//   Copyright (C) 1993, 2004 by Sun Microsystems, Inc. All rights reserved. Permission to use, copy, modify, and
//   distribute this software is freely granted, provided that this notice is preserved.

#pragma once

#include "common.cuh"

DEVICE u32 high_word(f64 x) { return (u32)(bits_of(x) >> 32); }
DEVICE u32 low_word(f64 x) { return (u32)bits_of(x); }
DEVICE f64 of_words(u32 high, u32 low) { return double_of((u64)high << 32 | low); }
DEVICE f64 without_low_word(f64 x) { return double_of(bits_of(x) & 0xffffffff00000000ull); }
DEVICE f64 magnitude(f64 x) { return double_of(bits_of(x) & 0x7fffffffffffffffull); }
DEVICE f64 signed_as(f64 x, f64 sign) {
    return double_of((bits_of(x) & 0x7fffffffffffffffull) | (bits_of(sign) & 0x8000000000000000ull));
}
DEVICE f64 infinity64() { return double_of(0x7ff0000000000000ull); }
DEVICE f64 nan64() { return double_of(0x7ff8000000000000ull); }

// 2^n for the exponent of a normal number.
DEVICE f64 power_of_two(i32 n) { return double_of((u64)(1023 + n) << 52); }

// scalbn, for n from -1991 to 2046: below the normal exponents x is first scaled to where it is
// still normal, so that it is rounded once.
DEVICE f64 scaled(f64 x, i32 n) {
    if (n > 1023) {
        x *= power_of_two(1023);
        n -= 1023;
    } else if (n < -1022) {
        x *= power_of_two(-969);
        n += 969;
    }
    return x * power_of_two(n);
}
