//! Which new tensors are asked for the line that made them: a sample by bytes, so that large ones count.
//!
//! Invariant: a tensor of `b` bytes is sampled with the probability `1 - exp(-b / mean)`, whatever was
//! made before, because the bytes to the next sample are exponentially distributed; from twice the mean
//! on, always. So a sample stands for [`weight`] bytes, and sums of weights estimate sums of bytes
//! without a bias.
//!
//! The core cannot see the stack of the caller's language. A sampled handle waits in a short list, and a
//! word says how many wait: a wrapper looks at it after each call, and asks about its handle only if it
//! is not 0.

use parking_lot::Mutex;
use std::cell::Cell;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Handles that may wait, on all threads.
const MOST_WAITING: usize = 64;
/// A wrapper asks at once. Without one, as for the threads of a program in C, nobody does.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// The mean of the bytes between two samples; 0 if nothing is sampled.
static MEAN: AtomicU64 = AtomicU64::new(0);
/// How many handles wait.
static WORD: AtomicI32 = AtomicI32::new(0);
static WAITING: Mutex<Vec<(u64, Instant)>> = Mutex::new(Vec::new());

/// A thread's way to its next sample.
struct Next {
    /// The mean for which the distance was drawn; 0 at first.
    mean: Cell<u64>,
    distance: Cell<f64>,
    random: Cell<u64>,
}

thread_local! {
    static NEXT: Next = const { Next { mean: Cell::new(0), distance: Cell::new(0.0), random: Cell::new(0) } };
}

/// Samples with this mean from now on; 0 samples nothing.
pub(super) fn set_mean(mean: u64) {
    MEAN.store(mean, Ordering::Relaxed);
    let mut waiting = WAITING.lock();
    waiting.clear();
    WORD.store(0, Ordering::Relaxed);
}

/// The number of handles that wait for the line that made them.
pub fn word() -> &'static AtomicI32 {
    &WORD
}

/// The bytes that a sample of `bytes` stands for.
pub fn weight(bytes: u64, mean: u64) -> f64 {
    let (size, mean) = (bytes as f64, mean as f64);
    if bytes == 0 || size >= 2.0 * mean { size } else { size / -(-size / mean).exp_m1() }
}

/// Called for a handle with a storage of its own, before anyone else knows the handle.
pub fn sample(handle: u64, bytes: u64) {
    let mean = MEAN.load(Ordering::Relaxed);
    if mean == 0 || bytes == 0 || !NEXT.try_with(|next| next.is_sampled(bytes, mean)).unwrap_or(false) {
        return;
    }
    let mut waiting = WAITING.lock();
    if waiting.len() == MOST_WAITING {
        waiting.remove(0);
    }
    waiting.push((handle, Instant::now()));
    WORD.store(waiting.len() as i32, Ordering::Relaxed);
}

/// Whether this handle is sampled and waits. It does not wait any longer then.
pub fn take(handle: u64) -> bool {
    let mut waiting = WAITING.lock();
    let waited = waiting.len();
    waiting.retain(|(_, since)| since.elapsed() < LONGEST_WAIT);
    let at = waiting.iter().position(|&(waits, _)| waits == handle);
    if let Some(at) = at {
        waiting.swap_remove(at);
    }
    if waiting.len() != waited {
        WORD.store(waiting.len() as i32, Ordering::Relaxed);
    }
    at.is_some()
}

impl Next {
    fn is_sampled(&self, bytes: u64, mean: u64) -> bool {
        if self.mean.replace(mean) != mean {
            self.distance.set(self.draw(mean));
        }
        if bytes as f64 >= 2.0 * mean as f64 {
            return true;
        }
        self.distance.set(self.distance.get() - bytes as f64);
        let is_sampled = self.distance.get() <= 0.0;
        if is_sampled {
            self.distance.set(self.draw(mean));
        }
        is_sampled
    }

    /// An exponentially distributed distance.
    fn draw(&self, mean: u64) -> f64 {
        let mut random = self.random.get();
        if random == 0 {
            random = RandomState::new().hash_one(0u8) | 1;
        }
        // xorshift64*
        random ^= random >> 12;
        random ^= random << 25;
        random ^= random >> 27;
        self.random.set(random);
        let unit = (random.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11) as f64 / (1u64 << 53) as f64;
        -(1.0 - unit).ln() * mean as f64
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn sums_of_weights_estimate_sums_of_bytes() {
        const MEAN: u64 = 4096;
        let next = Next { mean: Cell::new(0), distance: Cell::new(0.0), random: Cell::new(11) };
        for bytes in [1, 64, 1000, 4096, 8191, 8192, 100_000] {
            let n = 400_000;
            let sampled = (0..n).filter(|_| next.is_sampled(bytes, MEAN)).count();
            let estimate = sampled as f64 * weight(bytes, MEAN);
            let exact = (n * bytes) as f64;
            // A relative deviation of at most 5 / sqrt(number of samples).
            assert!(
                (estimate / exact - 1.0).abs() <= 5.0 / (sampled as f64).sqrt(),
                "{bytes}: {estimate}, not {exact}"
            );
            assert!(bytes < 2 * MEAN || sampled == n as usize, "{bytes}: {sampled} of {n}");
        }
    }

    #[test]
    fn sizes_in_turns_are_estimated_one_by_one() {
        const MEAN: u64 = 4096;
        let next = Next { mean: Cell::new(0), distance: Cell::new(0.0), random: Cell::new(5) };
        let (mut small, mut large) = (0u64, 0u64);
        for _ in 0..400_000 {
            small += u64::from(next.is_sampled(100, MEAN));
            large += u64::from(next.is_sampled(3000, MEAN));
        }
        for (bytes, sampled) in [(100, small), (3000, large)] {
            let estimate = sampled as f64 * weight(bytes, MEAN) / (400_000 * bytes) as f64;
            assert!((estimate - 1.0).abs() <= 5.0 / (sampled as f64).sqrt(), "{bytes}: {estimate} of what was made");
        }
    }

    #[test]
    fn a_weight_of_odd_numbers_is_finite() {
        for (bytes, mean) in [(0, 0), (0, 1), (1, 0), (1, 1), (u64::MAX, 1), (1, u64::MAX), (u64::MAX, u64::MAX)] {
            let weight = weight(bytes, mean);
            assert!(weight.is_finite() && weight >= bytes as f64 * 0.999, "{bytes}, {mean}: {weight}");
        }
    }
}
