//! ONNX: running trained models with ONNX Runtime.
//!
//! ```text
//!   model    a session: load, run, describe       port     an input or output: name, element type, shape
//!   session  a loaded model of ONNX Runtime       shared   sessions that several models share
//!   options  the caller's settings, as JSON       element  element types of both sides
//!   runtime  the library, found at run time       memory   its allocator, which uses our pool
//!   table    its C functions                      external  the files with a model's data
//!   rows     joining requests along their rows    log      its log records, passed on
//!   run_options  the caller's settings for runs, and their cancellation
//!   types    what inputs, outputs and values are    value    strings, sequences, maps
//!   exchange conversion of values, to and from objects of ONNX Runtime
//!   empty    empty sequences                        raw      tensors of elements that no dtype has
//!   bound    objects that are used again by the next run
//!   sources  messages without the places in ONNX Runtime's sources
//! ```
//!
//! Invariant: ONNX Runtime is loaded with the first model and never linked, so a program without
//! models does not need it. Its allocations for a session and its runs are storages like a
//! tensor's, so limits and statistics include them, and a tensor that a run returns is memory of
//! the run and not a copy.
#![allow(unsafe_code)] // calls a C library, and lends it memory

mod bound;
mod element;
mod empty;
mod exchange;
mod external;
mod input;
mod log;
mod memory;
mod model;
mod options;
mod port;
mod raw;
mod rows;
mod run_options;
mod runtime;
mod session;
mod shared;
mod sources;
mod table;
mod types;
mod value;

pub use log::Severity;
pub use model::{Metadata, Model};
pub(crate) use options::shapes;
pub use options::{Optimization, Options};
pub use port::Port;
pub use raw::{RawData, RawElement};
pub use run_options::RunOptions;
pub(crate) use types::ANY_RANK;
pub use types::{Dim, Element, Type};
pub use value::{Maps, Strings, Value};
