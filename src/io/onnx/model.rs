//! `Model`: a session of ONNX Runtime, its own or shared with other models, which any number of
//! threads run.
//!
//! Invariant: whatever a file contains and whatever is passed to a run, the call gives tensors or a
//! typed error, and the session can be used again. A run that a limit stops has freed its memory.

use super::bound::Bound;
use super::exchange::{self, Made};
use super::external;
use super::input::Input;
use super::memory::Recorded;
use super::options::Options;
use super::port::{self, Order, Port};
use super::raw::RawData;
use super::run_options::{RunOptions, cancelled};
use super::runtime::{Failure, Owned, Runtime};
use super::session::Session;
use super::shared::{Key, SESSIONS, files_key, key};
use super::table::{Object, Status as Answer, TENSOR, Text};
use super::types::{Element, Type};
use super::value::{Strings, Value};
use crate::device::Device;
use crate::error::{Error, Result, Status};
use crate::memory::path_units;
use crate::tensor::{Shape, Tensor};
use parking_lot::Mutex;
use std::collections::HashSet;
use std::ffi::{CString, c_char};
use std::path::Path;
use std::ptr::null_mut;
use std::sync::Arc;

/// A loaded model.
pub struct Model {
    runtime: &'static Runtime,
    session: Arc<Session>,
    /// Its name in messages.
    name: String,
    /// Those that each run needs, and then those that have a default.
    inputs: Vec<Port>,
    /// How many of them each run needs.
    required: usize,
    outputs: Vec<Port>,
    /// Why its outputs are not all tensors of numbers; `None` if they are.
    not_tensors: Option<String>,
    /// The names of the ports, as each run passes them: they point into `inputs` and `outputs`.
    names: Names,
    /// What the last run into tensors of the caller's has left for the next.
    bound: Mutex<Bound>,
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
    /// ONNX Runtime, it has no such provider, or an input or output is of a type that no value has;
    /// `INVALID_ARGUMENT` for an output that does not exist or is requested twice;
    /// `LIMIT_EXCEEDED`, `OUT_OF_MEMORY`.
    pub fn load(path: &Path, options: &Options) -> Result<Model> {
        let name = format!("model '{}'", path.display());
        let units = path_units(path).ok_or_else(|| Error::io("its path holds a 0").context(&name))?;
        if let Err(error) = std::fs::metadata(path) {
            return Err(Error::io(error.to_string()).context(&name));
        }
        let seen = external::check_file(path).map_err(|error| error.context(format_args!("loading {name}")))?;
        let files = [seen.files, vec![path.to_path_buf()]].concat();
        Model::made(
            name,
            options,
            &seen.scalars,
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
        Model::load_parts(bytes, &[], options)
    }

    /// Loads a model from bytes in memory like [`Model::load_bytes`]; the files that it keeps data
    /// in are given by their names in the model, or lie in the folder of the options.
    /// Errors: those of [`Model::load`].
    pub fn load_parts(bytes: &[u8], files: &[(&str, &[u8])], options: &Options) -> Result<Model> {
        let name = format!("model of {} bytes", bytes.len());
        let parts = external::Parts::of(bytes, files, options.folder.as_deref());
        let parts = parts.map_err(|error| error.context(format_args!("loading {name}")))?;
        Model::made(
            name,
            options,
            parts.scalars(),
            || Some(key(&(bytes, parts.files()))),
            |runtime, session_options, session| {
                let added = parts.add_to(&runtime.table, session_options);
                if !added.is_null() {
                    return added;
                }
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
        scalars: &HashSet<String>,
        source: impl Fn() -> Option<Key>,
        create: impl FnOnce(&Runtime, Object, *mut Object) -> Answer,
    ) -> Result<Model> {
        port::distinct(&options.outputs).map_err(|error| error.context(&name))?;
        let runtime = Runtime::find(&options.library)?;
        let mut is_loaded = false;
        let load = || {
            is_loaded = true;
            Session::load(runtime, &name, options, create)
        };
        let session = match options.shared_weights && options.profile.is_none() {
            true => SESSIONS.get(|| Some(key(&(source()?, runtime.at(), options.of_session()))), load)?,
            false => Arc::new(load()?),
        };
        if !is_loaded {
            log::info!(target: crate::log::ONNX, event = "shared"; "{name} shares the session of another model");
        }
        let Ports { inputs, required, outputs } =
            ports(runtime, session.object.object, &options.outputs, scalars).map_err(|e| e.context(&name))?;
        let texts = |ports: &[Port]| ports.iter().map(|port| port.c_name.as_ptr()).collect();
        let names = Names { inputs: texts(&inputs), outputs: texts(&outputs) };
        let not_tensors = port::not_tensors(&outputs);
        Ok(Model { runtime, session, name, inputs, required, outputs, not_tensors, names, bound: Mutex::default() })
    }

    /// The inputs that each run needs.
    pub fn inputs(&self) -> &[Port] {
        &self.inputs[..self.required]
    }

    /// The inputs that have a default, and may be left out.
    pub fn optional_inputs(&self) -> &[Port] {
        &self.inputs[self.required..]
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

    /// Which tensor is for which input, given the number of tensors and their names, or in order if
    /// there are no names: those with a default are given by name alone. `INVALID_ARGUMENT` lists
    /// every missing and every unknown name.
    pub(crate) fn ordered(&self, names: Option<&[&str]>, given: usize) -> Result<Order> {
        port::ordered(&self.inputs, self.required, names, given).map_err(|error| error.context(&self.name))
    }

    /// Computes the outputs of inputs, one for each of [`Model::inputs`] in that order. Inputs are
    /// read in place, or copied if they are not contiguous. Each output is a new tensor, on memory
    /// that the run has allocated.
    ///
    /// Errors: `CANCELLED` if the options were cancelled before it ended; `INVALID_ARGUMENT`,
    /// `DTYPE_MISMATCH`, `SHAPE_MISMATCH` if inputs do not fit, with all mismatches;
    /// `INVALID_ARGUMENT` also if an operation of the model refuses; `UNSUPPORTED` if an output is
    /// not a tensor of numbers; `LIMIT_EXCEEDED`, `OUT_OF_MEMORY`.
    pub fn run(&self, inputs: &[&Tensor], options: Option<&RunOptions>) -> Result<Vec<Tensor>> {
        if inputs.len() != self.required {
            self.ordered(None, inputs.len())?; // reports missing and superfluous ones
        }
        port::check(self.inputs(), inputs).map_err(|error| error.context(&self.name))?;
        self.computed(&self.names.inputs[..self.required], inputs, options)
    }

    /// Like [`Model::run`], for the inputs at these positions: the required ones and any of those
    /// that have a default.
    pub fn run_some(&self, at: &[usize], inputs: &[&Tensor], options: Option<&RunOptions>) -> Result<Vec<Tensor>> {
        if at.len() == self.required {
            return self.run(inputs, options);
        }
        let ports: Vec<&Port> = at.iter().map(|&i| &self.inputs[i]).collect();
        port::check(&ports, inputs).map_err(|error| error.context(&self.name))?;
        let names: Vec<Text> = at.iter().map(|&i| self.names.inputs[i]).collect();
        self.computed(&names, inputs, options)
    }

    /// Computes the outputs like [`Model::run_some`], into these tensors, one for each of
    /// [`Model::outputs`] in that order: nothing is allocated for them. After an error their
    /// elements are any.
    ///
    /// Errors: those of [`Model::run`]; `INVALID_ARGUMENT` for another number of outputs, one that
    /// is not contiguous or shares memory with an input or another output; `DTYPE_MISMATCH` and
    /// `SHAPE_MISMATCH` for one that does not fit.
    pub fn run_into(&self, at: &[usize], inputs: &[&Tensor], outputs: &[&Tensor]) -> Result<()> {
        let ports: Vec<&Port> = at.iter().map(|&i| &self.inputs[i]).collect();
        port::check(&ports, inputs).map_err(|error| error.context(&self.name))?;
        let names: Vec<Text> = at.iter().map(|&i| self.names.inputs[i]).collect();
        self.checked_into(&names, inputs, outputs)
    }

    /// Like [`Model::run_into`], for one tensor for each of [`Model::inputs`] in that order.
    pub fn run_all_into(&self, inputs: &[&Tensor], outputs: &[&Tensor]) -> Result<()> {
        if inputs.len() != self.required {
            self.ordered(None, inputs.len())?; // reports missing and superfluous ones
        }
        port::check(self.inputs(), inputs).map_err(|error| error.context(&self.name))?;
        self.checked_into(&self.names.inputs[..self.required], inputs, outputs)
    }

    fn checked_into(&self, names: &[Text], inputs: &[&Tensor], outputs: &[&Tensor]) -> Result<()> {
        self.check_tensors()?;
        port::check_outputs(&self.outputs, inputs, outputs).map_err(|error| error.context(&self.name))?;
        self.write(names, inputs, outputs).map_err(|error| error.context(format_args!("running {}", self.name)))
    }

    fn write(&self, names: &[Text], inputs: &[&Tensor], outputs: &[&Tensor]) -> Result<()> {
        let inputs = inputs.iter().map(|tensor| Input::of(tensor)).collect::<Result<Vec<Input>>>()?;
        // One run at a time uses the objects of the last one; others that are in progress make their own.
        let (mut last, mut own) = (self.bound.try_lock(), Bound::default());
        let bound = last.as_deref_mut().unwrap_or(&mut own);
        let tensors = inputs.iter().map(|input| &**input).chain(outputs.iter().copied());
        let objects = tensors.enumerate().map(|(i, tensor)| bound.object(self.runtime, i, tensor));
        let mut objects = objects.collect::<Result<Vec<Object>>>()?;
        outputs.iter().for_each(|tensor| tensor.storage().bump_version());
        let (given, results) = objects.split_at_mut(inputs.len());
        let (answer, record) = self.runtime.allocator.recorded(|| self.call(names, given, results, null_mut()));
        let result = self.runtime.check(answer).map_err(Failure::at_run);
        record.take_refused().map_or(result, Err).map_err(|error| {
            match error.message().contains("shape verification failed") {
                true => Error::shape(format!("an output has another shape: {}", error.message())),
                false => error,
            }
        })
    }

    /// Computes the outputs of values, for the inputs at these positions, as [`Model::run_some`]
    /// does for tensors: strings, sequences, maps and optional values too.
    ///
    /// Errors: those of [`Model::run`]; `UNSUPPORTED` for an empty sequence of maps, which ONNX
    /// Runtime cannot be given.
    pub fn run_values(&self, at: &[usize], inputs: &[&Value], options: Option<&RunOptions>) -> Result<Vec<Value>> {
        let ports: Vec<&Port> = at.iter().map(|&i| &self.inputs[i]).collect();
        port::check(&ports, inputs).map_err(|error| error.context(&self.name))?;
        // ONNX Runtime takes an input that is not given for an absent one, and reads the memory of an
        // absent one that is given.
        let given = at.iter().zip(inputs).filter(|(_, value)| !matches!(value, Value::Absent));
        let (at, inputs): (Vec<usize>, Vec<&Value>) = given.map(|(&i, &value)| (i, value)).unzip();
        let ports: Vec<&Port> = at.iter().map(|&i| &self.inputs[i]).collect();
        let names: Vec<Text> = at.iter().map(|&i| self.names.inputs[i]).collect();
        let values = self.values_of(&names, &ports, &inputs, options);
        values.map_err(|error| error.context(format_args!("running {}", self.name)))
    }

    fn values_of(
        &self,
        names: &[Text],
        ports: &[&Port],
        inputs: &[&Value],
        options: Option<&RunOptions>,
    ) -> Result<Vec<Value>> {
        let run_options = options.map_or(Ok(null_mut()), |options| options.object(self.runtime))?;
        let mut objects = vec![null_mut(); self.outputs.len()];
        let (result, record) = self.runtime.allocator.recorded(|| {
            let made = inputs.iter().zip(ports).map(|(value, port)| {
                let made = exchange::make(self.runtime, value, &port.ty);
                made.map_err(|error| error.context(format_args!("input '{}'", port.name)))
            });
            let made = made.collect::<Result<Vec<Made>>>()?;
            let given: Vec<Object> = made.iter().map(|made| made.object.object).collect();
            self.runtime.check(self.call(names, &given, &mut objects, run_options)).map_err(Failure::at_run)
        });
        let results = self.ended(result, objects, &record, options)?;
        let read = |(value, port): (&Owned, &Port)| {
            let value = exchange::read(self.runtime, value, &port.ty, &record);
            value.map_err(|error| error.context(format_args!("output '{}'", port.name)))
        };
        let values = results.iter().zip(&self.outputs).map(read).collect();
        record.take_refused().map_or(values, Err)
    }

    /// Runs the model once with zeros, empty strings, empty sequences and absent values, so that a
    /// later run does not have to do one-time work. `shapes` names inputs; the others have the
    /// model's sizes, with 1 for sizes that the model leaves open.
    ///
    /// An input whose number of dimensions is open gets a tensor of rank 0.
    ///
    /// Errors: `INVALID_ARGUMENT` for a name that does not exist; those of creating a tensor and of
    /// a run; `UNSUPPORTED` for an input that is a map, since no map suits every model.
    pub fn warm_up(&self, shapes: &[(String, Vec<i64>)]) -> Result<()> {
        let shapes = port::shapes(self.inputs(), shapes).map_err(|error| error.context(&self.name))?;
        let blank = |(port, shape): (&Port, &Vec<i64>)| match &port.ty {
            Type::Tensor(Element::Number(dtype), _) => {
                Tensor::zeroed(Device::Cpu, *dtype, &Shape::new(shape)?).map(Value::Tensor)
            }
            Type::Tensor(Element::Text, _) => Strings::blank(shape).map(Value::Strings),
            Type::Tensor(Element::Raw(raw), _) => RawData::zeroed(*raw, shape).map(Value::Raw),
            Type::Sequence(_) => Ok(Value::Sequence(Vec::new())),
            Type::Optional(_) => Ok(Value::Absent),
            Type::Map(..) => {
                let text = format!("input '{}' is {}, which a warm-up has no value for", port.name, port.ty);
                Err(Error::new(Status::Unsupported, text))
            }
        };
        let blanks = self.inputs().iter().zip(&shapes).map(blank).collect::<Result<Vec<Value>>>();
        let blanks = blanks.map_err(|error| error.context(&self.name))?;
        let at: Vec<usize> = (0..self.required).collect();
        self.run_values(&at, &blanks.iter().collect::<Vec<&Value>>(), None).map(drop)
    }

    /// `UNSUPPORTED` names an output that no tensor holds, and the way out.
    fn check_tensors(&self) -> Result<()> {
        match &self.not_tensors {
            None => Ok(()),
            Some(text) => Err(Error::new(Status::Unsupported, text.as_str()).context(&self.name)),
        }
    }

    fn computed(&self, names: &[Text], inputs: &[&Tensor], options: Option<&RunOptions>) -> Result<Vec<Tensor>> {
        self.check_tensors()?;
        self.outputs_of(names, inputs, options).map_err(|error| error.context(format_args!("running {}", self.name)))
    }

    fn outputs_of(&self, names: &[Text], inputs: &[&Tensor], options: Option<&RunOptions>) -> Result<Vec<Tensor>> {
        let (results, record) = self.computed_by(names, inputs, options)?;
        results.iter().zip(&self.outputs).map(|(value, port)| self.tensor(value, port, &record)).collect()
    }

    /// Runs the session on these inputs, and records what it allocates.
    fn computed_by(
        &self,
        names: &[Text],
        inputs: &[&Tensor],
        options: Option<&RunOptions>,
    ) -> Result<(Vec<Owned>, Recorded<'_>)> {
        let run_options = options.map_or(Ok(null_mut()), |options| options.object(self.runtime))?;
        let inputs = inputs.iter().map(|tensor| Input::of(tensor)).collect::<Result<Vec<Input>>>()?;
        let object = |input: &Input| exchange::tensor_object(self.runtime, input);
        let values = inputs.iter().map(object).collect::<Result<Vec<Owned>>>()?;
        let given: Vec<Object> = values.iter().map(|value| value.object).collect();
        let mut objects: Vec<Object> = vec![null_mut(); self.outputs.len()];
        let run = || self.call(names, &given, &mut objects, run_options);
        let (answer, record) = self.runtime.allocator.recorded(run);
        let result = self.runtime.check(answer).map_err(Failure::at_run);
        Ok((self.ended(result, objects, &record, options)?, record))
    }

    /// Runs the session: as many names as inputs, and room for all outputs.
    fn call(&self, names: &[Text], given: &[Object], objects: &mut [Object], run_options: Object) -> Answer {
        assert!(names.len() == given.len() && objects.len() == self.names.outputs.len());
        // SAFETY: there are as many names as values, and room for all requested results; inputs and
        // names outlive the call.
        unsafe {
            (self.runtime.table.run)(
                self.session.object.object,
                run_options,
                names.as_ptr(),
                given.as_ptr(),
                given.len(),
                self.names.outputs.as_ptr(),
                objects.len(),
                objects.as_mut_ptr(),
            )
        }
    }

    /// The outputs of a run that has ended in this way, or why there are none.
    fn ended(
        &self,
        result: Result<()>,
        objects: Vec<Object>,
        record: &Recorded,
        options: Option<&RunOptions>,
    ) -> Result<Vec<Owned>> {
        let release = self.runtime.table.release_value;
        let results = objects.into_iter().map(|value| Owned::new(value, release)).collect();
        if let Some(refused) = record.take_refused() {
            return Err(refused);
        }
        if result.is_err() && options.is_some_and(RunOptions::is_cancelled) {
            return Err(cancelled());
        }
        result.map(|()| results)
    }

    /// An output, which the model describes as a tensor of numbers.
    fn tensor(&self, value: &Owned, port: &Port, record: &Recorded) -> Result<Tensor> {
        let mut kind = 0;
        // SAFETY: the value is alive, and the result has room.
        let answer = unsafe { (self.runtime.table.value_kind)(value.object, &mut kind) };
        self.runtime.check(answer).map_err(Failure::at_run)?;
        let read = || exchange::tensor(self.runtime, value, record);
        match (kind == TENSOR).then(read).transpose() {
            Ok(Some(Value::Tensor(tensor))) => Ok(tensor),
            Ok(_) => {
                let text = format!("output '{}': it is not a tensor of numbers", port.name);
                Err(Error::new(Status::Unsupported, text))
            }
            Err(error) if error.status() == Status::Unsupported => {
                let text = format!("output '{}': {}", port.name, error.message());
                Err(Error::new(Status::Unsupported, text))
            }
            Err(error) => Err(error),
        }
    }

    /// Reads the metadata of the file. Errors: `IO` if ONNX Runtime cannot give it.
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
    /// Errors: `IO` if it cannot be written.
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

/// The ports of a model.
struct Ports {
    /// Those that each run needs, and then those that have a default.
    inputs: Vec<Port>,
    required: usize,
    /// Those that are asked for, in that order.
    outputs: Vec<Port>,
}

/// How a session says how many ports of a kind it has, what they are called, and of what type they
/// are.
#[derive(Clone, Copy)]
struct Asks<'a> {
    /// The names of those that have no dimensions.
    scalars: &'a HashSet<String>,
    what: &'static str,
    count: unsafe extern "system" fn(Object, *mut usize) -> Answer,
    name: unsafe extern "system" fn(Object, usize, Object, *mut *mut c_char) -> Answer,
    ty: unsafe extern "system" fn(Object, usize, *mut Object) -> Answer,
}

impl Asks<'_> {
    fn names(self, runtime: &Runtime, session: Object) -> Result<Vec<String>> {
        let mut n = 0;
        // SAFETY: the session is alive, and the result has room.
        runtime.check(unsafe { (self.count)(session, &mut n) }).map_err(Failure::at_load)?;
        let name = |i| {
            // SAFETY: as above; the index is below the count.
            let name = runtime.text(|allocator, text| unsafe { (self.name)(session, i, allocator, text) });
            name.map(Option::unwrap_or_default).map_err(Failure::at_load)
        };
        let names = (0..n).map(name).collect::<Result<Vec<String>>>()?;
        if let Some((_, name)) = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
            return Err(Error::io(format!("it has two {}s of the name '{name}'", self.what)));
        }
        Ok(names)
    }

    fn port(self, runtime: &Runtime, session: Object, at: usize, name: &str) -> Result<Port> {
        let mut type_info = null_mut();
        // SAFETY: the session is alive, the index is below the count, and the result has room.
        runtime.check(unsafe { (self.ty)(session, at, &mut type_info) }).map_err(Failure::at_load)?;
        let type_info = Owned::new(type_info, runtime.table.release_type);
        let port = port::read(runtime, self.what, name.to_string(), &type_info)?;
        Ok(if self.scalars.contains(name) { Port { ty: port.ty.scalar(), ..port } } else { port })
    }

    fn all(self, runtime: &Runtime, session: Object, names: &[String]) -> Result<Vec<Port>> {
        names.iter().enumerate().map(|(i, name)| self.port(runtime, session, i, name)).collect()
    }
}

fn ports(runtime: &Runtime, session: Object, wanted: &[String], scalars: &HashSet<String>) -> Result<Ports> {
    let table = &runtime.table;
    let of_inputs = Asks {
        scalars,
        what: "input",
        count: table.session_input_count,
        name: table.session_input_name,
        ty: table.session_input_type,
    };
    let of_optional = Asks {
        scalars,
        what: "input",
        count: table.session_optional_count,
        name: table.session_optional_name,
        ty: table.session_optional_type,
    };
    let of_outputs = Asks {
        scalars,
        what: "output",
        count: table.session_output_count,
        name: table.session_output_name,
        ty: table.session_output_type,
    };
    let mut inputs = of_inputs.all(runtime, session, &of_inputs.names(runtime, session)?)?;
    let required = inputs.len();
    // One of a type that no value has cannot be given, and keeps its default.
    let optional = of_optional.names(runtime, session)?;
    let given = optional.iter().enumerate().filter_map(|(i, name)| of_optional.port(runtime, session, i, name).ok());
    inputs.extend(given);
    let names = of_outputs.names(runtime, session)?;
    if wanted.is_empty() {
        let outputs = of_outputs.all(runtime, session, &names).map_err(|error| {
            // Those of types that values have can be chosen.
            let read = |(i, name): (usize, &String)| of_outputs.port(runtime, session, i, name).ok();
            let others: Vec<String> =
                names.iter().enumerate().filter_map(read).map(|port| format!("\"{}\"", port.name)).collect();
            if others.is_empty() {
                return error;
            }
            let text =
                format!("{}; the others are computed with the option outputs({})", error.message(), others.join(", "));
            Error::new(error.status(), text)
        })?;
        return Ok(Ports { inputs, required, outputs });
    }
    let chosen = wanted.iter().map(|name| match names.iter().position(|other| other == name) {
        Some(i) => of_outputs.port(runtime, session, i, name),
        None => Err(Error::argument(format!("there is no output '{name}', only '{}'", names.join("', '")))),
    });
    Ok(Ports { outputs: chosen.collect::<Result<_>>()?, inputs, required })
}
