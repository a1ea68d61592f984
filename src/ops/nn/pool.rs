//! Pooling: the largest element or the mean of each window. Windows slide, or divide the input
//! evenly.
//!
//! Invariant: the gradient takes the path of the value: that of a largest element goes to the
//! position that the forward pass returned, that of a mean to every element of its window.

use super::shared::{Compute, In, Out, operand};
use crate::error::{Error, Result};
use crate::ops::cuda::{self, Steps, Windows};
use crate::ops::number::is_nan;
use crate::ops::parallel;
use crate::ops::place::read_once;
use crate::tensor::{DType, Shape, SharedCell, Tensor};
use std::hint::select_unpredictable;
use std::ops::Range;

/// The windows along one axis.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// The size of the input.
    pub size: usize,
    /// The number of windows.
    pub output: usize,
    /// The sliding windows; `None` divides the input into `output` windows.
    pub sliding: Option<Sliding>,
}

/// Windows of a fixed size.
#[derive(Clone, Copy, Debug)]
pub struct Sliding {
    /// The number of elements of a window.
    pub kernel: usize,
    /// The distance from one window to the next.
    pub stride: usize,
    /// The number of positions before the input and after it.
    pub padding: usize,
    /// The distance between the elements of a window.
    pub dilation: usize,
}

impl Axis {
    /// No pooling: each element is its own window.
    pub fn whole(size: usize) -> Axis {
        let one = Sliding { kernel: 1, stride: 1, padding: 0, dilation: 1 };
        Axis { size, output: size, sliding: Some(one) }
    }

    /// Divides the input into `output` parts that overlap by at most one element.
    pub fn adaptive(size: usize, output: usize) -> Axis {
        Axis { size, output, sliding: None }
    }

    /// Windows counted as in PyTorch. With `ceil`, windows that begin inside and end after the
    /// padding count too, so there may be one although the kernel is larger than the padded input.
    ///
    /// Errors: a kernel, stride or dilation below 1, a padding of more than half the kernel, and a
    /// kernel larger than the padded input, are `INVALID_ARGUMENT`.
    pub fn sliding(op: &str, size: i64, [kernel, stride, padding, dilation]: [i64; 4], ceil: bool) -> Result<Axis> {
        if kernel < 1 || stride < 1 || dilation < 1 {
            return Err(Error::argument(format!(
                "{op}: kernel {kernel}, stride {stride} and dilation {dilation} must be 1 or more"
            )));
        }
        if padding < 0 || padding > kernel / 2 {
            return Err(Error::argument(format!(
                "{op}: a padding of {padding} is not from 0 to half the kernel of {kernel}"
            )));
        }
        let too_large = || super::conv::too_large(op, kernel, dilation, size, padding);
        let reach = dilation.checked_mul(kernel - 1);
        // What remains of the padded input after the first window; negative if the window ends
        // after it.
        let left = reach.and_then(|reach| size.checked_add(2 * padding)?.checked_sub(reach)?.checked_sub(1));
        let left = left.ok_or_else(too_large)?;
        let mut output = left.div_euclid(stride) + 1;
        if ceil {
            output += i64::from(left.rem_euclid(stride) != 0);
            if (output - 1).saturating_mul(stride) >= size.saturating_add(padding) {
                output -= 1;
            }
        }
        if output < 1 {
            return Err(too_large());
        }
        let [kernel, stride, padding, dilation] = [kernel, stride, padding, dilation].map(|n| n as usize);
        let sliding = Some(Sliding { kernel, stride, padding, dilation });
        Ok(Axis { size: size as usize, output: output as usize, sliding })
    }

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

/// Windows over the last three dimensions of a tensor of rank 5.
#[derive(Clone, Copy, Debug)]
pub struct Pool {
    /// The windows.
    pub axes: [Axis; 3],
    /// Whether positions in the padding count in a mean.
    pub count_padding: bool,
    /// The divisor of a sum, in place of the count.
    pub divisor: Option<f64>,
}

impl Pool {
    fn sizes(&self) -> (usize, usize) {
        (self.axes.iter().map(|a| a.size).product(), self.axes.iter().map(|a| a.output).product())
    }

    /// The same for the kernels of a CUDA device.
    fn for_cuda(&self) -> Windows {
        let axes = self.axes.map(|axis| {
            let none = Sliding { kernel: 0, stride: 1, padding: 0, dilation: 1 };
            let Sliding { kernel, stride, padding, dilation } = axis.sliding.unwrap_or(none);
            let [size, output, kernel, stride, padding, dilation] =
                [axis.size, axis.output, kernel, stride, padding, dilation].map(|n| n as i64);
            Steps { size, output, kernel, stride, padding, dilation }
        });
        let divisor = self.divisor.unwrap_or(f64::NAN);
        Windows { axes, count_padding: i64::from(self.count_padding), divisor }
    }

