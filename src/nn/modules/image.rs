//! Transforms of images that change their size or move their pixels, as torchvision's.
//!
//! An input is `[..., H, W]`, with its leading axes moved alike: one image, or several. Random
//! transforms draw in training and in evaluation, as torchvision's do, from the stream of the call.
//! What only moves elements keeps their dtype and is recorded; results of resizing and rotating are
//! not recorded, and those of integers are rounded.

use super::kind::{at_least_one, each, kind, probability, tuple};
use crate::autograd;
use crate::error::{Error, Result};
use crate::nn::module::Module;
use crate::ops::nn::{InterpolateMode, Rotation, antialiased, rotated};
use crate::ops::{self, BinaryOp, PadMode, RealOp, draw_unit};
use crate::tensor::{DType, Scalar, Tensor, shape};
use std::sync::Arc;

/// Resizes to `[h, w]`, or so that the shorter side has one size, with antialiasing unless the mode
/// is nearest.
pub fn resize(size: &[i64], mode: InterpolateMode) -> Result<Arc<Module>> {
    if !(1..=2).contains(&size.len()) {
        return Err(Error::argument(format!("size has {} numbers, 1 or 2 are needed", size.len())));
    }
    size.iter().try_for_each(|&side| at_least_one("size", side))?;
    let size = size.to_vec();
    Ok(kind("Resize", format!("size={}, interpolation={}", list(&size), mode.image_name()), Vec::new(), move |_, x| {
        let [h, w] = sides("Resize", x)?;
        let (height, width) = match size[..] {
            [height, width] => (height, width),
            [short, ..] if h <= w => (short, longer(short, w, h)),
            [short, ..] => (longer(short, h, w), short),
            [] => (h, w),
        };
        resized(x, height, width, mode)
    }))
}

/// The longer side of an image whose shorter one becomes `short`.
fn longer(short: i64, long: i64, old_short: i64) -> i64 {
    (short as f64 * long as f64 / old_short as f64) as i64
}

/// The crop of this size from the middle; smaller images are padded with zeros.
pub fn center_crop(size: &[i64]) -> Result<Arc<Module>> {
    let [height, width] = crop_size(size)?;
    Ok(kind("CenterCrop", format!("size=({height}, {width})"), Vec::new(), move |_, x| {
        let [h, w] = sides("CenterCrop", x)?;
        let missing = |wanted: i64, side: i64| ((wanted - side).max(0) / 2, ((wanted - side).max(0) + 1) / 2);
        let ((left, right), (top, bottom)) = (missing(width, w), missing(height, h));
        let x = padded(x, [left, right, top, bottom], 0.0)?;
        let [h, w] = sides("CenterCrop", &x)?;
        // Python rounds halves to even.
        let middle = |side: i64, wanted: i64| ((side - wanted) as f64 / 2.0).round_ties_even() as i64;
        cropped(&x, middle(h, height), middle(w, width), height, width)
    }))
}

/// A crop of this size from anywhere, each position equally likely, after the image was padded.
pub fn random_crop(size: &[i64], padding: &[i64], fill: f64, pad_if_needed: bool) -> Result<Arc<Module>> {
    let [height, width] = crop_size(size)?;
    let padding = padding_of(padding)?;
    let settings = format!("size=({height}, {width}), padding={}", list(&padding));
    Ok(kind("RandomCrop", settings, Vec::new(), move |_, x| {
        let mut x = padded(x, padding, fill)?;
        if pad_if_needed {
            let [h, w] = sides("RandomCrop", &x)?;
            let (tall, wide) = ((height - h).max(0), (width - w).max(0));
            x = padded(&x, [wide, wide, tall, tall], fill)?;
        }
        let [h, w] = sides("RandomCrop", &x)?;
        if h < height || w < width {
            let text = format!("RandomCrop: an image of {h} x {w} has no crop of {height} x {width}");
            return Err(Error::shape(text));
        }
        let (top, left) = (below(h - height + 1), below(w - width + 1));
        cropped(&x, top, left, height, width)
    }))
}

/// A crop of a random part of the image, of random aspect, resized to this size.
pub fn random_resized_crop(
    size: &[i64],
    scale: [f64; 2],
    ratio: [f64; 2],
    mode: InterpolateMode,
) -> Result<Arc<Module>> {
    let [height, width] = crop_size(size)?;
    for (name, [low, high]) in [("scale", scale), ("ratio", ratio)] {
        if !(low > 0.0 && low <= high && high.is_finite()) {
            return Err(Error::argument(format!("{name} from {low} to {high} is not a range above 0")));
        }
    }
    let settings = format!(
        "size=({height}, {width}), scale=({:?}, {:?}), ratio=({:?}, {:?}), interpolation={}",
        scale[0],
        scale[1],
        ratio[0],
        ratio[1],
        mode.image_name()
    );
    Ok(kind("RandomResizedCrop", settings, Vec::new(), move |_, x| {
        let [h, w] = sides("RandomResizedCrop", x)?;
        let [top, left, rows, columns] = part(h, w, scale, ratio);
        resized(&cropped(x, top, left, rows, columns)?, height, width, mode)
    }))
}

