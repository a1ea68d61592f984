//! Trained models in the ONNX format, computed by ONNX Runtime, which is found at run time.
//!
//! Invariant: a model's handle owns its session, whose memory is counted as a tensor's is. A run pins the session and
//! its inputs, so closing either on another thread during it is harmless: the memory is released when the run has
//! ended.

use super::onnx_run_options::{OnnxRunOptionsRef, run_options};
use super::onnx_value::{NewOnnxValue, given, own_values};
use super::types::{AnyRefs, Disposed, NewTensor, Owner, TensorRefs};
use crate::error::Result;
use crate::io::onnx::{ANY_RANK, Model, Options, Port, RunOptions, Value, shapes};
use crate::ownership::{Handle, Kind, StorageCharge};
use crate::session::context::{in_pool_within_limits, within_limits};
use crate::session::own::{own, own_all, own_all_beside};
use crate::session::resource::{Object, Resource, TABLE, borrowed, object, tensors};
use crate::session::rows::Rows;
use crate::tensor::Tensor;
use std::path::Path;
use std::sync::Arc;

/// A model's handle, borrowed.
pub type OnnxModelRef = u64;

/// The handle of a new model.
pub type NewOnnxModel = u64;

impl Object for Model {
    const KIND: Kind = Kind::OnnxModel;
}

/// Loads the model of a file, including data that it keeps in files beside it. Its memory counts against the limits of
/// `scope`, and comes from the pool, even inside a workspace. *Returns new.*
///
/// The options are a JSON object with the fields `library` (path or name of ONNX Runtime, or a list of them; without
/// it, the system's loader is asked), `threads` (the model's own threads; 0, the default, shares those of the process),
/// `optimization` (NONE, BASIC, EXTENDED, or ALL, the default), `providers` (names of execution providers),
/// `folder` (the folder of the data files of a model that is loaded from bytes), `deterministic` (default false),
/// `memoryPattern` (default true), `outputs` (names of the outputs to compute, each once; without it, all), `profile` (path of a file for the times of operations), `logSeverity` (the lowest level that
/// is logged of the model and its runs: VERBOSE, INFO, WARNING, ERROR, or FATAL, the default), and `sharedWeights`
/// (default false; with true, models loaded from the same file or bytes with the same options, `outputs` aside, hold
/// the weights once).
///
///
/// - `path`: the file
/// - `options`: the options, or none for the defaults
/// - `IO`: the file cannot be read, or is not a valid model
/// - `UNSUPPORTED`: ONNX Runtime was not found, or does not have a provider, an operator or an element type
/// - `INVALID_ARGUMENT`: an option is unknown or invalid, or an output does not exist or is named twice
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn load(scope: Owner, path: &str, options: Option<&str>) -> Result<NewOnnxModel> {
    owned(scope, options, |options| Model::load(Path::new(path), options))
}

/// Loads a model like [`load`] from a file whose bytes are in memory; they are not needed afterwards. *Returns new.*
/// Errors: those of [`load`].
pub fn load_bytes(scope: Owner, bytes: &[u8], options: Option<&str>) -> Result<NewOnnxModel> {
    owned(scope, options, |options| Model::load_bytes(bytes, options))
}

