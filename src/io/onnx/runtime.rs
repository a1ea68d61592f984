//! `Runtime`: ONNX Runtime as this process has it, found when the first model is loaded.
//!
//! Invariant: a library is opened once and stays; its environment, threads and allocator are made
//! once and shared by all sessions. Nothing is looked for where the caller did not say so, except
//! by the system's loader when the caller names nothing.

use super::log::logged;
use super::memory::Allocator;
use super::table::{Base, DEFAULT_MEMORY, DEVICE_ALLOCATOR, LOG_WARNING, Object, Status as Answer, Table, VERSION};
use crate::error::{Error, Result, Status};
use crate::memory::Library;
use parking_lot::Mutex;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::Path;
use std::ptr::null_mut;

/// See the top of the file.
pub(super) struct Runtime {
    pub(super) table: Table,
    /// The release, as `1.22.0`.
    pub(super) version: String,
    /// What was asked for.
    names: Vec<String>,
    /// Where the table lies, which tells one library from another.
    at: usize,
    pub(super) env: Object,
    /// Of the processor's memory.
    pub(super) memory_info: Object,
    /// ONNX Runtime's own, for texts.
    default_allocator: Object,
}

// SAFETY: its objects may be used on any thread, as ONNX Runtime's documentation says of each.
unsafe impl Send for Runtime {}
// SAFETY: as above.
unsafe impl Sync for Runtime {}

/// Those that were opened; none ever goes.
static OPENED: Mutex<Vec<&'static Runtime>> = Mutex::new(Vec::new());

/// Where a library can come from, for the message when there is none.
const ADVICE: &str = "Name one by the option `library` of the model, in Java by the system property \
                      tenure.onnxruntime, or by the environment variable TENURE_ONNXRUNTIME; or add \
                      com.microsoft.onnxruntime:onnxruntime (Java) or Microsoft.ML.OnnxRuntime (.NET) to the program, of version 1.18 or later";

/// An object of ONNX Runtime that is released when this is dropped.
pub(super) struct Owned {
    pub(super) object: Object,
    release: unsafe extern "system" fn(Object),
}

impl Owned {
    /// `object`, of the kind that `release` releases; it may be null.
    pub(super) fn new(object: Object, release: unsafe extern "system" fn(Object)) -> Owned {
        Owned { object, release }
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        if !self.object.is_null() {
            // SAFETY: the object is ours, of the kind that the function releases, and this happens once.
            unsafe { (self.release)(self.object) };
        }
    }
}

/// Why a function of ONNX Runtime failed: its `OrtErrorCode` and text.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) code: c_int,
    pub(super) text: String,
}

impl Failure {
    /// The error when a model was being loaded.
    pub(super) fn at_load(self) -> Error {
        self.or(Error::io)
    }

    /// The error when a model was being run.
    pub(super) fn at_run(self) -> Error {
        self.or(Error::argument)
    }

    /// The error that its code or text says, else that one. No code says that memory was refused, and the text is what the
    /// runtimes of C++ call it.
    fn or(self, other: fn(String) -> Error) -> Error {
        if self.code == 9 {
            return Error::new(Status::Unsupported, self.text);
        }
        if ["std::bad_alloc", "bad allocation"].iter().any(|name| self.text.contains(name)) {
            return Error::new(Status::OutOfMemory, format!("the system has not the memory: {}", self.text));
        }
        other(self.text)
    }
}

