//! `Track`: where a tape recorded a tensor.
//!
//! Invariant: a track keeps its tape alive, and a tape never keeps a tracked tensor (it saves untracked ones), so
//! there is no cycle. A node has one track, which clones of a tensor share; when the last of them goes, the tape hears of
//! it. The tape is opaque here: a tensor does not know about gradients.

use std::any::Any;
use std::sync::Arc;

/// What records operations.
pub trait Recording: Any + Send + Sync {
    /// No tensor names this node any more.
    fn forget(&self, node: u32);
}

/// A tensor's place on a tape.
pub struct Track {
    /// The tape, as `autograd` made it.
    pub tape: Arc<dyn Recording>,
    /// The number of the node on that tape.
    pub node: u32,
}

impl Drop for Track {
    fn drop(&mut self) {
        self.tape.forget(self.node);
    }
}
