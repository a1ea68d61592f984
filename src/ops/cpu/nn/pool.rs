//! The kernels of pooling: the largest element or the mean of each window, and their gradients.
//!
//! Invariant: the gradient takes the path of the value: that of a largest element goes to the
//! position that the forward pass returned, that of a mean to every element of its window.
//!
//! Tensors are contiguous, of one float dtype and of the sizes of the windows; results are new.

use super::shared::{Compute, In, Out};
use crate::error::Result;
use crate::ops::number::is_nan;
use crate::ops::parallel;
use crate::ops::place::read_once;
use crate::ops::settings::{Axis, Pool, Sliding};
use crate::tensor::{SharedCell, Tensor};
use std::hint::select_unpredictable;
use std::ops::Range;

impl Axis {
    /// The windows that are entirely inside the input, the position of the first element of the
    /// first one, and the step between them. No windows if they divide the input.
    fn inside(&self) -> (Range<usize>, usize, usize) {
        let Some(Sliding { kernel, stride, padding, dilation }) = self.sliding else { return (0..0, 0, 1) };
        let start = padding.div_ceil(stride).min(self.output);
        let reach = (kernel - 1) * dilation + 1;
        let end = (self.size + padding).checked_sub(reach).map_or(0, |last| last / stride + 1);
        (start..end.clamp(start, self.output), (start * stride).saturating_sub(padding), stride)
    }

    /// The first element, end and step of a window, and its number of positions including padding.
    #[inline(always)]
    fn window(&self, at: usize) -> (usize, usize, usize, usize) {
        match self.sliding {
            None => {
                let (start, end) = (at * self.size / self.output, ((at + 1) * self.size).div_ceil(self.output));
                (start, end, 1, end - start)
            }
            Some(Sliding { kernel, stride, padding, dilation }) => {
                let first = (at * stride) as isize - padding as isize;
                let behind = first + ((kernel - 1) * dilation) as isize + 1;
                // The first position that is not in the padding.
                let skipped = (-first).max(0) as usize;
                let start = (first + (skipped.div_ceil(dilation) * dilation) as isize) as usize;
                let end = (behind.max(0) as usize).min(self.size);
                let padded = (behind.min((self.size + padding) as isize) - first).max(0) as usize;
                (start, end, dilation, padded)
            }
        }
    }
}

impl Pool {
    fn sizes(&self) -> (usize, usize) {
        (self.axes.iter().map(|a| a.size).product(), self.axes.iter().map(|a| a.output).product())
    }

    /// Calls `visit` with the positions of the window of a result.
    #[inline(always)]
    fn each(&self, [z, y, x]: [usize; 3], mut visit: impl FnMut(usize)) {
        let [a, b, c] = &self.axes;
        let (d0, d1, ds, _) = a.window(z);
        let (h0, h1, hs, _) = b.window(y);
        let (w0, w1, ws, _) = c.window(x);
        for d in (d0..d1).step_by(ds) {
            for h in (h0..h1).step_by(hs) {
                let row = (d * b.size + h) * c.size;
                for w in (w0..w1).step_by(ws) {
                    visit(row + w);
                }
            }
        }
    }

    /// The divisor of the sum of a window.
    #[inline(always)]
    fn divisor(&self, at: [usize; 3]) -> f64 {
        if let Some(divisor) = self.divisor {
            return divisor;
        }
        let mut product = 1.0; // exact for all sizes that matter, and does not wrap
        for (axis, &at) in self.axes.iter().zip(&at) {
            let (start, end, _, padded) = axis.window(at);
            product *= if self.count_padding { padded } else { end.saturating_sub(start) } as f64;
        }
        product
    }

    /// Computes a plane of results in `to`. Calls `one` with the number and the position of each
    /// result whose window is partly outside. The other results of a row are computed together:
    /// `tap` is called once for each element of their windows, with the range of the results, the
    /// position of the first one's element, and the distance to that of the next.
    #[inline(always)]
    fn rows<R: ?Sized>(
        &self,
        to: &mut R,
        one: impl Fn(&mut R, usize, [usize; 3]),
        tap: impl Fn(&mut R, Range<usize>, usize, usize),
    ) {
        let [a, b, c] = &self.axes;
        let (inside, first, stride) = c.inside();
        let taps = c.sliding.map_or((0, 1), |how| (how.kernel, how.dilation));
        for row in 0..a.output * b.output {
            let (z, y) = (row / b.output, row % b.output);
            for x in (0..inside.start).chain(inside.end..c.output) {
                one(to, row * c.output + x, [z, y, x]);
            }
            if inside.is_empty() {
                continue;
            }
            let results = row * c.output + inside.start..row * c.output + inside.end;
            let (d0, d1, ds, _) = a.window(z);
            let (h0, h1, hs, _) = b.window(y);
            for d in (d0..d1).step_by(ds) {
                for h in (h0..h1).step_by(hs) {
                    for w in 0..taps.0 {
                        let from = (d * b.size + h) * c.size + first + w * taps.1;
                        tap(to, results.clone(), from, stride);
                    }
                }
            }
        }
    }

    /// Calls `visit` with the number and the position of each result of a plane.
    #[inline(always)]
    fn results(&self, mut visit: impl FnMut(usize, [usize; 3])) {
        let mut i = 0;
        for z in 0..self.axes[0].output {
            for y in 0..self.axes[1].output {
                for x in 0..self.axes[2].output {
                    visit(i, [z, y, x]);
                    i += 1;
                }
            }
        }
    }
}

