// Elements at the positions of an index: src/ops/cpu/walk.rs. And triangles of matrices: src/ops/diagonal.rs.
//
// A position is read once and checked; one that is out of range raises the flag, and its element is neither read nor
// written. `back` is what a negative position is counted from: the size, or 0 if there are none.
//
// Elements that are combined at one position are taken in the order of the index, because one thread takes all of them
// that may meet: those along one dimension of the index (`line`), or, if the index alone says where, those of a run of
// equal positions after these were sorted (`runs`).

#include "fold.cuh"

DEVICE void raise(u32* flag) { asm volatile("red.global.or.b32 [%0], %1;" ::"l"(flag), "r"(1u) : "memory"); }

// The index of a position, or -1.
DEVICE i64 placed(i64 position, i64 size, i64 back, u32* flag) {
    i64 at = position + (back & (position >> 63));
    if ((u64)at < (u64)size) return at;
    raise(flag);
    return -1;
}

#define TAKE(BYTES, T)                                                                                                 \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        take_##BYTES(T* out, const T* from, const i64* index, const __grid_constant__ Walk<3> walk, i64 size,          \
                     i64 step, i64 back, u32* flag) {                                                                  \
        Offsets<3> at(walk);                                                                                           \
        if (at.count == 0) return;                                                                                     \
        i64 place[SPREAD];                                                                                             \
        T value[SPREAD];                                                                                               \
        _Pragma("unroll") for (int k = 0; k < SPREAD; k++) {                                                           \
            place[k] = placed(index[at.at[2][k]], size, back, flag);                                                   \
        }                                                                                                              \
        _Pragma("unroll") for (int k = 0; k < SPREAD; k++) {                                                           \
            value[k] = 0;                                                                                              \
            if (place[k] >= 0) value[k] = from[at.at[1][k] + place[k] * step];                                         \
        }                                                                                                              \
        _Pragma("unroll") for (int k = 0; k < SPREAD; k++) {                                                           \
            if (k < at.count && place[k] >= 0) out[at.at[0][k]] = value[k];                                            \
        }                                                                                                              \
    }

TAKE(1, u8)
TAKE(2, u16)
TAKE(4, u32)
TAKE(8, u64)

// Adds the contribution of one axis to offsets.
extern "C" __global__ void __launch_bounds__(THREADS)
    place_offsets(i64* offsets, const i64* index, i64 all, i64 size, i64 stride, u32* flag) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= all) return;
    i64 place = placed(index[i], size, size, flag);
    if (place >= 0) offsets[i] += place * stride;
}

// Raises the flag if a position is out of range, which is from -back to below size.
extern "C" __global__ void __launch_bounds__(THREADS)
    place_check(const i64* index, const __grid_constant__ Walk<1> walk, i64 size, i64 back, u32* flag) {
    Offsets<1> at(walk);
    for (int k = 0; k < SPREAD; k++) if (k < at.count) placed(index[at.at[0][k]], size, back, flag);
}

struct Put { template <class C> static DEVICE C of(C, C y) { return y; } };
struct Plus {
    static DEVICE f32 of(f32 x, f32 y) { return x + y; }
    static DEVICE f64 of(f64 x, f64 y) { return x + y; }
    template <class C> static DEVICE C of(C x, C y) { return (C)((typename Wrapping<C>::type)x + (typename Wrapping<C>::type)y); }
};
struct Times {
    static DEVICE f32 of(f32 x, f32 y) { return x * y; }
    static DEVICE f64 of(f64 x, f64 y) { return x * y; }
    template <class C> static DEVICE C of(C x, C y) { return (C)((typename Wrapping<C>::type)x * (typename Wrapping<C>::type)y); }
};
struct Larger { template <class C> static DEVICE C of(C x, C y) { return y > x || is_nan(y) ? y : x; } };
struct Smaller { template <class C> static DEVICE C of(C x, C y) { return y < x || is_nan(y) ? y : x; } };

// How the elements of a line go on, in `to`, in `from` and in the index; `to` stays if the index alone says where.
struct Line {
    i64 n;
    i64 to;
    i64 from;
    i64 index;
};

template <class F, class T>
DEVICE void scatter(T* to, const T* from, const i64* index, const Walk<3>& walk, const Line& line, i64 size, i64 step,
                    u32* flag) {
    Offsets<3> at(walk);
    for (int k = 0; k < SPREAD; k++) {
        if (k >= at.count) return;
        i64 there = at.at[0][k], here = at.at[1][k], named = at.at[2][k];
#pragma unroll 1
        for (i64 i = 0; i < line.n; i++) {
            i64 place = placed(index[named + i * line.index], size, size, flag);
            if (place < 0) continue;
            T* p = to + there + i * line.to + place * step;
            T value = from[here + i * line.from];
            *p = Computed<T>::store(F::of(Computed<T>::load(*p), Computed<T>::load(value)));
        }
    }
}

