//! Batchers: what several threads ask a model for at the same time, computed in one run.
//!
//! Invariant: a batcher's handle shares the session of its model, and so do requests that wait or
//! run, so closing either on another thread is harmless: requests that have begun end with their
//! results, later ones find the handle closed. A batch works within the limits of the scope that
//! owns the batcher; outputs of a request within those of the caller's scope.

use super::onnx_model::{OnnxModelRef, charge, lines_of};
use super::own::{own, own_all_beside};
use super::records::OnnxBatcherStats;
use super::resource::{Object, Resource, TABLE, borrowed, object, tensors};
use super::types::{Disposed, NewTensor, Owner, TensorRefs};
use super::workspace::{in_pool_within_limits, within_limits};
use crate::error::{Error, Result};
use crate::io::onnx::{Batcher, Model};
use crate::ownership::{Handle, Kind};
use crate::threads;
use crate::threads::batches::Rules;
use std::sync::Arc;
use std::time::Duration;

/// A batcher's handle, borrowed.
pub type OnnxBatcherRef = u64;

/// The handle of a new batcher.
pub type NewOnnxBatcher = u64;

/// What a handle names. When it goes, requests that wait for others wait no longer, since later ones
/// find the handle closed.
struct Open(Arc<Batcher>);

impl Object for Open {
    const KIND: Kind = Kind::OnnxBatcher;
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.hurry();
    }
}

/// Makes a batcher of a model, which stays usable by itself. The batcher shares its session, which
/// goes when both are closed. *Returns new.*
///
/// - `model`: one whose inputs and outputs all have a first size that may be any, the rows
/// - `size`: the most rows of one run, at least 1
/// - `delay`: microseconds that a request waits for others; 0 joins those that wait already, because
///   as many runs are in progress as may be
/// - `parallel`: how many runs there may be at the same time; 0 for as many as there are threads
/// - `capacity`: how many requests may wait at the same time, at least 1
/// - `timeout`: microseconds that a request may wait until its run begins; 0 for as long as it takes
/// - `INVALID_ARGUMENT`: a number is out of range, or an input or output has a fixed first size
/// - `INVALID_HANDLE`: the model is closed
pub fn create(
    scope: Owner,
    model: OnnxModelRef,
    size: i64,
    delay: i64,
    parallel: i64,
    capacity: i64,
    timeout: i64,
) -> Result<NewOnnxBatcher> {
    let model = object::<Model>(model)?;
    let timeout = at_least("timeout", timeout, 0)?;
    let parallel = at_least("parallel", parallel, 0)?;
    let rules = Rules {
        size: at_least("size", size, 1)? as usize,
        delay: Duration::from_micros(at_least("delay", delay, 0)?),
        parallel: if parallel == 0 { threads::threads() } else { parallel as usize },
        capacity: at_least("capacity", capacity, 1)? as usize,
        timeout: (timeout > 0).then(|| Duration::from_micros(timeout)),
    };
    let charge = charge(&model);
    let batcher = Batcher::new(model, rules)?;
    own(scope, Resource::Object(Kind::OnnxBatcher, Some(charge), Arc::new(Open(Arc::new(batcher)))))
}

fn at_least(name: &str, value: i64, least: i64) -> Result<u64> {
    if value < least {
        return Err(Error::argument(format!("'{name}' of a batcher is {value}, it must be at least {least}")));
    }
    Ok(value.unsigned_abs())
}

/// Computes the outputs of a model, as its own function of this name does, but together with what
/// other threads ask for meanwhile: inputs are joined along the first axis, and each caller gets
/// its rows as new tensors. It waits until its batch is full or has waited for `delay`, and for a
/// place among those that run. Requests whose other sizes differ are not joined. If a joined run
/// fails, each request of it runs alone, so an error is that of the caller's own inputs.
/// *Returns new.*
///
/// - `names`: of `inputs`, one a line; none if these are in the order of the model
/// - `inputs`: one tensor for each input of the model
/// - `BUSY`: as many requests wait as may, or this one has waited for `timeout`
/// - `INVALID_ARGUMENT`: names are missing or not there, or an operation refuses what it is given
/// - `SHAPE_MISMATCH`: an input has another shape than the model says, or sizes of one name differ
/// - `DTYPE_MISMATCH`: an input has another element type
/// - `OUT_OF_MEMORY`: there is no memory for it
pub fn run(scope: Owner, batcher: OnnxBatcherRef, names: Option<&str>, inputs: TensorRefs) -> Result<Vec<NewTensor>> {
    let owner = TABLE.pin(Handle(batcher), Kind::OnnxBatcher)?.owner().map_or(0, |owner| owner.0);
    let batcher = object::<Open>(batcher)?.0.clone();
    let pins = tensors(inputs)?;
    let names = names.map(|names| lines_of(names, pins.len()));
    let order = batcher.model().ordered(names.as_deref(), pins.len())?;
    let given = borrowed(&pins);
    let given: Vec<_> = order.iter().map(|&i| given[i]).collect();
    let results = batcher.run(
        &given,
        |joined| in_pool_within_limits(owner, joined),
        |own| within_limits(scope, pins.first(), own),
    )?;
    let first = pins.first().ok_or_else(|| Error::argument("a batcher's model has inputs"))?;
    own_all_beside(scope, first, results)
}

/// How requests were joined.
///
/// - `stats()`
/// - `INVALID_HANDLE`: it is closed
pub fn stats(batcher: OnnxBatcherRef) -> Result<OnnxBatcherStats> {
    let counts = object::<Open>(batcher)?.0.counts();
    Ok(OnnxBatcherStats {
        requests: counts.requests,
        refused: counts.refused,
        runs: counts.batches,
        rows: counts.rows,
        largest: counts.largest,
    })
}

/// *Consumes* the batcher. Requests that have begun on other threads end with their results, and do
/// not wait for others any more; the session goes then, unless its model is open.
pub fn dispose(batcher: Disposed) -> Result<()> {
    TABLE.dispose(Handle(batcher), Kind::OnnxBatcher)
}
