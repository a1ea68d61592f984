//! `index_select`: integers as positions.
//!
//! Invariant: an index is read once and checked, and the checked value is the one that is used,
//! because another thread may write the index tensor at any time.

use super::copy::here;
use super::cpu::dispatch::{self, Kernel};
use super::cuda::{self, Positions};
use super::device::same_device;
use super::loops::Loops;
use super::parallel;
use super::strided::{Plan, row_major};
use super::{BinaryOp, binary_scalar, cast, contiguous};
use crate::error::{Error, Result};
use crate::tensor::{DType, Element, Host, MAX_RANK, Shape, Tensor, Width, shape};
use std::ops::Range;

/// The slices of `t` along `axis` at the positions in a one-dimensional integer `index`, in its
/// order. Borrows both, returns new.
///
/// Errors: an index that is not an integer tensor is `DTYPE_MISMATCH`, another rank
/// `SHAPE_MISMATCH`; an index out of range (negative ones count from the end) or an axis out of
/// range is `INVALID_ARGUMENT`.
pub fn index_select(t: &Tensor, axis: i64, index: &Tensor) -> Result<Tensor> {
    selected(t, axis, index, counted)
}

/// Like [`index_select`], for rows that are numbered from 0, such as words: a negative index is out
/// of range.
pub fn look_up(t: &Tensor, index: &Tensor) -> Result<Tensor> {
    selected(t, 0, index, checked)
}

fn selected(t: &Tensor, axis: i64, index: &Tensor, place: Place) -> Result<Tensor> {
    same_device(t, index)?;
    let at = shape::axis(axis, t.rank())?;
    if index.rank() != 1 {
        return Err(Error::shape(format!("index of shape {} is not one-dimensional", shape::display(index.shape()))));
    }
    let mut dims = [0i64; MAX_RANK];
    let dims = &mut dims[..t.rank()];
    dims.copy_from_slice(t.shape());
    dims[at] = index.shape()[0];
    if cuda::on(t).is_some() {
        return selected_there(t, at, index, &Shape::new(dims)?, place);
    }
    let wide = if is_rare(index.dtype()) { Some(positions("index", index)?) } else { None };
    let (t, index) = (t.host()?, wide.as_ref().unwrap_or(index).host()?);
    let out = Tensor::uninit(t.device(), t.dtype(), &Shape::new(dims)?)?;
    let select = Select::new(t, at, out.host()?, place);
    match index.dtype() {
        DType::I64 => select.all::<i64>(index)?,
        DType::I32 => select.all::<i32>(index)?,
        DType::I16 => select.all::<i16>(index)?,
        DType::I8 => select.all::<i8>(index)?,
        DType::U8 => select.all::<u8>(index)?,
        other => return Err(index_dtype("index", other)),
    }
    Ok(out)
}

/// [`selected`] on a CUDA device.
fn selected_there(t: &Tensor, at: usize, index: &Tensor, dims: &Shape, place: Place) -> Result<Tensor> {
    let gpu = cuda::on(t).expect("the caller has seen that it is");
    let index = &positions("index", index)?;
    let out = Tensor::uninit(t.device(), t.dtype(), dims)?;
    let (size, from_end) = (t.shape()[at], place(-1, 1).is_some());
    let (mut from, mut named) = ([0; MAX_RANK], [0; MAX_RANK]);
    from[..t.rank()].copy_from_slice(t.strides());
    (from[at], named[at]) = (0, index.strides()[0]);
    let rank = t.rank();
    let plan = Plan::new(dims, [&row_major(dims)[..rank], &from[..rank], &named[..rank]]);
    let positions = Positions { index, size, step: t.strides()[at], from_end };
    // SAFETY: the plan was made from these layouts, and out is new.
    let inside = out.size() > 0 && unsafe { cuda::take(gpu, &plan, [&out, t], positions)? };
    if inside {
        return Ok(out);
    }
    // With no element to copy nothing was checked.
    let index = here(index)?;
    let index = contiguous(&index)?;
    let index = index.host()?;
    for i in 0..index.size() {
        // SAFETY: a contiguous int64 tensor with this many elements.
        let position = unsafe { read_once(index.as_ptr().cast::<i64>().add(i)) };
        if place(position, size).is_none() {
            return Err(outside(position, at, t.shape()));
        }
    }
    if out.size() == 0 { Ok(out) } else { Err(outside(size, at, t.shape())) }
}