// Positions as keys of src/device/cuda/kernels/sort.cu, padded by the greatest; those out of range are too.
extern "C" __global__ void __launch_bounds__(THREADS)
    place_keys(u64* keys, i64* order, const i64* index, i64 padded, i64 n, i64 stride, i64 size, u32* flag) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= padded) return;
    keys[i] = i < n ? (u64)placed(index[i * stride], size, size, flag) : ~0ull;
    order[i] = i;
}

// A slice of `inner` elements for each position: the first thread of a run of equal keys combines all of it, in order.
template <class F, class T>
DEVICE void runs(T* to, const T* from, const u64* keys, const i64* order, const Loops& slice, i64 n, i64 inner, i64 to_step,
                 i64 from_step) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= n * inner) return;
    i64 at = i / inner;
    u64 key = keys[at];
    if (key == ~0ull || (at > 0 && keys[at - 1] == key)) return;
    Offset offset = offset_of(slice, i % inner);
    T* p = to + offset.output + (i64)key * to_step;
    from += offset.input;
    T sum = *p;
    for (; at < n && keys[at] == key; at++) {
        T value = from[order[at] * from_step];
        sum = Computed<T>::store(F::of(Computed<T>::load(sum), Computed<T>::load(value)));
    }
    *p = sum;
}

#define SCATTER(NAME, F, DTYPE, T)                                                                                     \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        runs_##NAME##_##DTYPE(T* to, const T* from, const u64* keys, const i64* order, i64 n, i64 inner, i64 to_step,  \
                              i64 from_step, const __grid_constant__ Loops slice) {                                    \
        runs<F>(to, from, keys, order, slice, n, inner, to_step, from_step);                                           \
    }                                                                                                                  \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        scatter_##NAME##_##DTYPE(T* to, const T* from, const i64* index, const __grid_constant__ Walk<3> walk,         \
                                 const __grid_constant__ Line line, i64 size, i64 step, u32* flag) {                   \
        scatter<F>(to, from, index, walk, line, size, step, flag);                                                     \
    }

#define OF_NUMBERS(NAME, F)                                                                                            \
    SCATTER(NAME, F, float32, f32)                                                                                     \
    SCATTER(NAME, F, float64, f64)                                                                                     \
    SCATTER(NAME, F, float16, f16)                                                                                     \
    SCATTER(NAME, F, bfloat16, bf16)                                                                                   \
    SCATTER(NAME, F, int8, i8)                                                                                         \
    SCATTER(NAME, F, int16, i16)                                                                                       \
    SCATTER(NAME, F, int32, i32)                                                                                       \
    SCATTER(NAME, F, int64, i64)                                                                                       \
    SCATTER(NAME, F, uint8, u8)

// Sums and products are those of the signed type of the same size.
#define OF_UNSIGNED(NAME, F)                                                                                           \
    SCATTER(NAME, F, uint16, u16)                                                                                      \
    SCATTER(NAME, F, uint32, u32)                                                                                      \
    SCATTER(NAME, F, uint64, u64)

SCATTER(put, Put, 1, u8)
template <> struct Wrapping<u16> { typedef u32 type; };
SCATTER(put, Put, 2, u16)
SCATTER(put, Put, 4, u32)
SCATTER(put, Put, 8, u64)
OF_NUMBERS(sum, Plus)
OF_NUMBERS(prod, Times)
OF_NUMBERS(max, Larger)
OF_NUMBERS(min, Smaller)
OF_UNSIGNED(max, Larger)
OF_UNSIGNED(min, Smaller)

// Zeros the elements of matrices that are not in the triangle.
#define TRIANGLE(BYTES, T)                                                                                             \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        triangle_##BYTES(T* out, i64 all, i64 height, i64 width, i64 offset, i64 upper) {                              \
        i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;                                                               \
        if (i >= all) return;                                                                                          \
        i64 column = i % width, row = i / width % height;                                                              \
        bool above = column - row > offset, below = column - row < offset;                                             \
        if (upper ? below : above) out[i] = 0;                                                                         \
    }

TRIANGLE(1, u8)
TRIANGLE(2, u16)
TRIANGLE(4, u32)
TRIANGLE(8, u64)
