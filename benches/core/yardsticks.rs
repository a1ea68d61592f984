//! What this machine can do at all: goals are stated beside these, since machines differ.

use criterion::Criterion;
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

const COPY: usize = 64 << 20;
/// Rounds of the loop of independent fused multiply-adds.
const ROUNDS: usize = 10_000;
/// Operations of one run of it: 12 chains, 16 lanes, 2 operations each.
pub const FMA_FLOP: f64 = (ROUNDS * 12 * lanes() * 2) as f64;

pub fn run(criterion: &mut Criterion) {
    criterion.bench_function("yardstick.malloc_free_64", |b| {
        b.iter(|| {
            // SAFETY: what malloc gave is freed once, and free takes NULL too.
            unsafe { libc::free(black_box(libc::malloc(black_box(64)))) }
        });
    });
    let counter = AtomicU64::new(0);
    criterion.bench_function("yardstick.atomic_add", |b| b.iter(|| counter.fetch_add(1, Ordering::Relaxed)));
    let from = vec![1u8; COPY];
    let mut to = vec![2u8; COPY];
    criterion.bench_function("yardstick.memcpy_64m", |b| b.iter(|| to.copy_from_slice(black_box(&from))));
    criterion.bench_function("yardstick.fma", |b| b.iter(|| black_box(fma_peak(black_box(1.000_001)))));
}

const fn lanes() -> usize {
    if cfg!(target_arch = "x86_64") { 16 } else { 4 }
}

/// Twelve chains of vectors of 16 floats, none waiting for another: the most that one core multiplies and adds.
/// On a machine without AVX-512 each vector is two registers of AVX2, and the same number of operations.
fn fma_peak(x: f32) -> f32 {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") {
            // SAFETY: the feature was just detected.
            return unsafe { fma_avx512(x) };
        }
        if is_x86_feature_detected!("fma") {
            // SAFETY: the feature was just detected.
            return unsafe { fma_avx2(x) };
        }
    }
    chains(x)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn fma_avx512(x: f32) -> f32 {
    use std::arch::x86_64::{_mm512_fmadd_ps, _mm512_reduce_add_ps, _mm512_set1_ps};
    let factor = _mm512_set1_ps(x);
    let mut sums = [_mm512_set1_ps(x); 12];
    for _ in 0..ROUNDS {
        for sum in &mut sums {
            *sum = _mm512_fmadd_ps(*sum, factor, factor);
        }
    }
    sums.into_iter().map(|sum| _mm512_reduce_add_ps(sum)).sum()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn fma_avx2(x: f32) -> f32 {
    chains(x)
}

#[inline(always)]
fn chains(x: f32) -> f32 {
    let mut sums = [[x; lanes()]; 12];
    for _ in 0..ROUNDS {
        for sum in &mut sums {
            for lane in sum {
                *lane = lane.mul_add(x, x);
            }
        }
    }
    sums.as_flattened().iter().sum()
}
