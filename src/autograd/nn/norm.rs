//! `layer_norm`, `rms_norm`, `group_norm`, `instance_norm` and `batch_norm`.

use crate::autograd::derived::{Of, give_all, record};
use crate::autograd::elementwise::{binary, unary};
use crate::autograd::half;
use crate::autograd::in_place::unsupported;
use crate::autograd::reduce::reduce;
use crate::autograd::saved::Saved;
use crate::autograd::scalar::binary_scalar;
use crate::autograd::sink::Sink;
use crate::autograd::views::{reshape, transpose};
use crate::error::{Error, Result};
use crate::ops::nn::{self, Channels, Statistics};
use crate::ops::{self, BinaryOp, ReduceOp, UnaryOp};
use crate::tensor::{Tensor, shape};

/// Normalises the last dimensions, of shape `shape`, to mean 0 and variance 1, then multiplies by
/// `weight` and adds `bias`, both of that shape.
pub fn layer_norm(
    x: &Tensor,
    shape: &[i64],
    weight: Option<&Tensor>,
    bias: Option<&Tensor>,
    eps: f64,
) -> Result<Tensor> {
    rows("layer_norm", x, shape, weight, bias, eps, true)
}

/// Divides the last dimensions, of shape `shape`, by the root of the mean of their squares and
/// multiplies by `weight`. `eps` of `None` is the machine epsilon of the dtype.
pub fn rms_norm(x: &Tensor, shape: &[i64], weight: Option<&Tensor>, eps: Option<f64>) -> Result<Tensor> {
    let precision = if x.dtype() == crate::tensor::DType::F64 { f64::EPSILON } else { f64::from(f32::EPSILON) };
    rows("rms_norm", x, shape, weight, None, eps.unwrap_or(precision), false)
}

fn rows(
    op: &'static str,
    x: &Tensor,
    dims: &[i64],
    weight: Option<&Tensor>,
    bias: Option<&Tensor>,
    eps: f64,
    centred: bool,
) -> Result<Tensor> {
    if let Some(dtype) = half::same(op, &[Some(x), weight, bias])? {
        let (x, weight, bias) = (half::wide(x)?, half::wide_if(weight)?, half::wide_if(bias)?);
        return half::rounded(rows(op, &x, dims, weight.as_ref(), bias.as_ref(), eps, centred)?, dtype);
    }
    if dims.is_empty() || !x.shape().ends_with(dims) {
        let (got, wanted) = (shape::display(x.shape()), shape::display(dims));
        return Err(Error::shape(format!("{op}: the shape {got} does not end with {wanted}")));
    }
    for (name, t) in [("weight", weight), ("bias", bias)] {
        if let Some(t) = t.filter(|t| t.shape() != dims) {
            let (got, wanted) = (shape::display(t.shape()), shape::display(dims));
            return Err(Error::shape(format!("{op}: the {name} has shape {got}, not {wanted}")));
        }
    }
    let n = shape::elements(dims);
    let on = record(&[Some(x), weight, bias])?;
    let saved = on.as_ref().map(|_| vec![Some(Saved::new(x)), weight.map(Saved::new), bias.map(Saved::unread)]);
    let (out, stats) = nn::row_norm(op, x, n, weight, bias, eps, centred)?;
    let Some(on) = on else { return Ok(out) };
    let (dims, given) = (dims.to_vec(), x.to_shape());
    let forth = move |saved: &[Option<&Tensor>]| {
        let rows = reshape(saved[0].expect("always saved"), &[-1, n as i64])?;
        let row = |t: Option<&Tensor>| t.map(|t| reshape(t, &[1, n as i64])).transpose();
        reshape(&scaled(&normalised(&rows, centred, eps)?, row(saved[1])?, row(saved[2])?)?, &given)
    };
    let back = move |grad: Tensor, saved: &[Option<&Tensor>], sink: &mut Sink<'_>| {
        let (x, wants) = (saved[0].expect("always saved"), wants(sink));
        let [dx, dw, db] = nn::row_norm_grad(&grad, x, saved[1], &stats, centred, wants)?;
        let shaped = |t: Option<Tensor>| t.map(|t| ops::reshape(&t, &dims)).transpose();
        give_all([dx, shaped(dw)?, shaped(db)?], sink)
    };
    on.done_again(op, out, saved.expect("made with the record"), &OPERANDS, (back, forth))
}

/// What is saved of each normalisation.
const OPERANDS: [Of; 3] = [Of::Input(0), Of::Input(1), Of::Input(2)];