impl Runtime {
    /// The library that one of these names or paths opens, the first that does; of none, the one
    /// that the system's loader knows. `UNSUPPORTED` says where it was looked for and what to add.
    pub(super) fn find(names: &[String]) -> Result<&'static Runtime> {
        // Held while the library is opened and asked for its environment, which must happen once.
        let mut opened = OPENED.lock();
        if let Some(runtime) = opened.iter().find(|runtime| runtime.names == names) {
            return Ok(runtime);
        }
        let system = [format!("{DLL_PREFIX}onnxruntime{DLL_SUFFIX}"), format!("{DLL_PREFIX}onnxruntime{DLL_SUFFIX}.1")];
        let tried = if names.is_empty() { &system[..] } else { names };
        let mut refused = Vec::new();
        for name in tried {
            let found = table_of(name).and_then(|found| match opened.iter().find(|other| other.at == found.at()) {
                Some(other) => Ok(*other),
                None => Runtime::begin(names, found).inspect(|runtime| opened.push(runtime)),
            });
            match found {
                Ok(runtime) => return Ok(runtime),
                Err(why) => refused.push(format!("{name}: {why}")),
            }
        }
        let text = format!("ONNX Runtime cannot be used. Tried: {}. {ADVICE}", refused.join("; "));
        Err(Error::new(Status::Unsupported, text))
    }

    /// The environment with its threads and its allocator.
    fn begin(names: &[String], found: Found) -> std::result::Result<&'static Runtime, String> {
        let at = found.at();
        // SAFETY: the library has given the table for this version.
        let table = unsafe { Table::read(found.table) };
        let nothing = null_mut();
        let mut runtime = Runtime {
            table,
            version: found.version,
            names: names.to_vec(),
            at,
            env: nothing,
            memory_info: nothing,
            default_allocator: nothing,
        };
        let bad_alloc = found.library.bad_alloc();
        let bad_alloc = bad_alloc.ok_or("the runtime of C++ that it was built with cannot be found")?;
        runtime.begin_env().map_err(|failure| failure.text)?;
        let runtime: &'static Runtime = Box::leak(Box::new(runtime));
        let allocator: &'static Allocator = Box::leak(Box::new(Allocator::new(runtime.memory_info, bad_alloc)));
        // SAFETY: both live as long as the process.
        let answer =
            unsafe { (runtime.table.register_allocator)(runtime.env, std::ptr::from_ref(allocator) as Object) };
        runtime.check(answer).map_err(|failure| failure.text)?;
        Ok(runtime)
    }

    fn begin_env(&mut self) -> std::result::Result<(), Failure> {
        let mut threading = null_mut();
        // SAFETY: each result has room, and what one call gives the next takes.
        unsafe {
            self.check((self.table.create_threading)(&mut threading))?;
            let threading = Owned::new(threading, self.table.release_threading);
            // It cannot be changed later.
            let threads = crate::threads::threads() as c_int;
            self.check((self.table.set_shared_intra_op_threads)(threading.object, threads))?;
            self.check((self.table.set_shared_inter_op_threads)(threading.object, 1))?;
            // A thread that waits for work takes no processor from those that have some.
            self.check((self.table.set_shared_spinning)(threading.object, 0))?;
            let mut env = null_mut();
            let create = self.table.create_env;
            self.check(create(logged, null_mut(), LOG_WARNING, c"tenure".as_ptr(), threading.object, &mut env))?;
            self.env = env;
            let mut info = null_mut();
            self.check((self.table.create_cpu_memory_info)(DEVICE_ALLOCATOR, DEFAULT_MEMORY, &mut info))?;
            self.memory_info = info;
            let mut allocator = null_mut();
            self.check((self.table.default_allocator)(&mut allocator))?;
            self.default_allocator = allocator;
        }
        Ok(())
    }

    /// What tells this library from others.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// What a function returned, released.
    pub(super) fn check(&self, answer: Answer) -> std::result::Result<(), Failure> {
        if answer.is_null() {
            return Ok(());
        }
        // SAFETY: a status that was just returned, which nobody else has; its text is good until it is released.
        unsafe {
            let code = (self.table.get_error_code)(answer);
            let text = CStr::from_ptr((self.table.get_error_message)(answer)).to_string_lossy().into_owned();
            (self.table.release_status)(answer);
            Err(Failure { code, text })
        }
    }

    /// A text that `write` makes with ONNX Runtime's own allocator.
    pub(super) fn text(
        &self,
        write: impl FnOnce(Object, &mut *mut c_char) -> Answer,
    ) -> std::result::Result<Option<String>, Failure> {
        let mut text = null_mut();
        self.check(write(self.default_allocator, &mut text))?;
        if text.is_null() {
            return Ok(None);
        }
        // SAFETY: a text that was just made, which ends in 0.
        let copy = unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned();
        self.free(text.cast());
        Ok(Some(copy))
    }

    /// Frees what the default allocator gave.
    fn free(&self, what: *mut c_void) {
        // SAFETY: the allocator gave it, and nobody uses it any more. It cannot fail then, and nothing could be done.
        let _ = self.check(unsafe { (self.table.allocator_free)(self.default_allocator, what) });
    }

    /// Several texts that `write` makes with ONNX Runtime's own allocator.
    pub(super) fn texts(
        &self,
        write: impl FnOnce(Object, &mut *mut *mut c_char, &mut i64) -> Answer,
    ) -> std::result::Result<Vec<String>, Failure> {
        let (mut texts, mut n) = (null_mut(), 0);
        self.check(write(self.default_allocator, &mut texts, &mut n))?;
        let mut copies = Vec::new();
        for i in 0..usize::try_from(n).unwrap_or(0) {
            // SAFETY: there are so many, each of which ends in 0.
            let text = unsafe { texts.add(i).read() };
            // SAFETY: as above.
            copies.push(unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned());
            self.free(text.cast());
        }
        if !texts.is_null() {
            self.free(texts.cast());
        }
        Ok(copies)
    }

    /// The execution providers that it was built with.
    pub(super) fn providers(&self) -> std::result::Result<Vec<String>, Failure> {
        let (mut texts, mut n) = (null_mut(), 0);
        // SAFETY: the results have room.
        self.check(unsafe { (self.table.available_providers)(&mut texts, &mut n) })?;
        // SAFETY: there are so many, each of which ends in 0.
        let text = |i| unsafe { CStr::from_ptr(texts.add(i).read()) }.to_string_lossy().into_owned();
        let names = (0..usize::try_from(n).unwrap_or(0)).map(text).collect();
        // SAFETY: as given, and not used any more.
        self.check(unsafe { (self.table.release_providers)(texts, n) })?;
        Ok(names)
    }
}

