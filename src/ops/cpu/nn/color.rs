//! The kernel of changes of colours, by torchvision's formulas.
//!
//! Invariant: each formula is computed in float64 and its result is rounded once to the dtype. For
//! whole numbers (0 to 255) results are cut to whole numbers where torchvision stores bytes. Values
//! are kept from 0 to the greatest.

use super::shared::{Compute, In, Out};
use crate::error::Result;
use crate::ops::parallel;
use crate::ops::settings::Color;
use crate::tensor::{SharedCell, Tensor};

/// Writes images of `image` elements in this many channels to `out`, which is new.
pub(in crate::ops) fn recolor(
    [out, x]: [&Tensor; 2],
    (channels, image): (usize, usize),
    change: Color,
    is_whole: bool,
) -> Result<()> {
    with_float!(x.dtype(), T, {
        let (from, to) = (In::<T>::of(x)?, Out::<T>::of(out)?);
        parallel::ranges(x.size() / image, 8 * image, |range| {
            for at in range {
                let part = at * image..(at + 1) * image;
                // SAFETY: each image is in one range.
                let to = unsafe { to.part(part.clone()) };
                recolor_of::<T>(from.part(part), to, channels, change, is_whole);
            }
        });
    });
    Ok(())
}

fn recolor_of<T: Compute>(from: &[SharedCell<T>], to: &mut [T], channels: usize, change: Color, is_whole: bool) {
    let plane = from.len() / channels;
    let bound = if is_whole { 255.0 } else { 1.0 };
    let cut = |value: f64| if is_whole { value.trunc() } else { value };
    let pixel = |p: usize| match channels {
        1 => [from[p].get().as_f64(); 3],
        _ => [0, 1, 2].map(|c| from[c * plane + p].get().as_f64()),
    };
    let grey = |p: usize| match (channels, pixel(p)) {
        (1, [grey, ..]) => grey,
        (_, [r, g, b]) => cut(0.2989 * r + 0.587 * g + 0.114 * b),
    };
    let mean = match change {
        Color::Contrast(_) => (0..plane).map(grey).sum::<f64>() / plane as f64,
        _ => 0.0,
    };
    let blend = |a: f64, b: f64, factor: f64| cut((factor * a + (1.0 - factor) * b).clamp(0.0, bound));
    for p in 0..plane {
        let values = pixel(p);
        let changed = match change {
            Color::Grey => [grey(p); 3],
            Color::Brightness(factor) => values.map(|value| blend(value, 0.0, factor)),
            Color::Contrast(factor) => values.map(|value| blend(value, mean, factor)),
            Color::Saturation(_) | Color::Hue(_) if channels == 1 => values,
            Color::Saturation(factor) => values.map(|value| blend(value, grey(p), factor)),
            Color::Hue(turn) if is_whole => {
                turned(values.map(|value| value / 255.0), turn).map(|value| (value * (256.0 - 1e-3)).trunc())
            }
            Color::Hue(turn) => turned(values, turn),
        };
        for c in 0..channels {
            to[c * plane + p] = T::cast_from(changed[c]);
        }
    }
}

/// A colour with its hue moved by a part of the circle, by way of hue, saturation and value.
fn turned([r, g, b]: [f64; 3], turn: f64) -> [f64; 3] {
    let (value, least) = (r.max(g).max(b), r.min(g).min(b));
    let range = value - least;
    if range.is_nan() || range == 0.0 {
        return [r, g, b];
    }
    let saturation = range / value;
    let [to_r, to_g, to_b] = [r, g, b].map(|channel| (value - channel) / range);
    let hue = match value {
        _ if value == r => to_b - to_g,
        _ if value == g => 2.0 + to_r - to_b,
        _ => 4.0 + to_g - to_r,
    };
    let hue = ((hue / 6.0 + 1.0) % 1.0 + turn).rem_euclid(1.0) * 6.0;
    let sector = hue.floor();
    let part = hue - sector;
    let kept = |value: f64| value.clamp(0.0, 1.0);
    let low = kept(value * (1.0 - saturation));
    let falling = kept(value * (1.0 - saturation * part));
    let rising = kept(value * (1.0 - saturation * (1.0 - part)));
    match sector as i64 % 6 {
        0 => [value, rising, low],
        1 => [falling, value, low],
        2 => [low, value, rising],
        3 => [low, falling, value],
        4 => [rising, low, value],
        _ => [value, low, falling],
    }
}
