//! Losses of pairs of elements, and of classes.
//!
//! Invariant: sums are made of partial sums over parts of a fixed size, so the number of threads
//! does not change the bits. Targets are copied before they are checked, and the checked values are
//! used.

use super::shared::{Compute, In, Out, beside, expect_shape, operand, total};
use crate::error::{Error, Result};
use crate::ops::cpu::vecmath;
use crate::ops::cuda::{self, LossCode, Rows};
use crate::ops::device::same_device;
use crate::ops::index::positions;
use crate::ops::{self, copy, parallel};
use crate::tensor::{Host, Shape, SharedCell, Tensor};

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

/// The loss of an element and its target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pointwise {
    /// `(x - t)^2`.
    Mse,
    /// `|x - t|`.
    L1,
    /// `(x - t)^2 / (2 beta)` if `|x - t|` is below beta, otherwise `|x - t| - beta / 2`.
    SmoothL1(f64),
    /// `(x - t)^2 / 2` if `|x - t|` is at most delta, otherwise `delta (|x - t| - delta / 2)`.
    Huber(f64),
    /// `-(t ln x + (1 - t) ln(1 - x))`, with logarithms limited to -100.
    Bce,
    /// `Bce` of `sigmoid(x)`, with a factor for `t ln x`.
    BceWithLogits,
    /// `t (ln t - x)`.
    KlDiv,
    /// `exp(t) (t - x)`.
    KlDivOfLogs,
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

    #[inline(always)]
    fn value<T: Compute>(self, x: T, t: T, factor: T) -> T {
        let (d, half) = ((x - t).abs(), T::cast_from(0.5));
        match self {
            Pointwise::Mse => d * d,
            Pointwise::L1 => d,
            Pointwise::SmoothL1(beta) => {
                let beta = T::cast_from(beta);
                if d < beta { half * d * d / beta } else { d - half * beta }
            }
            Pointwise::Huber(delta) => {
                let delta = T::cast_from(delta);
                if d > delta { delta * (d - half * delta) } else { half * d * d }
            }
            Pointwise::Bce => -(t * limited_log(x) + (T::ONE - t) * limited_log(T::ONE - x)),
            Pointwise::BceWithLogits => {
                let below = if x < T::ZERO { -x } else { T::ZERO };
                (T::ONE - t) * x + (T::ONE + (factor - T::ONE) * t) * (vecmath::log1p(vecmath::exp(-x.abs())) + below)
            }
            Pointwise::KlDiv if t == T::ZERO => T::ZERO,
            Pointwise::KlDiv => t * (vecmath::log(t) - x),
            Pointwise::KlDivOfLogs => vecmath::exp(t) * (t - x),
        }
    }

    /// The derivatives by the element and by the target.
    #[inline(always)]
    fn slopes<T: Compute>(self, x: T, t: T, factor: T) -> (T, T) {
        let d = x - t;
        let sign = if d == T::ZERO { d } else { T::ONE.copy_sign(d) };
        let opposite = |slope: T| (slope, -slope);
        match self {
            Pointwise::Mse => opposite(d + d),
            Pointwise::L1 => opposite(sign),
            Pointwise::SmoothL1(beta) => {
                let beta = T::cast_from(beta);
                opposite(if d.abs() < beta { d / beta } else { sign })
            }
            Pointwise::Huber(delta) => {
                let delta = T::cast_from(delta);
                opposite(if d.abs() > delta { delta * sign } else { d })
            }
            Pointwise::Bce => {
                let (spread, least) = (x * (T::ONE - x), T::cast_from(1e-12));
                let divisor = if spread > least { spread } else { least };
                (d / divisor, limited_log(T::ONE - x) - limited_log(x))
            }
            Pointwise::BceWithLogits => {
                let s = vecmath::sigmoid(x);
                let log_s = (if x < T::ZERO { x } else { T::ZERO }) - vecmath::log1p(vecmath::exp(-x.abs()));
                ((T::ONE - t) * s - factor * t * (T::ONE - s), log_s - x - factor * log_s)
            }
            Pointwise::KlDiv => (-t, if t == T::ZERO { T::ZERO } else { vecmath::log(t) + T::ONE - x }),
            Pointwise::KlDivOfLogs => (-vecmath::exp(t), vecmath::exp(t) * (t - x + T::ONE)),
        }
    }
}

