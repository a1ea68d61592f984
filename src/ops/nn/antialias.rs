//! Resizes images with antialiasing: each element of the result is a mean of the input elements under
//! a triangle (linear) or a cubic convolution with a = -0.5, which is as wide as the result is
//! smaller, as Pillow and torchvision do.
//!
//! Invariant: positions and weights are computed in float64, whatever the dtype. Columns are resized
//! first, then rows; an axis that keeps its size is not touched.

use super::resize::{InterpolateMode, cubic};
use super::shared::{Compute, In, Out, operand};
use crate::error::{Error, Result, Status};
use crate::ops::parallel;
use crate::tensor::{Shape, SharedCell, Tensor};

/// For each result element its first input element, and the weights of it and those behind it.
struct Taps {
    /// The first input element, and where its weights begin.
    first: Vec<(usize, usize)>,
    weights: Vec<f64>,
}

impl Taps {
    /// Errors: `OUT_OF_MEMORY`, since `output` is whatever a program asks for.
    fn new(input: usize, output: usize, mode: InterpolateMode) -> Result<Taps> {
        let scale = input as f64 / output as f64;
        let is_cubic = mode == InterpolateMode::Cubic;
        let (support, inverse) = (scale.max(1.0) * if is_cubic { 2.0 } else { 1.0 }, 1.0 / scale.max(1.0));
        let most = output.saturating_mul(((2.0 * support) as usize + 2).min(input));
        let (mut first, mut weights) = (with_room(output)?, with_room(most)?);
        for i in 0..output {
            let center = scale * (i as f64 + 0.5);
            let (from, begin) = ((center - support + 0.5).max(0.0) as usize, weights.len());
            let end = ((center + support + 0.5) as usize).min(input);
            first.push((from, begin));
            let weight = |j: usize| {
                let distance = (j as f64 - center + 0.5) * inverse;
                if is_cubic { cubic(distance, -0.5) } else { (1.0 - distance.abs()).max(0.0) }
            };
            weights.extend((from..end).map(weight));
            let sum: f64 = weights[begin..].iter().sum();
            weights[begin..].iter_mut().for_each(|weight| *weight /= sum);
        }
        Ok(Taps { first, weights })
    }

    /// The first input element of result element `i`, and the weights from there on.
    fn of(&self, i: usize) -> (usize, &[f64]) {
        let (first, begin) = self.first[i];
        let end = self.first.get(i + 1).map_or(self.weights.len(), |&(_, next)| next);
        (first, &self.weights[begin..end])
    }
}

fn with_room<T>(count: usize) -> Result<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| {
        let bytes = count.saturating_mul(size_of::<T>());
        Error::new(Status::OutOfMemory, format!("the weights of a resized axis need {bytes} bytes"))
    })?;
    Ok(list)
}

/// Resizes the last two axes of `x`, `[..., H, W]`, where none of these sizes is 0. Returns new.
///
/// Errors: `DTYPE_MISMATCH` for anything but float32 and float64, those of [`Tensor::uninit`].
pub fn antialiased(op: &str, x: &Tensor, [height, width]: [usize; 2], mode: InterpolateMode) -> Result<Tensor> {
    let x = operand(op, x)?;
    let axis = x.rank() - 2;
    let (rows, columns) = (x.shape()[axis] as usize, x.shape()[axis + 1] as usize);
    let by_columns = if columns == width { x } else { resized(&x, axis + 1, width, mode)? };
    if rows == height { Ok(by_columns) } else { resized(&by_columns, axis, height, mode) }
}

/// Resizes one of the last two axes.
fn resized(x: &Tensor, axis: usize, output: usize, mode: InterpolateMode) -> Result<Tensor> {
    let input = x.shape()[axis] as usize;
    let mut dims = x.shape().to_vec();
    dims[axis] = output as i64;
    let out = Tensor::uninit(x.device(), x.dtype(), &Shape::new(&dims)?)?;
    let inner: usize = x.shape()[axis + 1..].iter().product::<i64>() as usize;
    let (taps, parts) = (Taps::new(input, output, mode)?, x.size() / (input * inner).max(1));
    with_float!(x.dtype(), T, {
        let (from, to) = (In::<T>::of(x)?, Out::<T>::of(&out)?);
        parallel::ranges(parts, (input + output) * inner, |range| {
            for part in range {
                // SAFETY: each part is in one range.
                let to = unsafe { to.part(part * output * inner..(part + 1) * output * inner) };
                mix::<T>(from.part(part * input * inner..(part + 1) * input * inner), to, &taps, inner);
            }
        });
    });
    Ok(out)
}

/// Each row of `inner` elements of the result is a weighted mean of rows of the input.
fn mix<T: Compute>(from: &[SharedCell<T>], to: &mut [T], taps: &Taps, inner: usize) {
    for (i, row) in to.chunks_exact_mut(inner).enumerate() {
        let (first, weights) = taps.of(i);
        for (k, &weight) in weights.iter().enumerate() {
            let (weight, from) = (T::cast_from(weight), &from[(first + k) * inner..][..inner]);
            for (sum, cell) in row.iter_mut().zip(from) {
                *sum = if k == 0 { cell.get() * weight } else { *sum + cell.get() * weight };
            }
        }
    }
}
