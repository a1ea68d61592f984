//! Gathering on the processor: a walk that copies.
//!
//! Invariant: each element of the result is written once, by the walk that checks its position.

use super::types::{ForBytes, by_width};
use super::walk::{Base, Move, Walk};
use crate::tensor::Host;

/// Copies the elements that a walk selects from `t` to `out`.
///
/// # Safety
/// The walk meets the conditions of [`Walk::run`] with `out` here and `t` there, both of one dtype.
pub(in crate::ops) unsafe fn take_from(walk: &Walk, t: Host, out: Host) -> std::result::Result<(), i64> {
    struct Take<'a, 'b>(&'a Walk<'b>, Host<'a>, Host<'a>);
    impl ForBytes for Take<'_, '_> {
        type Output = std::result::Result<(), i64>;
        fn of<T: Copy + Send + Sync>(self) -> Self::Output {
            // SAFETY: the caller's promise; the type has the size of the elements.
            unsafe { self.0.run(&Copied::<T> { from: Base::of(self.1), to: Base::of(self.2) }) }
        }
    }
    by_width(t.dtype().width(), Take(walk, t, out))
}

struct Copied<T> {
    from: Base<T>,
    to: Base<T>,
}

impl<T: Copy + Send + Sync> Move for Copied<T> {
    const WRITES_HERE: bool = true;

    #[inline(always)]
    unsafe fn one(&self, here: isize, there: isize) {
        // SAFETY: the caller's promise.
        unsafe { *self.to.at(here) = *self.from.at(there) };
    }

    #[inline(always)]
    unsafe fn row(&self, n: usize, (here, here_step): (isize, isize), (there, there_step): (isize, isize)) {
        // SAFETY: the caller's promise; the result is new, so the rows do not overlap.
        unsafe {
            if here_step == 1 && there_step == 1 {
                return std::ptr::copy_nonoverlapping(self.from.at(there), self.to.at(here), n);
            }
            for i in 0..n as isize {
                self.one(here + i * here_step, there + i * there_step);
            }
        }
    }
}
