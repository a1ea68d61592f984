//! The connectionist temporal classification loss on a CUDA device, in the arithmetic of
//! `ops/nn/ctc.rs`.
//!
//! Invariant: each strip of states is one launch, after that of the strip which it continues.

use super::launch::{elements, grid, pointer};
use crate::device::cuda::{Gpu, THREADS};
use crate::error::Result;
use crate::tensor::Tensor;

/// The labels of a batch. `Batch` of `ctc.cu` is the same.
#[repr(C)]
#[derive(Clone, Copy)]
pub(in crate::ops) struct Alignments {
    labels: u64,
    samples: u64,
    steps: i64,
    count: i64,
    classes: i64,
    width: i64,
    strip: i64,
    blank: i64,
}

impl Alignments {
    /// For log-probabilities `[T, N, C]`, of which the longest sample has `width` states.
    pub fn new(logs: &Tensor, [labels, samples]: [&Tensor; 2], width: usize, blank: usize) -> Alignments {
        let [steps, count, classes] = [0, 1, 2].map(|axis| logs.shape()[axis]);
        let [labels, samples] = [labels, samples].map(|t| t.addr() as u64);
        Alignments { labels, samples, steps, count, classes, width: width as i64, strip: 0, blank: blank as i64 }
    }

    /// Each strip of the states, from the first.
    fn strips(self) -> impl DoubleEndedIterator<Item = Alignments> {
        let each = i64::from(THREADS);
        (0..(self.width + each - 1) / each).map(move |i| Alignments { strip: i * each, ..self })
    }
}

/// The loss of each sample, `[N]`, and the beginnings of paths, `[N, T, width]`.
///
/// # Safety
/// All are contiguous and of one float dtype, and `of` was made for `logs` with checked labels, which
/// are alive; the results are new.
pub(in crate::ops) unsafe fn ctc(gpu: &Gpu, [losses, alphas, logs]: [&Tensor; 3], of: Alignments) -> Result<()> {
    let addresses = [losses, alphas, logs].map(|t| t.addr() as u64);
    let kernel = format!("ctc_forward_{}", logs.dtype());
    of.strips().try_for_each(|of| {
        // SAFETY: the caller's promise; the kernel has a block for each sample.
        unsafe { grid(gpu, &kernel, of.count as usize, &addresses, &[], &[pointer(&of)]) }
    })
}

/// The gradient of [`ctc`]; `betas` takes the endings of paths, as `alphas` has the beginnings.
///
/// # Safety
/// As for [`ctc`]; `out` and `betas` are new.
pub(in crate::ops) unsafe fn ctc_grad(
    gpu: &Gpu,
    [out, betas]: [&Tensor; 2],
    [logs, losses, alphas, grad]: [&Tensor; 4],
    of: Alignments,
    zero_infinity: bool,
) -> Result<()> {
    let at = |t: &Tensor| t.addr() as u64;
    let kernel = format!("ctc_backward_{}", logs.dtype());
    of.strips().rev().try_for_each(|of| {
        // SAFETY: the caller's promise; the kernel has a block for each sample.
        unsafe { grid(gpu, &kernel, of.count as usize, &[at(betas), at(logs)], &[], &[pointer(&of)]) }
    })?;
    let addresses = [at(out), at(logs), at(losses), at(alphas), at(betas), at(grad)];
    let numbers = [out.size() as i64, i64::from(zero_infinity)];
    let kernel = format!("ctc_grad_{}", logs.dtype());
    // SAFETY: the caller's promise; the kernel has a thread for each element of `out`.
    unsafe { elements(gpu, &kernel, out.size(), &addresses, &numbers, &[pointer(&of)]) }
}
