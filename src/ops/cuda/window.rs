//! Windows: pools, in the order of `ops/cpu/nn/pool.rs`, and the columns of convolutions.
//!
//! Invariant: the numbers of a window are those of the processor's, in the same structs.

use super::launch::{elements, pointer};
use crate::device::cuda::Gpu;
use crate::error::Result;
use crate::tensor::Tensor;

/// One axis of a pool; the kernel is 0 if the windows divide the input. `Axis` of `window.cu` is the
/// same.
#[repr(C)]
#[derive(Clone, Copy)]
pub(in crate::ops) struct Steps {
    pub size: i64,
    pub output: i64,
    pub kernel: i64,
    pub stride: i64,
    pub padding: i64,
    pub dilation: i64,
}

/// `Pool` of `window.cu` is the same.
#[repr(C)]
#[derive(Clone, Copy)]
pub(in crate::ops) struct Windows {
    pub axes: [Steps; 3],
    pub count_padding: i64,
    /// The divisor of a sum, or NaN.
    pub divisor: f64,
}

/// How the kernel of a convolution slides; `Slide` of `window.cu` is the same.
#[repr(C)]
#[derive(Clone, Copy)]
pub(in crate::ops) struct Slide {
    pub input: [i64; 3],
    pub output: [i64; 3],
    pub kernel: [i64; 3],
    pub stride: [i64; 3],
    pub dilation: [i64; 3],
    pub before: [i64; 3],
    pub insert: [i64; 3],
}

/// The greatest element of each window, and its place in its plane.
///
/// # Safety
/// All are contiguous, of the sizes that `how` says and of one float dtype, except the places,
/// which are int64; both results are new.
pub(in crate::ops) unsafe fn greatest(gpu: &Gpu, [out, places, x]: [&Tensor; 3], how: &Windows) -> Result<()> {
    // SAFETY: the caller's promise.
    unsafe { run(gpu, "pool_greatest", &[out, places, x], how) }
}

/// The mean of each window.
///
/// # Safety
/// As for [`greatest`].
pub(in crate::ops) unsafe fn average(gpu: &Gpu, [out, x]: [&Tensor; 2], how: &Windows) -> Result<()> {
    // SAFETY: the caller's promise.
    unsafe { run(gpu, "pool_average", &[out, x], how) }
}

/// The gradient of [`greatest`] with its places, or of [`average`].
///
/// # Safety
/// As for [`greatest`].
pub(in crate::ops) unsafe fn pool_grad(
    gpu: &Gpu,
    [out, grad]: [&Tensor; 2],
    places: Option<&Tensor>,
    how: &Windows,
) -> Result<()> {
    let addresses = [out.addr() as u64, grad.addr() as u64, places.map_or(0, |t| t.addr() as u64)];
    // SAFETY: the caller's promise; the arguments are those of the kernel.
    unsafe { over(gpu, "pool_grad", out, &addresses, how) }
}

/// For each channel of each sample, tap and result the element that the tap reads, 0 outside.
///
/// # Safety
/// Both are contiguous, of one float dtype and of the sizes that `how` says; `out` is new.
pub(in crate::ops) unsafe fn sliding_columns(gpu: &Gpu, [out, x]: [&Tensor; 2], how: &Slide) -> Result<()> {
    // SAFETY: the caller's promise.
    unsafe { run(gpu, "conv_columns", &[out, x], how) }
}

/// # Safety
/// The arguments are those of the kernel.
unsafe fn run<H>(gpu: &Gpu, kernel: &str, tensors: &[&Tensor], how: &H) -> Result<()> {
    let addresses: Vec<u64> = tensors.iter().map(|t| t.addr() as u64).collect();
    // SAFETY: the caller's promise.
    unsafe { over(gpu, kernel, tensors[0], &addresses, how) }
}

/// # Safety
/// The arguments are those of the kernel, which has a thread for each element of `out`.
unsafe fn over<H>(gpu: &Gpu, kernel: &str, out: &Tensor, addresses: &[u64], how: &H) -> Result<()> {
    let (all, kernel) = (out.size() as i64, format!("{kernel}_{}", out.dtype()));
    // SAFETY: the caller's promise.
    unsafe { elements(gpu, &kernel, out.size(), addresses, &[], &[pointer(how), pointer(&all)]) }
}
