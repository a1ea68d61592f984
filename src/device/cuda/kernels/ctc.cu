// The connectionist temporal classification loss: src/ops/nn/ctc.rs, operation for operation.
//
// A block has a strip of the states of one sample, a thread each, and goes through the steps. A state needs the two
// before it, or in the gradient behind it, one step ago: within the strip they pass through shared memory, and those of
// the next strip were written by the launch before.

#include "vecmath.cuh"

// `Batch` of src/ops/cuda/ctc.rs is the same.
struct Batch {
    const i64* labels;
    // For each sample the position of its first label, the number of its labels, and the number of its steps.
    const i64* samples;
    i64 steps;
    i64 count;
    i64 classes;
    // The states of the longest sample, and the first of the strip.
    i64 width;
    i64 strip;
    i64 blank;
};

struct Sample {
    const i64* labels;
    i64 states;
    i64 steps;
    i64 blank;

    DEVICE Sample(const Batch& of, i64 at) {
        labels = of.labels + of.samples[3 * at];
        states = 2 * of.samples[3 * at + 1] + 1;
        steps = of.samples[3 * at + 2];
        blank = of.blank;
    }

    DEVICE i64 class_of(i64 state) const { return state % 2 == 0 ? blank : labels[state / 2]; }

    // Whether a path may come to a state from the one two before: both have labels, which differ.
    DEVICE bool skips(i64 state) const { return state % 2 == 1 && state > 1 && class_of(state) != class_of(state - 2); }
};

template <class T> DEVICE T least() { return -Real<T>::infinity(); }

// log(exp(a) + exp(b) + exp(c))
template <class T> DEVICE T sum3(T a, T b, T c) {
    T ab = b > a ? b : a;
    T most = c > ab ? c : ab;
    // All are impossible: minus infinity, and not NaN.
    most = most == least<T>() ? (T)0 : most;
    return log_of(exp_of(a - most) + exp_of(b - most) + exp_of(c - most)) + most;
}

// The logarithms of the probabilities of all beginnings of paths, and with the last state of a sample its loss.
template <class T> DEVICE void forward(T* losses, T* alphas, const T* logs, const Batch& of) {
    __shared__ T rows[2][THREADS];
    i64 at = blockIdx.x, lane = threadIdx.x, state = of.strip + lane;
    Sample sample(of, at);
    if (of.strip >= sample.states) return;
    bool is_there = state < sample.states;
    bool skips = is_there && sample.skips(state);
    logs += at * of.classes + (is_there ? sample.class_of(state) : 0);
    alphas += at * of.steps * of.width;
    T value = least<T>();
    // A state of the step before, so many before this one.
    auto before = [&](i64 step, i64 places) {
        if (lane >= places) return rows[(step - 1) % 2][lane - places];
        return state >= places ? alphas[(step - 1) * of.width + state - places] : least<T>();
    };
#pragma unroll 1
    for (i64 step = 0; step < sample.steps; step++) {
        if (is_there) {
            T log = logs[step * of.count * of.classes];
            if (step > 0) {
                value = sum3(value, before(step, 1), skips ? before(step, 2) : least<T>()) + log;
            } else if (state < 2) {
                value = log;
            }
            alphas[step * of.width + state] = value;
            rows[step % 2][lane] = value;
        }
        __syncthreads();
    }
    if (state + 1 != sample.states) return;
    T none = sample.states == 1 ? (T)0 : Real<T>::infinity();
    losses[at] = sample.steps == 0 ? none : -sum3(value, before(sample.steps, 1), least<T>());
}

// The logarithms of the probabilities of all endings of paths.
template <class T> DEVICE void backward(T* betas, const T* logs, const Batch& of) {
    __shared__ T rows[2][THREADS];
    i64 at = blockIdx.x, lane = threadIdx.x, state = of.strip + lane;
    Sample sample(of, at);
    if (of.strip >= sample.states) return;
    bool is_there = state < sample.states;
    bool skips = state + 2 < sample.states && sample.skips(state + 2);
    logs += at * of.classes + (is_there ? sample.class_of(state) : 0);
    betas += at * of.steps * of.width;
    T value = 0;
    // A state of the step after, so many behind this one.
    auto after = [&](i64 step, i64 places) {
        if (state + places >= sample.states) return least<T>();
        if (lane + places < THREADS) return rows[(step + 1) % 2][lane + places];
        return betas[(step + 1) * of.width + state + places];
    };
#pragma unroll 1
    for (i64 step = sample.steps - 1; step >= 0; step--) {
        if (is_there) {
            T rest;
            if (step + 1 == sample.steps) {
                rest = state + 2 >= sample.states ? (T)0 : least<T>();
            } else {
                rest = sum3(value, after(step, 1), skips ? after(step, 2) : least<T>());
            }
            value = rest + logs[step * of.count * of.classes];
            betas[step * of.width + state] = value;
            rows[step % 2][lane] = value;
        }
        __syncthreads();
    }
}

// The gradient of each log-probability, from those of all paths through its class, in the order of their states.
template <class T>
DEVICE void gradient(T* out, const T* logs, const T* losses, const T* alphas, const T* betas, const T* grad,
                     const Batch& of, i64 all, i64 zero_infinity) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= all) return;
    i64 row = i / of.classes, own = i - row * of.classes, step = row / of.count, at = row - step * of.count;
    Sample sample(of, at);
    T loss = losses[at];
    if (step >= sample.steps || (zero_infinity && loss == Real<T>::infinity())) {
        out[i] = 0;
        return;
    }
    i64 first = (at * of.steps + step) * of.width;
    T sum = least<T>();
#pragma unroll 1
    for (i64 state = own == of.blank ? 0 : 1; state < sample.states; state += 2) {
        if (sample.class_of(state) != own) continue;
        sum = sum3(sum, alphas[first + state] + betas[first + state], least<T>());
    }
    T log = logs[i];
    out[i] = (exp_of(log) - exp_of(sum + loss - log)) * grad[at];
}

#define KERNEL extern "C" __global__ void __launch_bounds__(THREADS)

#define OF_FLOAT(DTYPE, T)                                                                                             \
    KERNEL ctc_forward_##DTYPE(T* losses, T* alphas, const T* logs, const __grid_constant__ Batch of) {                \
        forward(losses, alphas, logs, of);                                                                             \
    }                                                                                                                  \
    KERNEL ctc_backward_##DTYPE(T* betas, const T* logs, const __grid_constant__ Batch of) {                           \
        backward(betas, logs, of);                                                                                     \
    }                                                                                                                  \
    KERNEL ctc_grad_##DTYPE(T* out, const T* logs, const T* losses, const T* alphas, const T* betas, const T* grad,    \
                            i64 all, i64 zero_infinity, const __grid_constant__ Batch of) {                            \
        gradient(out, logs, losses, alphas, betas, grad, of, all, zero_infinity);                                      \
    }

OF_FLOAT(float32, f32)
OF_FLOAT(float64, f64)
