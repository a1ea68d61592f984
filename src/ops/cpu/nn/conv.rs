//! The kernels of convolution: results from a padded copy of the input, and the gradient of the
//! weights.
//!
//! Invariant: an input is first copied with its padding, so that every tap of the kernel reads at a
//! constant distance from its result, whatever the padding, stride or dilation. With a stride,
//! elements that far apart are stored next to each other (*phases*). So the elements that a tap
//! reads for a run of results are a run too, and nothing is gathered. As many samples are copied at
//! a time as fit a bound, at least one.

use super::conv_tile::{self, Work};
use super::shared::{Compute, In, Out};
use crate::error::Result;
use crate::ops::parallel;
use crate::ops::settings::Geometry;
use crate::tensor::{DType, Shape, SharedCell, Tensor};

impl Geometry {
    /// The number of phases of each axis.
    fn phases(&self) -> [usize; 3] {
        std::array::from_fn(|a| self.stride[a].min((self.kernel[a] - 1) * self.dilation[a] + 1))
    }

    fn extents(&self) -> [usize; 3] {
        std::array::from_fn(|a| self.output[a] + (self.kernel[a] - 1) * self.dilation[a] / self.stride[a])
    }

    /// The number of elements of a padded plane; `INVALID_ARGUMENT` if it is too large to count.
    fn plane(&self) -> Result<usize> {
        let [a, b, c] = self.extents();
        let [d, e, f] = self.phases();
        let shape = Shape::new(&[a, b, c, d, e, f].map(|n| n as i64))?;
        Ok(shape.elements())
    }

    /// The length of a channel of results whose rows are as long as those of a padded plane.
    fn span(&self) -> usize {
        let [_, h, w] = self.extents();
        let [od, oh, ow] = self.output;
        if od * oh * ow == 0 { 0 } else { ((od - 1) * h + oh - 1) * w + ow }
    }

    /// The position in a padded plane that a tap reads for the first result.
    fn offset(&self, tap: usize) -> usize {
        let [_, kh, kw] = self.kernel;
        let at = [tap / (kh * kw), tap / kw % kh, tap % kw];
        let (extents, phases) = (self.extents(), self.phases());
        let (mut phase, mut inside) = (0, 0);
        for a in 0..3 {
            let q = at[a] * self.dilation[a];
            phase = phase * phases[a] + q % self.stride[a];
            inside = inside * extents[a] + q / self.stride[a];
        }
        phase * extents.iter().product::<usize>() + inside
    }
}

/// The number of elements that are padded at a time, unless one sample has more.
const PADDED: usize = 1 << 20;
/// The number of elements after the padded ones that a whole vector may read.
const SLACK: usize = 256;

/// The samples that are processed together, in a padded copy.
struct Copies {
    samples: usize,
    stride: usize,
    plane: usize,
    memory: Tensor,
}

impl Copies {
    /// Makes room for `extra` too: a number of channels and their length, for each sample.
    fn new(x: &Tensor, how: &Geometry, extra: (usize, usize)) -> Result<Copies> {
        let (n, channels) = (x.shape()[0] as usize, x.shape()[1] as usize);
        let plane = how.plane()?;
        // As shapes, so that sizes too large to count are refused, and two of them can be added.
        let elements = |a: usize, b: usize| Shape::new(&[a as i64, b as i64]).map(|shape| shape.elements());
        let stride = elements(channels, plane)? + elements(extra.0, extra.1)?;
        let samples = (PADDED / stride.max(1)).clamp(1, n.max(1));
        let memory = Tensor::uninit(x.device(), x.dtype(), &Shape::new(&[(samples * stride + SLACK) as i64])?)?;
        Ok(Copies { samples, stride, plane, memory })
    }
}

