//! `Plan`: how to walk several strided operands of one shape together.
//!
//! Invariant: the offsets from [`Rows`], with the row's own strides, are exactly those of the
//! elements that the layouts reach, in row-major order of the shape; nothing else is accessed.
//!
//! Adjacent dimensions that every operand can walk as one are merged, so a contiguous operand of
//! any rank is one row, and `[N,C] op [C]` is N rows of C.

use super::parallel;
use crate::error::Result;
use crate::tensor::{MAX_RANK, Shape, Tensor, shape};
use std::mem::MaybeUninit;
use std::ops::Range;

/// The shape that two operands broadcast to.
#[inline]
pub(super) fn common_shape(a: &Tensor, b: &Tensor) -> Result<Shape> {
    if a.shape() == b.shape() { Ok(a.to_shape()) } else { shape::broadcast(a.shape(), b.shape()) }
}

/// The walk over a new contiguous tensor of the [`common_shape`] of two operands and both of them.
/// It is separate, because a plan returned together with a shape or an error would be copied twice,
/// 10 ns of a small operation.
#[inline]
pub(super) fn broadcast(shape: &Shape, a: &Tensor, b: &Tensor) -> Plan<3> {
    if a.shape() == b.shape() && a.is_contiguous() && b.is_contiguous() {
        return Plan::flat(a.size(), [1, 1, 1]);
    }
    let rank = shape.rank();
    let (a, b) = (a.broadcast_strides(shape), b.broadcast_strides(shape));
    Plan::new(shape, [&row_major(shape)[..rank], &a[..rank], &b[..rank]])
}

/// The walk over a new contiguous tensor of the shape of `a`, and `a` itself.
#[inline]
pub(super) fn alike(a: &Tensor) -> Plan<2> {
    if a.is_contiguous() {
        return Plan::flat(a.size(), [1, 1]);
    }
    Plan::new(a.shape(), [&row_major(a.shape())[..a.rank()], a.strides()])
}

/// The walk over `out` and `a`, which have one shape.
#[inline]
pub(super) fn onto(out: &Tensor, a: &Tensor) -> Plan<2> {
    if out.is_contiguous() { alike(a) } else { Plan::new(out.shape(), [out.strides(), a.strides()]) }
}

/// The walk over `out`, of the [`common_shape`] of two operands, and both of them.
#[inline]
pub(super) fn onto_both(shape: &Shape, out: &Tensor, a: &Tensor, b: &Tensor) -> Plan<3> {
    if out.is_contiguous() {
        return broadcast(shape, a, b);
    }
    let rank = shape.rank();
    let (a, b) = (a.broadcast_strides(shape), b.broadcast_strides(shape));
    Plan::new(shape, [out.strides(), &a[..rank], &b[..rank]])
}

/// The walk over a new contiguous tensor of the shape of `a`, `a`, and one repeated element, which
/// comes before `a` if `reversed`.
#[inline]
pub(super) fn with_repeated(a: &Tensor, reversed: bool) -> Plan<3> {
    if a.is_contiguous() {
        return Plan::flat(a.size(), if reversed { [1, 0, 1] } else { [1, 1, 0] });
    }
    around_repeated(a, &row_major(a.shape())[..a.rank()], reversed)
}

/// Like [`with_repeated`], over `out`, which has the shape of `a`.
#[inline]
pub(super) fn repeated_onto(out: &Tensor, a: &Tensor, reversed: bool) -> Plan<3> {
    if out.is_contiguous() { with_repeated(a, reversed) } else { around_repeated(a, out.strides(), reversed) }
}

fn around_repeated(a: &Tensor, out: &[i64], reversed: bool) -> Plan<3> {
    let (strides, none) = (a.strides(), &[0; MAX_RANK][..a.rank()]);
    Plan::new(a.shape(), if reversed { [out, none, strides] } else { [out, strides, none] })
}

/// The strides of a contiguous tensor of this shape.
pub(super) fn row_major(shape: &[i64]) -> [i64; MAX_RANK] {
    let mut strides = [0; MAX_RANK];
    let mut stride = 1;
    for axis in (0..shape.len()).rev() {
        strides[axis] = stride;
        stride *= shape[axis].max(1);
    }
    strides
}

/// Rows are cut at multiples of this: at whole pages, for elements of any size.
pub(super) const CUT: usize = 4096;
/// Enough items to divide along a dimension.
const WANTED: usize = 32;

