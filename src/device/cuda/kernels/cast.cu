// Casts of every element type to every other: src/ops/cpu/cast.rs. Integers that keep their low bits
// only, or become wider, are cast by the signed type of the same size.

#include "cast.cuh"

#define ENTRY(FROM, S, TO, D)                                                                                          \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        cast_##FROM##_##TO(D* out, const S* a, const __grid_constant__ Walk<2> walk) {                                 \
        map1(out, a, walk, [](S x) { return Cast<D, S>::of(x); });                                                     \
    }

#define TO_NUMBERS(FROM, S)                                                                                            \
    TO_FLOATS(FROM, S) TO_HALVES(FROM, S) TO_INTEGERS(FROM, S)
#define TO_FLOATS(FROM, S) ENTRY(FROM, S, float32, f32) ENTRY(FROM, S, float64, f64)
#define TO_HALVES(FROM, S) ENTRY(FROM, S, float16, f16) ENTRY(FROM, S, bfloat16, bf16)
#define TO_INTEGERS(FROM, S)                                                                                           \
    ENTRY(FROM, S, int8, i8) ENTRY(FROM, S, int16, i16) ENTRY(FROM, S, int32, i32) ENTRY(FROM, S, int64, i64)          \
    ENTRY(FROM, S, uint8, u8)
#define TO_UNSIGNED(FROM, S)                                                                                           \
    ENTRY(FROM, S, uint16, u16) ENTRY(FROM, S, uint32, u32) ENTRY(FROM, S, uint64, u64)
#define TO_BOOL(FROM, S) ENTRY(FROM, S, bool, boolean)

ENTRY(float32, f32, float64, f64) TO_HALVES(float32, f32) TO_INTEGERS(float32, f32) TO_BOOL(float32, f32)
TO_UNSIGNED(float32, f32)
ENTRY(float64, f64, float32, f32) TO_HALVES(float64, f64) TO_INTEGERS(float64, f64) TO_BOOL(float64, f64)
TO_UNSIGNED(float64, f64)
TO_FLOATS(float16, f16) ENTRY(float16, f16, bfloat16, bf16) TO_INTEGERS(float16, f16) TO_BOOL(float16, f16)
TO_UNSIGNED(float16, f16)
TO_FLOATS(bfloat16, bf16) ENTRY(bfloat16, bf16, float16, f16) TO_INTEGERS(bfloat16, bf16) TO_BOOL(bfloat16, bf16)
TO_UNSIGNED(bfloat16, bf16)
TO_FLOATS(int8, i8) TO_HALVES(int8, i8) ENTRY(int8, i8, int16, i16) ENTRY(int8, i8, int32, i32)
ENTRY(int8, i8, int64, i64) ENTRY(int8, i8, uint8, u8) TO_BOOL(int8, i8)
TO_FLOATS(int16, i16) TO_HALVES(int16, i16) ENTRY(int16, i16, int8, i8) ENTRY(int16, i16, int32, i32)
ENTRY(int16, i16, int64, i64) ENTRY(int16, i16, uint8, u8) TO_BOOL(int16, i16)
TO_FLOATS(int32, i32) TO_HALVES(int32, i32) ENTRY(int32, i32, int8, i8) ENTRY(int32, i32, int16, i16)
ENTRY(int32, i32, int64, i64) ENTRY(int32, i32, uint8, u8) TO_BOOL(int32, i32)
TO_FLOATS(int64, i64) TO_HALVES(int64, i64) ENTRY(int64, i64, int8, i8) ENTRY(int64, i64, int16, i16)
ENTRY(int64, i64, int32, i32) ENTRY(int64, i64, uint8, u8) TO_BOOL(int64, i64)
TO_FLOATS(uint8, u8) TO_HALVES(uint8, u8) ENTRY(uint8, u8, int8, i8) ENTRY(uint8, u8, int16, i16)
ENTRY(uint8, u8, int32, i32) ENTRY(uint8, u8, int64, i64) TO_BOOL(uint8, u8)
TO_FLOATS(uint16, u16) TO_HALVES(uint16, u16) ENTRY(uint16, u16, int32, i32) ENTRY(uint16, u16, int64, i64)
TO_FLOATS(uint32, u32) TO_HALVES(uint32, u32) ENTRY(uint32, u32, int64, i64)
TO_FLOATS(uint64, u64) TO_HALVES(uint64, u64)
TO_NUMBERS(bool, boolean)
