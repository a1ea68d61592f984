//! `Track`: where a tape recorded a tensor.
//!
//! Invariant: a track keeps its tape alive, and a tape never keeps a tracked tensor (it saves
//! untracked ones), so there is no cycle. A node has one track, which clones of a tensor share;
//! when the last of them is dropped, the tape is notified. The tape's type is opaque here, so
//! tensors do not depend on gradients.

use std::any::Any;
use std::sync::Arc;

/// A recorder of operations.
pub trait Recording: Any + Send + Sync {
    /// Called when no tensor refers to this node any more.
    fn forget(&self, node: u32);
}

/// A tensor's position on a tape.
pub struct Track {
    /// The tape, as created by `autograd`.
    pub tape: Arc<dyn Recording>,
    /// The number of the node on that tape.
    pub node: u32,
    /// The leaf that the tensor is when that tape records no longer.
    pub leaf: Option<Arc<dyn Recording>>,
}

impl Drop for Track {
    fn drop(&mut self) {
        self.tape.forget(self.node);
    }
}
