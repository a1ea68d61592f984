// The largest rows of bags: src/ops/nn/bag.rs.

#include "common.cuh"

// The number of bags below `bag`, which are in order.
DEVICE i64 rows_below(const i64* bags, i64 rows, i64 bag) {
    i64 low = 0, high = rows;
    while (low < high) {
        i64 middle = low + (high - low) / 2;
        bool below = bags[middle] < bag;
        low = below ? middle + 1 : low;
        high = below ? high : middle;
    }
    return low;
}

// A thread has one column of one bag, and goes through its rows in their order.
template <class T>
DEVICE void greatest(i64* out, const T* values, const i64* bags, const boolean* left_out, i64 all, i64 rows, i64 width) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= all) return;
    i64 bag = i / width, best = -1;
    values += i - bag * width;
    T most = 0;
    for (i64 row = rows_below(bags, rows, bag); row < rows && bags[row] == bag; row++) {
        if (left_out != 0 && left_out[row].byte != 0) continue;
        T value = values[row * width];
        if (best < 0 || value > most) {
            best = row;
            most = value;
        }
    }
    out[i] = best;
}

#define GREATEST(DTYPE, T)                                                                                             \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        bag_greatest_##DTYPE(i64* out, const T* values, const i64* bags, const boolean* left_out, i64 all, i64 rows,   \
                             i64 width) {                                                                              \
        greatest<T>(out, values, bags, left_out, all, rows, width);                                                    \
    }

GREATEST(float32, f32)
GREATEST(float64, f64)