/// The top, left, height and width of a random part; after ten tries the middle of the image.
fn part(h: i64, w: i64, scale: [f64; 2], ratio: [f64; 2]) -> [i64; 4] {
    let area = (h * w) as f64;
    for _ in 0..10 {
        let target = area * between(scale);
        let aspect = libm::exp(between(ratio.map(libm::log)));
        let columns = (target * aspect).sqrt().round_ties_even() as i64;
        let rows = (target / aspect).sqrt().round_ties_even() as i64;
        if (1..=w).contains(&columns) && (1..=h).contains(&rows) {
            let top = below(h - rows + 1);
            return [top, below(w - columns + 1), rows, columns];
        }
    }
    let whole = w as f64 / h as f64;
    let (rows, columns) = if whole < ratio[0] {
        (((w as f64 / ratio[0]).round_ties_even() as i64).clamp(1, h), w)
    } else if whole > ratio[1] {
        (h, ((h as f64 * ratio[1]).round_ties_even() as i64).clamp(1, w))
    } else {
        (h, w)
    };
    [(h - rows) / 2, (w - columns) / 2, rows, columns]
}

/// With probability `p`, the image mirrored: left and right.
pub fn random_horizontal_flip(p: f64) -> Result<Arc<Module>> {
    random_flip("RandomHorizontalFlip", p, -1)
}

/// With probability `p`, the image mirrored: top and bottom.
pub fn random_vertical_flip(p: f64) -> Result<Arc<Module>> {
    random_flip("RandomVerticalFlip", p, -2)
}

fn random_flip(name: &'static str, p: f64, axis: i64) -> Result<Arc<Module>> {
    probability("p", p)?;
    Ok(kind(name, format!("p={p:?}"), Vec::new(), move |_, x| {
        sides(name, x)?;
        if draw_unit() < p { autograd::flip(x, &[axis]) } else { Ok(x.clone()) }
    }))
}

/// `fill` around the image: on all sides, left and right then top and bottom, or left, top, right,
/// bottom.
pub fn pad(padding: &[i64], fill: f64) -> Result<Arc<Module>> {
    if padding.is_empty() {
        return Err(Error::argument("padding has 0 numbers, 1, 2 or 4 are needed"));
    }
    let sides_of = padding_of(padding)?;
    Ok(kind("Pad", format!("padding={}, fill={fill:?}", list(padding)), Vec::new(), move |_, x| {
        sides("Pad", x)?;
        padded(x, sides_of, fill)
    }))
}

/// Rotates by so many degrees, counter-clockwise, about the middle.
pub fn rotate(degrees: f64, mode: InterpolateMode, fill: f64) -> Result<Arc<Module>> {
    finite("degrees", degrees)?;
    rotation_mode("Rotate", mode)?;
    let settings = format!("degrees={degrees:?}, interpolation={}, fill={fill:?}", mode.image_name());
    Ok(kind("Rotate", settings, Vec::new(), move |_, x| turned("Rotate", x, Rotation { degrees, mode, fill })))
}

/// Rotates by a random angle from `-degrees` to `degrees`.
pub fn random_rotation(degrees: f64, mode: InterpolateMode, fill: f64) -> Result<Arc<Module>> {
    finite("degrees", degrees)?;
    if degrees < 0.0 {
        return Err(Error::argument(format!("degrees {degrees} is negative")));
    }
    rotation_mode("RandomRotation", mode)?;
    let settings = format!("degrees=({:?}, {degrees:?}), interpolation={}, fill={fill:?}", -degrees, mode.image_name());
    Ok(kind("RandomRotation", settings, Vec::new(), move |_, x| {
        turned("RandomRotation", x, Rotation { degrees: between([-degrees, degrees]), mode, fill })
    }))
}

fn rotation_mode(name: &str, mode: InterpolateMode) -> Result<()> {
    if matches!(mode, InterpolateMode::Nearest | InterpolateMode::Linear) {
        return Ok(());
    }
    Err(Error::argument(format!("{name}: the mode {} is neither nearest nor bilinear", mode.image_name())))
}

fn turned(name: &'static str, x: &Tensor, how: Rotation) -> Result<Tensor> {
    sides(name, x)?;
    on_floats(x, |x| rotated(name, x, how))
}

/// The last two axes of an image. Errors: `SHAPE_MISMATCH`.
fn sides(name: &str, x: &Tensor) -> Result<[i64; 2]> {
    let found = match *x.shape() {
        [.., h, w] => (h > 0 && w > 0).then_some([h, w]),
        _ => None,
    };
    let shape = || Error::shape(format!("{name}: a shape of {} is not an image's", shape::display(x.shape())));
    found.ok_or_else(shape)
}

