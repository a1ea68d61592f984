//! Training: a step of a module, a loss and an optimizer, and what is measured and kept of it.
//!
//! ```text
//!   loss.rs      the losses of a prediction and a target, with their settings
//!   step.rs      Trainer and Step: forward, loss, backward, clip, update, schedule
//!   blame.rs     which module made the first number that is not finite
//!   course.rs    epochs: mean losses, the best one, when to stop
//!   history.rs   a row for each epoch, as CSV and as SVG
//!   metric.rs    accuracy, F1, R2 and others, accumulated over batches
//!   ranking.rs   areas under curves
//!   scale.rs     the factor of a loss whose gradients are halves
//!   average.rs   an average of the weights, and when it takes them
//! ```
//!
//! Invariant: a step changes parameters, state and statistics, or, if it fails, nothing. The bits
//! are those of the same calls one by one: watch, call, loss, backward, clip, step.
//!
//! Nothing here calls back. The loop over batches is the caller's: `Trainer` says after each epoch
//! whether to go on.

mod average;
mod blame;
mod course;
mod history;
mod loss;
mod metric;
mod ranking;
mod scale;
mod step;

pub use average::Averaging;
pub use course::{Course, Ended, Stopping};
pub use history::Row;
pub use loss::{Loss, LossKind};
pub use metric::{Average, Measured, Metric, MetricKind};
pub use scale::LossScale;
pub use step::{Clip, Exclusive, Step, Trainer};
