//! `index_select` and `one_hot`: integers as positions.
//!
//! Invariant: an index is read once, checked, and the value that was checked is the one used: another thread may
//! write the index tensor at any time.

use super::contiguous;
use super::device::same_device;
use super::loops::Loops;
use crate::error::{Error, Result};
use crate::tensor::{DType, Element, MAX_RANK, Shape, Tensor, Width, shape};

/// The slices of `t` along `axis` that a one-dimensional `index` of integers names, in its order.
/// Borrows both, returns new.
///
/// Errors: another dtype of the index is `DTYPE_MISMATCH`, another rank `SHAPE_MISMATCH`; an index that is negative or
/// too large, and an axis out of range, are `INVALID_ARGUMENT`.
pub fn index_select(t: &Tensor, axis: i64, index: &Tensor) -> Result<Tensor> {
    same_device(t, index)?;
    let at = shape::axis(axis, t.rank())?;
    if index.rank() != 1 {
        return Err(Error::shape(format!("index of shape {} is not one-dimensional", shape::display(index.shape()))));
    }
    let mut dims = [0i64; MAX_RANK];
    let dims = &mut dims[..t.rank()];
    dims.copy_from_slice(t.shape());
    dims[at] = index.shape()[0];
    let out = Tensor::empty(t.device(), t.dtype(), &Shape::new(dims)?)?;
    let select = Select::new(t, at, &out);
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

/// For each class of `t`, which is of integers, a row of `classes` int64 elements, 1 at the class and 0 elsewhere: the
/// shape of `t` with `classes` behind it. -1 classes means one more than the greatest of `t`. Borrows `t`, returns new.
///
/// Errors: another dtype is `DTYPE_MISMATCH`; a class that is negative or not below `classes`, -1 classes for an empty
/// tensor, and a result of rank above 8 are `INVALID_ARGUMENT`.
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

/// What an index may be.
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

/// One reading of a position: a compiler may turn a plain one into two.
///
/// # Safety
/// There is an element.
#[inline(always)]
pub(super) unsafe fn read_once<I: Position>(from: *const I) -> i64 {
    // SAFETY: the caller's promise.
    unsafe { from.read_volatile() }.value()
}

/// `DTYPE_MISMATCH`: not a dtype of positions.
#[cold]
pub(super) fn index_dtype(what: &str, dtype: DType) -> Error {
    Error::dtype(format!("{what} needs integers, not {dtype}"))
}

/// A position below `size`, or nothing.
#[inline(always)]
pub(super) fn checked(position: i64, size: i64) -> Option<usize> {
    // A negative one is a huge unsigned one.
    if (position as u64) < size as u64 { Some(position as usize) } else { None }
}

/// Indices that are read and checked before what they name is copied.
const BATCH: usize = 256;

/// The copying side of `index_select`.
struct Select<'a> {
    t: &'a Tensor,
    out: &'a Tensor,
    axis: usize,
    /// Dimensions in front of the axis and behind it, with the steps of `t` and `out`.
    outer: Loops,
    inner: Loops,
    /// Elements of `out` for one index.
    piece: usize,
}

impl<'a> Select<'a> {
    fn new(t: &'a Tensor, axis: usize, out: &'a Tensor) -> Select<'a> {
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
        Select { t, out, axis, outer, inner, piece: shape::elements(&t.shape()[axis + 1..]) }
    }

    fn all<I: Position>(&self, index: &Tensor) -> Result<()> {
        let (n, step) = (index.size(), index.strides()[0] as isize);
        let from = index.as_ptr().cast::<I>();
        let size = self.t.shape()[self.axis];
        let mut batch = [0usize; BATCH];
        for start in (0..n).step_by(BATCH) {
            let count = BATCH.min(n - start);
            for (i, at) in batch[..count].iter_mut().enumerate() {
                // SAFETY: the index has `n` elements with this stride.
                let position = unsafe { read_once(from.offset((start + i) as isize * step)) };
                *at = checked(position, size).ok_or_else(|| {
                    Error::argument(format!(
                        "index {position} is out of range for axis {} of shape {}",
                        self.axis,
                        shape::display(self.t.shape())
                    ))
                })?;
            }
            match self.t.dtype().width() {
                Width::One => self.copy::<u8>(start, &batch[..count]),
                Width::Two => self.copy::<u16>(start, &batch[..count]),
                Width::Four => self.copy::<u32>(start, &batch[..count]),
                Width::Eight => self.copy::<u64>(start, &batch[..count]),
            }
        }
        Ok(())
    }

    /// Copies what `batch` names to the places from `start` on. `T` has the size of an element.
    fn copy<T: Copy>(&self, start: usize, batch: &[usize]) {
        let (from, to) = (self.t.as_ptr().cast::<T>(), self.out.as_ptr().cast::<T>());
        let (step, piece) = (self.t.strides()[self.axis], self.piece);
        let whole = matches!(self.inner.as_slice(), [only] if only.input == 1);
        self.outer.each(|i, o| {
            for (k, &at) in batch.iter().enumerate() {
                // SAFETY: `at` was checked against the size of the axis, so the offsets are those of elements of `t`,
                // and of `out`, which nobody else has yet and in which pieces follow each other.
                unsafe {
                    let from = from.offset(i + at as isize * step as isize);
                    let to = to.offset(o).add((start + k) * piece);
                    if piece == 1 {
                        *to = *from;
                    } else if whole {
                        std::ptr::copy_nonoverlapping(from, to, piece);
                    } else {
                        self.inner.each(|i, o| *to.offset(o) = *from.offset(i));
                    }
                }
            }
        });
    }
}

fn hot<I: Position>(t: &Tensor, classes: i64) -> Result<Tensor> {
    let t = contiguous(t)?;
    let (from, n) = (t.as_ptr().cast::<I>(), t.size());
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
    let out = Tensor::zeros(t.device(), DType::I64, &Shape::new(&dims[..=t.rank()])?)?;
    let to = out.as_ptr().cast::<i64>();
    for i in 0..n {
        let class = class(i);
        let at = checked(class, classes)
            .ok_or_else(|| Error::argument(format!("class {class} is out of range for {classes} classes")))?;
        // SAFETY: row `i` of `n` has `classes` elements, and `at` is below that.
        unsafe { to.add(i * classes as usize + at).write(1) };
    }
    Ok(out)
}
