//! Vectors of floats for kernels that round a product and a sum once, which [`super::dispatch`] never does by itself:
//! [`Lanes`] of 512 bits (AVX-512), [`Lanes256`] of 256 (AVX2 and FMA).
//!
//! Invariant: a function that calls these has the same instructions enabled, so that each becomes one instruction there.

use crate::tensor::Element;
use std::arch::x86_64::{
    __m256, __m256d, __m512, __m512d, _mm256_fmadd_pd, _mm256_fmadd_ps, _mm256_loadu_pd, _mm256_loadu_ps,
    _mm256_loadu_si256, _mm256_maskload_pd, _mm256_maskload_ps, _mm256_set1_pd, _mm256_set1_ps, _mm256_setzero_pd,
    _mm256_setzero_ps, _mm256_storeu_pd, _mm256_storeu_ps, _mm512_fmadd_pd, _mm512_fmadd_ps, _mm512_mask_storeu_pd,
    _mm512_mask_storeu_ps, _mm512_maskz_loadu_pd, _mm512_maskz_loadu_ps, _mm512_set1_pd, _mm512_set1_ps,
    _mm512_setzero_pd, _mm512_setzero_ps,
};

/// An element type and the vectors of it, of 512 bits.
pub(super) trait Lanes: Element {
    type Vector: Copy;
    const LANES: usize;

    /// # Safety
    /// Here and below: the machine has AVX-512 (F).
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

/// An element type and the vectors of it, of 256 bits; otherwise as [`Lanes`].
pub(super) trait Lanes256: Element {
    type Vector: Copy;
    const LANES: usize;

    /// # Safety
    /// Here and below: the machine has AVX2 and FMA.
    unsafe fn zero() -> Self::Vector;
    unsafe fn repeat(x: Self) -> Self::Vector;
    unsafe fn multiply_add(a: Self::Vector, b: Self::Vector, sum: Self::Vector) -> Self::Vector;
    /// # Safety
    /// `n` elements, from 1 to a vector full, may be read at `from`.
    unsafe fn load(from: *const Self, n: usize) -> Self::Vector;
    /// # Safety
    /// A vector full may be written at `to`.
    unsafe fn store(to: *mut Self, n: usize, value: Self::Vector);
}

/// The same text for both types: the instructions have a name for each.
macro_rules! lanes {
    ($t:ty, $vector:ty, $lanes:literal, $mask:ty, $zero:ident, $set:ident, $fma:ident, $load:ident, $store:ident) => {
        impl Lanes for $t {
            type Vector = $vector;
            const LANES: usize = $lanes;

            #[inline]
            #[target_feature(enable = "avx512f")]
            unsafe fn zero() -> $vector {
                $zero()
            }

            #[inline]
            #[target_feature(enable = "avx512f")]
            unsafe fn repeat(x: $t) -> $vector {
                $set(x)
            }

            #[inline]
            #[target_feature(enable = "avx512f")]
            unsafe fn multiply_add(a: $vector, b: $vector, sum: $vector) -> $vector {
                $fma(a, b, sum)
            }

            #[inline]
            #[target_feature(enable = "avx512f")]
            unsafe fn load(from: *const $t, n: usize) -> $vector {
                // SAFETY: lanes that the mask leaves out are not read.
                unsafe { $load(<$mask>::MAX >> ($lanes - n), from) }
            }

            #[inline]
            #[target_feature(enable = "avx512f")]
            unsafe fn store(to: *mut $t, n: usize, value: $vector) {
                // SAFETY: lanes that the mask leaves out are not written.
                unsafe { $store(to, <$mask>::MAX >> ($lanes - n), value) }
            }
        }
    };
}

lanes!(
    f32,
    __m512,
    16,
    u16,
    _mm512_setzero_ps,
    _mm512_set1_ps,
    _mm512_fmadd_ps,
    _mm512_maskz_loadu_ps,
    _mm512_mask_storeu_ps
);
lanes!(
    f64,
    __m512d,
    8,
    u8,
    _mm512_setzero_pd,
    _mm512_set1_pd,
    _mm512_fmadd_pd,
    _mm512_maskz_loadu_pd,
    _mm512_mask_storeu_pd
);

/// Lanes from the middle on are not read.
static MASK_32: [i32; 16] = [-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0];
static MASK_64: [i64; 8] = [-1, -1, -1, -1, 0, 0, 0, 0];

/// As above.
macro_rules! lanes256 {
    ($t:ty, $vector:ty, $masks:ident, $zero:ident, $set:ident, $fma:ident, $load:ident, $some:ident, $store:ident) => {
        impl Lanes256 for $t {
            type Vector = $vector;
            const LANES: usize = $masks.len() / 2;

            #[inline]
            #[target_feature(enable = "avx2,fma")]
            unsafe fn zero() -> $vector {
                $zero()
            }

            #[inline]
            #[target_feature(enable = "avx2,fma")]
            unsafe fn repeat(x: $t) -> $vector {
                $set(x)
            }

            #[inline]
            #[target_feature(enable = "avx2,fma")]
            unsafe fn multiply_add(a: $vector, b: $vector, sum: $vector) -> $vector {
                $fma(a, b, sum)
            }

            #[inline]
            #[target_feature(enable = "avx2,fma")]
            unsafe fn load(from: *const $t, n: usize) -> $vector {
                // SAFETY: lanes that the mask leaves out are not read, and the mask is one within the masks.
                unsafe {
                    if n == <$t as Lanes256>::LANES {
                        return $load(from);
                    }
                    let mask = _mm256_loadu_si256($masks.as_ptr().add(<$t as Lanes256>::LANES - n).cast());
                    $some(from, mask)
                }
            }

            #[inline]
            #[target_feature(enable = "avx2,fma")]
            unsafe fn store(to: *mut $t, _n: usize, value: $vector) {
                // SAFETY: the caller's promise.
                unsafe { $store(to, value) }
            }
        }
    };
}

lanes256!(
    f32,
    __m256,
    MASK_32,
    _mm256_setzero_ps,
    _mm256_set1_ps,
    _mm256_fmadd_ps,
    _mm256_loadu_ps,
    _mm256_maskload_ps,
    _mm256_storeu_ps
);
lanes256!(
    f64,
    __m256d,
    MASK_64,
    _mm256_setzero_pd,
    _mm256_set1_pd,
    _mm256_fmadd_pd,
    _mm256_loadu_pd,
    _mm256_maskload_pd,
    _mm256_storeu_pd
);
