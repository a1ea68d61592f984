//! Resizes the last dimensions of a tensor: the nearest element, or a weighted mean of the two
//! (linear, bilinear, trilinear) or four (bicubic) around a position on each axis.
//!
//! Invariant: positions are computed in float64 as in PyTorch, from the sizes or from a factor,
//! whatever the dtype.

use super::shared::{Compute, In, Out, operand};
use crate::error::{Error, Result};
use crate::ops::cuda::{self, Mapping};
use crate::ops::parallel;
use crate::tensor::{Shape, SharedCell, Tensor};

/// How an element of the result is computed from the input elements around its position.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterpolateMode {
    /// The element at the position rounded down.
    Nearest = 0,
    /// The mean of the elements around the position, weighted by distance: two on each axis.
    Linear = 1,
    /// The cubic convolution of the elements around the position, four on each of two axes (Keys
    /// 1981, with a = -0.75 as in PyTorch; -0.5 for images, as in Pillow). The result can be outside
    /// of the range of the input.
    Cubic = 2,
    /// The element whose middle is nearest to the middle of the new element, as Pillow and
    /// scikit-image choose it.
    NearestExact = 3,
}

impl InterpolateMode {
    /// The mode with this code; any other code is `INVALID_ARGUMENT`.
    pub fn from_code(code: i32) -> Result<InterpolateMode> {
        match code {
            0 => Ok(InterpolateMode::Nearest),
            1 => Ok(InterpolateMode::Linear),
            2 => Ok(InterpolateMode::Cubic),
            3 => Ok(InterpolateMode::NearestExact),
            _ => Err(Error::argument(format!("{code} is not the code of an interpolate mode (0 to 3 are)"))),
        }
    }

    /// Whether each element of the result is one of the input's.
    pub fn is_nearest(self) -> bool {
        matches!(self, InterpolateMode::Nearest | InterpolateMode::NearestExact)
    }

    /// PyTorch's name of the mode for images.
    pub fn image_name(self) -> &'static str {
        match self {
            InterpolateMode::Nearest => "nearest",
            InterpolateMode::Linear => "bilinear",
            InterpolateMode::Cubic => "bicubic",
            InterpolateMode::NearestExact => "nearest-exact",
        }
    }
}

/// One axis: its sizes, and how positions of the result map to positions of the input.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// The number of elements of the input.
    pub input: usize,
    /// The number of elements of the result.
    pub output: usize,
    /// The number of input elements for each element of the result.
    pub step: f64,
    /// Whether the first and the last element stay in place.
    pub align_corners: bool,
    /// How elements are computed.
    pub mode: InterpolateMode,
}

impl Scale {
    /// Maps positions by the sizes, or by `factor` if it is given.
    pub fn new(input: usize, output: usize, factor: Option<f64>, align_corners: bool, mode: InterpolateMode) -> Scale {
        let step = match (align_corners && !mode.is_nearest(), factor) {
            (true, _) if output > 1 => (input as f64 - 1.0) / (output as f64 - 1.0),
            (true, _) => 0.0,
            (false, Some(factor)) => 1.0 / factor,
            (false, None) => input as f64 / output as f64,
        };
        Scale { input, output, step, align_corners, mode }
    }

    /// The same for the kernels of a CUDA device.
    fn for_cuda(&self) -> Mapping {
        let [input, output] = [self.input, self.output].map(|size| size as i64);
        let (added, subtracted) = match self.mode {
            InterpolateMode::Nearest => (0.0, 0.0),
            InterpolateMode::NearestExact => (0.5, 0.0),
            InterpolateMode::Linear | InterpolateMode::Cubic if self.align_corners => (0.0, 0.0),
            InterpolateMode::Linear | InterpolateMode::Cubic => (0.5, 0.5),
        };
        let next = i64::from(!self.mode.is_nearest());
        Mapping { input, output, step: self.step, each: 1.0 / self.step, added, subtracted, next }
    }

