//! Transforms of the values of images, as torchvision's, and of labels.
//!
//! An image is `[..., C, H, W]`. Bytes are from 0 to 255 and floating-point numbers from 0 to 1. Random
//! transforms draw in training and in evaluation, as torchvision's do, from the stream of the call.

use super::image::{below, between, finite};
use super::kind::{at_least_one, kind};
use crate::autograd;
use crate::error::{Error, Result};
use crate::nn::module::{Module, Role, Slot};
use crate::ops::nn::{Color, recolored};
use crate::ops::{self, BinaryOp};
use crate::tensor::{DType, Tensor, shape};
use std::sync::Arc;

/// Samples of 8 or 16 bits as float32 from 0 to 1; with `channels_last` `[..., H, W, C]` becomes `[..., C, H, W]`.
pub fn to_tensor(channels_last: bool) -> Arc<Module> {
    kind("ToTensor", String::new(), Vec::new(), move |_, x| {
        let x = match (channels_last, x.rank()) {
            (true, rank @ 3..) => {
                let mut axes: Vec<i64> = (0..rank as i64).collect();
                axes[rank - 3..].rotate_right(1);
                autograd::permute(x, &axes)?
            }
            (true, _) => {
                let got = shape::display(x.shape());
                return Err(Error::shape(format!("ToTensor: a shape of {got} is not [..., H, W, C]")));
            }
            (false, _) => x.clone(),
        };
        let greatest = match x.dtype() {
            DType::U8 => 255.0,
            DType::U16 => 65535.0,
            _ => return autograd::cast(&x, DType::F32),
        };
        ops::binary_scalar(BinaryOp::Div, &ops::cast(&x, DType::F32)?, greatest)
    })
}

/// Each channel less its mean, divided by its standard deviation.
///
/// Errors: `SHAPE_MISMATCH` if they are not lists of the same length, `INVALID_ARGUMENT` for a
/// deviation of 0, `DTYPE_MISMATCH`.
pub fn normalize(mean: &Tensor, std: &Tensor) -> Result<Arc<Module>> {
    if mean.rank() != 1 || mean.shape() != std.shape() {
        let [mean, std] = [mean, std].map(|t| shape::display(t.shape()));
        return Err(Error::shape(format!(
            "a mean of shape {mean} and a std of shape {std} are not lists of one length"
        )));
    }
    let column = |t: &Tensor| ops::reshape(&ops::copy(&ops::cast(t, DType::F32)?)?, &[t.shape()[0], 1, 1]);
    let (mean, std) = (column(mean)?, column(std)?);
    let [means, deviations] = [&mean, &std].map(Tensor::to_vec::<f32>);
    let (means, deviations) = (means?, deviations?);
    if let Some(zero) = deviations.iter().find(|std| **std == 0.0 || std.is_nan()) {
        return Err(Error::argument(format!("a std of {zero} is not a divisor")));
    }
    let settings = format!("mean={means:?}, std={deviations:?}");
    let slots = vec![Slot::new("mean", Role::Transient, mean), Slot::new("std", Role::Transient, std)];
    Ok(kind("Normalize", settings, slots, move |call, x| {
        let of_dtype = |slot| ops::cast(&call.value(slot), x.dtype());
        if !x.dtype().is_float() {
            return Err(Error::dtype(format!(
                "Normalize needs floating-point numbers, not {}: ToTensor makes them",
                x.dtype()
            )));
        }
        let channels = if x.rank() < 3 { 0 } else { x.shape()[x.rank() - 3] };
        if channels != means.len() as i64 {
            let got = shape::display(x.shape());
            return Err(Error::shape(format!("Normalize: a shape of {got} has not {} channels", means.len())));
        }
        let centered = autograd::binary(BinaryOp::Sub, x, &of_dtype(0)?)?;
        autograd::binary(BinaryOp::Div, &centered, &of_dtype(1)?)
    }))
}

/// The grey of each pixel, in one or in three equal channels.
pub fn grayscale(channels: i64) -> Result<Arc<Module>> {
    if channels != 1 && channels != 3 {
        return Err(Error::argument(format!("num_output_channels is {channels}, not 1 or 3")));
    }
    Ok(kind("Grayscale", format!("num_output_channels={channels}"), Vec::new(), move |_, x| {
        let grey = changed("Grayscale", x, Color::Grey)?;
        let axis = grey.rank() as i64 - 3;
        match (channels, grey.shape()[axis as usize]) {
            (1, 3) => autograd::narrow(&grey, axis, 0, 1),
            (3, 1) => ops::concat(&[&grey, &grey, &grey], axis),
            _ => Ok(grey),
        }
    }))
}

/// How much colours change at random; 0 is not at all.
#[derive(Clone, Copy, Debug)]
pub struct JitterOptions {
    /// Brightness times a factor up to this far from 1.
    pub brightness: f64,
    /// Contrast times a factor up to this far from 1.
    pub contrast: f64,
    /// Saturation times a factor up to this far from 1.
    pub saturation: f64,
    /// The hue moved by up to this part of the circle, at most 0.5.
    pub hue: f64,
}

/// Changes brightness, contrast, saturation and hue at random, in a random order.
pub fn color_jitter(how: JitterOptions) -> Result<Arc<Module>> {
    let JitterOptions { brightness, contrast, saturation, hue } = how;
    for (name, value) in [("brightness", brightness), ("contrast", contrast), ("saturation", saturation), ("hue", hue)]
    {
        finite(name, value)?;
        if value < 0.0 || name == "hue" && value > 0.5 {
            return Err(Error::argument(format!("{name} {value} is out of range")));
        }
    }
    let settings = format!("brightness={brightness:?}, contrast={contrast:?}, saturation={saturation:?}, hue={hue:?}");
    Ok(kind("ColorJitter", settings, Vec::new(), move |_, x| {
        let mut order = [0, 1, 2, 3];
        for i in (1..4).rev() {
            order.swap(i, below(i as i64 + 1) as usize);
        }
        let factor = |by: f64| between([(1.0 - by).max(0.0), 1.0 + by]);
        let changes = [
            (brightness, Color::Brightness(factor(brightness))),
            (contrast, Color::Contrast(factor(contrast))),
            (saturation, Color::Saturation(factor(saturation))),
            (hue, Color::Hue(between([-hue, hue]))),
        ];
        let mut chosen = order.into_iter().map(|i| changes[i]).filter(|(by, _)| *by != 0.0);
        chosen.try_fold(x.clone(), |x, (_, change)| changed("ColorJitter", &x, change))
    }))
}

/// A row of zeros with a one at the label, float32: `[...] -> [..., C]`.
pub fn one_hot(classes: i64) -> Result<Arc<Module>> {
    at_least_one("num_classes", classes)?;
    Ok(kind("OneHot", format!("num_classes={classes}"), Vec::new(), move |_, x| {
        ops::cast(&ops::one_hot(x, classes)?, DType::F32)
    }))
}

fn changed(name: &str, x: &Tensor, change: Color) -> Result<Tensor> {
    let x = x.untracked();
    match x.dtype() {
        DType::F32 | DType::F64 => recolored(name, &x, change, false),
        DType::U8 => ops::cast(&recolored(name, &ops::cast(&x, DType::F32)?, change, true)?, DType::U8),
        half if half.is_half() => ops::cast(&recolored(name, &ops::cast(&x, DType::F32)?, change, false)?, half),
        other => {
            Err(Error::dtype(format!("{name} of {other}, not of uint8 or floating-point numbers: ToTensor makes them")))
        }
    }
}
