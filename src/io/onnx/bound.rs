//! `Bound`: the objects of ONNX Runtime for the tensors of the last run into the caller's tensors. The
//! next run uses them again if its tensors lie in the same memory, as those of a loop do.
//!
//! Invariant: an object describes memory and does not touch it. It is used only for a tensor of the
//! same address, shape and element type, which its caller keeps alive during the run: so memory that an
//! object names may have been freed between two runs.

use super::exchange::tensor_object;
use super::runtime::{Owned, Runtime};
use super::table::Object;
use crate::error::Result;
use crate::tensor::{DType, Shape, Tensor};

#[derive(Default)]
pub(super) struct Bound {
    described: Vec<Described>,
}

struct Described {
    address: usize,
    dtype: DType,
    shape: Shape,
    object: Owned,
}

impl Bound {
    /// The object for the contiguous tensor that is number `at` of a run; all before it were asked
    /// for.
    pub(super) fn object(&mut self, runtime: &Runtime, at: usize, tensor: &Tensor) -> Result<Object> {
        let (address, dtype) = (tensor.addr(), tensor.dtype());
        if let Some(known) = self.described.get(at)
            && (known.address, known.dtype) == (address, dtype)
            && *known.shape == *tensor.shape()
        {
            return Ok(known.object.object);
        }
        let object = tensor_object(runtime, tensor)?;
        let made = Described { address, dtype, shape: tensor.to_shape(), object };
        let object = made.object.object;
        match self.described.get_mut(at) {
            Some(known) => *known = made,
            None => self.described.push(made),
        }
        Ok(object)
    }
}
