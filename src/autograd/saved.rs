//! What a rule keeps of its operands: values that it reads later, and the properties that their
//! gradients must have.
//!
//! Invariant: nothing saved is tracked, so a tape never keeps itself alive. A rule saves only what
//! it reads: `add` keeps two shapes, `relu` its output, `mul` the operand whose partner is tracked.

use super::calculus::{cast, reduce, reshape};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::ops::ReduceOp;
use crate::tensor::{DType, MAX_RANK, Shape, Tensor};

/// A value that a rule reads in the backward walk, and the version its storage had when it was
/// recorded.
pub(super) struct Saved {
    tensor: Tensor,
    /// `None` if the elements do not matter.
    version: Option<u32>,
}

impl Saved {
    /// Saves a tensor. Operands are saved before the kernel runs, so that a write during it is
    /// noticed too.
    pub fn new(t: &Tensor) -> Saved {
        Saved { version: Some(t.storage().version()), tensor: t.untracked() }
    }

    /// Saves an operand whose gradient does not depend on its elements, which may change.
    pub fn unread(t: &Tensor) -> Saved {
        Saved { version: None, tensor: t.untracked() }
    }

    /// Saves an operand if its partner's gradient needs it.
    pub fn when(needed: bool, t: &Tensor) -> Option<Saved> {
        needed.then(|| Saved::new(t))
    }

    /// The value as it was recorded; `INVALID_ARGUMENT` if it was changed in place since, or its
    /// memory was handed out for writing.
    pub fn get(&self, op: &str) -> Result<&Tensor> {
        let now = self.tensor.storage().version();
        if let Some(then) = self.version
            && now != then
        {
            return Err(Error::argument(format!(
                "{op}: a saved value of shape {} was changed in place, or its memory handed out to be written, after it was \
                 recorded (times: {})",
                self.tensor.to_shape(),
                now.wrapping_sub(then)
            )));
        }
        Ok(&self.tensor)
    }
}

/// `INVALID_ARGUMENT` if one of these values was changed in place since it was saved.
pub(super) fn check<const N: usize>(saved: [Option<&Saved>; N], op: &str) -> Result<()> {
    saved.into_iter().flatten().try_for_each(|saved| saved.get(op).map(drop))
}

/// The saved operand, which exists if its partner is tracked.
pub(super) fn need<'a>(saved: &'a Option<Saved>, op: &str) -> Result<&'a Tensor> {
    saved.as_ref().expect("the recorder saved every value that a wanted gradient reads").get(op)
}

/// Shape, dtype and device of an operand, which its gradient must have too.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    pub shape: Shape,
    pub dtype: DType,
    pub device: Device,
}

impl Operand {
    pub fn of(t: &Tensor) -> Operand {
        Operand { shape: t.to_shape(), dtype: t.dtype(), device: t.device() }
    }

    /// Reduces the gradient of a broadcast result to the operand: sums over the dimensions that
    /// were stretched and casts to the operand's dtype. Of a recorded gradient that is recorded.
    pub fn reduce(&self, grad: Tensor) -> Result<Tensor> {
        let summed = if *grad.shape() == *self.shape { grad } else { self.sum(&grad)? };
        if summed.dtype() == self.dtype { Ok(summed) } else { cast(&summed, self.dtype) }
    }

    fn sum(&self, grad: &Tensor) -> Result<Tensor> {
        let new = grad.rank() - self.shape.rank();
        let (mut axes, mut n) = ([0i64; MAX_RANK], 0);
        for (i, &size) in grad.shape().iter().enumerate() {
            if i < new || (self.shape[i - new] == 1 && size != 1) {
                axes[n] = i as i64;
                n += 1;
            }
        }
        // An empty list of axes would mean all of them, but the shapes differ, so there is at least
        // one.
        let only_new = n == new;
        let sum = reduce(ReduceOp::Sum, grad, &axes[..n], !only_new)?;
        if only_new { Ok(sum) } else { reshape(&sum, &self.shape) }
    }

    /// Zeros like the operand.
    pub fn zeros(&self) -> Result<Tensor> {
        Tensor::zeroed(self.device, self.dtype, &self.shape)
    }
}
