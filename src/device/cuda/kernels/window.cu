// Windows over the last three axes: pools (src/ops/cpu/nn/pool.rs), in the order of their sums, and the columns of a
// convolution (src/ops/nn/conv.rs), whose product is a matrix product.

#include "fold.cuh"

// One axis of a pool; windows divide the input if `kernel` is 0.
struct Axis {
    i64 size;
    i64 output;
    i64 kernel;
    i64 stride;
    i64 padding;
    i64 dilation;
};

struct Pool {
    Axis axes[3];
    i64 count_padding;
    // The divisor of a sum, or NaN.
    f64 divisor;
};

struct Window {
    i64 start;
    i64 end;
    i64 step;
    i64 padded;
};

DEVICE Window window_of(const Axis& a, i64 at) {
    Window w;
    if (a.kernel == 0) {
        w.start = at * a.size / a.output;
        w.end = ((at + 1) * a.size + a.output - 1) / a.output;
        w.step = 1;
        w.padded = w.end - w.start;
        return w;
    }
    i64 first = at * a.stride - a.padding;
    i64 behind = first + (a.kernel - 1) * a.dilation + 1;
    i64 skipped = first < 0 ? -first : 0;
    w.start = first + (skipped + a.dilation - 1) / a.dilation * a.dilation;
    i64 end = behind < 0 ? 0 : behind;
    w.end = end < a.size ? end : a.size;
    w.step = a.dilation;
    i64 last = behind < a.size + a.padding ? behind : a.size + a.padding;
    w.padded = last - first < 0 ? 0 : last - first;
    return w;
}

// The results whose windows may hold a position.
DEVICE void results_of(const Axis& a, i64 at, i64& low, i64& high) {
    if (a.kernel == 0) {
        low = at * a.output / a.size;
        high = ((at + 1) * a.output + a.size - 1) / a.size - 1;
    } else {
        i64 from = at + a.padding - (a.kernel - 1) * a.dilation;
        low = from <= 0 ? 0 : (from + a.stride - 1) / a.stride;
        high = (at + a.padding) / a.stride;
    }
    high = high < a.output - 1 ? high : a.output - 1;
}

DEVICE bool holds(const Window& w, i64 at) { return at >= w.start && at < w.end && (at - w.start) % w.step == 0; }

DEVICE f64 divisor_of(const Pool& how, const Window& d, const Window& h, const Window& w) {
    if (!is_nan(how.divisor)) return how.divisor;
    f64 product = 1.0;
    const Window* all[3] = {&d, &h, &w};
#pragma unroll
    for (int i = 0; i < 3; i++) {
        i64 inside = all[i]->end - all[i]->start;
        product *= (f64)(how.count_padding ? all[i]->padded : inside < 0 ? 0 : inside);
    }
    return product;
}

struct Place {
    i64 plane;
    i64 z;
    i64 y;
    i64 x;
};

DEVICE Place place_of(i64 i, i64 depth, i64 height, i64 width) {
    Place at;
    at.x = i % width;
    i /= width;
    at.y = i % height;
    i /= height;
    at.z = i % depth;
    at.plane = i / depth;
    return at;
}

template <class T> DEVICE void greatest(T* out, i64* places, const T* x, const Pool& how, i64 all) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= all) return;
    const Axis &a = how.axes[0], &b = how.axes[1], &c = how.axes[2];
    Place at = place_of(i, a.output, b.output, c.output);
    Window d = window_of(a, at.z), h = window_of(b, at.y), w = window_of(c, at.x);
    x += at.plane * a.size * b.size * c.size;
    T best = lowest<T>();
    i64 place = -1;
    for (i64 z = d.start; z < d.end; z += d.step) {
        for (i64 y = h.start; y < h.end; y += h.step) {
            for (i64 k = w.start; k < w.end; k += w.step) {
                i64 from = (z * b.size + y) * c.size + k;
                T value = x[from];
                if (place < 0 || value > best || (is_nan(value) && !is_nan(best))) {
                    best = value;
                    place = from;
                }
            }
        }
    }
    out[i] = best;
    places[i] = place;
}

