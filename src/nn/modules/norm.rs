//! Normalizations: batch, layer, group, instance, root mean square.

use super::draw::{buffer, counter, filled};
use super::kind::{at_least_one, kind, of_axes, truth, tuple};
use crate::autograd::nn::{self, ResponseSettings};
use crate::error::{Error, Result};
use crate::nn::module::{Call, Module, Slot};
use crate::ops::{self, BinaryOp};
use crate::tensor::{Tensor, shape};
use std::sync::Arc;

/// Settings of normalizations by running statistics.
#[derive(Clone, Copy)]
pub struct NormOptions {
    /// Channels of an input.
    pub features: i64,
    /// Added to the variance.
    pub eps: f64,
    /// The share of the new value in a running one; `None` for the mean of all so far.
    pub momentum: Option<f64>,
    /// Whether there are factors and summands.
    pub affine: bool,
    /// Whether running statistics are kept.
    pub track_running_stats: bool,
}

impl NormOptions {
    /// Weight, bias, and running statistics, as far as there are any.
    fn slots(&self) -> Result<Vec<Slot>> {
        at_least_one("num_features", self.features)?;
        let mut slots = Vec::new();
        if self.affine {
            slots.extend([filled("weight", &[self.features], 1.0)?, filled("bias", &[self.features], 0.0)?]);
        }
        if self.track_running_stats {
            slots.extend([
                buffer("running_mean", &[self.features], 0.0)?,
                buffer("running_var", &[self.features], 1.0)?,
                counter("num_batches_tracked")?,
            ]);
        }
        Ok(slots)
    }

    fn settings(&self) -> String {
        let momentum = self.momentum.map_or_else(|| "None".into(), |momentum| format!("{momentum:?}"));
        format!(
            "{}, eps={:?}, momentum={momentum}, affine={}, track_running_stats={}",
            self.features,
            self.eps,
            truth(self.affine),
            truth(self.track_running_stats)
        )
    }

    /// Weight, bias and running statistics of a call.
    fn values(&self, call: &Call) -> (Option<[Tensor; 2]>, Option<[Tensor; 2]>) {
        let first = if self.affine { 2 } else { 0 };
        let running =
            self.track_running_stats.then(|| [call.value(first).untracked(), call.value(first + 1).untracked()]);
        (self.affine.then(|| [call.value(0), call.value(1)]), running)
    }
}

/// Batch normalization of `[B, C, ...]` with `N` more axes; for an `N` of 1 also of `[B, C]`.
pub fn batch_norm<const N: usize>(how: NormOptions) -> Result<Arc<Module>> {
    let name = of_axes::<N>(["BatchNorm1d", "BatchNorm2d", "BatchNorm3d"]);
    let ranks: &[usize] = [&[2, 3][..], &[4], &[5]][N - 1];
    Ok(kind(name, how.settings(), how.slots()?, move |call, x| {
        check(name, ranks, how.features, x)?;
        let (affine, running) = how.values(call);
        let training = call.is_training();
        let running = running.filter(|_| !(training && call.keeps_statistics()));
        let counted = (training && running.is_some()).then(|| call.value(if how.affine { 4 } else { 2 }));
        let momentum = match (how.momentum.filter(|_| !call.averages()), &counted) {
            (Some(momentum), _) => momentum,
            (None, Some(count)) => 1.0 / (counted_so_far(count)? + 1.0),
            (None, None) => 0.0,
        };
        let [weight, bias] = affine.map_or([None, None], |[weight, bias]| [Some(weight), Some(bias)]);
        let by_batch = training || running.is_none();
        let running = running.as_ref().map(|[mean, variance]| (mean, variance));
        let out = nn::batch_norm(x, running, weight.as_ref(), bias.as_ref(), by_batch, momentum, how.eps)?;
        if let Some(count) = counted {
            ops::binary_scalar_in_place(BinaryOp::Add, &count.untracked(), 1)?;
        }
        Ok(out)
    }))
}

fn counted_so_far(count: &Tensor) -> Result<f64> {
    let value = count.to_vec::<i64>().ok().and_then(|values| values.first().copied());
    value
        .map(|count| count as f64)
        .ok_or_else(|| Error::dtype(format!("num_batches_tracked is {}, not int64", count.dtype())))
}

