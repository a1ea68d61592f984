// Normalisation of rows and of channels: src/ops/cpu/nn/norm.rs, in the order of its sums.
//
// A run is what is adjacent: a row, or a channel of one sample. 64 threads have one.

#include "fold.cuh"
#include "vecmath.cuh"

#define WIDTH 64
#define GROUPS (THREADS / WIDTH)

// The sum of `n` terms in 64 partial sums; of the first thread of a group. All threads of the block come here.
template <class T, class At> DEVICE T total(i64 n, At at, T* lanes, int lane) {
    T sum = 0;
    for (i64 i = lane; i < n; i += WIDTH) sum = sum + at(i);
    return halved<Sum, WIDTH>(sum, lanes, lane);
}

// The same, for all threads of the group.
template <class T, class At> DEVICE T total_for_all(i64 n, At at, T* lanes, T* found, int lane) {
    T sum = total(n, at, lanes, lane);
    if (lane == 0) *found = sum;
    __syncthreads();
    sum = *found;
    __syncthreads();
    return sum;
}

template <class T>
DEVICE void rows_forward(T* out, T* means, T* rstds, const T* x, const T* weight, const T* bias, i64 rows, i64 n,
                         f64 eps, i64 centred) {
    __shared__ T shared[THREADS];
    __shared__ T found[GROUPS];
    int lane = threadIdx.x % WIDTH, group = threadIdx.x / WIDTH;
    T* lanes = shared + group * WIDTH;
    i64 row = (i64)blockIdx.x * GROUPS + group;
    i64 all = row < rows ? n : 0;
    if (row < rows) x += row * n;
    T mean = 0, count = (T)(f64)n;
    if (centred) mean = total_for_all(all, [=](i64 i) { return x[i]; }, lanes, found + group, lane) / count;
    auto square = [=](i64 i) { T d = x[i] - mean; return d * d; };
    T variance = total_for_all(all, square, lanes, found + group, lane) / count;
    T rstd = (T)1 / root_of(variance + (T)eps);
    if (row >= rows) return;
    if (lane == 0) {
        means[row] = mean;
        rstds[row] = rstd;
    }
    out += row * n;
    for (i64 i = lane; i < n; i += WIDTH) {
        T value = (x[i] - mean) * rstd;
        if (weight != 0) value = value * weight[i];
        if (bias != 0) value = value + bias[i];
        out[i] = value;
    }
}

// dx = r (h - mean(h) - x' mean(h x')) with h = g w and x' = (x - m) r; without mean(h) if not centred.
template <class T>
DEVICE void rows_backward(T* out, const T* g, const T* x, const T* weight, const T* means, const T* rstds, i64 rows,
                          i64 n, i64 centred) {
    __shared__ T shared[THREADS];
    __shared__ T found[GROUPS];
    int lane = threadIdx.x % WIDTH, group = threadIdx.x / WIDTH;
    T* lanes = shared + group * WIDTH;
    i64 row = (i64)blockIdx.x * GROUPS + group;
    i64 all = row < rows ? n : 0;
    T m = 0, r = 0, count = (T)(f64)n;
    if (row < rows) {
        x += row * n;
        g += row * n;
        m = means[row];
        r = rstds[row];
    }
    auto h = [=](i64 i) { return weight != 0 ? g[i] * weight[i] : g[i]; };
    T first = 0;
    if (centred) first = total_for_all(all, h, lanes, found + group, lane) / count;
    auto scaled = [=](i64 i) { return h(i) * ((x[i] - m) * r); };
    T second = total_for_all(all, scaled, lanes, found + group, lane) / count;
    if (row >= rows) return;
    out += row * n;
    for (i64 i = lane; i < n; i += WIDTH) out[i] = r * (h(i) - first - (x[i] - m) * r * second);
}

// The sums of g x' and of g over the rows, one after another, by a thread for each column.
template <class T>
DEVICE void columns(T* dw, T* db, const T* g, const T* x, const T* means, const T* rstds, i64 rows, i64 n) {
    i64 column = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (column >= n) return;
    T scaled = 0, plain = 0;
#pragma unroll 8
    for (i64 row = 0; row < rows; row++) {
        T value = g[row * n + column];
        scaled = scaled + value * ((x[row * n + column] - means[row]) * rstds[row]);
        plain = plain + value;
    }
    if (dw != 0) dw[column] = scaled;
    if (db != 0) db[column] = plain;
}

// Which runs share a mean: a channel of all samples, or the `each` adjacent runs of a group.
struct Channels {
    i64 runs;
    i64 inner;
    i64 channels;
    i64 stats;
    i64 grouped;
};

DEVICE i64 each_of(const Channels& how) { return how.runs / how.stats; }
DEVICE i64 stat_of(const Channels& how, i64 run) { return how.grouped ? run / each_of(how) : run % how.channels; }
DEVICE i64 run_of(const Channels& how, i64 stat, i64 i) {
    return how.grouped ? stat * each_of(how) + i : i * how.channels + stat;
}

#define OF_ELEMENTS 0
#define OF_SQUARES 1
#define OF_GRADIENTS 2

