//! `Origin`: the operands and the result of a node once more, as they were recorded.

use super::sink::NONE;
use crate::tensor::{Tensor, Track};

/// What a rule can ask for of its node.
pub(super) struct Origin<'a> {
    pub inputs: &'a [u32],
    pub number: u32,
    /// Makes one more track of a node; `None` if nothing is recorded there any more.
    pub again: &'a dyn Fn(u32) -> Option<Track>,
}

impl Origin<'_> {
    /// The saved value of input `k`, recorded as that input is.
    pub fn input(&self, k: usize, saved: &Tensor) -> Tensor {
        self.recorded(self.inputs[k], saved)
    }

    /// The saved value of the result, recorded as the result is.
    pub fn result(&self, saved: &Tensor) -> Tensor {
        self.recorded(self.number, saved)
    }

    fn recorded(&self, number: u32, saved: &Tensor) -> Tensor {
        match (number != NONE).then(|| (self.again)(number)).flatten() {
            Some(track) => saved.untracked().tracked(track),
            None => saved.untracked(),
        }
    }
}
