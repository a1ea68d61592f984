//! Resizes on a CUDA device, with the positions and the order of sums of `ops/nn/resize.rs`.

use super::launch::{elements, pointer};
use crate::device::cuda::Gpu;
use crate::error::Result;
use crate::tensor::Tensor;

/// One axis. `Mapping` of `resize.cu` is the same.
#[repr(C)]
#[derive(Clone, Copy)]
pub(in crate::ops) struct Mapping {
    pub input: i64,
    pub output: i64,
    /// The number of input elements for each element of the result, and the inverse.
    pub step: f64,
    pub each: f64,
    /// What is added to the number of a result before it is scaled, and subtracted afterwards.
    pub added: f64,
    pub subtracted: f64,
    /// How far the second of two elements is behind the first: 0 in the nearest modes.
    pub next: i64,
}

/// A kernel of `resize.cu` by its name without the dtype.
///
/// # Safety
/// Both are contiguous, of float32 or float64, and of the sizes that `axes` says, of which none is
/// 0; `out` is new.
pub(in crate::ops) unsafe fn resize(
    gpu: &Gpu,
    kernel: &str,
    [out, from]: [&Tensor; 2],
    axes: &[Mapping; 3],
) -> Result<()> {
    let (all, kernel) = (out.size() as i64, format!("{kernel}_{}", out.dtype()));
    let addresses = [out.addr() as u64, from.addr() as u64];
    // SAFETY: the caller's promise; the kernel has a thread for each element of `out`.
    unsafe { elements(gpu, &kernel, out.size(), &addresses, &[], &[pointer(axes), pointer(&all)]) }
}
