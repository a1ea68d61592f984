// The functions of src/ops/cpu/vecmath.rs, operation for operation: that file has the reasons.

#pragma once
#include "common.cuh"

DEVICE f32 fma_of(f32 a, f32 b, f32 c) { return __fmaf_rn(a, b, c); }
DEVICE f64 fma_of(f64 a, f64 b, f64 c) { return __fma_rn(a, b, c); }
DEVICE f32 root_of(f32 x) { return __fsqrt_rn(x); }
DEVICE f64 root_of(f64 x) { return __dsqrt_rn(x); }
DEVICE f32 size_of(f32 x) { return float_of(bits_of(x) & 0x7fffffffu); }
DEVICE f64 size_of(f64 x) { return double_of(bits_of(x) & 0x7fffffffffffffffull); }
DEVICE f32 with_sign(f32 x, f32 sign) { return float_of((bits_of(x) & 0x7fffffffu) | (bits_of(sign) & 0x80000000u)); }
DEVICE f64 with_sign(f64 x, f64 sign) {
    const u64 SIGN = 1ull << 63;
    return double_of((bits_of(x) & ~SIGN) | (bits_of(sign) & SIGN));
}

template <class T, int N> DEVICE T horner(T x, const T (&c)[N]) {
    T sum = c[0];
#pragma unroll
    for (int i = 1; i < N; i++) sum = fma_of(sum, x, c[i]);
    return sum;
}

template <class T, int N> DEVICE T polynomial(T x, const T (&c)[N]) {
    T square = x * x;
    T fourth = square * square;
    const int first = (N - 1) % 4 + 1;
    T sum = c[0];
#pragma unroll
    for (int i = 1; i < first; i++) sum = fma_of(sum, x, c[i]);
#pragma unroll
    for (int i = first; i < N; i += 4) {
        T low = fma_of(c[i + 2], x, c[i + 3]);
        sum = fma_of(sum, fourth, fma_of(fma_of(c[i], x, c[i + 1]), square, low));
    }
    return sum;
}

template <class T> struct Real;

template <> struct Real<f32> {
    static DEVICE f32 nan() { return float_of(0x7fc00000); }
    static DEVICE f32 infinity() { return float_of(0x7f800000); }
    static DEVICE f32 log2_e() { return 1.44269504088896340736f; }
    static DEVICE f32 ln2_high() { return float_of(0x3f317180); }
    static DEVICE f32 ln2_low() { return float_of(0x3717f7d1); }
    static DEVICE f32 exp_low() { return -104.0f; }
    static DEVICE f32 exp_high() { return 89.0f; }
    static DEVICE f32 tanh_one() { return 10.0f; }
    static DEVICE f32 erfc_zero() { return 10.5f; }
    static DEVICE f32 rounder() { return 12582912.0f + 254.0f; }
    static DEVICE f32 min_normal() { return float_of(0x00800000); }
    static DEVICE f32 exp2_low() { return -151.0f; }
    static DEVICE f32 exp2_high() { return 129.0f; }
    static DEVICE f32 lift_places() { return 25.0f; }
    static DEVICE f32 lift() { return 33554432.0f; }

    static DEVICE f32 exp_series(f32 r) {
        const f32 c[] = {1.3814507e-3f, 8.3687805e-3f, 4.1668394e-2f, 1.6666520e-1f, 4.9999993e-1f};
        return horner(r, c);
    }
    static DEVICE void scales(f32 rounded, f32& a, f32& b) {
        u32 bits = bits_of(rounded);
        u32 half = (bits << 22) & 0x7f800000u;
        a = float_of(half);
        b = float_of((bits << 23) - half);
    }
    static DEVICE f32 scale(f32 rounded) { return float_of((bits_of(rounded) - 127u) << 23); }
    static DEVICE void split(f32 x, f32& k, f32& m) {
        const u32 ROOT_HALF = 0x3f3504f3;
        u32 bits = bits_of(x) + (0x3f800000u - ROOT_HALF);
        k = float_of((bits >> 23) | 0x4b000000u) - (8388608.0f + 127.0f);
        m = float_of((bits & 0x007fffffu) + ROOT_HALF);
    }
    static DEVICE f32 log_series(f32 z) {
        const f32 c[] = {0.24279079f, 0.28498787f, 0.40000972f, 0.6666666f};
        return z * horner(z, c);
    }
    static DEVICE f32 erfc_scaled(f32 x) {
        const f32 p[] = {0.033138346f, 0.23084354f, 0.73500806f, 1.2416548f, 1.0f};
        const f32 q[] = {0.058735546f, 0.40918437f, 1.3317236f, 2.4092958f, 2.3700345f, 1.0f};
        return horner(x, p) / horner(x, q);
    }
    static DEVICE f32 erf_of(f32 size) {
        const f32 near_c[] = {7.85385e-05f,   -0.00080102024f, 0.0051883305f, -0.026853815f,
                              0.112835854f, -0.37612626f,    0.12837917f};
        const f32 far_c[] = {0.0005436733f, -0.0040022223f, 0.017750999f, -0.033031594f,
                             0.07373695f,   0.049416546f,   0.15921082f,  0.9964869f};
        f32 x = size > 4.0f ? 4.0f : size;
        f32 near = fma_of(x, horner(x * x, near_c), x);
        f32 root = horner(x, far_c);
        f32 square = root * root;
        f32 fourth = square * square;
        f32 far = 1.0f - 1.0f / (fourth * fourth);
        return size < 1.0f ? near : far;
    }
    static DEVICE void tanh_ratio(f32 z, f32& p, f32& q) {
        const f32 c[] = {-5.7049887e-3f, 2.063909e-2f, -5.3739717e-2f, 1.3331442e-1f, -3.333328e-1f};
        p = horner(z, c);
        q = 1.0f;
    }
};

