//! Tapes: recorded operations, for gradients.

use super::own::{own, own_all_beside, own_beside};
use super::resource::{Resource, TABLE, borrowed, tape as open_tape, tensor, tensors};
use super::types::{Disposed, NewTensor, Owner, TensorRef, TensorRefs};
use super::workspace::within_gradients;
use crate::autograd::Tape;
use crate::error::Result;
use crate::ownership::{Handle, Kind};

/// A tape's handle, borrowed.
pub type TapeRef = u64;

/// The handle of a new tape.
pub type NewTape = u64;

/// Makes a tape that records from now on. *Returns new.*
///
/// - `open()`
/// - `SCOPE_CLOSED`: the scope that is to own it is closed
/// - `SCOPE_CAPPED`: that scope takes no members
pub fn open(scope: Owner) -> Result<NewTape> {
    own(scope, Resource::Tape(Tape::new()))
}

/// A second reference to the same elements whose use is recorded: compute with it, and ask for its gradient. If the
/// elements lie in the memory of a workspace that the owner is no scope of, it is a copy. *Returns new.*
///
/// - `watch()`
/// - `tensor`: what gradients are wanted for
/// - `INVALID_HANDLE`: the tape or the tensor is closed
pub fn watch(scope: Owner, tape: TapeRef, tensor: TensorRef) -> Result<NewTensor> {
    let tape = open_tape(tape)?;
    let t = super::resource::tensor(tensor)?;
    own_beside(scope, &t, tape.watch(&t)?)
}

/// The gradients of `loss`, one element, with respect to each of `wrt`, which were watched or computed on this tape;
/// zeros where the loss does not depend on it. *Consumes* the tape; *returns new* tensors, all or none.
///
/// Errors: `INVALID_ARGUMENT` when the loss has not one element, something is not of this tape, or a value that a rule
/// needs was changed in place since, or its memory handed out to be written: the tape is then as it was. Only `OUT_OF_MEMORY` and `LIMIT_EXCEEDED` in the middle of
/// it consume the tape all the same.
pub fn backward(scope: Owner, tape: TapeRef, loss: TensorRef, wrt: TensorRefs) -> Result<Vec<NewTensor>> {
    let (handle, tape) = (tape, open_tape(tape)?);
    let loss = tensor(loss)?;
    let wrt = tensors(wrt)?;
    let gradients = within_gradients(scope, &loss, || tape.backward(&loss, &borrowed(&wrt)));
    if !tape.is_open() {
        // By this call or another one, and for good: what refuses leaves it open. That one may have disposed the handle.
        let _ = TABLE.dispose(Handle(handle), Kind::Tape);
    }
    own_all_beside(scope, &loss, gradients?)
}

/// *Consumes* the tape without computing anything.
pub fn dispose(tape: Disposed) -> Result<()> {
    TABLE.dispose(Handle(tape), Kind::Tape)
}