// Of each run the sum of its elements, of the squares of their distances to the mean, or of g and of g x'.
template <class T>
DEVICE void run_totals(T* plain, T* scaled, const T* x, const T* g, const T* means, const T* rstds, const Channels& how,
                       i64 what) {
    __shared__ T shared[THREADS];
    int lane = threadIdx.x % WIDTH, group = threadIdx.x / WIDTH;
    T* lanes = shared + group * WIDTH;
    i64 run = (i64)blockIdx.x * GROUPS + group;
    bool exists = run < how.runs;
    i64 all = exists ? how.inner : 0, stat = exists ? stat_of(how, run) : 0;
    if (exists) {
        x += run * how.inner;
        g += run * how.inner;
    }
    T m = exists && what != OF_ELEMENTS ? means[stat] : (T)0;
    T r = exists && what == OF_GRADIENTS ? rstds[stat] : (T)0;
    auto term = [=](i64 i) {
        if (what == OF_ELEMENTS) return x[i];
        if (what == OF_GRADIENTS) return g[i];
        T d = x[i] - m;
        return d * d;
    };
    T sum = total(all, term, lanes, lane);
    if (exists && lane == 0) plain[run] = sum;
    if (what != OF_GRADIENTS) return;
    sum = total(all, [=](i64 i) { return g[i] * ((x[i] - m) * r); }, lanes, lane);
    if (exists && lane == 0) scaled[run] = sum;
}

// The mean of the runs, or the inverse of the deviation.
template <class T> DEVICE void run_means(T* out, const T* sums, const Channels& how, f64 eps, i64 what) {
    i64 stat = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (stat >= how.stats) return;
    T sum = 0, count = (T)(f64)(each_of(how) * how.inner);
    for (i64 i = 0; i < each_of(how); i++) sum = sum + sums[run_of(how, stat, i)];
    sum = sum / count;
    out[stat] = what == OF_ELEMENTS ? sum : (T)1 / root_of(sum + (T)eps);
}

// The means of the sums of gradients, weighted by their channels; 0 if the statistics are fixed.
template <class T>
DEVICE void run_shares(T* first, T* second, const T* plain, const T* scaled, const T* weight, const Channels& how,
                       i64 fixed) {
    i64 stat = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (stat >= how.stats) return;
    T a = 0, b = 0, count = (T)(f64)(each_of(how) * how.inner);
    for (i64 i = 0; i < each_of(how); i++) {
        i64 run = run_of(how, stat, i);
        T factor = weight != 0 ? weight[run % how.channels] : (T)1;
        a = a + factor * plain[run];
        b = b + factor * scaled[run];
    }
    first[stat] = fixed ? (T)0 : a / count;
    second[stat] = fixed ? (T)0 : b / count;
}

template <class T>
DEVICE void channels_forward(T* out, const T* x, const T* means, const T* rstds, const T* weight, const T* bias,
                             const Channels& how, i64 all) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= all) return;
    i64 run = i / how.inner, stat = stat_of(how, run), channel = run % how.channels;
    T scale = rstds[stat] * (weight != 0 ? weight[channel] : (T)1);
    T shift = bias != 0 ? bias[channel] : (T)0;
    out[i] = (x[i] - means[stat]) * scale + shift;
}

template <class T>
DEVICE void channels_backward(T* out, const T* g, const T* x, const T* means, const T* rstds, const T* weight,
                              const T* first, const T* second, const Channels& how, i64 all) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= all) return;
    i64 run = i / how.inner, stat = stat_of(how, run);
    T factor = weight != 0 ? weight[run % how.channels] : (T)1, r = rstds[stat];
    out[i] = r * (g[i] * factor - first[stat] - (x[i] - means[stat]) * r * second[stat]);
}

#define KERNEL extern "C" __global__ void __launch_bounds__(THREADS)

#define OF_FLOAT(DTYPE, T)                                                                                             \
    KERNEL norm_rows_##DTYPE(T* out, T* means, T* rstds, const T* x, const T* weight, const T* bias, i64 rows, i64 n,  \
                             f64 eps, i64 centred) {                                                                   \
        rows_forward(out, means, rstds, x, weight, bias, rows, n, eps, centred);                                       \
    }                                                                                                                  \
    KERNEL norm_rows_grad_##DTYPE(T* out, const T* g, const T* x, const T* weight, const T* means, const T* rstds,     \
                                  i64 rows, i64 n, i64 centred) {                                                      \
        rows_backward(out, g, x, weight, means, rstds, rows, n, centred);                                              \
    }                                                                                                                  \
    KERNEL norm_columns_##DTYPE(T* dw, T* db, const T* g, const T* x, const T* means, const T* rstds, i64 rows,        \
                                i64 n) {                                                                               \
        columns(dw, db, g, x, means, rstds, rows, n);                                                                  \
    }                                                                                                                  \
    KERNEL norm_totals_##DTYPE(T* plain, T* scaled, const T* x, const T* g, const T* means, const T* rstds,            \
                               const __grid_constant__ Channels how, i64 what) {                                       \
        run_totals(plain, scaled, x, g, means, rstds, how, what);                                                      \
    }                                                                                                                  \
    KERNEL norm_means_##DTYPE(T* out, const T* sums, const __grid_constant__ Channels how, f64 eps, i64 what) {        \
        run_means(out, sums, how, eps, what);                                                                          \
    }                                                                                                                  \
    KERNEL norm_shares_##DTYPE(T* first, T* second, const T* plain, const T* scaled, const T* weight,                  \
                               const __grid_constant__ Channels how, i64 fixed) {                                      \
        run_shares(first, second, plain, scaled, weight, how, fixed);                                                  \
    }                                                                                                                  \
    KERNEL norm_channels_##DTYPE(T* out, const T* x, const T* means, const T* rstds, const T* weight, const T* bias,   \
                                 const __grid_constant__ Channels how, i64 all) {                                      \
        channels_forward(out, x, means, rstds, weight, bias, how, all);                                                \
    }                                                                                                                  \
    KERNEL norm_channels_grad_##DTYPE(T* out, const T* g, const T* x, const T* means, const T* rstds, const T* weight, \
                                      const T* first, const T* second, const __grid_constant__ Channels how,           \
                                      i64 all) {                                                                       \
        channels_backward(out, g, x, means, rstds, weight, first, second, how, all);                                   \
    }

OF_FLOAT(float32, f32)
OF_FLOAT(float64, f64)
