// A step of an optimizer in one pass: src/ops/cpu/optim.rs, and a rule for each kind of src/nn/optim.
//
// Invariant: an element depends on no other. The numbers of a rule are those of its `kernel` in Rust, in float64, and are
// cast as they are there; terms are added in the same order, and nothing is fused.

#include "vecmath.cuh"

// Where an element of the parameter is, counted in its shape; a contiguous one has rank 0. src/ops/cuda/optim.rs has the
// same struct.
struct Window {
    i64 rank;
    i64 sizes[16];
    i64 strides[16];
};

struct Numbers { f64 of[9]; };

DEVICE i64 place_of(const Window& window, i64 index) {
    if (window.rank == 0) return index;
    i64 place = 0;
#pragma unroll 1
    for (i64 axis = window.rank - 1; axis >= 0; axis--) {
        i64 size = window.sizes[axis];
        place += index % size * window.strides[axis];
        index /= size;
    }
    return place;
}

// 0 for a number below the normal range; NaN stays.
template <class C> DEVICE C normal_of(C x) { return size_of(x) < Real<C>::min_normal() ? (C)0 : x; }

template <class C> DEVICE C larger_of(C a, C b) { return a < b ? b : b < a || a == b ? a : a + b; }
template <class C> DEVICE C moved(C mean, C to, f64 share) { return mean + (C)share * (to - mean); }

// The gradient in the direction of the steps, with the decay of the parameter.
template <class C> DEVICE C oriented(C g, C p, f64 maximize, f64 decay) {
    g = maximize != 0.0 ? -g : g;
    return decay == 0.0 ? g : g + (C)decay * p;
}

template <class C> DEVICE void sgd(C& p, C g, C (&s)[3], const Numbers& n) {
    g = oriented(g, p, n.of[2], n.of[1]);
    p = p - (C)n.of[0] * g;
}

template <class C> DEVICE void sgd_momentum(C& p, C g, C (&s)[3], const Numbers& n) {
    C momentum = (C)n.of[3];
    g = oriented(g, p, n.of[2], n.of[1]);
    C v = momentum * s[0] + (C)n.of[4] * g;
    C change = n.of[5] != 0.0 ? g + momentum * v : v;
    p = p - (C)n.of[0] * change;
    s[0] = v;
}

// rate, decay, maximize, shrink, taken, kept, root, eps
template <class C> DEVICE void adam_means(C& p, C g, C (&s)[3], const Numbers& n) {
    p = p * (C)n.of[3];
    g = oriented(g, p, n.of[2], n.of[1]);
    s[0] = moved(s[0], g, n.of[4]);
    s[1] = (C)n.of[5] * s[1] + (C)(1.0 - n.of[5]) * g * g;
}

template <class C> DEVICE C adam_stepped(C p, C mean, C squares, const Numbers& n) {
    C under = root_of(squares) * (C)n.of[6] + (C)n.of[7];
    return p - (C)n.of[0] * mean / under;
}

template <class C> DEVICE void adam(C& p, C g, C (&s)[3], const Numbers& n) {
    adam_means(p, g, s, n);
    p = adam_stepped(p, s[0], s[1], n);
}

template <class C> DEVICE void amsgrad(C& p, C g, C (&s)[3], const Numbers& n) {
    adam_means(p, g, s, n);
    s[2] = larger_of(s[2], s[1]);
    p = adam_stepped(p, s[0], s[2], n);
}

// rate, decay, maximize, alpha, eps, momentum
template <class C> DEVICE C rmsprop_squares(C p, C& g, C squares, const Numbers& n) {
    g = oriented(g, p, n.of[2], n.of[1]);
    return (C)n.of[3] * squares + (C)(1.0 - n.of[3]) * g * g;
}

template <class C> DEVICE C rmsprop_root(C squares, const Numbers& n) { return root_of(squares) + (C)n.of[4]; }