template <class T> DEVICE T exp_inside(T x);

template <> struct Real<f64> {
    static DEVICE f64 nan() { return double_of(0x7ff8000000000000ull); }
    static DEVICE f64 infinity() { return double_of(0x7ff0000000000000ull); }
    static DEVICE f64 log2_e() { return 1.44269504088896340736; }
    static DEVICE f64 ln2_high() { return double_of(0x3fe62e42fee00000ull); }
    static DEVICE f64 ln2_low() { return double_of(0x3dea39ef35793c76ull); }
    static DEVICE f64 exp_low() { return -746.0; }
    static DEVICE f64 exp_high() { return 710.0; }
    static DEVICE f64 tanh_one() { return 22.0; }
    static DEVICE f64 erfc_zero() { return 28.0; }
    static DEVICE f64 rounder() { return 6755399441055744.0 + 2046.0; }
    static DEVICE f64 min_normal() { return double_of(0x0010000000000000ull); }
    static DEVICE f64 exp2_low() { return -1076.0; }
    static DEVICE f64 exp2_high() { return 1025.0; }
    static DEVICE f64 lift_places() { return 54.0; }
    static DEVICE f64 lift() { return 18014398509481984.0; }

    static DEVICE f64 exp_series(f64 r) {
        const f64 c[] = {2.4999957741238186e-08, 2.76303786250278e-07,   2.7557587364521993e-06, 2.4801492762741545e-05,
                         0.00019841269504742944, 0.001388888894392276,   0.008333333333495632,   0.04166666666652919,
                         0.1666666666666641,     0.5000000000000011};
        return polynomial(r, c);
    }
    static DEVICE void scales(f64 rounded, f64& a, f64& b) {
        u64 bits = bits_of(rounded);
        u64 half = (bits << 51) & 0x7ff0000000000000ull;
        a = double_of(half);
        b = double_of((bits << 52) - half);
    }
    static DEVICE f64 scale(f64 rounded) { return double_of((bits_of(rounded) - 1023ull) << 52); }
    static DEVICE void split(f64 x, f64& k, f64& m) {
        const u64 ROOT_HALF = 0x3fe6a09e667f3bcdull;
        u64 bits = bits_of(x) + (0x3ff0000000000000ull - ROOT_HALF);
        k = double_of((bits >> 52) | 0x4330000000000000ull) - (4503599627370496.0 + 1023.0);
        m = double_of((bits & 0x000fffffffffffffull) + ROOT_HALF);
    }
    static DEVICE f64 log_series(f64 z) {
        const f64 c[] = {0.14798198605116586, 0.15313837699209373, 0.1818357216161805, 0.22222198432149784,
                         0.2857142874366239,  0.3999999999940942,  0.6666666666666735};
        return z * polynomial(z, c);
    }
    static DEVICE f64 erfc_scaled(f64 x) {
        const f64 c[] = {-1.7176163017226456e-09, -1.338623565137651e-08,  -7.778879102211127e-09, 1.1456126054517435e-07,
                         6.238901949884889e-08,   -8.342403847139604e-07,  3.0195653873912495e-07, 5.717295266626595e-06,
                         -1.1225283160471094e-05, -2.4402941529495632e-05, 0.00015062247163179657, -0.00019925556125486606,
                         -0.0007577734048791812,  0.0050319697635679405,   -0.016197734048421543,  0.03716751556185244,
                         -0.06633036581256416,    0.09373283499682387,     -0.10103906603630114,   0.0680970542547366,
                         0.015379652102619764,    -0.13962111684056291,    1.2329951186255526};
        f64 below = x + 4.0;
        f64 share = 1.0 / below;
        f64 lost = fma_of(x - (below - 4.0), -share, fma_of(below, -share, 1.0));
        f64 t = fma_of(-8.0, share * lost, fma_of(-8.0, share, 1.0));
        return polynomial(t, c) / fma_of(x, 2.0, 1.0);
    }
    static DEVICE f64 erf_of(f64 size) {
        const f64 near_c[] = {-7.779462971761597e-10, 1.3710988704190523e-08, -1.6206318752969208e-07, 1.6447132699786621e-06,
                              -1.4924712439534814e-05, 0.0001205529358693695, -0.0008548325929766244, 0.005223977606130842,
                              -0.026866170643113415,  0.112837916709442,      -0.3761263890318352,     0.12837916709551256};
        const f64 far_c[] = {-1.7704926885877492e-11, 6.518388982874344e-10,  -1.0903739725345492e-08, 1.0822502977091805e-07,
                             -6.877829162883272e-07,  2.6731729526266047e-06, -3.6119338835282583e-06, -2.799376104272136e-05,
                             0.00023063422521168994,  -0.0009199129383441621, 0.0020987277620538557,   -0.0005840110274665238,
                             -0.018865427135729335,   0.10263767440820605,    0.6366675691466451,      1.128368714504867,
                             1.063337270509129e-06};
        f64 x = size > 6.0 ? 6.0 : size;
        f64 near = fma_of(x, polynomial(x * x, near_c), x);
        f64 far = 1.0 - exp_inside(-polynomial(x, far_c));
        return size < 1.0 ? near : far;
    }
    static DEVICE void tanh_ratio(f64 z, f64& p, f64& q) {
        const f64 p_c[] = {-0.9643991794250523, -99.28772310019185, -1614.6876844170845};
        const f64 q_c[] = {1.0, 112.81167849163293, 2235.4883906010045, 4844.063053251255};
        p = horner(z, p_c);
        q = horner(z, q_c);
    }
};

