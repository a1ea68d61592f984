//! Pools over one to three axes.

use super::kind::{each, kind, of_axes, tuple};
use crate::autograd::{
    self,
    nn::{self, PoolSettings},
};
use crate::error::{Error, Result};
use crate::nn::module::Module;
use std::sync::Arc;

/// Settings of a pool; a list has a number for each axis, or one for all.
#[derive(Clone, Copy)]
pub struct PoolOptions<'a> {
    /// The size of a window.
    pub kernel: &'a [i64],
    /// The kernel unless given.
    pub stride: &'a [i64],
    /// 0 unless given.
    pub padding: &'a [i64],
    /// 1 unless given; of the greatest only.
    pub dilation: &'a [i64],
    /// Whether windows may end behind the padding.
    pub ceil_mode: bool,
    /// Whether the padding counts in a mean.
    pub count_include_pad: bool,
}

/// The largest element of each window, or the mean.
pub fn pool<const N: usize>(how: PoolOptions, is_max: bool) -> Result<Arc<Module>> {
    if how.kernel.is_empty() {
        return Err(Error::argument("kernel_size has no numbers"));
    }
    let kernel = each::<N>("kernel_size", how.kernel, 1)?;
    let stride = if how.stride.is_empty() { kernel.clone() } else { each::<N>("stride", how.stride, 1)? };
    let (padding, dilation) = (each::<N>("padding", how.padding, 0)?, each::<N>("dilation", how.dilation, 1)?);
    let (ceil_mode, count_include_pad) = (how.ceil_mode, how.count_include_pad);
    let settings = format!("kernel_size={}, stride={}, padding={}", tuple(&kernel), tuple(&stride), tuple(&padding));
    let name = match is_max {
        true => of_axes::<N>(["MaxPool1d", "MaxPool2d", "MaxPool3d"]),
        false => of_axes::<N>(["AvgPool1d", "AvgPool2d", "AvgPool3d"]),
    };
    Ok(kind(name, settings, Vec::new(), move |_, x| {
        let how = PoolSettings {
            kernel: &kernel,
            stride: &stride,
            padding: &padding,
            dilation: &dilation,
            ceil_mode,
            count_include_pad,
            divisor_override: None,
        };
        if is_max { Ok(nn::max_pool::<N>(x, &how)?.0) } else { nn::avg_pool::<N>(x, &how) }
    }))
}

/// The largest element, or the mean, of windows that divide the input into so many.
pub fn adaptive_pool<const N: usize>(output: &[i64], is_max: bool) -> Result<Arc<Module>> {
    if output.is_empty() {
        return Err(Error::argument("output_size has no numbers"));
    }
    let output = each::<N>("output_size", output, 1)?;
    let name = match is_max {
        true => of_axes::<N>(["AdaptiveMaxPool1d", "AdaptiveMaxPool2d", "AdaptiveMaxPool3d"]),
        false => of_axes::<N>(["AdaptiveAvgPool1d", "AdaptiveAvgPool2d", "AdaptiveAvgPool3d"]),
    };
    Ok(kind(name, format!("output_size={}", tuple(&output)), Vec::new(), move |_, x| {
        if is_max { Ok(nn::adaptive_max_pool::<N>(x, &output)?.0) } else { nn::adaptive_avg_pool::<N>(x, &output) }
    }))
}

/// The largest element of each channel, or the mean: `[N, C, ...] -> [N, C]`.
pub fn global_pool<const N: usize>(is_max: bool) -> Arc<Module> {
    let name = match is_max {
        true => of_axes::<N>(["GlobalMaxPool1d", "GlobalMaxPool2d", "GlobalMaxPool3d"]),
        false => of_axes::<N>(["GlobalAvgPool1d", "GlobalAvgPool2d", "GlobalAvgPool3d"]),
    };
    kind(name, String::new(), Vec::new(), move |_, x| {
        let pooled =
            if is_max { nn::adaptive_max_pool::<N>(x, &[1; N])?.0 } else { nn::adaptive_avg_pool::<N>(x, &[1; N])? };
        autograd::reshape(&pooled, &x.shape()[..x.rank() - N])
    })
}