/// Each row of `t` divided by the root of the mean of its squares, after subtracting its mean if
/// `centred`; recorded.
fn normalised(t: &Tensor, centred: bool, eps: f64) -> Result<Tensor> {
    let mean = |t: &Tensor| reduce(ReduceOp::Mean, t, &[1], true);
    let t = if centred { binary(BinaryOp::Sub, t, &mean(t)?)? } else { t.clone() };
    let squares = mean(&binary(BinaryOp::Mul, &t, &t)?)?;
    binary(BinaryOp::Div, &t, &unary(UnaryOp::Sqrt, &binary_scalar(BinaryOp::Add, &squares, eps)?)?)
}

/// `t weight + bias`, recorded.
fn scaled(t: &Tensor, weight: Option<Tensor>, bias: Option<Tensor>) -> Result<Tensor> {
    let t = weight.map_or_else(|| Ok(t.clone()), |weight| binary(BinaryOp::Mul, t, &weight))?;
    bias.map_or_else(|| Ok(t.clone()), |bias| binary(BinaryOp::Add, &t, &bias))
}

fn wants(sink: &Sink<'_>) -> [bool; 3] {
    [sink.wants(0), sink.wants(1), sink.wants(2)]
}

/// The channels of a tensor `[N, C, ...]`; `SHAPE_MISMATCH` for a rank below 2.
fn channels_of(op: &str, x: &Tensor, groups: Option<usize>) -> Result<Channels> {
    if x.rank() < 2 {
        let got = shape::display(x.shape());
        return Err(Error::shape(format!("{op}: the shape {got} has no channels: it needs [N,C,...]")));
    }
    let [samples, channels] = [x.shape()[0] as usize, x.shape()[1] as usize];
    Ok(Channels { samples, channels, inner: shape::elements(&x.shape()[2..]), groups })
}

/// Records a normalisation of channels, by given statistics or by those of `x`.
fn channels(
    op: &'static str,
    x: &Tensor,
    how: Channels,
    weight: Option<&Tensor>,
    bias: Option<&Tensor>,
    eps: f64,
    given: Option<Statistics>,
) -> Result<(Tensor, Statistics)> {
    let fixed = given.is_some();
    let on = record(&[Some(x), weight, bias])?;
    let saved = on.as_ref().map(|_| vec![Some(Saved::new(x)), weight.map(Saved::new), bias.map(Saved::unread)]);
    let (out, stats) = nn::channel_norm(op, x, how, weight, bias, eps, given)?;
    let copy = Statistics { mean: stats.mean.untracked(), rstd: stats.rstd.untracked() };
    let Some(on) = on else { return Ok((out, copy)) };
    let (mean, rstd, given) = (copy.mean.untracked(), copy.rstd.untracked(), x.to_shape());
    let forth = move |saved: &[Option<&Tensor>]| {
        let x = saved[0].expect("always saved");
        let (n, c, inner) = (how.samples as i64, how.channels as i64, how.inner as i64);
        let of_channels = |t: &Tensor| reshape(t, &[1, c, 1]);
        let normal = if fixed {
            let x = reshape(x, &[n, c, inner])?;
            binary(BinaryOp::Mul, &binary(BinaryOp::Sub, &x, &of_channels(&mean)?)?, &of_channels(&rstd)?)?
        } else {
            normalised_channels(x, how, eps)?
        };
        let affine = |t: Option<&Tensor>| t.map(of_channels).transpose();
        reshape(&scaled(&normal, affine(saved[1])?, affine(saved[2])?)?, &given)
    };
    let back = move |grad: Tensor, saved: &[Option<&Tensor>], sink: &mut Sink<'_>| {
        let (x, wants) = (saved[0].expect("always saved"), wants(sink));
        give_all(nn::channel_norm_grad(&grad, x, how, saved[1], &stats, fixed, wants)?, sink)
    };
    let out = on.done_again(op, out, saved.expect("made with the record"), &OPERANDS, (back, forth))?;
    Ok((out, copy))
}

