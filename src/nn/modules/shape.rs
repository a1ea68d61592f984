//! Modules that rearrange: flatten, pad, resize, shuffle.

use super::kind::{at_least_one, kind, of_axes, tuple};
use crate::autograd::{self, nn};
use crate::error::{Error, Result};
use crate::nn::module::Module;
use crate::ops::{PadMode, nn::InterpolateMode};
use crate::tensor::{Scalar, shape};
use std::sync::Arc;

/// Joins the axes from `start` to `end`.
pub fn flatten(start: i64, end: i64) -> Arc<Module> {
    kind("Flatten", format!("start_dim={start}, end_dim={end}"), Vec::new(), move |_, x| {
        autograd::flatten(x, start, end)
    })
}

/// Divides an axis into several.
pub fn unflatten(axis: i64, sizes: &[i64]) -> Arc<Module> {
    let sizes = sizes.to_vec();
    kind("Unflatten", format!("dim={axis}, unflattened_size={}", tuple(&sizes)), Vec::new(), move |_, x| {
        autograd::unflatten(x, axis, &sizes)
    })
}

/// Zeros around the last `N` axes. `padding` is one number for all sides, or one before and
/// one behind each axis, the last axis first. Errors: `INVALID_ARGUMENT` for another number of them.
pub fn zero_pad<const N: usize>(padding: &[i64]) -> Result<Arc<Module>> {
    pad::<N>(of_axes::<N>(["ZeroPad1d", "ZeroPad2d", "ZeroPad3d"]), padding, PadMode::Constant, 0.0)
}

/// `value` around the last `N` axes. `padding` and errors as for
/// [`zero_pad`].
pub fn constant_pad<const N: usize>(padding: &[i64], value: f64) -> Result<Arc<Module>> {
    pad::<N>(of_axes::<N>(["ConstantPad1d", "ConstantPad2d", "ConstantPad3d"]), padding, PadMode::Constant, value)
}

/// The last `N` axes, mirrored at their ends, which are not repeated. `padding` and errors as for
/// [`zero_pad`].
pub fn reflection_pad<const N: usize>(padding: &[i64]) -> Result<Arc<Module>> {
    pad::<N>(of_axes::<N>(["ReflectionPad1d", "ReflectionPad2d", "ReflectionPad3d"]), padding, PadMode::Reflect, 0.0)
}

/// The last `N` axes, whose first and last elements are repeated. `padding` and errors as for
/// [`zero_pad`].
pub fn replication_pad<const N: usize>(padding: &[i64]) -> Result<Arc<Module>> {
    pad::<N>(
        of_axes::<N>(["ReplicationPad1d", "ReplicationPad2d", "ReplicationPad3d"]),
        padding,
        PadMode::Replicate,
        0.0,
    )
}

/// The last `N` axes, continued from their other ends. `padding` and errors as for
/// [`zero_pad`].
pub fn circular_pad<const N: usize>(padding: &[i64]) -> Result<Arc<Module>> {
    pad::<N>(of_axes::<N>(["CircularPad1d", "CircularPad2d", "CircularPad3d"]), padding, PadMode::Circular, 0.0)
}

/// Padding of the last `N` axes: one number for all sides, or one before and one behind each axis,
/// the last axis first.
fn pad<const N: usize>(name: &'static str, padding: &[i64], mode: PadMode, value: f64) -> Result<Arc<Module>> {
    let sides = match padding {
        &[one] => vec![one; 2 * N],
        all if all.len() == 2 * N => all.to_vec(),
        all => {
            let text = format!("padding has {} numbers, 1 or {} are needed", all.len(), 2 * N);
            return Err(Error::argument(text));
        }
    };
    let shown = if mode == PadMode::Constant && value != 0.0 { format!(", value={value:?}") } else { String::new() };
    Ok(kind(name, format!("{}{shown}", tuple(&sides)), Vec::new(), move |_, x| {
        if x.rank() != N + 1 && x.rank() != N + 2 {
            let got = shape::display(x.shape());
            return Err(Error::shape(format!("{name}: a shape of {got} has not {} or {} axes", N + 1, N + 2)));
        }
        autograd::pad(x, &sides, mode, Scalar::from(value))
    }))
}

/// The last axes in other sizes, or in their own times these factors.
pub fn upsample(size: &[i64], factor: Option<f64>, mode: InterpolateMode, align_corners: bool) -> Result<Arc<Module>> {
    if size.is_empty() == factor.is_none() {
        return Err(Error::argument("Upsample needs sizes or a scale factor, and not both"));
    }
    let (size, factors): (Vec<i64>, Vec<f64>) = (size.to_vec(), factor.into_iter().collect());
    let what = factor.map_or_else(|| format!("size={}", tuple(&size)), |factor| format!("scale_factor={factor:?}"));
    let mode_name = match mode {
        InterpolateMode::Linear => "linear",
        mode => mode.image_name(),
    };
    let settings = format!("{what}, mode='{mode_name}'");
    Ok(kind("Upsample", settings, Vec::new(), move |_, x| nn::interpolate(x, &size, &factors, mode, align_corners)))
}

/// Moves channels into the last two axes, which get `factor` times as long; or the other way.
pub fn pixel_shuffle(factor: i64, is_inverse: bool) -> Result<Arc<Module>> {
    at_least_one(if is_inverse { "downscale_factor" } else { "upscale_factor" }, factor)?;
    Ok(match is_inverse {
        false => kind("PixelShuffle", format!("upscale_factor={factor}"), Vec::new(), move |_, x| {
            nn::pixel_shuffle(x, factor)
        }),
        true => kind("PixelUnshuffle", format!("downscale_factor={factor}"), Vec::new(), move |_, x| {
            nn::pixel_unshuffle(x, factor)
        }),
    })
}
