//! Elements where a mask is true: selected, or filled.
//!
//! Invariant: unselected elements are neither read nor written, because another thread may write
//! there; on a CUDA device, whose work is done in order, they are written with what they are. This
//! is below the operations on masks (`mask`), and `gather` and `scatter` use it too.

use super::cpu::masked::{filled, selected};
use super::cpu::truths::{count, truths};
use super::cuda::{self, Positions};
use super::device::same_device;
use super::in_place::copy_into;
use super::nonzero::{places_there, shortened};
use super::strided::Plan;
use super::{contiguous, where_};
use crate::error::{Error, Result};
use crate::tensor::{DType, Shape, Tensor, shape};

/// The elements of `t` where `mask` is true, in row-major order, as one axis; both broadcast.
/// Borrows both, returns new.
///
/// Errors: `DTYPE_MISMATCH` if the mask is not boolean, `SHAPE_MISMATCH` if they do not broadcast.
pub fn masked_select(t: &Tensor, mask: &Tensor) -> Result<Tensor> {
    same_device(t, mask)?;
    require_bool("masked_select", mask)?;
    let shape = shape::broadcast(t.shape(), mask.shape())?;
    let (t, mask) = (contiguous(&t.expand_view(&shape)?)?, contiguous(&mask.expand_view(&shape)?)?);
    if let Some(gpu) = cuda::on(&t) {
        let places = places_there(&mask)?;
        let out = Tensor::uninit(t.device(), t.dtype(), &places.to_shape())?;
        let at = Positions { index: &places, size: t.size() as i64, step: 1, from_end: false };
        // SAFETY: all three are contiguous, and out is new and as long as the positions.
        let inside = unsafe { cuda::take(gpu, &Plan::flat(out.size(), [1, 0, 1]), [&out, &t], at)? };
        assert!(inside, "positions of our own are in range");
        return Ok(out);
    }
    let (t, mask) = (t.host()?, mask.host()?);
    let n = count(truths(mask));
    let out = Tensor::uninit(t.device(), t.dtype(), &Shape::new(&[n as i64])?)?;
    let found = selected(t, mask, out.host()?);
    shortened(out, found, n)
}

/// Writes the one element of `value` to `t` where `mask` is true. `t` is writable, `value` has its
/// dtype and `mask` its shape.
pub(super) fn fill_where(t: &Tensor, mask: &Tensor, value: &Tensor) -> Result<()> {
    if cuda::on(t).is_some() {
        return copy_into(t, &where_(mask, value, t)?);
    }
    // A mask that shares memory is copied, so that it is read as it was before.
    let mask = if mask.storage().may_share(t.storage()) { &super::copy(mask)? } else { mask };
    let (to, truths, value) = (t.host()?, mask.host()?, value.host()?);
    t.storage().bump_version();
    let plan = Plan::new(t.shape(), [t.strides(), mask.strides()]);
    // SAFETY: the plan was made from these tensors' layouts, and the value is of the dtype of `t`.
    unsafe { filled(&plan, to, truths, value) };
    Ok(())
}

/// `DTYPE_MISMATCH` if the mask is not boolean.
pub(super) fn require_bool(what: &str, mask: &Tensor) -> Result<()> {
    if mask.dtype() == DType::Bool {
        return Ok(());
    }
    Err(Error::dtype(format!("the mask of {what} is {}, not bool", mask.dtype())))
}
