//! Modules: layers with parameters, in a tree.
//!
//! | file | noun |
//! |---|---|
//! | `tree` | [`Module`]: a node with its parameters, buffers and children; [`Layer`]: what it computes; [`Call`]: one call |
//! | `cell` | [`Cell`]: the current value of a parameter or buffer, which tied ones share |
//! | `custom` | [`Custom`]: a module that the core cannot compute |
//! | `state` | the state dict: its names, loading it all or nothing |
//! | `change` | other dtypes, freezing, recording, copies |
//! | `watched` | [`Watched`]: the parameters that a tape records in one call, which no other call sees |
//! | `wiring` | [`Wiring`]: which nodes of a graph read the results of which others |
//! | `recompute` | gradient checkpointing |
//! | `statistics` | running statistics: begun anew, and as a mean over batches |
//! | `summary` | a table of what a module computes for an input |
//!
//! Invariant: nothing here uses handles. A module holds its own references to the storages of its
//! parameters, in the memory of the pool, so computing needs no look-up, and closing the handle of
//! a parameter changes no result. `session` makes the handles and stores their numbers in [`Tag`]s.

mod cell;
mod change;
mod custom;
mod recompute;
mod state;
mod statistics;
mod summary;
mod tree;
mod watched;
mod wiring;

pub use cell::{Cell, Role, Slot, Tag};
pub use custom::Custom;
pub use state::{LoadOptions, Loaded};
pub use summary::Summary;
pub use tree::{Call, Inputs, Layer, MAX_DEPTH, Module, Outputs, Structure, all_present, wrong_count};
pub use watched::Watched;
pub use wiring::{Source, Wiring};
