//! The session: what is alive in this process, who owns it, and where its memory comes from.
//!
//! ```text
//!   scope, leak, counter, pressure    what is done with all of it, for `api` to call
//!   workspace                         workspaces by name and thread, their cycles, copying out of them
//!   own, release                      a handle and an owner for what is new; the end of a handle
//!   report                            trees and leaks as text, JSON and rows
//!   context                           the memory source of a call, found from its owner: with `known` and `location`
//!   resource                          what a handle can name, and the one table of the process
//!   source                            scopes as nodes: their members, and where their new tensors get memory
//! ```
//!
//! Invariant: an entry names only those below it. `api` states what each function means, and calls one function of
//! here; nothing here knows how a number, a text or a record crosses the boundary.

pub(crate) mod context;
pub(crate) mod counter;
mod escalation;
mod known;
pub(crate) mod leak;
mod location;
pub(crate) mod own;
pub(crate) mod pressure;
pub(crate) mod release;
pub(crate) mod report;
pub(crate) mod resource;
pub(crate) mod rows;
pub(crate) mod scope;
mod source;
pub(crate) mod workspace;
