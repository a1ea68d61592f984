//! `Watched`: the parameters that a tape records in one call of a module.
//!
//! Invariant: the cells keep their values, so calls of other threads meanwhile see nothing of the
//! tape. What is not watched is computed with untracked, whatever other tape watches it.

use super::cell::{Cell, Slot};
use crate::autograd::Tape;
use crate::error::Result;
use crate::tensor::Tensor;
use std::sync::Arc;

/// Tracked values by the addresses of their cells, in ascending order.
#[derive(Default)]
pub struct Watched(Vec<(usize, Tensor)>);

impl Watched {
    /// Records from these cells; also returns what is recorded, in their order. Errors:
    /// `DTYPE_MISMATCH` for one that is not floating.
    pub fn by(tape: &Tape, cells: &[Arc<Cell>]) -> Result<(Watched, Vec<Tensor>)> {
        let tracked = cells.iter().map(|cell| tape.watch(&cell.value())).collect::<Result<Vec<Tensor>>>()?;
        let mut all: Vec<(usize, Tensor)> = cells.iter().map(address).zip(tracked.iter().cloned()).collect();
        all.sort_unstable_by_key(|(at, _)| *at);
        Ok((Watched(all), tracked))
    }

    /// These values in the place of those of the cells.
    pub(super) fn of(cells: &[Arc<Cell>], values: &[Tensor]) -> Watched {
        let mut all: Vec<(usize, Tensor)> = cells.iter().map(address).zip(values.iter().cloned()).collect();
        all.sort_unstable_by_key(|(at, _)| *at);
        Watched(all)
    }

    /// The value of a slot in the call.
    pub(super) fn value(&self, slot: &Slot) -> Tensor {
        let cell = slot.cell();
        match self.0.binary_search_by_key(&address(&cell), |(at, _)| *at) {
            Ok(found) => self.0[found].1.clone(),
            Err(_) => cell.value().untracked(),
        }
    }
}

fn address(cell: &Arc<Cell>) -> usize {
    Arc::as_ptr(cell) as usize
}
