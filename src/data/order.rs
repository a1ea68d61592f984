//! The order in which an epoch goes through the rows of a dataset.
//!
//! Invariant: a shuffled order depends on the seed and the epoch only. It is drawn from a stream of
//! its own, not from that of `seed` and `rand`, so drawing other numbers does not change it.

use crate::error::{Error, Result, Status};
use crate::ops;

/// The rows from 0 to `rows - 1`, shuffled if there is a seed, each order equally likely.
///
/// Errors: `OUT_OF_MEMORY`.
pub(super) fn of_epoch(rows: usize, seed: Option<u64>, epoch: u64) -> Result<Vec<i64>> {
    let mut order = Vec::new();
    order.try_reserve_exact(rows).map_err(|_| {
        Error::new(Status::OutOfMemory, format!("the order of {rows} rows needs {} bytes", rows.saturating_mul(8)))
    })?;
    order.extend(0..rows as i64);
    if let Some(seed) = seed {
        ops::shuffle(&mut order, seed, epoch);
    }
    Ok(order)
}
