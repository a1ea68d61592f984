//! Batchers: join the requests that several threads make to a model at the same time into one run.
//!
//! Invariant: a batcher's handle shares the session of its model, and so do requests that wait or run, so closing
//! either on another thread is harmless: requests that have begun finish with their results, later ones find the handle
//! closed. A batch works within the limits of the scope that owns the batcher; the outputs of a request count against
//! those of the caller's scope.

use super::onnx_model::{OnnxModelRef, charge, lines_of};
use super::records::OnnxBatcherStats;
use super::types::{Disposed, NewTensor, Owner, TensorRefs};
use crate::error::{Error, Result};
use crate::io::onnx::{Batcher, Model};
use crate::ownership::{Handle, Kind};
use crate::session::context::{in_pool_within_limits, within_limits};
use crate::session::own::{own, own_all_beside};
use crate::session::resource::{Object, Resource, TABLE, borrowed, object, tensors};
use crate::tensor::Tensor;
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

/// Makes a batcher of a model, which stays usable by itself. The batcher shares its session, which is released when
/// both are closed. *Returns new.*
///
///
/// - `model`: a model whose inputs and outputs all have a variable first size, the rows
/// - `size`: the most rows of one run, at least 1
/// - `delay`: how many microseconds a request waits for others; 0 joins only requests that already wait because
///   `parallel` runs are in progress
/// - `parallel`: how many runs there may be at the same time; 0 for as many as there are threads
/// - `capacity`: how many requests may wait at the same time, at least 1
/// - `timeout`: how many microseconds a request may wait until its run begins; 0 for no limit
/// - `INVALID_ARGUMENT`: a number is out of range, an input or output has a fixed first size, or the model has no input
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

/// Computes the outputs of a model, like the function of this name of the model itself, but together with the requests
/// of other threads: inputs are joined along the first axis, and each caller gets its rows as new tensors. A request
/// waits until its batch is full or has waited for `delay`, and until fewer than `parallel` runs are in progress.
/// Requests whose other sizes differ are not joined. If a joined run fails, each of its requests runs alone, so an
/// error is always about the caller's own inputs. *Returns new.*
///
///
/// - `names`: the names of `inputs`, one a line; none if the inputs are in the order of the model
/// - `inputs`: one tensor for each input of the model
/// - `BUSY`: too many requests are waiting (`capacity`), or this one has waited too long (`timeout`)
/// - `INVALID_ARGUMENT`: the number of inputs is wrong, a name is missing, unknown or given twice, or an operation of
///   the model rejects its input
/// - `SHAPE_MISMATCH`: an input does not have the shape that the model states, or sizes of the same name differ
/// - `DTYPE_MISMATCH`: an input does not have the dtype that the model states
/// - `UNSUPPORTED`: ONNX Runtime does not implement an operation, or an output is not a tensor
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn run(scope: Owner, batcher: OnnxBatcherRef, names: Option<&str>, inputs: TensorRefs) -> Result<Vec<NewTensor>> {
    let owner = TABLE.pin(Handle(batcher), Kind::OnnxBatcher)?.owner().map_or(0, |owner| owner.0);
    let batcher = object::<Open>(batcher)?.0.clone();
    let pins = tensors(inputs)?;
    let names = names.map(|names| lines_of(names, pins.len()));
    let order = batcher.model().ordered(names.as_deref(), pins.len())?;
    let given = borrowed(&pins);
    let given: Vec<_> = order.tensors.iter().map(|&i| given[i]).collect();
    let results = if order.inputs.len() > batcher.model().inputs().len() {
        // With an input that others have left out it is not joined to theirs.
        within_limits(scope, pins.first(), || batcher.model().run_some(&order.inputs, &given, None))
    } else {
        let joined = |joined: &dyn Fn() -> Result<Vec<Tensor>>| in_pool_within_limits(owner, joined);
        batcher.run(&given, joined, |own| within_limits(scope, pins.first(), own))
    }?;
    let first = pins.first().ok_or_else(|| Error::argument("a batcher's model has inputs"))?;
    own_all_beside(scope, first, results)
}

/// How the requests were joined.
///
///
/// - `stats()`
/// - `INVALID_HANDLE`: this batcher is closed
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

/// *Consumes* the batcher. Requests that have begun on other threads finish with their results, and no longer wait for
/// others; then the session is released, unless its model is open.
pub fn dispose(batcher: Disposed) -> Result<()> {
    TABLE.dispose(Handle(batcher), Kind::OnnxBatcher)
}