template <class T> DEVICE void reduced(T x, T& rounded, T& r) {
    rounded = fma_of(x, Real<T>::log2_e(), Real<T>::rounder());
    T n = Real<T>::rounder() - rounded;
    r = fma_of(n, Real<T>::ln2_low(), fma_of(n, Real<T>::ln2_high(), x));
}

template <class T> DEVICE T mantissa(T r) {
    T one = 1;
    return fma_of(fma_of(Real<T>::exp_series(r), r, one), r, one);
}

template <class T> DEVICE T exp_inside(T x) {
    T rounded, r, a, b;
    reduced(x, rounded, r);
    Real<T>::scales(rounded, a, b);
    return mantissa(r) * a * b;
}

template <class T> DEVICE T exp_of_negative(T x) { return exp_inside(x < Real<T>::exp_low() ? Real<T>::exp_low() : x); }

template <class T> DEVICE T exp_of(T x) {
    return exp_of_negative(x > Real<T>::exp_high() ? Real<T>::exp_high() : x);
}

template <class T> DEVICE T exp2_of(T x) {
    x = x < Real<T>::exp2_low() ? Real<T>::exp2_low() : x;
    x = x > Real<T>::exp2_high() ? Real<T>::exp2_high() : x;
    T rounded = x + Real<T>::rounder();
    T r = (x - (rounded - Real<T>::rounder())) * (T)0.693147180559945309417;
    T a, b;
    Real<T>::scales(rounded, a, b);
    return mantissa(r) * a * b;
}

