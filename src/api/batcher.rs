//! Batchers: join the requests that several threads make to a model at the same time into one run.
//!
//! Invariant: a batcher's handle shares the session of an ONNX model, and so do requests that wait or run, so closing
//! either on another thread is harmless: requests that have begun finish with their results, later ones find the handle
//! closed. Of a module it keeps nothing alive, and runs it in evaluation. A batch works within the limits of the scope
//! that owns the batcher; the outputs of a request count against those of the caller's scope.

use super::evaluator::Evaluator;
use super::onnx_model::{OnnxModelRef, charge, lines_of};
use super::records::BatcherStats;
use super::types::{Disposed, ModuleRef, NewTensor, Owner, TensorRefs};
use crate::error::{Error, Result};
use crate::io::batcher::{Batcher, BatcherRules, Rowwise};
use crate::io::onnx::Model;
use crate::ownership::{Handle, Kind};
use crate::session::context::{in_pool_within_limits, within_limits};
use crate::session::own::{own, own_all_beside};
use crate::session::resource::{Object, PinnedTensor, Resource, TABLE, borrowed, module as module_of, object, tensors};
use crate::tensor::Tensor;
use crate::threads;
use std::sync::Arc;
use std::time::Duration;

/// A batcher's handle, borrowed.
pub type BatcherRef = u64;

/// The handle of a new batcher.
pub type NewBatcher = u64;

/// What a handle names. When it goes, requests that wait for others wait no longer, since later ones
/// find the handle closed.
struct Open(Of);

/// A batcher of each sort of model.
#[derive(Clone)]
enum Of {
    Onnx(Arc<Batcher<Arc<Model>>>),
    Module(Arc<Batcher<Evaluator>>),
}

impl Object for Open {
    const KIND: Kind = Kind::Batcher;
}

impl Drop for Open {
    fn drop(&mut self) {
        match &self.0 {
            Of::Onnx(batcher) => batcher.hurry(),
            Of::Module(batcher) => batcher.hurry(),
        }
    }
}

/// Makes a batcher of an ONNX model, which stays usable by itself. The batcher shares its session, which is released
/// when both are closed. *Returns new.*
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
pub fn of_onnx_model(
    scope: Owner,
    model: OnnxModelRef,
    size: i64,
    delay: i64,
    parallel: i64,
    capacity: i64,
    timeout: i64,
) -> Result<NewBatcher> {
    let model = object::<Model>(model)?;
    let rules = rules([size, delay, parallel, capacity, timeout])?;
    model.check_rows()?;
    let charge = charge(&model);
    let open = Open(Of::Onnx(Arc::new(Batcher::new(model, rules))));
    own(scope, Resource::Object(Kind::Batcher, Some(charge), Arc::new(open)))
}

/// Makes a batcher of a module, which it runs in evaluation whatever its mode: dropout passes its input on, and
/// normalizations use their running statistics. Nothing is recorded. The batcher does not keep the module open.
/// *Returns new.*
///
///
/// - `module`: a module of this library's parts, whose rows are the first axis of its inputs and its result
/// - `size`: the most rows of one run, at least 1
/// - `delay`: how many microseconds a request waits for others; 0 joins only requests that already wait because
///   `parallel` runs are in progress
/// - `parallel`: how many runs there may be at the same time; 0 for as many as there are threads
/// - `capacity`: how many requests may wait at the same time, at least 1
/// - `timeout`: how many microseconds a request may wait until its run begins; 0 for no limit
/// - `INVALID_ARGUMENT`: a number is out of range
/// - `INVALID_HANDLE`: the module is closed
/// - `UNSUPPORTED`: a part of the module is written in the caller's language
pub fn of_module(
    scope: Owner,
    module: ModuleRef,
    size: i64,
    delay: i64,
    parallel: i64,
    capacity: i64,
    timeout: i64,
) -> Result<NewBatcher> {
    let evaluator = Evaluator::new(&module_of(module)?)?;
    let rules = rules([size, delay, parallel, capacity, timeout])?;
    own(scope, Resource::object(Arc::new(Open(Of::Module(Arc::new(Batcher::new(evaluator, rules)))))))
}

fn rules([size, delay, parallel, capacity, timeout]: [i64; 5]) -> Result<BatcherRules> {
    let timeout = at_least("timeout", timeout, 0)?;
    let parallel = at_least("parallel", parallel, 0)?;
    Ok(BatcherRules {
        size: at_least("size", size, 1)? as usize,
        delay: Duration::from_micros(at_least("delay", delay, 0)?),
        parallel: if parallel == 0 { threads::threads() } else { parallel as usize },
        capacity: at_least("capacity", capacity, 1)? as usize,
        timeout: (timeout > 0).then(|| Duration::from_micros(timeout)),
    })
}

