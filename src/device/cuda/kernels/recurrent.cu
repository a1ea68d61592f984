// A step of a recurrent cell, and its gradient: src/ops/cpu/nn/recurrent.rs, operation for operation.
//
// A thread has one element of the state of one sample, and so all gates of that element: nothing passes between threads.

#include "vecmath.cuh"

// The sample of an element. A division of 32 bits takes a fraction of the time.
DEVICE i64 sample_of(i64 i, i64 hidden) {
    return (u64)(i | hidden) >> 32 == 0 ? (i64)((u32)i / (u32)hidden) : i / hidden;
}

// The place of an element's first gate where samples have `count` gates, which are `hidden` apart.
DEVICE i64 gate_of(i64 i, i64 hidden, i64 count) { return i + sample_of(i, hidden) * (count - 1) * hidden; }

template <class T>
DEVICE void lstm_step(T* gates, const T* products, const T* before, T* cells, T* out, i64 n, i64 hidden) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= n) return;
    i64 at = gate_of(i, hidden, 4);
    gates += at;
    products += at;
    T input = sigmoid_of(gates[0] + products[0]);
    T forget = sigmoid_of(gates[hidden] + products[hidden]);
    T cell = tanh_of(gates[2 * hidden] + products[2 * hidden]);
    T output = sigmoid_of(gates[3 * hidden] + products[3 * hidden]);
    T c = forget * before[i] + input * cell;
    gates[0] = input;
    gates[hidden] = forget;
    gates[2 * hidden] = cell;
    gates[3 * hidden] = output;
    cells[i] = c;
    out[i] = output * tanh_of(c);
}

template <class T>
DEVICE void gru_step(T* gates, const T* products, const T* bias, const T* before, T* inner, T* out, i64 n,
                     i64 hidden) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= n) return;
    i64 sample = sample_of(i, hidden), at = i + sample * 2 * hidden;
    gates += at;
    products += at;
    T own[3];
#pragma unroll
    for (int k = 0; k < 3; k++) own[k] = products[k * hidden];
    if (bias != 0) {
        i64 column = i - sample * hidden;
#pragma unroll
        for (int k = 0; k < 3; k++) own[k] = own[k] + bias[column + k * hidden];
    }
    T reset = sigmoid_of(gates[0] + own[0]);
    T update = sigmoid_of(gates[hidden] + own[1]);
    T fresh = tanh_of(gates[2 * hidden] + reset * own[2]);
    gates[0] = reset;
    gates[hidden] = update;
    gates[2 * hidden] = fresh;
    inner[i] = own[2];
    out[i] = ((T)1 - update) * fresh + update * before[i];
}

template <class T> DEVICE void rnn_step(const T* sums, const T* products, T* out, i64 n, i64 is_relu) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= n) return;
    T sum = sums[i] + products[i];
    // A NaN stays.
    out[i] = !is_relu ? tanh_of(sum) : sum < (T)0 ? (T)0 : sum;
}

// The gradient of a state is the sum of what the step after it has passed on and of its own.

template <class T>
DEVICE void lstm_back(T* slopes, T* dc, const T* dh, const T* grad, const T* gates, const T* cells, const T* before,
                      i64 n, i64 hidden) {
    i64 at_state = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (at_state >= n) return;
    i64 at = gate_of(at_state, hidden, 4);
    gates += at;
    slopes += at;
    T one = 1, d_out = dh[at_state] + grad[at_state];
    T i = gates[0], f = gates[hidden], g = gates[2 * hidden], o = gates[3 * hidden];
    T t = tanh_of(cells[at_state]);
    T d = dc[at_state] + d_out * o * (one - t * t);
    slopes[0] = d * g * i * (one - i);
    slopes[hidden] = d * before[at_state] * f * (one - f);
    slopes[2 * hidden] = d * i * (one - g * g);
    slopes[3 * hidden] = d_out * t * o * (one - o);
    dc[at_state] = d * f;
}

// `passed` is what goes past the gates, `own` the gradient of the hidden products.
template <class T>
DEVICE void gru_back(T* slopes, T* own, T* passed, const T* dh, const T* grad, const T* gates, const T* inner,
                     const T* before, i64 n, i64 hidden) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= n) return;
    i64 at = gate_of(i, hidden, 3);
    gates += at;
    slopes += at;
    own += at;
    T one = 1, d = passed[i] + dh[i] + grad[i];
    T r = gates[0], z = gates[hidden], fresh = gates[2 * hidden];
    T dn = d * (one - z) * (one - fresh * fresh);
    T dz = d * (before[i] - fresh) * z * (one - z);
    T dr = dn * inner[i] * r * (one - r);
    slopes[0] = dr;
    slopes[hidden] = dz;
    slopes[2 * hidden] = dn;
    own[0] = dr;
    own[hidden] = dz;
    own[2 * hidden] = dn * r;
    passed[i] = d * z;
}

template <class T> DEVICE void rnn_back(T* slopes, const T* dh, const T* grad, const T* out, i64 n, i64 is_relu) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= n) return;
    T d = dh[i] + grad[i], y = out[i];
    slopes[i] = is_relu ? (y <= (T)0 ? (T)0 : d) : d * ((T)1 - y * y);
}

#define CELLS(DTYPE, T)                                                                                                \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        lstm_step_##DTYPE(T* gates, const T* products, const T* before, T* cells, T* out, i64 n, i64 hidden) {         \
        lstm_step<T>(gates, products, before, cells, out, n, hidden);                                                  \
    }                                                                                                                  \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        gru_step_##DTYPE(T* gates, const T* products, const T* bias, const T* before, T* inner, T* out, i64 n,         \
                         i64 hidden) {                                                                                 \
        gru_step<T>(gates, products, bias, before, inner, out, n, hidden);                                             \
    }                                                                                                                  \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        rnn_step_##DTYPE(const T* sums, const T* products, T* out, i64 n, i64 is_relu) {                               \
        rnn_step<T>(sums, products, out, n, is_relu);                                                                  \
    }                                                                                                                  \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        lstm_back_##DTYPE(T* slopes, T* dc, const T* dh, const T* grad, const T* gates, const T* cells,                \
                          const T* before, i64 n, i64 hidden) {                                                        \
        lstm_back<T>(slopes, dc, dh, grad, gates, cells, before, n, hidden);                                           \
    }                                                                                                                  \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        gru_back_##DTYPE(T* slopes, T* own, T* passed, const T* dh, const T* grad, const T* gates, const T* inner,     \
                         const T* before, i64 n, i64 hidden) {                                                         \
        gru_back<T>(slopes, own, passed, dh, grad, gates, inner, before, n, hidden);                                   \
    }                                                                                                                  \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        rnn_back_##DTYPE(T* slopes, const T* dh, const T* grad, const T* out, i64 n, i64 is_relu) {                    \
        rnn_back<T>(slopes, dh, grad, out, n, is_relu);                                                                \
    }

CELLS(float32, f32)
CELLS(float64, f64)
