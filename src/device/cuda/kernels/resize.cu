// Resizes of the last three axes: src/ops/nn/resize.rs, with its positions in float64 and the order of its sums.

#include "common.cuh"

// One axis; `Mapping` of src/ops/cuda/resize.rs is the same.
struct Mapping {
    i64 input;
    i64 output;
    // The number of input elements for each element of the result, and the inverse.
    f64 step;
    f64 each;
    // What is added to the number of a result before it is scaled, and subtracted afterwards: 0 changes no bit.
    f64 added;
    f64 subtracted;
    // How far the second of two elements is behind the first: 0 in the nearest modes, which take one.
    i64 next;
};

struct Axes { Mapping of[3]; };

DEVICE f64 position(const Mapping& s, i64 i) { return ((f64)i + s.added) * s.step - s.subtracted; }

DEVICE f64 cubic(f64 distance) {
    const f64 a = -0.75;
    f64 x = fabs(distance);
    if (x <= 1.0) return ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0;
    if (x < 2.0) return (((x - 5.0) * x + 8.0) * x - 4.0) * a;
    return 0.0;
}

// The input elements of a result on one axis, two or four, and their weights.
template <int N> struct Taps;

template <> struct Taps<2> {
    i64 first;
    i64 second;
    f64 share;

    DEVICE Taps(const Mapping& s, i64 i) {
        f64 place = position(s, i);
        place = place > 0.0 ? place : 0.0;
        i64 last = s.input - 1;
        first = (i64)place < last ? (i64)place : last;
        second = first + s.next < last ? first + s.next : last;
        share = place - (f64)first;
        share = s.next == 0 ? 0.0 : share < 1.0 ? share : 1.0;
    }

    DEVICE i64 at(int k) const { return k == 0 ? first : second; }
    DEVICE f64 weight(int k) const { return k == 0 ? 1.0 - share : share; }
};

template <> struct Taps<4> {
    f64 place;
    f64 first;
    f64 last;

    DEVICE Taps(const Mapping& s, i64 i) {
        place = position(s, i);
        first = floor(place);
        last = (f64)s.input - 1.0;
    }

    DEVICE f64 tap(int k) const { return first + (f64)k - 1.0; }
    DEVICE i64 at(int k) const { return (i64)(tap(k) < 0.0 ? 0.0 : tap(k) > last ? last : tap(k)); }
    DEVICE f64 weight(int k) const { return cubic(place - tap(k)); }
};

// The first result whose last tap is at this input element or behind it: taps never go back. A guess, which is then
// corrected, so that no rounding matters.
template <int N> DEVICE i64 first_result(const Mapping& s, i64 at) {
    // The last tap is the position rounded down, and so many elements behind it.
    i64 place = at - (N == 4 ? 2 : s.next);
    // Two taps are never before the first element, and four are moved there.
    if (at == 0 || (N == 2 && place <= 0)) return 0;
    f64 guess = ceil(((f64)place + s.subtracted) * s.each - s.added);
    i64 i = guess > 0.0 ? guess < (f64)s.output ? (i64)guess : s.output : 0;
#pragma unroll 1
    while (i > 0 && Taps<N>(s, i - 1).at(N - 1) >= at) i--;
#pragma unroll 1
    while (i < s.output && Taps<N>(s, i).at(N - 1) < at) i++;
    return i;
}

// A division of 32 bits takes a fraction of the time.
DEVICE i64 divided_by(i64 i, i64 n) { return (u64)(i | n) >> 32 == 0 ? (i64)((u32)i / (u32)n) : i / n; }

struct Place {
    i64 plane;
    i64 z;
    i64 y;
    i64 x;

    DEVICE Place(i64 i, i64 depth, i64 height, i64 width) {
        i64 row = divided_by(i, width), layer = divided_by(row, height);
        x = i - row * width;
        y = row - layer * height;
        plane = divided_by(layer, depth);
        z = layer - plane * depth;
    }
};