/// Writes the largest element of each window to `out` and its index in its plane, int64, to
/// `places`.
pub(in crate::ops) fn greatest([out, x]: [&Tensor; 2], places: &Tensor, how: &Pool) -> Result<()> {
    let (input, output) = how.sizes();
    with_float!(x.dtype(), T, {
        let (from, to, at) = (In::<T>::of(x)?, Out::<T>::of(out)?, Out::<i64>::of(places)?);
        parallel::ranges(out.size() / output.max(1), input + output, |range| {
            for plane in range {
                let results = plane * output..(plane + 1) * output;
                // SAFETY: each plane is in one range.
                let (to, at) = unsafe { (to.part(results.clone()), at.part(results)) };
                greatest_of::<T>(from.part(plane * input..(plane + 1) * input), *how, to, at);
            }
        });
    });
    Ok(())
}

/// Takes a value that is larger than the best so far, or the first NaN. The first value is always
/// taken, so that a window of negative infinities has an index.
#[inline(always)]
fn take<T: Compute>(value: T, from: usize, best: &mut T, place: &mut i64) {
    let better = (*place < 0) | (value > *best) | (is_nan(value) & !is_nan(*best));
    *best = select_unpredictable(better, value, *best);
    *place = select_unpredictable(better, from as i64, *place);
}

kernel! {
    wide fn greatest_of(x: &[SharedCell<T>], how: Pool, out: &mut [T], places: &mut [i64]) {
        out.fill(T::LEAST);
        places.fill(-1);
        how.rows(
            &mut (out, places),
            |(out, places), i, at| how.each(at, |from| take(x[from].get(), from, &mut out[i], &mut places[i])),
            |(out, places), results, first, stride| {
                let (best, place) = (&mut out[results.clone()], &mut places[results]);
                for (i, (best, place)) in best.iter_mut().zip(place).enumerate() {
                    take(x[first + i * stride].get(), first + i * stride, best, place);
                }
            },
        );
    }
}

/// Adds each element of `grad` to `out`, which is zeros, where its value came from: `places` has an
/// int64 position for each.
pub(in crate::ops) fn greatest_grad([out, grad]: [&Tensor; 2], places: &Tensor, how: &Pool) -> Result<()> {
    let (input, output) = how.sizes();
    let from = places.host()?.as_ptr().cast::<i64>() as usize;
    with_float!(grad.dtype(), T, {
        let (g, to) = (In::<T>::of(grad)?, Out::<T>::of(out)?);
        parallel::ranges(grad.size() / output.max(1), input + output, |range| {
            for plane in range {
                // SAFETY: each plane is in one range.
                let to = unsafe { to.part(plane * input..(plane + 1) * input) };
                for i in plane * output..(plane + 1) * output {
                    // SAFETY: each element of the gradient has a position. One that was overwritten
                    // since is skipped.
                    let place = unsafe { read_once((from as *const i64).add(i)) };
                    if let Some(to) = usize::try_from(place).ok().and_then(|place| to.get_mut(place)) {
                        *to += g.all()[i].get();
                    }
                }
            }
        });
    });
    Ok(())
}

/// Writes the mean of each window to `out`.
pub(in crate::ops) fn average([out, x]: [&Tensor; 2], how: &Pool) -> Result<()> {
    let (input, output) = how.sizes();
    with_float!(x.dtype(), T, {
        let (from, to) = (In::<T>::of(x)?, Out::<T>::of(out)?);
        parallel::ranges(out.size() / output.max(1), input + output, |range| {
            for plane in range {
                // SAFETY: each plane is in one range.
                let to = unsafe { to.part(plane * output..(plane + 1) * output) };
                average_of::<T>(from.part(plane * input..(plane + 1) * input), *how, to);
            }
        });
    });
    Ok(())
}

kernel! {
    fn average_of(x: &[SharedCell<T>], how: Pool, out: &mut [T]) {
        out.fill(T::ZERO);
        how.rows(
            out,
            |out, i, at| how.each(at, |from| out[i] = out[i] + x[from].get()),
            |out, results, first, stride| {
                for (i, sum) in out[results].iter_mut().enumerate() {
                    *sum = *sum + x[first + i * stride].get();
                }
            },
        );
        how.results(|i, at| out[i] = out[i] / T::cast_from(how.divisor(at)));
    }
}

/// Adds the gradient of the means to `out`, which is zeros.
pub(in crate::ops) fn average_grad([out, grad]: [&Tensor; 2], how: &Pool) -> Result<()> {
    let (input, output) = how.sizes();
    with_float!(grad.dtype(), T, {
        let (g, to) = (In::<T>::of(grad)?, Out::<T>::of(out)?);
        parallel::ranges(grad.size() / output.max(1), input + output, |range| {
            for plane in range {
                // SAFETY: each plane is in one range.
                let to = unsafe { to.part(plane * input..(plane + 1) * input) };
                average_back::<T>(g.part(plane * output..(plane + 1) * output), *how, to);
            }
        });
    });
    Ok(())
}

kernel! {
    fn average_back(g: &[SharedCell<T>], how: Pool, out: &mut [T]) {
        how.results(|i, at| {
            let share = g[i].get() / T::cast_from(how.divisor(at));
            how.each(at, |to| out[to] = out[to] + share);
        });
    }
}