fn at_least(name: &str, value: i64, least: i64) -> Result<u64> {
    if value < least {
        return Err(Error::argument(format!("'{name}' of a batcher is {value}, it must be at least {least}")));
    }
    Ok(value.unsigned_abs())
}

/// Computes the outputs of a model, like its own function, but together with the requests of other threads: inputs are
/// joined along the first axis, and each caller gets its rows as new tensors. A request waits until its batch is full
/// or has waited for `delay`, and until fewer than `parallel` runs are in progress. Requests whose other sizes or dtypes
/// differ are not joined, nor are those of a module with several results. If a joined run fails, each of its requests
/// runs alone, so an error is always about the caller's own inputs. *Returns new.*
///
///
/// - `names`: the names of `inputs`, one a line; none if the inputs are in the order of the model. A module's inputs
///   have no names
/// - `inputs`: one tensor for each input of the model
/// - `BUSY`: too many requests are waiting (`capacity`), or this one has waited too long (`timeout`)
/// - `INVALID_HANDLE`: the batcher, its module or an input is closed
/// - `INVALID_ARGUMENT`: the number of inputs is wrong, a name is missing, unknown or given twice, or an operation of
///   the model rejects its input
/// - `SHAPE_MISMATCH`: an input does not have the shape that the model states, or sizes of the same name differ
/// - `DTYPE_MISMATCH`: an input does not have the dtype that the model states
/// - `UNSUPPORTED`: ONNX Runtime does not implement an operation, or an output is not a tensor
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn run(scope: Owner, batcher: BatcherRef, names: Option<&str>, inputs: TensorRefs) -> Result<Vec<NewTensor>> {
    let owner = TABLE.pin(Handle(batcher), Kind::Batcher)?.owner().map_or(0, |owner| owner.0);
    let of = object::<Open>(batcher)?.0.clone();
    let pins = tensors(inputs)?;
    let given = borrowed(&pins);
    let within = Within { batch: owner, scope, first: pins.first() };
    let results = match of {
        Of::Onnx(batcher) => run_onnx(&batcher, names, &given, within),
        Of::Module(_) if names.is_some() => Err(Error::argument("the inputs of a module have no names")),
        Of::Module(batcher) => joined(&batcher, &given, within),
    }?;
    let first = pins.first().ok_or_else(|| Error::argument("a batcher's model has inputs"))?;
    own_all_beside(scope, first, results)
}

/// The scopes whose limits apply to a batch and to a request.
#[derive(Clone, Copy)]
struct Within<'a> {
    batch: Owner,
    scope: Owner,
    first: Option<&'a PinnedTensor>,
}

fn run_onnx(
    batcher: &Batcher<Arc<Model>>,
    names: Option<&str>,
    given: &[&Tensor],
    within: Within,
) -> Result<Vec<Tensor>> {
    let model = batcher.model();
    let names = names.map(|names| lines_of(names, given.len()));
    let order = model.ordered(names.as_deref(), given.len())?;
    let given: Vec<&Tensor> = order.tensors.iter().map(|&i| given[i]).collect();
    if order.inputs.len() > model.inputs().len() {
        // With an input that others have left out it is not joined to theirs.
        return within_limits(within.scope, within.first, || model.run_some(&order.inputs, &given, None));
    }
    joined(batcher, &given, within)
}

fn joined<M: Rowwise>(batcher: &Batcher<M>, given: &[&Tensor], within: Within) -> Result<Vec<Tensor>> {
    let batch = |batch: &dyn Fn() -> Result<Vec<Tensor>>| in_pool_within_limits(within.batch, batch);
    batcher.run(given, batch, |own| within_limits(within.scope, within.first, own))
}

/// How the requests were joined.
///
///
/// - `stats()`
/// - `INVALID_HANDLE`: this batcher is closed
pub fn stats(batcher: BatcherRef) -> Result<BatcherStats> {
    let counts = match &object::<Open>(batcher)?.0 {
        Of::Onnx(batcher) => batcher.counts(),
        Of::Module(batcher) => batcher.counts(),
    };
    Ok(BatcherStats {
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
    TABLE.dispose(Handle(batcher), Kind::Batcher)
}
