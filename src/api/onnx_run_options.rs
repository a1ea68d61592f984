//! Options of a model's runs, and the switch that cancels them.
//!
//! Invariant: a run pins its options, so closing them during it is harmless. Cancelling is harmless at any time: before
//! a run, which is then refused; during it; after it; while the model closes.

use super::types::{Disposed, Owner};
use crate::error::Result;
use crate::io::onnx::RunOptions;
use crate::ownership::{Handle, Kind};
use crate::session::own::own;
use crate::session::resource::{Object, Resource, TABLE, object};
use std::sync::Arc;

/// The handle of options, borrowed.
pub type OnnxRunOptionsRef = u64;

/// The handle of new options.
pub type NewOnnxRunOptions = u64;

impl Object for RunOptions {
    const KIND: Kind = Kind::OnnxRunOptions;
}

/// Makes options for any number of runs, of any models. *Returns new.*
///
/// They are a JSON object with the fields `logId` (the name of the runs in the log), `logSeverity` (the lowest level
/// that is logged of them: VERBOSE, INFO, WARNING, ERROR, FATAL; without it, that of the model), and `logVerbosity`
/// (default 0; how detailed VERBOSE is).
///
///
/// - `options`: the options, or none for the defaults
/// - `INVALID_ARGUMENT`: an option is unknown or invalid
pub fn create(scope: Owner, options: Option<&str>) -> Result<NewOnnxRunOptions> {
    let options = options.map_or_else(|| Ok(RunOptions::default()), RunOptions::from_json)?;
    own(scope, Resource::object(Arc::new(options)))
}

/// Cancels the runs with these options, on any thread: those in progress end after their current operation, and later
/// ones are refused. This cannot be undone.
pub fn cancel(options: OnnxRunOptionsRef) -> Result<()> {
    object::<RunOptions>(options)?.cancel();
    Ok(())
}

/// Whether [`cancel`] has been called.
pub fn is_cancelled(options: OnnxRunOptionsRef) -> Result<bool> {
    Ok(object::<RunOptions>(options)?.is_cancelled())
}

/// *Consumes* the options. Runs that use them go on.
pub fn dispose(options: Disposed) -> Result<()> {
    TABLE.dispose(Handle(options), Kind::OnnxRunOptions)
}

/// The options of a run.
pub(super) fn run_options(options: OnnxRunOptionsRef) -> Result<Arc<RunOptions>> {
    object(options)
}
