//! Normalisation of rows and of channels, in the order of `ops/cpu/nn/norm.rs`.
//!
//! Invariant: the sums of runs that pass from one kernel to the next are tensors of their own, so
//! they are counted, and limits hold for them.

use super::launch::{elements, grid, pointer};
use crate::device::cuda::{Gpu, THREADS};
use crate::error::Result;
use crate::tensor::{Shape, Tensor};

/// Rows, or runs, of a block.
const GROUPS: usize = THREADS as usize / 64;

/// The mean of each row or channel, and the inverse of its deviation.
#[derive(Clone, Copy)]
pub(in crate::ops) struct Measures<'a> {
    pub mean: &'a Tensor,
    pub rstd: &'a Tensor,
}

/// Which runs share a mean; `Channels` of `norm.cu` is the same.
#[repr(C)]
#[derive(Clone, Copy)]
pub(in crate::ops) struct Runs {
    /// Channels of all samples.
    pub runs: i64,
    /// Elements of a run.
    pub inner: i64,
    /// Channels of a sample.
    pub channels: i64,
    /// Means.
    pub stats: i64,
    /// Whether a mean is that of adjacent runs, and not of a channel of all samples.
    pub grouped: i64,
}

/// What is summed of each run.
#[derive(Clone, Copy)]
enum Summed {
    Elements = 0,
    Squares = 1,
    Gradients = 2,
}

fn at(t: &Tensor) -> u64 {
    t.addr() as u64
}

fn at_some(t: Option<&Tensor>) -> u64 {
    t.map_or(0, at)
}

/// `row_norm`.
///
/// # Safety
/// All are contiguous and of one float dtype; `out` and the measures are new; `x` has rows of `n`.
pub(in crate::ops) unsafe fn row_norm(
    gpu: &Gpu,
    [out, x]: [&Tensor; 2],
    to: Measures,
    affine: [Option<&Tensor>; 2],
    (n, eps, centred): (usize, f64, bool),
) -> Result<()> {
    let rows = to.mean.size();
    let addresses = [at(out), at(to.mean), at(to.rstd), at(x), at_some(affine[0]), at_some(affine[1])];
    let numbers = [rows as i64, n as i64, eps.to_bits() as i64, i64::from(centred)];
    // SAFETY: the caller's promise; the arguments are those of the kernel.
    unsafe { grid(gpu, &format!("norm_rows_{}", x.dtype()), rows.div_ceil(GROUPS), &addresses, &numbers, &[]) }
}

/// The gradient of `row_norm` for its operand.
///
/// # Safety
/// All are contiguous and of one float dtype; `out` is new.
pub(in crate::ops) unsafe fn row_norm_grad(
    gpu: &Gpu,
    [out, grad, x]: [&Tensor; 3],
    of: Measures,
    weight: Option<&Tensor>,
    (n, centred): (usize, bool),
) -> Result<()> {
    let rows = of.mean.size();
    let addresses = [at(out), at(grad), at(x), at_some(weight), at(of.mean), at(of.rstd)];
    let numbers = [rows as i64, n as i64, i64::from(centred)];
    // SAFETY: the caller's promise; the arguments are those of the kernel.
    unsafe { grid(gpu, &format!("norm_rows_grad_{}", x.dtype()), rows.div_ceil(GROUPS), &addresses, &numbers, &[]) }
}

/// The gradients of `row_norm` for its weight and bias, if wanted.
///
/// # Safety
/// All are contiguous and of one float dtype; both gradients are new, of `n` elements.
pub(in crate::ops) unsafe fn columns(
    gpu: &Gpu,
    to: [Option<&Tensor>; 2],
    [grad, x]: [&Tensor; 2],
    of: Measures,
    n: usize,
) -> Result<()> {
    let addresses = [at_some(to[0]), at_some(to[1]), at(grad), at(x), at(of.mean), at(of.rstd)];
    let numbers = [of.mean.size() as i64, n as i64];
    // SAFETY: the caller's promise; the arguments are those of the kernel.
    unsafe { elements(gpu, &format!("norm_columns_{}", x.dtype()), n, &addresses, &numbers, &[]) }
}

