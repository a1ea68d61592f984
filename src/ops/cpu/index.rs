//! `index_select` on the processor: slices are copied to where an index names them.
//!
//! Invariant: all positions are read, checked and kept before a slice is copied, and the kept ones
//! are used, because another thread may write the index tensor at any time.

use super::dispatch::{self, Kernel};
use crate::error::Result;
use crate::ops::loops::Loops;
use crate::ops::parallel;
use crate::ops::place::{Place, Position, outside, read_once};
use crate::tensor::{DType, Host, Tensor, Width, shape};
use std::ops::Range;

/// Indices that are kept on the stack while their slices are copied.
const BATCH: usize = 256;

/// The copying side of `index_select`.
pub(in crate::ops) struct Select<'a> {
    t: Host<'a>,
    out: Host<'a>,
    axis: usize,
    place: Place,
    /// Dimensions before and after the axis, with the strides of `t` and `out`.
    outer: Loops,
    inner: Loops,
    /// Elements of `out` for one index.
    piece: usize,
}

impl<'a> Select<'a> {
    pub fn new(t: Host<'a>, axis: usize, out: Host<'a>, place: Place) -> Select<'a> {
        let (mut outer, mut inner) = (Loops::new(), Loops::new());
        for i in 0..t.rank() {
            let (size, from, to) = (t.shape()[i], t.strides()[i], out.strides()[i]);
            match i.cmp(&axis) {
                std::cmp::Ordering::Less => outer.push(size, from, to),
                std::cmp::Ordering::Equal => {}
                std::cmp::Ordering::Greater => inner.push(size, from, to),
            }
        }
        outer.merge();
        inner.merge();
        Select { t, out, axis, place, outer, inner, piece: shape::elements(&t.shape()[axis + 1..]) }
    }

    pub fn all<I: Position>(&self, index: Host) -> Result<()> {
        let n = index.size();
        let mut few = [0i64; BATCH];
        if n <= BATCH {
            self.check::<I>(index, few.as_mut_ptr())?;
            self.copy(&few[..n]);
            return Ok(());
        }
        let many = Tensor::uninit(index.device(), DType::I64, &index.to_shape())?;
        let places = many.host()?.as_ptr().cast::<i64>();
        self.check::<I>(index, places)?;
        // SAFETY: this many were just written, and they are not shared.
        self.copy(unsafe { std::slice::from_raw_parts(places, n) });
        Ok(())
    }

    /// Reads and checks all positions into `to`, which has room for them.
    fn check<I: Position>(&self, index: Host, to: *mut i64) -> Result<()> {
        let (from, step) = (index.as_ptr().cast::<I>(), index.strides()[0] as isize);
        let size = self.t.shape()[self.axis];
        for i in 0..index.size() {
            // SAFETY: the index has this many elements with this stride.
            let position = unsafe { read_once(from.offset(i as isize * step)) };
            let Some(at) = (self.place)(position, size) else {
                return Err(outside(position, self.axis, self.t.shape()));
            };
            // SAFETY: the caller's promise.
            unsafe { to.add(i).write(at as i64) };
        }
        Ok(())
    }

    fn copy(&self, places: &[i64]) {
        match self.t.dtype().width() {
            Width::One => self.pieces::<u8>(places),
            Width::Two => self.pieces::<u16>(places),
            Width::Four => self.pieces::<u32>(places),
            Width::Eight => self.pieces::<u64>(places),
        }
    }

    /// Copies the slices at these checked positions. `T` has the size of an element.
    fn pieces<T: Copy>(&self, places: &[i64]) {
        if self.out.size() == 0 {
            return;
        }
        let (from, to) = (self.t.as_ptr().cast::<T>(), self.out.as_ptr().cast::<T>());
        let (along, passes) = self.outer.longest();
        let all = self.outer.passes();
        let one = |outer: &Loops, (i, o): (isize, isize), places: &[i64], first: usize| {
            let (from, to) = (from.wrapping_offset(i), to.wrapping_offset(o).wrapping_add(first * self.piece));
            dispatch::run(Pick { select: self, outer, from, to, places });
        };
        // SAFETY: ranges have different parts of `out`, which is not shared yet.
        unsafe {
            if passes > 1 {
                let cost = 2 * self.piece * places.len() * (all / passes);
                parallel::ranges_apart(passes, cost, |range| {
                    let (outer, start) = self.outer.part(along, range);
                    one(&outer, start, places, 0);
                });
            } else {
                let first = |range: Range<usize>| one(&self.outer, (0, 0), &places[range.clone()], range.start);
                parallel::ranges_apart(places.len(), (2 * self.piece + 2) * all, first);
            }
        }
    }
}

/// Copies some of the slices. The creator guarantees the positions and the room after `to`.
struct Pick<'a, T> {
    select: &'a Select<'a>,
    outer: &'a Loops,
    from: *const T,
    to: *mut T,
    places: &'a [i64],
}

impl<T: Copy> Kernel for Pick<'_, T> {
    type Output = ();
    const WIDE: bool = false;

    #[inline(always)]
    fn run(self) {
        let Select { t, axis, inner, piece, .. } = self.select;
        let (step, piece) = (t.strides()[*axis] as isize, *piece);
        let whole = matches!(inner.as_slice(), [only] if only.input == 1);
        self.outer.each(|i, o| {
            let (from, to) = (self.from.wrapping_offset(i), self.to.wrapping_offset(o));
            // SAFETY: the positions were checked against the size of the axis, so the offsets are
            // those of elements of `t`, and of `out`, in which slices are adjacent.
            unsafe {
                if piece == 1 && step == 1 {
                    for (k, &at) in self.places.iter().enumerate() {
                        *to.add(k) = *from.offset(at as isize);
                    }
                    return;
                }
                if piece == 1 {
                    for (k, &at) in self.places.iter().enumerate() {
                        *to.add(k) = *from.offset(at as isize * step);
                    }
                    return;
                }
                for (k, &at) in self.places.iter().enumerate() {
                    let (from, to) = (from.offset(at as isize * step), to.add(k * piece));
                    if whole {
                        std::ptr::copy_nonoverlapping(from, to, piece);
                    } else {
                        inner.each(|i, o| *to.offset(o) = *from.offset(i));
                    }
                }
            }
        });
    }
}
