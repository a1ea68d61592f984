// Scans in the order of src/ops/cpu/scan.rs: a thread combines the elements of one line, one after another, in the
// accumulator of that file, and rounds each result.

#include "fold.cuh"

template <class F, class T, class A> DEVICE void scan(T* out, const T* a, i64 lines, i64 n, i64 inner) {
    i64 line = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (line >= lines) return;
    i64 first = line / inner * n * inner + line % inner;
    A total = (A)0;
#pragma unroll 4
    for (i64 i = 0; i < n; i++) {
        A value = Cast<A, T>::of(a[first + i * inner]);
        total = i == 0 ? value : F::merge(total, value);
        out[first + i * inner] = Cast<T, A>::of(total);
    }
}

#define SCAN(NAME, F, DTYPE, T, A)                                                                                     \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        scan_##NAME##_##DTYPE(T* out, const T* a, i64 lines, i64 n, i64 inner) {                                       \
        scan<F, T, A>(out, a, lines, n, inner);                                                                        \
    }

#define SUMS(NAME, F)                                                                                                  \
    SCAN(NAME, F, float32, f32, f64)                                                                                   \
    SCAN(NAME, F, float64, f64, f64)                                                                                   \
    SCAN(NAME, F, float16, f16, f32)                                                                                   \
    SCAN(NAME, F, bfloat16, bf16, f32)                                                                                 \
    SCAN(NAME, F, int64, i64, i64)

#define EXTREMA(NAME, F)                                                                                               \
    SCAN(NAME, F, float32, f32, f32)                                                                                   \
    SCAN(NAME, F, float64, f64, f64)                                                                                   \
    SCAN(NAME, F, float16, f16, f32)                                                                                   \
    SCAN(NAME, F, bfloat16, bf16, f32)                                                                                 \
    SCAN(NAME, F, int8, i8, i8)                                                                                        \
    SCAN(NAME, F, int16, i16, i16)                                                                                     \
    SCAN(NAME, F, int32, i32, i32)                                                                                     \
    SCAN(NAME, F, int64, i64, i64)                                                                                     \
    SCAN(NAME, F, uint8, u8, u8)                                                                                       \
    SCAN(NAME, F, uint64, u64, u64)

SUMS(cumsum, Sum)
SUMS(cumprod, Prod)
EXTREMA(cummax, Max)
EXTREMA(cummin, Min)

// The gradients of products and extrema, `product_slopes` and `extremum_slopes` of src/ops/cpu/scan.rs:
// in float64, a thread for each line.
template <class T> DEVICE void product_slopes(T* out, const T* g, const T* x, i64 lines, i64 n, i64 inner) {
    i64 line = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (line >= lines) return;
    i64 first = line / inner * n * inner + line % inner;
    f64 sum = 0.0, after = 0.0;
#pragma unroll 1
    for (i64 i = n - 1; i >= 0; i--) {
        i64 at = first + i * inner;
        sum = (f64)g[at] + after * sum;
        after = (f64)x[at];
        out[at] = (T)sum;
    }
    f64 before = 1.0;
#pragma unroll 1
    for (i64 i = 0; i < n; i++) {
        i64 at = first + i * inner;
        out[at] = (T)((f64)out[at] * before);
        before *= (f64)x[at];
    }
}

// Adds to the zeros of `out`.
template <bool MAX, class T> DEVICE void extremum_slopes(T* out, const T* g, const T* x, i64 lines, i64 n, i64 inner) {
    i64 line = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (line >= lines) return;
    i64 first = line / inner * n * inner + line % inner;
    T best = x[first];
    i64 found = first;
#pragma unroll 1
    for (i64 i = 0; i < n; i++) {
        i64 at = first + i * inner;
        T value = x[at];
        if (is_nan(value) || (MAX ? value >= best : value <= best)) {
            best = value;
            found = at;
        }
        out[found] = (T)((f64)out[found] + (f64)g[at]);
    }
}

#define SLOPES(NAME, FUNCTION, DTYPE, T)                                                                               \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        NAME##_grad_##DTYPE(T* out, const T* g, const T* x, i64 lines, i64 n, i64 inner) {                             \
        FUNCTION(out, g, x, lines, n, inner);                                                                          \
    }

SLOPES(cumprod, product_slopes, float32, f32)
SLOPES(cumprod, product_slopes, float64, f64)
SLOPES(cummax, extremum_slopes<true>, float32, f32)
SLOPES(cummax, extremum_slopes<true>, float64, f64)
SLOPES(cummin, extremum_slopes<false>, float32, f32)
SLOPES(cummin, extremum_slopes<false>, float64, f64)
