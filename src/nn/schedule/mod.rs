//! Schedules of learning rates: PyTorch's, one family a file.
//!
//! Invariant: a schedule is a function of the number of steps and of the rate that a group began
//! with. So the state of a scheduler is that number and those rates, and training can continue from
//! them. Only `Plateau` looks at a metric, and keeps the best one and two counts.

mod cosine;
mod cycle;
mod decay;
mod plateau;
mod rate;
mod scheduler;
mod sequence;

pub use cosine::{CosineAnnealing, WarmRestarts};
pub use cycle::{Cyclic, CyclicMode, OneCycle};
pub use decay::{Constant, Exponential, Linear, MultiStep, Polynomial, Step, Table};
pub use plateau::Plateau;
pub use rate::Schedule;
pub use scheduler::Scheduler;
pub use sequence::Sequence;
