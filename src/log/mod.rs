//! Records for the host's log: the crate `log` in, and a ring that wrappers read out.
//!
//! ```text
//!   log::info!(target: MEMORY, ...)   anywhere in this library
//!       |  level   one relaxed load where the level is off, and nothing else
//!   host       the logger that the cdylib installs when its host sets a level
//!       |
//!   ring       the last records, numbered; a word that changes with each
//! ```
//!
//! The key `event` of a record is a name of what has happened, for programs: it stays the same when
//! the text changes.
//!
//! A host (the JVM, .NET, a C program) calls [`set_level`], which installs the logger. A Rust
//! program never does: it has a logger of its own, and the records go there.
//!
//! Invariant: no code of the host runs here. A record is copied into the ring and read later, by a
//! thread of the host that holds none of our locks. The text of a record is written without a lock
//! of ours, because the logger of a Rust program may call this library.

mod host;
mod level;
mod ring;

pub use host::{is_host, level, set_initial_level, set_level};
pub use level::LogLevel;
pub use ring::{after, keep, word};

/// The target of records about the drivers and libraries of devices.
pub const DEVICE: &str = "tenure::device";
/// The target of records about the library as a whole; its category is "library".
pub const LIBRARY: &str = "tenure::library";
/// The target of records about memory, limits and what collectors free.
pub const MEMORY: &str = "tenure::memory";
/// The target of records about models and ONNX Runtime.
pub const ONNX: &str = "tenure::onnx";
/// The target of records about the threads that compute.
pub const THREADS: &str = "tenure::threads";
/// The target of records about workspaces.
pub const WORKSPACE: &str = "tenure::workspace";
