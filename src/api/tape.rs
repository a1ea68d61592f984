//! Tapes: recorded operations, from which gradients are computed.

use super::types::{Disposed, NewTensor, Owner, TensorRef, TensorRefs};
use crate::autograd::Tape;
use crate::error::Result;
use crate::ownership::{Handle, Kind};
use crate::session::context::within_gradients;
use crate::session::own::{own, own_all_beside, own_beside};
use crate::session::resource::{Resource, TABLE, borrowed, tape as open_tape, tensor, tensors};

/// A tape's handle, borrowed.
pub type TapeRef = u64;

/// The handle of a new tape.
pub type NewTape = u64;

/// Opens a tape that records from now on. *Returns new.*
///
///
/// - `open()`
/// - `SCOPE_CLOSED`: the scope that would own it is closed
/// - `SCOPE_CAPPED`: that scope is capped
pub fn open(scope: Owner) -> Result<NewTape> {
    own(scope, Resource::Tape(Tape::new()))
}

/// Returns a second reference to the elements of `tensor` from which this tape records: compute with it, and ask for
/// its gradient. It is a copy if the elements lie in the memory of a workspace that its owner does not belong to.
/// *Returns new.*
///
///
/// - `watch()`
/// - `tensor`: the tensor whose gradient is wanted, floating-point
/// - `INVALID_HANDLE`: the tape or the tensor is closed
/// - `DTYPE_MISMATCH`: the tensor is not floating-point
/// - `INVALID_ARGUMENT`: another thread has just consumed the tape
pub fn watch(scope: Owner, tape: TapeRef, tensor: TensorRef) -> Result<NewTensor> {
    let tape = open_tape(tape)?;
    let t = crate::session::resource::tensor(tensor)?;
    own_beside(scope, &t, tape.watch(&t)?)
}

/// Computes the gradients of `loss`, which has one element, with respect to each tensor in `wrt`; these were watched or
/// computed on this tape. A gradient is 0 where the loss does not depend on the tensor. *Consumes* the tape; *returns
/// new* tensors, all or none.
///
/// Errors: `INVALID_ARGUMENT` if the loss does not have exactly one element, if a tensor is not recorded on this tape,
/// or if a value that a gradient needs has since been changed in place or handed out to be written. The tape is then
/// unchanged. Only `OUT_OF_MEMORY` and `LIMIT_EXCEEDED` in the middle of the computation consume the tape all the same.
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
