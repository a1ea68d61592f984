//! `Job`: a copy of all that the batch of a position depends on.
//!
//! Invariant: it needs no lock, so any thread can make the batch, with the same rows and bits.

use super::order::Plan;
use super::rows::{Rows, Transforms};
use crate::error::Result;
use crate::tensor::Tensor;
use std::sync::Arc;

/// What is needed to make the batch of a position.
#[derive(Clone)]
pub(super) struct Job {
    pub rows: Arc<Rows>,
    pub plan: Plan,
    pub transforms: Arc<Transforms>,
    pub batch_size: usize,
    pub batches: u64,
    pub epoch: u64,
    pub batch: u64,
    pub order: Option<Arc<Vec<i64>>>,
}

impl Job {
    /// Finds the order of the epoch, which later batches share. Errors: `OUT_OF_MEMORY`.
    pub fn prepare(&mut self) -> Result<Arc<Vec<i64>>> {
        if let Some(order) = &self.order {
            return Ok(order.clone());
        }
        let order = Arc::new(self.plan.of_epoch(self.rows.len(), self.epoch)?);
        Ok(self.order.insert(order).clone())
    }

    /// The batch. *Returns new.*
    pub fn run(&mut self) -> Result<Vec<Tensor>> {
        let order = self.prepare()?;
        let begin = self.batch as usize * self.batch_size;
        let end = begin.saturating_add(self.batch_size).min(order.len());
        let stream = |i: usize| self.plan.stream(self.epoch, begin + i);
        self.rows.gather(&order[begin..end], &self.transforms, stream)
    }
}
