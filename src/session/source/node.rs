//! `Node`: what a scope's handle holds: its members, and where their memory comes from.
//!
//! Invariant: a node keeps the memory source that it was made with for its whole life. A new tensor gets memory from the
//! source of the nearest scope, from its owner upwards, that does not inherit; so only moving a scope changes where memory
//! comes from.

use super::state::{WorkspaceState, refused};
use crate::error::Error;
use crate::ownership::Members;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};

/// Where the new tensors of a scope get their memory.
#[derive(Clone, Default)]
pub(in crate::session) enum MemorySource {
    /// From the source of the parent scope.
    #[default]
    Inherit,
    /// From the pool.
    Pool,
    /// This is the handle of a workspace.
    Workspace(Arc<WorkspaceState>),
    /// A cycle of a workspace whose memory is a ring.
    RingCycle(Arc<WorkspaceState>),
}

/// A scope: its members, its memory source, and its limit of threads.
pub(crate) struct Node {
    members: Members,
    source: MemorySource,
    /// See [`Node::set_threads`].
    threads: AtomicU16,
}

impl Node {
    /// Without members.
    #[inline(always)]
    pub(in crate::session) fn new(source: MemorySource) -> Node {
        Node { members: Members::new(), source, threads: AtomicU16::new(0) }
    }

    /// What it owns.
    #[inline]
    pub(in crate::session) fn members(&self) -> &Members {
        &self.members
    }

    /// The most threads that compute what the scope will own; 0 if it has no limit of its own.
    pub(in crate::session) fn threads(&self) -> u16 {
        self.threads.load(Ordering::Relaxed)
    }

    /// Sets that number.
    pub(in crate::session) fn set_threads(&self, count: u16) {
        self.threads.store(count, Ordering::Relaxed);
    }

    /// The error of moving it if it is a cycle of a ring, which is used again and again and ends with its workspace.
    pub(in crate::session) fn stays(&self) -> Option<Error> {
        match &self.source {
            MemorySource::RingCycle(state) => {
                Some(refused(state, "keeps the scopes of its cycles: they cannot be moved"))
            }
            _ => None,
        }
    }

    /// Where the memory of new members comes from.
    pub(in crate::session) fn source(&self) -> &MemorySource {
        &self.source
    }
}

impl Drop for Node {
    #[inline]
    fn drop(&mut self) {
        if let MemorySource::Workspace(state) = &self.source {
            state.end();
        }
    }
}
