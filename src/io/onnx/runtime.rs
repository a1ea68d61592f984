//! `Runtime`: the ONNX Runtime of this process, found when the first model is loaded.
//!
//! Invariant: an opened library is never closed. Its environment, threads and allocator are created
//! once and shared by all sessions. If that fails, they are released, and the next load tries
//! again. No lock is held while a library is opened, because it runs its own code then. The table
//! of libraries has a cell for each, so only threads that want the same library wait for each
//! other. Nothing is searched for where the caller did not say so, except by the system's loader if
//! the caller names nothing.

use super::log::logged;
use super::memory::Allocator;
use super::sources::without_places;
use super::table::{Base, DEFAULT_MEMORY, DEVICE_ALLOCATOR, LOG_WARNING, Object, Status as Answer, Table, VERSION};
use crate::error::{Error, Result, Status};
use crate::log::ONNX;
use crate::memory::{BadAlloc, Library};
use once_cell::sync::OnceCell;
use parking_lot::Mutex;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::Path;
use std::ptr::null_mut;

/// ONNX Runtime with its environment, threads and allocator.
pub(super) struct Runtime {
    pub(super) table: Table,
    /// The release, as `1.22.0`.
    pub(super) version: String,
    /// The address of the table, which distinguishes one library from another.
    at: usize,
    pub(super) env: Object,
    /// For memory of the host.
    pub(super) memory_info: Object,
    /// ONNX Runtime's own allocator, for texts.
    default_allocator: Object,
    /// Our allocator, for everything else. ONNX Runtime has its address, if [`Runtime::allocates`]
    /// says so.
    pub(super) allocator: Box<Allocator>,
    /// Whether sessions allocate by our allocator. The environment is one for all of a process and
    /// takes one allocator, so a second copy of this library, as two web applications have, leaves
    /// sessions the allocator of ONNX Runtime: their memory is not counted then, and outputs are
    /// copied.
    pub(super) allocates: bool,
    /// Whether the environment has threads that sessions can share. One that another user of the
    /// library in this process has created before, such as Microsoft.ML.OnnxRuntime, has none.
    pub(super) has_threads: bool,
}

// SAFETY: its objects may be used on any thread, as ONNX Runtime documents for each.
unsafe impl Send for Runtime {}
// SAFETY: as above.
unsafe impl Sync for Runtime {}

/// A library, which may not be in use yet. Entries are never removed.
struct Entry {
    at: usize,
    runtime: &'static OnceCell<Runtime>,
}

/// The opened libraries, and the names by which they were found.
struct Opened {
    libraries: Vec<Entry>,
    found: Vec<(Vec<String>, &'static Runtime)>,
}

static OPENED: Mutex<Opened> = Mutex::new(Opened { libraries: Vec::new(), found: Vec::new() });

/// What ONNX Runtime reports if another copy of this library has registered its allocator.
const REGISTERED: &str = "already been registered";

/// What ONNX Runtime reports of an environment without threads that sessions share.
const NO_THREADS: &str = "EnvCreatedWithGlobalThreadPools";

/// Where a library can come from, for the message if there is none.
const ADVICE: &str = "Name one by the option `library` of the model, in Java by the system property \
                      tenure.onnxruntime, or by the environment variable TENURE_ONNXRUNTIME; or add \
                      com.microsoft.onnxruntime:onnxruntime (Java) or Microsoft.ML.OnnxRuntime (.NET) to the program, of version 1.18 or later";

/// An object of ONNX Runtime that is released when this is dropped.
pub(super) struct Owned {
    pub(super) object: Object,
    release: unsafe extern "system" fn(Object),
}

impl Owned {
    /// Takes `object`, which `release` releases; it may be null.
    pub(super) fn new(object: Object, release: unsafe extern "system" fn(Object)) -> Owned {
        Owned { object, release }
    }

