// Losses of classes: src/ops/cpu/nn/loss.rs.
//
// Invariant: a target is compared with the classes before it is an index, so none is read outside
// of its row. Sums are in 16 lanes of float64, each in the order of the rows, and the lanes are
// added by halves.

#include "common.cuh"

#define LANES 16
#define STAGE 2048 // values that a block brings before its lanes add them

DEVICE void raise(u32* flag) { asm volatile("red.global.or.b32 [%0], %1;" ::"l"(flag), "r"(1u) : "memory"); }

// Rows of `c` values that are `s` apart, with a target each. Without smoothing `rest` is 0.
struct Rows {
    i64 count;
    i64 c;
    i64 s;
    i64 ignored;
    f64 share;
    f64 rest;
};

template <class T> DEVICE T factor_of(const T* weight, i64 at) { return weight ? weight[at] : (T)1; }

// The loss of each row and the factor of its class, both 0 for an ignored one.
template <class T>
DEVICE void losses(T* out, T* factors, const T* logs, const i64* classes, const T* weight, u32* flag, const Rows& rows) {
    i64 row = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (row >= rows.count) return;
    i64 target = classes[row];
    const T* from = logs + row / rows.s * rows.c * rows.s + row % rows.s;
    T loss = 0, factor = 0, share = (T)rows.share, rest = (T)rows.rest;
    if (target != rows.ignored) {
        if ((u64)target < (u64)rows.c) {
            T smooth = 0;
            if (rest != (T)0)
                for (i64 k = 0; k < rows.c; k++) smooth = smooth + factor_of(weight, k) * from[k * rows.s];
            factor = factor_of(weight, target);
            loss = -share * factor * from[target * rows.s] - rest * smooth;
        } else {
            raise(flag);
        }
    }
    out[row] = loss;
    if (factors) factors[row] = factor;
}

// The sum of the losses, divided by that of the factors if there are any, and the divisor.
template <class T> DEVICE void total(T* out, const T* losses, const T* factors, f64* divisor, i64 n) {
    __shared__ f64 values[2][STAGE];
    __shared__ f64 lanes[2 * LANES];
    int which = threadIdx.x / LANES, lane = threadIdx.x % LANES;
    f64 sum = 0;
    for (i64 start = 0; start < n; start += STAGE) {
        int count = n - start < STAGE ? (int)(n - start) : STAGE;
        for (int i = threadIdx.x; i < count; i += THREADS) {
            values[0][i] = (f64)losses[start + i];
            if (factors) values[1][i] = (f64)factors[start + i];
        }
        __syncthreads();
        if (which < (factors ? 2 : 1))
            for (int i = lane; i < count; i += LANES) sum = sum + values[which][i];
        __syncthreads();
    }
    if (which < 2) lanes[threadIdx.x] = sum;
#pragma unroll
    for (int half = LANES / 2; half > 0; half /= 2) {
        __syncthreads();
        if (which < 2 && lane < half) lanes[threadIdx.x] = lanes[threadIdx.x] + lanes[threadIdx.x + half];
    }
    __syncthreads();
    if (threadIdx.x != 0) return;
    f64 by = factors ? lanes[LANES] : 1.0;
    out[0] = (T)(lanes[0] / by);
    divisor[0] = by;
}

// The gradient of the logarithms, from that of each row's loss or of their sum. A target that is
// not a class has none.
template <class T>
DEVICE void slopes(T* out, const T* g, const i64* classes, const T* weight, i64 each, f64 divisor, const Rows& rows) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= rows.count * rows.c) return;
    i64 k = i / rows.s % rows.c, row = i / (rows.c * rows.s) * rows.s + i % rows.s;
    i64 target = classes[row];
    T slope = 0, share = (T)rows.share, rest = (T)rows.rest;
    if (target != rows.ignored) {
        T given = g[each ? row : 0] / (T)divisor, factor = factor_of(weight, k);
        if (rest != (T)0) slope = -given * rest * factor;
        if (target == k) slope = slope - given * share * factor;
    }
    out[i] = slope;
}

#define ENTRY(DTYPE, T)                                                                                                \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        class_losses_##DTYPE(T* out, T* factors, const T* logs, const i64* classes, const T* weight, u32* flag,        \
                             const __grid_constant__ Rows rows) {                                                      \
        losses(out, factors, logs, classes, weight, flag, rows);                                                       \
    }                                                                                                                  \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        class_total_##DTYPE(T* out, const T* losses, const T* factors, f64* divisor, i64 n) {                          \
        total(out, losses, factors, divisor, n);                                                                       \
    }                                                                                                                  \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        class_slopes_##DTYPE(T* out, const T* g, const i64* classes, const T* weight, i64 each, f64 divisor,           \
                             const __grid_constant__ Rows rows) {                                                      \
        slopes(out, g, classes, weight, each, divisor, rows);                                                          \
    }

ENTRY(float32, f32)
ENTRY(float64, f64)
