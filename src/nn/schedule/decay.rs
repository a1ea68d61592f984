//! Schedules that multiply the rate a group began with by a factor.

use super::rate::{Schedule, line, not_negative, some_steps};
use crate::error::{Error, Result};

/// `torch.optim.lr_scheduler.StepLR`: times `gamma` after each `step_size` steps.
#[derive(Clone, Debug)]
pub struct Step {
    /// Steps between two changes.
    pub step_size: u64,
    /// The factor of each change.
    pub gamma: f64,
}

impl Schedule for Step {
    fn rate(&self, t: u64, base: f64) -> f64 {
        base * libm::pow(self.gamma, (t / self.step_size) as f64)
    }

    fn check(&self) -> Result<()> {
        some_steps("StepLR", "step_size", self.step_size)?;
        not_negative("StepLR", "gamma", self.gamma)
    }
}

/// `MultiStepLR`: times `gamma` at each milestone.
#[derive(Clone, Debug)]
pub struct MultiStep {
    /// Numbers of steps, in ascending order.
    pub milestones: Vec<u64>,
    /// The factor of each change.
    pub gamma: f64,
}

impl Schedule for MultiStep {
    fn rate(&self, t: u64, base: f64) -> f64 {
        let reached = self.milestones.partition_point(|milestone| *milestone <= t);
        base * libm::pow(self.gamma, reached as f64)
    }

    fn check(&self) -> Result<()> {
        if self.milestones.is_empty() {
            return Err(Error::argument("MultiStepLR needs at least one milestone"));
        }
        if let Some(pair) = self.milestones.windows(2).find(|pair| pair[0] > pair[1]) {
            return Err(Error::argument(format!("MultiStepLR: milestone {} comes after {}", pair[1], pair[0])));
        }
        not_negative("MultiStepLR", "gamma", self.gamma)
    }
}

/// `ConstantLR`: times `factor` for the first `total_iters` steps.
#[derive(Clone, Debug)]
pub struct Constant {
    /// The factor.
    pub factor: f64,
    /// Steps until the rate is what it began with.
    pub total_iters: u64,
}

impl Schedule for Constant {
    fn rate(&self, t: u64, base: f64) -> f64 {
        if t < self.total_iters { base * self.factor } else { base }
    }

    fn check(&self) -> Result<()> {
        some_steps("ConstantLR", "total_iters", self.total_iters)?;
        not_negative("ConstantLR", "factor", self.factor)
    }
}

/// `LinearLR`: times a factor that goes evenly from `start_factor` to `end_factor`.
#[derive(Clone, Debug)]
pub struct Linear {
    /// The factor before the first step.
    pub start_factor: f64,
    /// The factor from step `total_iters` on.
    pub end_factor: f64,
    /// Steps from one to the other.
    pub total_iters: u64,
}

impl Schedule for Linear {
    fn rate(&self, t: u64, base: f64) -> f64 {
        let share = t.min(self.total_iters) as f64 / self.total_iters as f64;
        base * line(self.start_factor, self.end_factor, share)
    }

    fn check(&self) -> Result<()> {
        some_steps("LinearLR", "total_iters", self.total_iters)?;
        not_negative("LinearLR", "start_factor", self.start_factor)?;
        not_negative("LinearLR", "end_factor", self.end_factor)
    }
}

/// `ExponentialLR`: times `gamma` at each step.
#[derive(Clone, Debug)]
pub struct Exponential {
    /// The factor of each step.
    pub gamma: f64,
}

impl Schedule for Exponential {
    fn rate(&self, t: u64, base: f64) -> f64 {
        base * libm::pow(self.gamma, t as f64)
    }

    fn check(&self) -> Result<()> {
        not_negative("ExponentialLR", "gamma", self.gamma)
    }
}

/// `PolynomialLR`: times `(1 - t / total_iters)` to a power; 0 from step `total_iters` on.
#[derive(Clone, Debug)]
pub struct Polynomial {
    /// Steps until the rate is 0.
    pub total_iters: u64,
    /// The power.
    pub power: f64,
}

impl Schedule for Polynomial {
    fn rate(&self, t: u64, base: f64) -> f64 {
        base * libm::pow(1.0 - t.min(self.total_iters) as f64 / self.total_iters as f64, self.power)
    }

    fn check(&self) -> Result<()> {
        some_steps("PolynomialLR", "total_iters", self.total_iters)?;
        not_negative("PolynomialLR", "power", self.power)
    }
}

/// `LambdaLR` of a table: times the factor of step `t`, the last one from the end of the table on.
#[derive(Clone, Debug)]
pub struct Table {
    /// A factor for each step.
    pub factors: Vec<f64>,
}

impl Schedule for Table {
    fn rate(&self, t: u64, base: f64) -> f64 {
        let last = self.factors.len() - 1;
        base * self.factors[usize::try_from(t).map_or(last, |t| t.min(last))]
    }

    fn check(&self) -> Result<()> {
        if self.factors.is_empty() {
            return Err(Error::argument("LambdaLR needs at least one factor"));
        }
        self.factors.iter().try_for_each(|factor| not_negative("LambdaLR", "factor", *factor))
    }
}
