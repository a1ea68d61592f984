//! Escalation under memory pressure: what a thread does after it was refused memory, or when more
//! memory is unowned than the threshold allows.
//!
//! ```text
//!   machine   decides a thread's next step: wait, collect, retry the call, end
//!      |  \-- attempt      the state of one thread's attempt
//!      |  \-- generations  how much a generational collector collects
//!    line     the queue for the turn
//! ```
//!
//! All of it is a pure state machine: its input is times and counts, its output the next step.

mod attempt;
mod generations;
mod line;
mod machine;
#[cfg(test)]
mod tests;

pub use attempt::{Counts, Reason, Step};
pub use machine::{Escalation, Told};
