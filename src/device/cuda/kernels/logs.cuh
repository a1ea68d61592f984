// Logarithms of float64: libm's log.rs, log2.rs, log10.rs and log1p.rs (msun's e_log.c, e_log2.c,
// e_log10.c and s_log1p.c); libm.cuh has the licence.

#pragma once

#include "libm.cuh"

// The part that all have: log(1 + f) is f - half + s * (half + r), with s = f / (2 + f).
struct LogParts {
    f64 f, half, s, r;

    DEVICE LogParts(f64 f) : f(f) {
        half = 0.5 * f * f;
        s = f / (2.0 + f);
        f64 z = s * s;
        f64 w = z * z;
        f64 even = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
        f64 odd = z * (6.666666666666735130e-01 +
                       w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
        r = odd + even;
    }
};

// Whether a logarithm is one of these: NaN and infinity themselves, NaN of a negative number, -inf
// of 0, 0 of 1.
DEVICE bool is_plain_log(f64 x, f64& result) {
    u64 bits = bits_of(x);
    if (bits << 1 == 0) {
        result = -infinity64();
    } else if (bits >> 63) {
        result = nan64();
    } else if (bits >= 0x7ff0000000000000ull) {
        result = x;
    } else if (bits == 0x3ff0000000000000ull) {
        result = 0.0;
    } else {
        return true;
    }
    return false;
}

// x = 2^k (1 + f) with 1 + f from sqrt(1/2) to sqrt(2), for a positive number.
DEVICE f64 split_for_log(f64 x, i32& k) {
    k = 0;
    if (high_word(x) < 0x00100000u) {
        k = -54;
        x *= 18014398509481984.0;
    }
    u32 high = high_word(x) + (0x3ff00000u - 0x3fe6a09eu);
    k += (i32)(high >> 20) - 0x3ff;
    return of_words((high & 0x000fffffu) + 0x3fe6a09eu, low_word(x)) - 1.0;
}

#define LN2_HIGH 6.93147180369123816490e-01
#define LN2_LOW 1.90821492927058770002e-10

DEVICE f64 log_m(f64 x) {
    f64 result;
    if (!is_plain_log(x, result)) return result;
    i32 k;
    LogParts p(split_for_log(x, k));
    f64 dk = (f64)k;
    return p.s * (p.half + p.r) + dk * LN2_LOW - p.half + p.f + dk * LN2_HIGH;
}

DEVICE f64 log2_m(f64 x) {
    f64 result;
    if (!is_plain_log(x, result)) return result;
    i32 k;
    LogParts p(split_for_log(x, k));
    f64 high = without_low_word(p.f - p.half);
    f64 low = p.f - high - p.half + p.s * (p.half + p.r);
    f64 value = high * 1.44269504072144627571e+00;
    f64 rest = (low + high) * 1.67517131648865118353e-10 + low * 1.44269504072144627571e+00;
    f64 y = (f64)k;
    f64 w = y + value;
    return rest + ((y - w) + value) + w;
}

DEVICE f64 log10_m(f64 x) {
    f64 result;
    if (!is_plain_log(x, result)) return result;
    i32 k;
    LogParts p(split_for_log(x, k));
    f64 high = without_low_word(p.f - p.half);
    f64 low = p.f - high - p.half + p.s * (p.half + p.r);
    f64 dk = (f64)k;
    f64 value = high * 4.34294481878168880939e-01;
    f64 y = dk * 3.01029995663611771306e-01;
    f64 rest = dk * 3.69423907715893078616e-13 + (low + high) * 2.50829467116452752298e-11 +
               low * 4.34294481878168880939e-01;
    f64 w = y + value;
    return rest + ((y - w) + value) + w;
}

DEVICE f64 log1p_m(f64 x) {
    u32 high = high_word(x);
    i32 k = 1;
    f64 f = 0.0, c = 0.0;
    if (high < 0x3fda827au || high >> 31) {
        if (high >= 0xbff00000u) return x == -1.0 ? -infinity64() : nan64();
        if (high << 1 < 0x3ca00000u << 1) return x;
        if (high <= 0xbfd2bec4u) {
            k = 0;
            f = x;
        }
    } else if (high >= 0x7ff00000u) {
        return x;
    }
    if (k > 0) {
        f64 u = 1.0 + x;
        u32 of_u = high_word(u) + (0x3ff00000u - 0x3fe6a09eu);
        k = (i32)(of_u >> 20) - 0x3ff;
        if (k < 54) c = (k >= 2 ? 1.0 - (u - x) : x - (u - 1.0)) / u;
        f = of_words((of_u & 0x000fffffu) + 0x3fe6a09eu, low_word(u)) - 1.0;
    }
    LogParts p(f);
    f64 dk = (f64)k;
    return p.s * (p.half + p.r) + (dk * LN2_LOW + c) - p.half + p.f + dk * LN2_HIGH;
}