    /// Two elements of the input, and the weight of the second.
    #[inline(always)]
    fn at(&self, i: usize) -> (usize, usize, f64) {
        let last = self.input - 1;
        if self.mode.is_nearest() {
            let middle = if self.mode == InterpolateMode::NearestExact { 0.5 } else { 0.0 };
            let place = (((i as f64 + middle) * self.step) as usize).min(last);
            return (place, place, 0.0);
        }
        let place = self.position(i).max(0.0);
        let first = (place as usize).min(last);
        (first, (first + 1).min(last), (place - first as f64).clamp(0.0, 1.0))
    }

    /// Four elements of the input, those beyond an edge being the one at the edge, and their weights.
    #[inline(always)]
    fn cubic_at(&self, i: usize) -> [(usize, f64); 4] {
        let place = self.position(i);
        let (first, last) = (place.floor(), self.input as f64 - 1.0);
        std::array::from_fn(|k| {
            let at = first + k as f64 - 1.0;
            (at.clamp(0.0, last) as usize, cubic(place - at, -0.75))
        })
    }

    /// Where element `i` of the result is among those of the input.
    #[inline(always)]
    fn position(&self, i: usize) -> f64 {
        if self.align_corners { i as f64 * self.step } else { (i as f64 + 0.5) * self.step - 0.5 }
    }
}

/// The weight of an element at this distance in a cubic convolution (R. Keys, "Cubic convolution
/// interpolation for digital image processing", 1981, with any `a`).
#[inline(always)]
pub(super) fn cubic(distance: f64, a: f64) -> f64 {
    let x = distance.abs();
    if x <= 1.0 {
        ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0
    } else if x < 2.0 {
        (((x - 5.0) * x + 8.0) * x - 4.0) * a
    } else {
        0.0
    }
}

/// Resizes `x`, `[N, C, D, H, W]`. In mode cubic D stays as it is. Returns new.
pub fn resize(op: &str, x: &Tensor, axes: &[Scale; 3]) -> Result<Tensor> {
    let x = operand(op, x)?;
    let [d, h, w] = axes.map(|a| a.output as i64);
    let out = Tensor::uninit(x.device(), x.dtype(), &Shape::new(&[x.shape()[0], x.shape()[1], d, h, w])?)?;
    run(&x, &out, axes, false)?;
    Ok(out)
}

/// The gradient of [`resize`]. Returns new.
pub fn resize_grad(grad: &Tensor, axes: &[Scale; 3]) -> Result<Tensor> {
    let grad = operand("interpolate", grad)?;
    let [d, h, w] = axes.map(|a| a.input as i64);
    // A kernel of a device writes each element once.
    let make = if cuda::on(&grad).is_some() { Tensor::uninit } else { Tensor::zeroed };
    let out = make(grad.device(), grad.dtype(), &Shape::new(&[grad.shape()[0], grad.shape()[1], d, h, w])?)?;
    run(&grad, &out, axes, true)?;
    Ok(out)
}

fn run(from: &Tensor, out: &Tensor, axes: &[Scale; 3], back: bool) -> Result<()> {
    if from.size() == 0 || out.size() == 0 {
        return Ok(());
    }
    let is_cubic = axes[2].mode == InterpolateMode::Cubic;
    if let Some(gpu) = cuda::on(from) {
        let kernel = match (is_cubic, back) {
            (false, false) => "resize_linear",
            (false, true) => "resize_linear_grad",
            (true, false) => "resize_cubic",
            (true, true) => "resize_cubic_grad",
        };
        // SAFETY: both are contiguous and of these sizes, and the result is new.
        return unsafe { cuda::resize(gpu, kernel, [out, from], &axes.map(|axis| axis.for_cuda())) };
    }
    let planes = (from.shape()[0] * from.shape()[1]) as usize;
    let (read, written) = (from.size() / planes, out.size() / planes);
    with_float!(from.dtype(), T, {
        let (from, to) = (In::<T>::of(from)?, Out::<T>::of(out)?);
        parallel::ranges(planes, read + written, |range| {
            for plane in range {
                // SAFETY: each plane is in one range.
                let to = unsafe { to.part(plane * written..(plane + 1) * written) };
                let from = from.part(plane * read..(plane + 1) * read);
                match (is_cubic, back) {
                    (false, false) => gather::<T>(from, to, *axes),
                    (false, true) => spread::<T>(from, to, *axes),
                    (true, false) => gather_cubic::<T>(from, to, *axes),
                    (true, true) => spread_cubic::<T>(from, to, *axes),
                }
            }
        });
    });
    Ok(())
}

