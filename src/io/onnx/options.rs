//! `Options`: the caller's settings for a model, as a flat JSON object.
//!
//! Invariant: a field that is unknown or of another type is refused by name; an absent one has its
//! default.

use super::log::Severity;
use crate::error::{Error, Result};
use serde_json::Value;
use std::hash::Hash;

/// How much the graph of a model is optimised when it is loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Optimization {
    /// Not at all.
    None,
    /// Without changing results: constants are folded, unused nodes are removed.
    Basic,
    /// Operations are fused as well.
    Extended,
    /// Layouts are changed as well.
    #[default]
    All,
}

/// The settings of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Names or paths of ONNX Runtime's library, the preferred one first; if empty, the system's
    /// loader finds it.
    pub library: Vec<String>,
    /// The number of the model's own threads, including the caller; 0 uses the threads of the
    /// process.
    pub threads: u32,
    /// How much the graph is optimised.
    pub optimization: Optimization,
    /// Execution providers by ONNX Runtime's names, the preferred one first; the processor's is
    /// always available.
    pub providers: Vec<String>,
    /// Whether only deterministic kernels are used.
    pub deterministic: bool,
    /// Whether the memory of a run is planned from earlier runs with the same shapes.
    pub memory_pattern: bool,
    /// The names of the outputs to compute, in this order; none for all.
    pub outputs: Vec<String>,
    /// The path, to which a date is appended, of a file for the times of all operations; `None` for
    /// no file.
    pub profile: Option<String>,
    /// The minimum level of log records of the model and its runs.
    pub log_level: Severity,
    /// Whether models of the same file, or of the same bytes, with the same options share one
    /// session.
    pub shared_weights: bool,
    /// The folder of the files that a model of bytes keeps data in.
    pub folder: Option<String>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            library: Vec::new(),
            threads: 0,
            optimization: Optimization::All,
            providers: Vec::new(),
            deterministic: false,
            memory_pattern: true,
            outputs: Vec::new(),
            profile: None,
            log_level: Severity::Fatal, // failures are errors of the call
            shared_weights: false,
            folder: None,
        }
    }
}

impl Options {
    /// Reads a JSON object with the fields `library`, `threads`, `optimization`, `providers`,
    /// `deterministic`, `memoryPattern`, `outputs`, `profile`, `logSeverity`, `sharedWeights`,
    /// `folder`.
    /// `INVALID_ARGUMENT` names what is wrong.
    pub fn from_json(text: &str) -> Result<Options> {
        let value =
            serde_json::from_str(text).map_err(|error| Error::argument(format!("options of a model: {error}")))?;
        let Value::Object(fields) = value else {
            return Err(Error::argument(format!("options of a model are an object, not {value}")));
        };
        let mut options = Options::default();
        for (name, value) in &fields {
            options.set(name, value)?;
        }
        Ok(options)
    }

    /// The settings that a session depends on. Models with equal ones may share a session.
    pub(super) fn of_session(&self) -> impl Hash {
        // All fields are named, so that none is forgotten. The library is part of the key by its
        // address, outputs belong to each model, and a session with a profile is not shared.
        let Options {
            threads,
            optimization,
            providers,
            deterministic,
            memory_pattern,
            log_level,
            library: _,
            outputs: _,
            profile: _,
            shared_weights: _,
            folder: _,
        } = self;
        (threads, optimization, providers, deterministic, memory_pattern, log_level)
    }

    fn set(&mut self, name: &str, value: &Value) -> Result<()> {
        match name {
            "library" => self.library = texts(name, value)?,
            "threads" => {
                let threads = value.as_u64().and_then(|threads| u32::try_from(threads).ok());
                let threads = threads.filter(|&threads| threads <= MAX_THREADS);
                self.threads = threads.ok_or_else(|| wrong(name, "model", "a number from 0 to 1024", value))?;
            }
            "optimization" => {
                let level = value.as_str().map(str::to_ascii_uppercase);
                self.optimization = match level.as_deref() {
                    Some("NONE") => Optimization::None,
                    Some("BASIC") => Optimization::Basic,
                    Some("EXTENDED") => Optimization::Extended,
                    Some("ALL") => Optimization::All,
                    _ => return Err(wrong(name, "model", "NONE, BASIC, EXTENDED or ALL", value)),
                };
            }
            "providers" => self.providers = texts(name, value)?,
            "deterministic" => self.deterministic = flag(name, value)?,
            "memoryPattern" => self.memory_pattern = flag(name, value)?,
            "outputs" => self.outputs = texts(name, value)?,
            "profile" => {
                self.profile = Some(value.as_str().ok_or_else(|| wrong(name, "model", "a path", value))?.to_owned())
            }
            "logSeverity" => self.log_level = level_of(name, "model", value)?,
            "sharedWeights" => self.shared_weights = flag(name, value)?,
            "folder" => {
                self.folder = Some(value.as_str().ok_or_else(|| wrong(name, "model", "a path", value))?.to_owned())
            }
            _ => return Err(Error::argument(format!("a model has no option '{name}'"))),
        }
        Ok(())
    }
}

