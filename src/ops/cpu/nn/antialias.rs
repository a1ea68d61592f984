//! The kernel of resizing with antialiasing: each element of the result is a mean of the input
//! elements under a filter, which is as wide as the result is smaller, as Pillow and torchvision
//! do.
//!
//! Invariant: positions and weights are computed in float64, whatever the dtype.

use super::shared::{Compute, In, Out};
use crate::error::{Error, Result, Status};
use crate::ops::parallel;
use crate::tensor::{SharedCell, Tensor};

/// The weights of elements by their distance, in input elements if nothing is made smaller.
#[derive(Clone, Copy)]
pub(in crate::ops) struct Filter {
    /// From this distance on the weight is 0.
    pub support: f64,
    pub weight: fn(f64) -> f64,
}

/// For each result element its first input element, and the weights of it and those behind it.
struct Taps {
    /// The first input element, and where its weights begin.
    first: Vec<(usize, usize)>,
    weights: Vec<f64>,
}

impl Taps {
    /// Errors: `OUT_OF_MEMORY`, since `output` is whatever a program asks for.
    fn new(input: usize, output: usize, filter: Filter) -> Result<Taps> {
        let scale = input as f64 / output as f64;
        let (support, inverse) = (scale.max(1.0) * filter.support, 1.0 / scale.max(1.0));
        let most = output.saturating_mul(((2.0 * support) as usize + 2).min(input));
        let (mut first, mut weights) = (with_room(output)?, with_room(most)?);
        for i in 0..output {
            let center = scale * (i as f64 + 0.5);
            let (from, begin) = ((center - support + 0.5).max(0.0) as usize, weights.len());
            let end = ((center + support + 0.5) as usize).min(input);
            first.push((from, begin));
            let weight = |j: usize| (filter.weight)((j as f64 - center + 0.5) * inverse);
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

/// Resizes an axis to that of `out`, which is new and otherwise of the same shape.
///
/// Errors: `OUT_OF_MEMORY` for the weights.
pub(in crate::ops) fn resize([out, x]: [&Tensor; 2], axis: usize, filter: Filter) -> Result<()> {
    let [input, output] = [x, out].map(|t| t.shape()[axis] as usize);
    let inner: usize = x.shape()[axis + 1..].iter().product::<i64>() as usize;
    let (taps, parts) = (Taps::new(input, output, filter)?, x.size() / (input * inner).max(1));
    with_float!(x.dtype(), T, {
        let (from, to) = (In::<T>::of(x)?, Out::<T>::of(out)?);
        parallel::ranges(parts, (input + output) * inner, |range| {
            for part in range {
                // SAFETY: each part is in one range.
                let to = unsafe { to.part(part * output * inner..(part + 1) * output * inner) };
                mix::<T>(from.part(part * input * inner..(part + 1) * input * inner), to, &taps, inner);
            }
        });
    });
    Ok(())
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
