//! The kernels of gradients of operations on rows: softmax, losses over classes, gathered rows.
//!
//! Indices are read into a vector once, checked there, and used from there, because another thread
//! may write the index tensor at any time. A gradient that is overwritten is the caller's own.

use crate::error::{Error, Result};
use crate::ops::cpu::dispatch::{self, Kernel};
use crate::ops::cpu::vecmath::{self, Real};
use crate::ops::cpu::walk::Base;
use crate::ops::number::Number;
use crate::ops::parallel;
use crate::ops::place::{counted, read_once};
use crate::tensor::{Host, SharedCell};
use std::ops::Range;

/// Overwrites the gradient of rows of this many classes, where `out` is the result of the
/// operation.
pub(in crate::ops) fn softmax<T: Real>(grad: &mut [T], out: &[SharedCell<T>], classes: usize, log: bool) {
    let rows = grad.len() / classes;
    let first = grad.as_mut_ptr();
    let part = |range: Range<usize>| {
        let (start, n) = (range.start * classes, range.len() * classes);
        // SAFETY: only this range has these rows of the gradient, which is the caller's own.
        let grad = unsafe { std::slice::from_raw_parts_mut(first.wrapping_add(start), n) };
        dispatch::run(Softmax { grad, out: &out[start..start + n], classes, log });
    };
    // SAFETY: as above; the result is read as `SharedCell` allows.
    unsafe { parallel::ranges_apart(rows, 8 * classes, part) };
}

struct Softmax<'a, T> {
    grad: &'a mut [T],
    out: &'a [SharedCell<T>],
    classes: usize,
    log: bool,
}

impl<T: Real> Kernel for Softmax<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (g, y) in self.grad.chunks_exact_mut(self.classes).zip(self.out.chunks_exact(self.classes)) {
            if self.log {
                let sum = g.iter().fold(T::ZERO, |sum, &g| sum + g);
                for (g, y) in g.iter_mut().zip(y) {
                    *g = *g - vecmath::exp(y.get()) * sum;
                }
            } else {
                let sum = g.iter().zip(y).fold(T::ZERO, |sum, (&g, y)| sum + g * y.get());
                for (g, y) in g.iter_mut().zip(y) {
                    *g = y.get() * (*g - sum);
                }
            }
        }
    }
}

/// Overwrites log-probabilities by `scale` times their exponentials, from which it subtracts
/// `scale` at the target of each row of this many classes.
pub(in crate::ops) fn cross_entropy<T: Real>(values: &mut [T], targets: Vec<usize>, classes: usize, scale: T) {
    // All rows in one loop, because rows of ten elements would leave vectors half empty.
    let (first, n) = (Base::new(values.as_mut_ptr()), values.len());
    parallel::ranges(n, 8, |range| {
        // SAFETY: only this range has these elements of the gradient, which is the caller's own.
        let values = unsafe { std::slice::from_raw_parts_mut(first.at(range.start as isize), range.len()) };
        dispatch::run(ScaledExp { values, scale });
    });
    for (row, target) in values.chunks_exact_mut(classes.max(1)).zip(targets) {
        row[target] = row[target] - scale;
    }
}

struct ScaledExp<'a, T> {
    values: &'a mut [T],
    scale: T,
}

impl<T: Real> Kernel for ScaledExp<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for x in self.values {
            *x = vecmath::exp(*x) * self.scale;
        }
    }
}

/// Adds `value` at the target of each row of this many classes.
pub(in crate::ops) fn add_at_targets<T: Number>(sum: &mut [T], targets: Vec<usize>, classes: usize, value: T) {
    for (row, target) in sum.chunks_exact_mut(classes.max(1)).zip(targets) {
        row[target] = row[target].add(value);
    }
}

/// Adds slice `j` of `grad` to slice `index[j]` of `sum`. The axis has this size in `sum`, and
/// there are `inner` elements behind each of its places.
pub(in crate::ops) fn index_add<T: Number>(
    sum: &mut [T],
    (size, inner): (usize, usize),
    index: &[usize],
    grad: &[SharedCell<T>],
) {
    let outer = sum.chunks_exact_mut(size * inner);
    for (sums, grads) in outer.zip(grad.chunks_exact(index.len() * inner)) {
        for (&to, grads) in index.iter().zip(grads.chunks_exact(inner)) {
            for (sum, g) in sums[to * inner..(to + 1) * inner].iter_mut().zip(grads) {
                *sum = sum.add(g.get());
            }
        }
    }
}

/// The positions in a contiguous int64 tensor, all below `size`. The forward kernel checked them,
/// so a position out of range was written since.
pub(in crate::ops) fn indices(index: Host, size: usize) -> Result<Vec<usize>> {
    let from = index.as_ptr().cast::<i64>();
    (0..index.size())
        .map(|i| {
            // SAFETY: contiguous int64 elements, of which this is one.
            let position = unsafe { read_once(from.add(i)) };
            counted(position, size as i64)
                .ok_or_else(|| Error::argument(format!("index {position} is out of range for size {size}")))
        })
        .collect()
}