/// The walk over `N` operands: rows of `len` elements, and outer dimensions to step through.
#[derive(Clone, Copy)]
pub(super) struct Plan<const N: usize> {
    /// Elements of a row; 0 if the operands have no elements.
    pub len: usize,
    /// Elements between adjacent elements of a row, for each operand.
    pub steps: [isize; N],
    outer_rank: usize,
    /// Outermost first. The first `outer_rank` of them are written: to write the rest of a plan without any, as most
    /// are, would take a small operation 10 ns.
    outer: [MaybeUninit<Outer<N>>; MAX_RANK],
}

#[derive(Clone, Copy)]
struct Outer<const N: usize> {
    size: usize,
    strides: [isize; N],
}

impl<const N: usize> Plan<N> {
    /// One row of operands that are each contiguous (step 1) or one repeated element (step 0).
    #[inline]
    pub fn flat(len: usize, steps: [isize; N]) -> Plan<N> {
        Plan { len, steps, outer_rank: 0, outer: [MaybeUninit::uninit(); MAX_RANK] }
    }

    /// The walk over operands of this shape with these strides (of `shape`'s rank, in elements).
    pub fn new(shape: &[i64], strides: [&[i64]; N]) -> Plan<N> {
        let mut plan = Plan::flat(1, [1; N]);
        if shape.contains(&0) {
            plan.len = 0;
            return plan;
        }
        let mut first = true;
        for axis in 0..shape.len() {
            if shape[axis] == 1 {
                continue;
            }
            let (size, axis_strides) = (shape[axis] as usize, strides.map(|s| s[axis] as isize));
            if first {
                (plan.len, plan.steps, first) = (size, axis_strides, false);
                continue;
            }
            // The row so far becomes an outer dimension, or is merged with this dimension.
            if (0..N).all(|k| plan.steps[k] == axis_strides[k] * size as isize) {
                plan.len *= size;
            } else {
                plan.outer[plan.outer_rank].write(Outer { size: plan.len, strides: plan.steps });
                plan.outer_rank += 1;
                plan.len = size;
            }
            plan.steps = axis_strides;
        }
        plan
    }

    fn outer(&self) -> &[Outer<N>] {
        // SAFETY: the first `outer_rank` dimensions are written.
        unsafe { std::slice::from_raw_parts(self.outer.as_ptr().cast(), self.outer_rank) }
    }

    fn outer_mut(&mut self) -> &mut [Outer<N>] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(self.outer.as_mut_ptr().cast(), self.outer_rank) }
    }

    /// Whether there is only one row.
    pub fn is_flat(&self) -> bool {
        self.outer_rank == 0
    }

    /// Walks the operand `to` as it does `from`.
    pub fn repeat_operand(&mut self, from: usize, to: usize) {
        self.steps[to] = self.steps[from];
        for outer in self.outer_mut() {
            outer.strides[to] = outer.strides[from];
        }
    }

    /// The sizes and strides of the outer dimensions, outermost first.
    pub fn outer_dims(&self) -> impl DoubleEndedIterator<Item = (usize, [isize; N])> {
        self.outer().iter().map(|outer| (outer.size, outer.strides))
    }

    /// The size and strides of the innermost outer dimension, and the walk without it; `None` if
    /// there is only one row.
    pub fn split(&self) -> Option<(usize, [isize; N], Plan<N>)> {
        let &Outer { size, strides } = self.outer().last()?;
        Some((size, strides, Plan { outer_rank: self.outer_rank - 1, ..*self }))
    }

    /// The number of elements of all rows.
    #[inline]
    pub fn elements(&self) -> usize {
        self.outer().iter().fold(self.len, |n, outer| n * outer.size)
    }

    /// Walks parts of the plan, in parallel if it is long: `walk` gets each part with its start
    /// offsets. `cost` is roughly the number of elements read and written for one. Rows are cut at
    /// multiples of [`CUT`].
    ///
    /// # Safety
    /// `walk` may run at the same time on several threads, for parts without common elements.
    pub unsafe fn parts(&self, cost: usize, walk: &dyn Fn(&Plan<N>, [isize; N])) {
        let elements = self.elements();
        if !parallel::is_long(elements, cost) {
            return walk(self, [0; N]);
        }
        // From the outermost dimension on, so that a part is as contiguous as possible.
        let sizes = self.outer().iter().map(|outer| outer.size);
        let sizes = sizes.chain([self.len.div_ceil(CUT)]);
        let along = sizes.clone().position(|size| size >= WANTED);
        let (along, items) = match along {
            Some(along) => (along, sizes.clone().nth(along).unwrap_or(1)),
            None => sizes.enumerate().max_by_key(|&(at, size)| (size, std::cmp::Reverse(at))).unwrap_or((0, 1)),
        };
        // SAFETY: the caller's promise; ranges of one dimension have no element in common.
        unsafe {
            parallel::ranges_apart(items, (elements / items.max(1)).saturating_mul(cost), |range| {
                let (part, start) = self.part(along, range);
                walk(&part, start);
            });
        }
    }

    /// A range of one dimension, and its start offsets. Dimensions are counted from the outermost;
    /// the last one, the rows, is counted in pieces of [`CUT`].
    fn part(&self, along: usize, range: Range<usize>) -> (Plan<N>, [isize; N]) {
        let mut part = *self;
        if along == self.outer_rank {
            let (start, end) = (range.start * CUT, self.len.min(range.end * CUT));
            part.len = end - start;
            return (part, self.steps.map(|step| step * start as isize));
        }
        let outer = &mut part.outer_mut()[along];
        let strides = outer.strides;
        outer.size = range.len();
        (part, strides.map(|stride| stride * range.start as isize))
    }

    /// The rows, one after another.
    #[inline(always)]
    pub fn rows(&self) -> Rows<'_, N> {
        Rows { outer: self.outer(), index: [0; MAX_RANK], offsets: [0; N] }
    }
}

