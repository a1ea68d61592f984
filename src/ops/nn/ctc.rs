//! The connectionist temporal classification loss: the negative log-probability of all paths that
//! give a sequence of labels when repeated labels are merged and blanks are removed.
//!
//! Invariant: each sample is computed by one thread, so the bits do not depend on their number.
//! Paths run through the labels with blanks around each, so a sample of `S` labels has `2 S + 1`
//! states. Sums of probabilities are sums of exponentials of logarithms, less their largest.

use super::shared::{Compute, In, Out, operand};
use crate::error::Result;
use crate::ops::cpu::vecmath;
use crate::ops::cuda::{self, Alignments};
use crate::ops::parallel;
use crate::tensor::{Host, Shape, SharedCell, Tensor};
use std::ops::Range;

/// The labels of a batch. The caller has checked them.
#[derive(Clone, Copy)]
pub struct Labels<'a> {
    /// All labels, contiguous int64, each a class.
    pub labels: &'a Tensor,
    /// For each sample the position of its first label, the number of its labels, and the number of
    /// its steps: contiguous int64, `[N, 3]`.
    pub samples: &'a Tensor,
    /// The greatest number of labels of a sample.
    pub most: usize,
    /// The class of the blank.
    pub blank: usize,
}

/// The labels of one sample.
struct Sample<'a> {
    labels: &'a [SharedCell<i64>],
    steps: usize,
    blank: usize,
}

/// The elements of an integer tensor.
type Cells<'a> = &'a [SharedCell<i64>];

impl<'a> Labels<'a> {
    fn cells(&self) -> Result<(Cells<'a>, Cells<'a>)> {
        let of = |host: Host<'a>| host.cells::<i64>().expect("the caller made them int64");
        Ok((of(self.labels.host()?), of(self.samples.host()?)))
    }

    fn sample(&self, (labels, samples): (Cells<'a>, Cells<'a>), at: usize) -> Sample<'a> {
        let [first, count, steps] = [0, 1, 2].map(|i| samples[at * 3 + i].get() as usize);
        Sample { labels: &labels[first..first + count], steps, blank: self.blank }
    }

    /// The number of states of the longest sample.
    fn width(&self) -> usize {
        2 * self.most + 1
    }

    /// The same for the kernels of a CUDA device.
    fn for_cuda(&self, logs: &Tensor) -> Alignments {
        Alignments::new(logs, [self.labels, self.samples], self.width(), self.blank)
    }
}

impl Sample<'_> {
    fn states(&self) -> usize {
        2 * self.labels.len() + 1
    }

    /// The class of a state.
    fn class(&self, state: usize) -> usize {
        if state.is_multiple_of(2) { self.blank } else { self.labels[state / 2].get() as usize }
    }

    /// Whether a path may come to a state from the one two before: both have labels, which differ.
    fn skips(&self, state: usize) -> bool {
        state % 2 == 1 && state > 1 && self.class(state) != self.class(state - 2)
    }
}

/// The loss of each sample, `[N]`, and the logarithms of the probabilities of all beginnings of
/// paths, `[N, T, 2 S + 1]`, for its gradient. `logs` are log-probabilities, `[T, N, C]`. Returns new.
pub fn ctc(logs: &Tensor, of: &Labels) -> Result<(Tensor, Tensor)> {
    let logs = operand("ctc_loss", logs)?;
    let [steps, samples, classes] = [0, 1, 2].map(|i| logs.shape()[i] as usize);
    let width = of.width();
    let make = |dims: &[i64]| Tensor::uninit(logs.device(), logs.dtype(), &Shape::new(dims)?);
    let losses = make(&[samples as i64])?;
    let alphas = make(&[samples as i64, steps as i64, width as i64])?;
    if let Some(gpu) = cuda::on(&logs) {
        // SAFETY: all are contiguous, of one dtype and of these sizes; the results are new.
        unsafe { cuda::ctc(gpu, [&losses, &alphas, &logs], of.for_cuda(&logs))? };
        return Ok((losses, alphas));
    }
    of.cells()?;
    with_float!(logs.dtype(), T, {
        let (from, to, trace) = (In::<T>::of(&logs)?, Out::<T>::of(&losses)?, Out::<T>::of(&alphas)?);
        parallel::ranges(samples, 40 * steps * width, |range| {
            let cells = of.cells().expect("they were just read");
            for at in range {
                let sample = of.sample(cells, at);
                let log = |step: usize, class: usize| from.all()[(step * samples + at) * classes + class].get();
                // SAFETY: each sample is in one range.
                let (loss, trace) = unsafe { (to.part(at..at + 1), trace.part(part(at, steps * width))) };
                loss[0] = forward::<T>(&sample, width, trace, log);
            }
        });
    });
    Ok((losses, alphas))
}

fn part(at: usize, each: usize) -> Range<usize> {
    at * each..(at + 1) * each
}

