//! `Walk`: elements at positions given by an index tensor, for gathering and for scattering.
//!
//! Invariant: a position is read once and checked, and the checked value is the one that is used.
//! Elements with the same position are visited in the row-major order of the index, however the
//! walk is divided.

use crate::ops::parallel;
use crate::ops::place::{counted, read_once};
use crate::ops::strided::Plan;
use crate::tensor::{Host, MAX_RANK, Tensor, shape};
use parking_lot::Mutex;
use std::ops::Range;

/// The strides of one operand of a walk; 0 where it does not advance.
pub(in crate::ops) type Strides = [i64; MAX_RANK];

/// A walk over the shape of an index. Each step visits an element `here`, at the location of the
/// index itself, and one `there`, at the position that the index contains.
pub(in crate::ops) struct Walk<'a> {
    pub dims: &'a [i64],
    pub here: Strides,
    pub there: Strides,
    /// int64.
    pub index: Host<'a>,
    pub named: Strides,
    /// Positions are below this; negative ones count from the end.
    pub size: i64,
    /// The distance in elements `there` between adjacent positions.
    pub step: i64,
}

/// The operation on each pair of elements, given by their offsets.
pub(in crate::ops) trait Move: Sync {
    /// Whether only elements `here` are written, which are distinct.
    const WRITES_HERE: bool;

    /// # Safety
    /// The offsets are inside both operands.
    unsafe fn one(&self, here: isize, there: isize);

    /// A row whose elements all have the same position.
    ///
    /// # Safety
    /// All offsets of the row are inside both operands.
    #[inline(always)]
    unsafe fn row(&self, n: usize, (here, here_step): (isize, isize), (there, there_step): (isize, isize)) {
        for i in 0..n as isize {
            // SAFETY: the caller's promise.
            unsafe { self.one(here + i * here_step, there + i * there_step) };
        }
    }
}

/// The first element of an operand that several threads walk.
pub(in crate::ops) struct Base<T>(*mut T);

// SAFETY: it is an address; code that accesses elements through it guarantees disjoint ranges.
unsafe impl<T> Sync for Base<T> {}
// SAFETY: as above.
unsafe impl<T> Send for Base<T> {}

impl<T> Base<T> {
    pub fn new(first: *mut T) -> Base<T> {
        Base(first)
    }

    pub fn of(t: Host) -> Base<T> {
        Base(t.as_ptr().cast())
    }

    #[inline(always)]
    pub fn at(&self, offset: isize) -> *mut T {
        self.0.wrapping_offset(offset)
    }
}

/// The strides of an operand as a walk takes them.
pub(in crate::ops) fn strides(t: &Tensor) -> Strides {
    let mut strides = [0; MAX_RANK];
    strides[..t.rank()].copy_from_slice(t.strides());
    strides
}

impl Walk<'_> {
    /// Calls `moves` for each pair; the first position that is out of range stops it and is
    /// returned as the error.
    ///
    /// # Safety
    /// The strides of each operand, and the checked positions times `step`, reach only its
    /// elements. Writes through `here` have distinct offsets; writes through `there` have distinct
    /// offsets except for equal positions.
    pub unsafe fn run<M: Move>(&self, moves: &M) -> std::result::Result<(), i64> {
        let elements = shape::elements(self.dims);
        if elements == 0 {
            return Ok(());
        }
        // Along these dimensions no two elements coincide, unless their positions do.
        let apart = (0..self.dims.len()).filter(|&d| M::WRITES_HERE || self.there[d] != 0);
        let longest = apart.max_by_key(|&d| (self.dims[d], std::cmp::Reverse(d)));
        let Some(along) = longest else {
            // SAFETY: the caller's promise.
            return unsafe { self.part(0, 0..self.dims.first().map_or(1, |&n| n as usize), moves) };
        };
        let n = self.dims[along] as usize;
        let refused = Mutex::new(None::<(usize, i64)>);
        parallel::ranges(n, elements / n, |range| {
            let start = range.start;
            // SAFETY: the caller's promise; ranges are apart along this dimension.
            if let Err(position) = unsafe { self.part(along, range, moves) } {
                let mut first = refused.lock();
                if first.is_none_or(|(before, _)| start < before) {
                    *first = Some((start, position));
                }
            }
        });
        refused.into_inner().map_or(Ok(()), |(_, position)| Err(position))
    }

    /// Like [`Walk::run`], for a range of one dimension.
    unsafe fn part<M: Move>(&self, along: usize, range: Range<usize>, moves: &M) -> std::result::Result<(), i64> {
        let rank = self.dims.len();
        let mut dims = [1; MAX_RANK];
        dims[..rank].copy_from_slice(self.dims);
        let from = |strides: &Strides| range.start as isize * strides[along] as isize;
        let (here, there, index) = (from(&self.here), from(&self.there), from(&self.named));
        if rank > 0 {
            dims[along] = range.len() as i64;
        }
        let plan = Plan::new(&dims[..rank], [&self.here[..rank], &self.there[..rank], &self.named[..rank]]);
        let (index, step) = (self.index.as_ptr().cast::<i64>().wrapping_offset(index), self.step as isize);
        let [h, t, p] = plan.steps;
        let mut rows = plan.rows();
        loop {
            let [ho, to, po] = rows.offsets;
            let (ho, to, index) = (here + ho, there + to, index.wrapping_offset(po));
            // SAFETY: the plan's offsets are those of the operands, and each position is checked
            // before it is used.
            unsafe {
                if p == 0 {
                    let at = self.position(index)?;
                    moves.row(plan.len, (ho, h), (to + at * step, t));
                } else {
                    for i in 0..plan.len as isize {
                        let at = self.position(index.offset(i * p))?;
                        moves.one(ho + i * h, to + i * t + at * step);
                    }
                }
            }
            if !rows.advance() {
                return Ok(());
            }
        }
    }

    /// # Safety
    /// The element can be read.
    #[inline(always)]
    unsafe fn position(&self, from: *const i64) -> std::result::Result<isize, i64> {
        // SAFETY: the caller's promise.
        let position = unsafe { read_once(from) };
        counted(position, self.size).map(|at| at as isize).ok_or(position)
    }
}

/// The first position of an index that is out of range; in-place operations check this before they
/// write.
pub(in crate::ops) fn first_outside(index: Host, size: i64) -> Option<i64> {
    let plan = Plan::new(index.shape(), [index.strides()]);
    let from = index.as_ptr().cast::<i64>();
    let mut rows = plan.rows();
    loop {
        // A repeated element is checked once.
        let (n, step) = if plan.steps[0] == 0 { (plan.len.min(1), 0) } else { (plan.len, plan.steps[0]) };
        let start = from.wrapping_offset(rows.offsets[0]);
        // SAFETY: the offsets are those of elements.
        let position = |i: usize| unsafe { start.offset(i as isize * step).read() };
        // All of them first, without a branch for each.
        if (0..n).fold(false, |any, i| any | counted(position(i), size).is_none()) {
            // Another thread may have changed it to a valid one since.
            return Some((0..n).map(position).find(|&p| counted(p, size).is_none()).unwrap_or(size));
        }
        if !rows.advance() {
            return None;
        }
    }
}
