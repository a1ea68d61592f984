// Functions of one real number with parameters: src/ops/cpu/function/formulas.rs, whose derivatives are not here.

#include "vecmath.cuh"

DEVICE f32 floor_of(f32 x) { return floorf(x); }
DEVICE f64 floor_of(f64 x) { return floor(x); }
DEVICE f32 ceil_of(f32 x) { return ceilf(x); }
DEVICE f64 ceil_of(f64 x) { return ceil(x); }
DEVICE f32 trunc_of(f32 x) { return truncf(x); }
DEVICE f64 trunc_of(f64 x) { return trunc(x); }
DEVICE f32 even_of(f32 x) { return rintf(x); }
DEVICE f64 even_of(f64 x) { return rint(x); }

template <class C> DEVICE C logit_of(C x, C eps) {
    C one = 1;
    x = x < eps ? eps : x;
    x = x > one - eps ? one - eps : x;
    return log_of(x / (one - x));
}

template <class C> DEVICE C round_to_of(C x, f64 scale, f64 inverse) {
    return scale >= 1.0 ? even_of(x * (C)scale) / (C)scale : even_of(x / (C)inverse) * (C)inverse;
}

template <class C> DEVICE C sign_of(C x) {
    C one = 1, zero = 0;
    return x > zero ? one : x < zero ? -one : zero;
}

template <class C> DEVICE C nan_to_num_of(C x, C nan, C above, C below) {
    C number = is_nan(x) ? nan : x;
    number = x == Real<C>::infinity() ? above : number;
    return x == -Real<C>::infinity() ? below : number;
}

template <class C> DEVICE C clamp_of(C x, C min, C max) {
    x = x < min ? min : x;
    return x > max ? max : x;
}

template <class C> DEVICE C elu_of(C x, C scale, C alpha, C inner) {
    C below = expm1_of(x / inner) * alpha;
    return x > (C)0 ? x * scale : below;
}

template <class C> DEVICE C silu_of(C x) {
    C zero = 0;
    return x == -Real<C>::infinity() ? -zero : x * sigmoid_of(x);
}

template <class C> DEVICE C mish_of(C x) {
    C one = 1, zero = 0, two = one + one;
    C e = exp_of(x > (C)20 ? (C)20 : x);
    C n = e * (e + two);
    return x == -Real<C>::infinity() ? -zero : x * (n / (n + two));
}

template <class C> DEVICE C ramp_of(C x) { return clamp_of(x + (C)3, (C)0, (C)6); }

template <class C> DEVICE C hardswish_of(C x) {
    C zero = 0;
    return x == -Real<C>::infinity() ? -zero : x * ramp_of(x) / (C)6;
}

template <class C> DEVICE C log_sigmoid_of(C x) {
    C zero = 0;
    return (x < zero ? x : zero) - log1p_of(exp_of(-size_of(x)));
}

#define ENTRY(NAME, DTYPE, T, VALUE)                                                                                   \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        NAME##_##DTYPE(T* out, const T* a, const __grid_constant__ Walk<2> walk, f64 p, f64 q, f64 r) {                \
        typedef Computed<T>::type C;                                                                                   \
        map1(out, a, walk, [=](T element) {                                                                            \
            C x = Computed<T>::load(element);                                                                          \
            return Computed<T>::store((C)(VALUE));                                                                     \
        });                                                                                                            \
    }

#define OF_FLOATS(NAME, VALUE)                                                                                         \
    ENTRY(NAME, float32, f32, VALUE)                                                                                   \
    ENTRY(NAME, float64, f64, VALUE)                                                                                   \
    ENTRY(NAME, float16, f16, VALUE)                                                                                   \
    ENTRY(NAME, bfloat16, bf16, VALUE)

OF_FLOATS(exp2, exp2_of(x))
OF_FLOATS(expm1, expm1_of(x))
OF_FLOATS(log1p, log1p_of(x))
OF_FLOATS(rsqrt, (C)1 / root_of(x))
OF_FLOATS(reciprocal, (C)1 / x)
OF_FLOATS(logit, logit_of(x, (C)p))
OF_FLOATS(frac, with_sign(x - trunc_of(x), x))
OF_FLOATS(floor, floor_of(x))
OF_FLOATS(ceil, ceil_of(x))
OF_FLOATS(round, even_of(x))
OF_FLOATS(trunc, trunc_of(x))
OF_FLOATS(round_to, round_to_of(x, p, q))
OF_FLOATS(sign, sign_of(x))
OF_FLOATS(nan_to_num, nan_to_num_of(x, (C)p, (C)q, (C)r))
OF_FLOATS(clamp, clamp_of(x, (C)p, (C)q))
OF_FLOATS(leaky_relu, x > (C)0 ? x : x * (C)p)
OF_FLOATS(elu, elu_of(x, (C)p, (C)q, (C)r))
OF_FLOATS(silu, silu_of(x))
OF_FLOATS(mish, mish_of(x))
OF_FLOATS(softsign, x / ((C)1 + size_of(x)))
OF_FLOATS(hardsigmoid, ramp_of(x) / (C)6)
OF_FLOATS(hardswish, hardswish_of(x))
OF_FLOATS(log_sigmoid, log_sigmoid_of(x))
