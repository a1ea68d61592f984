//! Escalation under memory pressure: what a thread does that was refused memory, or that found more
//! unowned than the threshold allows.
//!
//! ```text
//!   machine   who is told what next: wait, collect, make the call again, end
//!      |  \-- attempt      what is known of one thread's attempt
//!      |  \-- generations  how hard a collector with generations is asked
//!    line     whose turn it is
//! ```
//!
//! All of it is a pure state machine: times and counts come in, what to do goes out.

mod attempt;
mod generations;
mod line;
mod machine;
#[cfg(test)]
mod tests;

pub use attempt::{Counts, Reason, Step};
pub use machine::{Escalation, Told};
