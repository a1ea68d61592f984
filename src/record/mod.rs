//! The recording of memory events: what was allocated, freed, moved and refused, and when.
//!
//! ```text
//!   event      32 bytes: what happened, to what, how much, in which scope, on which thread
//!   chunk      the events that one thread writes, one after the other
//!   recorder   the chunks of all threads: the oldest are dropped, the others merged by time
//!   sample     which new tensors are asked for the line that made them
//!   snapshot   the live handles with the events that led to them, in small numbers
//!   json       a snapshot as a file, and back; every number of a file is checked
//!   serve      a page for a browser on this machine
//!   compare    what is new and gone between two snapshots
//!   export     a snapshot for other tools; pickle is what PyTorch's reads
//! ```
//!
//! Code of any layer asks [`is_on`], one relaxed load, and only then calls [`write`]. So a program
//! that does not record pays that load.
//!
//! Invariant: this module depends on nothing, takes its memory from the system, and never fails: an
//! event for which there is no memory is counted as dropped. No lock is taken for an event, except
//! once a chunk.

mod chunk;
mod compare;
mod event;
mod export;
mod json;
mod pickle;
mod recorder;
mod sample;
mod serve;
mod snapshot;

pub use compare::Difference;
pub use event::{Event, EventKind, IN_WORKSPACE};
pub use export::{SnapshotFormat, export};
pub use json::{read as from_json, write as to_json};
pub use recorder::{MOST_EVENTS, Refused, dropped, events, is_on, mark, name, site, start, stop, workspace, write};
pub use sample::{sample, take as take_sample, word as sample_word};
pub use serve::{address, start as serve, stop as stop_serving};
pub use snapshot::{DeviceRow, LiveHandle, Snapshot};

/// For the model of tests/loom_record.
#[cfg(loom)]
pub use chunk::Chunk;
