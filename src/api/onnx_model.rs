//! Models in ONNX's format that others have trained, computed by ONNX Runtime, which is found at
//! run time.
//!
//! Invariant: a model's handle owns its session, whose memory is counted as a tensor's is. A run
//! pins the session and its inputs, so closing either on another thread during it is harmless: the
//! memory goes when the run has ended.

use super::onnx_run_options::{OnnxRunOptionsRef, run_options};
use super::own::{own, own_all_beside};
use super::resource::{Object, Resource, TABLE, borrowed, object, tensors};
use super::rows::Rows;
use super::types::{Disposed, NewTensor, Owner, TensorRefs};
use super::workspace::{in_pool_within_limits, within_limits};
use crate::error::Result;
use crate::io::onnx::{Model, Options, Port, RunOptions, log_after, shapes};
use crate::ownership::{Handle, Kind, StorageCharge};
use crate::tensor::Tensor;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicI32;

/// A model's handle, borrowed.
pub type OnnxModelRef = u64;

/// The handle of a new model.
pub type NewOnnxModel = u64;

impl Object for Model {
    const KIND: Kind = Kind::OnnxModel;
}

/// Loads the model of a file, with what it keeps in files beside it. Its memory counts against the
/// limits of `scope`, and comes from the pool, also in a workspace. *Returns new.*
///
/// The options are a JSON object: `library` (path or name of ONNX Runtime, or a list of them; without
/// one the system's loader is asked), `threads` (of the model's own; 0, the default, shares those of
/// the process), `optimization` (NONE, BASIC, EXTENDED, or ALL, the default), `providers` (names of
/// execution providers), `deterministic` (false), `memoryPattern` (true), `outputs` (names of those
/// to compute, each once; all without one), `profile` (path of a file for the times of operations), `logSeverity`
/// (of what is logged of it and its runs: VERBOSE, INFO, WARNING, ERROR, or FATAL, the default),
/// `sharedWeights` (false; true holds the weights once for all models that are loaded with it from this
/// file, or from these bytes, with the same options but for `outputs`).
///
/// - `path`: the file
/// - `options`: none for the defaults
/// - `IO`: the file is not there, or is no model
/// - `UNSUPPORTED`: there is no ONNX Runtime, or not this provider, operator or element type
/// - `INVALID_ARGUMENT`: an option is not known or not right
/// - `OUT_OF_MEMORY`: there is no memory for it
pub fn load(scope: Owner, path: &str, options: Option<&str>) -> Result<NewOnnxModel> {
    owned(scope, options, |options| Model::load(Path::new(path), options))
}

/// As [`load`] for a file whose bytes are in memory, which are not needed any more then. *Returns
/// new.*
pub fn load_bytes(scope: Owner, bytes: &[u8], options: Option<&str>) -> Result<NewOnnxModel> {
    owned(scope, options, |options| Model::load_bytes(bytes, options))
}

fn owned(scope: Owner, options: Option<&str>, load: impl FnOnce(&Options) -> Result<Model>) -> Result<NewOnnxModel> {
    let options = options.map_or_else(|| Ok(Options::default()), Options::from_json)?;
    let model = in_pool_within_limits(scope, || load(&options))?;
    let charge = charge(&model);
    own(scope, Resource::object_of(Arc::new(model), charge))
}

/// The memory of its session, which a scope counts once, however many models and batchers have it.
pub(super) fn charge(model: &Model) -> StorageCharge {
    let (storage, bytes) = model.held();
    StorageCharge { storage, bytes: bytes as u64 }
}

/// Computes the outputs of a model, new tensors in the order of [`outputs`]. Inputs are read where
/// they lie; those that are not contiguous are copied first. Nothing is recorded on a tape.
/// *Returns new.*
///
/// - `names`: of `inputs`, one a line; none if these are in the order of the model
/// - `inputs`: one tensor for each input of the model
/// - `INVALID_ARGUMENT`: names are missing or not there, or an operation refuses what it is given
/// - `SHAPE_MISMATCH`: an input has another shape than the model says, or sizes of one name differ
/// - `DTYPE_MISMATCH`: an input has another element type
/// - `OUT_OF_MEMORY`: there is no memory for it
pub fn run(scope: Owner, model: OnnxModelRef, names: Option<&str>, inputs: TensorRefs) -> Result<Vec<NewTensor>> {
    computed(scope, model, None, names, inputs)
}

/// As [`run`], with options that say how it is logged, and by which it can be cancelled from another
/// thread. *Returns new.*
///
/// - `options`: of any number of runs
/// - `names`: of `inputs`, one a line; none if these are in the order of the model
/// - `inputs`: one tensor for each input of the model
/// - `CANCELLED`: the options were cancelled, before the run or during it
/// - `INVALID_ARGUMENT`: names are missing or not there, or an operation refuses what it is given
/// - `SHAPE_MISMATCH`: an input has another shape than the model says, or sizes of one name differ
/// - `DTYPE_MISMATCH`: an input has another element type
/// - `OUT_OF_MEMORY`: there is no memory for it
pub fn run_with_options(
    scope: Owner,
    model: OnnxModelRef,
    options: OnnxRunOptionsRef,
    names: Option<&str>,
    inputs: TensorRefs,
) -> Result<Vec<NewTensor>> {
    let options = run_options(options)?;
    computed(scope, model, Some(&options), names, inputs)
}