/// Loads a model like [`load_bytes`], with the contents of its data files, by their names in the model. *Returns new.*
/// Errors: those of [`load`].
pub fn load_parts(scope: Owner, bytes: &[u8], files: &[(&str, &[u8])], options: Option<&str>) -> Result<NewOnnxModel> {
    owned(scope, options, |options| Model::load_parts(bytes, files, options))
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

/// Computes the outputs of a model: new tensors, in the order of [`outputs`]. Inputs are read where they are; those
/// that are not contiguous are copied first. A tape records nothing of it. *Returns new.*
///
///
/// - `names`: the names of `inputs`, one a line; none if the inputs are in the order of the model
/// - `inputs`: one tensor for each input of the model
/// - `INVALID_ARGUMENT`: the number of inputs is wrong, a name is missing, unknown or given twice, or an operation of
///   the model rejects its input
/// - `SHAPE_MISMATCH`: an input does not have the shape that the model states, or sizes of the same name differ
/// - `DTYPE_MISMATCH`: an input does not have the dtype that the model states
/// - `UNSUPPORTED`: ONNX Runtime does not implement an operation, or an output is not a tensor of numbers
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn run(scope: Owner, model: OnnxModelRef, names: Option<&str>, inputs: TensorRefs) -> Result<Vec<NewTensor>> {
    computed(scope, model, None, names, inputs)
}

/// Computes the outputs of a model like [`run`], with options that set how the run is logged, and with which another
/// thread can cancel it. *Returns new.*
///
///
/// - `options`: the options, which any number of runs may use
/// - `names`: the names of `inputs`, one a line; none if the inputs are in the order of the model
/// - `inputs`: one tensor for each input of the model
/// - `CANCELLED`: the options were cancelled, before the run or during it
/// - `INVALID_ARGUMENT`: the number of inputs is wrong, a name is missing, unknown or given twice, or an operation of
///   the model rejects its input
/// - `SHAPE_MISMATCH`: an input does not have the shape that the model states, or sizes of the same name differ
/// - `DTYPE_MISMATCH`: an input does not have the dtype that the model states
/// - `UNSUPPORTED`: ONNX Runtime does not implement an operation, or an output is not a tensor of numbers
/// - `OUT_OF_MEMORY`: there is not enough memory
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

/// Computes the outputs of a model like [`run`], into tensors of the caller's: one for each output, contiguous, of its
/// dtype and shape. Nothing is allocated for them. After an error their elements are any.
///
///
/// - `names`: the names of `inputs`, one a line; none if the inputs are in the order of the model
/// - `inputs`: one tensor for each input of the model
/// - `outputs`: one tensor for each output of the model, in its order
/// - `INVALID_ARGUMENT`: the number of inputs or outputs is wrong, a name is missing, unknown or given twice, an output is
///   not contiguous or shares memory with an input, or an operation of the model rejects its input
/// - `SHAPE_MISMATCH`: an input or output does not have the shape that the model states or computes
/// - `DTYPE_MISMATCH`: an input or output does not have the dtype that the model states
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn run_into(model: OnnxModelRef, names: Option<&str>, inputs: TensorRefs, outputs: TensorRefs) -> Result<()> {
    let model = object::<Model>(model)?;
    let (pins, results) = (tensors(inputs)?, tensors(outputs)?);
    let (given, results) = (borrowed(&pins), borrowed(&results));
    let Some(names) = names else {
        return within_limits(0, pins.first(), || model.run_all_into(&given, &results));
    };
    let order = model.ordered(Some(&lines_of(names, pins.len())), given.len())?;
    within_limits(0, pins.first(), || {
        let inputs: Vec<&Tensor> = order.tensors.iter().map(|&i| given[i]).collect();
        model.run_into(&order.inputs, &inputs, &results)
    })
}

/// Computes the outputs of a model like [`run`], of any types: new values, in the order of [`outputs`]. *Returns new.*
///
///
/// - `names`: the names of `inputs`, one a line; none if the inputs are in the order of the model
/// - `inputs`: one value or tensor for each input of the model
/// - `INVALID_ARGUMENT`: the number of inputs is wrong, a name is missing, unknown or given twice, or an operation of
///   the model rejects its input
/// - `SHAPE_MISMATCH`: an input does not have the shape that the model states, or sizes of the same name differ
/// - `DTYPE_MISMATCH`: an input is not of the type that the model states
/// - `UNSUPPORTED`: ONNX Runtime does not implement an operation, or cannot be given an empty sequence of maps
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn run_values(
    scope: Owner,
    model: OnnxModelRef,
    names: Option<&str>,
    inputs: AnyRefs,
) -> Result<Vec<NewOnnxValue>> {
    computed_values(scope, model, None, names, inputs)
}

/// Computes the outputs of a model like [`run_values`], with options that set how the run is logged, and with which
/// another thread can cancel it. *Returns new.*
///
///
/// - `options`: the options, which any number of runs may use
/// - `names`: the names of `inputs`, one a line; none if the inputs are in the order of the model
/// - `inputs`: one value or tensor for each input of the model
/// - `CANCELLED`: the options were cancelled, before the run or during it
/// - `INVALID_ARGUMENT`: the number of inputs is wrong, a name is missing, unknown or given twice, or an operation of
///   the model rejects its input
/// - `SHAPE_MISMATCH`: an input does not have the shape that the model states, or sizes of the same name differ
/// - `DTYPE_MISMATCH`: an input is not of the type that the model states
/// - `UNSUPPORTED`: ONNX Runtime does not implement an operation, or cannot be given an empty sequence of maps
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn run_values_with_options(
    scope: Owner,
    model: OnnxModelRef,
    options: OnnxRunOptionsRef,
    names: Option<&str>,
    inputs: AnyRefs,
) -> Result<Vec<NewOnnxValue>> {
    let options = run_options(options)?;
    computed_values(scope, model, Some(&options), names, inputs)
}

fn computed_values(
    scope: Owner,
    model: OnnxModelRef,
    options: Option<&RunOptions>,
    names: Option<&str>,
    inputs: AnyRefs,
) -> Result<Vec<NewOnnxValue>> {
    let model = object::<Model>(model)?;
    let values = given(inputs)?;
    let names = names.map(|names| lines_of(names, values.len()));
    let order = model.ordered(names.as_deref(), values.len())?;
    let results = in_pool_within_limits(scope, || {
        let inputs: Vec<&Value> = order.tensors.iter().map(|&i| &*values[i]).collect();
        model.run_values(&order.inputs, &inputs, options)
    })?;
    own_values(scope, results)
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
        let inputs: Vec<&Tensor> = order.tensors.iter().map(|&i| tensors[i]).collect();
        model.run_some(&order.inputs, &inputs, options)
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

/// Runs a model once with zeros, so that the first request does not have to wait for one-time work: planning and taking
/// memory, and reading code and weights. Sizes that the model leaves open are 1. Strings and sequences are empty, and
/// optional values absent.
///
///
/// - `shapes`: shapes of inputs by name, as a JSON object such as `{"x": [8, 3]}`; none to set no shape
/// - `INVALID_ARGUMENT`: the text is not such an object, a name is unknown, or an operation of the model rejects zeros
///   or these shapes
/// - `SHAPE_MISMATCH`: the model does not accept a shape
/// - `UNSUPPORTED`: ONNX Runtime does not implement an operation, or an input is a map
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn warm_up(scope: Owner, model: OnnxModelRef, shapes: Option<&str>) -> Result<()> {
    let model = object::<Model>(model)?;
    let shapes = shapes.map_or_else(|| Ok(Vec::new()), self::shapes)?;
    within_limits(scope, None, || model.warm_up(&shapes))
}

/// The inputs of a model: a line for each, with fields separated by tabs (inside a field tab, line feed and backslash
/// are `\t`, `\n`, `\\`): its name, the code of its dtype, and its sizes, outermost first. A size is a number, a name
/// for sizes that are equal in each run, or `?`. A tensor of any number of dimensions has `...` for its sizes, one
/// without dimensions has none. An input that is not a tensor of numbers has 0 for a dtype, then what it is, such as
/// `string`, `float8e4m3fn` or `sequence of map of int64 to float32`, and then the sizes of a tensor.
pub fn inputs(model: OnnxModelRef) -> Result<String> {
    Ok(lines(object::<Model>(model)?.inputs()))
}

/// The inputs of a model that have a default, in the form of [`inputs`]: a run by names may leave them out, and one in the
/// order of the model does.
pub fn optional_inputs(model: OnnxModelRef) -> Result<String> {
    Ok(lines(object::<Model>(model)?.optional_inputs()))
}

/// The outputs of a model, in the form of [`inputs`].
pub fn outputs(model: OnnxModelRef) -> Result<String> {
    Ok(lines(object::<Model>(model)?.outputs()))
}

fn lines(ports: &[Port]) -> String {
    let mut rows = Rows::default();
    for port in ports {
        let mut fields = vec![port.name.clone()];
        match port.dtype() {
            Some(dtype) => fields.push(dtype.code().to_string()),
            None => fields.extend(["0".to_owned(), port.ty.to_string()]),
        }
        fields.extend(port.dims().iter().map(|dim| dim.to_string()));
        if port.ty.is_any_rank() {
            fields.push(ANY_RANK.to_owned());
        }
        rows.row(&fields.iter().map(String::as_str).collect::<Vec<&str>>());
    }
    rows.text
}

/// The metadata in the file of a model: lines of a name and a text, in the form of [`inputs`]. First come `producer`,
/// `graph`, `domain`, `description`, `version` and `runtime`, the release of ONNX Runtime; then the entries that the
/// author of the model has added.
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

/// Ends the file that the option `profile` of [`load`] has asked for, and returns its path; without the option, an
/// empty text.
pub fn end_profiling(model: OnnxModelRef) -> Result<String> {
    object::<Model>(model)?.end_profiling()
}

/// *Consumes* the model. A run in progress on another thread finishes normally; then the session is released.
pub fn dispose(model: Disposed) -> Result<()> {
    TABLE.dispose(Handle(model), Kind::OnnxModel)
}
