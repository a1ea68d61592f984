//! Positions: integers that say which element of an axis is meant.
//!
//! Invariant: a position is read once and checked, and the checked value is the one that is used,
//! because another thread may write the index tensor at any time. This is below the operations
//! that take an index and below their kernels, which read and check it by these functions.

use crate::error::Error;
use crate::tensor::{DType, Element, shape};

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
pub(super) type Place = fn(i64, i64) -> Option<usize>;

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
