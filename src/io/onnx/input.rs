//! `Input`: a contiguous tensor, as a run reads it.
//!
//! Invariant: memory allocated for the run, a copy or several joined requests, is subtracted from
//! the room of its limits until the run has ended. The scope is charged only for the outputs, and
//! only then.

use crate::device::Device;
use crate::error::{Error, Result};
use crate::memory;
use crate::ops;
use crate::tensor::Tensor;
use std::borrow::Cow;
use std::ops::Deref;

pub(super) struct Input<'a> {
    tensor: Cow<'a, Tensor>,
}

impl<'a> Input<'a> {
    /// The tensor itself if it is contiguous, otherwise a copy.
    pub(super) fn of(tensor: &'a Tensor) -> Result<Input<'a>> {
        if tensor.device() != Device::Cpu {
            return Err(Error::argument("an input is not on the processor"));
        }
        if tensor.is_contiguous() {
            return Ok(Input { tensor: Cow::Borrowed(tensor) });
        }
        ops::copy(tensor).map(Input::made)
    }

    /// A tensor that was made for the run.
    pub(super) fn made(tensor: Tensor) -> Input<'a> {
        memory::hold(tensor.nbytes() as u64);
        Input { tensor: Cow::Owned(tensor) }
    }
}

impl Deref for Input<'_> {
    type Target = Tensor;

    fn deref(&self) -> &Tensor {
        &self.tensor
    }
}

impl Drop for Input<'_> {
    fn drop(&mut self) {
        if let Cow::Owned(tensor) = &self.tensor {
            memory::release(tensor.nbytes() as u64);
        }
    }
}