#[inline(always)]
fn limited_log<T: Compute>(x: T) -> T {
    let (log, least) = (vecmath::log(x), T::cast_from(-100.0));
    if log < least { least } else { log }
}

/// The number of elements of a partial sum.
const PART: usize = 4096;

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
    with_float!(x.dtype(), T, {
        let (from, at, factors) =
            (In::<T>::of(&x)?, In::<T>::of(&targets)?, factors.as_ref().map(In::<T>::of).transpose()?);
        let to = Out::<T>::of(&out)?;
        parallel::ranges(n.div_ceil(PART), 3 * PART, |range| {
            for part in range {
                let elements = part * PART..n.min((part + 1) * PART);
                let factors = factors.as_ref().map(|f| f.part(elements.clone()));
                let (x, t) = (from.part(elements.clone()), at.part(elements.clone()));
                // SAFETY: each part is in one range.
                let out = unsafe { to.part(if is_sum { part..part + 1 } else { elements }) };
                values_of::<T>(loss, x, t, factors, out, is_sum);
            }
        });
    });
    match reduction {
        Reduction::None => Ok(out),
        Reduction::Sum => summed(&out, 1.0),
        Reduction::Mean => summed(&out, n as f64),
    }
}

kernel! {
    fn values_of(
        loss: Pointwise,
        x: &[SharedCell<T>],
        t: &[SharedCell<T>],
        factors: Option<&[SharedCell<T>]>,
        out: &mut [T],
        is_sum: bool,
    ) {
        let term = |i: usize| loss.value(x[i].get(), t[i].get(), factors.map_or(T::ONE, |f| f[i].get()));
        if is_sum {
            out[0] = total::<T, 16>(x.len(), term);
        } else {
            out.iter_mut().enumerate().for_each(|(i, out)| *out = term(i));
        }
    }
}

/// The sum of all elements divided by `divisor`, as a tensor of rank 0.
fn summed(t: &Tensor, divisor: f64) -> Result<Tensor> {
    with_float!(t.dtype(), T, {
        let cells = In::<T>::of(t)?;
        let sum = total::<f64, 16>(t.size(), |i| f64::from(cells.all()[i].get()));
        Tensor::from_slice(&[(sum / divisor) as T], &Shape::scalar())
    })
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
    if let Some(gpu) = cuda::on(&x) {
        let to = [out[0].as_ref(), out[1].as_ref()];
        // SAFETY: `operand` makes all contiguous and of a float dtype; the results are new.
        unsafe {
            cuda::pointwise_slopes(gpu, loss.code(), to, [&grad, &x, &targets], factors.as_ref(), scale)?;
        }
        return Ok(out);
    }
    with_float!(x.dtype(), T, {
        let (g, from, at) = (In::<T>::of(&grad)?, In::<T>::of(&x)?, In::<T>::of(&targets)?);
        let factors = factors.as_ref().map(In::<T>::of).transpose()?;
        let [dx, dt] = [out[0].as_ref().map(Out::<T>::of).transpose()?, out[1].as_ref().map(Out::<T>::of).transpose()?];
        parallel::ranges(n, 4, |range| {
            let g = if reduction == Reduction::None { g.part(range.clone()) } else { g.all() };
            let factors = factors.as_ref().map(|f| f.part(range.clone()));
            // SAFETY: each element is in one range.
            let part = |out: &Option<Out<T>>| out.as_ref().map(|out| unsafe { out.part(range.clone()) });
            let operands = (from.part(range.clone()), at.part(range.clone()), factors);
            slopes_of::<T>(loss, g, operands, scale as T, part(&dx), part(&dt));
        });
    });
    Ok(out)
}

