//! Gradient checkpointing: a module whose intermediate values are not saved for the backward walk,
//! which computes it again.
//!
//! Invariant: the second time it computes with the same parameters, modes and random numbers, and
//! writes no statistics. Until then its input and its parameters may not be changed in place, and
//! neither may the buffers that it reads.

use super::cell::{Cell, Role};
use super::tree::{How, Modes, Module};
use super::watched::Watched;
use crate::autograd;
use crate::error::Result;
use crate::tensor::Tensor;
use std::collections::HashSet;
use std::sync::Arc;

impl Module {
    /// Computes its main result from one input, and records it as one operation.
    pub(super) fn run_checkpointed(&self, how: &How, x: &Tensor) -> Result<Tensor> {
        let module = self.shared();
        let mut modes = Modes::default();
        let (mut cells, mut values, mut constants) = (Vec::<Arc<Cell>>::new(), vec![x.clone()], Vec::new());
        let mut seen = HashSet::new();
        module.each(&mut |_, part| {
            let is_training = how.is_training(part);
            modes.insert(Arc::as_ptr(part) as usize, part.is_training());
            for slot in part.slots().iter() {
                let cell = slot.cell();
                if slot.role() == Role::Parameter && seen.insert(Arc::as_ptr(&cell)) {
                    values.push(how.value_of(slot));
                    cells.push(cell);
                } else if slot.role() != Role::Parameter && !is_training {
                    constants.push(how.value_of(slot));
                }
            }
        });
        let (evaluates, trains, averages) = (how.evaluates, how.trains, how.averages);
        let compute = move |values: &[Tensor], is_again: bool| {
            let watched = Watched::of(&cells, &values[1..]);
            let how = How {
                evaluates,
                trains,
                averages,
                is_again,
                modes: Some(&modes),
                watched: Some(&watched),
                ..How::default()
            };
            module.run_whole(&how, &values[0])
        };
        let operands: Vec<&Tensor> = values.iter().collect();
        autograd::recomputed(&operands, &constants.iter().collect::<Vec<_>>(), compute)
    }
}
