// Operations on uint16, uint32 and uint64 whose results depend on the sign. All others are computed
// by the kernels of the signed type of the same size, whose bits are the same.

#include "common.cuh"

template <class C> DEVICE C power(C a, C b) {
    // A uint16 would be multiplied as an int, which may overflow.
    u64 result = 1, base = a;
#pragma unroll 1
    for (C left = b; left != 0; left >>= 1) {
        if (left & 1) result *= base;
        base *= base;
    }
    return (C)result;
}

#define ENTRY(NAME, DTYPE, T, R, VALUE)                                                                                \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        NAME##_##DTYPE(R* out, const T* a, const T* b, T number, i32 which, const __grid_constant__ Walk<3> walk) {    \
        map2(out, a, b, number, which, walk, [](T x, T y) { return (R)(VALUE); });                                     \
    }

#define OF_UNSIGNED(NAME, VALUE)                                                                                       \
    ENTRY(NAME, uint16, u16, u16, VALUE)                                                                               \
    ENTRY(NAME, uint32, u32, u32, VALUE)                                                                               \
    ENTRY(NAME, uint64, u64, u64, VALUE)

#define COMPARISON(NAME, VALUE)                                                                                        \
    ENTRY(NAME, uint16, u16, u8, (VALUE) ? 1 : 0)                                                                      \
    ENTRY(NAME, uint32, u32, u8, (VALUE) ? 1 : 0)                                                                      \
    ENTRY(NAME, uint64, u64, u8, (VALUE) ? 1 : 0)

OF_UNSIGNED(maximum, x >= y ? x : y)
OF_UNSIGNED(minimum, x <= y ? x : y)
OF_UNSIGNED(pow, power(x, y))
OF_UNSIGNED(bitwise_right_shift, y < sizeof(x) * 8 ? x >> (int)y : 0)
COMPARISON(less, x < y)
COMPARISON(less_or_equal, x <= y)