/// `x` as `[N, C, inner]`, normalised by its own statistics: those of each channel, or of each group
/// of channels of each sample; recorded.
fn normalised_channels(x: &Tensor, how: Channels, eps: f64) -> Result<Tensor> {
    let (n, c, inner) = (how.samples as i64, how.channels as i64, how.inner as i64);
    match how.groups {
        Some(groups) => {
            let rows = n * groups as i64;
            let normal = normalised(&reshape(x, &[rows, c * inner * n / rows.max(1)])?, true, eps)?;
            reshape(&normal, &[n, c, inner])
        }
        None => {
            let channels = transpose(&reshape(x, &[n, c, inner])?, 0, 1)?;
            let normal = normalised(&reshape(&channels, &[c, n * inner])?, true, eps)?;
            transpose(&reshape(&normal, &[c, n, inner])?, 0, 1)
        }
    }
}

/// Normalises each of `groups` groups of channels to mean 0 and variance 1, then multiplies by
/// `weight` and adds `bias`, both `[C]`.
pub fn group_norm(x: &Tensor, groups: i64, weight: Option<&Tensor>, bias: Option<&Tensor>, eps: f64) -> Result<Tensor> {
    if let Some(dtype) = half::same("group_norm", &[Some(x), weight, bias])? {
        let (x, weight, bias) = (half::wide(x)?, half::wide_if(weight)?, half::wide_if(bias)?);
        return half::rounded(group_norm(&x, groups, weight.as_ref(), bias.as_ref(), eps)?, dtype);
    }
    let how = channels_of("group_norm", x, None)?;
    if groups < 1 || how.channels as i64 % groups != 0 {
        return Err(Error::argument(format!(
            "group_norm: {} channels do not divide into {groups} groups",
            how.channels
        )));
    }
    let how = Channels { groups: Some(groups as usize), ..how };
    Ok(channels("group_norm", x, how, weight, bias, eps, None)?.0)
}

/// Running mean and variance of `batch_norm` and `instance_norm`, `[C]` each, updated in place.
pub type Running<'a> = Option<(&'a Tensor, &'a Tensor)>;

/// Normalises each channel over all samples, then multiplies by `weight` and adds `bias`. If
/// `training`, uses the channel's own statistics, which also move the running ones by `momentum`;
/// otherwise uses the running statistics.
#[allow(clippy::too_many_arguments)]
pub fn batch_norm(
    x: &Tensor,
    running: Running,
    weight: Option<&Tensor>,
    bias: Option<&Tensor>,
    training: bool,
    momentum: f64,
    eps: f64,
) -> Result<Tensor> {
    if let Some(dtype) = half::same("batch_norm", &[Some(x), weight, bias])? {
        let (x, weight, bias) = (half::wide(x)?, half::wide_if(weight)?, half::wide_if(bias)?);
        let run = |running: Running| batch_norm(&x, running, weight.as_ref(), bias.as_ref(), training, momentum, eps);
        return with_wide(running, |running| half::rounded(run(running)?, dtype));
    }
    let how = channels_of("batch_norm", x, None)?;
    let count = how.samples * how.inner;
    check_running("batch_norm", x, running, how.channels, training)?;
    if !training {
        let (mean, variance) = running.expect("checked above");
        return Ok(channels("batch_norm", x, how, weight, bias, eps, Some(fixed(mean, variance, eps)?))?.0);
    }
    if count == 1 {
        let got = shape::display(x.shape());
        return Err(Error::argument(format!("batch_norm: a shape of {got} has one value for each channel, not more")));
    }
    let (out, stats) = channels("batch_norm", x, how, weight, bias, eps, None)?;
    if let Some(running) = running {
        follow(running, &stats.mean, &variance(&stats, eps, count)?, momentum)?;
    }
    Ok(out)
}

/// Like [`batch_norm`], with separate statistics for each sample.
#[allow(clippy::too_many_arguments)]
pub fn instance_norm(
    x: &Tensor,
    running: Running,
    weight: Option<&Tensor>,
    bias: Option<&Tensor>,
    use_input_stats: bool,
    momentum: f64,
    eps: f64,
) -> Result<Tensor> {
    if let Some(dtype) = half::same("instance_norm", &[Some(x), weight, bias])? {
        let (x, weight, bias) = (half::wide(x)?, half::wide_if(weight)?, half::wide_if(bias)?);
        let run = |running: Running| {
            instance_norm(&x, running, weight.as_ref(), bias.as_ref(), use_input_stats, momentum, eps)
        };
        return with_wide(running, |running| half::rounded(run(running)?, dtype));
    }
    let how = channels_of("instance_norm", x, None)?;
    check_running("instance_norm", x, running, how.channels, use_input_stats)?;
    if !use_input_stats {
        let (mean, variance) = running.expect("checked above");
        return Ok(channels("instance_norm", x, how, weight, bias, eps, Some(fixed(mean, variance, eps)?))?.0);
    }
    if how.inner == 1 {
        let got = shape::display(x.shape());
        return Err(Error::argument(format!(
            "instance_norm: a shape of {got} has one value for each channel, not more"
        )));
    }
    let how = Channels { groups: Some(how.channels.max(1)), ..how };
    let (out, stats) = channels("instance_norm", x, how, weight, bias, eps, None)?;
    if let Some(running) = running {
        let over = |t: &Tensor| {
            let rows = ops::reshape(t, &[how.samples as i64, how.channels as i64])?;
            ops::reduce(ReduceOp::Mean, &rows, &[0], false)
        };
        follow(running, &over(&stats.mean)?, &over(&variance(&stats, eps, how.inner)?)?, momentum)?;
    }
    Ok(out)
}