template <class T> DEVICE T expm1_of(T x) {
    T one = 1;
    T cut = x < Real<T>::exp_low() ? Real<T>::exp_low() : x;
    cut = cut > Real<T>::exp_high() ? Real<T>::exp_high() : cut;
    T rounded = fma_of(cut, Real<T>::log2_e(), Real<T>::rounder());
    T n = Real<T>::rounder() - rounded;
    T high = fma_of(n, Real<T>::ln2_high(), cut);
    T r = fma_of(n, Real<T>::ln2_low(), high);
    T lost = fma_of(n, Real<T>::ln2_low(), high - r);
    T above = r + fma_of(r * r, Real<T>::exp_series(r), lost);
    T a, b;
    Real<T>::scales(rounded, a, b);
    T power = a * b;
    T value = x > (T)40 ? (one + above) * a * b : fma_of(power, above, power - one);
    return with_sign(value, x);
}

template <class T> DEVICE T log_of(T x) {
    T one = 1, zero = 0;
    bool small = x < Real<T>::min_normal();
    T lifted = small ? x * Real<T>::lift() : x;
    T k, m;
    Real<T>::split(lifted, k, m);
    k = small ? k - Real<T>::lift_places() : k;
    T f = m - one;
    T s = f / (m + one);
    T half = (T)0.5 * f * f;
    T rest = fma_of(s, half + Real<T>::log_series(s * s), k * Real<T>::ln2_low());
    T value = fma_of(k, Real<T>::ln2_high(), f - (half - rest));
    value = x == Real<T>::infinity() ? x : value;
    value = x == zero ? -Real<T>::infinity() : value;
    return x >= zero ? value : Real<T>::nan();
}

template <class T> DEVICE T log1p_of(T x) {
    T one = 1, zero = 0;
    T u = one + x;
    T lost = (x - (u - one)) / u;
    T value = log_of(u) + (u == zero || x == Real<T>::infinity() ? zero : lost);
    return x == zero ? x : value;
}

template <class T> DEVICE T tanh_of(T x) {
    T one = 1;
    T size = size_of(x);
    size = size > Real<T>::tanh_one() ? Real<T>::tanh_one() : size;
    T rounded, r;
    reduced(-(size + size), rounded, r);
    T u = Real<T>::scale(rounded) * mantissa(r);
    T z = size * size;
    T p, q;
    Real<T>::tanh_ratio(z, p, q);
    bool far = size > (T)0.625;
    T quotient = (far ? u + u : p) / (far ? one + u : q);
    return with_sign(far ? one - quotient : fma_of(size * z, quotient, size), x);
}

template <class T> DEVICE T sigmoid_of(T x) {
    T one = 1, zero = 0;
    T e = exp_of_negative(-size_of(x));
    return (x < zero ? e : one) / (one + e);
}

template <class T> DEVICE T erfc_from(T size, T square, T rest) {
    T rounded, r, a, b;
    reduced(-square, rounded, r);
    Real<T>::scales(rounded, a, b);
    return mantissa(r - rest) * a * b * Real<T>::erfc_scaled(size);
}

template <class T> DEVICE T erfc_of(T x) {
    T one = 1, zero = 0;
    T size = size_of(x);
    size = size > Real<T>::erfc_zero() ? Real<T>::erfc_zero() : size;
    T square = size * size;
    T tail = erfc_from(size, square, fma_of(size, size, -square));
    return x < zero ? one + (one - tail) : tail;
}

template <class T> DEVICE T normal_share(T x) {
    T one = 1, zero = 0, half = (T)0.5;
    T size = size_of(x) * root_of(half);
    bool far = size > Real<T>::erfc_zero();
    size = far ? Real<T>::erfc_zero() : size;
    T x_half = x * half;
    T square = far ? size * size : x * x_half;
    T rest = far ? zero : fma_of(x, x_half, -square);
    T tail = half * erfc_from(size, square, rest);
    return x > zero ? one - tail : tail;
}

template <class T> DEVICE T erf_of(T x) { return with_sign(Real<T>::erf_of(size_of(x)), x); }
