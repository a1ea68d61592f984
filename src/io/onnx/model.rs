//! `Model`: a session of ONNX Runtime, its own or shared with other models, which any number of
//! threads run.
//!
//! Invariant: whatever a file contains and whatever is passed to a run, the call gives tensors or a
//! typed error, and the session can be used again. A run that a limit stops has freed its memory.

use super::input::Input;
use super::memory::Recorded;
use super::options::Options;
use super::port::{self, Port};
use super::run_options::{RunOptions, cancelled};
use super::runtime::{Failure, Owned, Runtime};
use super::session::Session;
use super::shared::{Key, SESSIONS, files_key, key};
use super::table::{Object, Status as Answer, TENSOR, Text};
use super::{element, external};
use crate::device::Device;
use crate::error::{Error, Result, Status};
use crate::memory::path_units;
use crate::tensor::{Layout, RawBytes, Shape, Tensor};
use std::ffi::{CString, c_char, c_int};
use std::fmt::Display;
use std::path::Path;
use std::ptr::null_mut;
use std::sync::Arc;

/// A loaded model.
pub struct Model {
    runtime: &'static Runtime,
    session: Arc<Session>,
    /// Its name in messages.
    name: String,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    /// The names of the ports, as each run passes them: they point into `inputs` and `outputs`.
    names: Names,
}

struct Names {
    inputs: Vec<Text>,
    outputs: Vec<Text>,
}

// SAFETY: the names never change, and the rest may be used on any thread.
unsafe impl Send for Model {}
// SAFETY: as above.
unsafe impl Sync for Model {}

/// The metadata of the file. Missing values are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The program that wrote it.
    pub producer: String,
    /// The name of the graph.
    pub graph: String,
    /// The namespace of the model.
    pub domain: String,
    /// A description for people.
    pub description: String,
    /// The version number given by its authors.
    pub version: i64,
    /// Custom metadata, sorted by name.
    pub custom: Vec<(String, String)>,
}

impl Model {
    /// Loads the model of a file, including the external data files beside it.
    ///
    /// Errors: `IO` for a file that does not exist or is not a model; `UNSUPPORTED` if there is no
    /// ONNX Runtime, it has no such provider, or an input or output is not a supported tensor;
    /// `INVALID_ARGUMENT` for an output that does not exist or is requested twice;
    /// `LIMIT_EXCEEDED`, `OUT_OF_MEMORY`.
    pub fn load(path: &Path, options: &Options) -> Result<Model> {
        let name = format!("model '{}'", path.display());
        let units = path_units(path).ok_or_else(|| Error::io("its path holds a 0").context(&name))?;
        if let Err(error) = std::fs::metadata(path) {
            return Err(Error::io(error.to_string()).context(&name));
        }
        let mut files = external::check_file(path).map_err(|error| error.context(format_args!("loading {name}")))?;
        files.push(path.to_path_buf());
        Model::made(
            name,
            options,
            || files_key(&files),
            |runtime, session_options, session| {
                // SAFETY: the path is null-terminated, and the result has room.
                unsafe { (runtime.table.create_session)(runtime.env, units.as_ptr(), session_options, session) }
            },
        )
    }

    /// Loads a model from bytes in memory, which are not needed afterwards. Errors as for
    /// [`Model::load`].
    pub fn load_bytes(bytes: &[u8], options: &Options) -> Result<Model> {
        let name = format!("model of {} bytes", bytes.len());
        external::check_bytes(bytes).map_err(|error| error.context(format_args!("loading {name}")))?;
        Model::made(
            name,
            options,
            || Some(key(bytes)),
            |runtime, session_options, session| {
                // SAFETY: the bytes are valid during the call, and the result has room.
                unsafe {
                    let create = runtime.table.create_session_from_array;
                    create(runtime.env, bytes.as_ptr().cast(), bytes.len(), session_options, session)
                }
            },
        )
    }

