//! The schedule of stochastic weight averaging (Izmailov et al. 2018): from the present rate to a
//! constant one.

use super::rate::{Schedule, not_negative};
use crate::error::Result;
use std::f64::consts::PI;

/// `torch.optim.swa_utils.SWALR`: from the rate that there is to `swa_lr` in `anneal_epochs` steps.
#[derive(Clone, Debug)]
pub struct SwaLr {
    /// The rate from step `anneal_epochs` on.
    pub swa_lr: f64,
    /// Steps until then; 0 for the first rate.
    pub anneal_epochs: u64,
    /// Whether it goes by half a wave of the cosine, or else evenly.
    pub cosine: bool,
}

impl SwaLr {
    /// How much of the way was gone at a step.
    fn share(&self, step: u64) -> f64 {
        let t = (step as f64 / self.anneal_epochs.max(1) as f64).min(1.0);
        if self.cosine { (1.0 - libm::cos(PI * t)) / 2.0 } else { t }
    }

    fn step(&self, t: u64) -> u64 {
        if self.anneal_epochs == 0 { t.max(1) } else { t }
    }
}

impl Schedule for SwaLr {
    fn rate(&self, t: u64, base: f64) -> f64 {
        let share = self.share(self.step(t));
        self.swa_lr * share + base * (1.0 - share)
    }

    /// Another schedule may have changed the rate since this one was made.
    fn rate_after(&self, t: u64, _: f64, now: f64) -> f64 {
        let before = self.share(self.step(t) - 1);
        let began = if before == 1.0 { self.swa_lr } else { (now - before * self.swa_lr) / (1.0 - before) };
        self.rate(t, began)
    }

    fn check(&self) -> Result<()> {
        not_negative("SWALR", "swa_lr", self.swa_lr)
    }
}