/// Instance normalization of `[N, C, ...]` with `N` more axes, or of `[C, ...]`.
pub fn instance_norm<const N: usize>(how: NormOptions) -> Result<Arc<Module>> {
    let name = of_axes::<N>(["InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d"]);
    Ok(kind(name, how.settings(), how.slots()?, move |call, x| {
        let is_single = x.rank() == N + 1;
        if !is_single && x.rank() != N + 2 {
            let got = shape::display(x.shape());
            return Err(Error::shape(format!("{name}: a shape of {got} has not {} or {} axes", N + 1, N + 2)));
        }
        let batch = if is_single { crate::autograd::unsqueeze(x, 0)? } else { x.clone() };
        check(name, &[N + 2], how.features, &batch)?;
        let (affine, running) = how.values(call);
        let [weight, bias] = affine.map_or([None, None], |[weight, bias]| [Some(weight), Some(bias)]);
        let by_input = call.is_training() || running.is_none();
        let running = running.filter(|_| !(by_input && call.keeps_statistics()));
        let running = running.as_ref().map(|[mean, variance]| (mean, variance));
        let momentum = how.momentum.unwrap_or(0.0);
        let out = nn::instance_norm(&batch, running, weight.as_ref(), bias.as_ref(), by_input, momentum, how.eps)?;
        if is_single { crate::autograd::squeeze(&out, 0) } else { Ok(out) }
    }))
}

fn check(name: &str, ranks: &[usize], features: i64, x: &Tensor) -> Result<()> {
    if ranks.contains(&x.rank()) && x.shape()[1] == features {
        return Ok(());
    }
    let ranks: Vec<String> = ranks.iter().map(usize::to_string).collect();
    let got = shape::display(x.shape());
    Err(Error::shape(format!("{name}: a shape of {got} has not {} axes with {features} channels", ranks.join(" or "))))
}

/// Normalization of the last dimensions, which are `dims`.
pub fn layer_norm(dims: &[i64], eps: f64, affine: bool, bias: bool) -> Result<Arc<Module>> {
    normalized(dims)?;
    let mut slots = Vec::new();
    if affine {
        slots.push(filled("weight", dims, 1.0)?);
    }
    if affine && bias {
        slots.push(filled("bias", dims, 0.0)?);
    }
    let settings = format!("{}, eps={eps:?}, elementwise_affine={}", tuple(dims), truth(affine));
    let dims = dims.to_vec();
    Ok(kind("LayerNorm", settings, slots, move |call, x| {
        let (weight, bias) = (call.value_if(affine, 0), call.value_if(affine && bias, 1));
        nn::layer_norm(x, &dims, weight.as_ref(), bias.as_ref(), eps)
    }))
}

/// Division of the last dimensions, which are `dims`, by the root of the mean of their squares.
pub fn rms_norm(dims: &[i64], eps: Option<f64>, affine: bool) -> Result<Arc<Module>> {
    normalized(dims)?;
    let slots = if affine { vec![filled("weight", dims, 1.0)?] } else { Vec::new() };
    let shown = eps.map_or_else(|| "None".into(), |eps| format!("{eps:?}"));
    let settings = format!("{}, eps={shown}, elementwise_affine={}", tuple(dims), truth(affine));
    let dims = dims.to_vec();
    Ok(kind("RMSNorm", settings, slots, move |call, x| nn::rms_norm(x, &dims, call.value_if(affine, 0).as_ref(), eps)))
}

fn normalized(dims: &[i64]) -> Result<()> {
    if dims.is_empty() {
        return Err(Error::argument("normalized_shape has no dimensions"));
    }
    dims.iter().try_for_each(|&size| at_least_one("normalized_shape", size))
}

/// Normalization of groups of channels.
pub fn group_norm(groups: i64, channels: i64, eps: f64, affine: bool) -> Result<Arc<Module>> {
    at_least_one("num_groups", groups)?;
    at_least_one("num_channels", channels)?;
    if channels % groups != 0 {
        return Err(Error::argument(format!(
            "num_channels is {channels}, not a multiple of num_groups, which is {groups}"
        )));
    }
    let mut slots = Vec::new();
    if affine {
        slots.extend([filled("weight", &[channels], 1.0)?, filled("bias", &[channels], 0.0)?]);
    }
    let settings = format!("{groups}, {channels}, eps={eps:?}, affine={}", truth(affine));
    Ok(kind("GroupNorm", settings, slots, move |call, x| {
        let (weight, bias) = (call.value_if(affine, 0), call.value_if(affine, 1));
        nn::group_norm(x, groups, weight.as_ref(), bias.as_ref(), eps)
    }))
}

/// Division by the squares of neighboring channels.
pub fn local_response_norm(size: i64, alpha: f64, beta: f64, k: f64) -> Result<Arc<Module>> {
    at_least_one("size", size)?;
    let settings = format!("{size}, alpha={alpha:?}, beta={beta:?}, k={k:?}");
    Ok(kind("LocalResponseNorm", settings, Vec::new(), move |_, x| {
        nn::local_response_norm(x, ResponseSettings { size, alpha, beta, k })
    }))
}
