//! `Scheduler`: how far a schedule is, and what it changes in an optimizer.
//!
//! Invariant: a step changes the rates of all groups and the number of steps, or, if it fails,
//! nothing.

use super::plateau::{Plateau, Seen};
use super::rate::Schedule;
use crate::error::{Error, Result};
use crate::nn::optim::Optimizer;
use parking_lot::Mutex;
use serde_json::{Map, Value};
use std::sync::Arc;

/// Sets the learning rates of an optimizer, which each call is given.
pub struct Scheduler {
    how: How,
    at: Mutex<At>,
}

enum How {
    Timed(Arc<dyn Schedule>),
    Plateau(Plateau),
}

#[derive(Clone)]
struct At {
    steps: u64,
    /// The rate that each group began with.
    base: Vec<f64>,
    seen: Seen,
}

impl Scheduler {
    /// Sets the first rates of `optimizer`.
    ///
    /// Errors: `INVALID_ARGUMENT` for parameters out of range, and for momenta of an optimizer
    /// without momentum.
    pub fn new(schedule: Arc<dyn Schedule>, optimizer: &Optimizer) -> Result<Scheduler> {
        let scheduler = Scheduler::unstarted(schedule, &[], optimizer)?;
        scheduler.start(optimizer)?;
        Ok(scheduler)
    }

    /// Like [`Scheduler::new`], for groups the first of which began with the rates `base`; changes
    /// nothing before [`Scheduler::start`]. Errors: `INVALID_ARGUMENT` for parameters out of range.
    pub(crate) fn unstarted(schedule: Arc<dyn Schedule>, base: &[f64], optimizer: &Optimizer) -> Result<Scheduler> {
        schedule.check()?;
        let at = At { base: with_new_groups(base, optimizer)?, ..At::of(optimizer)? };
        Ok(Scheduler { how: How::Timed(schedule), at: Mutex::new(at) })
    }

    /// Sets the rates of `optimizer` for the current step, if they depend on it. Errors:
    /// `INVALID_ARGUMENT` for momenta of an optimizer without momentum.
    pub(crate) fn start(&self, optimizer: &Optimizer) -> Result<()> {
        let How::Timed(schedule) = &self.how else { return Ok(()) };
        let at = self.at.lock();
        apply(&**schedule, at.steps, &at.base, optimizer)
    }

    /// One that looks at a metric; the rates of `optimizer` stay until it reduces them.
    /// Errors: `INVALID_ARGUMENT` for settings out of range.
    pub fn plateau(plateau: Plateau, optimizer: &Optimizer) -> Result<Scheduler> {
        plateau.check()?;
        Ok(Scheduler { how: How::Plateau(plateau), at: Mutex::new(At::of(optimizer)?) })
    }

    /// The schedule, to be a part of a longer one. Errors: `INVALID_ARGUMENT` for one that looks at
    /// a metric.
    pub fn schedule(&self) -> Result<Arc<dyn Schedule>> {
        match &self.how {
            How::Timed(schedule) => Ok(schedule.clone()),
            How::Plateau(_) => Err(Error::argument("ReduceLROnPlateau cannot be a part of another schedule")),
        }
    }

    /// The rate that each group began with.
    pub fn base_rates(&self) -> Vec<f64> {
        self.at.lock().base.clone()
    }

    /// Whether it looks at a metric.
    pub fn needs_metric(&self) -> bool {
        matches!(self.how, How::Plateau(_))
    }

    /// Whether there is a further step: `INVALID_ARGUMENT` after the last one.
    pub fn check_step(&self) -> Result<()> {
        let How::Timed(schedule) = &self.how else { return Ok(()) };
        let next = self.at.lock().steps + 1;
        match schedule.end() {
            Some(end) if next > end => Err(Error::argument(format!("step {next} of a schedule of {end} steps"))),
            _ => Ok(()),
        }
    }

    /// Goes one step further.
    ///
    /// Errors: `INVALID_ARGUMENT` for one that needs a metric, and after the last step.
    pub fn step(&self, optimizer: &Optimizer) -> Result<()> {
        let How::Timed(schedule) = &self.how else {
            return Err(Error::argument("ReduceLROnPlateau needs a metric at each step"));
        };
        self.check_step()?;
        let mut at = self.at.lock();
        let next = at.steps + 1;
        let base = with_new_groups(&at.base, optimizer)?;
        apply(&**schedule, next, &base, optimizer)?;
        (at.steps, at.base) = (next, base);
        Ok(())
    }