    fn made(
        name: String,
        options: &Options,
        source: impl Fn() -> Option<Key>,
        create: impl FnOnce(&Runtime, Object, *mut Object) -> Answer,
    ) -> Result<Model> {
        port::distinct(&options.outputs).map_err(|error| error.context(&name))?;
        let runtime = Runtime::find(&options.library)?;
        let load = || Session::load(runtime, &name, options, create);
        let session = match options.shared_weights && options.profile.is_none() {
            true => SESSIONS.get(|| Some(key(&(source()?, runtime.at(), options.of_session()))), load)?,
            false => Arc::new(load()?),
        };
        let (inputs, outputs) =
            ports(runtime, session.object.object, &options.outputs).map_err(|e| e.context(&name))?;
        let texts = |ports: &[Port]| ports.iter().map(|port| port.c_name.as_ptr()).collect();
        let names = Names { inputs: texts(&inputs), outputs: texts(&outputs) };
        Ok(Model { runtime, session, name, inputs, outputs, names })
    }

    /// The inputs of a run.
    pub fn inputs(&self) -> &[Port] {
        &self.inputs
    }

    /// The outputs of a run.
    pub fn outputs(&self) -> &[Port] {
        &self.outputs
    }

    /// A number that distinguishes the session from other live ones, and the bytes that it keeps of
    /// this library's pool, mostly weights.
    pub fn held(&self) -> (usize, usize) {
        (Arc::as_ptr(&self.session) as usize, self.session.bytes)
    }

    /// The release of ONNX Runtime that runs it, as `1.22.0`.
    pub fn runtime_version(&self) -> &str {
        &self.runtime.version
    }

    /// The position of the tensor for each input, given the number of tensors and their names, or
    /// in order if there are no names. `INVALID_ARGUMENT` lists every missing and every unknown
    /// name.
    pub fn ordered(&self, names: Option<&[&str]>, given: usize) -> Result<Vec<usize>> {
        port::ordered(&self.inputs, names, given).map_err(|error| error.context(&self.name))
    }

    /// Computes the outputs of inputs, one for each of [`Model::inputs`] in that order. Inputs are
    /// read in place, or copied if they are not contiguous. Each output is a new tensor, on memory
    /// that the run has allocated.
    ///
    /// Errors: `CANCELLED` if the options were cancelled before it ended; `INVALID_ARGUMENT`,
    /// `DTYPE_MISMATCH`, `SHAPE_MISMATCH` if inputs do not fit, with all mismatches;
    /// `INVALID_ARGUMENT` also if an operation of the model refuses; `LIMIT_EXCEEDED`,
    /// `OUT_OF_MEMORY`.
    pub fn run(&self, inputs: &[&Tensor], options: Option<&RunOptions>) -> Result<Vec<Tensor>> {
        if inputs.len() != self.inputs.len() {
            self.ordered(None, inputs.len())?; // reports missing and superfluous ones
        }
        port::check(&self.inputs, inputs).map_err(|error| error.context(&self.name))?;
        self.computed(inputs, options).map_err(|error| error.context(format_args!("running {}", self.name)))
    }

    /// Zeros that fit the inputs, for a first run. `shapes` names inputs; the others have the
    /// model's sizes, with 1 for sizes that the model leaves open.
    ///
    /// An input whose number of dimensions is open gets a tensor of rank 0.
    ///
    /// Errors: `INVALID_ARGUMENT` for a name that does not exist; those of creating a tensor.
    pub fn zeros(&self, shapes: &[(String, Vec<i64>)]) -> Result<Vec<Tensor>> {
        port::zeros(&self.inputs, shapes).map_err(|error| error.context(&self.name))
    }

    fn computed(&self, inputs: &[&Tensor], options: Option<&RunOptions>) -> Result<Vec<Tensor>> {
        let table = &self.runtime.table;
        let run_options = options.map_or(Ok(null_mut()), |options| options.object(self.runtime))?;
        let inputs = inputs.iter().map(|tensor| Input::of(tensor)).collect::<Result<Vec<Input>>>()?;
        let values = inputs.iter().map(|input| self.value(input)).collect::<Result<Vec<Owned>>>()?;
        let given: Vec<Object> = values.iter().map(|value| value.object).collect();
        let mut results = vec![null_mut(); self.outputs.len()];
        let (answer, record) = self.runtime.allocator.recorded(|| {
            // SAFETY: there are as many names as values, and room for all requested results; inputs
            // and names outlive the call.
            unsafe {
                (table.run)(
                    self.session.object.object,
                    run_options,
                    self.names.inputs.as_ptr(),
                    given.as_ptr(),
                    given.len(),
                    self.names.outputs.as_ptr(),
                    results.len(),
                    results.as_mut_ptr(),
                )
            }
        });
        let result = self.runtime.check(answer);
        let results: Vec<Owned> = results.into_iter().map(|value| Owned::new(value, table.release_value)).collect();
        if let Some(refused) = record.take_refused() {
            return Err(refused);
        }
        if result.is_err() && options.is_some_and(RunOptions::is_cancelled) {
            return Err(cancelled());
        }
        result.map_err(Failure::at_run)?;
        results.iter().zip(&self.outputs).map(|(value, port)| self.tensor(value, port, &record)).collect()
    }

