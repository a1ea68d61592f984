// The positions of true values: src/ops/cpu/truths.rs. A block has 4,096 values, a thread 16 adjacent ones.
//
//   count    the true values of each block        places    the position of each, after `starts` of the block
//   starts   their sums before each block         unravel   positions as an index of each axis

#include "common.cuh"

#define OWN 16

DEVICE i64 own_truths(const u8* truths, i64 first, i64 n) {
    i64 count = 0;
    for (i64 i = first; i < first + OWN && i < n; i++) count += truths[i] != 0 ? 1 : 0;
    return count;
}

// The sum of the values of the threads before this one, and of all.
DEVICE i64 before(i64 value, i64* shared, i64& all) {
    __syncthreads();
    shared[threadIdx.x] = value;
    i64 sum = value;
#pragma unroll 1
    for (int step = 1; step < THREADS; step *= 2) {
        __syncthreads();
        i64 other = threadIdx.x >= step ? shared[threadIdx.x - step] : 0;
        __syncthreads();
        sum += other;
        shared[threadIdx.x] = sum;
    }
    __syncthreads();
    all = shared[THREADS - 1];
    return sum - value;
}

extern "C" __global__ void __launch_bounds__(THREADS) truths_count(i64* counts, const u8* truths, i64 n) {
    __shared__ i64 shared[THREADS];
    i64 all;
    before(own_truths(truths, ((i64)blockIdx.x * THREADS + threadIdx.x) * OWN, n), shared, all);
    if (threadIdx.x == 0) counts[blockIdx.x] = all;
}

// By one block; the sum of all is after the last.
extern "C" __global__ void __launch_bounds__(THREADS) truths_starts(i64* starts, const i64* counts, i64 blocks) {
    __shared__ i64 shared[THREADS];
    i64 so_far = 0;
#pragma unroll 1
    for (i64 first = 0; first < blocks; first += THREADS) {
        i64 i = first + threadIdx.x, all;
        i64 sum = before(i < blocks ? counts[i] : 0, shared, all);
        if (i < blocks) starts[i] = so_far + sum;
        so_far += all;
    }
    if (threadIdx.x == 0) starts[blocks] = so_far;
}

extern "C" __global__ void __launch_bounds__(THREADS)
    truths_places(i64* out, const u8* truths, const i64* starts, i64 n) {
    __shared__ i64 shared[THREADS];
    i64 all, first = ((i64)blockIdx.x * THREADS + threadIdx.x) * OWN;
    i64 at = starts[blockIdx.x] + before(own_truths(truths, first, n), shared, all);
    for (i64 i = first; i < first + OWN && i < n; i++) {
        if (truths[i] != 0) out[at++] = i;
    }
}

// Sizes of up to 16 axes.
struct Sizes { i64 of[16]; };

extern "C" __global__ void __launch_bounds__(THREADS)
    truths_unravel(i64* out, const i64* places, i64 count, i64 rank, const __grid_constant__ Sizes sizes) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    i64 place = places[i];
#pragma unroll 1
    for (int axis = (int)rank - 1; axis >= 0; axis--) {
        out[i * rank + axis] = place % sizes.of[axis];
        place /= sizes.of[axis];
    }
}