/// Calls `visit` for each result with the eight input positions around it and their weights.
#[inline(always)]
fn each<T: Compute>([a, b, c]: [Scale; 3], mut visit: impl FnMut(usize, [usize; 8], [T; 8])) {
    let mut i = 0;
    for z in 0..a.output {
        let (z0, z1, wz) = a.at(z);
        for y in 0..b.output {
            let (y0, y1, wy) = b.at(y);
            let rows =
                [z0 * b.input + y0, z0 * b.input + y1, z1 * b.input + y0, z1 * b.input + y1].map(|r| r * c.input);
            let shares = [(1.0 - wz) * (1.0 - wy), (1.0 - wz) * wy, wz * (1.0 - wy), wz * wy];
            for x in 0..c.output {
                let (x0, x1, wx) = c.at(x);
                let places = std::array::from_fn(|k| rows[k / 2] + if k % 2 == 0 { x0 } else { x1 });
                let share = |k: usize| shares[k / 2] * if k.is_multiple_of(2) { 1.0 - wx } else { wx };
                visit(i, places, std::array::from_fn(|k| T::cast_from(share(k))));
                i += 1;
            }
        }
    }
}

/// As [`each`] in mode cubic, with the sixteen positions on the last two axes.
#[inline(always)]
fn each_cubic<T: Compute>([depth, b, c]: [Scale; 3], mut visit: impl FnMut(usize, [usize; 16], [T; 16])) {
    let mut i = 0;
    for z in 0..depth.output {
        for y in 0..b.output {
            let rows = b.cubic_at(y).map(|(at, weight)| ((z * b.input + at) * c.input, weight));
            for x in 0..c.output {
                let columns = c.cubic_at(x);
                let places = std::array::from_fn(|k| rows[k / 4].0 + columns[k % 4].0);
                visit(i, places, std::array::from_fn(|k| T::cast_from(rows[k / 4].1 * columns[k % 4].1)));
                i += 1;
            }
        }
    }
}

/// The weighted sum of these elements. Those with weight 0 are not read, because infinity times 0 is
/// NaN.
#[inline(always)]
fn weighted<T: Compute, const N: usize>(from: &[SharedCell<T>], places: [usize; N], weights: [T; N]) -> T {
    let mut sum = T::ZERO;
    for k in 0..N {
        if weights[k] != T::ZERO {
            sum = sum + weights[k] * from[places[k]].get();
        }
    }
    sum
}

/// The gradient of [`weighted`]: adds the share of each of these elements to it.
#[inline(always)]
fn add<T: Compute, const N: usize>(out: &mut [T], places: [usize; N], weights: [T; N], value: T) {
    for k in 0..N {
        if weights[k] != T::ZERO {
            out[places[k]] = out[places[k]] + weights[k] * value;
        }
    }
}

kernel! {
    fn gather(from: &[SharedCell<T>], out: &mut [T], axes: [Scale; 3]) {
        each::<T>(axes, |i, places, weights| out[i] = weighted(from, places, weights));
    }
}

kernel! {
    fn gather_cubic(from: &[SharedCell<T>], out: &mut [T], axes: [Scale; 3]) {
        each_cubic::<T>(axes, |i, places, weights| out[i] = weighted(from, places, weights));
    }
}

kernel! {
    fn spread(g: &[SharedCell<T>], out: &mut [T], axes: [Scale; 3]) {
        each::<T>(axes, |i, places, weights| add(out, places, weights, g[i].get()));
    }
}

kernel! {
    fn spread_cubic(g: &[SharedCell<T>], out: &mut [T], axes: [Scale; 3]) {
        each_cubic::<T>(axes, |i, places, weights| add(out, places, weights, g[i].get()));
    }
}