/// `channel_norm`, which measures `x` unless the statistics were given.
///
/// # Safety
/// All are contiguous and of one float dtype, of the sizes that `how` says; `out` is new, and so
/// are the measures unless they were given.
pub(in crate::ops) unsafe fn channel_norm(
    gpu: &Gpu,
    [out, x]: [&Tensor; 2],
    measures: Measures,
    affine: [Option<&Tensor>; 2],
    how: &Runs,
    eps: Option<f64>,
) -> Result<()> {
    let (dtype, all) = (x.dtype(), x.size());
    if let Some(eps) = eps {
        let sums = Tensor::uninit(x.device(), dtype, &Shape::new(&[how.runs])?)?;
        for (what, to) in [(Summed::Elements, measures.mean), (Summed::Squares, measures.rstd)] {
            // SAFETY: the caller's promise; the sums have room for each run, and the means are
            // there before they are read.
            unsafe {
                totals(gpu, [&sums, &sums], [x, x], measures, how, what)?;
                let numbers = [eps.to_bits() as i64, what as i64];
                let addresses = [at(to), at(&sums)];
                channelwise(gpu, &format!("norm_means_{dtype}"), how.stats as usize, &addresses, how, &numbers)?;
            }
        }
    }
    let [weight, bias] = affine.map(at_some);
    let addresses = [at(out), at(x), at(measures.mean), at(measures.rstd), weight, bias];
    // SAFETY: as above.
    unsafe { channelwise(gpu, &format!("norm_channels_{dtype}"), all, &addresses, how, &[all as i64]) }
}

/// The sums over each run that the gradient of `channel_norm` needs, in `sums`, and the gradient of
/// its operand, if wanted.
///
/// # Safety
/// All are contiguous and of one float dtype, of the sizes that `how` says; `sums` and `dx` are new.
pub(in crate::ops) unsafe fn channel_norm_grad(
    gpu: &Gpu,
    dx: Option<&Tensor>,
    sums: [&Tensor; 2],
    [grad, x]: [&Tensor; 2],
    of: Measures,
    weight: Option<&Tensor>,
    (how, fixed): (&Runs, bool),
) -> Result<()> {
    let (dtype, all) = (x.dtype(), x.size());
    // SAFETY: the caller's promise.
    unsafe { totals(gpu, sums, [x, grad], of, how, Summed::Gradients)? };
    let Some(dx) = dx else { return Ok(()) };
    let make = || Tensor::uninit(x.device(), dtype, &Shape::new(&[how.stats])?);
    let (first, second) = (make()?, make()?);
    let addresses = [at(&first), at(&second), at(sums[0]), at(sums[1]), at_some(weight)];
    // SAFETY: as above; there is room for each mean.
    unsafe {
        let stats = how.stats as usize;
        channelwise(gpu, &format!("norm_shares_{dtype}"), stats, &addresses, how, &[i64::from(fixed)])?;
        let statistics = [at(of.mean), at(of.rstd), at_some(weight), at(&first), at(&second)];
        let addresses = [&[at(dx), at(grad), at(x)], &statistics[..]].concat();
        channelwise(gpu, &format!("norm_channels_grad_{dtype}"), all, &addresses, how, &[all as i64])
    }
}

/// # Safety
/// The conditions of [`channel_norm_grad`].
unsafe fn totals(
    gpu: &Gpu,
    [plain, scaled]: [&Tensor; 2],
    [x, grad]: [&Tensor; 2],
    of: Measures,
    how: &Runs,
    what: Summed,
) -> Result<()> {
    let addresses = [plain, scaled, x, grad, of.mean, of.rstd].map(at);
    let (what, kernel) = (what as i64, format!("norm_totals_{}", x.dtype()));
    let blocks = (how.runs as usize).div_ceil(GROUPS);
    // SAFETY: the caller's promise; the arguments are those of the kernel.
    unsafe { grid(gpu, &kernel, blocks, &addresses, &[], &[pointer(how), pointer(&what)]) }
}

/// A kernel with a thread for each of `n`, which takes addresses, the runs and numbers.
///
/// # Safety
/// The arguments are those of the kernel.
unsafe fn channelwise(gpu: &Gpu, kernel: &str, n: usize, addresses: &[u64], how: &Runs, numbers: &[i64]) -> Result<()> {
    let rest: Vec<_> = [pointer(how)].into_iter().chain(numbers.iter().map(pointer)).collect();
    // SAFETY: the caller's promise.
    unsafe { elements(gpu, kernel, n, addresses, &[], &rest) }
}
