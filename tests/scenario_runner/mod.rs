//! The Rust runner of `tests/scenarios/*.txt`, through `tenure::api` with raw handles. The README
//! there has the grammar.
//!
//! | file | noun |
//! |---|---|
//! | `words` | lines, words, blocks: a file as steps |
//! | `read` | words as numbers, lists, dtypes; elements as values |
//! | `run` | one scenario: the bindings of names, the current scopes, its start and end |
//! | `generated` | the kinds of handles, and commands that are one operation each; see `generate/` |
//! | `make`, `ops`, `owners`, `workspaces`, `modules`, `models`, `onnx_values`, `files`, `checks` | a family of commands each |
//!
//! Invariant: only an error of the library can satisfy `expect_error`. An error in the file itself
//! is a [`Fault::Scenario`], which is never caught.

mod checks;
mod files;
mod generated;
mod make;
mod models;
mod modules;
mod onnx_values;
mod ops;
mod owners;
mod read;
mod run;
mod words;
mod workspaces;

pub use generated::Kind;
pub use models::needs_library;
pub use read::contents;
pub use run::{Live, Run, run_file, run_file_with, run_given, run_looking, run_on, run_text};

use tenure::error::Error;

/// Why a command failed.
pub enum Fault {
    /// The library refused it.
    Library(Error),
    /// The file is invalid, or a condition in it is false.
    Scenario(String),
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        Fault::Library(error)
    }
}

/// A fault of the file with this text.
pub fn wrong<T>(text: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Scenario(text.into()))
}

/// The report of a failure: where it is, and what was expected and found.
#[derive(Debug)]
pub struct Failure {
    pub line: usize,
    pub text: String,
}

/// A result of a command. A forged one owns nothing.
#[derive(Clone, Copy)]
pub struct Bound {
    pub kind: Kind,
    pub handle: u64,
    pub forged: bool,
}

/// The results of a command; most have none.
pub type Answer = Result<Vec<Bound>, Fault>;

/// The single result of a command.
pub fn one(kind: Kind, handle: u64) -> Answer {
    Ok(vec![Bound { kind, handle, forged: false }])
}

/// The tensors that a command returns.
pub fn several(handles: &[u64]) -> Answer {
    Ok(handles.iter().map(|&handle| Bound { kind: Kind::Tensor, handle, forged: false }).collect())
}

/// The words of a command that takes exactly `N`.
pub fn words_of<const N: usize>(args: &[words::Word]) -> Result<[&words::Word; N], Fault> {
    let (words, rest) = some_words_of(args)?;
    if rest.is_empty() { Ok(words) } else { wrong(format!("it takes {N} words, not {}", args.len())) }
}

/// The first words of a command that takes at least `N`, and the rest.
pub fn some_words_of<const N: usize>(args: &[words::Word]) -> Result<([&words::Word; N], &[words::Word]), Fault> {
    match args.split_first_chunk::<N>() {
        Some((first, rest)) => Ok((first.each_ref(), rest)),
        None => wrong(format!("it takes {N} words, not {}", args.len())),
    }
}
