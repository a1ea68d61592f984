//! Losses of pairs of elements, and of classes.
//!
//! Invariant: targets are copied before they are checked, and the checked values are used.

use super::shared::{beside, expect_shape, operand};
use crate::error::{Error, Result};
use crate::ops::cpu::nn::loss::{self as kernels, Classes, PART};
use crate::ops::cuda::{self, LossCode, Rows};
use crate::ops::device::same_device;
use crate::ops::index::positions;
use crate::ops::settings::Pointwise;
use crate::ops::{self, copy};
use crate::tensor::{Host, Shape, Tensor};

/// How the losses of elements or rows are combined.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// No reduction: every loss is returned.
    None = 0,
    /// Their mean, weighted if classes have weights.
    Mean = 1,
    /// Their sum.
    Sum = 2,
}

impl Reduction {
    /// The reduction with this code; any other code is `INVALID_ARGUMENT`.
    pub fn from_code(code: i32) -> Result<Reduction> {
        match code {
            0 => Ok(Reduction::None),
            1 => Ok(Reduction::Mean),
            2 => Ok(Reduction::Sum),
            _ => Err(Error::argument(format!("{code} is not the code of a reduction (0 to 2 are)"))),
        }
    }
}

impl Pointwise {
    /// The number in `loss.cu`, and the setting.
    fn code(self) -> LossCode {
        match self {
            Pointwise::Mse => (0, 0.0),
            Pointwise::L1 => (1, 0.0),
            Pointwise::SmoothL1(beta) => (2, beta),
            Pointwise::Huber(delta) => (3, delta),
            Pointwise::Bce => (4, 0.0),
            Pointwise::BceWithLogits => (5, 0.0),
            Pointwise::KlDiv => (6, 0.0),
            Pointwise::KlDivOfLogs => (7, 0.0),
        }
    }
}

/// The losses of `x` and `targets`, which have the same shape, combined by the reduction; `factors`
/// belong to `bce_with_logits`. Returns new.
pub fn pointwise(
    op: &str,
    loss: Pointwise,
    x: &Tensor,
    targets: &Tensor,
    factors: Option<&Tensor>,
    reduction: Reduction,
) -> Result<Tensor> {
    let x = operand(op, x)?;
    let targets = beside(op, "the target", targets, &x)?;
    let factors = factors.map(|f| beside(op, "the weight of positives", f, &x)).transpose()?;
    let (n, is_sum) = (x.size(), reduction != Reduction::None);
    if let Some(gpu) = cuda::on(&x) {
        let divisor = if reduction == Reduction::Mean { n as f64 } else { 1.0 };
        // SAFETY: `operand` and `beside` make all contiguous and of one float dtype.
        return unsafe {
            if is_sum {
                return cuda::pointwise_sum(gpu, loss.code(), [&x, &targets], factors.as_ref(), divisor);
            }
            let out = Tensor::uninit(x.device(), x.dtype(), &x.to_shape())?;
            cuda::pointwise(gpu, loss.code(), &out, [&x, &targets], factors.as_ref()).map(|()| out)
        };
    }
    let shape = if is_sum { Shape::new(&[n.div_ceil(PART) as i64])? } else { x.to_shape() };
    let out = Tensor::uninit(x.device(), x.dtype(), &shape)?;
    kernels::pointwise(loss, [&x, &targets], factors.as_ref(), &out, is_sum)?;
    match reduction {
        Reduction::None => Ok(out),
        Reduction::Sum => summed(&out, 1.0),
        Reduction::Mean => summed(&out, n as f64),
    }
}

/// The sum of all elements divided by `divisor`, as a tensor of rank 0.
fn summed(t: &Tensor, divisor: f64) -> Result<Tensor> {
    let sum = kernels::sum(t)?;
    with_float!(t.dtype(), T, Tensor::from_slice(&[(sum / divisor) as T], &Shape::scalar()))
}

/// The gradients of [`pointwise`] with respect to `x` and the targets, if requested. Returns new.
pub fn pointwise_grad(
    loss: Pointwise,
    grad: &Tensor,
    x: &Tensor,
    targets: &Tensor,
    factors: Option<&Tensor>,
    reduction: Reduction,
    wants: [bool; 2],
) -> Result<[Option<Tensor>; 2]> {
    let (grad, x, targets) = (operand("loss", grad)?, operand("loss", x)?, operand("loss", targets)?);
    let factors = factors.map(|f| operand("loss", f)).transpose()?;
    let n = x.size();
    let make = |want: bool| want.then(|| Tensor::uninit(x.device(), x.dtype(), &x.to_shape())).transpose();
    let out = [make(wants[0])?, make(wants[1])?];
    let scale = if reduction == Reduction::Mean { 1.0 / n as f64 } else { 1.0 };
    let to = [out[0].as_ref(), out[1].as_ref()];
    if let Some(gpu) = cuda::on(&x) {
        // SAFETY: `operand` makes all contiguous and of a float dtype; the results are new.
        unsafe {
            cuda::pointwise_slopes(gpu, loss.code(), to, [&grad, &x, &targets], factors.as_ref(), scale)?;
        }
        return Ok(out);
    }
    let how = (scale, reduction == Reduction::None);
    kernels::pointwise_grad(loss, [&grad, &x, &targets], factors.as_ref(), how, to)?;
    Ok(out)
}

/// The classes of rows of log-probabilities, `[N, C, S]`.
pub struct Targets<'a> {
    /// Integers, `[N, S]`.
    pub classes: &'a Tensor,
    /// A factor for each class, `[C]`.
    pub weight: Option<&'a Tensor>,
    /// The class whose targets are ignored; it need not exist.
    pub ignored: i64,
    /// The weight of the mean loss over all classes.
    pub smoothing: f64,
    /// How the losses of the rows are combined.
    pub reduction: Reduction,
}

