//! Losses of pairs of elements and of classes, and dropout, on a CUDA device: the plans of
//! `ops/cpu/nn/loss.rs` and `ops/nn/mask.rs`.

use super::launch::{blocks_of, elements, place, pointer};
use crate::device::cuda::{Gpu, THREADS};
use crate::error::Result;
use crate::tensor::{DType, Shape, Tensor};
use std::ffi::c_void;

/// Elements of a partial sum, as in `loss.cu`.
const PART: usize = 4096;
/// Threads that sum a part.
const LANES: usize = 16;

/// A loss by its number in `loss.cu`, and its setting.
pub(in crate::ops) type LossCode = (i64, f64);

fn address(t: Option<&Tensor>) -> u64 {
    t.map_or(0, |t| place(t).address as u64)
}

/// # Safety
/// The arguments are those of the kernel after the addresses, each of 8 bytes.
unsafe fn launch(gpu: &Gpu, kernel: &str, blocks: usize, addresses: &[u64], numbers: &[u64]) -> Result<()> {
    let mut args: Vec<*mut c_void> = addresses.iter().chain(numbers).map(pointer).collect();
    // SAFETY: the caller's promise.
    unsafe { gpu.launch(kernel, blocks_of(blocks)?, &mut args) }
}

/// The loss of each element.
///
/// # Safety
/// All are contiguous, of one shape and of float32 or float64; `out` is new.
pub(in crate::ops) unsafe fn pointwise(
    gpu: &Gpu,
    (loss, setting): LossCode,
    out: &Tensor,
    [x, targets]: [&Tensor; 2],
    factors: Option<&Tensor>,
) -> Result<()> {
    let n = x.size();
    if n == 0 {
        return Ok(());
    }
    let addresses = [Some(out), Some(x), Some(targets), factors].map(address);
    let kernel = format!("pointwise_values_{}", x.dtype());
    // SAFETY: the caller's promise; there is a thread for each element.
    unsafe {
        let numbers = [n as u64, loss as u64, setting.to_bits()];
        launch(gpu, &kernel, n.div_ceil(THREADS as usize), &addresses, &numbers)
    }
}

/// The sum of the losses, divided by `divisor`. Returns new.
///
/// # Safety
/// Both are contiguous, of one shape and of float32 or float64; so are the factors.
pub(in crate::ops) unsafe fn pointwise_sum(
    gpu: &Gpu,
    (loss, setting): LossCode,
    [x, targets]: [&Tensor; 2],
    factors: Option<&Tensor>,
    divisor: f64,
) -> Result<Tensor> {
    let (n, count) = (x.size(), x.size().div_ceil(PART));
    let parts = Tensor::uninit(x.device(), x.dtype(), &Shape::new(&[count as i64])?)?;
    let out = Tensor::uninit(x.device(), x.dtype(), &Shape::scalar())?;
    let addresses = [Some(&parts), Some(x), Some(targets), factors].map(address);
    if count > 0 {
        let kernel = format!("pointwise_parts_{}", x.dtype());
        let numbers = [n as u64, loss as u64, setting.to_bits()];
        // SAFETY: the caller's promise; there are 16 threads for each part.
        unsafe { launch(gpu, &kernel, count.div_ceil(THREADS as usize / LANES), &addresses, &numbers)? };
    }
    let kernel = format!("pointwise_total_{}", x.dtype());
    let addresses = [Some(&out), Some(&parts)].map(address);
    // SAFETY: the parts were written; one block sums them.
    unsafe { launch(gpu, &kernel, 1, &addresses, &[count as u64, divisor.to_bits()])? };
    Ok(out)
}

/// The gradients by the elements and by the targets, of the gradient of each loss or of their sum.
///
/// # Safety
/// All are contiguous and of float32 or float64, `grad` of one element or of the shape of the
/// others; those of `to` are new.
pub(in crate::ops) unsafe fn pointwise_slopes(
    gpu: &Gpu,
    (loss, setting): LossCode,
    to: [Option<&Tensor>; 2],
    [grad, x, targets]: [&Tensor; 3],
    factors: Option<&Tensor>,
    scale: f64,
) -> Result<()> {
    let n = x.size();
    if n == 0 {
        return Ok(());
    }
    let addresses = [to[0], to[1], Some(grad), Some(x), Some(targets), factors].map(address);
    let each = u64::from(grad.size() == n);
    let kernel = format!("pointwise_slopes_{}", x.dtype());
    // SAFETY: the caller's promise; there is a thread for each element.
    unsafe {
        let numbers = [n as u64, each, scale.to_bits(), loss as u64, setting.to_bits()];
        launch(gpu, &kernel, n.div_ceil(THREADS as usize), &addresses, &numbers)
    }
}

/// The mean of the negative values at the target of each row. Returns new.
///
/// # Safety
/// `values`, `[N, C]`, are contiguous, of float32 or float64; `targets`, `[N]`, are contiguous int64
/// below C.
pub(in crate::ops) unsafe fn picked(gpu: &Gpu, values: &Tensor, targets: &Tensor) -> Result<Tensor> {
    let out = Tensor::uninit(values.device(), values.dtype(), &Shape::scalar())?;
    let addresses = [&out, values, targets].map(|t| address(Some(t)));
    let sizes = [values.shape()[0] as u64, values.shape()[1] as u64];
    // SAFETY: the caller's promise; one block goes through the rows.
    unsafe { launch(gpu, &format!("picked_{}", values.dtype()), 1, &addresses, &sizes)? };
    Ok(out)
}

