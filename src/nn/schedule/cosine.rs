//! Schedules by the cosine (Loshchilov and Hutter 2016).

use super::rate::{Schedule, half_wave, not_negative, some_steps};
use crate::error::Result;

/// `CosineAnnealingLR`: down to `eta_min` in `t_max` steps by half a wave, and up again.
#[derive(Clone, Debug)]
pub struct CosineAnnealing {
    /// Steps of half a wave.
    pub t_max: u64,
    /// The least rate.
    pub eta_min: f64,
}

impl Schedule for CosineAnnealing {
    fn rate(&self, t: u64, base: f64) -> f64 {
        half_wave(base, self.eta_min, t as f64 / self.t_max as f64)
    }

    fn check(&self) -> Result<()> {
        some_steps("CosineAnnealingLR", "t_max", self.t_max)?;
        not_negative("CosineAnnealingLR", "eta_min", self.eta_min)
    }
}

/// `CosineAnnealingWarmRestarts`: down by half a wave, then from the top again, each time in
/// `t_mult` times as many steps.
#[derive(Clone, Debug)]
pub struct WarmRestarts {
    /// Steps until the first restart.
    pub t_0: u64,
    /// The factor by which the next part is longer.
    pub t_mult: u64,
    /// The least rate.
    pub eta_min: f64,
}

impl Schedule for WarmRestarts {
    fn rate(&self, t: u64, base: f64) -> f64 {
        let (mut at, mut length) = (t, self.t_0);
        if self.t_mult == 1 {
            at %= length;
        }
        while at >= length {
            at -= length;
            length = length.saturating_mul(self.t_mult);
        }
        half_wave(base, self.eta_min, at as f64 / length as f64)
    }

    fn check(&self) -> Result<()> {
        some_steps("CosineAnnealingWarmRestarts", "t_0", self.t_0)?;
        some_steps("CosineAnnealingWarmRestarts", "t_mult", self.t_mult)?;
        not_negative("CosineAnnealingWarmRestarts", "eta_min", self.eta_min)
    }
}
