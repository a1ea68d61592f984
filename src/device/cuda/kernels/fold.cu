// Reductions in the order of src/ops/cpu/fold.rs.
//
//   pieces    a result whose elements are adjacent: each run of up to 4096 elements by a group of threads
//   join      those, combined as a balanced tree
//   groups    results that are adjacent: 64 rows of a column by one thread
//   totals    those, combined in three levels
//
// Threads exchange values through shared memory alone.

#include "fold.cuh"

#define BLOCK 4096
#define LEVEL 64

// Of each result `runs` runs for each pass of `inner`, of `n` elements together. With one piece it is the result.
template <class F, class T, class A>
DEVICE void pieces(A* out, const T* a, const Loops& outer, const Loops& inner, i64 n, i64 stride, i64 runs, i64 each,
                   i64 all) {
    const int LANES = Lanes<A>::count;
    __shared__ A shared[THREADS];
    int lane = threadIdx.x % LANES;
    A* lanes = shared + threadIdx.x / LANES * LANES;
    i64 piece = (i64)blockIdx.x * (THREADS / LANES) + threadIdx.x / LANES;
    bool exists = piece < all;
    i64 result = exists ? piece / each : 0;
    i64 within = exists ? piece - result * each : 0;
    i64 start = within % runs * BLOCK;
    Offset at = offset_of(outer, result);
    i64 count = exists ? (n - start < BLOCK ? n - start : BLOCK) : 0;
    const T* from = a + at.input + offset_of(inner, within / runs).input + start * stride;
    A total;
    if (stride == 1) {
        total = folded<F, LANES>(count, [=](i64 i) { return Cast<A, T>::of(from[i]); }, lanes, lane);
    } else {
        A sum = F::template start<A>();
        if (lane < 4) {
            for (i64 i = lane; i < count; i += 4) sum = F::merge(sum, Cast<A, T>::of(from[i * stride]));
        }
        total = halved<F, 4>(sum, lanes, lane);
    }
    if (exists && lane == 0) out[each == 1 ? at.output : piece] = total;
}

#define JOINED 1024

// Of each result up to 1024 values by one block, as a tree of neighbours; what is left over on a level goes to the total,
// the lowest level first. A block of 1024 gives one value of the next call, the last one of fewer the `tail`, with which
// that begins. The last call writes the results.
template <class F, class A>
DEVICE void join(A* out, A* tails, const A* values, const A* before, const Loops& outer, i64 count, i64 last) {
    __shared__ A level[2][JOINED];
    i64 blocks = (count + JOINED - 1) / JOINED;
    i64 result = blockIdx.x / blocks, block = blockIdx.x % blocks;
    i64 start = block * JOINED;
    int left = (int)(count - start < JOINED ? count - start : JOINED);
    int size = left;
    for (int i = threadIdx.x; i < left; i += THREADS) level[0][i] = values[result * count + start + i];
    A total = before == 0 ? F::template start<A>() : before[result];
    if (size == JOINED && !last) total = F::template start<A>();
    bool is_fresh = size == JOINED && !last;
    int now = 0;
#pragma unroll 1
    while (left > 0) {
        __syncthreads();
        if (threadIdx.x == 0 && left % 2 == 1) {
            A value = level[now][left - 1];
            total = is_fresh ? value : F::merge(total, value);
        }
        for (int i = threadIdx.x; i < left / 2; i += THREADS) {
            level[1 - now][i] = F::merge(level[now][2 * i], level[now][2 * i + 1]);
        }
        now = 1 - now;
        left /= 2;
    }
    if (threadIdx.x != 0) return;
    if (last) {
        out[offset_of(outer, result).output] = total;
    } else if (size == JOINED) {
        out[result * (count / JOINED) + block] = total;
    } else {
        tails[result] = total;
    }
}

// For each group of 64 rows, each copy and each column their values one after another. A pass of `inner` has `first`
// rows for all copies and `second` for the first one alone.
template <class F, bool ROUNDS, class T, class A>
DEVICE void groups(A* out, const T* a, const Loops& outer, const Loops& inner, i64 width, i64 stride, i64 row, i64 copies,
                   i64 first, i64 second, i64 count, i64 all) {
    i64 thread = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (thread >= all) return;
    i64 column = thread % (width * copies), rest = thread / (width * copies);
    i64 group = rest % count, result = rest / count;
    i64 copy = column / width, per_pass = first + second;
    const T* start = a + offset_of(outer, result).input + column % width * stride;
    A sum = F::template start<A>();
    i64 at = group * LEVEL, end = at + LEVEL;
    i64 passes = 1;
    for (int axis = 0; axis < (int)inner.count; axis++) passes *= inner.sizes[axis];
    if (end > passes * per_pass) end = passes * per_pass;
    while (at < end) {
        i64 pass = at / per_pass, within = at - pass * per_pass;
        bool shared = within < first;
        i64 until = shared ? first : per_pass;
        i64 rows = until - within < end - at ? until - within : end - at;
        // The rows of all copies come in turn, those that are left after them.
        i64 index = shared ? within * copies + copy : first * copies + (within - first);
        i64 step = shared ? copies * row : row;
        const T* from = start + offset_of(inner, pass).input + index * row;
        at += rows;
        if (!shared && copy > 0) continue;
        i64 i = 0;
        if (ROUNDS && stride == 1) {
#pragma unroll 4
            for (; i + 4 <= rows; i += 4) {
                A left = F::merge(Cast<A, T>::of(from[i * step]), Cast<A, T>::of(from[(i + 1) * step]));
                A right = F::merge(Cast<A, T>::of(from[(i + 2) * step]), Cast<A, T>::of(from[(i + 3) * step]));
                sum = F::merge(sum, F::merge(left, right));
            }
        }
        for (; i < rows; i++) sum = F::merge(sum, Cast<A, T>::of(from[i * step]));
    }
    out[thread] = sum;
}

