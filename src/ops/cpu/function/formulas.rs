//! Functions that the compiler vectorises, with their derivatives: no branch, no table, no call.
//!
//! At a corner of a function the derivative is PyTorch's.

use super::formula::Formula;
use crate::ops::cpu::vecmath::{self, Real};
use crate::ops::number::is_nan;

pub(crate) const SELU_ALPHA: f64 = 1.673_263_242_354_377_2;
pub(crate) const SELU_SCALE: f64 = 1.050_700_987_355_480_5;

/// A constant in the operand's type.
#[inline(always)]
fn c<T: Real>(value: f64) -> T {
    T::cast_from(value)
}

#[derive(Clone, Copy)]
pub(super) struct Exp2;

impl Formula for Exp2 {
    #[inline(always)]
    fn value<T: Real>(self, x: T) -> T {
        vecmath::exp2(x)
    }

    #[inline(always)]
    fn slope<T: Real>(self, x: T) -> T {
        vecmath::exp2(x) * c(std::f64::consts::LN_2)
    }
}

#[derive(Clone, Copy)]
pub(super) struct Expm1;

impl Formula for Expm1 {
    #[inline(always)]
    fn value<T: Real>(self, x: T) -> T {
        vecmath::expm1(x)
    }

    #[inline(always)]
    fn slope<T: Real>(self, x: T) -> T {
        vecmath::exp(x)
    }
}

#[derive(Clone, Copy)]
pub(super) struct Log1p;

impl Formula for Log1p {
    #[inline(always)]
    fn value<T: Real>(self, x: T) -> T {
        vecmath::log1p(x)
    }

    #[inline(always)]
    fn slope<T: Real>(self, x: T) -> T {
        T::ONE / (T::ONE + x)
    }
}

#[derive(Clone, Copy)]
pub(super) struct Rsqrt;

impl Formula for Rsqrt {
    #[inline(always)]
    fn value<T: Real>(self, x: T) -> T {
        T::ONE / x.square_root()
    }

    #[inline(always)]
    fn slope<T: Real>(self, x: T) -> T {
        -(T::ONE / (x.square_root() * (x + x)))
    }
}

#[derive(Clone, Copy)]
pub(super) struct Reciprocal;

impl Formula for Reciprocal {
    #[inline(always)]
    fn value<T: Real>(self, x: T) -> T {
        T::ONE / x
    }

    #[inline(always)]
    fn slope<T: Real>(self, x: T) -> T {
        -((T::ONE / x) / x)
    }
}

#[derive(Clone, Copy)]
pub(super) struct Logit(pub f64);

impl Formula for Logit {
    #[inline(always)]
    fn value<T: Real>(self, x: T) -> T {
        let eps: T = c(self.0);
        // Comparisons with NaN are false, so an `eps` of NaN is no bound.
        let x = if x < eps { eps } else { x };
        let x = if x > T::ONE - eps { T::ONE - eps } else { x };
        vecmath::log(x / (T::ONE - x))
    }

