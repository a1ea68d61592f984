//! `Track`: where a tape recorded a tensor.
//!
//! Invariant: a track keeps its tape alive, and a tape never keeps a tracked tensor (it saves untracked ones), so
//! there is no cycle. The tape is opaque here: a tensor does not know about gradients.

use std::any::Any;
use std::sync::Arc;

/// A tensor's place on a tape.
#[derive(Clone)]
pub struct Track {
    /// The tape, as `autograd` made it.
    pub tape: Arc<dyn Any + Send + Sync>,
    /// The number of the node on that tape.
    pub node: u32,
}