    /// Returns the object without releasing it.
    pub(super) fn keep(mut self) -> Object {
        std::mem::replace(&mut self.object, null_mut())
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        if !self.object.is_null() {
            // SAFETY: the object is owned, is of the kind that the function releases, and is
            // released once.
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
    /// The error of loading a model.
    pub(super) fn at_load(self) -> Error {
        self.or(Error::io)
    }

    /// The error of running a model.
    pub(super) fn at_run(self) -> Error {
        self.or(Error::argument)
    }

    /// The error that the code or the text indicates, otherwise `other`. No code stands for refused
    /// memory; the text contains the name that C++ runtimes give it.
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
    /// The first library that one of these names or paths opens; without names, the one that the
    /// system's loader finds. `UNSUPPORTED` lists the places that were tried and says what to add.
    pub(super) fn find(names: &[String]) -> Result<&'static Runtime> {
        if let Some((_, runtime)) = OPENED.lock().found.iter().find(|(asked, _)| asked == names) {
            return Ok(runtime);
        }
        let system = [format!("{DLL_PREFIX}onnxruntime{DLL_SUFFIX}"), format!("{DLL_PREFIX}onnxruntime{DLL_SUFFIX}.1")];
        let tried = if names.is_empty() { &system[..] } else { names };
        let mut refused = Vec::new();
        for name in tried {
            match table_of(name).and_then(Runtime::of) {
                Ok(runtime) => {
                    let mut opened = OPENED.lock();
                    if opened.found.iter().any(|(asked, _)| asked == names) {
                        return Ok(runtime);
                    }
                    opened.found.push((names.to_vec(), runtime));
                    drop(opened);
                    log::info!(target: ONNX, event = "opened"; "ONNX Runtime {} was opened as {name}", runtime.version);
                    return Ok(runtime);
                }
                Err(why) => {
                    log::debug!(target: ONNX, event = "not_opened"; "ONNX Runtime cannot be opened as {name}: {why}");
                    refused.push(format!("{name}: {why}"));
                }
            }
        }
        log::warn!(target: ONNX, event = "absent"; "ONNX Runtime is absent; tried: {}", refused.join("; "));
        let text = format!("ONNX Runtime cannot be used. Tried: {}. {ADVICE}", refused.join("; "));
        Err(Error::new(Status::Unsupported, text))
    }

    /// The library in use. The first thread that asks for it starts it, and others wait for that.
    fn of(found: Found) -> std::result::Result<&'static Runtime, String> {
        let at = found.table as usize;
        let mut opened = OPENED.lock();
        let known = opened.libraries.iter().find(|entry| entry.at == at).map(|entry| entry.runtime);
        let cell = known.unwrap_or_else(|| {
            let cell: &'static OnceCell<Runtime> = Box::leak(Box::default());
            opened.libraries.push(Entry { at, runtime: cell });
            cell
        });
        drop(opened);
        cell.get_or_try_init(|| Runtime::begin(found))
    }

    /// Creates the environment, its threads and its allocator.
    fn begin(found: Found) -> std::result::Result<Runtime, String> {
        let bad_alloc = found.bad_alloc.ok_or("the runtime of C++ that it was built with cannot be found")?;
        // SAFETY: the library returned the table for this version.
        let table = unsafe { Table::read(found.table) };
        let begun = Begun::new(&table).map_err(|failure| failure.text)?;
        let allocator = Box::new(Allocator::new(begun.memory_info.object, bad_alloc));
        let env = begun.env.object;
        // SAFETY: the allocator lives as long as the process, or, if this fails, the environment
        // does not know it.
        let answer = unsafe { (table.register_allocator)(env, std::ptr::from_ref(&*allocator) as Object) };
        let allocates = match table.check(answer) {
            Ok(()) => true,
            Err(failure) if failure.text.contains(REGISTERED) => false,
            Err(failure) => {
                drop(begun); // before the allocator
                return Err(failure.text);
            }
        };
        // The environment refers to the allocator from here on, so it is kept.
        let (env, memory_info, default_allocator) =
            (begun.env.keep(), begun.memory_info.keep(), begun.default_allocator);
        let has_threads = table.has_threads(env);
        if !has_threads {
            log::info!(target: ONNX, event = "own_threads"; "ONNX Runtime {} was started by another part of the \
                program, without threads that models could share: each model has its own", found.version);
        }
        let (version, at) = (found.version, found.table as usize);
        Ok(Runtime { table, version, at, env, memory_info, default_allocator, allocator, allocates, has_threads })
    }

