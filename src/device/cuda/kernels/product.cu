// Matrix products: out[m][n] = sum over k of a[m][k] * b[k][n], for each of the batches.
//
// The terms of an element are added in the order of k by fused multiply-adds of the element type, so the error is at most (k + 1) units of the last place of the sum of the absolute terms. The processor's product adds
// in another order: the bits differ.
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

#define PRODUCT(DTYPE, C)                                                                                              \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        product_##DTYPE(C* out, const C* a, const C* b, i64 m, i64 n, i64 k, const __grid_constant__ Layout of_a,      \
                        const __grid_constant__ Layout of_b, const __grid_constant__ Loops batches, i64 across,        \
                        i64 down) {                                                                                    \
        product<C>(out, a, b, m, n, k, of_a, of_b, batches, across, down);                                             \
    }

PRODUCT(float32, f32)
PRODUCT(float64, f64)
