// Powers of floats and their derivatives: src/ops/cpu/binary.rs and src/ops/cpu/grad/elementwise.rs.

#include "power.cuh"
#include "vecmath.cuh"
#include "wide.cuh"

// out = a to the power of b; `number` takes the place of one of them. A half is computed in
// float32.
extern "C" __global__ void __launch_bounds__(THREADS)
    pow_single(void* out, const void* a, const void* b, f32 number, i32 which, const __grid_constant__ Walk<3> walk,
               i32 dtype) {
    each(walk, [=](const i64 (&at)[3]) {
        f32 x = (f32)loaded(a, at[1], dtype), y = (f32)loaded(b, at[2], dtype);
        f32 value = power_of(which == FIRST ? number : x, which == SECOND ? number : y);
        stored(out, at[0], (f64)value, value, dtype);
    });
}

extern "C" __global__ void __launch_bounds__(THREADS)
    pow_double(f64* out, const f64* a, const f64* b, f64 number, i32 which, const __grid_constant__ Walk<3> walk,
               i32 dtype) {
    each(walk, [=](const i64 (&at)[3]) {
        f64 x = which == FIRST ? number : a[at[1]], y = which == SECOND ? number : b[at[2]];
        out[at[0]] = power_of(x, y);
    });
}

template <class T> DEVICE T pow_base(T g, T x, T y) { return y == (T)0 ? (T)0 : g * (y * power_of(x, y - (T)1)); }

// Of the exponent `x` and the base `y`, so that a number can be the base.
template <class T> DEVICE T pow_exponent(T g, T x, T y) {
    return y == (T)0 && x >= (T)0 ? (T)0 : g * (power_of(y, x) * log_of(y));
}

#define SLOPE(NAME, DTYPE, T)                                                                                          \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        NAME##_grad_##DTYPE(T* out, const T* g, const T* x, const T* y, T number, i64 beside,                          \
                            const __grid_constant__ Walk<4> walk) {                                                    \
        each(walk, [=](const i64 (&at)[4]) {                                                                           \
            out[at[0]] = NAME(g[at[1]], x[at[2]], beside ? number : y[at[3]]);                                         \
        });                                                                                                            \
    }

SLOPE(pow_base, float32, f32)
SLOPE(pow_base, float64, f64)
SLOPE(pow_exponent, float32, f32)
SLOPE(pow_exponent, float64, f64)
