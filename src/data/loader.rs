//! `Loader`: goes through the rows of tensors in batches, epoch after epoch.
//!
//! Invariant: a position moves on only when its batch was made, so a call that fails can be
//! repeated, and threads that share a loader get each batch once.

use super::order;
use crate::error::{Error, Result};
use crate::ops;
use crate::tensor::{Shape, Tensor, shape};
use parking_lot::Mutex;
use std::sync::Arc;

/// How a loader goes through the rows.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Rows of a batch; the last batch of an epoch may have fewer.
    pub batch_size: i64,
    /// The seed of the order of each epoch; `None` for the order of the rows.
    pub seed: Option<u64>,
    /// Whether a last batch with fewer rows is left out.
    pub drop_last: bool,
}

/// Batches of rows: `x[i], y[i]` for the rows `i` of the batch, of each tensor.
pub struct Loader {
    tensors: Vec<Tensor>,
    rows: usize,
    batch_size: usize,
    seed: Option<u64>,
    batches: u64,
    position: Mutex<Position>,
}

/// The next batch, and the order of its epoch once a batch of it was asked for.
struct Position {
    epoch: u64,
    batch: u64,
    order: Option<Arc<Vec<i64>>>,
}

impl Loader {
    /// A loader of the rows of tensors, which are the slices along axis 0. The loader holds
    /// references to their storages: rows that are changed later are changed in later batches.
    ///
    /// Errors: `INVALID_ARGUMENT` if there is no tensor or `batch_size` is not above 0,
    /// `SHAPE_MISMATCH` if a tensor has no axes or another number of rows.
    pub fn new(tensors: Vec<Tensor>, options: Options) -> Result<Loader> {
        let Options { batch_size, seed, drop_last } = options;
        let Some(first) = tensors.first() else {
            return Err(Error::argument("a data loader needs at least one tensor"));
        };
        if batch_size <= 0 {
            return Err(Error::argument(format!("batch_size {batch_size} is not above 0")));
        }
        let rows = first.shape().first();
        for (i, t) in tensors.iter().enumerate() {
            if t.rank() == 0 {
                return Err(Error::shape(format!("tensor {i} is a scalar, which has no rows")));
            }
            if t.shape().first() != rows {
                let [shape, other] = [t, first].map(|t| shape::display(t.shape()));
                return Err(Error::shape(format!(
                    "tensor {i} of shape {shape} and tensor 0 of shape {other} differ in rows"
                )));
            }
        }
        let rows = rows.map_or(0, |&rows| rows as usize);
        let size = usize::try_from(batch_size).unwrap_or(usize::MAX);
        let batches = if drop_last { rows / size } else { rows.div_ceil(size) };
        let tensors = tensors.iter().map(Tensor::untracked).collect();
        let position = Mutex::new(Position { epoch: 0, batch: 0, order: None });
        Ok(Loader { tensors, rows, batch_size: size, seed, batches: batches as u64, position })
    }

    /// The tensors of a batch.
    pub fn width(&self) -> usize {
        self.tensors.len()
    }

    /// The batches of an epoch.
    pub fn batches(&self) -> u64 {
        self.batches
    }

    /// The epoch and the number of the batch that [`Loader::next`] returns, both from 0.
    pub fn position(&self) -> (u64, u64) {
        let position = self.position.lock();
        (position.epoch, position.batch)
    }

    /// Goes on at this batch of this epoch. `batch` may be the number of batches: the epoch is then
    /// at its end.
    ///
    /// Errors: `INVALID_ARGUMENT` if the epoch has fewer batches.
    pub fn seek(&self, epoch: u64, batch: u64) -> Result<()> {
        if batch > self.batches {
            return Err(Error::argument(format!("batch {batch} is above the {} batches of an epoch", self.batches)));
        }
        let old = std::mem::replace(&mut *self.position.lock(), Position { epoch, batch, order: None });
        drop(old);
        Ok(())
    }

    /// The next batch: a new tensor for each tensor, with its rows. `None` at the end of an epoch;
    /// the call after that returns the first batch of the next epoch.
    ///
    /// Errors: `OUT_OF_MEMORY`, `LIMIT_EXCEEDED`; the position stays.
    pub fn next(&self) -> Result<Option<Vec<Tensor>>> {
        loop {
            let (epoch, batch, order) = {
                let mut position = self.position.lock();
                if position.batch == self.batches {
                    *position = Position { epoch: position.epoch.wrapping_add(1), batch: 0, order: None };
                    return Ok(None);
                }
                (position.epoch, position.batch, position.order.clone())
            };
            // Without the lock, because memory for a batch may call out to the collector.
            let order = match order {
                Some(order) => order,
                None => Arc::new(order::of_epoch(self.rows, self.seed, epoch)?),
            };
            let made = self.rows_at(&order, batch)?;
            let mut position = self.position.lock();
            if (position.epoch, position.batch) == (epoch, batch) {
                position.batch += 1;
                position.order = Some(order);
                return Ok(Some(made));
            }
            // Another thread has taken this batch meanwhile.
        }
    }

    /// The rows of a batch, copied.
    fn rows_at(&self, order: &[i64], batch: u64) -> Result<Vec<Tensor>> {
        let begin = batch as usize * self.batch_size;
        let end = begin.saturating_add(self.batch_size).min(self.rows);
        let chosen = &order[begin..end];
        let chosen = Tensor::from_slice(chosen, &Shape::new(&[chosen.len() as i64])?)?;
        self.tensors.iter().map(|t| ops::index_select(t, 0, &chosen)).collect()
    }
}
