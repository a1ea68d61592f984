// Conversions between element types: src/ops/number.rs. A float becomes an integer towards 0, saturated, NaN as 0; an
// integer keeps its low bits; anything becomes a float in one rounding and a truth value by `!= 0`.

#pragma once
#include "common.cuh"

// `W` is an integer that holds everything from `LOW` to below `ABOVE`.
template <class D> struct Limits;
#define LIMITS(D, W, LOW, ABOVE, MIN, MAX)                                                                             \
    template <> struct Limits<D> {                                                                                     \
        typedef W whole;                                                                                               \
        static DEVICE f64 low() { return LOW; }                                                                        \
        static DEVICE f64 above() { return ABOVE; }                                                                    \
        static DEVICE D min() { return (D)(MIN); }                                                                     \
        static DEVICE D max() { return (D)(MAX); }                                                                     \
    };

LIMITS(i8, i64, -128.0, 128.0, -128, 127)
LIMITS(i16, i64, -32768.0, 32768.0, -32768, 32767)
LIMITS(i32, i64, -2147483648.0, 2147483648.0, 0x80000000, 0x7fffffff)
LIMITS(i64, i64, -9223372036854775808.0, 9223372036854775808.0, 0x8000000000000000ull, 0x7fffffffffffffffll)
LIMITS(u8, i64, 0.0, 256.0, 0, 255)
LIMITS(u16, i64, 0.0, 65536.0, 0, 65535)
LIMITS(u32, i64, 0.0, 4294967296.0, 0, 0xffffffffu)
LIMITS(u64, u64, 0.0, 18446744073709551616.0, 0, 0xffffffffffffffffull)

template <class D, class S> DEVICE D saturated(S x) {
    S low = (S)Limits<D>::low(), above = (S)Limits<D>::above();
    S inside = x >= low && x < above ? x : (S)0;
    D value = (D)(typename Limits<D>::whole)inside;
    value = x >= above ? Limits<D>::max() : value;
    return x < low ? Limits<D>::min() : value;
}

// An integer as a float64 from which rounding once more gives the nearest half: what 64 bits have
// beyond it is one bit.
template <class W> DEVICE f64 sticky(W x, bool large) {
    const W LOW = (1 << 11) - 1;
    W kept = (x & ~LOW) | ((x & LOW) != 0 ? LOW + 1 : 0);
    return (f64)(large ? kept : x);
}
DEVICE f64 sticky(i64 x) { return sticky(x, x >= (1ll << 53) || x <= -(1ll << 53)); }
DEVICE f64 sticky(u64 x) { return sticky(x, x >= (1ull << 53)); }

template <class D, class S> struct Cast { static DEVICE D of(S x) { return (D)x; } };

#define TO_INTEGER(D)                                                                                                  \
    template <> struct Cast<D, f32> { static DEVICE D of(f32 x) { return saturated<D, f32>(x); } };                    \
    template <> struct Cast<D, f64> { static DEVICE D of(f64 x) { return saturated<D, f64>(x); } };                    \
    template <> struct Cast<D, f16> { static DEVICE D of(f16 x) { return saturated<D, f32>(wide(x)); } };              \
    template <> struct Cast<D, bf16> { static DEVICE D of(bf16 x) { return saturated<D, f32>(wide(x)); } };            \
    template <> struct Cast<D, boolean> { static DEVICE D of(boolean x) { return x.byte != 0 ? 1 : 0; } };

TO_INTEGER(i8)
TO_INTEGER(i16)
TO_INTEGER(i32)
TO_INTEGER(i64)
TO_INTEGER(u8)
TO_INTEGER(u16)
TO_INTEGER(u32)
TO_INTEGER(u64)

#define TO_FLOAT(D)                                                                                                    \
    template <> struct Cast<D, f16> { static DEVICE D of(f16 x) { return (D)wide(x); } };                              \
    template <> struct Cast<D, bf16> { static DEVICE D of(bf16 x) { return (D)wide(x); } };                            \
    template <> struct Cast<D, boolean> { static DEVICE D of(boolean x) { return x.byte != 0 ? (D)1 : (D)0; } };

TO_FLOAT(f32)
TO_FLOAT(f64)

#define TO_HALF(H)                                                                                                     \
    template <> struct Cast<H, f32> { static DEVICE H of(f32 x) { return half_of<H>(x); } };                           \
    template <> struct Cast<H, f64> { static DEVICE H of(f64 x) { return half_of<H>(to_odd(x)); } };                   \
    template <> struct Cast<H, i8> { static DEVICE H of(i8 x) { return half_of<H>((f32)x); } };                        \
    template <> struct Cast<H, i16> { static DEVICE H of(i16 x) { return half_of<H>((f32)x); } };                      \
    template <> struct Cast<H, u8> { static DEVICE H of(u8 x) { return half_of<H>((f32)x); } };                        \
    template <> struct Cast<H, u16> { static DEVICE H of(u16 x) { return half_of<H>((f32)x); } };                      \
    template <> struct Cast<H, i32> { static DEVICE H of(i32 x) { return half_of<H>(to_odd((f64)x)); } };              \
    template <> struct Cast<H, u32> { static DEVICE H of(u32 x) { return half_of<H>(to_odd((f64)x)); } };              \
    template <> struct Cast<H, i64> { static DEVICE H of(i64 x) { return half_of<H>(to_odd(sticky(x))); } };           \
    template <> struct Cast<H, u64> { static DEVICE H of(u64 x) { return half_of<H>(to_odd(sticky(x))); } };           \
    template <> struct Cast<H, boolean> { static DEVICE H of(boolean x) { return half_of<H>(x.byte != 0 ? 1.0f : 0.0f); } };

TO_HALF(f16)
TO_HALF(bf16)
template <> struct Cast<f16, bf16> { static DEVICE f16 of(bf16 x) { return half_of<f16>(wide(x)); } };
template <> struct Cast<bf16, f16> { static DEVICE bf16 of(f16 x) { return half_of<bf16>(wide(x)); } };

template <class S> struct Cast<boolean, S> {
    static DEVICE boolean of(S x) { boolean b = {(u8)(x != (S)0 ? 1 : 0)}; return b; }
};
template <> struct Cast<boolean, f16> { static DEVICE boolean of(f16 x) { boolean b = {(u8)(wide(x) != 0.0f ? 1 : 0)}; return b; } };
template <> struct Cast<boolean, bf16> { static DEVICE boolean of(bf16 x) { boolean b = {(u8)(wide(x) != 0.0f ? 1 : 0)}; return b; } };
