//! Losses of a classifier on the processor, as a sum over the rows.
//!
//! Invariant: a target is read once and checked, and the checked value is the one that is used.
//! Terms are added in the order of the rows, however the rows were measured.

use super::dispatch;
use super::softmax::{BLOCK, Measure, Scores, rows_in_block};
use super::vecmath;
use crate::error::{Error, Result};
use crate::ops::parallel;
use crate::ops::place::{Position, checked, read_once};
use crate::tensor::{Host, Shape, Tensor};
use std::ops::Range;

/// The computation of a term from a row and its target.
pub(in crate::ops) trait Loss {
    /// Whether the values are logits, whose log-softmax is picked from.
    const OF_LOGITS: bool;

    /// See [`total`].
    fn total<T: Scores, I: Position>(values: Host, targets: &Targets<I>) -> Result<f64>;
}

/// The negative value at the target.
pub(in crate::ops) struct Picked;
/// The negative log-softmax at the target, of which no row is kept.
pub(in crate::ops) struct Entropy;

/// The sum of the terms of all rows of `values`, `[N,C]` of elements of `T` and contiguous if they
/// are logits, at the targets of the rows, `[N]` of elements of `I`.
///
/// Errors: `INVALID_ARGUMENT` for a target that is not one of the classes; those of
/// [`Tensor::uninit`], for the scratch memory.
pub(in crate::ops) fn total<T: Scores, I: Position, L: Loss>(values: Host, targets: Host) -> Result<f64> {
    let rows = values.shape()[0] as usize;
    let (from, step) = (targets.as_ptr().cast::<I>(), targets.strides()[0] as isize);
    L::total::<T, I>(values, &Targets { from, step, rows, classes: values.shape()[1] })
}

/// The targets of a call, one per row of `classes` values.
pub(in crate::ops) struct Targets<I> {
    from: *const I,
    step: isize,
    rows: usize,
    classes: i64,
}

impl<I: Position> Targets<I> {
    /// The class of a row below `rows`.
    #[inline(always)]
    fn class(&self, row: usize) -> Result<usize> {
        // SAFETY: there are `rows` targets with this stride.
        let target = unsafe { read_once(self.from.offset(row as isize * self.step)) };
        checked(target, self.classes)
            .ok_or_else(|| Error::argument(format!("target {target} is out of range for {} classes", self.classes)))
    }
}

impl Loss for Picked {
    const OF_LOGITS: bool = false;

    fn total<T: Scores, I: Position>(values: Host, targets: &Targets<I>) -> Result<f64> {
        let from = values.as_ptr().cast::<T>();
        let (row_step, step) = (values.strides()[0] as isize, values.strides()[1] as isize);
        let mut total = 0.0;
        for row in 0..targets.rows {
            let class = targets.class(row)?;
            // SAFETY: the row is one of the tensor's, and the class was checked against its length.
            let value = unsafe { *from.offset(row as isize * row_step + class as isize * step) };
            total -= value.as_f64();
        }
        Ok(total)
    }
}

impl Loss for Entropy {
    const OF_LOGITS: bool = true;

    fn total<T: Scores, I: Position>(values: Host, targets: &Targets<I>) -> Result<f64> {
        let (n, rows) = (targets.classes as usize, targets.rows);
        // The greatest value of each row, followed by the sums.
        let measures = Tensor::uninit(values.device(), values.dtype(), &Shape::new(&[2, rows as i64])?)?;
        let values = values.cells::<T>().expect("the caller made it contiguous, and T is its type");
        let (block, to) = (rows_in_block(n), measures.host()?.as_ptr().cast::<T>());
        let part = |range: Range<usize>| {
            let mut exps = [T::ZERO; BLOCK];
            for first in range.map(|at| at * block) {
                let count = block.min(rows - first);
                // SAFETY: the new tensor has two elements for each row, and other ranges have other
                // rows.
                let part = |at: usize| unsafe { std::slice::from_raw_parts_mut(to.add(at + first), count) };
                let values = &values[first * n..(first + count) * n];
                let exps = &mut exps[..values.len().min(BLOCK)];
                dispatch::run(Measure { values, n, exps, greatest: part(0), sums: part(rows) });
            }
        };
        if n > 0 {
            // SAFETY: as above.
            unsafe { parallel::ranges_apart(rows.div_ceil(block), 8 * block * n, part) };
        }
        let mut total = 0.0;
        for row in 0..rows {
            let value = values[row * n + targets.class(row)?].get();
            // SAFETY: both were written above; with 0 classes every target is refused before this.
            let (greatest, sum) = unsafe { (to.add(row).read(), to.add(rows + row).read()) };
            total += (vecmath::log(sum) - (value - greatest)).as_f64();
        }
        Ok(total)
    }
}
