//! Samples drawn from a stream, one after another.
//!
//! Invariant: the draws and their order are those that `ops/sample.rs` says.

use super::random::{above_zero, unit};
use crate::tensor::Host;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

/// Writes 0, 1 and so on to contiguous int64.
pub(in crate::ops) fn count_up(to: Host) {
    let (at, n) = (to.as_ptr().cast::<i64>(), to.size());
    for i in 0..n {
        // SAFETY: `i` is below the length.
        unsafe { at.add(i).write(i as i64) };
    }
}

/// Permutes contiguous int64, each order equally likely.
pub(in crate::ops) fn permute(rng: &mut ChaCha8Rng, numbers: Host) {
    let (at, n) = (numbers.as_ptr().cast::<i64>(), numbers.size());
    for i in (1..n).rev() {
        // SAFETY: both are below the length.
        unsafe { at.add(i).swap(at.add(below(rng, i as u64 + 1) as usize)) };
    }
}

/// Replaces each weight by the sum of all up to it.
pub(in crate::ops) fn add_up(weights: &mut [f64]) {
    weights.iter_mut().fold(0.0, |sum, weight| {
        *weight += sum;
        *weight
    });
}

/// Replaces each weight by a draw, of which the smallest are chosen.
pub(in crate::ops) fn draw_keys(rng: &mut ChaCha8Rng, weights: &mut [f64]) {
    weights.iter_mut().for_each(|weight| {
        let key = -libm::log(above_zero(rng)) / *weight;
        *weight = if *weight > 0.0 { key } else { f64::INFINITY };
    });
}

/// A class, drawn by the [sums](add_up) of the weights.
pub(in crate::ops) fn class(rng: &mut ChaCha8Rng, sums: &[f64]) -> i64 {
    let classes = sums.len();
    let total = sums[classes - 1];
    let x = unit(rng) * total;
    let class = sums.partition_point(|sum| *sum <= x);
    // If the draw was rounded up to the total, the last class that has a weight.
    if class < classes { class as i64 } else { sums.partition_point(|sum| *sum < total) as i64 }
}

/// A number below `count`, each equally likely; a count of 0 means 2^64.
pub(in crate::ops) fn below(rng: &mut ChaCha8Rng, count: u64) -> u64 {
    if count == 0 {
        return rng.next_u64();
    }
    if count <= 1 << 32 {
        let whole = (1 << 32) - (1u64 << 32) % count;
        loop {
            let word = u64::from(rng.next_u32());
            if word < whole {
                return word % count;
            }
        }
    }
    let rest = (u64::MAX % count + 1) % count;
    loop {
        let word = rng.next_u64();
        if word <= u64::MAX - rest {
            return word % count;
        }
    }
}