template <class C> DEVICE void rmsprop(C& p, C g, C (&s)[3], const Numbers& n) {
    s[0] = rmsprop_squares(p, g, s[0], n);
    p = p - (C)n.of[0] * g / rmsprop_root(s[0], n);
}

template <class C> DEVICE void rmsprop_momentum(C& p, C g, C (&s)[3], const Numbers& n) {
    s[0] = rmsprop_squares(p, g, s[0], n);
    s[1] = (C)n.of[5] * s[1] + g / rmsprop_root(s[0], n);
    p = p - (C)n.of[0] * s[1];
}

template <class C> DEVICE void rmsprop_centered(C& p, C g, C (&s)[3], const Numbers& n) {
    s[0] = rmsprop_squares(p, g, s[0], n);
    s[1] = moved(s[1], g, 1.0 - n.of[3]);
    p = p - (C)n.of[0] * g / rmsprop_root(s[0] - s[1] * s[1], n);
}

template <class C> DEVICE void rmsprop_both(C& p, C g, C (&s)[3], const Numbers& n) {
    s[0] = rmsprop_squares(p, g, s[0], n);
    s[2] = moved(s[2], g, 1.0 - n.of[3]);
    s[1] = (C)n.of[5] * s[1] + g / rmsprop_root(s[0] - s[2] * s[2], n);
    p = p - (C)n.of[0] * s[1];
}

template <class C> DEVICE void adagrad(C& p, C g, C (&s)[3], const Numbers& n) {
    g = oriented(g, p, n.of[2], n.of[1]);
    s[0] = s[0] + g * g;
    p = p - (C)n.of[0] * g / (root_of(s[0]) + (C)n.of[3]);
}

// lr, decay, maximize, rho, eps
template <class C> DEVICE void adadelta(C& p, C g, C (&s)[3], const Numbers& n) {
    C kept = (C)n.of[3], taken = (C)(1.0 - n.of[3]), eps = (C)n.of[4];
    g = oriented(g, p, n.of[2], n.of[1]);
    s[0] = kept * s[0] + taken * g * g;
    C change = root_of(s[1] + eps) / root_of(s[0] + eps) * g;
    p = p - (C)n.of[0] * change;
    s[1] = kept * s[1] + taken * change * change;
}

// rate, decay, maximize, taken, kept, eps
template <class C> DEVICE void adamax(C& p, C g, C (&s)[3], const Numbers& n) {
    g = oriented(g, p, n.of[2], n.of[1]);
    s[0] = moved(s[0], g, n.of[3]);
    s[1] = larger_of((C)n.of[4] * s[1], size_of(g) + (C)n.of[5]);
    p = p - (C)n.of[0] * s[0] / s[1];
}

// of the gradient, decay, maximize, taken, kept, of the mean, correction, eps, shrink
template <class C> DEVICE void nadam(C& p, C g, C (&s)[3], const Numbers& n) {
    p = p * (C)n.of[8];
    g = oriented(g, p, n.of[2], n.of[1]);
    s[0] = moved(s[0], g, n.of[3]);
    s[1] = (C)n.of[4] * s[1] + (C)(1.0 - n.of[4]) * g * g;
    C under = root_of(s[1] / (C)n.of[6]) + (C)n.of[7];
    C change = (C)n.of[0] * g + (C)n.of[5] * s[0];
    p = p - change / under;
}

// rate, decay, maximize, taken, kept, by squares, eps, -, shrink
template <class C> DEVICE void radam(C& p, C g, C (&s)[3], const Numbers& n) {
    p = p * (C)n.of[8];
    g = oriented(g, p, n.of[2], n.of[1]);
    s[0] = moved(s[0], g, n.of[3]);
    s[1] = (C)n.of[4] * s[1] + (C)(1.0 - n.of[4]) * g * g;
    C under = n.of[5] != 0.0 ? root_of(s[1]) + (C)n.of[6] : (C)1;
    p = p - (C)n.of[0] * s[0] / under;
}