/// The operands of a correlation, contiguous and of one float dtype.
pub(in crate::ops) struct Correlation<'a> {
    /// `[N, C, D, H, W]`.
    pub x: &'a Tensor,
    /// `[groups * a, b, taps]`.
    pub weight: &'a Tensor,
    /// Whether `a` counts the input's channels and the taps are reversed.
    pub reversed: bool,
    /// One for each result channel.
    pub bias: Option<&'a Tensor>,
    /// The result, new and not empty.
    pub out: &'a Tensor,
    pub how: &'a Geometry,
    /// The channels of a group in the input and in the result.
    pub inner: usize,
    pub outer: usize,
}

/// Writes the result of a correlation.
pub(in crate::ops) fn correlate(of: &Correlation) -> Result<()> {
    with_float!(of.x.dtype(), T, correlate_of::<T>(of))
}

fn correlate_of<T: Compute>(of: &Correlation) -> Result<()> {
    let &Correlation { x, weight, reversed, bias, out, how, inner, outer } = of;
    let (taps, n) = (how.taps(), x.shape()[0] as usize);
    let rows = conv_tile::rows(outer);
    let strips = outer.div_ceil(rows);
    let packed = packed::<T>((weight, reversed), how, (inner, outer, rows))?;
    let copies = Copies::new(x, how, (0, 0))?;
    let offsets = offsets(x, how, inner, copies.plane)?;
    let starts = bias.map(In::<T>::of).transpose()?;
    let (from, weights) = (In::<T>::of(x)?, In::<T>::of(&packed)?);
    let (padded, to) = (Out::<T>::of(&copies.memory)?, Out::<T>::of(out)?);
    let taken = Out::<usize>::of(&offsets)?;
    // SAFETY: the memory is new and not shared. Elements after the last one are read, but not used.
    unsafe { padded.part(copies.samples * copies.stride..copies.memory.size()) }.fill(T::ZERO);
    let results = out.size() / n / (how.groups * outer);
    for start in (0..n).step_by(copies.samples) {
        let samples = copies.samples.min(n - start);
        pad_all(from, padded, how, (start, samples), x.shape()[1] as usize, &copies);
        parallel::ranges(samples * how.groups * strips, parallel::products(inner * taps * results * rows), |range| {
            for item in range {
                let (sample, group, strip) = (item / strips / how.groups, item / strips % how.groups, item % strips);
                let channel = group * outer + strip * rows;
                let count = rows.min(outer - strip * rows);
                let first = ((start + sample) * how.groups * outer + channel) * results;
                let mut bias = [T::ZERO; conv_tile::ROWS];
                if let Some(starts) = &starts {
                    starts.part(channel..channel + count).iter().zip(&mut bias).for_each(|(b, to)| *to = b.get());
                }
                // SAFETY: the padded sample was written above, and the results of these channels
                // are in one range.
                unsafe {
                    let sample = padded.part(sample * copies.stride..copies.memory.size());
                    let work = Work {
                        x: sample.as_ptr().add(group * inner * copies.plane),
                        offsets: taken.part(0..inner * taps),
                        weights: weights.part(0..packed.size())[(group * strips + strip) * inner * taps * rows..]
                            .as_ptr()
                            .cast(),
                        bias,
                        out: to.part(first..first + count * results),
                        output: how.output,
                        extents: how.extents(),
                        span: how.span(),
                    };
                    conv_tile::run(rows, work);
                }
            }
        });
    }
    Ok(())
}

/// The weights of `rows` results, adjacent for each tap, with zeros for missing results.
fn packed<T: Compute>(
    (weight, reversed): (&Tensor, bool),
    how: &Geometry,
    (inner, outer, rows): (usize, usize, usize),
) -> Result<Tensor> {
    let (taps, strips) = (how.taps(), outer.div_ceil(rows));
    let len = how.groups * strips * inner * taps * rows;
    let packed = Tensor::uninit(weight.device(), weight.dtype(), &Shape::new(&[len as i64])?)?;
    let (from, to) = (In::<T>::of(weight)?, Out::<T>::of(&packed)?);
    parallel::ranges(how.groups * strips, parallel::products(inner * taps * rows), |range| {
        for strip in range {
            let (group, first) = (strip / strips, strip % strips * rows);
            // SAFETY: each strip is in one range.
            let to = unsafe { to.part(strip * inner * taps * rows..(strip + 1) * inner * taps * rows) };
            for (at, to) in to.iter_mut().enumerate() {
                let (k, row) = (at / rows, at % rows + first);
                let (i, tap) = (k / taps, k % taps);
                *to = match (row < outer, reversed) {
                    (false, _) => T::ZERO,
                    (_, false) => from.all()[((group * outer + row) * inner + i) * taps + tap].get(),
                    (_, true) => from.all()[((group * inner + i) * outer + row) * taps + taps - 1 - tap].get(),
                };
            }
        }
    });
    Ok(packed)
}

