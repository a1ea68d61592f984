//! `Averaging`: an average of the weights that are trained, and when it takes them.
//!
//! Invariant: it was checked against the module when it was set, so taking the weights of an update
//! that was made cannot fail.

use crate::error::Result;
use crate::nn::module::Module;
use crate::nn::modules;
use std::sync::Arc;

/// An `AveragedModel` beside the module that is trained.
#[derive(Clone)]
pub struct Averaging {
    /// The average.
    pub averaged: Arc<Module>,
    /// Whether it takes the weights after each update, or else at the end of each epoch.
    pub each_step: bool,
    /// Epochs that it leaves out.
    pub skipped_epochs: u64,
    /// Whether evaluation is by the average.
    pub evaluates: bool,
}

impl Averaging {
    /// Takes the weights of `module` if it is time: after an update, when `epoch` epochs have ended,
    /// or at the end of the epoch of that number.
    pub(super) fn take(&self, module: &Arc<Module>, after_step: bool, epoch: u64) -> Result<()> {
        let is_time = if after_step { epoch >= self.skipped_epochs } else { epoch > self.skipped_epochs };
        if after_step == self.each_step && is_time {
            modules::update_average(&self.averaged, module)?;
        }
        Ok(())
    }

    /// Whether evaluation is by the average now.
    pub(super) fn is_evaluated(&self) -> bool {
        self.evaluates && modules::averaged_updates(&self.averaged).is_ok_and(|updates| updates > 0)
    }
}
