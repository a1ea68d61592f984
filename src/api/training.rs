//! What the handle of a trainer names.

use super::optimizer::Optimizer;
use super::scheduler::Scheduler;
use crate::data::Loader;
use crate::nn::trainer::{self, Metric};
use crate::ownership::Kind;
use crate::session::resource::Object;
use parking_lot::Mutex;
use std::path::PathBuf;
use std::sync::Arc;

/// A trainer with what it trains by. It shares the module and the rest with their handles.
pub(super) struct Trainer {
    pub(super) inner: trainer::Trainer,
    pub(super) optimizer: Arc<Optimizer>,
    pub(super) with: Mutex<With>,
}

/// What a trainer may be given later.
#[derive(Default, Clone)]
pub(super) struct With {
    /// With whether it goes on with each update; otherwise with each epoch.
    pub(super) scheduler: Option<(Arc<Scheduler>, bool)>,
    pub(super) loader: Option<Arc<Loader>>,
    pub(super) metrics: Vec<Arc<Metric>>,
    /// The folder, and the number of epochs between two of them.
    pub(super) checkpoints: Option<(PathBuf, u64)>,
}

impl Object for Trainer {
    const KIND: Kind = Kind::Trainer;
}
