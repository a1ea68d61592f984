//! Training: modules, initial values, optimizers, which change parameters by their gradients,
//! schedules of their learning rates, and trainers, which make a step of all of these.
//!
//! ```
//! use tenure::nn::modules;
//! use tenure::nn::optim::{Optimizer, Sgd};
//! use tenure::{Result, Tape, Tensor, random};
//!
//! # fn main() -> Result<()> {
//! random::seed(1);
//! let model = modules::sequential();
//! model.add("0", &modules::linear(2, 8, true)?)?;
//! model.add("1", &modules::relu())?;
//! model.add("2", &modules::linear(8, 1, true)?)?;
//! let x = Tensor::randn(&[32, 2])?;
//! let y = x.sum(&[1], true)?;
//!
//! let parameters: Vec<Tensor> = model.parameters(true).iter().map(|(_, slot)| slot.value()).collect();
//! let sgd = Optimizer::new(parameters, Sgd { lr: 0.1, ..Sgd::default() })?;
//! let mut losses = Vec::new();
//! for _ in 0..50 {
//!     let tape = Tape::new();
//!     let watched: Vec<Tensor> = model.watch(&tape)?.iter().map(|slot| slot.value()).collect();
//!     let loss = (model.run(&x)? - &y)?.square()?.mean_all()?;
//!     let gradients = tape.backward(&loss, &watched.iter().collect::<Vec<_>>())?;
//!     sgd.step(&gradients.iter().collect::<Vec<_>>())?;
//!     losses.push(loss.item()?);
//! }
//! assert!(losses[49] < losses[0] / 10.0, "{losses:?}");
//! # Ok(())
//! # }
//! ```

pub mod init;
#[cfg(feature = "internals")]
pub mod module;
#[cfg(not(feature = "internals"))]
pub(crate) mod module;
pub mod modules;
pub mod optim;
pub mod schedule;
pub mod trainer;

pub use module::{Call, Inputs, Layer, LoadOptions, Loaded, MAX_DEPTH, Module, Outputs, Role, Slot, Summary};

use crate::error::{Error, Result};

/// `INVALID_ARGUMENT` for a number that is not finite or below 0.
fn not_negative(name: &str, value: f64) -> Result<()> {
    if value.is_finite() && value >= 0.0 {
        return Ok(());
    }
    Err(Error::argument(format!("{name} {value} is not a finite number of at least 0")))
}
