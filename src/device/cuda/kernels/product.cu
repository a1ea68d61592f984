// Matrix products: out[m][n] = sum over k of a[m][k] * b[k][n], for each of the batches.
//
// The terms of an element are added in the order of k by fused multiply-adds of the element type, so the error is at most
// (k + 1) units of the last place of the sum of the absolute terms. The processor's product adds in another order: the
// bits differ. Integers wrap, so their order is of no account; narrower ones are widened and cut off again.
//
// A block of 256 threads computes 64 x 64 elements, a thread 4 x 4 of them; slices of 16 terms go through shared memory.

#include "fold.cuh"

#define TILE 64
#define DEPTH 16
#define OWN 4

// The distance from a row to the next, and from a column to the next.
struct Layout {
    i64 row;
    i64 column;
};

DEVICE f32 fused(f32 a, f32 b, f32 c) { return __fmaf_rn(a, b, c); }
DEVICE f64 fused(f64 a, f64 b, f64 c) { return __fma_rn(a, b, c); }
DEVICE i64 fused(i64 a, i64 b, i64 c) { return (i64)((u64)a * (u64)b + (u64)c); }

template <class C>
DEVICE void product(C* out, const C* a, const C* b, i64 m, i64 n, i64 k, const Layout& of_a, const Layout& of_b,
                    const Loops& batches, i64 across, i64 down) {
    __shared__ C left[DEPTH][TILE + 1];
    __shared__ C right[DEPTH][TILE + 1];
    i64 batch = blockIdx.x / (across * down), tile = blockIdx.x % (across * down);
    i64 top = tile / across * TILE, first = tile % across * TILE;
    Offset at = offset_of(batches, batch);
    a += at.input;
    b += at.output;
    int x = threadIdx.x % 16, y = threadIdx.x / 16;
    C sums[OWN][OWN];
#pragma unroll
    for (int i = 0; i < OWN; i++) {
#pragma unroll
        for (int j = 0; j < OWN; j++) sums[i][j] = 0;
    }
    for (i64 start = 0; start < k; start += DEPTH) {
        // Neighbouring threads read neighbours along the axis that is adjacent in memory.
#pragma unroll
        for (int i = 0; i < TILE * DEPTH / THREADS; i++) {
            int place = threadIdx.x + i * THREADS;
            int row = of_a.column == 1 ? place / DEPTH : place % TILE, depth = of_a.column == 1 ? place % DEPTH : place / TILE;
            bool inside = top + row < m && start + depth < k;
            left[depth][row] =
                inside ? a[(top + row) * of_a.row + (start + depth) * of_a.column] : (C)0;
            int column = of_b.row == 1 ? place / DEPTH : place % TILE;
            depth = of_b.row == 1 ? place % DEPTH : place / TILE;
            inside = first + column < n && start + depth < k;
            right[depth][column] =
                inside ? b[(start + depth) * of_b.row + (first + column) * of_b.column] : (C)0;
        }
        __syncthreads();
        int depths = k - start < DEPTH ? (int)(k - start) : DEPTH;
#pragma unroll 4
        for (int depth = 0; depth < depths; depth++) {
            C mine[OWN], others[OWN];
#pragma unroll
            for (int i = 0; i < OWN; i++) {
                mine[i] = left[depth][y + i * 16];
                others[i] = right[depth][x + i * 16];
            }
#pragma unroll
            for (int i = 0; i < OWN; i++) {
#pragma unroll
                for (int j = 0; j < OWN; j++) sums[i][j] = fused(mine[i], others[j], sums[i][j]);
            }
        }
        __syncthreads();
    }
    out += batch * m * n;
#pragma unroll
    for (int i = 0; i < OWN; i++) {
#pragma unroll
        for (int j = 0; j < OWN; j++) {
            i64 row = top + y + i * 16, column = first + x + j * 16;
            if (row < m && column < n) out[row * n + column] = sums[i][j];
        }
    }
}

#define WIDE 128
#define SLICE 8
#define EACH_WIDE 8

