//! `Node`: what a scope's handle holds: its members, and where their memory comes from.
//!
//! Invariant: a node's ground is what it was made with for its whole life. That of a new tensor is the ground of the
//! nearest scope, from its owner upwards, that does not inherit; so whoever moves scopes changes where memory comes
//! from, and nobody else does.

use super::plot::Plot;
use crate::ownership::Members;
use std::sync::Arc;

/// Where the memory of what a scope owns comes from.
#[derive(Clone, Default)]
pub(in crate::api) enum Ground {
    /// From where that of its parent does.
    #[default]
    Inherit,
    /// From the pool.
    Outside,
    /// This is the handle of a workspace.
    Workspace(Arc<Plot>),
    /// A cycle of a workspace whose memory is a ring.
    Part(Arc<Plot>),
}

/// See the top of the file.
pub(in crate::api) struct Node {
    members: Members,
    ground: Ground,
}

impl Node {
    /// Without members.
    #[inline(always)]
    pub(in crate::api) fn new(ground: Ground) -> Node {
        Node { members: Members::new(), ground }
    }

    /// What it owns.
    #[inline]
    pub(in crate::api) fn members(&self) -> &Members {
        &self.members
    }

    /// Where the memory of that comes from.
    pub(in crate::api) fn ground(&self) -> &Ground {
        &self.ground
    }
}

impl Drop for Node {
    #[inline]
    fn drop(&mut self) {
        if let Ground::Workspace(plot) = &self.ground {
            plot.end();
        }
    }
}
