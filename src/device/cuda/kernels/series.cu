// Numbers by their index, computed in int64 or float64 and cast: src/ops/create.rs and src/ops/series.rs.

#include "cast.cuh"

// src/ops/number.rs casts an integer to a float of the same kind of rounding; both come from here.
#define INTEGERS(DTYPE, T)                                                                                             \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        integers_##DTYPE(T* out, i64 elements, i64 start, i64 step) {                                                  \
        i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;                                                               \
        if (i < elements) out[i] = Cast<T, i64>::of((i64)((u64)start + (u64)step * (u64)i));                           \
    }

#define REALS(DTYPE, T)                                                                                                \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        reals_##DTYPE(T* out, i64 elements, f64 start, f64 step) {                                                     \
        i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;                                                               \
        if (i < elements) out[i] = Cast<T, f64>::of(start + (f64)i * step);                                            \
    }                                                                                                                  \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        linspace_##DTYPE(T* out, i64 elements, f64 start, f64 end, f64 step, i64 gaps) {                               \
        i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;                                                               \
        if (i >= elements) return;                                                                                     \
        f64 value = i == 0 || i < gaps / 2 ? start + (f64)i * step : end - (f64)(gaps - i) * step;                     \
        out[i] = Cast<T, f64>::of(value);                                                                              \
    }

#define ENTRY(DTYPE, T)                                                                                                \
    INTEGERS(DTYPE, T)                                                                                                 \
    REALS(DTYPE, T)

ENTRY(float32, f32)
ENTRY(float64, f64)
ENTRY(float16, f16)
ENTRY(bfloat16, bf16)
ENTRY(int8, i8)
ENTRY(int16, i16)
ENTRY(int32, i32)
ENTRY(int64, i64)
ENTRY(uint8, u8)
// Integers are those of the signed type of the same size.
REALS(uint16, u16)
REALS(uint32, u32)
REALS(uint64, u64)
