//! The session: what is alive in this process, who owns it, and where its memory comes from.
//!
//! ```text
//!   scope, leak, counter, pressure    operations on all of it, called by `api`
//!   module                            trees of modules: their handles, and what changes both
//!   workspace                         workspaces by name and thread, their cycles, copying out
//!   own, release                      the handle and owner of a new resource; the end of a handle
//!   snapshot                          what is alive, with the events of a recording
//!   report                            trees and leaks as text, JSON and rows
//!   context                           the memory source of a call; with `known` and `location`
//!   resource                          what a handle can name, and the one table of the process
//!   source                            scopes as nodes: their members and their memory sources
//! ```
//!
//! Invariant: a module uses only those below it. `api` documents each function, and calls one
//! function here. Nothing here depends on how a number, a text or a record crosses the boundary.

pub(crate) mod context;
pub(crate) mod counter;
mod escalation;
pub(crate) mod gradient;
mod known;
pub(crate) mod leak;
mod location;
pub(crate) mod module;
pub(crate) mod own;
mod pause;
pub(crate) mod pressure;
pub(crate) mod release;
pub(crate) mod report;
pub(crate) mod resource;
pub(crate) mod rows;
pub(crate) mod scope;
pub(crate) mod snapshot;
mod source;
pub(crate) mod workspace;
