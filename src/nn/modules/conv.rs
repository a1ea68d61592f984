//! Convolutions and transposed convolutions over one to three axes.

use super::draw::weight_and_bias;
use super::kind::{at_least_one, each, kind, of_axes, truth, tuple};
use crate::autograd::{
    self,
    nn::{self, ConvSettings},
};
use crate::error::{Error, Result};
use crate::nn::module::Module;
use crate::ops::PadMode;
use crate::tensor::Scalar;
use std::sync::Arc;

/// Settings of a convolution; a list has a number for each axis, or one for all.
#[derive(Clone, Copy)]
pub struct ConvOptions<'a> {
    /// Channels of an input.
    pub inputs: i64,
    /// Channels of a result.
    pub outputs: i64,
    /// The size of the kernel.
    pub kernel: &'a [i64],
    /// 1 unless given.
    pub stride: &'a [i64],
    /// 0 unless given.
    pub padding: &'a [i64],
    /// 1 unless given.
    pub dilation: &'a [i64],
    /// The number of groups that the channels are divided into.
    pub groups: i64,
    /// Whether a bias is added.
    pub bias: bool,
}

struct Checked {
    kernel: Vec<i64>,
    stride: Vec<i64>,
    padding: Vec<i64>,
    dilation: Vec<i64>,
    settings: String,
}

fn checked<const N: usize>(how: &ConvOptions) -> Result<Checked> {
    for (name, value) in [("in_channels", how.inputs), ("out_channels", how.outputs), ("groups", how.groups)] {
        at_least_one(name, value)?;
    }
    for (name, value) in [("in_channels", how.inputs), ("out_channels", how.outputs)] {
        if value % how.groups != 0 {
            return Err(Error::argument(format!(
                "{name} is {value}, not a multiple of groups, which is {}",
                how.groups
            )));
        }
    }
    if how.kernel.is_empty() {
        return Err(Error::argument("kernel_size has no numbers"));
    }
    let kernel = each::<N>("kernel_size", how.kernel, 1)?;
    kernel.iter().try_for_each(|&size| at_least_one("kernel_size", size))?;
    let (stride, padding) = (each::<N>("stride", how.stride, 1)?, each::<N>("padding", how.padding, 0)?);
    let dilation = each::<N>("dilation", how.dilation, 1)?;
    let mut settings =
        format!("{}, {}, kernel_size={}, stride={}", how.inputs, how.outputs, tuple(&kernel), tuple(&stride));
    for (name, list, plain) in [("padding", &padding, 0), ("dilation", &dilation, 1)] {
        if list.iter().any(|&value| value != plain) {
            settings += &format!(", {name}={}", tuple(list));
        }
    }
    if how.groups != 1 {
        settings += &format!(", groups={}", how.groups);
    }
    if !how.bias {
        settings += &format!(", bias={}", truth(false));
    }
    Ok(Checked { kernel, stride, padding, dilation, settings })
}

/// The number of weights of `[C', C, kernel...]` that an output reads, as PyTorch counts them.
fn fan_in(dims: &[i64]) -> i64 {
    dims[1..].iter().fold(1, |product: i64, &size| product.saturating_mul(size))
}

/// A convolution whose padding has this mode.
pub fn conv<const N: usize>(how: ConvOptions, mode: PadMode) -> Result<Arc<Module>> {
    let Checked { kernel, stride, padding, dilation, mut settings } = checked::<N>(&how)?;
    let (groups, bias) = (how.groups, how.bias);
    let dims = [&[how.outputs, how.inputs / groups][..], &kernel].concat();
    let slots = weight_and_bias(&dims, fan_in(&dims), how.outputs, bias)?;
    if mode != PadMode::Constant {
        settings += &format!(", padding_mode={}", format!("{mode:?}").to_lowercase());
    }
    // In the order of `pad`: before and after each axis, the last axis first.
    let pads: Vec<i64> = padding.iter().rev().flat_map(|&n| [n, n]).collect();
    Ok(kind(of_axes::<N>(["Conv1d", "Conv2d", "Conv3d"]), settings, slots, move |call, x| {
        let (weight, bias) = (call.value(0), call.value_if(bias, 1));
        let mut how =
            ConvSettings { stride: &stride, padding: &padding, dilation: &dilation, output_padding: &[], groups };
        if mode == PadMode::Constant || padding.iter().all(|&n| n == 0) {
            return nn::conv::<N>(x, &weight, bias.as_ref(), &how);
        }
        how.padding = &[];
        nn::conv::<N>(&autograd::pad(x, &pads, mode, Scalar::from(0.0))?, &weight, bias.as_ref(), &how)
    }))
}

/// A transposed convolution.
pub fn conv_transpose<const N: usize>(how: ConvOptions, output_padding: &[i64]) -> Result<Arc<Module>> {
    let Checked { kernel, stride, padding, dilation, mut settings } = checked::<N>(&how)?;
    let output_padding = each::<N>("output_padding", output_padding, 0)?;
    if output_padding.iter().any(|&n| n != 0) {
        settings += &format!(", output_padding={}", tuple(&output_padding));
    }
    let (groups, bias) = (how.groups, how.bias);
    let dims = [&[how.inputs, how.outputs / groups][..], &kernel].concat();
    let slots = weight_and_bias(&dims, fan_in(&dims), how.outputs, bias)?;
    let name = of_axes::<N>(["ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d"]);
    Ok(kind(name, settings, slots, move |call, x| {
        let how = ConvSettings {
            stride: &stride,
            padding: &padding,
            dilation: &dilation,
            output_padding: &output_padding,
            groups,
        };
        nn::conv_transpose::<N>(x, &call.value(0), call.value_if(bias, 1).as_ref(), &how)
    }))
}
