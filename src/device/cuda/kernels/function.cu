// Functions of one number that are computed in float64, and their derivatives:
// src/ops/cpu/function/libm.rs.

#include "arcs.cuh"
#include "gamma.cuh"
#include "hyperbolic.cuh"
#include "wide.cuh"

// A half is rounded from the float32, as on the processor.
#define VALUE(NAME, OF_X)                                                                                              \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        NAME##_value(void* out, const void* a, const __grid_constant__ Walk<2> walk, i32 dtype) {                      \
        each(walk, [=](const i64 (&at)[2]) {                                                                           \
            f64 x = loaded(a, at[1], dtype);                                                                           \
            f64 value = OF_X;                                                                                          \
            stored(out, at[0], value, (f32)value, dtype);                                                              \
        });                                                                                                            \
    }

// out = g f'(x), of float32 and float64
#define SLOPE(NAME, OF_X)                                                                                              \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        NAME##_slope(void* out, const void* g, const void* a, const __grid_constant__ Walk<3> walk, i32 dtype) {       \
        each(walk, [=](const i64 (&at)[3]) {                                                                           \
            f64 x = loaded(a, at[2], dtype);                                                                           \
            f64 slope = OF_X;                                                                                          \
            if (dtype == OF_FLOAT64) {                                                                                 \
                ((f64*)out)[at[0]] = ((const f64*)g)[at[1]] * slope;                                                   \
            } else {                                                                                                   \
                ((f32*)out)[at[0]] = ((const f32*)g)[at[1]] * (f32)slope;                                              \
            }                                                                                                          \
        });                                                                                                            \
    }

DEVICE f64 tan_slope_of(f64 x) {
    f64 tangent = tan_m<true>(x);
    return 1.0 + tangent * tangent;
}

VALUE(log2, log2_m(x))
VALUE(log10, log10_m(x))
VALUE(sin, sin_m<true>(x))
VALUE(cos, cos_m<true>(x))
VALUE(tan, tan_m<true>(x))
VALUE(asin, asin_m(x))
VALUE(acos, acos_m(x))
VALUE(atan, atan_m(x))
VALUE(sinh, sinh_m(x))
VALUE(cosh, cosh_m(x))
VALUE(asinh, asinh_m(x))
VALUE(acosh, acosh_m(x))
VALUE(atanh, atanh_m(x))
VALUE(lgamma, lgamma_m(x))
VALUE(digamma, digamma_of(x))

SLOPE(log2, 1.0 / (x * 0.693147180559945309417232121458176568))
SLOPE(log10, 1.0 / (x * 2.30258509299404568401799145468436421))
SLOPE(sin, cos_m<true>(x))
SLOPE(cos, -sin_m<true>(x))
SLOPE(tan, tan_slope_of(x))
SLOPE(asin, 1.0 / sqrt((1.0 - x) * (1.0 + x)))
SLOPE(acos, -1.0 / sqrt((1.0 - x) * (1.0 + x)))
SLOPE(atan, 1.0 / (1.0 + x * x))
SLOPE(sinh, cosh_m(x))
SLOPE(cosh, sinh_m(x))
SLOPE(asinh, 1.0 / hypot_m(x, 1.0))
SLOPE(acosh, 1.0 / (sqrt(x - 1.0) * sqrt(x + 1.0)))
SLOPE(atanh, 1.0 / ((1.0 - x) * (1.0 + x)))
SLOPE(lgamma, digamma_of(x))
SLOPE(digamma, trigamma_of(x))
