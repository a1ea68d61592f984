//! Data for training: batches of rows, in an order that a seed decides.
//!
//! ```text
//!   order.rs     the order of the rows in an epoch
//!   rows.rs      where the tensors of a batch come from, and how a row is transformed
//!   job.rs       all that a batch depends on, for any thread to make it
//!   loader.rs    the batches of an epoch, one after the other
//!   prefetch.rs  threads that make them ahead
//!   table.rs     columns by name, and tensors of them
//! ```
//!
//! Invariant: which rows a batch has depends on the seed, the epoch and the number of the batch
//! only, so training that goes on from a saved position gets the batches that it would have got.

mod job;
mod loader;
mod order;
mod prefetch;
mod rows;
mod table;

pub use loader::{Loader, Options};
pub use rows::Transform;
pub use table::Table;
