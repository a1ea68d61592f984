// Arithmetic of two operands: src/ops/cpu/binary.rs.

#include "vecmath.cuh"

template <class C> struct Arithmetic {
    typedef typename Wrapping<C>::type W;
    static DEVICE C add(C a, C b) { return (C)((W)a + (W)b); }
    static DEVICE C sub(C a, C b) { return (C)((W)a - (W)b); }
    static DEVICE C mul(C a, C b) { return (C)((W)a * (W)b); }
    static DEVICE C power(C a, C b) {
        if (b < (C)0) return 0;
        W result = 1, base = (W)a;
#pragma unroll 1
        for (W left = (W)b; left != 0; left >>= 1) {
            if (left & 1) result *= base;
            base *= base;
        }
        return (C)result;
    }
};

#define ENTRY(NAME, DTYPE, T, VALUE)                                                                                   \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        NAME##_##DTYPE(T* out, const T* a, const T* b, Computed<T>::type number, i32 which,                            \
                       const __grid_constant__ Walk<3> walk) {                                                         \
        typedef Computed<T>::type C;                                                                                   \
        map2(out, a, b, number, which, walk, [](C x, C y) { return Computed<T>::store((C)(VALUE)); });                 \
    }

#define OF_FLOATS(NAME, VALUE)                                                                                         \
    ENTRY(NAME, float32, f32, VALUE)                                                                                   \
    ENTRY(NAME, float64, f64, VALUE)                                                                                   \
    ENTRY(NAME, float16, f16, VALUE)                                                                                   \
    ENTRY(NAME, bfloat16, bf16, VALUE)

#define OF_INTEGERS(NAME, VALUE)                                                                                       \
    ENTRY(NAME, int8, i8, VALUE)                                                                                       \
    ENTRY(NAME, int16, i16, VALUE)                                                                                     \
    ENTRY(NAME, int32, i32, VALUE)                                                                                     \
    ENTRY(NAME, int64, i64, VALUE)                                                                                     \
    ENTRY(NAME, uint8, u8, VALUE)

#define OF_NUMBERS(NAME, VALUE)                                                                                        \
    OF_FLOATS(NAME, VALUE)                                                                                             \
    OF_INTEGERS(NAME, VALUE)

OF_FLOATS(add, x + y)
OF_FLOATS(sub, x - y)
OF_FLOATS(mul, x * y)
OF_FLOATS(cube, x * x * x)
OF_INTEGERS(add, Arithmetic<C>::add(x, y))
OF_INTEGERS(sub, Arithmetic<C>::sub(x, y))
OF_INTEGERS(mul, Arithmetic<C>::mul(x, y))
OF_INTEGERS(cube, Arithmetic<C>::mul(Arithmetic<C>::mul(x, x), x))
OF_INTEGERS(pow, Arithmetic<C>::power(x, y))
OF_FLOATS(div, x / y)
OF_FLOATS(root, root_of(x))
OF_FLOATS(inverse, (C)1 / x)
OF_NUMBERS(maximum, x >= y || is_nan(x) ? x : y)
OF_NUMBERS(minimum, x <= y || is_nan(x) ? x : y)
ENTRY(maximum, bool, boolean, x | y)
ENTRY(minimum, bool, boolean, x & y)
