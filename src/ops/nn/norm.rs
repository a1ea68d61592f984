//! Normalisation by mean and variance: of rows (`layer_norm`, `rms_norm`) and of channels
//! (`batch_norm`, `group_norm`).
//!
//! Invariant: the forward pass returns what the gradient reads: the mean and
//! `1 / sqrt(variance + eps)`.

use super::shared::{beside, expect_shape, operand};
use crate::error::Result;
use crate::ops::cpu::nn::norm;
use crate::ops::cuda::{self, Measures, Runs};
use crate::ops::settings::Channels;
use crate::tensor::{Shape, Tensor};

/// One value for each row or channel: the mean and `1 / sqrt(variance + eps)`.
pub struct Statistics {
    /// The means.
    pub mean: Tensor,
    /// The reciprocals of the standard deviations.
    pub rstd: Tensor,
}

impl Statistics {
    fn new(like: &Tensor, n: usize) -> Result<Statistics> {
        let shape = Shape::new(&[n as i64])?;
        let make = || Tensor::uninit(like.device(), like.dtype(), &shape);
        Ok(Statistics { mean: make()?, rstd: make()? })
    }

    fn measures(&self) -> Measures<'_> {
        Measures { mean: &self.mean, rstd: &self.rstd }
    }

    fn tensors(&self) -> [&Tensor; 2] {
        [&self.mean, &self.rstd]
    }
}

/// Subtracts the mean of each row of `n` elements (if `centred`), divides by the deviation,
/// multiplies by `weight` and adds `bias`, both of `n` elements. Returns new.
pub fn row_norm(
    op: &str,
    x: &Tensor,
    n: usize,
    weight: Option<&Tensor>,
    bias: Option<&Tensor>,
    eps: f64,
    centred: bool,
) -> Result<(Tensor, Statistics)> {
    let x = operand(op, x)?;
    let weight = weight.map(|w| beside(op, "the weight", w, &x)).transpose()?;
    let bias = bias.map(|b| beside(op, "the bias", b, &x)).transpose()?;
    let out = Tensor::uninit(x.device(), x.dtype(), &x.to_shape())?;
    let rows = x.size() / n.max(1);
    let stats = Statistics::new(&x, rows)?;
    if let Some(gpu) = cuda::on(&x) {
        let affine = [weight.as_ref(), bias.as_ref()];
        // SAFETY: all are contiguous and of the dtype of `x`; the results are new.
        unsafe { cuda::row_norm(gpu, [&out, &x], stats.measures(), affine, (n, eps, centred))? };
        return Ok((out, stats));
    }
    norm::row_norm([&out, &x], stats.tensors(), [weight.as_ref(), bias.as_ref()], (n, eps, centred))?;
    Ok((out, stats))
}

/// The gradients of [`row_norm`] with respect to `x`, weight and bias, if requested. Returns new.
pub fn row_norm_grad(
    grad: &Tensor,
    x: &Tensor,
    weight: Option<&Tensor>,
    stats: &Statistics,
    centred: bool,
    wants: [bool; 3],
) -> Result<[Option<Tensor>; 3]> {
    let (grad, x) = (operand("norm", grad)?, operand("norm", x)?);
    let weight = weight.map(|w| operand("norm", w)).transpose()?;
    let rows = stats.mean.size();
    let n = x.size() / rows.max(1);
    let width = Shape::new(&[n as i64])?;
    let make = |want: bool, shape: &Shape| want.then(|| Tensor::zeroed(x.device(), x.dtype(), shape)).transpose();
    let dx = wants[0].then(|| Tensor::uninit(x.device(), x.dtype(), &x.to_shape())).transpose()?;
    let (dw, db) = (make(wants[1], &width)?, make(wants[2], &width)?);
    if let Some(gpu) = cuda::on(&x) {
        // SAFETY: all are contiguous and of the dtype of `x`; the results are new.
        unsafe {
            if let Some(dx) = &dx {
                let how = (n, centred);
                cuda::row_norm_grad(gpu, [dx, &grad, &x], stats.measures(), weight.as_ref(), how)?;
            }
            if wants[1] || wants[2] {
                cuda::columns(gpu, [dw.as_ref(), db.as_ref()], [&grad, &x], stats.measures(), n)?;
            }
        }
        return Ok([dx, dw, db]);
    }
    let to = [dx.as_ref(), dw.as_ref(), db.as_ref()];
    norm::row_norm_grad(to, [&grad, &x], stats.tensors(), weight.as_ref(), (n, centred))?;
    Ok([dx, dw, db])
}

