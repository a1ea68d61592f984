//! `Course`: what is known of the epochs so far.
//!
//! Invariant: it is a function of the losses and metrics that it was given, so training that goes
//! on from a saved course ends as training that never stopped.

use super::history::{self, Row};
use crate::error::{Error, Result};
use serde_json::{Value, json};

/// When training is to stop by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stopping {
    /// Epochs without improvement that are accepted; `None` for any number.
    pub patience: Option<u64>,
    /// By how much less a loss counts as less.
    pub min_delta: f64,
}

/// A mean over rows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Mean {
    sum: f64,
    rows: u64,
}

impl Mean {
    fn add(&mut self, mean: f64, rows: u64) {
        self.sum += mean * rows as f64;
        self.rows += rows;
    }

    fn value(self) -> Option<f64> {
        (self.rows > 0).then(|| self.sum / self.rows as f64)
    }
}

/// Epochs, the losses of this one, the best one.
#[derive(Clone, Debug, Default)]
pub struct Course {
    epoch: u64,
    /// Batches of this epoch.
    batch: u64,
    trained: Mean,
    validated: Mean,
    last: Option<f64>,
    best: Option<f64>,
    /// Epochs since the best one.
    since: u64,
    rows: Vec<Row>,
}

/// What the end of an epoch has decided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ended {
    /// The mean loss of the validation, else of the training.
    pub monitored: Option<f64>,
    /// Whether it is the least so far.
    pub is_best: bool,
    /// Whether there were too many epochs without improvement.
    pub stops: bool,
}

impl Course {
    /// Takes the mean loss of a batch.
    pub fn trained(&mut self, loss: f64, rows: u64) {
        // One that is not finite is of a scaled step that made no update; the mean is of the others.
        if loss.is_finite() {
            self.trained.add(loss, rows);
        }
        self.batch += 1;
        self.last = Some(loss);
    }

    /// Takes the mean loss of a batch of the validation.
    pub fn validated(&mut self, loss: f64, rows: u64) {
        self.validated.add(loss, rows);
    }

    /// The number of epochs that have ended.
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    /// The least loss of an epoch so far.
    pub fn best(&self) -> Option<f64> {
        self.best
    }

    /// The epochs so far.
    pub fn history(&self) -> &[Row] {
        &self.rows
    }

    /// The epochs so far as CSV.
    pub fn csv(&self) -> String {
        history::csv(&self.rows)
    }

    /// Their losses as curves.
    pub fn svg(&self) -> String {
        history::svg(&self.rows)
    }

    /// Ends an epoch. The learning rate, the bytes in use and the metrics are for the history.
    pub fn end(&mut self, rate: f64, bytes: u64, metrics: Vec<(String, f64)>, stopping: &Stopping) -> Ended {
        let (train, validation) = (self.trained.value(), self.validated.value());
        let monitored = validation.or(train);
        let is_best = match (monitored, self.best) {
            (Some(loss), Some(best)) => loss < best - stopping.min_delta,
            (Some(loss), None) => !loss.is_nan(),
            (None, _) => false,
        };
        (self.best, self.since) = if is_best { (monitored, 0) } else { (self.best, self.since + 1) };
        self.epoch += 1;
        self.rows.push(Row { epoch: self.epoch, train, validation, rate, bytes, metrics });
        (self.batch, self.trained, self.validated) = (0, Mean::default(), Mean::default());
        Ended { monitored, is_best, stops: stopping.patience.is_some_and(|patience| self.since > patience) }
    }

    /// A line about where training is: within an epoch, or at its end.
    pub fn line(&self, epochs: u64, batches: u64) -> String {
        let of = |n: u64| if n > 0 { format!("/{n}") } else { String::new() };
        if self.batch > 0 {
            let (epoch, batch) = (self.epoch + 1, self.batch);
            let mean = self.trained.value().unwrap_or(f64::NAN);
            let bar = if batches > 0 { bar(batch, batches) } else { String::new() };
            return format!("epoch {epoch}{}  {bar}batch {batch}{}  loss {mean:.4}", of(epochs), of(batches));
        }
        let Some(row) = self.rows.last() else { return format!("epoch 0{}", of(epochs)) };
        format!("epoch {}{}{row}", row.epoch, of(epochs))
    }

    /// Everything as JSON. Sums are the numbers of their bits.
    pub fn to_json(&self) -> Value {
        let mean = |mean: Mean| json!({"sum": mean.sum.to_bits(), "rows": mean.rows});
        json!({
            "epoch": self.epoch,
            "batch": self.batch,
            "trained": mean(self.trained),
            "validated": mean(self.validated),
            "last": self.last.map(f64::to_bits),
            "best": self.best.map(f64::to_bits),
            "since": self.since,
            "history": self.rows.iter().map(history::to_json).collect::<Vec<Value>>(),
        })
    }

    /// What was written by [`Course::to_json`]. Errors: `INVALID_ARGUMENT`.
    pub fn of_json(value: &Value) -> Result<Course> {
        let missing = |name: &str| Error::argument(format!("the course of training: '{name}' is missing"));
        let whole = |of: &Value, name: &str| of.get(name).and_then(Value::as_u64).ok_or_else(|| missing(name));
        let mean = |name: &str| -> Result<Mean> {
            let of = value.get(name).ok_or_else(|| missing(name))?;
            Ok(Mean { sum: f64::from_bits(whole(of, "sum")?), rows: whole(of, "rows")? })
        };
        let bits = |name: &str| value.get(name).and_then(Value::as_u64).map(f64::from_bits);
        let rows = value.get("history").and_then(Value::as_array).ok_or_else(|| missing("history"))?;
        Ok(Course {
            epoch: whole(value, "epoch")?,
            batch: whole(value, "batch")?,
            trained: mean("trained")?,
            validated: mean("validated")?,
            last: bits("last"),
            best: bits("best"),
            since: whole(value, "since")?,
            rows: rows.iter().map(history::of_json).collect::<Result<_>>()?,
        })
    }
}

/// How much of an epoch was trained: `[#####---------------] `.
fn bar(batch: u64, batches: u64) -> String {
    let full = (batch.min(batches) as f64 / batches as f64 * WIDTH as f64) as usize;
    format!("[{}{}] ", "#".repeat(full), "-".repeat(WIDTH - full))
}

/// Characters of a bar.
const WIDTH: usize = 20;
