//! `Target`: where an elementwise operation writes its result.
//!
//! Invariant: an operation requests its output once, after every other check, and then writes every
//! element. So in place either all elements change or none does. An operand in the receiver's
//! memory must be the receiver itself, element for element. If it overlaps in another way, or the
//! result has another dtype or shape, the output is a separate tensor.

use crate::error::{Error, Result};
use crate::tensor::{DType, Shape, Tensor, shape};

/// Where an elementwise operation writes its result.
#[derive(Clone, Copy)]
pub enum Target<'a> {
    /// A new tensor.
    New,
    /// The memory of this tensor, if its dtype and shape are those of the result.
    Over(&'a Tensor),
}

impl Target<'_> {
    /// `DTYPE_MISMATCH` if the receiver cannot hold a result of this dtype. Called before an
    /// operand is converted.
    #[inline]
    pub(super) fn check(self, dtype: DType) -> Result<()> {
        match self {
            Target::Over(t) if dtype != DType::Bool => casts_back(t, dtype),
            _ => Ok(()),
        }
    }

    /// The tensor to write: a new contiguous one, or the receiver with its layout.
    ///
    /// Errors: `SHAPE_MISMATCH` and `DTYPE_MISMATCH` for a result that the receiver cannot hold,
    /// those of [`Tensor::uninit`].
    #[inline]
    pub(super) fn output(self, dtype: DType, shape: &Shape, operands: &[&Tensor]) -> Result<Tensor> {
        match self {
            Target::New => Tensor::uninit(operands[0].device(), dtype, shape),
            Target::Over(t) => over(t, dtype, shape, operands),
        }
    }

    /// The receiver, if the operation works in place.
    pub(super) fn receiver(self) -> Option<Tensor> {
        match self {
            Target::New => None,
            Target::Over(t) => Some(t.untracked()),
        }
    }
}

fn over(t: &Tensor, dtype: DType, shape: &Shape, operands: &[&Tensor]) -> Result<Tensor> {
    takes(t, dtype, shape)?;
    if t.dtype() != dtype || operands.iter().any(|operand| overlaps_elsewhere(t, operand)) {
        return Tensor::uninit(t.device(), dtype, shape);
    }
    t.storage().bump_version();
    Ok(t.untracked())
}

/// `SHAPE_MISMATCH` and `DTYPE_MISMATCH` if such a result cannot be written to `t`. A truth value
/// is 0 or 1 in every dtype.
pub(super) fn takes(t: &Tensor, dtype: DType, shape: &[i64]) -> Result<()> {
    if shape != t.shape() {
        return Err(Error::shape(format!(
            "a result of shape {} cannot be written in place into shape {}",
            shape::display(shape),
            shape::display(t.shape())
        )));
    }
    if dtype == DType::Bool { Ok(()) } else { casts_back(t, dtype) }
}

/// `DTYPE_MISMATCH` if a result of this dtype would change its kind as an element of `t`: from
/// float to integer, or from anything else to boolean.
pub(super) fn casts_back(t: &Tensor, dtype: DType) -> Result<()> {
    let same_kind = t.dtype().is_float() == dtype.is_float() && (t.dtype() == DType::Bool) == (dtype == DType::Bool);
    if same_kind || t.dtype().is_float() {
        return Ok(());
    }
    Err(Error::dtype(format!("a result of {dtype} cannot be written in place into a tensor of {}", t.dtype())))
}

/// Whether `other` overlaps the memory of `t` other than element for element.
pub(super) fn overlaps_elsewhere(t: &Tensor, other: &Tensor) -> bool {
    if t.size() == 0 || other.size() == 0 || !t.storage().may_share(other.storage()) {
        return false;
    }
    let ends = |x: &Tensor| {
        let span: i64 = x.shape().iter().zip(x.strides()).map(|(dim, stride)| (dim - 1) * stride).sum();
        (x.addr(), x.addr() + (span as usize + 1) * x.dtype().size())
    };
    let ((t_first, t_end), (o_first, o_end)) = (ends(t), ends(other));
    if t_end <= o_first || o_end <= t_first {
        return false;
    }
    let met = other.broadcast_strides(t.shape());
    let identical = t_first == o_first
        && t.dtype().size() == other.dtype().size()
        && (0..t.rank()).all(|i| t.shape()[i] == 1 || t.strides()[i] == met[i]);
    !identical
}
