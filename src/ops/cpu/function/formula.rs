//! `Formula`: a function and its derivative, for any float type.

use crate::ops::cpu::vecmath::Real;

/// A function of one real number. It is small or zero-sized, so that it is compiled into the loop.
pub(super) trait Formula: Copy {
    fn value<T: Real>(self, x: T) -> T;
    fn slope<T: Real>(self, x: T) -> T;
}