/// The offset that each tap of each channel of a group reads at.
fn offsets(x: &Tensor, how: &Geometry, inner: usize, plane: usize) -> Result<Tensor> {
    let taps = how.taps();
    let offsets = Tensor::uninit(x.device(), DType::I64, &Shape::new(&[(inner * taps) as i64])?)?;
    // SAFETY: the tensor was just made, of elements of 64 bits.
    let to = unsafe { Out::<usize>::of(&offsets)?.part(0..inner * taps) };
    for (i, to) in to.iter_mut().enumerate() {
        *to = if i < taps { how.offset(i) } else { 0 };
    }
    for i in taps..inner * taps {
        to[i] = to[i % taps] + i / taps * plane;
    }
    Ok(offsets)
}

/// Copies samples with their padding.
fn pad_all<T: Compute>(
    from: In<T>,
    to: Out<T>,
    how: &Geometry,
    (start, samples): (usize, usize),
    channels: usize,
    copies: &Copies,
) {
    let input: usize = how.input.iter().product();
    parallel::ranges(samples * channels, 2 * copies.plane, |range| {
        for item in range {
            let (sample, channel) = (item / channels, item % channels);
            let source = ((start + sample) * channels + channel) * input;
            let first = sample * copies.stride + channel * copies.plane;
            // SAFETY: each plane is in one range.
            let to = unsafe { to.part(first..first + copies.plane) };
            pad(from.part(source..source + input), to, how);
        }
    });
}

/// Copies one plane with its padding, phase by phase.
fn pad<T: Compute>(from: &[SharedCell<T>], to: &mut [T], how: &Geometry) {
    let ([pd, ph, pw], [ed, eh, ew]) = (how.phases(), how.extents());
    let [_, ih, iw] = how.input;
    // The index of the input element at a position, if there is one.
    let source = |axis: usize, phase: usize, i: usize| {
        let at = (i * how.stride[axis] + phase) as i64 - how.before[axis];
        let at = match how.insert[axis] as i64 {
            1 => at,
            insert if at % insert == 0 => at / insert,
            _ => -1,
        };
        (at >= 0 && at < how.input[axis] as i64).then_some(at as usize)
    };
    let runs = how.stride[2] == 1 && how.insert[2] == 1;
    let before = how.before[2].clamp(0, ew as i64) as usize;
    let skipped = (-how.before[2]).max(0) as usize;
    let copied = iw.saturating_sub(skipped).min(ew - before);
    let mut rows = to.chunks_exact_mut(ew);
    let planes = (0..pd * ph * pw).flat_map(|phase| (0..ed).map(move |z| (phase, z)));
    for (phase, z) in planes {
        let (phase_d, phase_h, phase_w) = (phase / pw / ph, phase / pw % ph, phase % pw);
        let z = source(0, phase_d, z);
        for (y, to) in rows.by_ref().take(eh).enumerate() {
            let (Some(z), Some(y)) = (z, source(1, phase_h, y)) else {
                to.fill(T::ZERO);
                continue;
            };
            let from = &from[(z * ih + y) * iw..][..iw];
            if runs {
                to[..before].fill(T::ZERO);
                to[before + copied..].fill(T::ZERO);
                to[before..before + copied].iter_mut().zip(&from[skipped.min(iw)..]).for_each(|(to, x)| *to = x.get());
            } else {
                for (i, to) in to.iter_mut().enumerate() {
                    *to = source(2, phase_w, i).map_or(T::ZERO, |x| from[x].get());
                }
            }
        }
    }
}

