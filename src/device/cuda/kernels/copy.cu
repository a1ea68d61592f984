// Elements moved unchanged, by their size: src/ops/cpu/copy.rs. And the fill by one element.

#include "common.cuh"

#define BY_SIZE(BYTES, T)                                                                                              \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        copy_##BYTES(T* out, const T* a, const __grid_constant__ Walk<2> walk) {                                       \
        map1(out, a, walk, [](T x) { return x; });                                                                     \
    }                                                                                                                  \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        fill_##BYTES(T* out, T value, const __grid_constant__ Walk<1> walk) {                                          \
        if (walk.rank == 0) {                                                                                          \
            i64 i = first_of_four();                                                                                   \
            if (i + EACH <= walk.elements) {                                                                           \
                Four<T> all;                                                                                           \
                for (int k = 0; k < EACH; k++) all.of[k] = value;                                                      \
                *(Four<T>*)(out + i) = all;                                                                            \
            } else {                                                                                                   \
                for (; i < walk.elements; i++) out[i] = value;                                                         \
            }                                                                                                          \
            return;                                                                                                    \
        }                                                                                                              \
        Offsets<1> at(walk);                                                                                           \
        for (int k = 0; k < SPREAD; k++) if (k < at.count) out[at.at[0][k]] = value;                                   \
    }                                                                                                                  \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        transpose_##BYTES(T* out, const T* a, i64 rows, i64 columns, i64 across) {                                     \
        transpose(out, a, rows, columns, across);                                                                      \
    }

#define SIDE 32
#define STEP (THREADS / SIDE)

// out[c][r] = a[r][c] for each of the matrices: squares of 32 go through shared memory, so both sides are read and
// written along their rows. A block has one square; `across` is the number of squares beside each other.
template <class T> DEVICE void transpose(T* out, const T* a, i64 rows, i64 columns, i64 across) {
    __shared__ T square[SIDE][SIDE + 1];
    i64 down = (rows + SIDE - 1) / SIDE;
    i64 matrix = blockIdx.x / (across * down);
    i64 place = blockIdx.x % (across * down);
    i64 top = place / across * SIDE, left = place % across * SIDE;
    out += matrix * rows * columns;
    a += matrix * rows * columns;
    int x = threadIdx.x % SIDE, y = threadIdx.x / SIDE;
    for (int i = y; i < SIDE; i += STEP) {
        if (top + i < rows && left + x < columns) square[i][x] = a[(top + i) * columns + left + x];
    }
    __syncthreads();
    for (int i = y; i < SIDE; i += STEP) {
        if (left + i < columns && top + x < rows) out[(left + i) * rows + top + x] = square[x][i];
    }
}

BY_SIZE(1, u8)
BY_SIZE(2, u16)
BY_SIZE(4, u32)
BY_SIZE(8, u64)
