//! From a handle to the state of its workspace.

use crate::error::{Error, Result};
use crate::ownership::{Handle, Kind, Pin};
use crate::session::resource::{Resource, TABLE};
use crate::session::source::{MemorySource, WorkspaceState};
use std::sync::Arc;

/// A workspace in use: its handle stays valid until this is dropped.
pub(super) struct PinnedState {
    pub(super) pin: Pin<'static, Resource>,
}

impl std::ops::Deref for PinnedState {
    type Target = Arc<WorkspaceState>;
    #[inline]
    fn deref(&self) -> &Arc<WorkspaceState> {
        match &*self.pin {
            Resource::Scope(node) => match node.source() {
                MemorySource::Workspace(state) => state,
                _ => unreachable!("state() looked"),
            },
            _ => unreachable!("the table compared the kind"),
        }
    }
}

/// The workspace of this handle. Fails with `INVALID_HANDLE`, or with `INVALID_ARGUMENT` for a
/// scope that is not a workspace.
#[inline]
pub(super) fn state(handle: u64) -> Result<PinnedState> {
    let pin = TABLE.pin(Handle(handle), Kind::Scope)?;
    match &*pin {
        Resource::Scope(node) if matches!(node.source(), MemorySource::Workspace(_)) => Ok(PinnedState { pin }),
        _ => Err(no_workspace(handle)),
    }
}

#[cold]
fn no_workspace(handle: u64) -> Error {
    Error::argument(format!("{} is a scope, but no workspace", TABLE.title(Handle(handle))))
}