/// The int64 positions of `index`; `DTYPE_MISMATCH` for floats and booleans.
pub(super) fn positions(what: &str, index: &Tensor) -> Result<Tensor> {
    if index.dtype().is_float() || index.dtype() == DType::Bool {
        return Err(index_dtype(what, index.dtype()));
    }
    if index.dtype() == DType::U64 {
        // No axis is so long that a number above int64 is not outside of it.
        return cast(&binary_scalar(BinaryOp::Minimum, index, i64::MAX)?, DType::I64);
    }
    cast(index, DType::I64)
}

/// Whether positions of this dtype are rare, so that they are cast and have no kernels.
pub(super) fn is_rare(dtype: DType) -> bool {
    matches!(dtype, DType::U16 | DType::U32 | DType::U64)
}

/// A type of indices.
pub(super) trait Position: Element {
    fn value(self) -> i64;
}

impl Position for i64 {
    #[inline(always)]
    fn value(self) -> i64 {
        self
    }
}
impl Position for i32 {
    #[inline(always)]
    fn value(self) -> i64 {
        i64::from(self)
    }
}
impl Position for i16 {
    #[inline(always)]
    fn value(self) -> i64 {
        i64::from(self)
    }
}
impl Position for i8 {
    #[inline(always)]
    fn value(self) -> i64 {
        i64::from(self)
    }
}
impl Position for u8 {
    #[inline(always)]
    fn value(self) -> i64 {
        i64::from(self)
    }
}

/// Reads a position exactly once; a compiler may turn a plain read into two.
///
/// # Safety
/// The element can be read.
#[inline(always)]
pub(super) unsafe fn read_once<I: Position>(from: *const I) -> i64 {
    // SAFETY: the caller's promise.
    unsafe { from.read_volatile() }.value()
}

/// `DTYPE_MISMATCH` for a dtype that cannot be an index.
#[cold]
pub(super) fn index_dtype(what: &str, dtype: DType) -> Error {
    Error::dtype(format!("{what} needs integers, not {dtype}"))
}

/// `INVALID_ARGUMENT` for a position outside an axis.
#[cold]
pub(super) fn outside(position: i64, axis: usize, dims: &[i64]) -> Error {
    Error::argument(format!("index {position} is out of range for axis {axis} of shape {}", shape::display(dims)))
}

/// Resolves a position along an axis of a given size: [`counted`] or [`checked`].
type Place = fn(i64, i64) -> Option<usize>;

/// The position if it is not negative and below `size`, otherwise `None`.
#[inline(always)]
pub(super) fn checked(position: i64, size: i64) -> Option<usize> {
    // As unsigned, a negative number is very large.
    if (position as u64) < size as u64 { Some(position as usize) } else { None }
}

/// The index of a position, where a negative one counts from the end; `None` if it is out of range.
#[inline(always)]
pub(super) fn counted(position: i64, size: i64) -> Option<usize> {
    checked(position + (size & (position >> 63)), size) // a negative number plus a size: neither can overflow
}

/// Indices that are kept on the stack while their slices are copied.
const BATCH: usize = 256;

/// The copying side of `index_select`.
struct Select<'a> {
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
    fn new(t: Host<'a>, axis: usize, out: Host<'a>, place: Place) -> Select<'a> {
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

    fn all<I: Position>(&self, index: Host) -> Result<()> {
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