template <class F, class A>
DEVICE void totals(A* out, const A* values, const Loops& outer, i64 width, i64 step, i64 copies, i64 count, i64 rows,
                   i64 all) {
    i64 thread = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (thread >= all) return;
    i64 column = thread % width, result = thread / width;
    A total = F::template start<A>();
#pragma unroll 1
    for (i64 copy = 0; copy < copies; copy++) {
        const A* from = values + result * count * width * copies + copy * width + column;
        i64 whole = rows / LEVEL, seconds = 0;
        bool has_third = false;
        A second = F::template start<A>(), third = second;
#pragma unroll 1
        for (i64 group = 0; group < whole; group++) {
            A value = from[group * width * copies];
            second = seconds == 0 ? value : F::merge(second, value);
            if (++seconds == LEVEL) {
                third = has_third ? F::merge(third, second) : second;
                has_third = true;
                seconds = 0;
            }
        }
        A sum = rows % LEVEL != 0 ? from[whole * width * copies] : F::template start<A>();
        if (seconds > 0) sum = F::merge(sum, second);
        if (has_third) sum = F::merge(sum, third);
        total = copy == 0 ? sum : F::merge(total, sum);
    }
    out[offset_of(outer, result).output + column * step] = total;
}

#define ELEMENTS(NAME, F, ROUNDS, FROM, T, TO, A)                                                                      \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        NAME##_pieces_##FROM##_##TO(A* out, const T* a, const __grid_constant__ Loops outer,                           \
                                    const __grid_constant__ Loops inner, i64 n, i64 stride, i64 runs, i64 each,        \
                                    i64 all) {                                                                         \
        pieces<F>(out, a, outer, inner, n, stride, runs, each, all);                                                   \
    }                                                                                                                  \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        NAME##_groups_##FROM##_##TO(A* out, const T* a, const __grid_constant__ Loops outer,                           \
                                    const __grid_constant__ Loops inner, i64 width, i64 stride, i64 row, i64 copies,   \
                                    i64 first, i64 second, i64 count, i64 all) {                                       \
        groups<F, ROUNDS>(out, a, outer, inner, width, stride, row, copies, first, second, count, all);                \
    }

#define RESULTS(NAME, F, TO, A)                                                                                        \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        NAME##_join_##TO(A* out, A* tails, const A* values, const A* before, const __grid_constant__ Loops outer,      \
                         i64 count, i64 last) {                                                                        \
        join<F>(out, tails, values, before, outer, count, last);                                                       \
    }                                                                                                                  \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        NAME##_totals_##TO(A* out, const A* values, const __grid_constant__ Loops outer, i64 width, i64 step,          \
                           i64 copies, i64 count, i64 rows, i64 all) {                                                 \
        totals<F>(out, values, outer, width, step, copies, count, rows, all);                                          \
    }

#define OF_FLOATS(NAME, F, ROUNDS)                                                                                     \
    ELEMENTS(NAME, F, ROUNDS, float32, f32, float32, f32)                                                              \
    ELEMENTS(NAME, F, ROUNDS, float64, f64, float64, f64)                                                              \
    ELEMENTS(NAME, F, ROUNDS, float16, f16, float32, f32)                                                              \
    ELEMENTS(NAME, F, ROUNDS, bfloat16, bf16, float32, f32)                                                            \
    RESULTS(NAME, F, float32, f32)                                                                                     \
    RESULTS(NAME, F, float64, f64)

#define OF_SAME(NAME, F, DTYPE, T)                                                                                     \
    ELEMENTS(NAME, F, false, DTYPE, T, DTYPE, T)                                                                       \
    RESULTS(NAME, F, DTYPE, T)

#define OF_INTEGERS(NAME, F)                                                                                           \
    OF_SAME(NAME, F, int8, i8)                                                                                         \
    OF_SAME(NAME, F, int16, i16)                                                                                       \
    OF_SAME(NAME, F, int32, i32)                                                                                       \
    OF_SAME(NAME, F, int64, i64)                                                                                       \
    OF_SAME(NAME, F, uint8, u8)

OF_FLOATS(sum, Sum, true)
ELEMENTS(sum, Sum, false, int8, i8, int64, i64)
ELEMENTS(sum, Sum, false, int16, i16, int64, i64)
ELEMENTS(sum, Sum, false, int32, i32, int64, i64)
ELEMENTS(sum, Sum, false, int64, i64, int64, i64)
ELEMENTS(sum, Sum, false, uint8, u8, int64, i64)
ELEMENTS(sum, Sum, false, bool, boolean, int64, i64)
ELEMENTS(sum, Sum, true, int32, i32, float64, f64)
ELEMENTS(sum, Sum, true, int64, i64, float64, f64)
RESULTS(sum, Sum, int64, i64)
OF_FLOATS(prod, Prod, true)
OF_SAME(prod, Prod, int64, i64)
OF_FLOATS(max, Max, false)
OF_INTEGERS(max, Max)
OF_SAME(max, Max, uint64, u64)
OF_FLOATS(min, Min, false)
OF_INTEGERS(min, Min)
OF_SAME(min, Min, uint64, u64)
ELEMENTS(any, Any, false, bool, boolean, bool, u8)
RESULTS(any, Any, bool, u8)
ELEMENTS(all, All, false, bool, boolean, bool, u8)
RESULTS(all, All, bool, u8)