template <class T> DEVICE void average(T* out, const T* x, const Pool& how, i64 all) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= all) return;
    const Axis &a = how.axes[0], &b = how.axes[1], &c = how.axes[2];
    Place at = place_of(i, a.output, b.output, c.output);
    Window d = window_of(a, at.z), h = window_of(b, at.y), w = window_of(c, at.x);
    x += at.plane * a.size * b.size * c.size;
    T sum = 0;
    for (i64 z = d.start; z < d.end; z += d.step) {
        for (i64 y = h.start; y < h.end; y += h.step) {
            for (i64 k = w.start; k < w.end; k += w.step) sum = sum + x[(z * b.size + y) * c.size + k];
        }
    }
    out[i] = sum / (T)divisor_of(how, d, h, w);
}

// The gradient of an element: those of the results whose windows hold it, in their order. With `places` only those whose
// value came from here.
template <class T> DEVICE void window_grad(T* out, const T* g, const i64* places, const Pool& how, i64 all) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= all) return;
    const Axis &a = how.axes[0], &b = how.axes[1], &c = how.axes[2];
    Place at = place_of(i, a.size, b.size, c.size);
    i64 z0, z1, y0, y1, x0, x1;
    results_of(a, at.z, z0, z1);
    results_of(b, at.y, y0, y1);
    results_of(c, at.x, x0, x1);
    i64 here = (at.z * b.size + at.y) * c.size + at.x;
    T sum = 0;
    for (i64 z = z0; z <= z1; z++) {
        Window d = window_of(a, z);
        if (!holds(d, at.z)) continue;
        for (i64 y = y0; y <= y1; y++) {
            Window h = window_of(b, y);
            if (!holds(h, at.y)) continue;
            for (i64 x = x0; x <= x1; x++) {
                Window w = window_of(c, x);
                if (!holds(w, at.x)) continue;
                i64 result = ((at.plane * a.output + z) * b.output + y) * c.output + x;
                if (places == 0) {
                    sum = sum + g[result] / (T)divisor_of(how, d, h, w);
                } else if (places[result] == here) {
                    sum = sum + g[result];
                }
            }
        }
    }
    out[i] = sum;
}

// How a kernel slides; `Geometry` of conv.rs.
struct Slide {
    i64 input[3];
    i64 output[3];
    i64 kernel[3];
    i64 stride[3];
    i64 dilation[3];
    i64 before[3];
    i64 insert[3];
};

// For each channel of each sample, each tap and each result the element that the tap reads, 0 outside.
template <class T> DEVICE void columns(T* out, const T* x, const Slide& how, i64 all) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= all) return;
    i64 rest = i, at[3], tap[3];
#pragma unroll
    for (int a = 2; a >= 0; a--) {
        at[a] = rest % how.output[a];
        rest /= how.output[a];
    }
#pragma unroll
    for (int a = 2; a >= 0; a--) {
        tap[a] = rest % how.kernel[a];
        rest /= how.kernel[a];
    }
    i64 from = rest;
    bool inside = true;
#pragma unroll
    for (int a = 0; a < 3; a++) {
        i64 place = at[a] * how.stride[a] + tap[a] * how.dilation[a] - how.before[a];
        inside = inside && place >= 0 && place % how.insert[a] == 0 && place / how.insert[a] < how.input[a];
        from = from * how.input[a] + place / how.insert[a];
    }
    T value = 0;
    if (inside) value = x[from];
    out[i] = value;
}

#define KERNEL extern "C" __global__ void __launch_bounds__(THREADS)

#define OF_FLOAT(DTYPE, T)                                                                                             \
    KERNEL pool_greatest_##DTYPE(T* out, i64* places, const T* x, const __grid_constant__ Pool how, i64 all) {         \
        greatest(out, places, x, how, all);                                                                            \
    }                                                                                                                  \
    KERNEL pool_average_##DTYPE(T* out, const T* x, const __grid_constant__ Pool how, i64 all) {                       \
        average(out, x, how, all);                                                                                     \
    }                                                                                                                  \
    KERNEL pool_grad_##DTYPE(T* out, const T* g, const i64* places, const __grid_constant__ Pool how, i64 all) {       \
        window_grad(out, g, places, how, all);                                                                         \
    }                                                                                                                  \
    KERNEL conv_columns_##DTYPE(T* out, const T* x, const __grid_constant__ Slide how, i64 all) {                      \
        columns(out, x, how, all);                                                                                     \
    }

OF_FLOAT(float32, f32)
OF_FLOAT(float64, f64)
