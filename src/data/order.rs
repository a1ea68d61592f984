//! The order in which an epoch goes through the rows of a dataset.
//!
//! ```text
//!   all rows, or a subset  ->  shuffled or drawn by weight  ->  the share of one of several processes
//! ```
//!
//! Invariant: an order depends on the settings, the seed and the epoch only. It is drawn from a
//! stream of its own, not from that of `seed` and `rand`, so drawing other numbers does not change
//! it, and processes that share an epoch agree on its order without communication.

use crate::error::{Error, Result, Status};
use crate::ops;
use std::sync::Arc;

/// Rows drawn by their weights.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// The weight of each row, or of each row of the subset.
    pub weights: Arc<Vec<f64>>,
    /// The number of rows of an epoch.
    pub count: usize,
    /// Whether a row may be drawn again in an epoch.
    pub replacement: bool,
}

/// How the rows of an epoch are chosen.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// The rows to choose from; `None` for all.
    pub subset: Option<Arc<Vec<i64>>>,
    pub weights: Option<Weights>,
    /// The index of this share, and the number of shares.
    pub shard: Option<(usize, usize)>,
    pub shuffle: bool,
    pub seed: u64,
    /// Whether rows that the shares cannot divide are left out; otherwise some rows are in two.
    pub drop_last: bool,
}

impl Plan {
    /// The number of rows of an epoch.
    pub fn len(&self, rows: usize) -> usize {
        let all = self.undivided(rows);
        match self.shard {
            None => all,
            Some((_, count)) if self.drop_last => all / count,
            Some((_, count)) => all.div_ceil(count),
        }
    }

    /// The number of rows before they are divided among shares.
    fn undivided(&self, rows: usize) -> usize {
        match &self.weights {
            Some(weights) => weights.count,
            None => self.subset.as_ref().map_or(rows, |subset| subset.len()),
        }
    }

    /// The rows of an epoch of a dataset of `rows` rows. Errors: `OUT_OF_MEMORY`.
    pub fn of_epoch(&self, rows: usize, epoch: u64) -> Result<Vec<i64>> {
        let mut order = with_room(self.undivided(rows))?;
        match (&self.weights, &self.subset) {
            (Some(Weights { weights, count, replacement }), subset) => {
                ops::weighted(&mut order, weights, *count, *replacement, self.seed, epoch);
                if let Some(subset) = subset {
                    order.iter_mut().for_each(|row| *row = subset[*row as usize]);
                }
            }
            (None, Some(subset)) => order.extend(subset.iter()),
            (None, None) => order.extend(0..rows as i64),
        }
        if self.weights.is_none() && self.shuffle {
            ops::shuffle(&mut order, self.seed, epoch);
        }
        let Some((index, count)) = self.shard else { return Ok(order) };
        let mut mine = with_room(self.len(rows))?;
        mine.extend((0..self.len(rows)).map(|i| order[(index + i * count) % order.len()]));
        Ok(mine)
    }

    /// The stream of what transforms draw for the row at this position of this process's share.
    pub fn stream(&self, epoch: u64, position: usize) -> [u64; 3] {
        let (index, count) = self.shard.unwrap_or((0, 1));
        // The stream of the order has a zero in the last place.
        [self.seed, epoch, (position as u64).wrapping_mul(count as u64).wrapping_add(index as u64).wrapping_add(1)]
    }
}

fn with_room(rows: usize) -> Result<Vec<i64>> {
    let mut order = Vec::new();
    order.try_reserve_exact(rows).map_err(|_| {
        Error::new(Status::OutOfMemory, format!("the order of {rows} rows needs {} bytes", rows.saturating_mul(8)))
    })?;
    Ok(order)
}
