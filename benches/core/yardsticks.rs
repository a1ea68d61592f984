//! The limits of this machine. Goals are stated relative to them, because machines differ.

use criterion::Criterion;
use libc::c_void;
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

pub const COPY: usize = 64 << 20;
/// Rounds of the loop of independent fused multiply-adds.
const ROUNDS: usize = 10_000;
/// Operations of one run of the loop: 12 chains, 16 lanes, 2 operations each.
pub const FMA_FLOP: f64 = (ROUNDS * 12 * lanes() * 2) as f64;

pub fn run(criterion: &mut Criterion) {
    criterion.bench_function("yardstick.malloc_free_64", |b| {
        b.iter(|| {
            // SAFETY: the result of malloc is freed once, and free accepts NULL.
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

/// The yardstick of `java.scope_1000000_per_tensor` and `csharp.…`: the time per pair for this many
/// pairs of 128 and 64 bytes from malloc, the sizes of a tensor's slot and block. They are written,
/// kept on a list, and freed in that order.
pub fn malloc_pairs(pairs: usize) -> f64 {
    // The library keeps freed memory too.
    // SAFETY: the call takes two numbers.
    unsafe { libc::mallopt(libc::M_TRIM_THRESHOLD, i32::MAX) };
    let mut best = f64::INFINITY;
    for _ in 0..2_000_000 / pairs + 3 {
        let start = Instant::now();
        let mut newest: *mut *mut c_void = std::ptr::null_mut();
        for _ in 0..pairs {
            // SAFETY: both are as large as the values written, and checked for NULL.
            unsafe {
                let (block, slot) = (libc::malloc(64), libc::malloc(128).cast::<*mut c_void>());
                assert!(!block.is_null() && !slot.is_null(), "there is room");
                libc::memset(block, 1, 64);
                libc::memset(slot.cast(), 1, 128);
                slot.write(newest.cast());
                slot.add(1).write(block);
                newest = slot;
            }
        }
        while !newest.is_null() {
            // SAFETY: these values were written above, and each block is freed once.
            unsafe {
                let next = newest.read().cast();
                libc::free(newest.add(1).read());
                libc::free(newest.cast());
                newest = next;
            }
        }
        best = best.min(start.elapsed().as_nanos() as f64 / pairs as f64);
    }
    best
}

/// Seconds to touch every page of 940 MiB of new memory: the kernel's part of
/// `java.threads24_2000x2mb_s`, which reaches this peak.
pub fn first_touch() -> f64 {
    let bytes = 940 << 20;
    let start = Instant::now();
    // SAFETY: a separate mapping, which is written within its length and unmapped.
    unsafe {
        let (writable, private) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        let first = libc::mmap(std::ptr::null_mut(), bytes, writable, private, -1, 0);
        assert_ne!(first, libc::MAP_FAILED, "there is room");
        for at in (0..bytes).step_by(4096) {
            first.cast::<u8>().add(at).write_volatile(1);
        }
        libc::munmap(first, bytes);
    }
    start.elapsed().as_secs_f64()
}

const fn lanes() -> usize {
    if cfg!(target_arch = "x86_64") { 16 } else { 4 }
}

/// Twelve independent chains of vectors of 16 floats: the most multiply-adds that one core can do.
/// Without AVX-512, the same number of operations.
pub fn fma_peak(x: f32) -> f32 {
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

/// Twelve chains of vectors of half the length, run twice, because 24 chains do not fit in the
/// registers.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn fma_avx2(x: f32) -> f32 {
    use std::arch::x86_64::{_mm256_fmadd_ps, _mm256_set1_ps, _mm256_storeu_ps};
    let factor = _mm256_set1_ps(x);
    let mut sums = [_mm256_set1_ps(x); 12];
    for _ in 0..2 * ROUNDS {
        for sum in &mut sums {
            *sum = _mm256_fmadd_ps(*sum, factor, factor);
        }
    }
    let mut lanes = [0.0; 8];
    let store = |sum| {
        // SAFETY: eight floats have room for one vector.
        unsafe { _mm256_storeu_ps(lanes.as_mut_ptr(), sum) };
        lanes.iter().sum::<f32>()
    };
    sums.into_iter().map(store).sum()
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