    /// An input for ONNX Runtime, on the tensor's memory.
    fn value(&self, tensor: &Input) -> Result<Owned> {
        let (data, shape) = (tensor.host()?.as_ptr(), tensor.shape());
        let mut value = null_mut();
        // SAFETY: the memory is valid as long as the tensor, which outlives the value; the result
        // has room.
        let answer = unsafe {
            (self.runtime.table.create_tensor)(
                self.runtime.memory_info,
                data.cast(),
                tensor.nbytes(),
                shape.as_ptr(),
                shape.len(),
                element::code(tensor.dtype()),
                &mut value,
            )
        };
        self.runtime.check(answer).map_err(Failure::at_run)?;
        Ok(Owned::new(value, self.runtime.table.release_value))
    }

    /// An output as a tensor: on the block that the run allocated for it alone, otherwise a copy.
    fn tensor(&self, value: &Owned, port: &Port, record: &Recorded) -> Result<Tensor> {
        let unsupported = |why: &dyn Display| Error::new(Status::Unsupported, format!("output '{}': {why}", port.name));
        let (kind, code, dims, data) = self.contents(value).map_err(Failure::at_run)?;
        if kind != TENSOR {
            return Err(unsupported(&"it is not a tensor"));
        }
        let dtype = element::dtype(code).map_err(|error| unsupported(&error))?;
        let shape = Shape::new(&dims).map_err(|error| unsupported(&error))?;
        if let Some((storage, offset)) = record.give(data) {
            return Ok(Tensor::within(storage, dtype, Layout::contiguous(&shape), offset));
        }
        // An input that was passed on, a constant of the model, or the value of another output.
        let bytes = shape.elements() * dtype.size();
        if bytes == 0 {
            return Tensor::empty(Device::Cpu, dtype, &shape);
        }
        // SAFETY: the value has this many bytes there, and is alive.
        let bytes = unsafe { RawBytes::new(data.cast(), bytes) };
        Tensor::from_bytes(Device::Cpu, dtype, bytes, &shape)
    }

    /// The kind of an output, its element code, its shape and its address. If it is not a tensor,
    /// only the kind is set.
    fn contents(
        &self,
        value: &Owned,
    ) -> std::result::Result<(c_int, c_int, Vec<i64>, *const std::ffi::c_void), Failure> {
        let (runtime, table) = (self.runtime, &self.runtime.table);
        let (mut kind, mut code, mut rank, mut data, mut info) = (0, 0, 0, null_mut(), null_mut());
        // SAFETY: each result has room, and each call is passed what the previous one returned.
        unsafe {
            runtime.check((table.value_kind)(value.object, &mut kind))?;
            if kind != TENSOR {
                return Ok((kind, 0, Vec::new(), null_mut()));
            }
            runtime.check((table.tensor_type_and_shape)(value.object, &mut info))?;
            let info = Owned::new(info, table.release_tensor_type);
            runtime.check((table.element_type)(info.object, &mut code))?;
            runtime.check((table.dimension_count)(info.object, &mut rank))?;
            let mut dims = vec![0; rank];
            runtime.check((table.dimensions)(info.object, dims.as_mut_ptr(), rank))?;
            runtime.check((table.tensor_data)(value.object, &mut data))?;
            Ok((kind, code, dims, data))
        }
    }

    /// Reads the metadata of the file.
    pub fn metadata(&self) -> Result<Metadata> {
        self.said().map_err(|failure| failure.at_load().context(&self.name))
    }

