//! `Node`: the resource behind a scope's handle: its members, and where their memory comes from.
//!
//! Invariant: a node keeps its memory source for its whole life. A new tensor gets memory from the
//! nearest scope, from its owner upwards, whose source is not `Inherit`. So only moving a scope
//! changes where memory comes from.

use super::state::{WorkspaceState, refused};
use crate::error::Error;
use crate::nn::Module;
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
    /// The scope is the workspace itself.
    Workspace(Arc<WorkspaceState>),
    /// The scope is one cycle of a workspace whose memory is a ring.
    RingCycle(Arc<WorkspaceState>),
}

/// A scope: its members, its memory source, and its thread limit.
pub(crate) struct Node {
    members: Members,
    source: MemorySource,
    /// The thread limit, 0 if there is none.
    threads: AtomicU16,
}

impl Node {
    /// Without members.
    #[inline(always)]
    pub(in crate::session) fn new(source: MemorySource) -> Node {
        Node { members: Members::new(), source, threads: AtomicU16::new(0) }
    }

    /// The handles it owns.
    #[inline]
    pub(in crate::session) fn members(&self) -> &Members {
        &self.members
    }

    /// The maximum number of threads for results owned by the scope; 0 if it has no limit of its
    /// own.
    pub(in crate::session) fn threads(&self) -> u16 {
        self.threads.load(Ordering::Relaxed)
    }

    /// Sets the thread limit.
    pub(in crate::session) fn set_threads(&self, count: u16) {
        self.threads.store(count, Ordering::Relaxed);
    }

    /// The error of moving it if it is a cycle of a ring: such a scope is reused, and ends with its
    /// workspace.
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

/// A module: a scope that keeps its members, which are the parameters, the buffers and the children
/// of the module.
pub(crate) struct ModuleNode {
    node: Node,
    module: Arc<Module>,
}

impl ModuleNode {
    /// The node of `module`, without members.
    pub(in crate::session) fn new(module: Arc<Module>) -> ModuleNode {
        let node = Node { members: Members::keeping(), source: MemorySource::default(), threads: AtomicU16::new(0) };
        ModuleNode { node, module }
    }

    /// Its scope.
    pub(in crate::session) fn node(&self) -> &Node {
        &self.node
    }

    /// The module.
    pub(in crate::session) fn module(&self) -> &Arc<Module> {
        &self.module
    }
}

impl Drop for ModuleNode {
    fn drop(&mut self) {
        self.module.close(); // a module that it is a part of may still be alive
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
