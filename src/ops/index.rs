//! `index_select` and `one_hot`: integers as positions.
//!
//! Invariant: an index is read once and checked, and the checked value is the one that is used,
//! because another thread may write the index tensor at any time.

use super::contiguous;
use super::device::same_device;
use super::dispatch::{self, Kernel};
use super::loops::Loops;
use super::parallel;
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
    let (t, index) = (t.host()?, index.host()?);
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

/// For each class in `t`, an integer tensor, a row of `classes` int64 elements, 1 at the class and
/// 0 elsewhere. The result has the shape of `t` followed by `classes`. -1 means one more than the
/// greatest class in `t`. Borrows `t`, returns new.
///
/// Errors: another dtype is `DTYPE_MISMATCH`; a class that is negative or not below `classes`, -1
/// classes for an empty tensor, and a result of rank above 8 are `INVALID_ARGUMENT`.
pub fn one_hot(t: &Tensor, classes: i64) -> Result<Tensor> {
    match t.dtype() {
        DType::I64 => hot::<i64>(t, classes),
        DType::I32 => hot::<i32>(t, classes),
        DType::I16 => hot::<i16>(t, classes),
        DType::I8 => hot::<i8>(t, classes),
        DType::U8 => hot::<u8>(t, classes),
        other => Err(index_dtype("one_hot", other)),
    }
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
                return Err(Error::argument(format!(
                    "index {position} is out of range for axis {} of shape {}",
                    self.axis,
                    shape::display(self.t.shape())
                )));
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

fn hot<I: Position>(t: &Tensor, classes: i64) -> Result<Tensor> {
    let t = contiguous(t)?;
    let (from, n) = (t.host()?.as_ptr().cast::<I>(), t.size());
    // SAFETY: contiguous with `n` elements of this type.
    let class = |i: usize| unsafe { read_once(from.add(i)) };
    let classes = match classes {
        -1 if n == 0 => return Err(Error::argument("one_hot of an empty tensor needs the number of classes")),
        -1 => (0..n).map(class).max().map_or(0, |greatest| greatest.saturating_add(1)).max(0),
        0.. => classes,
        _ => return Err(Error::argument(format!("one_hot with {classes} classes"))),
    };
    let mut dims = [0i64; MAX_RANK + 1];
    dims[..t.rank()].copy_from_slice(t.shape());
    dims[t.rank()] = classes;
    let out = Tensor::zeroed(t.device(), DType::I64, &Shape::new(&dims[..=t.rank()])?)?;
    let to = out.host()?.as_ptr().cast::<i64>();
    for i in 0..n {
        let class = class(i);
        let at = checked(class, classes)
            .ok_or_else(|| Error::argument(format!("class {class} is out of range for {classes} classes")))?;
        // SAFETY: row `i` of `n` has `classes` elements, and `at` is below that.
        unsafe { to.add(i * classes as usize + at).write(1) };
    }
    Ok(out)
}