    fn said(&self) -> std::result::Result<Metadata, Failure> {
        let (runtime, table) = (self.runtime, &self.runtime.table);
        let mut about = null_mut();
        // SAFETY: the result has room.
        runtime.check(unsafe { (table.session_metadata)(self.session.object.object, &mut about) })?;
        let about = Owned::new(about, table.release_metadata);
        type Get = unsafe extern "system" fn(Object, Object, *mut *mut c_char) -> Answer;
        // SAFETY: the metadata is alive, and the result has room.
        let text = |get: Get| runtime.text(|allocator, text| unsafe { get(about.object, allocator, text) });
        let text = |get: Get| text(get).map(Option::unwrap_or_default);
        let mut version = 0;
        // SAFETY: as above.
        runtime.check(unsafe { (table.metadata_version)(about.object, &mut version) })?;
        // SAFETY: as above.
        let keys =
            runtime.texts(|allocator, keys, n| unsafe { (table.metadata_keys)(about.object, allocator, keys, n) })?;
        let mut custom = Vec::new();
        for key in keys {
            let Ok(name) = CString::new(key.as_str()) else { continue };
            let look_up = |allocator, text: &mut *mut c_char| {
                // SAFETY: as above; the name is null-terminated.
                unsafe { (table.metadata_lookup)(about.object, allocator, name.as_ptr(), text) }
            };
            custom.push((key, runtime.text(look_up)?.unwrap_or_default()));
        }
        custom.sort();
        Ok(Metadata {
            producer: text(table.metadata_producer)?,
            graph: text(table.metadata_graph)?,
            domain: text(table.metadata_domain)?,
            description: text(table.metadata_description)?,
            version,
            custom,
        })
    }

    /// Ends the file of [`Options::profile`], and returns its path; it is empty without one.
    pub fn end_profiling(&self) -> Result<String> {
        let table = &self.runtime.table;
        // SAFETY: the session is alive, and the result has room.
        let end = |allocator, text: &mut *mut c_char| unsafe {
            (table.end_profiling)(self.session.object.object, allocator, text)
        };
        let path = self.runtime.text(end).map_err(|failure| failure.at_load().context(&self.name))?;
        Ok(path.unwrap_or_default())
    }
}

/// The inputs, and the requested outputs, in that order.
fn ports(runtime: &Runtime, session: Object, wanted: &[String]) -> Result<(Vec<Port>, Vec<Port>)> {
    let table = &runtime.table;
    let (mut n_inputs, mut n_outputs) = (0, 0);
    // SAFETY: the session is alive, and the results have room.
    unsafe {
        runtime.check((table.session_input_count)(session, &mut n_inputs)).map_err(Failure::at_load)?;
        runtime.check((table.session_output_count)(session, &mut n_outputs)).map_err(Failure::at_load)?;
    }
    let name = |is_input, i| {
        let get = if is_input { table.session_input_name } else { table.session_output_name };
        // SAFETY: as above; the index is below the count.
        let name = runtime.text(|allocator, text| unsafe { get(session, i, allocator, text) });
        name.map(Option::unwrap_or_default).map_err(Failure::at_load)
    };
    let read = |is_input, i, name| {
        let get = if is_input { table.session_input_type } else { table.session_output_type };
        let mut type_info = null_mut();
        // SAFETY: as above.
        runtime.check(unsafe { get(session, i, &mut type_info) }).map_err(Failure::at_load)?;
        let type_info = Owned::new(type_info, table.release_type);
        port::read(runtime, if is_input { "input" } else { "output" }, name, &type_info)
    };
    let inputs = (0..n_inputs).map(|i| read(true, i, name(true, i)?)).collect::<Result<Vec<Port>>>()?;
    let outputs = (0..n_outputs).map(|i| name(false, i)).collect::<Result<Vec<String>>>()?;
    for (what, names) in
        [("input", inputs.iter().map(|port| &port.name).collect()), ("output", Vec::from_iter(&outputs))]
    {
        if let Some((_, name)) = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
            return Err(Error::io(format!("it has two {what}s of the name '{name}'")));
        }
    }
    if wanted.is_empty() {
        let all = outputs.into_iter().enumerate().map(|(i, name)| read(false, i, name));
        return Ok((inputs, all.collect::<Result<_>>()?));
    }
    let chosen = wanted.iter().map(|name| match outputs.iter().position(|other| other == name) {
        Some(i) => read(false, i, name.clone()),
        None => Err(Error::argument(format!("there is no output '{name}', only '{}'", outputs.join("', '")))),
    });
    Ok((inputs, chosen.collect::<Result<_>>()?))
}
