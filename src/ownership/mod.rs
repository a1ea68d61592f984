//! Ownership: the handle table and the tree of scopes, on which everything else builds.
//!
//! This module does not depend on tensors: it is generic over the resource in a slot ([`Payload`]).
//! `session::resource` defines the resources.

mod access;
mod admission;
mod handle;
mod inspect;
mod leak_heuristic;
mod leaks;
mod lifetime;
mod loan;
mod members;
mod metadata;
mod meter;
mod path;
mod pending;
mod pin;
mod relocate;
mod replace;
mod report;
mod scope;
mod slot;
mod slots;
mod table;
mod together;
mod token;

pub use handle::{Handle, Kind};
pub use leak_heuristic::LeakEstimate;
pub use leaks::{Contents, Found};

pub use inspect::{Entry, Held};
pub use lifetime::Owner;
pub use members::Members;
pub use metadata::{Level, Metadata};
pub use meter::{Charges, Measured, StorageCharge};
pub use path::Paths;
pub use pending::PendingReturn;
pub use pin::Pin;
pub use replace::Replaced;
pub use scope::{Kept, Removed, ScopeStats};
pub use table::{DEVICES, LIMITS, Payload, SOURCES, THREADS, Table};