/// A library that was opened, with its table.
struct Found {
    library: Library,
    table: *const *const c_void,
    version: String,
}

impl Found {
    fn at(&self) -> usize {
        self.table as usize
    }
}

/// Opens a library and asks it for its table.
fn table_of(name: &str) -> std::result::Result<Found, String> {
    // SAFETY: the caller has named it as ONNX Runtime.
    let library = unsafe { Library::open(Path::new(name)) }?;
    let base = library.symbol(c"OrtGetApiBase").ok_or("it has no function OrtGetApiBase, so it is not ONNX Runtime")?;
    // SAFETY: ONNX Runtime has this function of this type, and its result is good while the library is.
    let (table, version) = unsafe {
        let base = std::mem::transmute::<*mut c_void, unsafe extern "system" fn() -> *const Base>(base.as_ptr())();
        (((*base).get_table)(VERSION), CStr::from_ptr(((*base).get_version)()).to_string_lossy().into_owned())
    };
    if table.is_null() {
        return Err(format!("it is ONNX Runtime {version}, 1.{VERSION} or later is needed"));
    }
    Ok(Found { library, table, version })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_library_the_error_says_where_it_was_looked_for() {
        let names = ["/no/such/onnxruntime.so".to_string(), "/nor/this.so".to_string()];
        let error = Runtime::find(&names).err().expect("there is none");
        assert_eq!(error.status(), Status::Unsupported);
        for part in ["/no/such/onnxruntime.so", "/nor/this.so", "TENURE_ONNXRUNTIME", "com.microsoft.onnxruntime"] {
            assert!(error.message().contains(part), "{error}");
        }
    }
}
