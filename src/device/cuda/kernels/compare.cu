// Comparisons to booleans, and the choice by them: src/ops/cpu/compare.rs and src/ops/select.rs.

#include "common.cuh"

#define COMPARISON(NAME, DTYPE, T, VALUE)                                                                              \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        NAME##_##DTYPE(u8* out, const T* a, const T* b, Computed<T>::type number, i32 which,                           \
                       const __grid_constant__ Walk<3> walk) {                                                         \
        typedef Computed<T>::type C;                                                                                   \
        map2(out, a, b, number, which, walk, [](C x, C y) { return (u8)((VALUE) ? 1 : 0); });                          \
    }

#define OF_ALL(NAME, VALUE)                                                                                            \
    COMPARISON(NAME, float32, f32, VALUE)                                                                              \
    COMPARISON(NAME, float64, f64, VALUE)                                                                              \
    COMPARISON(NAME, int8, i8, VALUE)                                                                                  \
    COMPARISON(NAME, int16, i16, VALUE)                                                                                \
    COMPARISON(NAME, int32, i32, VALUE)                                                                                \
    COMPARISON(NAME, int64, i64, VALUE)                                                                                \
    COMPARISON(NAME, uint8, u8, VALUE)                                                                                 \
    COMPARISON(NAME, bool, boolean, VALUE)

OF_ALL(equal, x == y)
OF_ALL(not_equal, x != y)
OF_ALL(less, x < y)
OF_ALL(less_or_equal, x <= y)

// Elements of one size, whatever their type. Always by offsets, since the operands have two element types.
#define WHERE(BYTES, T)                                                                                                \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        where_##BYTES(T* out, const u8* condition, const T* a, const T* b, const __grid_constant__ Walk<4> walk) {     \
        Offsets<4> at(walk);                                                                                           \
        for (int k = 0; k < SPREAD; k++) {                                                                             \
            if (k < at.count) out[at.at[0][k]] = condition[at.at[1][k]] != 0 ? a[at.at[2][k]] : b[at.at[3][k]];        \
        }                                                                                                              \
    }

WHERE(1, u8)
WHERE(2, u16)
WHERE(4, u32)
WHERE(8, u64)