kernel! {
    fn slopes_of(
        loss: Pointwise,
        g: &[SharedCell<T>],
        operands: (&[SharedCell<T>], &[SharedCell<T>], Option<&[SharedCell<T>]>),
        scale: T,
        dx: Option<&mut [T]>,
        dt: Option<&mut [T]>,
    ) {
        let (x, t, factors) = operands;
        let slopes = |i: usize| loss.slopes(x[i].get(), t[i].get(), factors.map_or(T::ONE, |f| f[i].get()));
        // One gradient for all elements, or one for each.
        let given = |i: usize| g[if g.len() == x.len() { i } else { 0 }].get() * scale;
        if let Some(dx) = dx {
            dx.iter_mut().enumerate().for_each(|(i, to)| *to = given(i) * slopes(i).0);
        }
        if let Some(dt) = dt {
            dt.iter_mut().enumerate().for_each(|(i, to)| *to = given(i) * slopes(i).1);
        }
    }
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
    let mut divisor = 0.0;
    with_float!(logs.dtype(), T, {
        let (from, to, weight) =
            (In::<T>::of(&logs)?, Out::<T>::of(&out)?, weight.as_ref().map(In::<T>::of).transpose()?);
        let factor = |class: usize| weight.as_ref().map_or(1.0, |w| w.all()[class].get());
        let class = |row: usize| class_at(classes, row, targets.ignored);
        if targets.reduction == Reduction::Mean {
            divisor = total::<f64, 16>(n * s, |row| class(row).map_or(0.0, |class| f64::from(factor(class))));
        }
        let (share, rest) = targets.shares(c);
        let (share, rest) = (share as T, rest as T);
        parallel::ranges(n * s, if rest == 0.0 { 2 } else { c }, |range| {
            for row in range {
                let at = |class: usize| from.all()[(row / s * c + class) * s + row % s].get();
                let loss = class(row).map_or(0.0, |target| {
                    let smooth = if rest == 0.0 { 0.0 } else { (0..c).fold(0.0, |sum, k| sum + factor(k) * at(k)) };
                    -share * factor(target) * at(target) - rest * smooth
                });
                // SAFETY: each row is in one range.
                unsafe { to.part(row..row + 1)[0] = loss };
            }
        });
    });
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
    with_float!(out.dtype(), T, {
        let (g, to, weight) = (In::<T>::of(&grad)?, Out::<T>::of(&out)?, weight.as_ref().map(In::<T>::of).transpose()?);
        let factor = |class: usize| weight.as_ref().map_or(1.0, |w| w.all()[class].get());
        let (share, rest) = targets.shares(c);
        let (share, rest) = (share as T, rest as T);
        parallel::ranges(n, c * s, |range| {
            for sample in range {
                // SAFETY: each sample is in one range.
                let to = unsafe { to.part(sample * c * s..(sample + 1) * c * s) };
                for place in 0..s {
                    let row = sample * s + place;
                    let Some(target) = class_at(classes, row, targets.ignored) else { continue };
                    let given = g.all()[if targets.reduction == Reduction::None { row } else { 0 }].get();
                    let given = given / divisor as T;
                    if rest != 0.0 {
                        (0..c).for_each(|class| to[class * s + place] = -given * rest * factor(class));
                    }
                    to[target * s + place] -= given * share * factor(target);
                }
            }
        });
    });
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
    let is_refused = |target: &i64| *target != targets.ignored && !(0..c as i64).contains(target);
    let target = (0..copy.size()).map(|row| target_at(copy, row)).find(is_refused)?;
    Some(Error::argument(format!("target {target} is out of range for {c} classes")))
}

fn target_at(copy: Host, row: usize) -> i64 {
    debug_assert!(row < copy.size());
    // SAFETY: one of the contiguous int64 elements, which are not shared.
    unsafe { copy.as_ptr().cast::<i64>().add(row).read() }
}

fn class_at(copy: Host, row: usize, ignored: i64) -> Option<usize> {
    let target = target_at(copy, row);
    (target != ignored).then_some(target as usize)
}

fn weights(op: &str, logs: &Tensor, targets: &Targets, c: usize) -> Result<Option<Tensor>> {
    let weight = targets.weight.map(|w| beside(op, "the weight", w, logs)).transpose()?;
    weight.iter().try_for_each(|w| expect_shape(op, "the weight", w, &[c as i64]))?;
    Ok(weight)
}
