//! Running statistics: begun anew, and computed as the mean over batches, as `update_bn` does.
//!
//! Invariant: parameters stay, and nothing is recorded. A batch is taken into all statistics or, if
//! it fails, into none.

use super::tree::{How, Module};
use super::watched::Watched;
use crate::autograd::copy_into;
use crate::error::Result;
use crate::ops;
use crate::tensor::Tensor;
use std::sync::Arc;

/// The buffers that are statistics, and what they begin with.
const RUNNING: [(&str, i64); 3] = [("running_mean", 0), ("running_var", 1), ("num_batches_tracked", 0)];

impl Module {
    /// The running statistics of this module and all below it, with what each begins with.
    fn statistics(self: &Arc<Module>) -> Vec<(Tensor, i64)> {
        let first = |name: &str| RUNNING.iter().find(|(running, _)| *running == name).map(|(_, first)| *first);
        let all = self.buffers().into_iter();
        all.filter_map(|(_, slot)| first(slot.name()).map(|first| (slot.value().untracked(), first))).collect()
    }

    /// Sets the running statistics of this module and all below it to what they begin with.
    pub fn reset_statistics(self: &Arc<Module>) -> Result<()> {
        self.statistics().iter().try_for_each(|(value, first)| ops::fill(value, *first))
    }

    /// Computes `x` in training, and takes the statistics of the batch into the running ones, which
    /// are then the mean over all batches since they began, whatever their momentum. The mode stays.
    pub fn update_statistics(self: &Arc<Module>, x: &Tensor) -> Result<()> {
        let copied = |(value, _): (Tensor, i64)| ops::copy(&value).map(|copy| (value, copy));
        let before = self.statistics().into_iter().map(copied).collect::<Result<Vec<_>>>()?;
        let unwatched = Watched::default();
        let how = How { trains: true, averages: true, watched: Some(&unwatched), ..How::default() };
        let put_back = |_: &crate::error::Error| before.iter().for_each(|(to, copy)| _ = copy_into(to, copy));
        self.run_in(&how, &x.untracked()).map(drop).inspect_err(put_back)
    }
}
