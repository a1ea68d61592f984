//! Ownership: the handle table and the tree of scopes. The heart.
//!
//! This room knows nothing of tensors: it is generic over the resource that a slot holds ([`Payload`]). What
//! resources there are is said in `api::resource`.

mod admit;
mod growth;
mod handle;
mod loan;
mod members;
mod meter;
mod path;
mod records;
mod relocate;
mod replace;
mod report;
mod scope;
mod shortcut;
mod slot;
mod slots;
mod sync;
mod table;
mod together;
mod watch;

pub use growth::Growing;
pub use handle::{Handle, Kind};
pub use loan::StandIn;
pub use members::Members;
pub use meter::{Holding, Measured};
pub use path::Paths;
pub use records::{Contents, Found, Level, Record};
pub use replace::Replaced;
pub use scope::ScopeStats;
pub use table::{LIMITS, Owner, Payload, Pin, SOURCES, Table};
pub use watch::{Entry, Held};
