//! Training: modules, initial values, optimizers, which change parameters by their gradients,
//! schedules of their learning rates, and trainers, which make a step of all of these.

pub mod init;
pub mod module;
pub mod modules;
pub mod optim;
pub mod schedule;
pub mod trainer;

pub use module::Module;

use crate::error::{Error, Result};

/// `INVALID_ARGUMENT` for a number that is not finite or below 0.
fn not_negative(name: &str, value: f64) -> Result<()> {
    if value.is_finite() && value >= 0.0 {
        return Ok(());
    }
    Err(Error::argument(format!("{name} {value} is not a finite number of at least 0")))
}
