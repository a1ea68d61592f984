//! Options of a model's runs, and the switch that cancels them.
//!
//! Invariant: a run pins its options, so a close of them during it is harmless. Cancelling is
//! harmless at any time: before a run, which is then refused; during it; after it; while the model
//! closes.

use super::own::own;
use super::resource::{Object, Resource, TABLE, object};
use super::types::{Disposed, Owner};
use crate::error::Result;
use crate::io::onnx::RunOptions;
use crate::ownership::{Handle, Kind};
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
/// They are a JSON object: `logId` (what the log calls the runs), `logSeverity` (below what nothing
/// of them is logged: VERBOSE, INFO, WARNING, ERROR, FATAL; that of the model without one),
/// `logVerbosity` (0; how much VERBOSE is).
///
/// - `options`: none for the defaults
/// - `INVALID_ARGUMENT`: an option is not known or not right
pub fn create(scope: Owner, options: Option<&str>) -> Result<NewOnnxRunOptions> {
    let options = options.map_or_else(|| Ok(RunOptions::default()), RunOptions::from_json)?;
    own(scope, Resource::object(Arc::new(options)))
}

/// Cancels the runs with these options, on any thread: those in progress end after the operation
/// that each is in, later ones are refused. It cannot be taken back.
pub fn cancel(options: OnnxRunOptionsRef) -> Result<()> {
    object::<RunOptions>(options)?.cancel();
    Ok(())
}

/// Whether [`cancel`] was called.
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