/// The position in a walk. It starts at the first row.
pub(super) struct Rows<'a, const N: usize> {
    outer: &'a [Outer<N>],
    index: [usize; MAX_RANK],
    /// Start of the row, in elements from the start of each operand.
    pub offsets: [isize; N],
}

impl<const N: usize> Rows<'_, N> {
    /// Goes to the next row; `false` after the last one.
    #[inline(always)]
    pub fn advance(&mut self) -> bool {
        for axis in (0..self.outer.len()).rev() {
            let Outer { size, strides } = &self.outer[axis];
            self.index[axis] += 1;
            if self.index[axis] < *size {
                for (offset, stride) in self.offsets.iter_mut().zip(strides) {
                    *offset += stride;
                }
                return true;
            }
            self.index[axis] = 0;
            for (offset, stride) in self.offsets.iter_mut().zip(strides) {
                *offset -= stride * (*size as isize - 1);
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every element's offsets in the order of the walk.
    fn walk<const N: usize>(plan: &Plan<N>) -> Vec<[isize; N]> {
        let mut rows = plan.rows();
        let mut all = Vec::new();
        loop {
            for i in 0..plan.len as isize {
                all.push(std::array::from_fn(|k| rows.offsets[k] + i * plan.steps[k]));
            }
            if !rows.advance() {
                return all;
            }
        }
    }

    #[test]
    fn merges_what_every_operand_walks_as_one() {
        let same = Plan::new(&[2, 1, 3, 4], [&[12, 5, 4, 1], &[12, 7, 4, 1]]);
        assert!(same.is_flat());
        assert_eq!((same.len, same.steps), (24, [1, 1]));
        let row = Plan::new(&[5, 3], [&[3, 1], &[0, 1]]);
        assert_eq!((row.is_flat(), row.len, row.steps), (false, 3, [1, 1]));
        let scalar = Plan::new(&[5, 3], [&[3, 1], &[0, 0]]);
        assert_eq!((scalar.is_flat(), scalar.len, scalar.steps), (true, 15, [1, 0]));
    }

    #[test]
    fn walks_each_element_once_in_row_major_order() {
        let shape = [2, 3, 1, 2, 2];
        let (a, b) = ([1, 4, 9, 2, 40], [0, 2, 0, 0, 1]);
        let got = walk(&Plan::new(&shape, [&a, &b]));
        let mut wanted = Vec::new();
        for i in 0..24isize {
            let index = [i / 12, i / 4 % 3, 0, i / 2 % 2, i % 2];
            let at = |s: [i64; 5]| (0..5).map(|k| index[k] * s[k] as isize).sum::<isize>();
            wanted.push([at(a), at(b)]);
        }
        assert_eq!(got, wanted);
    }

    #[test]
    fn splits_off_the_dimension_around_the_rows() {
        let (size, strides, rest) = Plan::new(&[2, 3, 4], [&[50, 10, 2]]).split().expect("three dimensions stay apart");
        assert_eq!((size, strides, rest.len, rest.steps), (3, [10], 4, [2]));
        assert_eq!(rest.split().map(|(size, strides, _)| (size, strides)), Some((2, [50])));
        assert!(Plan::new(&[2, 3], [&[3, 1]]).split().is_none());
    }

    #[test]
    fn rank_0_is_one_element_and_a_size_of_0_none() {
        assert_eq!(walk(&Plan::new(&[], [&[]])), [[0]]);
        assert_eq!(walk(&Plan::new(&[3, 0, 2], [&[0, 2, 1]])), [] as [[isize; 1]; 0]);
    }
}