    /// A number that distinguishes this library from others.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Converts the status that a function returned, and releases it.
    pub(super) fn check(&self, answer: Answer) -> std::result::Result<(), Failure> {
        self.table.check(answer)
    }

    /// Copies a text that `write` creates with ONNX Runtime's own allocator.
    pub(super) fn text(
        &self,
        write: impl FnOnce(Object, &mut *mut c_char) -> Answer,
    ) -> std::result::Result<Option<String>, Failure> {
        let mut text = null_mut();
        self.check(write(self.default_allocator, &mut text))?;
        if text.is_null() {
            return Ok(None);
        }
        // SAFETY: the text was just created and is null-terminated.
        let copy = unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned();
        self.free(text.cast());
        Ok(Some(copy))
    }

    /// Frees memory of the default allocator.
    fn free(&self, what: *mut c_void) {
        // SAFETY: the allocator returned it, and nothing else uses it. A failure is ignored,
        // because nothing could be done about it.
        let _ = self.check(unsafe { (self.table.allocator_free)(self.default_allocator, what) });
    }

    /// Copies several texts that `write` creates with ONNX Runtime's own allocator.
    pub(super) fn texts(
        &self,
        write: impl FnOnce(Object, &mut *mut *mut c_char, &mut i64) -> Answer,
    ) -> std::result::Result<Vec<String>, Failure> {
        let (mut texts, mut n) = (null_mut(), 0);
        self.check(write(self.default_allocator, &mut texts, &mut n))?;
        let mut copies = Vec::new();
        for i in 0..usize::try_from(n).unwrap_or(0) {
            // SAFETY: there are this many, each of them null-terminated.
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

    /// The execution providers that the library was built with.
    pub(super) fn providers(&self) -> std::result::Result<Vec<String>, Failure> {
        let (mut texts, mut n) = (null_mut(), 0);
        // SAFETY: the results have room.
        self.check(unsafe { (self.table.available_providers)(&mut texts, &mut n) })?;
        // SAFETY: there are this many, each of them null-terminated.
        let text = |i| unsafe { CStr::from_ptr(texts.add(i).read()) }.to_string_lossy().into_owned();
        let names = (0..usize::try_from(n).unwrap_or(0)).map(text).collect();
        // SAFETY: the values that were returned, which are no longer used.
        self.check(unsafe { (self.table.release_providers)(texts, n) })?;
        Ok(names)
    }
}

impl Table {
    /// Whether sessions of this environment can share its threads. ONNX Runtime has no function for
    /// that question. But if there are no threads, it refuses a session that shares them before it
    /// reads the model, so an empty model is enough to ask.
    fn has_threads(&self, env: Object) -> bool {
        // SAFETY: the results have room, and a length of 0 says that no byte is read.
        unsafe {
            let mut set = null_mut();
            if self.check((self.create_session_options)(&mut set)).is_err() {
                return true; // loading a model fails likewise, and reports it
            }
            let set = Owned::new(set, self.release_session_options);
            let mut session = null_mut();
            let shared = self.check((self.share_threads)(set.object));
            let made = shared.and_then(|()| {
                let create = self.create_session_from_array;
                self.check(create(env, c"".as_ptr().cast(), 0, set.object, &mut session))
            });
            drop(Owned::new(session, self.release_session));
            made.map_or_else(|failure| !failure.text.contains(NO_THREADS), |()| true)
        }
    }

    /// Converts the status that a function returned, and releases it.
    fn check(&self, answer: Answer) -> std::result::Result<(), Failure> {
        if answer.is_null() {
            return Ok(());
        }
        // SAFETY: the status was just returned and is not shared; its text is valid until it is
        // released.
        unsafe {
            let code = (self.get_error_code)(answer);
            let text = CStr::from_ptr((self.get_error_message)(answer)).to_string_lossy();
            let text = without_places(&text);
            (self.release_status)(answer);
            Err(Failure { code, text })
        }
    }
}

/// The objects that a library needs before it has our allocator. They are released unless they are
/// kept.
struct Begun {
    memory_info: Owned,
    env: Owned,
    default_allocator: Object,
}

impl Begun {
    fn new(table: &Table) -> std::result::Result<Begun, Failure> {
        // SAFETY: each result has room, and each call is passed what the previous one returned.
        unsafe {
            let mut threading = null_mut();
            table.check((table.create_threading)(&mut threading))?;
            let threading = Owned::new(threading, table.release_threading);
            // The number cannot be changed later.
            let threads = crate::threads::threads() as c_int;
            table.check((table.set_shared_intra_op_threads)(threading.object, threads))?;
            table.check((table.set_shared_inter_op_threads)(threading.object, 1))?;
            // A thread that waits for work leaves the processor to threads that have some.
            table.check((table.set_shared_spinning)(threading.object, 0))?;
            let mut env = null_mut();
            let create = table.create_env;
            table.check(create(logged, null_mut(), LOG_WARNING, c"tenure".as_ptr(), threading.object, &mut env))?;
            let env = Owned::new(env, table.release_env);
            let mut info = null_mut();
            table.check((table.create_cpu_memory_info)(DEVICE_ALLOCATOR, DEFAULT_MEMORY, &mut info))?;
            let memory_info = Owned::new(info, table.release_memory_info);
            let mut default_allocator = null_mut();
            table.check((table.default_allocator)(&mut default_allocator))?;
            Ok(Begun { memory_info, env, default_allocator })
        }
    }
}

/// A library that was opened, with its table.
struct Found {
    table: *const *const c_void,
    version: String,
    /// Throws `std::bad_alloc` through frames of the library; `None` if its C++ runtime cannot be
    /// found.
    bad_alloc: Option<BadAlloc>,
}

/// Opens a library and asks it for its table.
fn table_of(name: &str) -> std::result::Result<Found, String> {
    // SAFETY: the caller has named it as ONNX Runtime.
    let library = unsafe { Library::open(Path::new(name)) }?;
    let base = library.symbol(c"OrtGetApiBase").ok_or("it has no function OrtGetApiBase, so it is not ONNX Runtime")?;
    // SAFETY: ONNX Runtime has this function with this type, and its result is valid as long as the
    // library.
    let (table, version) = unsafe {
        let base = std::mem::transmute::<*mut c_void, unsafe extern "system" fn() -> *const Base>(base.as_ptr())();
        (((*base).get_table)(VERSION), CStr::from_ptr(((*base).get_version)()).to_string_lossy().into_owned())
    };
    if table.is_null() {
        return Err(format!("it is ONNX Runtime {version}, 1.{VERSION} or later is needed"));
    }
    Ok(Found { table, version, bad_alloc: library.bad_alloc() })
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

    /// A library that refuses our allocator while `REFUSALS` is above 0, and that counts live
    /// objects.
    mod fake {
        use super::*;
        use std::ffi::c_char;
        use std::sync::atomic::{AtomicI32, Ordering};

        pub static ENVIRONMENTS: AtomicI32 = AtomicI32::new(0);
        pub static INFOS: AtomicI32 = AtomicI32::new(0);
        pub static THREADINGS: AtomicI32 = AtomicI32::new(0);
        pub static REFUSALS: AtomicI32 = AtomicI32::new(0);
        static OBJECT: u8 = 0;

        fn object() -> Object {
            (&raw const OBJECT).cast_mut().cast()
        }

        /// Returns one more object.
        ///
        /// # Safety
        /// `to` has room.
        unsafe fn give(count: &AtomicI32, to: *mut Object) -> Answer {
            count.fetch_add(1, Ordering::AcqRel);
            // SAFETY: the caller guarantees it.
            unsafe { to.write(object()) };
            null_mut()
        }

        unsafe extern "system" fn create_threading(to: *mut Object) -> Answer {
            // SAFETY: the caller guarantees it.
            unsafe { give(&THREADINGS, to) }
        }
        unsafe extern "system" fn create_env(
            _: crate::io::onnx::table::Logger,
            _: *mut c_void,
            _: c_int,
            _: *const c_char,
            _: Object,
            to: *mut Object,
        ) -> Answer {
            // SAFETY: the caller guarantees it.
            unsafe { give(&ENVIRONMENTS, to) }
        }
        unsafe extern "system" fn create_info(_: c_int, _: c_int, to: *mut Object) -> Answer {
            // SAFETY: the caller guarantees it.
            unsafe { give(&INFOS, to) }
        }
        unsafe extern "system" fn default_allocator(to: *mut Object) -> Answer {
            // SAFETY: the caller guarantees it.
            unsafe { to.write(object()) };
            null_mut()
        }
        unsafe extern "system" fn set(_: Object, _: c_int) -> Answer {
            null_mut()
        }
        unsafe extern "system" fn refuse(_: *mut Object) -> Answer {
            object()
        }
        unsafe extern "system" fn register(_: Object, _: Object) -> Answer {
            let refuses =
                REFUSALS.fetch_update(Ordering::AcqRel, Ordering::Acquire, |left| (left > 0).then(|| left - 1));
            if refuses.is_ok() { object() } else { null_mut() }
        }
        unsafe extern "system" fn code(_: *const c_void) -> c_int {
            1
        }
        unsafe extern "system" fn message(_: *const c_void) -> *const c_char {
            c"an allocator is there already".as_ptr()
        }
        unsafe extern "system" fn release(_: Object) {}
        unsafe extern "system" fn release_threading(_: Object) {
            THREADINGS.fetch_sub(1, Ordering::AcqRel);
        }
        unsafe extern "system" fn release_env(_: Object) {
            ENVIRONMENTS.fetch_sub(1, Ordering::AcqRel);
        }
        unsafe extern "system" fn release_info(_: Object) {
            INFOS.fetch_sub(1, Ordering::AcqRel);
        }
        extern "system" fn missing() {
            panic!("the test does not call it");
        }
        unsafe extern "C-unwind" fn bad_alloc() -> ! {
            unreachable!("nothing is allocated")
        }

        /// The address of a table with these functions at their positions.
        pub fn table() -> usize {
            let mut table = vec![missing as *const c_void; 300];
            for (place, function) in [
                (1, code as *const c_void),
                (2, message as *const c_void),
                (10, refuse as *const c_void), // the options of the session that looks for threads
                (69, create_info as *const c_void),
                (78, default_allocator as *const c_void),
                (92, release_env as *const c_void),
                (93, release as *const c_void),
                (94, release_info as *const c_void),
                (121, create_threading as *const c_void),
                (122, release_threading as *const c_void),
                (147, set as *const c_void),
                (148, set as *const c_void),
                (149, set as *const c_void),
                (151, create_env as *const c_void),
                (176, register as *const c_void),
            ] {
                table[place] = function;
            }
            table.leak().as_ptr() as usize
        }

        /// A library with this table.
        pub fn found(at: usize) -> Found {
            Found { table: at as *const *const c_void, version: "1.18.0".into(), bad_alloc: Some(bad_alloc) }
        }
    }

    #[test]
    fn a_registration_that_fails_leaves_nothing_and_is_tried_again() {
        use std::sync::atomic::Ordering::{Acquire, Release};
        let alive = || (fake::ENVIRONMENTS.load(Acquire), fake::INFOS.load(Acquire), fake::THREADINGS.load(Acquire));
        let at = fake::table();
        fake::REFUSALS.store(3, Release);
        for _ in 0..3 {
            let why = Runtime::of(fake::found(at)).err().expect("it is refused");
            assert_eq!(why, "an allocator is there already");
            assert_eq!(alive(), (0, 0, 0));
        }
        let libraries = || OPENED.lock().libraries.iter().filter(|entry| entry.at == at).count();
        assert_eq!(libraries(), 1, "what was refused is not kept again and again");
        let all: Vec<usize> = std::thread::scope(|threads| {
            let asked = || {
                let runtime = Runtime::of(fake::found(at)).expect("nothing refuses it any more");
                std::ptr::from_ref(runtime) as usize
            };
            let asking: Vec<_> = (0..4).map(|_| threads.spawn(asked)).collect();
            asking.into_iter().map(|asked| asked.join().expect("it does not panic")).collect()
        });
        assert!(all.iter().all(|&runtime| runtime == all[0]), "one for all threads");
        assert_eq!((alive(), libraries()), ((1, 1, 0), 1));
    }
}