// Elements of weight 0 are not read, because infinity times 0 is NaN.
template <class T, int N> DEVICE void gather(T* out, const T* from, const Axes& axes, i64 all) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= all) return;
    const Mapping &a = axes.of[0], &b = axes.of[1], &c = axes.of[2];
    Place at(i, a.output, b.output, c.output);
    Taps<2> d(a, at.z);
    Taps<N> h(b, at.y), w(c, at.x);
    i64 columns[N];
    f64 shares[N];
#pragma unroll
    for (int n = 0; n < N; n++) {
        columns[n] = w.at(n);
        shares[n] = w.weight(n);
    }
    from += at.plane * a.input * b.input * c.input;
    T sum = 0;
#pragma unroll(N == 2 ? 4 : 1)
    for (int k = 0; k < 2 * N; k++) {
        f64 share = d.weight(k / N) * h.weight(k % N);
        if (share == 0.0) continue;
        const T* row = from + (d.at(k / N) * b.input + h.at(k % N)) * c.input;
#pragma unroll
        for (int n = 0; n < N; n++) {
            T weight = (T)(share * shares[n]);
            if (weight != (T)0) sum = sum + weight * row[columns[n]];
        }
    }
    out[i] = sum;
}

// The gradient of an input element: the shares of the results that have it among their taps, in their order.
template <class T, int N> DEVICE void spread(T* out, const T* grad, const Axes& axes, i64 all) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= all) return;
    const Mapping &a = axes.of[0], &b = axes.of[1], &c = axes.of[2];
    Place at(i, a.input, b.input, c.input);
    grad += at.plane * a.output * b.output * c.output;
    i64 first_row = first_result<N>(b, at.y), first_column = first_result<N>(c, at.x);
    T sum = 0;
#pragma unroll 1
    for (i64 z = first_result<2>(a, at.z); z < a.output; z++) {
        Taps<2> d(a, z);
        if (d.at(0) > at.z) break;
#pragma unroll 1
        for (i64 y = first_row; y < b.output; y++) {
            Taps<N> h(b, y);
            if (h.at(0) > at.y) break;
            // Which pairs of a layer and a row are this element's.
            u32 pairs = 0;
#pragma unroll 1
            for (int k = 0; k < 2 * N; k++) {
                if (d.at(k / N) == at.z && h.at(k % N) == at.y && d.weight(k / N) != 0.0) pairs |= 1u << k;
            }
            const T* row = grad + (z * b.output + y) * c.output;
#pragma unroll 1
            for (i64 x = first_column; x < c.output; x++) {
                Taps<N> w(c, x);
                if (w.at(0) > at.x) break;
                T value = row[x];
#pragma unroll 1
                for (int k = 0; k < 2 * N; k++) {
                    if ((pairs >> k & 1) == 0) continue;
                    f64 share = d.weight(k / N) * h.weight(k % N);
#pragma unroll 1
                    for (int n = 0; n < N; n++) {
                        if (w.at(n) != at.x) continue;
                        T weight = (T)(share * w.weight(n));
                        if (weight != (T)0) sum = sum + weight * value;
                    }
                }
            }
        }
    }
    out[i] = sum;
}

#define KERNEL extern "C" __global__ void __launch_bounds__(THREADS)

#define OF_FLOAT(DTYPE, T)                                                                                             \
    KERNEL resize_linear_##DTYPE(T* out, const T* from, const __grid_constant__ Axes axes, i64 all) {                  \
        gather<T, 2>(out, from, axes, all);                                                                            \
    }                                                                                                                  \
    KERNEL resize_cubic_##DTYPE(T* out, const T* from, const __grid_constant__ Axes axes, i64 all) {                   \
        gather<T, 4>(out, from, axes, all);                                                                            \
    }                                                                                                                  \
    KERNEL resize_linear_grad_##DTYPE(T* out, const T* grad, const __grid_constant__ Axes axes, i64 all) {             \
        spread<T, 2>(out, grad, axes, all);                                                                            \
    }                                                                                                                  \
    KERNEL resize_cubic_grad_##DTYPE(T* out, const T* grad, const __grid_constant__ Axes axes, i64 all) {              \
        spread<T, 4>(out, grad, axes, all);                                                                            \
    }

OF_FLOAT(float32, f32)
OF_FLOAT(float64, f64)
