// Gradients of elementwise operations: src/ops/grad/elementwise.rs. `g` is the gradient of the result.

#include "vecmath.cuh"

template <class C> DEVICE C erf_slope(C x) { return (C)1.12837916709551257390 * exp_of(-(x * x)); }

template <class C> DEVICE C gelu_slope(C x) {
    C density = (C)0.3989422804014327 * exp_of(-(x * x) / (C)2);
    return normal_share(x) + (density == (C)0 ? (C)0 : x * density);
}

template <class C> DEVICE C gelu_tanh_slope(C x) {
    C one = 1, scale = (C)1.595769121605731;
    C square = (C)0.044715 * x * x;
    C s = sigmoid_of(scale * x * (one + square));
    C slope = scale * (one + square + square + square);
    C bend = s * (one - s);
    return s + (bend == (C)0 ? (C)0 : x * bend * slope);
}

template <class C> DEVICE C share(C g, bool tied, bool lost) { return tied ? g / (C)2 : lost ? (C)0 : g; }

#define ONE(NAME, DTYPE, T, VALUE)                                                                                     \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        NAME##_grad_##DTYPE(T* out, const T* a, const T* b, T number, i32 which,                                       \
                            const __grid_constant__ Walk<3> walk) {                                                    \
        typedef T C;                                                                                                   \
        map2(out, a, b, number, which, walk, [](C g, C x) { return (C)(VALUE); });                                     \
    }

#define OF_FLOATS(NAME, VALUE)                                                                                         \
    ONE(NAME, float32, f32, VALUE)                                                                                     \
    ONE(NAME, float64, f64, VALUE)

OF_FLOATS(exp, g * x)
OF_FLOATS(log, g / x)
OF_FLOATS(sqrt, g / ((C)2 * x))
OF_FLOATS(abs, x > (C)0 ? g : x < (C)0 ? -g : (C)0)
OF_FLOATS(relu, x <= (C)0 ? (C)0 : g)
OF_FLOATS(sigmoid, g * x * ((C)1 - x))
OF_FLOATS(tanh, g * ((C)1 - x * x))
OF_FLOATS(softplus, g * sigmoid_of(x))
OF_FLOATS(erf, g * erf_slope(x))
OF_FLOATS(erfc, -g * erf_slope(x))
OF_FLOATS(gelu, g * gelu_slope(x))
OF_FLOATS(gelu_tanh, g * gelu_tanh_slope(x))

// out = f(g, x, y); with `beside` the number is taken for y.
template <class T, class F>
DEVICE void map3(T* out, const T* g, const T* x, const T* y, T number, i64 beside, const Walk<4>& walk, F f) {
    if (walk.rank == 0) {
        i64 i = first_of_four();
        if (i + EACH <= walk.elements) {
            Four<T> a = *(const Four<T>*)(g + i), b = *(const Four<T>*)(x + i), c = *(const Four<T>*)(y + i), to;
#pragma unroll
            for (int k = 0; k < EACH; k++) to.of[k] = f(a.of[k], b.of[k], beside ? number : c.of[k]);
            *(Four<T>*)(out + i) = to;
        } else {
            for (; i < walk.elements; i++) out[i] = f(g[i], x[i], beside ? number : y[i]);
        }
        return;
    }
    Offsets<4> at(walk);
    for (int k = 0; k < SPREAD; k++) {
        if (k >= at.count) return;
        out[at.at[0][k]] = f(g[at.at[1][k]], x[at.at[2][k]], beside ? number : y[at.at[3][k]]);
    }
}

#define TWO(NAME, DTYPE, T, VALUE)                                                                                     \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        NAME##_grad_##DTYPE(T* out, const T* g, const T* x, const T* y, T number, i64 beside,                          \
                            const __grid_constant__ Walk<4> walk) {                                                    \
        typedef T C;                                                                                                   \
        map3(out, g, x, y, number, beside, walk, [](C g, C x, C y) { return (C)(VALUE); });                            \
    }

#define OF_TWO(NAME, VALUE)                                                                                            \
    TWO(NAME, float32, f32, VALUE)                                                                                     \
    TWO(NAME, float64, f64, VALUE)

OF_TWO(divisor, -g * ((x / y) / y))
OF_TWO(inverse, -g * ((y / x) / x))
OF_TWO(square, g * (y * x))
OF_TWO(greater, share(g, x == y, x < y))
OF_TWO(less, share(g, x == y, x > y))

