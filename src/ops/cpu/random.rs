//! Random numbers of a stream, written to memory.
//!
//! Invariant: the draws of each element, and their arithmetic, are those that `ops/random.rs` says,
//! in the order of memory. They are written out one after another, because each draw moves the
//! stream.

use crate::tensor::{BF16, Element, F16, FloatType, Host};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use std::f64::consts::TAU;

const TWO_POW_MINUS_24: f32 = 1.0 / 16_777_216.0;
const TWO_POW_MINUS_53: f64 = 1.0 / 9_007_199_254_740_992.0;

/// Uniform numbers into a contiguous tensor that may be written, each from its own draw.
pub(in crate::ops) fn uniform(rng: &mut ChaCha8Rng, to: Host, float: FloatType) {
    match float {
        FloatType::F32 => write(to, |_| (rng.next_u32() >> 8) as f32 * TWO_POW_MINUS_24),
        FloatType::F64 => write(to, |_| unit(rng)),
        FloatType::F16 => write(to, |_| F16::from_f32((rng.next_u32() >> 21) as f32 / 2048.0)),
        FloatType::BF16 => write(to, |_| BF16::from_f32((rng.next_u32() >> 24) as f32 / 256.0)),
    }
}

/// Normal numbers into a contiguous tensor that may be written, two from each pair of draws.
pub(in crate::ops) fn normal(rng: &mut ChaCha8Rng, to: Host, float: FloatType) {
    let mut second = 0.0;
    let mut normal = |i: usize| {
        if i % 2 == 1 {
            return second;
        }
        let (first, other) = pair(rng);
        second = other;
        first
    };
    match float {
        FloatType::F32 => write(to, |i| normal(i) as f32),
        FloatType::F64 => write(to, normal),
        FloatType::F16 => write(to, |i| F16::from_f32(normal(i) as f32)),
        FloatType::BF16 => write(to, |i| BF16::from_f32(normal(i) as f32)),
    }
}

/// Writes 1 where a float32 draw is below `probability`, otherwise 0.
pub(in crate::ops) fn keep(rng: &mut ChaCha8Rng, to: &mut [u8], probability: f64) {
    for byte in to {
        *byte = u8::from(f64::from(rng.next_u32() >> 8) < probability * 16_777_216.0);
    }
}

/// A multiple of 2^-53 in [0,1).
pub(in crate::ops) fn unit(rng: &mut ChaCha8Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 * TWO_POW_MINUS_53
}

/// A multiple of 2^-53 in (0,1].
pub(in crate::ops) fn above_zero(rng: &mut ChaCha8Rng) -> f64 {
    ((rng.next_u64() >> 11) + 1) as f64 * TWO_POW_MINUS_53
}

/// Two independent normal values.
fn pair(rng: &mut ChaCha8Rng) -> (f64, f64) {
    let radius = (-2.0 * libm::log(above_zero(rng))).sqrt();
    let (sin, cos) = libm::sincos(TAU * unit(rng));
    (radius * cos, radius * sin)
}

/// Writes a contiguous tensor of this element type in order.
fn write<T: Element>(t: Host, mut value: impl FnMut(usize) -> T) {
    let to = t.as_ptr().cast::<T>();
    for i in 0..t.size() {
        // SAFETY: the caller may write `t`, which is contiguous and has elements of this type.
        unsafe { to.add(i).write(value(i)) };
    }
}
