//! Losses of a classifier: `nll_loss` and `cross_entropy`, as a mean over the rows.
//!
//! Invariant: a target is read once and checked, and the checked value is the one that is used.

use super::cast::{rounded, wide};
use super::copy::{contiguous, to_device};
use super::cpu::dispatch;
use super::cpu::softmax::{BLOCK, Measure, Scores, rows_in_block};
use super::cpu::vecmath;
use super::cuda;
use super::device::same_device;
use super::index::positions;
use super::parallel;
use super::place::{Position, checked, index_dtype, is_rare, read_once};
use super::softmax::log_softmax;
use crate::device::Device;
use crate::device::cuda::Gpu;
use crate::error::{Error, Result};
use crate::tensor::{DType, Host, Shape, Tensor, shape};
use std::ops::Range;

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

/// The computation of a term from a row and its target.
trait Loss {
    /// Whether the values are logits, whose log-softmax is picked from.
    const OF_LOGITS: bool;

    fn total<T: Scores, I: Position>(values: Host, targets: &Targets<I>) -> Result<f64>;
}

struct Picked;
struct Entropy;

/// The targets of a call, one per row of `classes` values.
struct Targets<I> {
    from: *const I,
    step: isize,
    rows: usize,
    classes: i64,
}

impl<I: Position> Targets<I> {
    /// The class of a row below `rows`.
    #[inline(always)]
    fn class(&self, row: usize) -> Result<usize> {
        // SAFETY: there are `rows` targets with this stride.
        let target = unsafe { read_once(self.from.offset(row as isize * self.step)) };
        checked(target, self.classes)
            .ok_or_else(|| Error::argument(format!("target {target} is out of range for {} classes", self.classes)))
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
    let (from, step) = (targets.as_ptr().cast::<I>(), targets.strides()[0] as isize);
    let targets = Targets { from, step, rows, classes: values.shape()[1] };
    let mean = L::total::<T, I>(values, &targets)? / rows as f64;
    Tensor::from_slice(&[T::cast_from(mean)], &Shape::scalar())
}

impl Loss for Picked {
    const OF_LOGITS: bool = false;

    fn total<T: Scores, I: Position>(values: Host, targets: &Targets<I>) -> Result<f64> {
        let from = values.as_ptr().cast::<T>();
        let (row_step, step) = (values.strides()[0] as isize, values.strides()[1] as isize);
        let mut total = 0.0;
        for row in 0..targets.rows {
            let class = targets.class(row)?;
            // SAFETY: the row is one of the tensor's, and the class was checked against its length.
            let value = unsafe { *from.offset(row as isize * row_step + class as isize * step) };
            total -= value.as_f64();
        }
        Ok(total)
    }
}

impl Loss for Entropy {
    const OF_LOGITS: bool = true;

    fn total<T: Scores, I: Position>(values: Host, targets: &Targets<I>) -> Result<f64> {
        let values = contiguous(&values)?;
        let (n, rows) = (targets.classes as usize, targets.rows);
        // The greatest value of each row, followed by the sums.
        let measures = Tensor::uninit(values.device(), values.dtype(), &Shape::new(&[2, rows as i64])?)?;
        let values = values.host()?.cells::<T>().expect("it has just been made contiguous, and T is its type");
        let (block, to) = (rows_in_block(n), measures.host()?.as_ptr().cast::<T>());
        let part = |range: Range<usize>| {
            let mut exps = [T::ZERO; BLOCK];
            for first in range.map(|at| at * block) {
                let count = block.min(rows - first);
                // SAFETY: the new tensor has two elements for each row, and other ranges have other
                // rows.
                let part = |at: usize| unsafe { std::slice::from_raw_parts_mut(to.add(at + first), count) };
                let values = &values[first * n..(first + count) * n];
                let exps = &mut exps[..values.len().min(BLOCK)];
                dispatch::run(Measure { values, n, exps, greatest: part(0), sums: part(rows) });
            }
        };
        if n > 0 {
            // SAFETY: as above.
            unsafe { parallel::ranges_apart(rows.div_ceil(block), 8 * block * n, part) };
        }
        let mut total = 0.0;
        for row in 0..rows {
            let value = values[row * n + targets.class(row)?].get();
            // SAFETY: both were written above; with 0 classes every target is refused before this.
            let (greatest, sum) = unsafe { (to.add(row).read(), to.add(rows + row).read()) };
            total += (vecmath::log(sum) - (value - greatest)).as_f64();
        }
        Ok(total)
    }
}
