//! Vectors of floats for kernels that use fused multiply-add, which [`super::dispatch`] never does
//! by itself: 512 bits with AVX-512, 256 with AVX2 and FMA.
//!
//! Invariant: a function that calls these has the same instructions enabled, so each call compiles
//! to one instruction.

use crate::tensor::Element;
use std::arch::x86_64::{
    __m256, __m256d, __m256i, __m512, __m512d, _mm256_fmadd_pd, _mm256_fmadd_ps, _mm256_loadu_pd, _mm256_loadu_ps,
    _mm256_loadu_si256, _mm256_maskload_pd, _mm256_maskload_ps, _mm256_maskstore_pd, _mm256_maskstore_ps,
    _mm256_set1_pd, _mm256_set1_ps, _mm256_setzero_pd, _mm256_setzero_ps, _mm256_storeu_pd, _mm256_storeu_ps,
    _mm512_fmadd_pd, _mm512_fmadd_ps, _mm512_mask_storeu_pd, _mm512_mask_storeu_ps, _mm512_maskz_loadu_pd,
    _mm512_maskz_loadu_ps, _mm512_set1_pd, _mm512_set1_ps, _mm512_setzero_pd, _mm512_setzero_ps,
};

/// An element type and its vectors of this many bits.
pub(in crate::ops) trait Lanes<const BITS: usize>: Element {
    type Vector: Copy;
    const LANES: usize;

    /// # Safety
    /// Here and below: the machine has AVX-512 (F) for 512 bits, AVX2 and FMA for 256.
    unsafe fn zero() -> Self::Vector;
    unsafe fn repeat(x: Self) -> Self::Vector;
    unsafe fn multiply_add(a: Self::Vector, b: Self::Vector, sum: Self::Vector) -> Self::Vector;
    /// # Safety
    /// `n` elements, from 1 to a vector full, may be read at `from`.
    unsafe fn load(from: *const Self, n: usize) -> Self::Vector;
    /// # Safety
    /// `n` elements, from 1 to a vector full, may be written at `to`.
    unsafe fn store(to: *mut Self, n: usize, value: Self::Vector);
}

/// The implementation is the same for each type; only the names of the instructions differ.
macro_rules! lanes {
    (
        $bits:literal, $features:literal, $t:ty, $vector:ty, $zero:ident, $set:ident, $fma:ident,
        |$from:ident, $n:ident| $load:expr, |$to:ident, $m:ident, $value:ident| $store:expr
    ) => {
        impl Lanes<$bits> for $t {
            type Vector = $vector;
            const LANES: usize = $bits / 8 / size_of::<$t>();

            #[inline]
            #[target_feature(enable = $features)]
            unsafe fn zero() -> $vector {
                $zero()
            }

            #[inline]
            #[target_feature(enable = $features)]
            unsafe fn repeat(x: $t) -> $vector {
                $set(x)
            }

            #[inline]
            #[target_feature(enable = $features)]
            unsafe fn multiply_add(a: $vector, b: $vector, sum: $vector) -> $vector {
                $fma(a, b, sum)
            }

            #[inline]
            #[target_feature(enable = $features)]
            unsafe fn load($from: *const $t, $n: usize) -> $vector {
                // SAFETY: masked-out elements are not read.
                unsafe { $load }
            }

            #[inline]
            #[target_feature(enable = $features)]
            unsafe fn store($to: *mut $t, $m: usize, $value: $vector) {
                // SAFETY: masked-out elements are not written.
                unsafe { $store }
            }
        }
    };
}

lanes!(
    512,
    "avx512f",
    f32,
    __m512,
    _mm512_setzero_ps,
    _mm512_set1_ps,
    _mm512_fmadd_ps,
    |from, n| _mm512_maskz_loadu_ps(u16::MAX >> (16 - n), from),
    |to, n, value| _mm512_mask_storeu_ps(to, u16::MAX >> (16 - n), value)
);
lanes!(
    512,
    "avx512f",
    f64,
    __m512d,
    _mm512_setzero_pd,
    _mm512_set1_pd,
    _mm512_fmadd_pd,
    |from, n| _mm512_maskz_loadu_pd(u8::MAX >> (8 - n), from),
    |to, n, value| _mm512_mask_storeu_pd(to, u8::MAX >> (8 - n), value)
);
// A mask costs a load here, so whole vectors are handled without one.
lanes!(
    256,
    "avx2,fma",
    f32,
    __m256,
    _mm256_setzero_ps,
    _mm256_set1_ps,
    _mm256_fmadd_ps,
    |from, n| if n == 8 { _mm256_loadu_ps(from) } else { _mm256_maskload_ps(from, first_words(n)) },
    |to, n, value| if n == 8 { _mm256_storeu_ps(to, value) } else { _mm256_maskstore_ps(to, first_words(n), value) }
);
lanes!(
    256,
    "avx2,fma",
    f64,
    __m256d,
    _mm256_setzero_pd,
    _mm256_set1_pd,
    _mm256_fmadd_pd,
    |from, n| if n == 4 { _mm256_loadu_pd(from) } else { _mm256_maskload_pd(from, first_words(2 * n)) },
    |to, n, value| if n == 4 {
        _mm256_storeu_pd(to, value)
    } else {
        _mm256_maskstore_pd(to, first_words(2 * n), value)
    }
);

/// A mask of the first `words` 32-bit words.
///
/// # Safety
/// There are at most eight, and the machine has AVX2.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn first_words(words: usize) -> __m256i {
    static MASKS: [i32; 16] = [-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0];
    // SAFETY: eight words starting at or before the middle of the array.
    unsafe { _mm256_loadu_si256(MASKS.as_ptr().add(8 - words).cast()) }
}
