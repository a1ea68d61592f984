//! Schedules of learning rates: PyTorch's, one family a file.
//!
//! Invariant: a schedule is a function of the number of steps and of the rate that a group began
//! with. So the state of a scheduler is that number and those rates, and training can continue from
//! them. Only `SwaLr` looks at the present rate, so that it may begin in the middle of training, and
//! only `Plateau` at a metric; it keeps the best one and two counts.

mod cosine;
mod cycle;
mod decay;
mod plateau;
mod rate;
mod scheduler;
mod sequence;
mod swa;

pub use cosine::{CosineAnnealing, WarmRestarts};
pub use cycle::{Cyclic, CyclicMode, OneCycle};
pub use decay::{Constant, Exponential, Linear, MultiStep, Polynomial, Step, Table};
pub use plateau::Plateau;
pub use rate::Schedule;
pub use scheduler::Scheduler;
pub use sequence::Sequence;
pub use swa::SwaLr;