    #[inline(always)]
    fn slope<T: Real>(self, x: T) -> T {
        let eps: T = c(self.0);
        let slope = T::ONE / (x * (T::ONE - x));
        let outside = if is_nan(eps) { T::NAN } else { T::ZERO };
        let (low, high) = if is_nan(eps) { (T::ZERO, T::ONE) } else { (eps, T::ONE - eps) };
        if x < low || x > high { outside } else { slope }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Frac;

impl Formula for Frac {
    #[inline(always)]
    fn value<T: Real>(self, x: T) -> T {
        (x - x.trunc_to()).copy_sign(x)
    }

    #[inline(always)]
    fn slope<T: Real>(self, _: T) -> T {
        T::ONE
    }
}

pub(super) const FLOOR: u8 = 0;
pub(super) const CEIL: u8 = 1;
pub(super) const ROUND: u8 = 2;
pub(super) const TRUNC: u8 = 3;

/// Rounds to an integer in the direction of that name.
#[derive(Clone, Copy)]
pub(super) struct Rounded<const WAY: u8>;

impl<const WAY: u8> Formula for Rounded<WAY> {
    #[inline(always)]
    fn value<T: Real>(self, x: T) -> T {
        match WAY {
            FLOOR => x.floor_to(),
            CEIL => x.ceil_to(),
            ROUND => x.round_to_even(),
            _ => x.trunc_to(),
        }
    }

    #[inline(always)]
    fn slope<T: Real>(self, _: T) -> T {
        T::ZERO
    }
}

#[derive(Clone, Copy)]
pub(super) struct RoundTo(pub f64);

impl Formula for RoundTo {
    #[inline(always)]
    fn value<T: Real>(self, x: T) -> T {
        // A scale below 1 is not exact, but its inverse is.
        let (scale, inverse) = (c::<T>(self.0), c::<T>((1.0 / self.0).round()));
        if self.0 >= 1.0 { (x * scale).round_to_even() / scale } else { (x / inverse).round_to_even() * inverse }
    }

    #[inline(always)]
    fn slope<T: Real>(self, _: T) -> T {
        T::ZERO
    }
}

#[derive(Clone, Copy)]
pub(super) struct Sign;

impl Formula for Sign {
    #[inline(always)]
    fn value<T: Real>(self, x: T) -> T {
        let negative = if x < T::ZERO { -T::ONE } else { T::ZERO };
        if x > T::ZERO { T::ONE } else { negative }
    }

    #[inline(always)]
    fn slope<T: Real>(self, _: T) -> T {
        T::ZERO
    }
}

#[derive(Clone, Copy)]
pub(super) struct NanToNum {
    pub nan: f64,
    pub above: f64,
    pub below: f64,
}

impl Formula for NanToNum {
    #[inline(always)]
    fn value<T: Real>(self, x: T) -> T {
        let (above, below) = (c(self.above), c(self.below));
        let number = if is_nan(x) { c(self.nan) } else { x };
        let number = if x == T::INFINITY { above } else { number };
        if x == -T::INFINITY { below } else { number }
    }

    #[inline(always)]
    fn slope<T: Real>(self, x: T) -> T {
        if x.abs() < T::INFINITY { T::ONE } else { T::ZERO }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Clamp {
    pub min: f64,
    pub max: f64,
}

impl Formula for Clamp {
    #[inline(always)]
    fn value<T: Real>(self, x: T) -> T {
        let (min, max): (T, T) = (c(self.min), c(self.max));
        let x = if x < min { min } else { x };
        if x > max { max } else { x }
    }

    #[inline(always)]
    fn slope<T: Real>(self, x: T) -> T {
        let (min, max): (T, T) = (c(self.min), c(self.max));
        if x <= min || x >= max { T::ZERO } else { T::ONE }
    }
}

#[derive(Clone, Copy)]
pub(super) struct LeakyRelu(pub f64);

impl Formula for LeakyRelu {
    #[inline(always)]
    fn value<T: Real>(self, x: T) -> T {
        if x > T::ZERO { x } else { x * c(self.0) }
    }

    #[inline(always)]
    fn slope<T: Real>(self, x: T) -> T {
        if x > T::ZERO { T::ONE } else { c(self.0) }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Elu {
    pub scale: f64,
    pub alpha: f64,
    /// The divisor of x.
    pub inner: f64,
}

impl Formula for Elu {
    #[inline(always)]
    fn value<T: Real>(self, x: T) -> T {
        let below = vecmath::expm1(x / c(self.inner)) * c(self.alpha);
        if x > T::ZERO { x * c(self.scale) } else { below }
    }

    #[inline(always)]
    fn slope<T: Real>(self, x: T) -> T {
        let below = vecmath::exp(x / c(self.inner)) * c(self.alpha / self.inner);
        if x > T::ZERO { c(self.scale) } else { below }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Silu;

impl Formula for Silu {
    #[inline(always)]
    fn value<T: Real>(self, x: T) -> T {
        // Far below 0 the sigmoid is 0, and so is the limit of the product.
        if x == -T::INFINITY { -T::ZERO } else { x * vecmath::sigmoid(x) }
    }

    #[inline(always)]
    fn slope<T: Real>(self, x: T) -> T {
        let s = vecmath::sigmoid(x);
        let bend = s * (T::ONE - s);
        s + if bend == T::ZERO { T::ZERO } else { x * bend }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Mish;

/// `tanh(softplus(x))`. With `e = exp(x)` it is `e (e + 2) / (e (e + 2) + 2)`, where nothing
/// cancels.
#[inline(always)]
fn mish_share<T: Real>(x: T) -> T {
    let two = T::ONE + T::ONE;
    let e = vecmath::exp(if x > c(20.0) { c(20.0) } else { x });
    let n = e * (e + two);
    n / (n + two)
}

impl Formula for Mish {
    #[inline(always)]
    fn value<T: Real>(self, x: T) -> T {
        if x == -T::INFINITY { -T::ZERO } else { x * mish_share(x) }
    }

    #[inline(always)]
    fn slope<T: Real>(self, x: T) -> T {
        let share = mish_share(x);
        let bend = (T::ONE - share * share) * vecmath::sigmoid(x);
        share + if bend == T::ZERO { T::ZERO } else { x * bend }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Softsign;

impl Formula for Softsign {
    #[inline(always)]
    fn value<T: Real>(self, x: T) -> T {
        x / (T::ONE + x.abs())
    }

    #[inline(always)]
    fn slope<T: Real>(self, x: T) -> T {
        let below = T::ONE + x.abs();
        T::ONE / (below * below)
    }
}

#[derive(Clone, Copy)]
pub(super) struct Hardsigmoid;

/// `x + 3`, limited to 0 and 6.
#[inline(always)]
fn ramp<T: Real>(x: T) -> T {
    Clamp { min: 0.0, max: 6.0 }.value(x + c(3.0))
}

impl Formula for Hardsigmoid {
    #[inline(always)]
    fn value<T: Real>(self, x: T) -> T {
        ramp(x) / c(6.0)
    }

    #[inline(always)]
    fn slope<T: Real>(self, x: T) -> T {
        if x.abs() < c(3.0) { c(1.0 / 6.0) } else { T::ZERO }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Hardswish;

impl Formula for Hardswish {
    #[inline(always)]
    fn value<T: Real>(self, x: T) -> T {
        if x == -T::INFINITY { -T::ZERO } else { x * ramp(x) / c(6.0) }
    }

    #[inline(always)]
    fn slope<T: Real>(self, x: T) -> T {
        let inside = x / c(3.0) + c(0.5);
        let above = if x >= c(3.0) { T::ONE } else { inside };
        if x <= c(-3.0) { T::ZERO } else { above }
    }
}

#[derive(Clone, Copy)]
pub(super) struct LogSigmoid;

impl Formula for LogSigmoid {
    #[inline(always)]
    fn value<T: Real>(self, x: T) -> T {
        let below = if x < T::ZERO { x } else { T::ZERO };
        below - vecmath::log1p(vecmath::exp(-x.abs()))
    }

    #[inline(always)]
    fn slope<T: Real>(self, x: T) -> T {
        vecmath::sigmoid(-x)
    }
}
