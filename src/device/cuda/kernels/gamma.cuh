// The logarithm of the gamma function, libm's lgamma_r.rs (msun's e_lgamma_r.c; libm.cuh has the
// licence), and its derivatives: src/ops/cpu/function/libm.rs.

#pragma once

#include "logs.cuh"
#include "trig.cuh"

#define PI 3.14159265358979311600e+00

// The sine of pi x for x > 0.
DEVICE f64 sin_pi(f64 x) {
    x = 2.0 * (x * 0.5 - floor(x * 0.5));
    i32 n = ((i32)(x * 4.0) + 1) / 2;
    x -= (f64)n * 0.5;
    x *= PI;
    f64 sine = k_sin(n == 2 ? -x : x, 0.0, false), cosine = k_cos(x, 0.0);
    return n == 1 ? cosine : n == 3 ? -cosine : sine;
}

// Near the zero of x - 1 or x - 2, near the minimum, and between: the pieces below 2.
DEVICE f64 gamma_above(f64 y) {
    f64 z = y * y;
    f64 p1 = 7.72156649015328655494e-02 +
             z * (6.73523010531292681824e-02 +
                  z * (7.38555086081402883957e-03 +
                       z * (1.19270763183362067845e-03 +
                            z * (2.20862790713908385557e-04 + z * 2.52144565451257326939e-05))));
    f64 p2 = z * (3.22467033424113591611e-01 +
                  z * (2.05808084325167332806e-02 +
                       z * (2.89051383673415629091e-03 +
                            z * (5.10069792153511336608e-04 +
                                 z * (1.08011567247583939954e-04 + z * 4.48640949618915160150e-05)))));
    return y * p1 + p2 - 0.5 * y;
}

DEVICE f64 gamma_lowest(f64 y) {
    f64 z = y * y;
    f64 w = z * y;
    f64 p1 = 4.83836122723810047042e-01 +
             w * (-3.27885410759859649565e-02 +
                  w * (6.10053870246291332635e-03 +
                       w * (-1.40346469989232843813e-03 + w * 3.15632070903625950361e-04)));
    f64 p2 = -1.47587722994593911752e-01 +
             w * (1.79706750811820387126e-02 +
                  w * (-3.68452016781138256760e-03 +
                       w * (8.81081882437654011382e-04 + w * -3.12754168375120860518e-04)));
    f64 p3 = 6.46249402391333854778e-02 +
             w * (-1.03142241298341437450e-02 +
                  w * (2.25964780900612472250e-03 +
                       w * (-5.38595305356740546715e-04 + w * 3.35529192635519073543e-04)));
    f64 p = z * p1 - (-3.63867699703950536541e-18 - w * (p2 + y * p3));
    return -1.21486290535849611461e-01 + p;
}

DEVICE f64 gamma_below(f64 y) {
    f64 p1 = y * (-7.72156649015328655494e-02 +
                  y * (6.32827064025093366517e-01 +
                       y * (1.45492250137234768737e+00 +
                            y * (9.77717527963372745603e-01 +
                                 y * (2.28963728064692451092e-01 + y * 1.33810918536787660377e-02)))));
    f64 p2 = 1.0 + y * (2.45597793713041134822e+00 +
                        y * (2.12848976379893395361e+00 +
                             y * (7.69285150456672783825e-01 +
                                  y * (1.04222645593369134254e-01 + y * 3.21709242282423911810e-03))));
    return -0.5 * y + p1 / p2;
}

DEVICE f64 gamma_to_two(f64 x, u32 ix) {
    f64 r = 0.0, y;
    i32 piece;
    if (ix <= 0x3feccccc) {
        r = -log_m(x);
        piece = ix >= 0x3fe76944u ? 0 : ix >= 0x3fcda661u ? 1 : 2;
        y = piece == 0 ? 1.0 - x : piece == 1 ? x - (1.46163214496836224576e+00 - 1.0) : x;
    } else {
        piece = ix >= 0x3ffbb4c3u ? 0 : ix >= 0x3ff3b4c4u ? 1 : 2;
        y = piece == 0 ? 2.0 - x : piece == 1 ? x - 1.46163214496836224576e+00 : x - 1.0;
    }
    return r + (piece == 0 ? gamma_above(y) : piece == 1 ? gamma_lowest(y) : gamma_below(y));
}

