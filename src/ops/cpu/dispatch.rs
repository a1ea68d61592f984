//! Run-time choice of the instruction set.
//!
//! Invariant: a [`Kernel`] gives the same bits however it was compiled, so the choice affects only
//! speed. Rust never fuses `a * b + c` by itself. A [`Kernel`] that requests it (`vecmath`) gets
//! the instruction if there is one and otherwise the C library's function: both round once.
//!
//! A library for the JVM runs on any machine, so it is compiled for the oldest one. A kernel's
//! `run` is `#[inline(always)]` and becomes part of functions that are compiled for newer machines.
//! Functions that `run` calls must be inlined too: an ordinary function would be compiled for the
//! oldest machine again.

#[cfg(target_arch = "x86_64")]
use std::sync::atomic::{AtomicU8, Ordering};

/// Work that gains from wider registers. `run` must be `#[inline(always)]`.
pub(in crate::ops) trait Kernel {
    type Output;
    /// Whether it is compiled for AVX-512 too, which is not worth its size for a memory-bound
    /// kernel.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))] // elsewhere there is one instruction set
    const WIDE: bool = true;
    fn run(self) -> Self::Output;

    /// The same on an x86-64 without AVX2 (before 2013, AMD: 2015), for a kernel with so many
    /// variants that small code is preferred over fast code there.
    #[inline(always)]
    fn run_small(self) -> Self::Output
    where
        Self: Sized,
    {
        self.run()
    }
}

#[cfg(target_arch = "x86_64")]
const UNKNOWN: u8 = 0;
#[cfg(target_arch = "x86_64")]
const BASELINE: u8 = 1;
#[cfg(target_arch = "x86_64")]
const AVX2: u8 = 2;
#[cfg(target_arch = "x86_64")]
const AVX512: u8 = 3;

#[cfg(target_arch = "x86_64")]
static LEVEL: AtomicU8 = AtomicU8::new(UNKNOWN);

/// Runs the kernel as compiled for the best instruction set of this machine.
#[inline]
pub(in crate::ops) fn run<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    {
        let level = level();
        if K::WIDE && level == AVX512 {
            // SAFETY: `level` returns this only on a machine that has these instructions.
            return unsafe { run_avx512(kernel) };
        }
        if level >= AVX2 {
            // SAFETY: `level` returns these only on a machine that has these instructions.
            return unsafe { run_avx2(kernel) };
        }
    }
    run_plain(kernel)
}

/// For the instructions that every machine of the architecture has. A separate function, so that
/// there is one however often [`run`] is called.
#[inline(never)]
fn run_plain<K: Kernel>(kernel: K) -> K::Output {
    if cfg!(target_arch = "x86_64") { kernel.run_small() } else { kernel.run() }
}

/// The instruction set that kernels run with on this machine, for the log.
pub(crate) fn instruction_set() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    match level() {
        AVX512 => return "x86-64 with AVX-512",
        AVX2 => return "x86-64 with AVX2",
        _ => {}
    }
    std::env::consts::ARCH
}

/// Whether kernels are compiled for AVX-512 here.
#[cfg(target_arch = "x86_64")]
pub(in crate::ops) fn has_avx512() -> bool {
    level() == AVX512
}

/// Whether the machine has at least AVX2 and FMA.
#[cfg(target_arch = "x86_64")]
pub(in crate::ops) fn has_avx2() -> bool {
    level() >= AVX2
}

#[cfg(target_arch = "x86_64")]
#[inline]
fn level() -> u8 {
    match LEVEL.load(Ordering::Relaxed) {
        UNKNOWN => {
            let found = detect();
            LEVEL.store(found, Ordering::Relaxed);
            found
        }
        known => known,
    }
}

#[cfg(target_arch = "x86_64")]
#[cold]
fn detect() -> u8 {
    // Machines with one have the other, except some VIA processors.
    let avx2 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
    let avx512 = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq");
    match (avx2, avx512) {
        (true, true) => AVX512,
        (true, false) => AVX2,
        _ => BASELINE,
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512bw,avx512dq")]
fn run_avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn run_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::ops::cpu::vecmath::{self, Real};

    struct Transcendentals<'a, T>(&'a [T], &'a mut Vec<[T; 10]>);

    impl<T: Real> Kernel for Transcendentals<'_, T> {
        type Output = ();
        #[inline(always)]
        fn run(self) {
            self.1.extend(self.0.iter().map(|&x| {
                let logs = [vecmath::log(x), vecmath::log1p(x)];
                let exps = [vecmath::exp(x), vecmath::exp2(x), vecmath::expm1(x)];
                let [a, b, c] = [vecmath::tanh(x), vecmath::sigmoid(x), vecmath::erf(x)];
                let [d, e] = [vecmath::erfc(x), vecmath::normal_share(x)];
                [logs[0], logs[1], exps[0], exps[1], exps[2], a, b, c, d, e]
            }));
        }
    }

    /// The bits of the results, with one pattern for every NaN.
    fn bits<T: Real>(results: &[[T; 10]]) -> Vec<[u64; 10]> {
        let bits = |x: T| if x.as_f64().is_nan() { f64::NAN.to_bits() } else { x.as_f64().to_bits() };
        results.iter().map(|row| row.map(bits)).collect()
    }

    fn same_bits<T: Real>(values: &[T]) {
        let run = |how: &dyn Fn(Transcendentals<T>)| {
            let mut results = Vec::new();
            how(Transcendentals(values, &mut results));
            bits(&results)
        };
        let plain = run(&|kernel| kernel.run());
        let best = detect();
        if best >= AVX2 {
            // SAFETY: the machine was just found to have these instructions.
            assert_eq!(plain, run(&|kernel| unsafe { run_avx2(kernel) }));
        }
        if best >= AVX512 {
            // SAFETY: the machine was just found to have these instructions.
            assert_eq!(plain, run(&|kernel| unsafe { run_avx512(kernel) }));
        }
    }

    #[test]
    fn every_instruction_set_gives_the_same_bits() {
        // From subnormal numbers to infinity, and evenly spaced where the functions curve.
        let even = (-4000..4000).map(|i| f64::from(i) * 0.0171);
        let spread =
            (0..2000).flat_map(|i| [10f64.powf(f64::from(i) * 0.32 - 323.0), -10f64.powf(f64::from(i) * 0.32 - 323.0)]);
        let values: Vec<f64> =
            even.chain(spread).chain([0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN]).collect();
        same_bits::<f64>(&values);
        same_bits::<f32>(&values.iter().map(|&x| x as f32).collect::<Vec<_>>());
    }
}
