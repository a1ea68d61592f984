// Losses of pairs of elements, and dropout: src/ops/cpu/nn/loss.rs and src/ops/nn/mask.rs.
//
// Invariant: sums are those of src/ops/cpu/nn/shared.rs: 16 lanes over parts of 4,096 elements, each lane in the order of the
// elements, and the lanes added by halves; then the same over the parts, in float64.

#include "vecmath.cuh"

#define PART 4096
#define LANES 16

// The order of `Pointwise` in ops/cuda/loss.rs.
enum { MSE, L1, SMOOTH_L1, HUBER, BCE, BCE_WITH_LOGITS, KL_DIV, KL_DIV_OF_LOGS };

template <class C> DEVICE C limited_log(C x) {
    C log = log_of(x), least = (C)-100;
    return log < least ? least : log;
}

template <class C> DEVICE C value_of(i64 loss, f64 setting, C x, C t, C factor) {
    C d = size_of(x - t), half = (C)0.5, one = 1, zero = 0, by = (C)setting;
    switch (loss) {
    case MSE: return d * d;
    case L1: return d;
    case SMOOTH_L1: return d < by ? half * d * d / by : d - half * by;
    case HUBER: return d > by ? by * (d - half * by) : half * d * d;
    case BCE: return -(t * limited_log(x) + (one - t) * limited_log(one - x));
    case BCE_WITH_LOGITS: {
        C below = x < zero ? -x : zero;
        return (one - t) * x + (one + (factor - one) * t) * (log1p_of(exp_of(-size_of(x))) + below);
    }
    case KL_DIV: return t == zero ? zero : t * (log_of(t) - x);
    default: return exp_of(t) * (t - x);
    }
}

// The derivative by the element, and by the target.
template <class C> DEVICE void slopes_of(i64 loss, f64 setting, C x, C t, C factor, C& dx, C& dt) {
    C d = x - t, one = 1, zero = 0, by = (C)setting;
    C sign = d == zero ? d : with_sign(one, d);
    switch (loss) {
    case MSE: dx = d + d; break;
    case L1: dx = sign; break;
    case SMOOTH_L1: dx = size_of(d) < by ? d / by : sign; break;
    case HUBER: dx = size_of(d) > by ? by * sign : d; break;
    case BCE: {
        C spread = x * (one - x), least = (C)1e-12;
        dx = d / (spread > least ? spread : least);
        dt = limited_log(one - x) - limited_log(x);
        return;
    }
    case BCE_WITH_LOGITS: {
        C s = sigmoid_of(x);
        C log_s = (x < zero ? x : zero) - log1p_of(exp_of(-size_of(x)));
        dx = (one - t) * s - factor * t * (one - s);
        dt = log_s - x - factor * log_s;
        return;
    }
    case KL_DIV:
        dx = -t;
        dt = t == zero ? zero : log_of(t) + one - x;
        return;
    default:
        dx = -exp_of(t);
        dt = exp_of(t) * (t - x + one);
        return;
    }
    dt = -dx;
}

// The sum of the lanes of a thread's group, in its first lane.
template <class C> DEVICE C joined(C* lanes, C sum) {
    int lane = threadIdx.x % LANES;
    lanes[threadIdx.x] = sum;
    __syncthreads();
#pragma unroll
    for (int half = LANES / 2; half > 0; half /= 2) {
        if (lane < half) lanes[threadIdx.x] = lanes[threadIdx.x] + lanes[threadIdx.x + half];
        __syncthreads();
    }
    return lanes[threadIdx.x];
}

#define ENTRY(DTYPE, T)                                                                                                \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        pointwise_values_##DTYPE(T* out, const T* x, const T* t, const T* factors, i64 n, i64 loss, f64 setting) {     \
        i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;                                                               \
        if (i < n) out[i] = value_of<T>(loss, setting, x[i], t[i], factors ? factors[i] : (T)1);                       \
    }                                                                                                                  \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        pointwise_parts_##DTYPE(T* out, const T* x, const T* t, const T* factors, i64 n, i64 loss, f64 setting) {      \
        __shared__ T lanes[THREADS];                                                                                   \
        i64 part = (i64)blockIdx.x * (THREADS / LANES) + threadIdx.x / LANES;                                          \
        i64 end = (part + 1) * PART < n ? (part + 1) * PART : n;                                                       \
        T sum = 0;                                                                                                     \
        for (i64 i = part * PART + threadIdx.x % LANES; i < end; i += LANES)                                           \
            sum = sum + value_of<T>(loss, setting, x[i], t[i], factors ? factors[i] : (T)1);                           \
        sum = joined(lanes, sum);                                                                                      \
        if (threadIdx.x % LANES == 0 && part * PART < n) out[part] = sum;                                              \
    }                                                                                                                  \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        pointwise_total_##DTYPE(T* out, const T* parts, i64 n, f64 divisor) {                                          \
        __shared__ f64 lanes[THREADS];                                                                                 \
        f64 sum = 0;                                                                                                   \
        if (threadIdx.x < LANES)                                                                                       \
            for (i64 i = threadIdx.x; i < n; i += LANES) sum = sum + (f64)parts[i];                                    \
        sum = joined(lanes, sum);                                                                                      \
        if (threadIdx.x == 0) out[0] = (T)(sum / divisor);                                                             \
    }                                                                                                                  \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        pointwise_slopes_##DTYPE(T* dx, T* dt, const T* g, const T* x, const T* t, const T* factors, i64 n, i64 each,  \
                                 f64 scale, i64 loss, f64 setting) {                                                   \
        i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;                                                               \
        if (i >= n) return;                                                                                            \
        T given = g[each ? i : 0] * (T)scale, by_x = 0, by_t = 0;                                                      \
        slopes_of<T>(loss, setting, x[i], t[i], factors ? factors[i] : (T)1, by_x, by_t);                              \
        if (dx) dx[i] = given * by_x;                                                                                  \
        if (dt) dt[i] = given * by_t;                                                                                  \
    }                                                                                                                  \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        dropped_##DTYPE(T* out, const T* x, const boolean* mask, i64 n, f64 scale) {                                   \
        i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;                                                               \
        if (i < n) out[i] = mask[i].byte != 0 ? x[i] * (T)scale : (T)0;                                                \
    }

// The mean of the negative values at the target of each row, in the order of the rows: src/ops/cpu/loss.rs.
#define PICKED(DTYPE, T)                                                                                               \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        picked_##DTYPE(T* out, const T* values, const i64* targets, i64 rows, i64 classes) {                           \
        __shared__ f64 kept[THREADS];                                                                                  \
        f64 total = 0;                                                                                                 \
        for (i64 start = 0; start < rows; start += THREADS) {                                                          \
            i64 row = start + threadIdx.x;                                                                             \
            if (row < rows) kept[threadIdx.x] = (f64)values[row * classes + targets[row]];                             \
            __syncthreads();                                                                                           \
            i64 count = rows - start < THREADS ? rows - start : THREADS;                                               \
            if (threadIdx.x == 0)                                                                                      \
                for (int k = 0; k < (int)count; k++) total = total - kept[k];                                          \
            __syncthreads();                                                                                           \
        }                                                                                                              \
        if (threadIdx.x == 0) out[0] = (T)(total / (f64)rows);                                                         \
    }

PICKED(float32, f32)
PICKED(float64, f64)

ENTRY(float32, f32)
ENTRY(float64, f64)