/// A function of floating-point numbers, of an image of any numbers: integers are rounded afterwards.
pub(super) fn on_floats(x: &Tensor, run: impl FnOnce(&Tensor) -> Result<Tensor>) -> Result<Tensor> {
    let (x, dtype) = (x.untracked(), x.dtype());
    match dtype {
        DType::F32 | DType::F64 => run(&x),
        DType::I32 | DType::I64 => ops::cast(&ops::real(RealOp::Round, &run(&ops::cast(&x, DType::F64)?)?)?, dtype),
        _ => {
            let out = run(&ops::cast(&x, DType::F32)?)?;
            let out = if dtype.is_integer() { ops::real(RealOp::Round, &out)? } else { out };
            ops::cast(&out, dtype)
        }
    }
}

fn resized(x: &Tensor, height: i64, width: i64, mode: InterpolateMode) -> Result<Tensor> {
    if [height, width] == x.shape()[x.rank() - 2..] {
        return Ok(x.clone());
    }
    if !mode.is_nearest() {
        let [rows, columns] = [height as usize, width as usize];
        if x.dtype().is_integer() && x.dtype().size() == 1 {
            // Bytes are rounded and kept within their range after each axis, as Pillow does.
            let [h, _] = sides("Resize", x)?;
            let wide = on_floats(x, |x| antialiased("Resize", x, [h as usize, columns], mode))?;
            return on_floats(&wide, |x| antialiased("Resize", x, [rows, columns], mode));
        }
        return on_floats(x, |x| antialiased("Resize", x, [rows, columns], mode));
    }
    let (axis, [h, w]) = (x.rank() - 2, sides("Resize", x)?);
    let middle = if mode == InterpolateMode::NearestExact { 0.5 } else { 0.0 };
    // As tensors, whose memory is limited: a size is whatever a program asks for.
    let nearest = |from: i64, to: i64| {
        let positions = ops::arange(x.device(), DType::F64, middle, to as f64 + middle, 1i64)?;
        let positions = ops::binary_scalar(BinaryOp::Mul, &positions, from as f64 / to as f64)?;
        ops::binary_scalar(BinaryOp::Minimum, &ops::cast(&positions, DType::I64)?, from - 1)
    };
    let rows = ops::index_select(x, axis as i64, &nearest(h, height)?)?;
    ops::index_select(&rows, axis as i64 + 1, &nearest(w, width)?)
}

fn cropped(x: &Tensor, top: i64, left: i64, height: i64, width: i64) -> Result<Tensor> {
    autograd::narrow(&autograd::narrow(x, -2, top, height)?, -1, left, width)
}

/// Padding as left, right, top, bottom.
fn padded(x: &Tensor, padding: [i64; 4], fill: f64) -> Result<Tensor> {
    if padding == [0; 4] {
        return Ok(x.clone());
    }
    let is_whole = !x.dtype().is_float() && fill.fract() == 0.0;
    let fill = if is_whole { Scalar::from(fill as i64) } else { Scalar::from(fill) };
    autograd::pad(x, &padding, PadMode::Constant, fill)
}

/// One number for all sides, two for left and right and for top and bottom, or left, top, right and
/// bottom, as left, right, top, bottom; none for 0.
fn padding_of(padding: &[i64]) -> Result<[i64; 4]> {
    let sides = match *padding {
        [] => [0; 4],
        [all] => [all; 4],
        [wide, tall] => [wide, wide, tall, tall],
        [left, top, right, bottom] => [left, right, top, bottom],
        _ => return Err(Error::argument(format!("padding has {} numbers, 1, 2 or 4 are needed", padding.len()))),
    };
    match sides.iter().find(|&&side| side < 0) {
        Some(side) => Err(Error::argument(format!("padding {side} is negative"))),
        None => Ok(sides),
    }
}

fn crop_size(size: &[i64]) -> Result<[i64; 2]> {
    let size = each::<2>("size", size, 0)?;
    size.iter().try_for_each(|&side| at_least_one("size", side))?;
    Ok([size[0], size[1]])
}

pub(super) fn finite(name: &str, value: f64) -> Result<()> {
    if value.is_finite() { Ok(()) } else { Err(Error::argument(format!("{name} {value} is not finite"))) }
}

/// A number from the range, each equally likely.
pub(super) fn between([low, high]: [f64; 2]) -> f64 {
    low + (high - low) * draw_unit()
}

/// An integer from 0 to below `count`.
pub(super) fn below(count: i64) -> i64 {
    ((draw_unit() * count as f64) as i64).min(count - 1)
}

fn list(values: &[i64]) -> String {
    if let [one] = values { one.to_string() } else { tuple(values) }
}
