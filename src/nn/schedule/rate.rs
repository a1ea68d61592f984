//! `Schedule`: the rate at each step, and the checks that several schedules share.

use crate::error::{Error, Result};

/// A learning rate for each step.
pub trait Schedule: Send + Sync {
    /// The rate after `t` steps of a group that began with `base`.
    fn rate(&self, t: u64, base: f64) -> f64;

    /// The rate after `t` steps, at least one, of a group that has the rate `now`.
    fn rate_after(&self, t: u64, base: f64, _now: f64) -> f64 {
        self.rate(t, base)
    }

    /// The momentum after `t` steps; none for a schedule that leaves it alone.
    fn momentum(&self, _t: u64) -> Option<f64> {
        None
    }

    /// The last step that has a rate; `None` if every step has one.
    fn end(&self) -> Option<u64> {
        None
    }

    /// `INVALID_ARGUMENT` for parameters out of range.
    fn check(&self) -> Result<()>;
}

/// `INVALID_ARGUMENT` for a number that is not finite or below 0.
pub(super) fn not_negative(of: &str, name: &str, value: f64) -> Result<()> {
    crate::nn::not_negative(&format!("{of}: {name}"), value)
}

/// `INVALID_ARGUMENT` for a number of steps that is 0.
pub(super) fn some_steps(of: &str, name: &str, steps: u64) -> Result<()> {
    if steps > 0 {
        return Ok(());
    }
    Err(Error::argument(format!("{of}: {name} 0 is not a number of steps")))
}

/// Evenly from `start` to `end`.
pub(super) fn line(start: f64, end: f64, share: f64) -> f64 {
    start + (end - start) * share
}

/// From `start` to `end` by half a wave of the cosine.
pub(super) fn half_wave(start: f64, end: f64, share: f64) -> f64 {
    end + (start - end) / 2.0 * (1.0 + libm::cos(std::f64::consts::PI * share))
}