/// Runs a normalisation with running statistics in float32 and writes them back to those that are
/// halves. The write comes last, so that a failure changes none of them.
fn with_wide(running: Running, run: impl FnOnce(Running) -> Result<Tensor>) -> Result<Tensor> {
    let Some((mean, variance)) = running else { return run(None) };
    let (wide_mean, wide_variance) = (half::wide(mean)?, half::wide(variance)?);
    let out = run(Some((&wide_mean, &wide_variance)))?;
    let narrow = |t: &Tensor, wide: &Tensor| ops::cast(wide, t.dtype());
    let moved = (narrow(mean, &wide_mean)?, narrow(variance, &wide_variance)?);
    for (t, moved) in [(mean, &moved.0), (variance, &moved.1)] {
        if t.dtype().is_half() {
            ops::copy_into(&t.untracked(), moved)?;
        }
    }
    Ok(out)
}

/// Checks that running statistics are given if they are read, have the shape `[C]` and the dtype of
/// `x`, and are not recorded.
fn check_running(op: &str, x: &Tensor, running: Running, channels: usize, training: bool) -> Result<()> {
    let Some((mean, variance)) = running else {
        return match training {
            true => Ok(()),
            false => Err(Error::argument(format!("{op} without statistics of its input needs running ones"))),
        };
    };
    unsupported(op, &[mean, variance])?;
    for (name, t) in [("running mean", mean), ("running variance", variance)] {
        if t.shape() != [channels as i64] {
            let got = shape::display(t.shape());
            return Err(Error::shape(format!("{op}: the {name} has shape {got}, not [{channels}]")));
        }
        if t.dtype() != x.dtype() {
            return Err(Error::dtype(format!("{op}: the {name} is {}, the input {}", t.dtype(), x.dtype())));
        }
    }
    Ok(())
}

/// The statistics that a mean and a variance describe.
fn fixed(mean: &Tensor, variance: &Tensor, eps: f64) -> Result<Statistics> {
    let root = ops::unary(UnaryOp::Sqrt, &ops::binary_scalar(BinaryOp::Add, variance, eps)?)?;
    Ok(Statistics { mean: ops::copy(mean)?, rstd: ops::scalar_binary(BinaryOp::Div, 1.0, &root)? })
}

/// The unbiased variance that belongs to the statistics.
fn variance(stats: &Statistics, eps: f64, count: usize) -> Result<Tensor> {
    let square = ops::binary(BinaryOp::Mul, &stats.rstd, &stats.rstd)?;
    let biased = ops::binary_scalar(BinaryOp::Sub, &ops::scalar_binary(BinaryOp::Div, 1.0, &square)?, eps)?;
    ops::binary_scalar(BinaryOp::Mul, &biased, count as f64 / (count as f64 - 1.0))
}

/// Moves the running statistics towards new ones: either both of them, or neither.
fn follow((mean, variance): (&Tensor, &Tensor), new_mean: &Tensor, new_variance: &Tensor, momentum: f64) -> Result<()> {
    let moved = |running: &Tensor, new: &Tensor| {
        let step = ops::binary_scalar(BinaryOp::Mul, new, momentum)?;
        let moved = ops::binary_scalar(BinaryOp::Mul, &running.untracked(), 1.0 - momentum)?;
        ops::binary_in_place(BinaryOp::Add, &moved, &step)?;
        Ok(moved)
    };
    let (moved_mean, moved_variance) = (moved(mean, new_mean)?, moved(variance, new_variance)?);
    ops::copy_into(&mean.untracked(), &moved_mean)?;
    ops::copy_into(&variance.untracked(), &moved_variance)
}
