//! Losses of a classifier: `nll_loss` and `cross_entropy`, as a mean over the rows.
//!
//! Invariant: a target that is not one of the classes is an error without a result.

use super::cast::{rounded, wide};
use super::copy::{contiguous, to_device};
use super::cpu::loss::{Entropy, Loss, Picked, total};
use super::cpu::softmax::Scores;
use super::cuda;
use super::device::same_device;
use super::index::positions;
use super::place::{Position, index_dtype, is_rare};
use super::softmax::log_softmax;
use crate::device::Device;
use crate::device::cuda::Gpu;
use crate::error::{Error, Result};
use crate::tensor::{DType, Host, Shape, Tensor, shape};

/// The negative mean of `log_probs[i, targets[i]]`, a tensor of rank 0. `log_probs` is float of
/// shape `[N,C]`, `targets` is integer of shape `[N]`. Without rows it is NaN. Borrows both,
/// returns new.
///
/// Errors: a target that is negative or not below C is `INVALID_ARGUMENT`; other shapes are
/// `SHAPE_MISMATCH`, other dtypes `DTYPE_MISMATCH`.
pub fn nll_loss(log_probs: &Tensor, targets: &Tensor) -> Result<Tensor> {
    match log_probs.dtype() {
        DType::F32 => by_target::<f32, Picked>("nll_loss", log_probs, targets),
        DType::F64 => by_target::<f64, Picked>("nll_loss", log_probs, targets),
        DType::F16 | DType::BF16 => rounded(nll_loss(&*wide(log_probs)?, targets)?, log_probs.dtype()),
        other => Err(Error::dtype(format!("nll_loss needs a floating-point tensor, not {other}"))),
    }
}

/// [`nll_loss`] of the log-softmax of `logits` along its rows, which is not materialised. Borrows
/// both, returns new. Errors as for [`nll_loss`].
pub fn cross_entropy(logits: &Tensor, targets: &Tensor) -> Result<Tensor> {
    match logits.dtype() {
        DType::F32 => by_target::<f32, Entropy>("cross_entropy", logits, targets),
        DType::F64 => by_target::<f64, Entropy>("cross_entropy", logits, targets),
        DType::F16 | DType::BF16 => rounded(cross_entropy(&*wide(logits)?, targets)?, logits.dtype()),
        other => Err(Error::dtype(format!("cross_entropy needs a floating-point tensor, not {other}"))),
    }
}

fn by_target<T: Scores, L: Loss>(what: &str, values: &Tensor, targets: &Tensor) -> Result<Tensor> {
    same_device(values, targets)?;
    if values.rank() != 2 || targets.rank() != 1 || values.shape()[0] != targets.shape()[0] {
        return Err(Error::shape(format!(
            "{what} needs shapes [N,C] and [N], not {} and {}",
            shape::display(values.shape()),
            shape::display(targets.shape())
        )));
    }
    if let Some(gpu) = cuda::on(values) {
        let values = if L::OF_LOGITS { log_softmax(values, 1)? } else { contiguous(values)? };
        return there(what, gpu, &values, targets);
    }
    if is_rare(targets.dtype()) {
        return by_target::<T, L>(what, values, &positions(what, targets)?);
    }
    let (values, targets) = (values.host()?, targets.host()?);
    match targets.dtype() {
        DType::I64 => mean::<T, i64, L>(values, targets),
        DType::I32 => mean::<T, i32, L>(values, targets),
        DType::I16 => mean::<T, i16, L>(values, targets),
        DType::I8 => mean::<T, i8, L>(values, targets),
        DType::U8 => mean::<T, u8, L>(values, targets),
        other => Err(index_dtype(&format!("targets of {what}"), other)),
    }
}

/// The mean on a CUDA device, of contiguous log-probabilities.
fn there(what: &str, gpu: &Gpu, values: &Tensor, targets: &Tensor) -> Result<Tensor> {
    let targets = contiguous(&positions(&format!("targets of {what}"), targets)?)?;
    let classes = values.shape()[1];
    if !cuda::check(gpu, &targets, classes, false)? {
        let here = to_device(&targets, Device::Cpu)?.to_vec::<i64>()?;
        let target = here.into_iter().find(|target| !(0..classes).contains(target)).unwrap_or_default();
        return Err(Error::argument(format!("target {target} is out of range for {classes} classes")));
    }
    // SAFETY: both are contiguous, and each target was found to be a class.
    unsafe { cuda::picked(gpu, values, &targets) }
}

fn mean<T: Scores, I: Position, L: Loss>(values: Host, targets: Host) -> Result<Tensor> {
    let rows = values.shape()[0] as usize;
    let whole;
    let values = if L::OF_LOGITS {
        whole = contiguous(&values)?;
        whole.host()?
    } else {
        values
    };
    let mean = total::<T, I, L>(values, targets)? / rows as f64;
    Tensor::from_slice(&[T::cast_from(mean)], &Shape::scalar())
}