    /// Goes one step further by a metric.
    ///
    /// Errors: `INVALID_ARGUMENT` for one that needs none.
    pub fn step_metric(&self, optimizer: &Optimizer, metric: f64) -> Result<()> {
        let How::Plateau(plateau) = &self.how else {
            return Err(Error::argument("only ReduceLROnPlateau takes a metric"));
        };
        let mut at = self.at.lock();
        let mut seen = at.seen.clone();
        if plateau.takes(&mut seen, metric) {
            let mut changes = Vec::new();
            for group in 0..optimizer.groups() {
                changes.push((group, "lr", plateau.reduced(optimizer.get(group, "lr")?)));
            }
            optimizer.set_all(&changes)?;
        }
        at.steps += 1;
        at.seen = seen;
        Ok(())
    }

    /// The number of steps.
    pub fn last_epoch(&self) -> u64 {
        self.at.lock().steps
    }

    /// What PyTorch's `state_dict()` has, as JSON.
    pub fn state_dict(&self) -> String {
        let at = self.at.lock();
        let mut fields = Map::new();
        fields.insert("last_epoch".into(), at.steps.into());
        fields.insert("base_lrs".into(), at.base.clone().into());
        if let How::Plateau(_) = self.how {
            fields.insert("best".into(), at.seen.best.map_or(Value::Null, Value::from));
            fields.insert("num_bad_epochs".into(), at.seen.num_bad_epochs.into());
            fields.insert("cooldown_counter".into(), at.seen.cooldown_counter.into());
        }
        Value::Object(fields).to_string()
    }

    /// Goes to where another scheduler of the same kind was. The rates of the optimizer belong to
    /// its own state and stay.
    ///
    /// Errors: `INVALID_ARGUMENT` for a text that is not such a state. Nothing is then changed.
    pub fn load_state_dict(&self, text: &str) -> Result<()> {
        let refused = |why: String| Error::argument(format!("the state of a scheduler: {why}"));
        let value: Value = serde_json::from_str(text).map_err(|e| refused(e.to_string()))?;
        let count = |name: &str| {
            let count = value.get(name).and_then(Value::as_i64).and_then(|count| u64::try_from(count).ok());
            count.ok_or_else(|| refused(format!("{name} is not a number of steps")))
        };
        let mut at = self.at.lock();
        let mut next = at.clone();
        next.steps = count("last_epoch")?;
        if let Some(base) = value.get("base_lrs").and_then(Value::as_array) {
            let rates: Option<Vec<f64>> = base.iter().map(Value::as_f64).collect();
            next.base = rates.ok_or_else(|| refused("base_lrs are not numbers".into()))?;
        }
        if let How::Plateau(_) = self.how {
            let (num_bad_epochs, cooldown_counter) = (count("num_bad_epochs")?, count("cooldown_counter")?);
            next.seen = Seen { best: value.get("best").and_then(Value::as_f64), num_bad_epochs, cooldown_counter };
        }
        *at = next;
        Ok(())
    }
}

impl At {
    fn of(optimizer: &Optimizer) -> Result<At> {
        let base = with_new_groups(&[], optimizer)?;
        Ok(At { steps: 0, base, seen: Seen { best: None, num_bad_epochs: 0, cooldown_counter: 0 } })
    }
}

/// The rates that groups began with, and those of groups that have come since.
fn with_new_groups(base: &[f64], optimizer: &Optimizer) -> Result<Vec<f64>> {
    let new = (base.len()..optimizer.groups()).map(|group| optimizer.get(group, "lr"));
    base.iter().copied().map(Ok).chain(new).collect()
}

fn apply(schedule: &dyn Schedule, t: u64, base: &[f64], optimizer: &Optimizer) -> Result<()> {
    let mut changes = Vec::new();
    for (group, &base) in base.iter().enumerate().take(optimizer.groups()) {
        let rate =
            if t == 0 { schedule.rate(t, base) } else { schedule.rate_after(t, base, optimizer.get(group, "lr")?) };
        changes.push((group, "lr", rate));
        if let Some(momentum) = schedule.momentum(t) {
            let name = if optimizer.get(group, "momentum").is_ok() { "momentum" } else { "beta1" };
            changes.push((group, name, momentum));
        }
    }
    optimizer.set_all(&changes)
}
