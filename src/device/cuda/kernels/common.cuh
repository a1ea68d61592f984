// What every kernel is written with: element types, how they are computed, and the walk over operands.
//
// Invariant: each rounding is written out. The compiler contracts nothing (--fmad=false), so a fused multiply-add is one
// only where `fma` is called, as in src/ops/cpu/vecmath.rs; results have the bits of the processor's kernels, but for the
// payload of a NaN.
//
// A map has one entry for each element type. Where every operand is contiguous and aligned (rank 0) a thread takes four
// adjacent elements; otherwise it takes two that are a block apart, so that neighbours read neighbours.

#pragma once

typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef float f32;
typedef double f64;
struct f16 { u16 bits; };
struct bf16 { u16 bits; };
struct boolean { u8 byte; };

#define DEVICE __device__ __forceinline__
#define THREADS 256
#define EACH 4   // adjacent elements of a thread
#define SPREAD 2 // elements of a thread that are a block apart

DEVICE u32 bits_of(f32 x) { return __float_as_uint(x); }
DEVICE u64 bits_of(f64 x) { return (u64)__double_as_longlong(x); }
DEVICE f32 float_of(u32 bits) { return __uint_as_float(bits); }
DEVICE f64 double_of(u64 bits) { return __longlong_as_double((i64)bits); }

// A float64 rounded to odd, as src/tensor/half.rs does before it rounds to a half.
DEVICE f32 to_odd(f64 x) {
    f32 near = (f32)x;
    f64 back = (f64)near;
    u32 bits = bits_of(near) - (fabs(back) > fabs(x) ? 1u : 0u);
    return float_of(bits | (back != x ? 1u : 0u));
}

DEVICE f32 wide(f16 x) {
    f32 value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(x.bits));
    return value;
}
DEVICE f32 wide(bf16 x) { return float_of((u32)x.bits << 16); }

template <class T> DEVICE T half_of(f32 x);
template <> DEVICE f16 half_of<f16>(f32 x) {
    f16 half;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half.bits) : "f"(x));
    return half;
}
template <> DEVICE bf16 half_of<bf16>(f32 x) {
    u32 bits = bits_of(x);
    u32 rounded = (bits + (0x7fff + (bits >> 16 & 1))) >> 16;
    u32 quiet = bits >> 16 | 0x40;
    bf16 half = {(u16)((bits & 0x7fffffff) > 0x7f800000 ? quiet : rounded)};
    return half;
}

// The type that an element is computed in: float32 for halves, a byte of 0 or 1 for booleans.
template <class T> struct Computed {
    typedef T type;
    static DEVICE T load(T x) { return x; }
    static DEVICE T store(T x) { return x; }
};
template <class H> struct OfHalf {
    typedef f32 type;
    static DEVICE f32 load(H x) { return wide(x); }
    static DEVICE H store(f32 x) { return half_of<H>(x); }
};
template <> struct Computed<f16> : OfHalf<f16> {};
template <> struct Computed<bf16> : OfHalf<bf16> {};
template <> struct Computed<boolean> {
    typedef u8 type;
    static DEVICE u8 load(boolean x) { return x.byte != 0 ? 1 : 0; }
    static DEVICE boolean store(u8 x) { boolean b = {x}; return b; }
};

// The type in which integers wrap.
template <class T> struct Wrapping { typedef T type; };
template <> struct Wrapping<i8> { typedef u32 type; };
template <> struct Wrapping<i16> { typedef u32 type; };
template <> struct Wrapping<i32> { typedef u32 type; };
template <> struct Wrapping<i64> { typedef u64 type; };
template <> struct Wrapping<u8> { typedef u32 type; };

template <class T> DEVICE bool is_nan(T x) { return x != x; }

// How several operands are walked together; src/ops/cuda/walk.rs has the same struct. With rank 0 each is contiguous,
// aligned to four elements, and there may be more elements than 2^31.
template <int N> struct Walk {
    i64 elements;
    i32 rank;
    u32 sizes[16];
    u32 magic[16];
    u32 shift[16];
    i64 strides[N][16];
};

template <int N> DEVICE u32 divided(const Walk<N>& walk, u32 n, int axis) {
    return (__umulhi(n, walk.magic[axis]) + n) >> walk.shift[axis];
}

