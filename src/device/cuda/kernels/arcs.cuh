// Inverse functions of angles, of float64: libm's asin.rs, acos.rs, atan.rs and atan2.rs (msun's
// e_asin.c, e_acos.c, s_atan.c, e_atan2.c); libm.cuh has the licence.

#pragma once

#include "libm.cuh"

#define PIO2_HIGH 1.57079632679489655800e+00
#define PIO2_LOW 6.12323399573676603587e-17

// (asin(x) - x) / x for x^2 = z up to a quarter.
DEVICE f64 arc_ratio(f64 z) {
    f64 p = z * (1.66666666666666657415e-01 +
                 z * (-3.25565818622400915405e-01 +
                      z * (2.01212532134862925881e-01 +
                           z * (-4.00555345006794114027e-02 +
                                z * (7.91534994289814532176e-04 + z * 3.47933107596021167570e-05)))));
    f64 q = 1.0 + z * (-2.40339491173441421878e+00 +
                       z * (2.02094576023350569471e+00 +
                            z * (-6.88283971605453293030e-01 + z * 7.70381505559019352791e-02)));
    return p / q;
}

DEVICE f64 asin_m(f64 x) {
    u32 hx = high_word(x), ix = hx & 0x7fffffffu;
    if (ix >= 0x3ff00000u) return magnitude(x) == 1.0 ? x * PIO2_HIGH : nan64();
    if (ix < 0x3fe00000u) return ix >= 0x00100000u && ix < 0x3e500000u ? x : x + x * arc_ratio(x * x);
    f64 z = (1.0 - magnitude(x)) * 0.5;
    f64 s = sqrt(z);
    f64 r = arc_ratio(z);
    f64 value;
    if (ix >= 0x3fef3333u) {
        value = PIO2_HIGH - (2.0 * (s + s * r) - PIO2_LOW);
    } else {
        f64 f = without_low_word(s);
        f64 c = (z - f * f) / (s + f);
        value = 0.5 * PIO2_HIGH - (2.0 * s * r - (PIO2_LOW - 2.0 * c) - (0.5 * PIO2_HIGH - 2.0 * f));
    }
    return hx >> 31 ? -value : value;
}

DEVICE f64 acos_m(f64 x) {
    u32 hx = high_word(x), ix = hx & 0x7fffffffu;
    bool negative = hx >> 31;
    if (ix >= 0x3ff00000u) {
        if (magnitude(x) != 1.0) return nan64();
        return negative ? 2.0 * PIO2_HIGH : 0.0;
    }
    if (ix <= 0x3c600000u) return PIO2_HIGH;
    bool near = ix < 0x3fe00000u;
    f64 z = near ? x * x : (negative ? 1.0 + x : 1.0 - x) * 0.5;
    f64 r = arc_ratio(z);
    if (near) return PIO2_HIGH - (x - (PIO2_LOW - x * r));
    f64 s = sqrt(z);
    if (negative) return 2.0 * (PIO2_HIGH - (s + (r * s - PIO2_LOW)));
    f64 f = without_low_word(s);
    f64 c = (z - f * f) / (s + f);
    return 2.0 * (f + (r * s + c));
}

DEVICE f64 atan_m(f64 x) {
    u32 ix = high_word(x);
    bool negative = ix >> 31;
    ix &= 0x7fffffffu;
    if (ix >= 0x44100000u) return is_nan(x) ? x : negative ? -PIO2_HIGH : PIO2_HIGH;
    if (ix < 0x3e400000u) return x;
    f64 high = 0.0, low = 0.0;
    bool near = ix < 0x3fdc0000u;
    if (!near) {
        x = magnitude(x);
        f64 over, under;
        if (ix < 0x3fe60000u) {
            over = 2.0 * x - 1.0;
            under = 2.0 + x;
            high = 4.63647609000806093515e-01;
            low = 2.26987774529616870924e-17;
        } else if (ix < 0x3ff30000u) {
            over = x - 1.0;
            under = x + 1.0;
            high = 7.85398163397448278999e-01;
            low = 3.06161699786838301793e-17;
        } else if (ix < 0x40038000u) {
            over = x - 1.5;
            under = 1.0 + 1.5 * x;
            high = 9.82793723247329054082e-01;
            low = 1.39033110312309984516e-17;
        } else {
            over = -1.0;
            under = x;
            high = PIO2_HIGH;
            low = PIO2_LOW;
        }
        x = over / under;
    }
    f64 z = x * x;
    f64 w = z * z;
    f64 s1 = z * (3.33333333333329318027e-01 +
                  w * (1.42857142725034663711e-01 +
                       w * (9.09088713343650656196e-02 +
                            w * (6.66107313738753120669e-02 +
                                 w * (4.97687799461593236017e-02 + w * 1.62858201153657823623e-02)))));
    f64 s2 = w * (-1.99999999998764832476e-01 +
                  w * (-1.11111104054623557880e-01 +
                       w * (-7.69187620504482999495e-02 +
                            w * (-5.83357013379057348645e-02 + w * -3.65315727442169155270e-02))));
    if (near) return x - x * (s1 + s2);
    z = high - (x * (s1 + s2) - low - x);
    return negative ? -z : z;
}

DEVICE f64 atan2_m(f64 y, f64 x) {
    const f64 pi = 3.1415926535897931160e+00, pi_low = 1.2246467991473531772e-16;
    if (is_nan(x) || is_nan(y)) return nan64();
    bool plain = x == 1.0;
    bool down = bits_of(y) >> 63, left = bits_of(x) >> 63;
    u32 ix = high_word(x) & 0x7fffffffu, iy = high_word(y) & 0x7fffffffu;
    f64 ratio = y;
    bool nothing = false;
    if (!plain) {
        if (y == 0.0) return left ? (down ? -pi : pi) : y;
        if (x == 0.0) return down ? -pi / 2.0 : pi / 2.0;
        if (ix == 0x7ff00000u) {
            f64 angle = iy == 0x7ff00000u ? (left ? 3.0 * pi / 4.0 : pi / 4.0) : left ? pi : 0.0;
            return down ? -angle : angle;
        }
        if (ix + (64u << 20) < iy || iy == 0x7ff00000u) return down ? -pi / 2.0 : pi / 2.0;
        nothing = left && iy + (64u << 20) < ix;
        ratio = magnitude(y / x);
    }
    f64 z = atan_m(ratio);
    if (plain) return z;
    z = nothing ? 0.0 : z;
    if (left) return down ? (z - pi_low) - pi : pi - (z - pi_low);
    return down ? -z : z;
}
