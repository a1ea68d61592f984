//! Leaves as methods of [`Tensor`], for programs in Rust. Those of the other languages change what a
//! handle names instead; here a leaf is a new tensor over the same elements.

use super::{gradients, leaf};
use crate::error::Result;
use crate::tensor::Tensor;

impl Tensor {
    /// The same elements as a leaf: what is computed from it is recorded, and [`Tensor::backward`]
    /// adds to its gradient, whose memory is taken now. *Returns new*; the tensor itself if it is a
    /// leaf already.
    ///
    /// Errors: `DTYPE_MISMATCH` if it is not floating-point, `INVALID_ARGUMENT` if it was computed
    /// from a leaf or is recorded on an open tape, `OUT_OF_MEMORY`.
    ///
    /// ```
    /// # fn main() -> tenure::Result<()> {
    /// let w = tenure::Tensor::from_slice(&[1.0f32, 2.0], &[2])?.requires_grad()?;
    /// w.mul(&w)?.sum_all()?.backward(false)?;
    /// assert_eq!(w.gradient().expect("backward has added to it").to_vec::<f32>()?, [2.0, 4.0]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn requires_grad(&self) -> Result<Tensor> {
        leaf::require(self)
    }

    /// Whether it is a leaf.
    pub fn is_leaf(&self) -> bool {
        leaf::is_leaf(self)
    }

    /// The sum of the gradients that [`Tensor::backward`] has computed for this leaf, over the memory
    /// to which later calls add. `None` for a tensor that is not a leaf, and for one to which nothing
    /// was added.
    pub fn gradient(&self) -> Option<Tensor> {
        leaf::gradient(self)
    }

    /// Removes the gradient of this leaf; its memory stays for the next one. Does nothing for a
    /// tensor that is not a leaf.
    pub fn zero_gradient(&self) {
        leaf::zero_gradient(self);
    }

    /// Adds the gradients of this tensor of one element to those of all leaves that it was computed
    /// from. Unless `retain`, the record is consumed. If it fails, no gradient has changed.
    ///
    /// Errors: `INVALID_ARGUMENT` if it was not computed from a leaf, does not have one element, its
    /// record was consumed, or a value that a gradient needs has changed since; `OUT_OF_MEMORY`.
    pub fn backward(&self, retain: bool) -> Result<()> {
        leaf::backward(self, None, retain)
    }

    /// As [`Tensor::backward`], for a tensor of any shape whose gradient is given.
    ///
    /// Errors: also `SHAPE_MISMATCH`, `DTYPE_MISMATCH` and `DEVICE_MISMATCH` for a gradient that does
    /// not fit.
    pub fn backward_from(&self, gradient: &Tensor, retain: bool) -> Result<()> {
        leaf::backward(self, Some(gradient), retain)
    }

    /// The gradients of this tensor of one element with respect to each of `wrt`, computed by
    /// recorded operations, so that they have gradients: on the tape of this tensor, which stays
    /// open, or for the leaves that it was computed from. *Returns new.*
    ///
    /// Errors: `INVALID_ARGUMENT` as for [`Tensor::backward`], `UNSUPPORTED` if the gradient of an
    /// operation on the way has no gradient, `OUT_OF_MEMORY`.
    ///
    /// ```
    /// # fn main() -> tenure::Result<()> {
    /// let x = tenure::Tensor::from_slice(&[1.0f64, 2.0], &[2])?.requires_grad()?;
    /// let cubes = x.mul(&x)?.mul(&x)?.sum_all()?;
    /// let slope = cubes.gradients(&[&x])?.remove(0);
    /// slope.sum_all()?.backward(false)?;
    /// assert_eq!(x.gradient().expect("of the slopes").to_vec::<f64>()?, [6.0, 12.0]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn gradients(&self, wrt: &[&Tensor]) -> Result<Vec<Tensor>> {
        gradients::gradients(self, wrt)
    }
}
