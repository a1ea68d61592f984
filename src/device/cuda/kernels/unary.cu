// Functions of one element: src/ops/cpu/unary.rs.

#include "vecmath.cuh"

template <class C> struct Negated {
    static DEVICE C of(C x) { return (C)(0 - (typename Wrapping<C>::type)x); }
};
template <> DEVICE f32 Negated<f32>::of(f32 x) { return float_of(bits_of(x) ^ 0x80000000u); }
template <> DEVICE f64 Negated<f64>::of(f64 x) { return double_of(bits_of(x) ^ (1ull << 63)); }

template <class C> struct Absolute {
    static DEVICE C of(C x) { return x < 0 ? Negated<C>::of(x) : x; }
};
template <> DEVICE f32 Absolute<f32>::of(f32 x) { return size_of(x); }
template <> DEVICE f64 Absolute<f64>::of(f64 x) { return size_of(x); }

template <class C> DEVICE C softplus_of(C x) {
    C zero = 0;
    return (x <= zero ? zero : x) + log1p_of(exp_of(-size_of(x)));
}

template <class C> DEVICE C gelu_of(C x) {
    C zero = 0;
    return x == -Real<C>::infinity() ? -zero : x * normal_share(x);
}

template <class C> DEVICE C gelu_tanh_of(C x) {
    C one = 1, zero = 0;
    C square = (C)0.044715 * x * x;
    C exponent = (C)1.595769121605731 * x * (one + square);
    return x == -Real<C>::infinity() ? -zero : x * sigmoid_of(exponent);
}

#define ENTRY(NAME, DTYPE, T, VALUE)                                                                                   \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        NAME##_##DTYPE(T* out, const T* a, const __grid_constant__ Walk<2> walk) {                                     \
        typedef Computed<T>::type C;                                                                                   \
        map1(out, a, walk, [](T element) {                                                                             \
            C x = Computed<T>::load(element);                                                                          \
            return Computed<T>::store((C)(VALUE));                                                                     \
        });                                                                                                            \
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

OF_NUMBERS(neg, Negated<C>::of(x))
OF_NUMBERS(abs, Absolute<C>::of(x))
OF_NUMBERS(relu, x <= (C)0 ? (C)0 : x)
ENTRY(abs, bool, boolean, x)

OF_FLOATS(exp, exp_of(x))
OF_FLOATS(log, log_of(x))
OF_FLOATS(sqrt, root_of(x))
OF_FLOATS(sigmoid, sigmoid_of(x))
OF_FLOATS(tanh, tanh_of(x))
OF_FLOATS(softplus, softplus_of(x))
OF_FLOATS(erf, erf_of(x))
OF_FLOATS(erfc, erfc_of(x))
OF_FLOATS(gelu, gelu_of(x))
OF_FLOATS(gelu_tanh, gelu_tanh_of(x))
OF_INTEGERS(sign, x > (C)0 ? (C)1 : (C)((C)0 - (x < (C)0 ? (C)1 : (C)0)))
ENTRY(sign, uint16, u16, x > 0 ? 1 : 0)
ENTRY(sign, uint32, u32, x > 0 ? 1 : 0)
ENTRY(sign, uint64, u64, x > 0 ? 1 : 0)
