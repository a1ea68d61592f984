//! Runs of equal elements, or slices, of which each is one result.
//!
//! Invariant: what is read is not shared, so as many runs are written as were counted. The results
//! are made here, because their length is the number of runs.

use super::types::{ForNumber, by_number};
use crate::error::Result;
use crate::ops::number::{Number, is_nan};
use crate::tensor::{DType, Host, Shape, Tensor};
use std::cmp::Ordering;

/// The distinct elements of `t`, and of each the index of the first and the count; and of each element
/// of `t` the index of its value. `sorted` and `order` are the elements in ascending order and their
/// int64 indices, in memory that is not shared.
///
/// Errors: those of [`Tensor::uninit`].
pub(in crate::ops) fn elements(t: &Tensor, sorted: Host, order: Host) -> Result<[Tensor; 4]> {
    by_number(t.dtype(), Runs { t, sorted, order })
}

/// Sorted elements and their indices, which are not shared.
struct Runs<'a> {
    t: &'a Tensor,
    sorted: Host<'a>,
    order: Host<'a>,
}

impl ForNumber for Runs<'_> {
    type Output = Result<[Tensor; 4]>;

    fn of<T: Number>(self) -> Result<[Tensor; 4]> {
        let (from, bools) = (self.sorted.as_ptr().cast::<T>(), self.t.dtype() == DType::Bool);
        self.found(&|i| {
            // SAFETY: `i` is below the number of elements.
            i == 0
                || unsafe {
                    let (a, b) = (from.add(i - 1).read(), from.add(i).read());
                    if bools { (a.as_u8() != 0) != (b.as_u8() != 0) } else { a != b }
                }
        })
    }
}

impl Runs<'_> {
    /// The runs of equal elements; `starts` tells whether a run begins at an index.
    fn found(self, starts: &dyn Fn(usize) -> bool) -> Result<[Tensor; 4]> {
        let Runs { t, sorted, order } = self;
        let n = sorted.size();
        let (from, order, size) = (sorted.as_ptr(), order.as_ptr().cast::<i64>(), t.dtype().size());
        let count = Shape::new(&[(0..n).filter(|&i| starts(i)).count() as i64])?;
        let fresh = |dtype, shape: &Shape| Tensor::uninit(t.device(), dtype, shape);
        let found = [
            fresh(t.dtype(), &count)?,
            fresh(DType::I64, &count)?,
            fresh(DType::I64, &t.to_shape())?,
            fresh(DType::I64, &count)?,
        ];
        let to = |t: &Tensor| t.host().map(|t| t.as_ptr().cast::<i64>());
        let (indices, inverse, counts) = (to(&found[1])?, to(&found[2])?, to(&found[3])?);
        let values = found[0].host()?.as_ptr();
        let mut next = 0;
        for i in 0..n {
            // SAFETY: as many runs start as were counted, because the sorted elements are not
            // shared; the order has each index once.
            unsafe {
                if starts(i) {
                    values.add(next * size).copy_from_nonoverlapping(from.add(i * size), size);
                    indices.add(next).write(order.add(i).read());
                    counts.add(next).write(0);
                    next += 1;
                }
                *counts.add(next - 1) += 1;
                inverse.offset(order.add(i).read() as isize).write(next as i64 - 1);
            }
        }
        Ok(found)
    }
}

/// The indices, inverse and counts of the `n` slices along the first axis of `turned`, which is
/// contiguous and not shared.
///
/// Errors: those of [`Tensor::uninit`].
pub(in crate::ops) fn slices(turned: Host, n: usize) -> Result<[Tensor; 3]> {
    by_number(turned.dtype(), Slices { turned, n })
}

/// Contiguous slices, of which indices, inverse and counts are found.
struct Slices<'a> {
    turned: Host<'a>,
    n: usize,
}

impl ForNumber for Slices<'_> {
    type Output = Result<[Tensor; 3]>;

    fn of<T: Number>(self) -> Result<[Tensor; 3]> {
        let Slices { turned, n } = self;
        let (from, bools) = (turned.as_ptr().cast::<T>(), turned.dtype() == DType::Bool);
        let width = turned.size().checked_div(n).unwrap_or(0);
        let element = |slice: usize, i: usize| {
            // SAFETY: the slices lie one after another, each of this width.
            let x = unsafe { from.add(slice * width + i).read() };
            if bools && x.as_u8() != 0 { T::UNIT } else { x }
        };
        let compare = |a: usize, b: usize| {
            let mut equal = Some(Ordering::Equal);
            for i in 0..width {
                let (a, b) = (element(a, i), element(b, i));
                match a.partial_cmp(&b) {
                    Some(Ordering::Equal) => {}
                    Some(order) => return Some(order),
                    None if is_nan(a) == is_nan(b) => equal = None,
                    None => return Some(is_nan(a).cmp(&is_nan(b))),
                }
            }
            equal
        };
        runs(turned, n, &compare)
    }
}

/// The indices, inverse and counts of `n` slices, in order. Compiled once, for comparisons of any
/// type. NaN is larger than any number. Slices whose first difference is a NaN in both compare as
/// `None`, and are not equal.
fn runs(turned: Host, n: usize, compare: &dyn Fn(usize, usize) -> Option<Ordering>) -> Result<[Tensor; 3]> {
    let count = |n: usize| Shape::new(&[n as i64]);
    let fresh = |n: usize| Tensor::uninit(turned.device(), DType::I64, &count(n)?);
    let memory = fresh(n.max(1))?;
    let at = memory.host()?.as_ptr().cast::<i64>();
    // SAFETY: it is new and not shared, and its elements are written before they are read.
    let order = unsafe {
        (0..n).for_each(|i| at.add(i).write(i as i64));
        std::slice::from_raw_parts_mut(at, n)
    };
    order.sort_unstable_by(|&a, &b| compare(a as usize, b as usize).unwrap_or(Ordering::Equal).then(a.cmp(&b)));
    let starts = |i: usize| i == 0 || compare(order[i - 1] as usize, order[i] as usize) != Some(Ordering::Equal);
    let runs = (0..n).filter(|&i| starts(i)).count();
    let found = [fresh(runs)?, fresh(n)?, fresh(runs)?];
    let to = |t: &Tensor| t.host().map(|t| t.as_ptr().cast::<i64>());
    let (indices, inverse, counts) = (to(&found[0])?, to(&found[1])?, to(&found[2])?);
    let mut next = 0;
    for (i, &slice) in order.iter().enumerate() {
        // SAFETY: as above; as many runs start as were counted, because the elements are not
        // shared.
        unsafe {
            if starts(i) {
                indices.add(next).write(slice);
                counts.add(next).write(0);
                next += 1;
            }
            *counts.add(next - 1) += 1;
            inverse.add(slice as usize).write(next as i64 - 1);
        }
    }
    Ok(found)
}
