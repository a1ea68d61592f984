//! The settings of a rule: numbers and switches that a program reads and changes by PyTorch's
//! names.
//!
//! Invariant: the one list of a rule's settings is `Rule::settings`, from which reading, changing,
//! checking, saving and loading follow.

use crate::error::{Error, Result};

/// A setting of a rule, to be read or written.
pub enum Setting<'a> {
    /// A number and the range that it is from.
    Number(&'a mut f64, Range),
    /// Whether something is done.
    Switch(&'a mut bool),
    /// Whether something is done by the way of this name, the only one.
    Named(&'a mut bool, &'static str),
}

/// The numbers that a setting may be; none is infinite or NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// Any.
    Any,
    /// 0 and above.
    NotNegative,
    /// From 0 to below 1: the share that is kept of an average.
    BelowOne,
    /// From 0 to 1.
    UpToOne,
    /// Whole numbers from 1 on.
    Whole,
}

impl Setting<'_> {
    /// The number; 1 for a switch that is on, else 0.
    pub fn get(&self) -> f64 {
        match self {
            Setting::Number(value, _) => **value,
            Setting::Switch(on) | Setting::Named(on, _) => f64::from(u8::from(**on)),
        }
    }

    /// Sets it to a number that [`Setting::check`] accepts; a switch is on for any but 0.
    pub fn set(&mut self, to: f64) {
        match self {
            Setting::Number(value, _) => **value = to,
            Setting::Switch(on) | Setting::Named(on, _) => **on = to != 0.0,
        }
    }

    /// `INVALID_ARGUMENT` for a number out of range, with its name.
    pub fn check(&self, name: &str) -> Result<()> {
        let Setting::Number(value, range) = self else { return Ok(()) };
        let value = **value;
        let (is_in, wanted) = match range {
            Range::Any => (true, "a finite number"),
            Range::NotNegative => (value >= 0.0, "a finite number of at least 0"),
            Range::BelowOne => ((0.0..1.0).contains(&value), "from 0 to below 1"),
            Range::UpToOne => ((0.0..=1.0).contains(&value), "from 0 to 1"),
            Range::Whole => (value >= 1.0 && value.fract() == 0.0 && value < 9e15, "a whole number from 1 on"),
        };
        if is_in && value.is_finite() {
            return Ok(());
        }
        Err(Error::argument(format!("{} {value} is not {wanted}", name.replace('_', " "))))
    }
}
