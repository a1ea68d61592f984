//! Shared helpers of the operations in this folder: operands in the form that kernels read, and
//! their checks.

use crate::error::{Error, Result};
use crate::ops::contiguous;
pub(super) use crate::ops::cpu::nn::shared::{Compute, In, Out};
use crate::ops::cuda;
use crate::ops::device::same_device;
use crate::tensor::{DType, Tensor, shape};

/// An operand in the form that the kernels read: float, contiguous, in host memory.
pub(super) fn operand(op: &str, t: &Tensor) -> Result<Tensor> {
    match t.dtype() {
        DType::F32 | DType::F64 => {
            cuda::reachable(t)?;
            contiguous(t)
        }
        half if half.is_half() => Err(Error::dtype(format!("{op} of {half} is not defined here: cast it to float32"))),
        _ => Err(Error::dtype(format!("{op} needs a floating-point tensor, not {}", t.dtype()))),
    }
}

/// A second operand, which must have the dtype of the first.
pub(super) fn beside(op: &str, name: &str, t: &Tensor, first: &Tensor) -> Result<Tensor> {
    same_device(first, t)?;
    if t.dtype() == first.dtype() {
        return contiguous(t);
    }
    Err(Error::dtype(format!("{op}: {name} is {}, the input {}", t.dtype(), first.dtype())))
}

/// `SHAPE_MISMATCH` if the operand does not have this shape.
pub(super) fn expect_shape(op: &str, name: &str, t: &Tensor, wanted: &[i64]) -> Result<()> {
    if t.shape() == wanted {
        return Ok(());
    }
    let (got, wanted) = (shape::display(t.shape()), shape::display(wanted));
    Err(Error::shape(format!("{op}: {name} has shape {got}, not {wanted}")))
}