impl Targets<'_> {
    /// The weight of the loss of a target, and that of the loss of each of `c` classes.
    fn shares(&self, c: usize) -> (f64, f64) {
        (1.0 - self.smoothing, self.smoothing / c as f64)
    }

    fn rows(&self, [n, c, s]: [usize; 3]) -> Rows {
        let (share, rest) = self.shares(c);
        Rows { count: (n * s) as i64, classes: c as i64, step: s as i64, ignored: self.ignored, share, rest }
    }

    /// These targets for the kernels of the processor, from a checked copy.
    fn classes<'a>(&self, copy: Host<'a>, sizes: [usize; 3], weight: Option<&'a Tensor>) -> Classes<'a> {
        Classes { targets: copy, ignored: self.ignored, sizes, shares: self.shares(sizes[1]), weight }
    }
}

/// The negative log-probability of each target, and the divisor of their sum. Returns new.
///
/// Errors: `INVALID_ARGUMENT` for a target that is neither a class nor ignored; `DTYPE_MISMATCH`
/// for targets that are not integers.
pub fn class_loss(op: &str, logs: &Tensor, targets: &Targets) -> Result<(Tensor, f64)> {
    let logs = operand(op, logs)?;
    let [n, c, s] = sizes(&logs);
    let classes = classes(op, &logs, targets)?;
    let weight = weights(op, &logs, targets, c)?;
    if let Some(gpu) = cuda::on(&logs) {
        let (rows, reduction) = (targets.rows([n, c, s]), targets.reduction);
        let how = [reduction != Reduction::None, reduction == Reduction::Mean];
        // SAFETY: all are contiguous, of the dtypes and the shapes that the kernels read.
        let found = unsafe { cuda::class_loss(gpu, &logs, &classes, weight.as_ref(), &rows, how)? };
        if let Some(found) = found {
            return Ok(found);
        }
        let here = copy::here(&classes)?;
        return Err(refusal(here.host()?, targets, c).expect("the kernel has found one in this copy"));
    }
    let classes = classes.host()?;
    if let Some(error) = refusal(classes, targets, c) {
        return Err(error);
    }
    let shape = Shape::new(&[n as i64, s as i64])?;
    let out = Tensor::uninit(logs.device(), logs.dtype(), &shape)?;
    let of = targets.classes(classes, [n, c, s], weight.as_ref());
    let divisor = kernels::class_loss(&of, &logs, &out, targets.reduction == Reduction::Mean)?;
    match targets.reduction {
        Reduction::None => Ok((out, 1.0)),
        Reduction::Sum => Ok((summed(&out, 1.0)?, 1.0)),
        Reduction::Mean => Ok((summed(&out, divisor)?, divisor)),
    }
}

/// The gradient of [`class_loss`] with respect to the log-probabilities, of this shape. Returns
/// new.
pub fn class_loss_grad(grad: &Tensor, shape: &Shape, targets: &Targets, divisor: f64) -> Result<Tensor> {
    let grad = operand("nll_loss", grad)?;
    if let Some(gpu) = cuda::on(&grad) {
        let out = Tensor::uninit(grad.device(), grad.dtype(), shape)?;
        let (classes, sizes) = (classes("nll_loss", &out, targets)?, sizes(&out));
        let weight = weights("nll_loss", &out, targets, sizes[1])?;
        let how = (targets.rows(sizes), targets.reduction == Reduction::None, divisor);
        // SAFETY: all are contiguous, of the dtypes and the shapes that the kernel reads; `out` is
        // new.
        unsafe { cuda::class_slopes(gpu, [&out, &grad, &classes], weight.as_ref(), &how)? };
        return Ok(out);
    }
    let out = Tensor::zeroed(grad.device(), grad.dtype(), shape)?;
    let [n, c, s] = sizes(&out);
    let classes = classes("nll_loss", &out, targets)?;
    let classes = classes.host()?;
    if let Some(error) = refusal(classes, targets, c) {
        return Err(error);
    }
    let weight = weights("nll_loss", &out, targets, c)?;
    let of = targets.classes(classes, [n, c, s], weight.as_ref());
    kernels::class_loss_grad(&of, [&grad, &out], divisor, targets.reduction == Reduction::None)?;
    Ok(out)
}

fn sizes(t: &Tensor) -> [usize; 3] {
    [0, 1, 2].map(|i| t.shape()[i] as usize)
}

/// A copy of the targets as int64, which is not checked.
fn classes(op: &str, logs: &Tensor, targets: &Targets) -> Result<Tensor> {
    same_device(logs, targets.classes)?;
    let all = positions(&format!("targets of {op}"), targets.classes)?;
    expect_shape(op, "the target", &all, &[logs.shape()[0], logs.shape()[2]])?;
    ops::copy(&all)
}

/// The error for the first target of a copy that is neither a class nor ignored, if there is one.
fn refusal(copy: Host, targets: &Targets, c: usize) -> Option<Error> {
    let target = kernels::first_refused(copy, targets.ignored, c)?;
    Some(Error::argument(format!("target {target} is out of range for {c} classes")))
}

fn weights(op: &str, logs: &Tensor, targets: &Targets, c: usize) -> Result<Option<Tensor>> {
    let weight = targets.weight.map(|w| beside(op, "the weight", w, logs)).transpose()?;
    weight.iter().try_for_each(|w| expect_shape(op, "the weight", w, &[c as i64]))?;
    Ok(weight)
}
