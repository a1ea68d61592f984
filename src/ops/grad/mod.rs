//! Kernels of backward rules and of the optimizer: each is one pass where a composition of operations would be three.
//!
//! Invariant: a kernel writes only into a gradient that it was given as its own ([`is_owned`]) or has just made, so
//! nothing that a program can see changes under it.

mod elementwise;
mod rows;
mod sgd;

pub use elementwise::{Side, binary, scalar, unary};
pub use rows::{add_at_targets, cross_entropy, index_add, softmax};
pub use sgd::{sgd, sgd_gradient};

use crate::error::{Error, Result};
use crate::ops;
use crate::tensor::{DType, Element, Tensor};
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

/// Whether nobody else holds the elements of `t` and they can be written one after another.
pub fn is_owned(t: &Tensor) -> bool {
    t.storage().ref_count() == 1 && t.is_contiguous()
}

/// What the kernels compute with: `f32` and `f64`.
trait Real:
    Element
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
{
    const ZERO: Self;
    const ONE: Self;
    fn of(value: f64) -> Self;
    fn exp(self) -> Self;
    fn ln(self) -> Self;
    fn powf(self, exponent: Self) -> Self;
}

impl Real for f32 {
    const ZERO: f32 = 0.0;
    const ONE: f32 = 1.0;
    fn of(value: f64) -> f32 {
        value as f32
    }
    fn exp(self) -> f32 {
        f32::exp(self)
    }
    fn ln(self) -> f32 {
        f32::ln(self)
    }
    fn powf(self, exponent: f32) -> f32 {
        f32::powf(self, exponent)
    }
}

impl Real for f64 {
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;
    fn of(value: f64) -> f64 {
        value
    }
    fn exp(self) -> f64 {
        f64::exp(self)
    }
    fn ln(self) -> f64 {
        f64::ln(self)
    }
    fn powf(self, exponent: f64) -> f64 {
        f64::powf(self, exponent)
    }
}

#[cold]
fn not_floating(dtype: DType) -> Error {
    Error::dtype(format!("a gradient is float32 or float64, not {dtype}"))
}

/// The same values where they may be written: `t` itself if it is owned, a copy otherwise.
fn owned(t: Tensor) -> Result<Tensor> {
    if is_owned(&t) { Ok(t) } else { ops::copy(&t) }
}

/// The elements of a tensor that the caller made contiguous and of this dtype.
fn values<T: Real>(t: &Tensor) -> &[T] {
    t.as_slice().expect("the caller made it contiguous and of this dtype")
}

/// The elements of a gradient that is [`is_owned`].
fn values_mut<T: Real>(t: &mut Tensor) -> &mut [T] {
    assert!(T::DTYPE == t.dtype() && is_owned(t), "the caller made it its own");
    // SAFETY: contiguous elements of T inside the storage, and `t`, borrowed mutably, is all that holds the storage.
    unsafe { std::slice::from_raw_parts_mut(t.as_ptr().cast::<T>(), t.size()) }
}