/// Reads shapes by the names of inputs, a JSON object such as `{"x": [1, 3]}`. `INVALID_ARGUMENT`
/// names an invalid shape.
pub(crate) fn shapes(text: &str) -> Result<Vec<(String, Vec<i64>)>> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| Error::argument(format!("shapes of inputs: {error}")))?;
    let Value::Object(fields) = value else {
        return Err(Error::argument(format!("shapes of inputs are an object, not {value}")));
    };
    let shape = |(name, value): (String, Value)| {
        let sizes: Option<Vec<i64>> = value.as_array().and_then(|sizes| sizes.iter().map(Value::as_i64).collect());
        match sizes {
            Some(sizes) => Ok((name, sizes)),
            None => Err(Error::argument(format!("the shape of input '{name}' is a list of sizes, not {value}"))),
        }
    };
    fields.into_iter().map(shape).collect()
}

/// More than any machine can use.
const MAX_THREADS: u32 = 1024;

/// A string, or a list of strings.
fn texts(name: &str, value: &Value) -> Result<Vec<String>> {
    let refused = || wrong(name, "model", "a text or a list of texts", value);
    match value {
        Value::String(text) => Ok(vec![text.clone()]),
        Value::Array(all) => all.iter().map(|one| one.as_str().map(str::to_owned).ok_or_else(refused)).collect(),
        _ => Err(refused()),
    }
}

/// A log level.
pub(super) fn level_of(name: &str, of: &str, value: &Value) -> Result<Severity> {
    let text = value.as_str().map(str::to_ascii_uppercase);
    let level = Severity::ALL.into_iter().find(|level| Some(level.name()) == text.as_deref());
    level.ok_or_else(|| wrong(name, of, "VERBOSE, INFO, WARNING, ERROR or FATAL", value))
}

fn flag(name: &str, value: &Value) -> Result<bool> {
    value.as_bool().ok_or_else(|| wrong(name, "model", "true or false", value))
}

/// The error for an invalid option of a model or a run.
pub(super) fn wrong(name: &str, of: &str, what: &str, value: &Value) -> Error {
    Error::argument(format!("option '{name}' of a {of} is {what}, not {value}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_read_and_the_rest_has_its_default() {
        assert_eq!(Options::from_json("{}").expect("nothing is said"), Options::default());
        let text = r#"{"threads": 2, "optimization": "basic", "library": "a.so", "outputs": ["y"],
            "deterministic": true, "memoryPattern": false, "providers": ["CPUExecutionProvider"], "profile": "p", "logSeverity": "error",
            "sharedWeights": true}"#;
        let options = Options::from_json(text).expect("all is known");
        assert_eq!((options.threads, options.optimization), (2, Optimization::Basic));
        assert_eq!((options.library, options.outputs), (vec!["a.so".to_owned()], vec!["y".to_owned()]));
        assert!(options.deterministic && !options.memory_pattern && options.shared_weights);
        assert_eq!((options.profile.as_deref(), options.log_level), (Some("p"), Severity::Error));
    }

    #[test]
    fn shapes_are_lists_of_sizes() {
        assert_eq!(
            shapes(r#"{"x": [2, 3], "y": []}"#).expect("good"),
            [("x".into(), vec![2, 3]), ("y".into(), vec![])]
        );
        for text in ["", "[]", r#"{"x": 1}"#, r#"{"x": ["a"]}"#, r#"{"x": [1.5]}"#] {
            assert!(shapes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, part) in [
            ("[]", "an object, not []"),
            ("{", "options of a model"),
            (r#"{"thread": 1}"#, "no option 'thread'"),
            (r#"{"threads": -1}"#, "'threads' of a model is a number from 0 to 1024, not -1"),
            (r#"{"threads": 5000}"#, "not 5000"),
            (r#"{"optimization": "most"}"#, "NONE, BASIC, EXTENDED or ALL, not \"most\""),
            (r#"{"outputs": [1]}"#, "a text or a list of texts"),
            (r#"{"logSeverity": 2}"#, "'logSeverity' of a model is VERBOSE, INFO, WARNING, ERROR or FATAL, not 2"),
            (r#"{"deterministic": 1}"#, "true or false"),
        ] {
            let error = Options::from_json(text).expect_err(text);
            assert!(error.message().contains(part), "{text}: {error}");
        }
    }
}
