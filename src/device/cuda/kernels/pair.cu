// Functions of two numbers that are computed in float64, or in int64 for integers: src/ops/cpu/pair.rs.

#include "arcs.cuh"
#include "hyperbolic.cuh"
#include "remainder.cuh"
#include "wide.cuh"

DEVICE f64 log_add_exp_of(f64 a, f64 b) {
    bool first = a > b || is_nan(a);
    f64 high = first ? a : b, low = first ? b : a;
    if (magnitude(high) == infinity64() && (high > 0.0 || low == high) && !is_nan(low)) return high;
    return high + log1p_m(exp_m(low - high));
}

DEVICE f64 xlogy_of(f64 a, f64 b) { return a == 0.0 && !is_nan(b) ? 0.0 : a * log_m(b); }

// A half is rounded once.
#define PAIR(NAME, OF_AB)                                                                                              \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        NAME##_pair(void* out, const void* left, const void* right, const __grid_constant__ Walk<3> walk, i32 dtype) { \
        each(walk, [=](const i64 (&at)[3]) {                                                                           \
            f64 a = loaded(left, at[1], dtype), b = loaded(right, at[2], dtype);                                       \
            f64 value = OF_AB;                                                                                         \
            stored(out, at[0], value, to_odd(value), dtype);                                                           \
        });                                                                                                            \
    }

PAIR(floor_divide, floor_divide_of(a, b))
PAIR(remainder, remainder_of(a, b))
PAIR(fmod, fmod_of(a, b))
PAIR(atan2, atan2_m(a, b))
PAIR(hypot, hypot_m(a, b))
PAIR(copysign, loaded_sign(right, at[2], dtype) ? -magnitude(a) : magnitude(a))
PAIR(logaddexp, log_add_exp_of(a, b))
PAIR(xlogy, xlogy_of(a, b))

// The quotient of two integers rounded towards 0, which wraps. No divisor is 0: the call has
// looked.
DEVICE i64 quotient_of(i64 a, i64 b) { return b == -1 ? (i64)(0 - (u64)a) : a / b; }
DEVICE i64 rest_of(i64 a, i64 b) { return b == -1 ? 0 : a % b; }

// UNSIGNED is of numbers without a sign, x and y.
#define INTEGERS(NAME, OF_AB, UNSIGNED)                                                                                \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                              \
        NAME##_int(void* out, const void* left, const void* right, const __grid_constant__ Walk<3> walk, i32 dtype) {  \
        each(walk, [=](const i64 (&at)[3]) {                                                                           \
            if (dtype == OF_UINT64) {                                                                                  \
                u64 x = ((const u64*)left)[at[1]], y = ((const u64*)right)[at[2]];                                     \
                ((u64*)out)[at[0]] = UNSIGNED;                                                                         \
                return;                                                                                                \
            }                                                                                                          \
            i64 a = loaded_integer(left, at[1], dtype), b = loaded_integer(right, at[2], dtype);                       \
            i64 rest = rest_of(a, b);                                                                                  \
            stored_integer(out, at[0], OF_AB, dtype);                                                                  \
        });                                                                                                            \
    }

INTEGERS(floor_divide, quotient_of(a, b) - (rest != 0 && (a < 0) != (b < 0) ? 1 : 0), x / y)
INTEGERS(remainder, rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest, x % y)
INTEGERS(fmod, rest, x % y)

// The next number after a towards b. `sign` is the bit of the sign; the bits of a magnitude ascend
// with it.
template <class U> DEVICE U neighbour(f64 a, U a_bits, f64 b, U b_bits, U sign) {
    if (is_nan(a)) return a_bits;
    if (is_nan(b) || a == b) return b_bits;
    if (a == 0.0) return (U)(b < 0.0 ? sign | 1 : 1);
    return (U)((a < b) == (a > 0.0) ? a_bits + 1 : a_bits - 1);
}

extern "C" __global__ void __launch_bounds__(THREADS)
    nextafter_pair(void* out, const void* left, const void* right, const __grid_constant__ Walk<3> walk, i32 dtype) {
    each(walk, [=](const i64 (&at)[3]) {
        f64 a = loaded(left, at[1], dtype), b = loaded(right, at[2], dtype);
        if (dtype == OF_FLOAT64) {
            ((u64*)out)[at[0]] = neighbour<u64>(a, bits_of(a), b, bits_of(b), 1ull << 63);
        } else if (dtype == OF_FLOAT32) {
            ((u32*)out)[at[0]] = neighbour<u32>(a, bits_of((f32)a), b, bits_of((f32)b), 1u << 31);
        } else {
            u16 a_bits = ((const u16*)left)[at[1]], b_bits = ((const u16*)right)[at[2]];
            ((u16*)out)[at[0]] = neighbour<u16>(a, a_bits, b, b_bits, 0x8000);
        }
    });
}

// Whether two float64 are equal or near, or both NaN where that counts as near.
extern "C" __global__ void __launch_bounds__(THREADS)
    is_close(u8* out, const f64* left, const f64* right, const __grid_constant__ Walk<3> walk, f64 rtol, f64 atol,
             i64 equal_nan) {
    each(walk, [=](const i64 (&at)[3]) {
        f64 a = left[at[1]], b = right[at[2]];
        bool near = magnitude(b) < infinity64() && magnitude(a - b) <= atol + rtol * magnitude(b);
        out[at[0]] = a == b || near || (equal_nan != 0 && is_nan(a) && is_nan(b)) ? 1 : 0;
    });
}