    fn shape(&self, x: &Tensor) -> Result<Shape> {
        let [d, h, w] = self.axes.map(|a| a.output as i64);
        Shape::new(&[x.shape()[0], x.shape()[1], d, h, w])
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

/// The largest element of each window of `x`, `[N, C, D, H, W]`, and its index in its plane (i64).
/// Of equal elements the first one; NaN is the largest. Returns new.
pub fn greatest(op: &str, x: &Tensor, how: &Pool) -> Result<(Tensor, Tensor)> {
    let x = operand(op, x)?;
    let shape = how.shape(&x)?;
    let out = Tensor::uninit(x.device(), x.dtype(), &shape)?;
    let places = Tensor::uninit(x.device(), DType::I64, &shape)?;
    if let Some(gpu) = cuda::on(&x) {
        // SAFETY: all are contiguous and of these sizes; the results are new.
        unsafe { cuda::greatest(gpu, [&out, &places, &x], &how.for_cuda())? };
        return Ok((out, places));
    }
    let (input, output) = how.sizes();
    with_float!(x.dtype(), T, {
        let (from, to, at) = (In::<T>::of(&x)?, Out::<T>::of(&out)?, Out::<i64>::of(&places)?);
        parallel::ranges(out.size() / output.max(1), input + output, |range| {
            for plane in range {
                let results = plane * output..(plane + 1) * output;
                // SAFETY: each plane is in one range.
                let (to, at) = unsafe { (to.part(results.clone()), at.part(results)) };
                greatest_of::<T>(from.part(plane * input..(plane + 1) * input), *how, to, at);
            }
        });
    });
    Ok((out, places))
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

/// The gradient of [`greatest`] for an input of this shape: adds each element of `grad` where its
/// value came from.
pub fn greatest_grad(grad: &Tensor, places: &Tensor, how: &Pool) -> Result<Tensor> {
    let grad = operand("max_pool", grad)?;
    let (input, output) = how.sizes();
    let [d, h, w] = how.axes.map(|a| a.size as i64);
    let out = Tensor::zeroed(grad.device(), grad.dtype(), &Shape::new(&[grad.shape()[0], grad.shape()[1], d, h, w])?)?;
    if let Some(gpu) = cuda::on(&grad) {
        let places = crate::ops::contiguous(places)?;
        // SAFETY: all are contiguous and of these sizes; the result is new.
        unsafe { cuda::pool_grad(gpu, [&out, &grad], Some(&places), &how.for_cuda())? };
        return Ok(out);
    }
    let from = places.host()?.as_ptr().cast::<i64>() as usize;
    with_float!(grad.dtype(), T, {
        let (g, to) = (In::<T>::of(&grad)?, Out::<T>::of(&out)?);
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
    Ok(out)
}

/// The mean of each window of `x`, `[N, C, D, H, W]`. Returns new.
pub fn average(op: &str, x: &Tensor, how: &Pool) -> Result<Tensor> {
    let x = operand(op, x)?;
    let out = Tensor::uninit(x.device(), x.dtype(), &how.shape(&x)?)?;
    if let Some(gpu) = cuda::on(&x) {
        // SAFETY: both are contiguous and of these sizes; the result is new.
        unsafe { cuda::average(gpu, [&out, &x], &how.for_cuda())? };
        return Ok(out);
    }
    let (input, output) = how.sizes();
    with_float!(x.dtype(), T, {
        let (from, to) = (In::<T>::of(&x)?, Out::<T>::of(&out)?);
        parallel::ranges(out.size() / output.max(1), input + output, |range| {
            for plane in range {
                // SAFETY: each plane is in one range.
                let to = unsafe { to.part(plane * output..(plane + 1) * output) };
                average_of::<T>(from.part(plane * input..(plane + 1) * input), *how, to);
            }
        });
    });
    Ok(out)
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

/// The gradient of [`average`]. Returns new.
pub fn average_grad(grad: &Tensor, how: &Pool) -> Result<Tensor> {
    let grad = operand("avg_pool", grad)?;
    let (input, output) = how.sizes();
    let [d, h, w] = how.axes.map(|a| a.size as i64);
    let out = Tensor::zeroed(grad.device(), grad.dtype(), &Shape::new(&[grad.shape()[0], grad.shape()[1], d, h, w])?)?;
    if let Some(gpu) = cuda::on(&grad) {
        // SAFETY: both are contiguous and of these sizes; the result is new.
        unsafe { cuda::pool_grad(gpu, [&out, &grad], None, &how.for_cuda())? };
        return Ok(out);
    }
    with_float!(grad.dtype(), T, {
        let (g, to) = (In::<T>::of(&grad)?, Out::<T>::of(&out)?);
        parallel::ranges(grad.size() / output.max(1), input + output, |range| {
            for plane in range {
                // SAFETY: each plane is in one range.
                let to = unsafe { to.part(plane * input..(plane + 1) * input) };
                average_back::<T>(g.part(plane * output..(plane + 1) * output), *how, to);
            }
        });
    });
    Ok(out)
}

kernel! {
    fn average_back(g: &[SharedCell<T>], how: Pool, out: &mut [T]) {
        how.results(|i, at| {
            let share = g[i].get() / T::cast_from(how.divisor(at));
            how.each(at, |to| out[to] = out[to] + share);
        });
    }
}
