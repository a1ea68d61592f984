// Softmax, its logarithm, and the index of the greatest: src/ops/cpu/softmax.rs and src/ops/cpu/argmax.rs.

#include "fold.cuh"
#include "vecmath.cuh"

#define LANES 64
#define PIECE 1024

// A row of `n` adjacent elements by a group of 64 threads. Exponentials are computed twice instead of being kept.
template <class T> DEVICE void softmax_rows(T* out, const T* a, i64 rows, i64 n, i64 log) {
    __shared__ T shared[THREADS];
    __shared__ T found[THREADS / LANES];
    int lane = threadIdx.x % LANES, group = threadIdx.x / LANES;
    T* lanes = shared + group * LANES;
    i64 row = (i64)blockIdx.x * (THREADS / LANES) + group;
    bool exists = row < rows;
    const T* from = a + (exists ? row : 0) * n;
    i64 count = exists ? n : 0;
    T greatest = folded<Max, LANES>(count, [=](i64 i) { return from[i]; }, lanes, lane);
    if (lane == 0) found[group] = greatest;
    __syncthreads();
    greatest = found[group];
    T sum = 0;
    i64 piece = log ? PIECE : n;
    for (i64 start = 0; start < n; start += piece) {
        i64 left = n - start < piece ? n - start : piece;
        const T* values = from + start;
        auto at = [=](i64 i) { return exp_of_negative(values[i] - greatest); };
        sum = sum + folded<Sum, LANES>(exists ? left : 0, at, lanes, lane);
    }
    if (lane == 0) found[group] = log ? log_of(sum) : (T)1 / sum;
    __syncthreads();
    sum = found[group];
    T* to = out + (exists ? row : 0) * n;
    for (i64 i = lane; i < count; i += LANES) {
        T shifted = from[i] - greatest;
        to[i] = log ? shifted - sum : exp_of_negative(shifted) * sum;
    }
}

#define KEPT 32768 // bytes of a row that a block keeps

// A row of `n` adjacent elements that fits into shared memory, by a block: each element is read once, and each exponential
// computed once. The greatest is taken in any order, since equal elements differ in the sign of zero at most.
template <class T> DEVICE void softmax_short(T* out, const T* a, i64 n, i64 log) {
    __shared__ T row[KEPT / sizeof(T)];
    __shared__ T lanes[THREADS];
    const T* from = a + (i64)blockIdx.x * n;
    T greatest = lowest<T>();
    for (int i = threadIdx.x; i < n; i += THREADS) {
        T value = from[i];
        row[i] = value;
        greatest = Max::merge(greatest, value);
    }
    lanes[threadIdx.x] = greatest;
#pragma unroll 1
    for (int half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) lanes[threadIdx.x] = Max::merge(lanes[threadIdx.x], lanes[threadIdx.x + half]);
    }
    __syncthreads();
    greatest = lanes[0];
    for (int i = threadIdx.x; i < n; i += THREADS) {
        T shifted = row[i] - greatest;
        row[i] = log ? shifted : exp_of_negative(shifted);
    }
    __syncthreads();
    T sum = 0;
    int piece = log ? PIECE : (int)n;
    // The first 64 threads add.
    int lane = threadIdx.x < LANES ? threadIdx.x : LANES;
    for (int start = 0; start < n; start += piece) {
        int left = (int)n - start < piece ? (int)n - start : piece;
        const T* values = row + start;
        auto at = [=](i64 i) { return log ? exp_of_negative(values[i]) : values[i]; };
        T part = folded<Sum, LANES>(lane < LANES ? left : 0, at, lanes + (lane < LANES ? 0 : LANES), lane);
        sum = sum + part;
    }
    __syncthreads();
    if (threadIdx.x == 0) lanes[0] = log ? log_of(sum) : (T)1 / sum;
    __syncthreads();
    sum = lanes[0];
    T* to = out + (i64)blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += THREADS) to[i] = log ? row[i] - sum : row[i] * sum;
}

