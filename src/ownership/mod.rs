//! Ownership: the handle table and the tree of scopes. The heart.
//!
//! This room knows nothing of tensors: it is generic over the resource that a slot holds ([`Payload`]). What
//! resources there are is said in `api::resource`.

mod handle;
mod members;
mod report;
mod scope;
mod slot;
mod slots;
mod sync;
mod table;

pub use handle::{Handle, Kind};
pub use members::Members;
pub use scope::ScopeStats;
pub use table::{Owner, Payload, Pin, Table};
