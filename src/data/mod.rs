//! Data for training: batches of rows, in an order that a seed decides.
//!
//! ```text
//!   order.rs     the order of the rows in an epoch
//!   loader.rs    the batches of an epoch, one after the other
//!   table.rs     columns by name, and tensors of them
//! ```
//!
//! Invariant: which rows a batch has depends on the seed, the epoch and the number of the batch
//! only, so training that goes on from a saved position gets the batches that it would have got.

mod loader;
mod order;
mod table;

pub use loader::{Loader, Options};
pub use table::Table;