impl Channels {
    /// The same for the kernels of a CUDA device.
    fn for_cuda(&self) -> Runs {
        Runs {
            runs: (self.samples * self.channels) as i64,
            inner: self.inner as i64,
            channels: self.channels as i64,
            stats: self.count() as i64,
            grouped: i64::from(self.groups.is_some()),
        }
    }
}

/// Subtracts each mean, divides by the deviation, multiplies by the channel's weight and adds its
/// bias. Uses the statistics `given` instead of those of `x`, if any. Returns new.
pub fn channel_norm(
    op: &str,
    x: &Tensor,
    how: Channels,
    weight: Option<&Tensor>,
    bias: Option<&Tensor>,
    eps: f64,
    given: Option<Statistics>,
) -> Result<(Tensor, Statistics)> {
    let x = operand(op, x)?;
    let weight = weight.map(|w| beside(op, "the weight", w, &x)).transpose()?;
    let bias = bias.map(|b| beside(op, "the bias", b, &x)).transpose()?;
    for (name, t) in [("the weight", &weight), ("the bias", &bias)] {
        t.iter().try_for_each(|t| expect_shape(op, name, t, &[how.channels as i64]))?;
    }
    let out = Tensor::uninit(x.device(), x.dtype(), &x.to_shape())?;
    let measure = given.is_none();
    let stats = given.map_or_else(|| Statistics::new(&x, how.count()), Ok)?;
    if let Some(gpu) = cuda::on(&x) {
        let (affine, eps) = ([weight.as_ref(), bias.as_ref()], measure.then_some(eps));
        // SAFETY: all are contiguous, of the dtype of `x` and of these sizes; the results are new.
        unsafe { cuda::channel_norm(gpu, [&out, &x], stats.measures(), affine, &how.for_cuda(), eps)? };
        return Ok((out, stats));
    }
    let (affine, eps) = ([weight.as_ref(), bias.as_ref()], measure.then_some(eps));
    norm::channel_norm([&out, &x], stats.tensors(), affine, how, eps)?;
    Ok((out, stats))
}

/// The gradients of [`channel_norm`] with respect to `x`, weight and bias, if requested; `fixed` if
/// the statistics were given. Returns new.
pub fn channel_norm_grad(
    grad: &Tensor,
    x: &Tensor,
    how: Channels,
    weight: Option<&Tensor>,
    stats: &Statistics,
    fixed: bool,
    wants: [bool; 3],
) -> Result<[Option<Tensor>; 3]> {
    let (grad, x) = (operand("norm", grad)?, operand("norm", x)?);
    let weight = weight.map(|w| operand("norm", w)).transpose()?;
    let runs = Shape::new(&[(how.samples * how.channels) as i64])?;
    let make = |shape: &Shape| Tensor::uninit(x.device(), x.dtype(), shape);
    // For each run, the sums of g and of g x̂.
    let sums = [make(&runs)?, make(&runs)?];
    let dx = if wants[0] { Some(make(&x.to_shape())?) } else { None };
    if let Some(gpu) = cuda::on(&x) {
        let (to, of) = ([&sums[0], &sums[1]], stats.measures());
        let how = (&how.for_cuda(), fixed);
        // SAFETY: all are contiguous, of the dtype of `x` and of these sizes; the results are new.
        unsafe { cuda::channel_norm_grad(gpu, dx.as_ref(), to, [&grad, &x], of, weight.as_ref(), how)? };
    } else {
        let of = (&grad, &x, dx.as_ref());
        norm::channel_norm_grad(of, how, weight.as_ref(), (stats.tensors(), fixed), &sums)?;
    }
    let shape = [how.samples as i64, how.channels as i64];
    let over = |sums: &Tensor, want: bool| {
        let sums = crate::ops::reshape(sums, &shape)?;
        want.then(|| crate::ops::reduce(crate::ops::ReduceOp::Sum, &sums, &[0], false)).transpose()
    };
    Ok([dx, over(&sums[1], wants[1])?, over(&sums[0], wants[2])?])
}
