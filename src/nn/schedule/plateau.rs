//! `ReduceLROnPlateau`: a lower rate when a metric has stopped getting better.

use super::rate::not_negative;
use crate::error::{Error, Result};

/// The settings of `torch.optim.lr_scheduler.ReduceLROnPlateau`.
#[derive(Clone, Debug)]
pub struct Plateau {
    /// Whether a greater metric is better.
    pub maximize: bool,
    /// The factor of a change, below 1.
    pub factor: f64,
    /// Steps without improvement that are accepted.
    pub patience: u64,
    /// How much better counts as better.
    pub threshold: f64,
    /// Whether `threshold` is a share of the best metric, or else a difference.
    pub relative: bool,
    /// Steps after a change in which none is counted.
    pub cooldown: u64,
    /// The least rate.
    pub min_lr: f64,
    /// A change by less than this is left out.
    pub eps: f64,
}

/// What was seen.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seen {
    /// The best metric; none before the first.
    pub best: Option<f64>,
    pub num_bad_epochs: u64,
    pub cooldown_counter: u64,
}

impl Plateau {
    /// `INVALID_ARGUMENT` for parameters out of range.
    pub(super) fn check(&self) -> Result<()> {
        if !(0.0..1.0).contains(&self.factor) {
            return Err(Error::argument(format!("ReduceLROnPlateau: factor {} is not from 0 to below 1", self.factor)));
        }
        not_negative("ReduceLROnPlateau", "threshold", self.threshold)?;
        not_negative("ReduceLROnPlateau", "min_lr", self.min_lr)?;
        not_negative("ReduceLROnPlateau", "eps", self.eps)
    }

    /// Takes a metric; whether the rates are to be reduced now.
    pub(super) fn takes(&self, seen: &mut Seen, metric: f64) -> bool {
        if self.is_better(metric, seen.best) {
            seen.best = Some(metric);
            seen.num_bad_epochs = 0;
        } else {
            seen.num_bad_epochs += 1;
        }
        if seen.cooldown_counter > 0 {
            seen.cooldown_counter -= 1;
            seen.num_bad_epochs = 0;
        }
        let reduces = seen.num_bad_epochs > self.patience;
        if reduces {
            seen.cooldown_counter = self.cooldown;
            seen.num_bad_epochs = 0;
        }
        reduces
    }

    /// The rate after a reduction.
    pub(super) fn reduced(&self, rate: f64) -> f64 {
        let next = (rate * self.factor).max(self.min_lr);
        if rate - next > self.eps { next } else { rate }
    }

    fn is_better(&self, metric: f64, best: Option<f64>) -> bool {
        let Some(best) = best else { return !metric.is_nan() };
        match (self.maximize, self.relative) {
            (false, true) => metric < best * (1.0 - self.threshold),
            (false, false) => metric < best - self.threshold,
            (true, true) => metric > best * (1.0 + self.threshold),
            (true, false) => metric > best + self.threshold,
        }
    }
}