// The offsets of the two elements of this thread in each operand. `count` of them exist; with one, the second is the
// first again, so that it can be read, and with none the thread has nothing to do.
template <int N> struct Offsets {
    i64 at[N][SPREAD];
    int count;

    DEVICE Offsets(const Walk<N>& walk) {
        u32 first = blockIdx.x * (THREADS * SPREAD) + threadIdx.x;
        u32 all = (u32)walk.elements;
        u32 rest[SPREAD];
        count = 0;
#pragma unroll
        for (int k = 0; k < SPREAD; k++) {
            u32 i = first + k * THREADS;
            count += i < all ? 1 : 0;
            rest[k] = i < all ? i : first;
#pragma unroll
            for (int n = 0; n < N; n++) at[n][k] = 0;
        }
#pragma unroll 1
        for (int axis = walk.rank - 1; axis > 0; axis--) {
#pragma unroll
            for (int k = 0; k < SPREAD; k++) {
                u32 quotient = divided(walk, rest[k], axis);
                i64 index = (i64)(rest[k] - quotient * walk.sizes[axis]);
#pragma unroll
                for (int n = 0; n < N; n++) at[n][k] += index * walk.strides[n][axis];
                rest[k] = quotient;
            }
        }
#pragma unroll
        for (int k = 0; k < SPREAD; k++) {
#pragma unroll
            for (int n = 0; n < N; n++) at[n][k] += (i64)rest[k] * walk.strides[n][0];
        }
    }
};

template <class T> struct alignas(sizeof(T) * EACH) Four { T of[EACH]; };

DEVICE i64 first_of_four() { return ((i64)blockIdx.x * THREADS + threadIdx.x) * EACH; }

// out = f(a)
template <class A, class R, class F> DEVICE void map1(R* out, const A* a, const Walk<2>& walk, F f) {
    if (walk.rank == 0) {
        i64 i = first_of_four();
        if (i + EACH <= walk.elements) {
            Four<A> x = *(const Four<A>*)(a + i);
            Four<R> y;
#pragma unroll
            for (int k = 0; k < EACH; k++) y.of[k] = f(x.of[k]);
            *(Four<R>*)(out + i) = y;
        } else {
#pragma unroll 1
            for (; i < walk.elements; i++) out[i] = f(a[i]);
        }
        return;
    }
    Offsets<2> at(walk);
    if (at.count == 0) return;
    A x[SPREAD];
#pragma unroll
    for (int k = 0; k < SPREAD; k++) x[k] = a[at.at[1][k]];
#pragma unroll
    for (int k = 0; k < SPREAD; k++) if (k < at.count) out[at.at[0][k]] = f(x[k]);
}

// Which operand is a number instead of elements. Its pointer is then that of the other operand, so that both can be read.
#define NEITHER 0
#define FIRST 1
#define SECOND 2

// out = f(a, b), computed in C; `number` takes the place of one operand.
template <class T, class R, class C, class F>
DEVICE void map2(R* out, const T* a, const T* b, C number, i32 which, const Walk<3>& walk, F f) {
    T x[EACH], y[EACH];
    auto apply = [&](int k) {
        C left = Computed<T>::load(x[k]), right = Computed<T>::load(y[k]);
        return f(which == FIRST ? number : left, which == SECOND ? number : right);
    };
    if (walk.rank == 0) {
        i64 i = first_of_four();
        if (i + EACH <= walk.elements) {
            Four<T> from_a = *(const Four<T>*)(a + i), from_b = *(const Four<T>*)(b + i);
#pragma unroll
            for (int k = 0; k < EACH; k++) {
                x[k] = from_a.of[k];
                y[k] = from_b.of[k];
            }
            Four<R> to;
#pragma unroll
            for (int k = 0; k < EACH; k++) to.of[k] = apply(k);
            *(Four<R>*)(out + i) = to;
        } else {
#pragma unroll 1
            for (; i < walk.elements; i++) {
                x[0] = a[i];
                y[0] = b[i];
                out[i] = apply(0);
            }
        }
        return;
    }
    Offsets<3> at(walk);
    if (at.count == 0) return;
#pragma unroll
    for (int k = 0; k < SPREAD; k++) {
        x[k] = a[at.at[1][k]];
        y[k] = b[at.at[2][k]];
    }
#pragma unroll
    for (int k = 0; k < SPREAD; k++) if (k < at.count) out[at.at[0][k]] = apply(k);
}
