//! `LossScale`: the factor of a loss whose gradients are halves.
//!
//! Small gradients are 0 as halves, and large ones infinite. So the loss is multiplied before the
//! backward pass, and the gradients are divided afterwards, in float32. The factor grows while all
//! gradients are finite, and shrinks, without an update, when one is not, as when the loss is not.
//!
//! Invariant: its course is that of `torch.amp.GradScaler`, which keeps it in float32.

use crate::error::{Error, Result};
use crate::nn::not_negative;
use serde_json::{Value, json};

/// The factor and its rules.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LossScale {
    scale: f32,
    growth_factor: f32,
    backoff_factor: f32,
    growth_interval: u64,
    /// Updates since the last change.
    tracker: u64,
}

impl LossScale {
    /// Begins with `scale`. After `growth_interval` updates in a row it is multiplied by
    /// `growth_factor`, and by `backoff_factor` when a gradient is not finite. Errors:
    /// `INVALID_ARGUMENT` for numbers out of range.
    pub fn new(scale: f64, growth_factor: f64, backoff_factor: f64, growth_interval: u64) -> Result<LossScale> {
        not_negative("the loss scale", scale)?;
        if scale == 0.0 || !(scale as f32).is_finite() || scale as f32 == 0.0 {
            return Err(Error::argument(format!("a loss scale of {scale} is not a float32 above 0")));
        }
        if !(growth_factor > 1.0 && growth_factor.is_finite()) {
            return Err(Error::argument(format!("a growth factor of {growth_factor} is not above 1")));
        }
        if !(backoff_factor > 0.0 && backoff_factor < 1.0) {
            return Err(Error::argument(format!("a backoff factor of {backoff_factor} is not between 0 and 1")));
        }
        if growth_interval == 0 {
            return Err(Error::argument("a growth interval of 0 is not a number of updates"));
        }
        let (growth_factor, backoff_factor) = (growth_factor as f32, backoff_factor as f32);
        Ok(LossScale { scale: scale as f32, growth_factor, backoff_factor, growth_interval, tracker: 0 })
    }

    /// The factor.
    pub fn scale(&self) -> f64 {
        self.scale.into()
    }

    /// Whether a step without an update shrinks it to a factor that still is a normal number. If not, one
    /// loss after another was not finite, whatever the factor.
    pub(super) fn can_shrink(&self) -> bool {
        (self.scale * self.backoff_factor).is_normal()
    }

    /// What gradients are multiplied by afterwards.
    pub(super) fn inverse(&self) -> f64 {
        ((1.0 / self.scale()) as f32).into()
    }

    /// What it is after an update whose gradients were all finite, or not.
    pub fn updated(mut self, is_finite: bool) -> LossScale {
        if !is_finite {
            (self.scale, self.tracker) = (self.scale * self.backoff_factor, 0);
            return self;
        }
        self.tracker += 1;
        if self.tracker == self.growth_interval {
            let grown = self.scale * self.growth_factor;
            (self.scale, self.tracker) = (if grown.is_finite() { grown } else { self.scale }, 0);
        }
        self
    }

    /// Where it is, as JSON, by the names of PyTorch.
    pub fn to_json(self) -> Value {
        json!({"scale": self.scale(), "_growth_tracker": self.tracker})
    }

    /// The same rules where another one was. Errors: `INVALID_ARGUMENT`.
    pub fn at_json(mut self, value: &Value) -> Result<LossScale> {
        let scale =
            value.get("scale").and_then(Value::as_f64).map(|scale| scale as f32).filter(|scale| scale.is_finite());
        let tracker = value.get("_growth_tracker").and_then(Value::as_u64);
        let (Some(scale), Some(tracker)) = (scale, tracker) else {
            return Err(Error::argument(format!("{value} is not the state of a loss scale")));
        };
        (self.scale, self.tracker) = (scale, tracker);
        Ok(self)
    }
}
