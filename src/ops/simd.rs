//! The widest vectors of this machine, chosen when a kernel runs.
//!
//! A kernel is a value with an `#[inline(always)]` body; [`run`] compiles that body once for each level and picks one.
//! Rust neither fuses nor reorders floating-point operations, so every level gives the same bits.

/// Work that is compiled for each level. `run` must be `#[inline(always)]`, and so must what it calls.
pub(super) trait Kernel {
    type Out;
    fn run(self) -> Self::Out;
}

/// Runs the kernel as compiled for the best level this machine has.
#[inline]
pub(super) fn run<K: Kernel>(kernel: K) -> K::Out {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
            // SAFETY: the processor has been asked.
            return unsafe { avx512(kernel) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has been asked.
            return unsafe { avx2(kernel) };
        }
    }
    kernel.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn avx512<K: Kernel>(kernel: K) -> K::Out {
    kernel.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2<K: Kernel>(kernel: K) -> K::Out {
    kernel.run()
}
