// How elements are combined, in the order of src/ops/cpu/fold.rs, which depends on shape and strides alone.

#pragma once
#include "cast.cuh"

template <class T> DEVICE T lowest();
template <class T> DEVICE T highest();
#define ENDS(T, LOW, HIGH)                                                                                             \
    template <> DEVICE T lowest<T>() { return (T)(LOW); }                                                              \
    template <> DEVICE T highest<T>() { return (T)(HIGH); }
ENDS(i8, -128, 127)
ENDS(i16, -32768, 32767)
ENDS(i32, 0x80000000, 0x7fffffff)
ENDS(i64, 0x8000000000000000ull, 0x7fffffffffffffffll)
ENDS(u8, 0, 255)
ENDS(u64, 0, 0xffffffffffffffffull)
template <> DEVICE f32 lowest<f32>() { return float_of(0xff800000u); }
template <> DEVICE f32 highest<f32>() { return float_of(0x7f800000u); }
template <> DEVICE f64 lowest<f64>() { return double_of(0xfff0000000000000ull); }
template <> DEVICE f64 highest<f64>() { return double_of(0x7ff0000000000000ull); }

// `start` is neutral; `merge` takes the earlier value first.
struct Sum {
    template <class A> static DEVICE A start() { return (A)0; }
    static DEVICE f32 merge(f32 a, f32 b) { return a + b; }
    static DEVICE f64 merge(f64 a, f64 b) { return a + b; }
    static DEVICE i64 merge(i64 a, i64 b) { return (i64)((u64)a + (u64)b); }
};
struct Prod {
    template <class A> static DEVICE A start() { return (A)1; }
    static DEVICE f32 merge(f32 a, f32 b) { return a * b; }
    static DEVICE f64 merge(f64 a, f64 b) { return a * b; }
    static DEVICE i64 merge(i64 a, i64 b) { return (i64)((u64)a * (u64)b); }
};
struct Max {
    template <class A> static DEVICE A start() { return lowest<A>(); }
    template <class A> static DEVICE A merge(A a, A b) { return a > b || is_nan(a) ? a : b; }
};
struct Min {
    template <class A> static DEVICE A start() { return highest<A>(); }
    template <class A> static DEVICE A merge(A a, A b) { return a < b || is_nan(a) ? a : b; }
};
struct Any {
    template <class A> static DEVICE A start() { return 0; }
    static DEVICE u8 merge(u8 a, u8 b) { return a | b; }
};
struct All {
    template <class A> static DEVICE A start() { return 1; }
    static DEVICE u8 merge(u8 a, u8 b) { return a & b; }
};

// Lanes side by side in the run of one result, by the bytes of an accumulator.
template <class A> struct Lanes { enum { count = sizeof(A) == 8 ? 32 : 64 }; };

// The value of `lanes` that each of the first COUNT threads of a group brings, combined in halves; all threads of the
// block come here. The result is the first thread's.
template <class F, int COUNT, class A> DEVICE A halved(A value, A* lanes, int lane) {
    __syncthreads();
    if (lane < COUNT) lanes[lane] = value;
    __syncthreads();
#pragma unroll
    for (int half = COUNT / 2; half > 0; half /= 2) {
        if (lane < half) {
            value = F::merge(lanes[lane], lanes[lane + half]);
            lanes[lane] = value;
        }
        __syncthreads();
    }
    return value;
}

// `n` elements whose k-th is `at(k)`, folded by a group of LANES threads: LANES accumulators side by side, then 8 on the
// rest, then one. All threads of the block come here, those without elements with `n` 0.
template <class F, int LANES, class A, class At> DEVICE A folded(i64 n, At at, A* lanes, int lane) {
    i64 whole = n / LANES * LANES;
    A sum = F::template start<A>();
    for (i64 i = lane; i < whole; i += LANES) sum = F::merge(sum, at(i));
    sum = halved<F, LANES>(sum, lanes, lane);
    A total = whole > 0 ? sum : F::template start<A>();
    i64 eights = whole + (n - whole) / 8 * 8;
    sum = F::template start<A>();
    if (lane < 8) {
        for (i64 i = whole + lane; i < eights; i += 8) sum = F::merge(sum, at(i));
    }
    sum = halved<F, 8>(sum, lanes, lane);
    if (lane == 0) {
        if (eights > whole) total = F::merge(total, sum);
        for (i64 i = eights; i < n; i++) total = F::merge(total, at(i));
    }
    return total;
}

// Nested loops, outermost first, with the steps of the elements and of the results.
struct Loops {
    i64 count;
    i64 sizes[16];
    i64 input[16];
    i64 output[16];
};

struct Offset {
    i64 input;
    i64 output;
};

DEVICE Offset offset_of(const Loops& loops, i64 pass) {
    Offset at = {0, 0};
#pragma unroll 1
    for (int axis = (int)loops.count - 1; axis >= 0; axis--) {
        i64 quotient = pass / loops.sizes[axis];
        i64 index = pass - quotient * loops.sizes[axis];
        at.input += index * loops.input[axis];
        at.output += index * loops.output[axis];
        pass = quotient;
    }
    return at;
}
