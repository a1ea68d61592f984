// Bits of integers, truth values, and tests of floats: src/ops/cpu/logic.rs.

#include "vecmath.cuh"

template <class T> DEVICE T left_shift(T x, T places) {
    return (u64)(i64)places < sizeof(T) * 8 ? (T)((typename Wrapping<T>::type)x << (int)places) : (T)0;
}
template <class T> DEVICE T right_shift(T x, T places) {
    T past = (T)((T)(x >> (sizeof(T) * 8 - 1)) >> 1);
    return (u64)(i64)places < sizeof(T) * 8 ? (T)(x >> (int)places) : past;
}

#define ENTRY(NAME, DTYPE, T, VALUE)                                                                                   \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        NAME##_##DTYPE(T* out, const T* a, const T* b, Computed<T>::type number, i32 which,                            \
                       const __grid_constant__ Walk<3> walk) {                                                         \
        typedef Computed<T>::type C;                                                                                   \
        map2(out, a, b, number, which, walk, [](C x, C y) { return Computed<T>::store((C)(VALUE)); });                 \
    }

#define OF_INTEGERS(NAME, VALUE)                                                                                       \
    ENTRY(NAME, int8, i8, VALUE)                                                                                       \
    ENTRY(NAME, int16, i16, VALUE)                                                                                     \
    ENTRY(NAME, int32, i32, VALUE)                                                                                     \
    ENTRY(NAME, int64, i64, VALUE)                                                                                     \
    ENTRY(NAME, uint8, u8, VALUE)

OF_INTEGERS(bitwise_and, x & y)
OF_INTEGERS(bitwise_or, x | y)
OF_INTEGERS(bitwise_xor, x ^ y)
OF_INTEGERS(bitwise_left_shift, left_shift<C>(x, y))
OF_INTEGERS(bitwise_right_shift, right_shift<C>(x, y))
ENTRY(bitwise_and, bool, boolean, x & y)
ENTRY(bitwise_or, bool, boolean, x | y)
ENTRY(bitwise_xor, bool, boolean, x ^ y)

#define OF_ONE(NAME, DTYPE, T, R, VALUE)                                                                               \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        NAME##_##DTYPE(R* out, const T* a, const __grid_constant__ Walk<2> walk) {                                     \
        typedef Computed<T>::type C;                                                                                   \
        map1(out, a, walk, [](T element) {                                                                             \
            C x = Computed<T>::load(element);                                                                          \
            return Computed<R>::store((Computed<R>::type)(VALUE));                                                     \
        });                                                                                                            \
    }

OF_ONE(invert, int8, i8, i8, ~x)
OF_ONE(invert, int16, i16, i16, ~x)
OF_ONE(invert, int32, i32, i32, ~x)
OF_ONE(invert, int64, i64, i64, ~x)
OF_ONE(invert, uint8, u8, u8, ~x)
OF_ONE(invert, bool, boolean, boolean, x == 0 ? 1 : 0)

#define TEST(NAME, VALUE)                                                                                              \
    OF_ONE(NAME, float32, f32, u8, (VALUE) ? 1 : 0)                                                                    \
    OF_ONE(NAME, float64, f64, u8, (VALUE) ? 1 : 0)

TEST(is_nan, is_nan(x))
TEST(is_inf, size_of(x) == Real<C>::infinity())
TEST(is_finite, size_of(x) < Real<C>::infinity())
TEST(has_sign, with_sign((C)1, x) < (C)0)