/// Rows of values with a target each, and the loss of one; `Rows` of `class.cu` is the same.
#[repr(C)]
pub(in crate::ops) struct Rows {
    /// How many there are.
    pub count: i64,
    /// Values of a row.
    pub classes: i64,
    /// Elements between them.
    pub step: i64,
    /// The target whose row has no loss.
    pub ignored: i64,
    /// The weight of the loss of the target.
    pub share: f64,
    /// The weight of the loss of each class.
    pub rest: f64,
}

/// The losses of rows of log-probabilities, or their sum divided by the second result: for a mean
/// the sum of the weights, else 1. `None` if a target is neither a class nor ignored. Waits for the
/// device.
///
/// # Safety
/// `logs`, `[N, C, S]`, `classes`, int64 of shape `[N, S]`, and `weight`, `[C]`, are contiguous; `logs`
/// and `weight` are of one dtype, float32 or float64. The rows are those of `logs`.
pub(in crate::ops) unsafe fn class_loss(
    gpu: &Gpu,
    logs: &Tensor,
    classes: &Tensor,
    weight: Option<&Tensor>,
    rows: &Rows,
    [is_sum, is_mean]: [bool; 2],
) -> Result<Option<(Tensor, f64)>> {
    let make = |shape: &Shape| Tensor::uninit(logs.device(), logs.dtype(), shape);
    let losses = make(&classes.to_shape())?;
    let factors = if is_mean { Some(make(&classes.to_shape())?) } else { None };
    // The bits of the divisor, and whether a target was refused: both are read at once.
    let status = Tensor::zeroed(logs.device(), DType::I64, &Shape::new(&[2])?)?;
    let (divisor, flag) = (address(Some(&status)), address(Some(&status)) + 8);
    let tensors = [Some(&losses), factors.as_ref(), Some(logs), Some(classes), weight].map(address);
    let kernel = format!("class_losses_{}", logs.dtype());
    // SAFETY: the caller's promise; the arguments are those of the kernel, which has a thread for
    // each row.
    unsafe { elements(gpu, &kernel, classes.size(), &[&tensors[..], &[flag]].concat(), &[], &[pointer(rows)])? };
    let mut out = losses;
    if is_sum {
        let total = make(&Shape::scalar())?;
        let addresses = [address(Some(&total)), address(Some(&out)), address(factors.as_ref()), divisor];
        let kernel = format!("class_total_{}", logs.dtype());
        // SAFETY: the losses and the factors were written; one block adds them.
        unsafe { launch(gpu, &kernel, 1, &addresses, &[classes.size() as u64])? };
        out = total;
    }
    let status = status.fetched()?.to_vec::<i64>()?;
    let divisor = if is_mean { f64::from_bits(status[0] as u64) } else { 1.0 };
    Ok((status[1] == 0).then_some((out, divisor)))
}

/// The gradient of the log-probabilities, `[N, C, S]`, from that of each row's loss or, if not
/// `each`, of their sum divided by `divisor`. A target that is not a class counts as ignored.
///
/// # Safety
/// `out`, which is new, the gradient, `classes`, int64 of shape `[N, S]`, and `weight`, `[C]`, are
/// contiguous; all but the classes are of one dtype, float32 or float64. The rows are those of `out`.
pub(in crate::ops) unsafe fn class_slopes(
    gpu: &Gpu,
    tensors: [&Tensor; 3],
    weight: Option<&Tensor>,
    (rows, each, divisor): &(Rows, bool, f64),
) -> Result<()> {
    let [out, grad, classes] = tensors.map(Some);
    let addresses = [out, grad, classes, weight].map(address);
    let kernel = format!("class_slopes_{}", tensors[0].dtype());
    let after = [pointer(divisor), pointer(rows)];
    // SAFETY: the caller's promise; the arguments are those of the kernel, which has a thread for
    // each element.
    unsafe { elements(gpu, &kernel, tensors[0].size(), &addresses, &[i64::from(*each)], &after) }
}

/// `out = x scale` where the mask is true, and 0 elsewhere.
///
/// # Safety
/// All are contiguous and of one shape, `out` and `x` of float32 or float64, the mask of booleans;
/// `out` is new.
pub(in crate::ops) unsafe fn dropped(gpu: &Gpu, [out, x, mask]: [&Tensor; 3], scale: f64) -> Result<()> {
    let n = x.size();
    if n == 0 {
        return Ok(());
    }
    let addresses = [out, x, mask].map(|t| address(Some(t)));
    let kernel = format!("dropped_{}", x.dtype());
    // SAFETY: the caller's promise; there is a thread for each element.
    unsafe { launch(gpu, &kernel, n.div_ceil(THREADS as usize), &addresses, &[n as u64, scale.to_bits()]) }
}
