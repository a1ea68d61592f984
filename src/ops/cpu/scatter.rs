//! Scattering on the processor: a walk that writes or combines.
//!
//! Invariant: elements for the same position are combined in the order of the walk, which is the
//! row-major order of the index; without combining, the last one stays.

use super::types::{ForBytes, ForNumber, by_number, by_width};
use super::walk::{Base, Move, Walk};
use crate::ops::number::Number;
use crate::tensor::Host;

/// What becomes of an element and a new one for the same position.
#[derive(Clone, Copy)]
pub(in crate::ops) enum Combination {
    /// The new one stays.
    Last,
    Sum,
    Product,
    /// NaN if either is.
    Largest,
    /// NaN if either is.
    Smallest,
}

/// Writes the elements of a walk `here` to `t` `there`, or combines them.
///
/// # Safety
/// The conditions of [`Walk::run`] hold for elements of the dtype of `t`, with `source` here and
/// `t` there.
pub(in crate::ops) unsafe fn combine(
    walk: &Walk,
    t: Host,
    source: *const u8,
    how: Combination,
) -> std::result::Result<(), i64> {
    struct Work<'a, 'b>(&'a Walk<'b>, Host<'a>, *const u8, Combination);
    impl ForBytes for Work<'_, '_> {
        type Output = std::result::Result<(), i64>;
        fn of<T: Copy + Send + Sync>(self) -> Self::Output {
            // SAFETY: the caller's promise; the type has the size of the elements.
            unsafe { self.0.run(&Combined::<T, _>::new(self.1, self.2, |_: T, new: T| new)) }
        }
    }
    impl ForNumber for Work<'_, '_> {
        type Output = std::result::Result<(), i64>;
        fn of<T: Number>(self) -> Self::Output {
            let Work(walk, t, source, how) = self;
            // SAFETY: the caller's promise; the type is that of the elements.
            unsafe {
                // Sums have their own loop; the others are rare enough to share one.
                let rare: fn(T, T) -> T = match how {
                    Combination::Last => unreachable!("it went by width"),
                    Combination::Sum => return walk.run(&Combined::new(t, source, T::add)),
                    Combination::Product => T::mul,
                    Combination::Largest => larger::<T>,
                    Combination::Smallest => smaller::<T>,
                };
                walk.run(&Combined::new(t, source, rare))
            }
        }
    }
    match how {
        Combination::Last => by_width(t.dtype().width(), Work(walk, t, source, how)),
        _ => by_number(t.dtype(), Work(walk, t, source, how)),
    }
}

#[inline(always)]
#[allow(clippy::eq_op)] // only NaN differs from itself
fn larger<T: Number>(old: T, new: T) -> T {
    if new > old || new != new { new } else { old }
}

#[inline(always)]
#[allow(clippy::eq_op)] // as above
fn smaller<T: Number>(old: T, new: T) -> T {
    if new < old || new != new { new } else { old }
}

struct Combined<T, F> {
    to: Base<T>,
    from: Base<T>,
    f: F,
}

impl<T: Copy, F: Fn(T, T) -> T> Combined<T, F> {
    fn new(to: Host, from: *const u8, f: F) -> Combined<T, F> {
        Combined { to: Base::of(to), from: Base::new(from.cast_mut().cast()), f }
    }
}

impl<T: Copy + Send + Sync, F: Fn(T, T) -> T + Sync> Move for Combined<T, F> {
    const WRITES_HERE: bool = false;

    #[inline(always)]
    unsafe fn one(&self, here: isize, there: isize) {
        let to = self.to.at(there);
        // SAFETY: the caller's promise.
        unsafe { to.write((self.f)(to.read(), self.from.at(here).read())) };
    }

    #[inline(always)]
    unsafe fn row(&self, n: usize, (here, here_step): (isize, isize), (there, there_step): (isize, isize)) {
        // SAFETY: the caller's promise.
        unsafe {
            if here_step == 1 && there_step == 1 {
                // A separate loop, so that it is vectorised.
                for i in 0..n as isize {
                    self.one(here + i, there + i);
                }
                return;
            }
            for i in 0..n as isize {
                self.one(here + i * here_step, there + i * there_step);
            }
        }
    }
}
