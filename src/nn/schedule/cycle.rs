//! Cycles between two rates (Smith 2015), and one cycle for a whole training (Smith and Topin
//! 2017). Momentum goes the other way, if it is asked to.

use super::rate::{Schedule, half_wave, line, not_negative, some_steps};
use crate::error::{Error, Result};

/// How the amplitude of cycles changes.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CyclicMode {
    /// It stays.
    Triangular = 0,
    /// Each cycle has half of it.
    Triangular2 = 1,
    /// It is multiplied by the factor gamma at each step.
    ExpRange = 2,
}

impl CyclicMode {
    /// The mode of this code. Errors: `INVALID_ARGUMENT` for any other code.
    pub fn from_code(code: i32) -> Result<CyclicMode> {
        match code {
            0 => Ok(CyclicMode::Triangular),
            1 => Ok(CyclicMode::Triangular2),
            2 => Ok(CyclicMode::ExpRange),
            _ => Err(Error::argument(format!("{code} is not the code of a cyclic mode (0 to 2 are)"))),
        }
    }
}

/// `CyclicLR`: evenly up from `base_lr` to `max_lr` and down again.
#[derive(Clone, Debug)]
pub struct Cyclic {
    /// The lowest rate.
    pub base_lr: f64,
    /// The highest rate.
    pub max_lr: f64,
    /// Steps up.
    pub step_size_up: u64,
    /// Steps down.
    pub step_size_down: u64,
    /// How the amplitude changes.
    pub mode: CyclicMode,
    /// See [`CyclicMode::ExpRange`].
    pub gamma: f64,
    /// The lowest and the highest momentum; none leaves it alone.
    pub momentum: Option<(f64, f64)>,
}

impl Cyclic {
    /// How far up it is, times the amplitude.
    fn height(&self, t: u64) -> f64 {
        let total = self.step_size_up as f64 + self.step_size_down as f64;
        let ratio = self.step_size_up as f64 / total;
        let cycle = (1.0 + t as f64 / total).floor();
        let x = 1.0 + t as f64 / total - cycle;
        let height = if x <= ratio { x / ratio } else { (x - 1.0) / (ratio - 1.0) };
        let scale = match self.mode {
            CyclicMode::Triangular => 1.0,
            CyclicMode::Triangular2 => libm::pow(2.0, 1.0 - cycle),
            CyclicMode::ExpRange => libm::pow(self.gamma, t as f64),
        };
        height * scale
    }
}

impl Schedule for Cyclic {
    fn rate(&self, t: u64, _: f64) -> f64 {
        line(self.base_lr, self.max_lr, self.height(t))
    }

    fn momentum(&self, t: u64) -> Option<f64> {
        self.momentum.map(|(low, high)| line(high, low, self.height(t)))
    }

    fn check(&self) -> Result<()> {
        some_steps("CyclicLR", "step_size_up", self.step_size_up)?;
        some_steps("CyclicLR", "step_size_down", self.step_size_down)?;
        not_negative("CyclicLR", "base_lr", self.base_lr)?;
        not_negative("CyclicLR", "max_lr", self.max_lr)?;
        not_negative("CyclicLR", "gamma", self.gamma)?;
        momenta("CyclicLR", self.momentum)
    }
}

/// `OneCycleLR`: up to `max_lr`, and then down far below where it began.
#[derive(Clone, Debug)]
pub struct OneCycle {
    /// The highest rate.
    pub max_lr: f64,
    /// Steps of the whole training.
    pub total_steps: u64,
    /// The share of the steps that go up.
    pub pct_start: f64,
    /// Whether it goes by the cosine, or else evenly.
    pub cosine: bool,
    /// The lowest and the highest momentum; none leaves it alone.
    pub momentum: Option<(f64, f64)>,
    /// `max_lr` divided by the first rate.
    pub div_factor: f64,
    /// The first rate divided by the last one.
    pub final_div_factor: f64,
    /// Whether it goes down to the first rate as it came, and only then further.
    pub three_phase: bool,
}

impl OneCycle {
    /// The value after `t` steps: from `first` to `top`, then to `last`.
    fn at(&self, t: u64, first: f64, top: f64, last: f64) -> f64 {
        let total = self.total_steps as f64;
        let phases: &[(f64, f64, f64)] = if self.three_phase {
            &[
                (self.pct_start * total - 1.0, first, top),
                (2.0 * self.pct_start * total - 2.0, top, first),
                (total - 1.0, first, last),
            ]
        } else {
            &[(self.pct_start * total - 1.0, first, top), (total - 1.0, top, last)]
        };
        let mut begin = 0.0;
        for (i, &(end, from, to)) in phases.iter().enumerate() {
            if t as f64 <= end || i == phases.len() - 1 {
                // A phase without steps is at its end.
                let share = if end > begin { (t as f64 - begin) / (end - begin) } else { 1.0 };
                return if self.cosine { half_wave(from, to, share) } else { line(from, to, share) };
            }
            begin = end;
        }
        last
    }
}

impl Schedule for OneCycle {
    fn rate(&self, t: u64, _: f64) -> f64 {
        let first = self.max_lr / self.div_factor;
        self.at(t, first, self.max_lr, first / self.final_div_factor)
    }

    fn momentum(&self, t: u64) -> Option<f64> {
        self.momentum.map(|(low, high)| self.at(t, high, low, high))
    }

    fn end(&self) -> Option<u64> {
        Some(self.total_steps)
    }

    fn check(&self) -> Result<()> {
        some_steps("OneCycleLR", "total_steps", self.total_steps)?;
        not_negative("OneCycleLR", "max_lr", self.max_lr)?;
        if !(0.0..=1.0).contains(&self.pct_start) {
            return Err(Error::argument(format!("OneCycleLR: pct_start {} is not from 0 to 1", self.pct_start)));
        }
        for (name, value) in [("div_factor", self.div_factor), ("final_div_factor", self.final_div_factor)] {
            if !(value.is_finite() && value > 0.0) {
                return Err(Error::argument(format!("OneCycleLR: {name} {value} is not a finite number above 0")));
            }
        }
        momenta("OneCycleLR", self.momentum)
    }
}

fn momenta(of: &str, pair: Option<(f64, f64)>) -> Result<()> {
    let Some((low, high)) = pair else { return Ok(()) };
    not_negative(of, "base_momentum", low)?;
    not_negative(of, "max_momentum", high)
}