/// Adds the gradient of the weights to `out`, which is new and zero, and not empty. `inner` and
/// `outer` count the channels of a group in the input and in the result.
pub(in crate::ops) fn weight_grad(
    x: &Tensor,
    grad: &Tensor,
    out: &Tensor,
    how: &Geometry,
    (inner, outer): (usize, usize),
) -> Result<()> {
    with_float!(x.dtype(), T, weight_grad_of::<T>(x, grad, out, how, inner, outer))
}

fn weight_grad_of<T: Compute>(
    x: &Tensor,
    grad: &Tensor,
    out: &Tensor,
    how: &Geometry,
    inner: usize,
    outer: usize,
) -> Result<()> {
    let (columns, n, span) = (inner * how.taps(), x.shape()[0] as usize, how.span());
    let channels = how.groups * outer;
    // Each padded sample is followed by the gradient of its results, as a run with gaps.
    let copies = Copies::new(x, how, (channels, span))?;
    let offsets = offsets(x, how, inner, copies.plane)?;
    let (from, given) = (In::<T>::of(x)?, In::<T>::of(grad)?);
    let (padded, to, taken) = (Out::<T>::of(&copies.memory)?, Out::<T>::of(out)?, Out::<usize>::of(&offsets)?);
    // SAFETY: as in `correlate_of`.
    unsafe { padded.part(copies.samples * copies.stride..copies.memory.size()) }.fill(T::ZERO);
    let (planes, results) = (x.shape()[1] as usize * copies.plane, how.output.iter().product::<usize>());
    let strips = outer.div_ceil(conv_tile::GRAD_ROWS);
    for start in (0..n).step_by(copies.samples) {
        let samples = copies.samples.min(n - start);
        pad_all(from, padded, how, (start, samples), x.shape()[1] as usize, &copies);
        parallel::ranges(samples * channels, 2 * span, |range| {
            for item in range {
                let (sample, channel) = (item / channels, item % channels);
                let source = ((start + sample) * channels + channel) * results;
                let first = sample * copies.stride + planes + channel * span;
                // SAFETY: each channel is in one range.
                gaps(given.part(source..source + results), unsafe { padded.part(first..first + span) }, how);
            }
        });
        parallel::ranges(
            how.groups * strips,
            parallel::products(samples * columns * span * conv_tile::GRAD_ROWS),
            |range| {
                for item in range {
                    let (group, strip) = (item / strips, item % strips * conv_tile::GRAD_ROWS);
                    let (channel, rows) = (group * outer + strip, conv_tile::GRAD_ROWS.min(outer - strip));
                    for sample in 0..samples {
                        // SAFETY: the copies were written above and are only read now, and one
                        // range has these weights.
                        unsafe {
                            let sample = padded.part(sample * copies.stride..copies.memory.size()).as_ptr();
                            conv_tile::dots::<T>(
                                (sample.add(planes + channel * span), span, rows),
                                (sample.add(group * inner * copies.plane), taken.part(0..columns)),
                                to.part(channel * columns..(channel + rows) * columns),
                            );
                        }
                    }
                }
            },
        );
    }
    Ok(())
}

/// Copies the results of one channel to a run whose rows are as long as those of a padded plane.
fn gaps<T: Compute>(from: &[SharedCell<T>], to: &mut [T], how: &Geometry) {
    let [_, eh, ew] = how.extents();
    let [_, oh, ow] = how.output;
    to.fill(T::ZERO);
    for (row, from) in from.chunks_exact(ow).enumerate() {
        let at = (row / oh * eh + row % oh) * ew;
        to[at..at + ow].iter_mut().zip(from).for_each(|(to, g)| *to = g.get());
    }
}
