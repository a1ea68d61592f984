// The walk of functions that are computed in float64 whatever the dtype, as those of the crate
// `libm` are.
//
// Invariant: a kernel serves every dtype, which is a parameter: the function is most of its code,
// and it is there once. So a thread takes its elements one after another, and the threads of a
// block take adjacent ones.

#pragma once

#include "common.cuh"

// The parameter; src/ops/cuda/walk.rs has the same numbers.
#define OF_FLOAT32 0
#define OF_FLOAT64 1
#define OF_FLOAT16 2
#define OF_BFLOAT16 3
#define OF_INT8 4
#define OF_INT16 5
#define OF_INT32 6
#define OF_INT64 7
#define OF_UINT8 8
#define OF_UINT16 9
#define OF_UINT32 10
#define OF_UINT64 11

DEVICE f64 loaded(const void* from, i64 i, i32 dtype) {
    if (dtype == OF_FLOAT32) return (f64)((const f32*)from)[i];
    if (dtype == OF_FLOAT64) return ((const f64*)from)[i];
    if (dtype == OF_FLOAT16) return (f64)wide(((const f16*)from)[i]);
    return (f64)wide(((const bf16*)from)[i]);
}

// The bit of a sign, which a conversion of NaN does not keep.
DEVICE bool loaded_sign(const void* from, i64 i, i32 dtype) {
    if (dtype == OF_FLOAT32) return ((const u32*)from)[i] >> 31;
    if (dtype == OF_FLOAT64) return ((const u64*)from)[i] >> 63;
    return ((const u16*)from)[i] >> 15;
}

// A half is rounded from `near`, which is the value as a float32.
DEVICE void stored(void* to, i64 i, f64 value, f32 near, i32 dtype) {
    if (dtype == OF_FLOAT32) {
        ((f32*)to)[i] = (f32)value;
    } else if (dtype == OF_FLOAT64) {
        ((f64*)to)[i] = value;
    } else if (dtype == OF_FLOAT16) {
        ((f16*)to)[i] = half_of<f16>(near);
    } else {
        ((bf16*)to)[i] = half_of<bf16>(near);
    }
}

// An integer of any dtype but uint64, which has numbers that an int64 has not.
DEVICE i64 loaded_integer(const void* from, i64 i, i32 dtype) {
    if (dtype == OF_INT8) return ((const i8*)from)[i];
    if (dtype == OF_INT16) return ((const i16*)from)[i];
    if (dtype == OF_INT32) return ((const i32*)from)[i];
    if (dtype == OF_INT64) return ((const i64*)from)[i];
    if (dtype == OF_UINT16) return ((const u16*)from)[i];
    if (dtype == OF_UINT32) return ((const u32*)from)[i];
    return ((const u8*)from)[i];
}

DEVICE void stored_integer(void* to, i64 i, i64 value, i32 dtype) {
    if (dtype == OF_INT16 || dtype == OF_UINT16) {
        ((i16*)to)[i] = (i16)value;
    } else if (dtype == OF_INT32 || dtype == OF_UINT32) {
        ((i32*)to)[i] = (i32)value;
    } else if (dtype == OF_INT64) {
        ((i64*)to)[i] = value;
    } else {
        ((u8*)to)[i] = (u8)value;
    }
}

// Calls f with the offset of each element of this thread in each operand.
template <int N, class F> DEVICE void each(const Walk<N>& walk, F f) {
    bool flat = walk.rank == 0;
    Offsets<N> at(walk);
    i64 first = (i64)blockIdx.x * (THREADS * EACH) + threadIdx.x;
    int count = flat ? EACH : at.count;
#pragma unroll 1
    for (int k = 0; k < count; k++) {
        i64 offsets[N], along = first + k * THREADS;
        if (flat && along >= walk.elements) return;
#pragma unroll
        for (int n = 0; n < N; n++) offsets[n] = flat ? along : k == 0 ? at.at[n][0] : at.at[n][1];
        f(offsets);
    }
}
