// Sorting: src/ops/cpu/sort.rs. Each element becomes a number with its order, and its index; no two pairs are equal, so
// the bitonic network that sorts them gives the one stable order. Rows are padded to a power of two with the greatest
// pairs.

#include "common.cuh"

#define CHUNK 1024 // pairs that a block sorts in shared memory

#define TOP (1ull << 63)

template <class T> struct Order { static DEVICE u64 of(T x) { return (u64)(i64)x ^ TOP; } };
template <> struct Order<u64> { static DEVICE u64 of(u64 x) { return x; } };
template <> struct Order<boolean> { static DEVICE u64 of(boolean x) { return x.byte != 0 ? 1 : 0; } };
// NaN is greater than any number, and -0 equals 0.
template <> struct Order<f64> {
    static DEVICE u64 of(f64 x) {
        u64 bits = bits_of(x == 0.0 ? 0.0 : x);
        bits = bits & TOP ? ~bits : bits | TOP;
        return is_nan(x) ? ~0ull : bits;
    }
};
template <> struct Order<f32> { static DEVICE u64 of(f32 x) { return Order<f64>::of((f64)x); } };
template <> struct Order<f16> { static DEVICE u64 of(f16 x) { return Order<f64>::of((f64)wide(x)); } };
template <> struct Order<bf16> { static DEVICE u64 of(bf16 x) { return Order<f64>::of((f64)wide(x)); } };

template <class T> DEVICE void keys(u64* to, i64* index, const T* a, i64 all, i64 n, i64 padded, i64 descending) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= all) return;
    i64 row = i / padded, at = i % padded;
    u64 key = ~0ull;
    if (at < n) {
        key = Order<T>::of(a[row * n + at]);
        if (descending) key = ~key;
    }
    to[i] = key;
    index[i] = at;
}

DEVICE bool after(u64 a, i64 i, u64 b, i64 j) { return a > b || (a == b && i > j); }

// Steps of the network for pairs `span` and less apart, in a chunk of shared memory. `size` is that of the runs that are
// merged; within a row they ascend and descend in turn.
DEVICE void merge(u64* keys, i64* index, i64 first, i64 size, int span, int left) {
#pragma unroll 1
    for (; span > 0; span /= 2) {
        for (int pair = threadIdx.x; pair < left / 2; pair += THREADS) {
            int low = pair / span * span * 2 + pair % span, high = low + span;
            bool ascends = ((first + low) & size) == 0;
            if (after(keys[low], index[low], keys[high], index[high]) == ascends) {
                u64 key = keys[low];
                keys[low] = keys[high];
                keys[high] = key;
                i64 at = index[low];
                index[low] = index[high];
                index[high] = at;
            }
        }
        __syncthreads();
    }
}

// From runs of `from` pairs to runs of `to`, which are no longer than a chunk, or the last steps for longer ones. Positions
// count within a row of `padded` pairs, the last run of which ascends.
extern "C" __global__ void __launch_bounds__(THREADS)
    sort_near(u64* keys, i64* index, i64 all, i64 from, i64 to, i64 padded) {
    __shared__ u64 mine[CHUNK];
    __shared__ i64 at[CHUNK];
    i64 first = (i64)blockIdx.x * CHUNK;
    int left = all - first < CHUNK ? (int)(all - first) : CHUNK;
    for (int i = threadIdx.x; i < left; i += THREADS) {
        mine[i] = keys[first + i];
        at[i] = index[first + i];
    }
    __syncthreads();
#pragma unroll 1
    for (i64 size = from; size <= to; size *= 2) {
        // A run as long as a row has no other to descend beside.
        i64 bit = size == padded ? 0 : size;
        int span = size / 2 < CHUNK / 2 ? (int)(size / 2) : CHUNK / 2;
        merge(mine, at, first, bit, span, left);
    }
    for (int i = threadIdx.x; i < left; i += THREADS) {
        keys[first + i] = mine[i];
        index[first + i] = at[i];
    }
}

// One step for pairs `span` apart, a chunk or more.
extern "C" __global__ void __launch_bounds__(THREADS)
    sort_far(u64* keys, i64* index, i64 pairs, i64 size, i64 span, i64 padded) {
    i64 pair = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (pair >= pairs) return;
    i64 low = pair / span * span * 2 + pair % span, high = low + span;
    bool ascends = size == padded || (low & size) == 0;
    u64 a = keys[low], b = keys[high];
    i64 i = index[low], j = index[high];
    if (after(a, i, b, j) == ascends) {
        keys[low] = b;
        keys[high] = a;
        index[low] = j;
        index[high] = i;
    }
}

// For each value the index at which it goes into its row of `length` sorted keys: before equal ones, or after them.
extern "C" __global__ void __launch_bounds__(THREADS)
    sort_search(i64* out, const u64* sorted, const u64* values, i64 all, i64 length, i64 each, i64 right) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= all) return;
    const u64* row = sorted + i / each * length;
    u64 value = values[i];
    i64 low = 0, high = length;
    while (low < high) {
        i64 middle = low + (high - low) / 2;
        bool goes_right = right ? row[middle] <= value : row[middle] < value;
        if (goes_right) low = middle + 1;
        else high = middle;
    }
    out[i] = low;
}

#define KEYS(DTYPE, T)                                                                                                 \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        sort_keys_##DTYPE(u64* to, i64* index, const T* a, i64 all, i64 n, i64 padded, i64 descending) {               \
        keys(to, index, a, all, n, padded, descending);                                                                \
    }

KEYS(float32, f32)
KEYS(float64, f64)
KEYS(float16, f16)
KEYS(bfloat16, bf16)
KEYS(int8, i8)
KEYS(int16, i16)
KEYS(int32, i32)
KEYS(int64, i64)
KEYS(uint8, u8)
KEYS(uint16, u16)
KEYS(uint32, u32)
KEYS(uint64, u64)
KEYS(bool, boolean)