DEVICE f64 gamma_to_eight(f64 x) {
    i32 i = (i32)x;
    f64 y = x - (f64)i;
    f64 p = y * (-7.72156649015328655494e-02 +
                 y * (2.14982415960608852501e-01 +
                      y * (3.25778796408930981787e-01 +
                           y * (1.46350472652464452805e-01 +
                                y * (2.66422703033638609560e-02 +
                                     y * (1.84028451407337715652e-03 + y * 3.19475326584100867617e-05))))));
    f64 q = 1.0 + y * (1.39200533467621045958e+00 +
                       y * (7.21935547567138069525e-01 +
                            y * (1.71933865632803078993e-01 +
                                 y * (1.86459191715652901344e-02 +
                                      y * (7.77942496381893596434e-04 + y * 7.32668430744625636189e-06)))));
    f64 r = 0.5 * y + p / q;
    f64 z = 1.0;
    z = i >= 7 ? z * (y + 6.0) : z;
    z = i >= 6 ? z * (y + 5.0) : z;
    z = i >= 5 ? z * (y + 4.0) : z;
    z = i >= 4 ? z * (y + 3.0) : z;
    return i >= 3 ? r + log_m(z * (y + 2.0)) : r;
}

DEVICE f64 lgamma_m(f64 x) {
    u32 ix = high_word(x) & 0x7fffffffu;
    bool negative = bits_of(x) >> 63;
    if (ix >= 0x7ff00000u) return x * x;
    x = magnitude(x);
    if (ix < (0x3ffu - 70u) << 20) return -log_m(x);
    f64 turned = 0.0;
    if (negative) {
        f64 t = sin_pi(x);
        if (t == 0.0) return infinity64();
        turned = log_m(PI / ((t > 0.0 ? t : -t) * x));
    }
    f64 r;
    if (x == 1.0 || x == 2.0) {
        r = 0.0;
    } else if (ix < 0x40000000u) {
        r = gamma_to_two(x, ix);
    } else if (ix < 0x40200000u) {
        r = gamma_to_eight(x);
    } else {
        f64 t = log_m(x);
        f64 z = 1.0 / x;
        f64 y = z * z;
        f64 w = 4.18938533204672725052e-01 +
                z * (8.33333333333329678849e-02 +
                     y * (-2.77777777728775536470e-03 +
                          y * (7.93650558643019558500e-04 +
                               y * (-5.95187557450339963135e-04 +
                                    y * (8.36339918996282139126e-04 + y * -1.63092934096575273989e-03)))));
        r = ix < 0x43900000u ? (x - 0.5) * (t - 1.0) + w : x * (t - 1.0);
    }
    return negative ? turned - r : r;
}

DEVICE f64 digamma_above(f64 x) {
    f64 sum = 0.0;
#pragma unroll 1
    while (x < 10.0) {
        sum -= 1.0 / x;
        x += 1.0;
    }
    if (x == infinity64()) return x;
    f64 z = 1.0 / (x * x);
    f64 series = 0.0 * z + 1.0 / 12.0;
    series = series * z + -691.0 / 32760.0;
    series = series * z + 1.0 / 132.0;
    series = series * z + -1.0 / 240.0;
    series = series * z + 1.0 / 252.0;
    series = series * z + -1.0 / 120.0;
    series = series * z + 1.0 / 12.0;
    return sum + (log_m(x) - 0.5 / x - series * z);
}

DEVICE f64 digamma_of(f64 x) {
    if (x == 0.0) return bits_of(x) >> 63 ? infinity64() : -infinity64();
    bool below = x < 0.0;
    f64 part = x - trunc(x);
    if (below && part == 0.0) return nan64();
    f64 value = digamma_above(below ? 1.0 - x : x);
    return below ? value - PI / tan_m<false>(PI * part) : value;
}

DEVICE f64 trigamma_above(f64 x) {
    f64 sum = 0.0;
#pragma unroll 1
    while (x < 10.0) {
        sum += 1.0 / (x * x);
        x += 1.0;
    }
    f64 z = 1.0 / (x * x);
    f64 series = 0.0 * z + 7.0 / 6.0;
    series = series * z + -691.0 / 2730.0;
    series = series * z + 5.0 / 66.0;
    series = series * z + -1.0 / 30.0;
    series = series * z + 1.0 / 42.0;
    series = series * z + -1.0 / 30.0;
    series = series * z + 1.0 / 6.0;
    return sum + (1.0 + series * z + 0.5 / x) / x;
}

DEVICE f64 trigamma_of(f64 x) {
    bool below = x < 0.5;
    f64 value = trigamma_above(below ? 1.0 - x : x);
    if (!below) return value;
    f64 nearest = trunc(x + signed_as(0.49999999999999994, x));
    f64 sine = sin_m<false>(PI * (x - nearest));
    return PI * PI / (sine * sine) - value;
}
