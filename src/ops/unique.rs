//! `unique`: the distinct elements of a tensor, or slices of an axis, and where they occur.
//!
//! Invariant: the values are in ascending order, NaN last. Each NaN is distinct from any other, as
//! in PyTorch and the array API; 0 and -0 are equal. On a CUDA device the distinct elements are
//! found by other operations, and waiting for their number is the only wait.

use super::cpu::types::{ForNumber, by_number};
use super::number::{Number, is_nan};
use super::scan::{ScanOp, scan};
use super::{BinaryOp, CompareOp, Source, cuda};
use super::{binary, binary_scalar, cast, compare, concat, copy, full, index_select, nonzero, reshape, scatter, sort};
use crate::error::Result;
use crate::tensor::{DType, Host, MAX_RANK, Shape, Tensor, shape};
use std::cmp::Ordering;

/// The results of [`unique`], each a new tensor.
pub struct Unique {
    /// The distinct elements, or slices, in ascending order.
    pub values: Tensor,
    /// For each value, the index of its first element in the flattened tensor, or of its first
    /// slice; int64.
    pub indices: Tensor,
    /// For each element, the index of its value, int64 in the shape of the tensor; or for each
    /// slice.
    pub inverse: Tensor,
    /// For each value, how often it occurs; int64.
    pub counts: Tensor,
}

/// The distinct elements of `t`, which is borrowed.
pub fn unique(t: &Tensor) -> Result<Unique> {
    let (sorted, order) = sort(&reshape(t, &[-1])?, 0, false)?;
    if cuda::on(t).is_some() {
        return unique_there(t, &sorted, &order);
    }
    by_number(t.dtype(), Runs { t, sorted: sorted.host()?, order: order.host()? })
}

/// [`unique`] on a CUDA device, from the sorted elements and their indices.
fn unique_there(t: &Tensor, sorted: &Tensor, order: &Tensor) -> Result<Unique> {
    let (device, n) = (t.device(), sorted.size() as i64);
    let number = |value: i64| full(device, DType::I64, value, &Shape::new(&[1])?);
    let first = full(device, DType::Bool, true, &Shape::new(&[n.min(1)])?)?;
    let others = n.max(1) - 1;
    let differs =
        compare(CompareOp::Ne, &sorted.slice_view(0, n - others, n, 1)?, &sorted.slice_view(0, 0, others, 1)?)?;
    let starts = concat(&[&first, &differs], 0)?;
    let run = binary_scalar(BinaryOp::Sub, &scan(ScanOp::Sum, &cast(&starts, DType::I64)?, 0)?, 1i64)?;
    let places = reshape(&nonzero(&starts)?, &[-1])?;
    let runs = places.size() as i64;
    let ends = concat(&[&places.slice_view(0, runs.min(1), runs, 1)?, &number(n)?], 0)?;
    let inverse = scatter(&run, 0, order, Source::Tensor(&run), None)?;
    Ok(Unique {
        values: index_select(sorted, 0, &places)?,
        indices: index_select(order, 0, &places)?,
        inverse: reshape(&inverse, t.shape())?,
        counts: binary(BinaryOp::Sub, &ends.slice_view(0, 0, runs, 1)?, &places)?,
    })
}

/// Sorted elements and their indices, which are not shared.
struct Runs<'a> {
    t: &'a Tensor,
    sorted: Host<'a>,
    order: Host<'a>,
}

impl ForNumber for Runs<'_> {
    type Output = Result<Unique>;

    fn of<T: Number>(self) -> Result<Unique> {
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
    fn found(self, starts: &dyn Fn(usize) -> bool) -> Result<Unique> {
        let Runs { t, sorted, order } = self;
        let n = sorted.size();
        let (from, order, size) = (sorted.as_ptr(), order.as_ptr().cast::<i64>(), t.dtype().size());
        let count = Shape::new(&[(0..n).filter(|&i| starts(i)).count() as i64])?;
        let fresh = |dtype, shape: &Shape| Tensor::uninit(t.device(), dtype, shape);
        let found = Unique {
            values: fresh(t.dtype(), &count)?,
            indices: fresh(DType::I64, &count)?,
            inverse: fresh(DType::I64, &t.to_shape())?,
            counts: fresh(DType::I64, &count)?,
        };
        let to = |t: &Tensor| t.host().map(|t| t.as_ptr().cast::<i64>());
        let (indices, inverse, counts) = (to(&found.indices)?, to(&found.inverse)?, to(&found.counts)?);
        let values = found.values.host()?.as_ptr();
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

/// The distinct slices of `t`, which is borrowed, along `axis`, ordered by their elements in
/// row-major order. The result has the shape of `t`, with the number of distinct slices along the
/// axis. Each slice with a NaN is distinct. The inverse has one index for each slice.
///
/// Errors: an axis out of range is `INVALID_ARGUMENT`.
pub fn unique_along(t: &Tensor, axis: i64) -> Result<Unique> {
    let at = shape::axis(axis, t.rank())?;
    let n = t.shape()[at];
    let mut order = [0; MAX_RANK];
    (0..t.rank()).filter(|&d| d != at).enumerate().for_each(|(i, d)| order[1 + i] = d as i64);
    order[0] = at as i64;
    // An unshared copy, so that runs cannot change between counting and writing.
    let turned = copy(&t.permute_view(&order[..t.rank()])?)?;
    let [indices, inverse, counts] = by_number(t.dtype(), Slices { turned: turned.host()?, n: n as usize })?;
    Ok(Unique { values: index_select(t, axis, &indices)?, indices, inverse, counts })
}

/// The slices of [`unique_along`], contiguous, of which indices, inverse and counts are found.
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