/// Fills the logarithms of the probabilities of beginnings, and returns the loss.
fn forward<T: Compute>(sample: &Sample, width: usize, trace: &mut [T], log: impl Fn(usize, usize) -> T) -> T {
    trace.fill(T::LEAST);
    let states = sample.states();
    if sample.steps == 0 {
        return if states == 1 { T::ZERO } else { T::GREATEST };
    }
    for state in 0..states.min(2) {
        trace[state] = log(0, sample.class(state));
    }
    for step in 1..sample.steps {
        let (before, now) = trace[(step - 1) * width..(step + 1) * width].split_at_mut(width);
        for state in 0..states {
            let one = if state > 0 { before[state - 1] } else { T::LEAST };
            let two = if sample.skips(state) { before[state - 2] } else { T::LEAST };
            now[state] = sum3(before[state], one, two) + log(step, sample.class(state));
        }
    }
    let last = &trace[(sample.steps - 1) * width..];
    let before = if states > 1 { last[states - 2] } else { T::LEAST };
    -sum3(last[states - 1], before, T::LEAST)
}

/// `log(exp(a) + exp(b) + exp(c))`.
fn sum3<T: Compute>(a: T, b: T, c: T) -> T {
    let ab = if b > a { b } else { a };
    let most = if c > ab { c } else { ab };
    // All are impossible: minus infinity, and not NaN.
    let most = if most == T::LEAST { T::ZERO } else { most };
    vecmath::log(vecmath::exp(a - most) + vecmath::exp(b - most) + vecmath::exp(c - most)) + most
}

/// The gradient of [`ctc`] with respect to the log-probabilities: as in PyTorch, that of the logits
/// whose log-softmax they are. With `zero_infinity` a sample of infinite loss has no gradient.
/// Returns new.
pub fn ctc_grad(
    logs: &Tensor,
    of: &Labels,
    (losses, alphas): (&Tensor, &Tensor),
    grad: &Tensor,
    zero_infinity: bool,
) -> Result<Tensor> {
    let (logs, grad) = (operand("ctc_loss", logs)?, operand("ctc_loss", grad)?);
    let [steps, samples, classes] = [0, 1, 2].map(|i| logs.shape()[i] as usize);
    let width = of.width();
    if let Some(gpu) = cuda::on(&logs) {
        let make = |like: &Tensor| Tensor::uninit(logs.device(), logs.dtype(), &like.to_shape());
        let (out, betas) = (make(&logs)?, make(alphas)?);
        let of = of.for_cuda(&logs);
        // SAFETY: all are contiguous, of one dtype and of these sizes; both results are new.
        unsafe { cuda::ctc_grad(gpu, [&out, &betas], [&logs, losses, alphas, &grad], of, zero_infinity)? };
        return Ok(out);
    }
    let out = Tensor::zeroed(logs.device(), logs.dtype(), &logs.to_shape())?;
    // The endings of paths at two neighboring steps, and the sums of each class.
    let room = (2 * width + classes) as i64;
    let scratch = Tensor::uninit(logs.device(), logs.dtype(), &Shape::new(&[samples as i64, room])?)?;
    of.cells()?;
    with_float!(logs.dtype(), T, {
        let (from, given, losses) = (In::<T>::of(&logs)?, In::<T>::of(&grad)?, In::<T>::of(losses)?);
        let (trace, to, scratch) = (In::<T>::of(alphas)?, Out::<T>::of(&out)?, Out::<T>::of(&scratch)?);
        parallel::ranges(samples, 40 * steps * (width + classes), |range| {
            let cells = of.cells().expect("they were just read");
            for at in range {
                let sample = of.sample(cells, at);
                let (loss, given) = (losses.all()[at].get(), given.all()[at].get());
                if zero_infinity && loss == <T>::INFINITY {
                    continue;
                }
                let row = |step: usize| part(step * samples + at, classes);
                // SAFETY: each sample is in one range.
                let scratch = unsafe { scratch.part(part(at, room as usize)) };
                let write = |step: usize, sums: &[T]| {
                    let logs = from.part(row(step));
                    // SAFETY: as above.
                    let to = unsafe { to.part(row(step)) };
                    for ((to, log), sum) in to.iter_mut().zip(logs.iter().map(SharedCell::get)).zip(sums) {
                        *to = (vecmath::exp(log) - vecmath::exp(*sum + loss - log)) * given;
                    }
                };
                let log = |step: usize, class: usize| from.all()[(step * samples + at) * classes + class].get();
                let trace = trace.part(part(at, steps * width));
                backward::<T>(&sample, width, (trace, scratch), log, write);
            }
        });
    });
    Ok(out)
}

/// Calls `write` for each step, the last first, with the logarithms of the probabilities of all
/// paths through each class.
fn backward<T: Compute>(
    sample: &Sample,
    width: usize,
    (trace, scratch): (&[SharedCell<T>], &mut [T]),
    log: impl Fn(usize, usize) -> T,
    write: impl Fn(usize, &[T]),
) {
    let states = sample.states();
    let (endings, sums) = scratch.split_at_mut(2 * width);
    let (mut after, mut now) = endings.split_at_mut(width);
    for step in (0..sample.steps).rev() {
        sums.fill(T::LEAST);
        let is_last = step + 1 == sample.steps;
        for state in 0..states {
            let class = sample.class(state);
            let rest = if is_last {
                if state + 2 >= states { T::ZERO } else { T::LEAST }
            } else {
                let one = if state + 1 < states { after[state + 1] } else { T::LEAST };
                let two = if state + 2 < states && sample.skips(state + 2) { after[state + 2] } else { T::LEAST };
                sum3(after[state], one, two)
            };
            now[state] = rest + log(step, class);
            let path = trace[step * width + state].get() + now[state];
            sums[class] = sum3(sums[class], path, T::LEAST);
        }
        write(step, sums);
        std::mem::swap(&mut after, &mut now);
    }
}