fn computed(
    scope: Owner,
    model: OnnxModelRef,
    options: Option<&RunOptions>,
    names: Option<&str>,
    inputs: TensorRefs,
) -> Result<Vec<NewTensor>> {
    let model = object::<Model>(model)?;
    let pins = tensors(inputs)?;
    let tensors = borrowed(&pins);
    let names = names.map(|names| lines_of(names, pins.len()));
    let order = model.ordered(names.as_deref(), tensors.len())?;
    let results = within_limits(scope, pins.first(), || {
        let inputs: Vec<&Tensor> = order.iter().map(|&i| tensors[i]).collect();
        model.run(&inputs, options)
    })?;
    match pins.first() {
        Some(first) => own_all_beside(scope, first, results),
        None => own_all(scope, results),
    }
}

/// The names of so many inputs, one a line. A last line without a name counts only if it makes as many as there are inputs: it
/// is refused then, as any other name that is not there.
pub(super) fn lines_of(names: &str, inputs: usize) -> Vec<&str> {
    let mut lines: Vec<&str> = names.split('\n').collect();
    if lines.len() > inputs && lines.last() == Some(&"") {
        lines.pop();
    }
    lines
}

/// Runs a model once with zeros, so that the first request does not wait for what is done once: memory
/// is taken and planned, and code and weights are read. Sizes that the model leaves open are 1.
///
/// - `shapes`: those of inputs by their names, a JSON object such as `{"x": [8, 3]}`; none for no other
/// - `INVALID_ARGUMENT`: a name is not there, or an operation refuses zeros or these shapes
/// - `SHAPE_MISMATCH`: a shape is not one that the model takes
/// - `OUT_OF_MEMORY`: there is no memory for it
pub fn warm_up(scope: Owner, model: OnnxModelRef, shapes: Option<&str>) -> Result<()> {
    let model = object::<Model>(model)?;
    let shapes = shapes.map_or_else(|| Ok(Vec::new()), self::shapes)?;
    within_limits(scope, None, || {
        let zeros = model.zeros(&shapes)?;
        let inputs: Vec<&Tensor> = zeros.iter().collect();
        model.run(&inputs, None).map(drop)
    })
}

/// Of a model without inputs.
fn own_all(scope: Owner, results: Vec<Tensor>) -> Result<Vec<NewTensor>> {
    let mut handles = Vec::new();
    for result in results {
        match own(scope, Resource::Tensor(result)) {
            Ok(handle) => handles.push(handle),
            Err(error) => {
                super::handle::release(&handles);
                return Err(error);
            }
        }
    }
    Ok(handles)
}

/// What a model takes: a line for each input, with fields separated by tabs (inside a field tab,
/// line feed and backslash are `\t`, `\n`, `\\`): its name, the code of its element type, its
/// sizes, outermost first. A size is a number; or a name, of sizes that are the same in each run;
/// or `?`.
pub fn inputs(model: OnnxModelRef) -> Result<String> {
    Ok(lines(object::<Model>(model)?.inputs()))
}

/// What a model gives, as [`inputs`].
pub fn outputs(model: OnnxModelRef) -> Result<String> {
    Ok(lines(object::<Model>(model)?.outputs()))
}

fn lines(ports: &[Port]) -> String {
    let mut rows = Rows::default();
    for port in ports {
        let mut fields = vec![port.name.clone(), port.dtype.code().to_string()];
        fields.extend(port.dims.iter().map(|dim| dim.to_string()));
        rows.row(&fields.iter().map(String::as_str).collect::<Vec<&str>>());
    }
    rows.text
}

/// What the file of a model says of itself: lines of a name and a text, as those of [`inputs`].
/// First `producer`, `graph`, `domain`, `description`, `version` and `runtime`, the release of ONNX
/// Runtime; then what its makers have added.
pub fn metadata(model: OnnxModelRef) -> Result<String> {
    let model = object::<Model>(model)?;
    let about = model.metadata()?;
    let mut rows = Rows::default();
    let version = about.version.to_string();
    rows.row(&["producer", &about.producer]);
    rows.row(&["graph", &about.graph]);
    rows.row(&["domain", &about.domain]);
    rows.row(&["description", &about.description]);
    rows.row(&["version", &version]);
    rows.row(&["runtime", model.runtime_version()]);
    for (name, text) in &about.custom {
        rows.row(&[name, text]);
    }
    Ok(rows.text)
}

/// Ends the file that option `profile` of [`load`] asked for, and returns its path; an empty text
/// without one.
pub fn end_profiling(model: OnnxModelRef) -> Result<String> {
    object::<Model>(model)?.end_profiling()
}

/// The records of ONNX Runtime's log with a greater number than `after`: lines as those of
/// [`inputs`], of a number, a level (0 VERBOSE, 1 INFO, 2 WARNING, 3 ERROR, 4 FATAL), the log id of
/// the model or run, and a text. Numbers are consecutive from 1 on; the last 256 records are kept, and
/// where others have gone since `after`, the first line says how many.
///
/// - `after`: the number of the last record that was read, 0 at first
pub fn log_records(after: u64) -> Result<String> {
    let mut rows = Rows::default();
    for record in log_after(after) {
        let (number, level) = (record.number.to_string(), (record.level as i32).to_string());
        rows.row(&[&number, &level, &record.id, &record.text]);
    }
    Ok(rows.text)
}

/// What changes with each record of the log: a wrapper looks at it after a call, and reads
/// [`log_records`] then.
pub fn log_word() -> &'static AtomicI32 {
    crate::io::onnx::log_word()
}

/// *Consumes* the model. A run that is in progress on another thread ends as if it were open; the
/// session goes then.
pub fn dispose(model: Disposed) -> Result<()> {
    TABLE.dispose(Handle(model), Kind::OnnxModel)
}