// The average of weights: src/nn/modules/average.rs, where the gradient is the weight.
template <class C> DEVICE void average(C& p, C g, C (&s)[3], const Numbers& n) {
    C way = g - p;
    p = n.of[0] < 0.5 ? p + (C)n.of[0] * way : g - way * (C)(1.0 - n.of[0]);
}

// The parameter that a step begins with: its master, unless the program has written the parameter since.
template <class T, class C> DEVICE C unrounded(C master, C p) {
    return Computed<T>::load(Computed<T>::store(master)) == p ? master : p;
}

#define ENTRY(NAME, DTYPE, T, OF_STATE, S, COUNT, CALL)                                                                \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        NAME##_##DTYPE##_##OF_STATE(T* parameters, const S* gradients, S* master, S* first, S* second, S* third,       \
                                    i64 elements, const __grid_constant__ Window window,                   \
                                    const __grid_constant__ Numbers n) {                                               \
        typedef Computed<T>::type C;                                                                                   \
        i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;                                                               \
        if (i >= elements) return;                                                                                     \
        T* at = parameters + place_of(window, i);                                                                      \
        C p = Computed<T>::load(*at), g = Computed<S>::load(gradients[i]);                                             \
        if (master) p = unrounded<T, C>(Computed<S>::load(master[i]), p);                                              \
        C s[3] = {0, 0, 0};                                                                                            \
        if (COUNT > 0) s[0] = Computed<S>::load(first[i]);                                                             \
        if (COUNT > 1) s[1] = Computed<S>::load(second[i]);                                                            \
        if (COUNT > 2) s[2] = Computed<S>::load(third[i]);                                                             \
        CALL;                                                                                                          \
        *at = Computed<T>::store(p);                                                                                   \
        if (master) master[i] = Computed<S>::store(p);                                                                 \
        if (COUNT > 0) first[i] = Computed<S>::store(normal_of(s[0]));                                                 \
        if (COUNT > 1) second[i] = Computed<S>::store(normal_of(s[1]));                                                \
        if (COUNT > 2) third[i] = Computed<S>::store(normal_of(s[2]));                                                 \
    }

#define OF_FLOATS(NAME, COUNT, CALL)                                                                                   \
    ENTRY(NAME, float32, f32, float32, f32, COUNT, CALL)                                                               \
    ENTRY(NAME, float64, f64, float64, f64, COUNT, CALL)                                                               \
    ENTRY(NAME, float16, f16, float16, f16, COUNT, CALL)                                                               \
    ENTRY(NAME, float16, f16, float32, f32, COUNT, CALL)                                                               \
    ENTRY(NAME, bfloat16, bf16, bfloat16, bf16, COUNT, CALL)                                                           \
    ENTRY(NAME, bfloat16, bf16, float32, f32, COUNT, CALL)

OF_FLOATS(sgd, 0, sgd(p, g, s, n))
OF_FLOATS(sgd_momentum, 1, sgd_momentum(p, g, s, n))
OF_FLOATS(adam, 2, adam(p, g, s, n))
OF_FLOATS(amsgrad, 3, amsgrad(p, g, s, n))
OF_FLOATS(rmsprop, 1, rmsprop(p, g, s, n))
OF_FLOATS(rmsprop_momentum, 2, rmsprop_momentum(p, g, s, n))
OF_FLOATS(rmsprop_centered, 2, rmsprop_centered(p, g, s, n))
OF_FLOATS(rmsprop_both, 3, rmsprop_both(p, g, s, n))
OF_FLOATS(adagrad, 1, adagrad(p, g, s, n))
OF_FLOATS(adadelta, 2, adadelta(p, g, s, n))
OF_FLOATS(adamax, 2, adamax(p, g, s, n))
OF_FLOATS(nadam, 2, nadam(p, g, s, n))
OF_FLOATS(radam, 2, radam(p, g, s, n))
OF_FLOATS(average, 0, average(p, g, s, n))