// The gradient of functions of a real number, with their numbers: src/ops/cpu/function/formulas.rs.
DEVICE f32 trunc_of(f32 x) { return truncf(x); }
DEVICE f64 trunc_of(f64 x) { return trunc(x); }

template <class C> DEVICE C logit_slope(C x, C eps) {
    C one = 1, zero = 0;
    C slope = one / (x * (one - x));
    bool free = is_nan(eps);
    C outside = free ? Real<C>::nan() : zero;
    C low = free ? zero : eps, high = free ? one : one - eps;
    return x < low || x > high ? outside : slope;
}

template <class C> DEVICE C silu_slope(C x) {
    C s = sigmoid_of(x);
    C bend = s * ((C)1 - s);
    return s + (bend == (C)0 ? (C)0 : x * bend);
}

template <class C> DEVICE C mish_slope(C x) {
    C two = (C)2, e = exp_of(x > (C)20 ? (C)20 : x);
    C n = e * (e + two);
    C part = n / (n + two);
    C bend = ((C)1 - part * part) * sigmoid_of(x);
    return part + (bend == (C)0 ? (C)0 : x * bend);
}

template <class C> DEVICE C elu_slope(C x, C scale, C alpha, C inner) {
    C below = exp_of(x / inner) * alpha;
    return x > (C)0 ? scale : below;
}

template <class C> DEVICE C softsign_slope(C x) {
    C below = (C)1 + size_of(x);
    return (C)1 / (below * below);
}

template <class C> DEVICE C hardswish_slope(C x) {
    C inside = x / (C)3 + (C)0.5;
    C above = x >= (C)3 ? (C)1 : inside;
    return x <= (C)-3 ? (C)0 : above;
}

#define SLOPE(NAME, DTYPE, T, VALUE)                                                                                   \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        NAME##_slope_##DTYPE(T* out, const T* a, const T* b, const __grid_constant__ Walk<3> walk, f64 p, f64 q,       \
                             f64 r) {                                                                                  \
        typedef T C;                                                                                                   \
        map2(out, a, b, (C)0, NEITHER, walk, [=](C g, C x) { return g * (C)(VALUE); });                                \
    }

#define OF_REALS(NAME, VALUE)                                                                                          \
    SLOPE(NAME, float32, f32, VALUE)                                                                                   \
    SLOPE(NAME, float64, f64, VALUE)

OF_REALS(exp2, exp2_of(x) * (C)0.693147180559945309417)
OF_REALS(expm1, exp_of(x))
OF_REALS(log1p, (C)1 / ((C)1 + x))
OF_REALS(rsqrt, -((C)1 / (root_of(x) * (x + x))))
OF_REALS(reciprocal, -(((C)1 / x) / x))
OF_REALS(logit, logit_slope(x, (C)p))
OF_REALS(one, (C)1)
OF_REALS(zero, (C)0)
OF_REALS(nan_to_num, size_of(x) < Real<C>::infinity() ? (C)1 : (C)0)
OF_REALS(clamp, x <= (C)p || x >= (C)q ? (C)0 : (C)1)
OF_REALS(leaky_relu, x > (C)0 ? (C)1 : (C)p)
OF_REALS(elu, elu_slope(x, (C)p, (C)q, (C)r))
OF_REALS(silu, silu_slope(x))
OF_REALS(mish, mish_slope(x))
OF_REALS(softsign, softsign_slope(x))
OF_REALS(hardsigmoid, size_of(x) < (C)3 ? (C)(1.0 / 6.0) : (C)0)
OF_REALS(hardswish, hardswish_slope(x))
OF_REALS(log_sigmoid, sigmoid_of(-x))

// The gradient of softmax, or of its logarithm, from its result: a thread for each row adds in the order of the row.
template <class T> DEVICE void softmax_grad(T* out, const T* g, const T* y, i64 rows, i64 n, i64 log) {
    i64 row = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (row >= rows) return;
    out += row * n;
    g += row * n;
    y += row * n;
    T sum = 0;
    for (i64 i = 0; i < n; i++) sum = log ? sum + g[i] : sum + g[i] * y[i];
    for (i64 i = 0; i < n; i++) out[i] = log ? g[i] - exp_of(y[i]) * sum : y[i] * (g[i] - sum);
}

#define SOFTMAX(DTYPE, T)                                                                                              \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        softmax_grad_##DTYPE(T* out, const T* g, const T* y, i64 rows, i64 n, i64 log) {                               \
        softmax_grad(out, g, y, rows, n, log);                                                                         \
    }

SOFTMAX(float32, f32)
SOFTMAX(float64, f64)
