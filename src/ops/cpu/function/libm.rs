//! Functions that are computed one element at a time, in float64: those of the crate `libm`, and
//! the derivatives of the logarithm of the gamma function.
//!
//! Invariant: errors are within 1 unit in the last place of float64, except near the zeros of
//! `lgamma` and `digamma`. So a float32 result is the nearest one, except for rare ties.

use super::formula::Formula;
use crate::ops::cpu::vecmath;
use crate::ops::settings::RealOp;
use std::f64::consts::{LN_2, LN_10, PI};

type Real = fn(f64) -> f64;

/// A function and its derivative.
#[derive(Clone, Copy)]
pub(in crate::ops) struct Libm {
    value: Real,
    slope: Real,
}

impl Libm {
    /// The functions of an operation; `None` if it is not computed here.
    pub fn of(op: RealOp) -> Option<Libm> {
        let (value, slope): (Real, Real) = match op {
            RealOp::Log2 => (libm::log2, |x| 1.0 / (x * LN_2)),
            RealOp::Log10 => (libm::log10, |x| 1.0 / (x * LN_10)),
            RealOp::Sin => (libm::sin, libm::cos),
            RealOp::Cos => (libm::cos, |x| -libm::sin(x)),
            RealOp::Tan => (libm::tan, |x| 1.0 + libm::tan(x) * libm::tan(x)),
            RealOp::Asin => (libm::asin, |x| 1.0 / ((1.0 - x) * (1.0 + x)).sqrt()),
            RealOp::Acos => (libm::acos, |x| -1.0 / ((1.0 - x) * (1.0 + x)).sqrt()),
            RealOp::Atan => (libm::atan, |x| 1.0 / (1.0 + x * x)),
            RealOp::Sinh => (libm::sinh, libm::cosh),
            RealOp::Cosh => (libm::cosh, libm::sinh),
            RealOp::Asinh => (libm::asinh, |x| 1.0 / libm::hypot(x, 1.0)),
            RealOp::Acosh => (libm::acosh, |x| 1.0 / ((x - 1.0).sqrt() * (x + 1.0).sqrt())),
            RealOp::Atanh => (libm::atanh, |x| 1.0 / ((1.0 - x) * (1.0 + x))),
            RealOp::Lgamma => (libm::lgamma, digamma),
            RealOp::Digamma => (digamma, trigamma),
            _ => return None,
        };
        Some(Libm { value, slope })
    }
}

impl Formula for Libm {
    #[inline(always)]
    fn value<T: vecmath::Real>(self, x: T) -> T {
        T::cast_from((self.value)(x.as_f64()))
    }

    #[inline(always)]
    fn slope<T: vecmath::Real>(self, x: T) -> T {
        T::cast_from((self.slope)(x.as_f64()))
    }
}

/// The derivative of the logarithm of the gamma function. Uses its series for large x, where
/// `digamma(x + 1) = digamma(x) + 1 / x` moves smaller ones, and reflection below 0.5. Abramowitz
/// and Stegun, "Handbook of mathematical functions", 6.3.
fn digamma(x: f64) -> f64 {
    if x == 0.0 {
        return f64::INFINITY.copysign(-x);
    }
    if x < 0.0 {
        let part = x - x.trunc();
        if part == 0.0 {
            return f64::NAN;
        }
        return digamma(1.0 - x) - PI / libm::tan(PI * part);
    }
    let (mut x, mut sum) = (x, 0.0);
    while x < 10.0 {
        sum -= 1.0 / x;
        x += 1.0;
    }
    if x.is_infinite() {
        return x;
    }
    const SERIES: [f64; 7] =
        [1.0 / 12.0, -691.0 / 32_760.0, 1.0 / 132.0, -1.0 / 240.0, 1.0 / 252.0, -1.0 / 120.0, 1.0 / 12.0];
    let z = 1.0 / (x * x);
    let series = SERIES.iter().fold(0.0, |sum, c| sum * z + c) * z;
    sum + (libm::log(x) - 0.5 / x - series)
}

/// The derivative of [`digamma`], computed in the same way (section 6.4 there).
fn trigamma(x: f64) -> f64 {
    if x < 0.5 {
        let sine = libm::sin(PI * (x - libm::round(x)));
        return PI * PI / (sine * sine) - trigamma(1.0 - x);
    }
    let (mut x, mut sum) = (x, 0.0);
    while x < 10.0 {
        sum += 1.0 / (x * x);
        x += 1.0;
    }
    const SERIES: [f64; 7] = [7.0 / 6.0, -691.0 / 2_730.0, 5.0 / 66.0, -1.0 / 30.0, 1.0 / 42.0, -1.0 / 30.0, 1.0 / 6.0];
    let z = 1.0 / (x * x);
    let series = SERIES.iter().fold(0.0, |sum, c| sum * z + c) * z;
    sum + (1.0 + series + 0.5 / x) / x
}
