//! `RunOptions`: the caller's settings for runs, and the switch that cancels them.
//!
//! Invariant: a cancellation is permanent. A run that has not begun is refused, one in progress
//! ends after its current operation, and one that has ended keeps its outputs. The lock is not held
//! while ONNX Runtime is called.

use super::log::Severity;
use super::options::{level_of, wrong};
use super::runtime::{Failure, Owned, Runtime};
use super::table::Object;
use crate::error::{Error, Result, Status};
use parking_lot::Mutex;
use serde_json::Value;
use std::ffi::{CString, c_int};
use std::ptr::null_mut;

/// Settings of runs. Any number of runs may use them at once, also of several models.
#[derive(Default)]
pub struct RunOptions {
    log_id: Option<CString>,
    log_level: Option<Severity>,
    log_verbosity: u32,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    is_cancelled: bool,
    /// The options as ONNX Runtime objects, one for each library that has used them.
    made: Vec<Made>,
}

struct Made {
    runtime: &'static Runtime,
    options: Owned,
}

// SAFETY: ONNX Runtime allows a cancellation on any thread, and otherwise the options are only
// read; the list has a lock.
unsafe impl Send for Made {}

impl RunOptions {
    /// Reads a JSON object with the fields `logId`, `logSeverity`, `logVerbosity`.
    /// `INVALID_ARGUMENT` names what is wrong.
    pub fn from_json(text: &str) -> Result<RunOptions> {
        let value =
            serde_json::from_str(text).map_err(|error| Error::argument(format!("options of a run: {error}")))?;
        let Value::Object(fields) = value else {
            return Err(Error::argument(format!("options of a run are an object, not {value}")));
        };
        let mut options = RunOptions::default();
        for (name, value) in &fields {
            match name.as_str() {
                "logId" => {
                    let id = value.as_str().and_then(|id| CString::new(id).ok());
                    options.log_id = Some(id.ok_or_else(|| wrong(name, "run", "a text without a 0", value))?);
                }
                "logSeverity" => options.log_level = Some(level_of(name, "run", value)?),
                "logVerbosity" => {
                    let verbosity = value.as_u64().and_then(|number| u32::try_from(number).ok());
                    let verbosity = verbosity.filter(|&number| number <= i32::MAX as u32);
                    options.log_verbosity = verbosity.ok_or_else(|| wrong(name, "run", "a number from 0 on", value))?;
                }
                _ => return Err(Error::argument(format!("a run has no option '{name}'"))),
            }
        }
        Ok(options)
    }

    /// Cancels each run that uses these options: those in progress, and those that begin later.
    pub fn cancel(&self) {
        let mut state = self.state.lock();
        state.is_cancelled = true;
        // They live as long as `self`, because none is removed from the list before.
        let made: Vec<(&Runtime, Object)> = state.made.iter().map(|made| (made.runtime, made.options.object)).collect();
        drop(state);
        for (runtime, object) in made {
            // SAFETY: the options are alive. For live options it cannot fail, and there would be
            // nothing to do.
            let _ = runtime.check(unsafe { (runtime.table.terminate_runs)(object) });
        }
    }

    /// Whether [`RunOptions::cancel`] was called.
    pub fn is_cancelled(&self) -> bool {
        self.state.lock().is_cancelled
    }

    /// The options as an object of this library, valid as long as `self`. `CANCELLED` after
    /// [`RunOptions::cancel`].
    pub(super) fn object(&self, runtime: &'static Runtime) -> Result<Object> {
        if let Some(object) = RunOptions::known(&self.state.lock(), runtime)? {
            return Ok(object);
        }
        let options = self.made(runtime)?;
        let mut state = self.state.lock(); // released before the options are, if they are not kept
        // Another thread may have created them meanwhile, or have cancelled them.
        if let Some(object) = RunOptions::known(&state, runtime)? {
            return Ok(object);
        }
        let object = options.object;
        state.made.push(Made { runtime, options });
        Ok(object)
    }

    fn known(state: &State, runtime: &Runtime) -> Result<Option<Object>> {
        if state.is_cancelled {
            return Err(cancelled());
        }
        let made = state.made.iter().find(|made| std::ptr::eq(made.runtime, runtime));
        Ok(made.map(|made| made.options.object))
    }

    fn made(&self, runtime: &Runtime) -> Result<Owned> {
        let table = &runtime.table;
        let mut options = null_mut();
        // SAFETY: the result has room, and the options are alive afterwards; the text is
        // null-terminated.
        let mut set = || unsafe {
            runtime.check((table.create_run_options)(&mut options))?;
            let options = Owned::new(options, table.release_run_options);
            if let Some(id) = &self.log_id {
                runtime.check((table.set_run_tag)(options.object, id.as_ptr()))?;
            }
            if let Some(level) = self.log_level {
                runtime.check((table.set_run_log_severity)(options.object, level as c_int))?;
            }
            runtime.check((table.set_run_log_verbosity)(options.object, self.log_verbosity as c_int))?;
            Ok(options)
        };
        set().map_err(Failure::at_run)
    }
}

/// The error of a run that was cancelled.
pub(super) fn cancelled() -> Error {
    Error::new(Status::Cancelled, "the run was cancelled")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_named() {
        for (text, part) in [
            ("[]", "options of a run are an object, not []"),
            ("{", "options of a run"),
            (r#"{"tag": "a"}"#, "a run has no option 'tag'"),
            (r#"{"logId": 1}"#, "'logId' of a run is a text without a 0, not 1"),
            (r#"{"logId": "a\u0000b"}"#, "a text without a 0"),
            (r#"{"logSeverity": "LOUD"}"#, "VERBOSE, INFO, WARNING, ERROR or FATAL, not \"LOUD\""),
            (r#"{"logVerbosity": -1}"#, "a number from 0 on, not -1"),
        ] {
            let error = RunOptions::from_json(text).err().expect(text);
            assert_eq!(error.status(), Status::InvalidArgument);
            assert!(error.message().contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn a_cancellation_stays() {
        let options =
            RunOptions::from_json(r#"{"logId": "a", "logSeverity": "info", "logVerbosity": 2}"#).expect("good");
        assert!(!options.is_cancelled());
        options.cancel();
        options.cancel();
        assert!(options.is_cancelled());
    }
}