// The same for large products: a block computes 128 x 128 elements, a thread 8 x 8 of them, and the next slice of 8 terms
// is read while one is computed.
template <class C>
DEVICE void wide_product(C* out, const C* a, const C* b, i64 m, i64 n, i64 k, const Layout& of_a, const Layout& of_b,
                         const Loops& batches, i64 across, i64 down) {
    __shared__ __align__(16) C left[2][SLICE][WIDE];
    __shared__ __align__(16) C right[2][SLICE][WIDE];
    const int READ = WIDE * SLICE / THREADS;
    i64 batch = blockIdx.x / (across * down), tile = blockIdx.x % (across * down);
    i64 top = tile / across * WIDE, first = tile % across * WIDE;
    Offset at = offset_of(batches, batch);
    a += at.input;
    b += at.output;
    // What this thread reads: neighbours read neighbours along the axis that is adjacent in memory.
    bool deep_a = of_a.column == 1, deep_b = of_b.row == 1;
    int row = deep_a ? threadIdx.x / 2 : threadIdx.x % 32, depth_a = deep_a ? threadIdx.x % 2 * READ : threadIdx.x / 32;
    int column = deep_b ? threadIdx.x / 2 : threadIdx.x % 32, depth_b = deep_b ? threadIdx.x % 2 * READ : threadIdx.x / 32;
    int row_step = deep_a ? 0 : 32, depth_step_a = deep_a ? 1 : 0;
    int column_step = deep_b ? 0 : 32, depth_step_b = deep_b ? 1 : 0;
    C next_a[READ], next_b[READ];
    auto read = [&](i64 start) {
#pragma unroll
        for (int i = 0; i < READ; i++) {
            i64 r = top + row + i * row_step, d = start + depth_a + i * depth_step_a;
            next_a[i] = r < m && d < k ? a[r * of_a.row + d * of_a.column] : (C)0;
            i64 c = first + column + i * column_step;
            d = start + depth_b + i * depth_step_b;
            next_b[i] = c < n && d < k ? b[d * of_b.row + c * of_b.column] : (C)0;
        }
    };
    auto keep = [&](int which) {
#pragma unroll
        for (int i = 0; i < READ; i++) {
            left[which][depth_a + i * depth_step_a][row + i * row_step] = next_a[i];
            right[which][depth_b + i * depth_step_b][column + i * column_step] = next_b[i];
        }
    };
    int x = threadIdx.x % 16 * EACH, y = threadIdx.x / 16 * EACH;
    C sums[EACH_WIDE][EACH_WIDE];
#pragma unroll
    for (int i = 0; i < EACH_WIDE; i++) {
#pragma unroll
        for (int j = 0; j < EACH_WIDE; j++) sums[i][j] = 0;
    }
    read(0);
    keep(0);
    __syncthreads();
    int now = 0;
#pragma unroll 1
    for (i64 start = 0; start < k; start += SLICE) {
        bool more = start + SLICE < k;
        if (more) read(start + SLICE);
#pragma unroll
        for (int depth = 0; depth < SLICE; depth++) {
            Four<C> mine[2], others[2];
            mine[0] = *(const Four<C>*)&left[now][depth][y];
            mine[1] = *(const Four<C>*)&left[now][depth][y + WIDE / 2];
            others[0] = *(const Four<C>*)&right[now][depth][x];
            others[1] = *(const Four<C>*)&right[now][depth][x + WIDE / 2];
#pragma unroll
            for (int i = 0; i < EACH_WIDE; i++) {
#pragma unroll
                for (int j = 0; j < EACH_WIDE; j++) {
                    sums[i][j] = fused(mine[i / EACH].of[i % EACH], others[j / EACH].of[j % EACH], sums[i][j]);
                }
            }
        }
        now = 1 - now;
        if (more) keep(now);
        __syncthreads();
    }
    out += batch * m * n;
#pragma unroll
    for (int i = 0; i < EACH_WIDE; i++) {
#pragma unroll
        for (int j = 0; j < EACH_WIDE; j++) {
            i64 r = top + y + i / EACH * (WIDE / 2) + i % EACH, c = first + x + j / EACH * (WIDE / 2) + j % EACH;
            if (r < m && c < n) out[r * n + c] = sums[i][j];
        }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, 2)
    product_wide_float32(f32* out, const f32* a, const f32* b, i64 m, i64 n, i64 k, const __grid_constant__ Layout of_a,
                         const __grid_constant__ Layout of_b, const __grid_constant__ Loops batches, i64 across,
                         i64 down) {
    wide_product<f32>(out, a, b, m, n, k, of_a, of_b, batches, across, down);
}

#define PRODUCT(DTYPE, C)                                                                                              \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        product_##DTYPE(C* out, const C* a, const C* b, i64 m, i64 n, i64 k, const __grid_constant__ Layout of_a,      \
                        const __grid_constant__ Layout of_b, const __grid_constant__ Loops batches, i64 across,        \
                        i64 down) {                                                                                    \
        product<C>(out, a, b, m, n, k, of_a, of_b, batches, across, down);                                             \
    }

PRODUCT(float32, f32)
PRODUCT(float64, f64)
PRODUCT(int64, i64)
