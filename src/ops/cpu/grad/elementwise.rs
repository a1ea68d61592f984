//! The loops of gradients of elementwise operations, and the slopes that are more than a line. They
//! overwrite the incoming gradient.
//!
//! Invariant: a loop writes each element of the gradient from the same element of the operands, so
//! it does not matter how they are divided.

use crate::ops::cpu::dispatch::{self, Kernel};
use crate::ops::cpu::unary::gelu_tanh_exponent;
use crate::ops::cpu::vecmath::{self, Real};
use crate::ops::parallel;
use crate::tensor::SharedCell;
use std::ops::Range;

/// `2 / sqrt(pi) exp(-x^2)`
pub(in crate::ops) fn erf_slope<T: Real>(x: T) -> T {
    T::cast_from(std::f64::consts::FRAC_2_SQRT_PI) * vecmath::exp(-(x * x))
}

/// The normal distribution function at `x`, plus `x` times the density there.
pub(in crate::ops) fn gelu_slope<T: Real>(x: T) -> T {
    let density = T::cast_from(0.398_942_280_401_432_7f64) * vecmath::exp(-(x * x) / (T::ONE + T::ONE));
    // If the density is 0, so is its product with an infinite x.
    vecmath::normal_share(x) + if density == T::ZERO { T::ZERO } else { x * density }
}

/// d(x s(v)) = s(v) + x s(v) (1 - s(v)) dv.
pub(in crate::ops) fn gelu_tanh_slope<T: Real>(x: T) -> T {
    let (exponent, slope) = gelu_tanh_exponent(x);
    let s = vecmath::sigmoid(exponent);
    let bend = s * (T::ONE - s);
    s + if bend == T::ZERO { T::ZERO } else { x * bend * slope }
}

/// d(x^y)/dx = y x^(y-1). x^0 is constant, also at 0, where the formula would be 0 times infinity.
pub(in crate::ops) fn pow_base<T: Real>(g: T, x: T, y: T) -> T {
    if y == T::ZERO { T::ZERO } else { g * (y * x.power(y - T::ONE)) }
}

/// d(x^y)/dy = x^y ln x. 0^y is constant for y >= 0, although ln 0 is not finite.
pub(in crate::ops) fn pow_exponent<T: Real>(g: T, x: T, y: T) -> T {
    if x == T::ZERO && y >= T::ZERO { T::ZERO } else { g * (x.power(y) * vecmath::log(x)) }
}

/// The gradient of one side of `maximum` or `minimum`.
pub(in crate::ops) fn share<T: Real>(g: T, tied: bool, lost: bool) -> T {
    match (tied, lost) {
        (true, _) => g / (T::ONE + T::ONE),
        (_, true) => T::ZERO,
        _ => g,
    }
}

/// `grad[i] = f(grad[i], x[i])`.
pub(in crate::ops) fn zip<T: Real>(grad: &mut [T], x: &[SharedCell<T>], f: &impl Fn(T, T) -> T) {
    dispatch::run(Zip { grad, x, f });
}

/// `grad[i] = f(grad[i], x[i], y[i])`.
pub(in crate::ops) fn zip2<T: Real>(
    grad: &mut [T],
    x: &[SharedCell<T>],
    y: &[SharedCell<T>],
    f: &impl Fn(T, T, T) -> T,
) {
    dispatch::run(Zip3 { grad, x, y, f });
}

/// Runs `work` on parts of a gradient in parallel, each with its range. `work` writes nothing else.
pub(in crate::ops) fn in_parts<T: Real>(grad: &mut [T], work: &dyn Fn(&mut [T], Range<usize>)) {
    let (first, n) = (grad.as_mut_ptr(), grad.len());
    let part = |range: Range<usize>| {
        // SAFETY: the gradient is the caller's, and each range has different elements.
        let part = unsafe { std::slice::from_raw_parts_mut(first.wrapping_add(range.start), range.len()) };
        work(part, range);
    };
    // SAFETY: as above; the operands are read as `SharedCell` allows.
    unsafe { parallel::ranges_apart(n, 6, part) };
}

struct Zip<'a, T, F> {
    grad: &'a mut [T],
    x: &'a [SharedCell<T>],
    f: &'a F,
}

impl<T: Real, F: Fn(T, T) -> T> Kernel for Zip<'_, T, F> {
    type Output = ();
    const WIDE: bool = false;

    #[inline(always)]
    fn run(self) {
        for (g, x) in self.grad.iter_mut().zip(self.x) {
            *g = (self.f)(*g, x.get());
        }
    }
}

/// Like [`Zip`], with one more operand.
struct Zip3<'a, T, F> {
    grad: &'a mut [T],
    x: &'a [SharedCell<T>],
    y: &'a [SharedCell<T>],
    f: &'a F,
}

impl<T: Real, F: Fn(T, T, T) -> T> Kernel for Zip3<'_, T, F> {
    type Output = ();
    const WIDE: bool = false;

    #[inline(always)]
    fn run(self) {
        for ((g, x), y) in self.grad.iter_mut().zip(self.x).zip(self.y) {
            *g = (self.f)(*g, x.get(), y.get());
        }
    }
}