// A column of each matrix of `n` rows of `inner` elements by a thread.
template <class T> DEVICE void softmax_columns(T* out, const T* a, i64 all, i64 n, i64 inner, i64 log) {
    i64 thread = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (thread >= all) return;
    i64 start = thread / inner * n * inner + thread % inner;
    T greatest = lowest<T>();
    for (i64 i = 0; i < n; i++) greatest = Max::merge(greatest, a[start + i * inner]);
    T sum = 0;
    for (i64 i = 0; i < n; i++) sum = sum + exp_of_negative(a[start + i * inner] - greatest);
    sum = log ? log_of(sum) : (T)1 / sum;
    for (i64 i = 0; i < n; i++) {
        T shifted = a[start + i * inner] - greatest;
        out[start + i * inner] = log ? shifted - sum : exp_of_negative(shifted) * sum;
    }
}

#define SOFTMAX(DTYPE, T)                                                                                              \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        softmax_rows_##DTYPE(T* out, const T* a, i64 rows, i64 n, i64 log) {                                           \
        softmax_rows(out, a, rows, n, log);                                                                            \
    }                                                                                                                  \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        softmax_short_##DTYPE(T* out, const T* a, i64 n, i64 log) {                                                    \
        softmax_short(out, a, n, log);                                                                                 \
    }                                                                                                                  \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        softmax_columns_##DTYPE(T* out, const T* a, i64 all, i64 n, i64 inner, i64 log) {                              \
        softmax_columns(out, a, all, n, inner, log);                                                                   \
    }

SOFTMAX(float32, f32)
SOFTMAX(float64, f64)

// Whether the first of two is taken: NaN before any number, of equals the one of the lower index.
template <class T> DEVICE bool wins(T a, i64 i, T b, i64 j) {
    if (is_nan(a) != is_nan(b)) return is_nan(a);
    if (!is_nan(a) && a != b) return a > b;
    return i < j;
}

// The index of the greatest of `n` elements, by a block for each result.
template <class T> DEVICE void argmax(i64* out, const T* a, const Loops& results, const Loops& elements, i64 n) {
    __shared__ T values[THREADS];
    __shared__ i64 places[THREADS];
    Offset at = offset_of(results, blockIdx.x);
    const T* from = a + at.input;
    T best = from[0];
    i64 place = 0;
    auto take = [&](T value, i64 i) {
        if (wins(value, i, best, place)) {
            best = value;
            place = i;
        }
    };
    if (elements.count <= 1) {
        i64 step = elements.count == 1 ? elements.input[0] : 0;
#pragma unroll 4
        for (i64 i = threadIdx.x; i < n; i += THREADS) take(from[i * step], i);
    } else {
        for (i64 i = threadIdx.x; i < n; i += THREADS) take(from[offset_of(elements, i).input], i);
    }
    values[threadIdx.x] = best;
    places[threadIdx.x] = place;
    for (int half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half && wins(values[threadIdx.x + half], places[threadIdx.x + half], values[threadIdx.x],
                                       places[threadIdx.x])) {
            values[threadIdx.x] = values[threadIdx.x + half];
            places[threadIdx.x] = places[threadIdx.x + half];
        }
    }
    if (threadIdx.x == 0) out[at.output] = places[0];
}

#define ARGMAX(DTYPE, T)                                                                                               \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        argmax_##DTYPE(i64* out, const T* a, const __grid_constant__ Loops results,                                    \
                       const __grid_constant__ Loops elements, i64 n) {                                                \
        argmax(out, a, results, elements, n);                                                                          \
    }

ARGMAX(float32, f32)
ARGMAX(float64, f64)
ARGMAX(int8, i8)
ARGMAX(int16, i16)
ARGMAX(int32, i32)
ARGMAX(int64, i64)
ARGMAX(uint8, u8)
ARGMAX(uint64, u64)
