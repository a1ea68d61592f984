//! Where the new tensors of a scope get their memory.
//!
//! ```text
//!   node     a scope's members and its memory source; the same for a module
//!   stale    stale-handle notes: why a handle of an ended cycle is no longer valid
//!   state    a workspace as the tree of scopes sees it
//!   notes    records of past cycles, for misuses and reports
//! ```
//!
//! Invariant: nothing here uses the table, because the table's resources contain nodes.

mod node;
mod notes;
pub(super) mod stale;
mod state;

pub(super) use node::{MemorySource, ModuleNode, Node};
pub(super) use notes::Notes;
pub(super) use state::{Entries, Entry, WorkspaceState, refused};
