//! Searching in sorted values, and counting, on the processor.
//!
//! Invariant: NaN is greater than any number, as in `sort`. A position in a count is computed from
//! an element that was read once, and checked.

use super::types::{ForNumber, by_number};
use super::walk::Base;
use crate::ops::number::Number;
use crate::ops::parallel;
use crate::ops::place::{checked, read_once};
use crate::tensor::{Host, shape};

/// Writes to `out`, int64, for each of `values` the index at which it would be inserted into its row
/// of `sorted`. All are contiguous; there are values, of the dtype of `sorted`, which has one row or
/// one for each row of `values`.
pub(in crate::ops) fn searched(sorted: Host, values: Host, right: bool, out: Host) {
    by_number(values.dtype(), Search { sorted, values, right, out });
}

struct Search<'a> {
    sorted: Host<'a>,
    values: Host<'a>,
    right: bool,
    out: Host<'a>,
}

impl ForNumber for Search<'_> {
    type Output = ();

    fn of<T: Number>(self) {
        let length = self.sorted.shape()[self.sorted.rank() - 1] as usize;
        let rows =
            if self.sorted.rank() == 1 { 1 } else { shape::elements(&self.sorted.shape()[..self.sorted.rank() - 1]) };
        let each = self.values.size() / rows;
        let (sorted, values) = (Base::<T>::of(self.sorted), Base::<T>::of(self.values));
        let out = Base::<i64>::of(self.out);
        let right = self.right;
        parallel::ranges(self.values.size(), 2 * length.max(1).ilog2() as usize + 2, |range| {
            for i in range {
                let (row, mut low, mut high) = (i / each * length, 0, length);
                // SAFETY: `i` is below the number of values, and what lies between `low` and `high`
                // is in its row.
                unsafe {
                    let value = values.at(i as isize).read();
                    while low < high {
                        let middle = low + (high - low) / 2;
                        let other = sorted.at((row + middle) as isize).read();
                        let goes_right = if right { !less(value, other) } else { less(other, value) };
                        if goes_right {
                            low = middle + 1;
                        } else {
                            high = middle;
                        }
                    }
                    out.at(i as isize).write(low as i64);
                }
            }
        });
    }
}

/// Whether `a` sorts before `b`.
#[inline(always)]
#[allow(clippy::eq_op)] // only NaN differs from itself
fn less<T: Number>(a: T, b: T) -> bool {
    a < b || (b != b && a == a)
}

/// The number of counts of these numbers, contiguous int64: one above the largest, and at least
/// `least`. A negative number is the error.
pub(in crate::ops) fn length_of_counts(numbers: Host, least: i64) -> std::result::Result<i64, i64> {
    let from = numbers.as_ptr().cast::<i64>();
    let mut length = least;
    for i in 0..numbers.size() {
        // SAFETY: contiguous, with `size` elements.
        let number = unsafe { read_once(from.add(i)) };
        if number < 0 {
            return Err(number);
        }
        length = length.max(number.saturating_add(1));
    }
    Ok(length)
}

/// Adds 1 to the element of `to`, int64 of this length, that each number names.
pub(in crate::ops) fn count(numbers: Host, length: i64, to: Host) {
    add_counts(numbers, length, |at, _| {
        // SAFETY: a number of at least 0 that is below the length.
        unsafe { *to.as_ptr().cast::<i64>().add(at) += 1 };
    });
}

/// Adds the weight of each number, of contiguous float64, to the element of `to`, float64 of this
/// length, that it names.
pub(in crate::ops) fn sum(numbers: Host, length: i64, from: Host, to: Host) {
    add_counts(numbers, length, |at, i| {
        // SAFETY: as above; there is a weight for each number.
        unsafe { *to.as_ptr().cast::<f64>().add(at) += from.as_ptr().cast::<f64>().add(i).read() };
    });
}

/// Calls `add` with each number and its position.
fn add_counts(numbers: Host, length: i64, add: impl Fn(usize, usize)) {
    for i in 0..numbers.size() {
        // SAFETY: contiguous int64, with `size` elements.
        let number = unsafe { read_once(numbers.as_ptr().cast::<i64>().add(i)) };
        if let Some(at) = checked(number, length) {
            add(at, i);
        }
    }
}

/// The elements of contiguous float64.
fn each(values: Host) -> impl Iterator<Item = f64> {
    let from = values.as_ptr().cast::<f64>();
    // SAFETY: contiguous, with `size` elements.
    (0..values.size()).map(move |i| unsafe { from.add(i).read() })
}

/// The smallest and the largest of contiguous float64; NaN does not count.
pub(in crate::ops) fn extrema(values: Host) -> (f64, f64) {
    each(values).fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
}

/// Adds 1 to the element of `to`, float64, that each of these contiguous float64 in the range falls
/// into, when it is divided evenly among them.
pub(in crate::ops) fn bin(values: Host, (low, high): (f64, f64), to: Host) {
    let bins = to.size();
    for x in each(values).filter(|x| (low..=high).contains(x)) {
        let bin = ((x - low) / (high - low) * bins as f64) as usize;
        // SAFETY: the bin is below the number of bins.
        unsafe { *to.as_ptr().cast::<f64>().add(bin.min(bins - 1)) += 1.0 };
    }
}
