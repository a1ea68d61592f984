//! `Node`: the resource behind a scope's handle: its members, and where their memory comes from.
//!
//! Invariant: a node keeps its memory source for its whole life. A new tensor gets memory from the
//! nearest scope, from its owner upwards, whose source is not `Inherit`. So only moving a scope
//! changes where memory comes from.

use super::state::{WorkspaceState, refused};
use crate::device::Device;
use crate::error::Error;
use crate::nn::Module;
use crate::ownership::Members;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicU16, Ordering};

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

/// Stands for no default device; no code is negative.
const NO_DEVICE: i32 = -1;

/// A scope: its members, its memory source, its thread limit, and its default device.
pub(crate) struct Node {
    members: Members,
    source: MemorySource,
    /// The thread limit, 0 if there is none.
    threads: AtomicU16,
    /// The code of the default device, or [`NO_DEVICE`].
    device: AtomicI32,
}

impl Node {
    /// Without members.
    #[inline(always)]
    pub(in crate::session) fn new(source: MemorySource) -> Node {
        Node::of(Members::new(), source)
    }

    #[inline(always)]
    fn of(members: Members, source: MemorySource) -> Node {
        Node { members, source, threads: AtomicU16::new(0), device: AtomicI32::new(NO_DEVICE) }
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

    /// The default device of the scope itself, if it has one.
    pub(in crate::session) fn device(&self) -> Option<Device> {
        Device::from_code(self.device.load(Ordering::Relaxed)).ok()
    }

    /// Sets the default device.
    pub(in crate::session) fn set_device(&self, device: Device) {
        self.device.store(device.code(), Ordering::Relaxed);
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
        ModuleNode { node: Node::of(Members::keeping(), MemorySource::default()), module }
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
