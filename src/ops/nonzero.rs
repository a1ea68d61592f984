//! `nonzero`, and the number of true values of a mask.
//!
//! Invariant: truth values are counted first and read again when results are written. Another
//! thread may write them in between, so the second reading never exceeds the count.

use super::cpu::truths::{count, positions, truths};
use super::cuda;
use super::{ReduceOp, cast, contiguous, copy, item_i64, reduce};
use crate::error::Result;
use crate::tensor::{DType, Shape, Tensor};

/// The positions of the nonzero elements (including NaN) in row-major order: int64 of shape
/// `[n, rank]`. Returns new.
pub fn nonzero(t: &Tensor) -> Result<Tensor> {
    if let Some(gpu) = cuda::on(t) {
        let places = places_there(t)?;
        let out = Tensor::uninit(t.device(), DType::I64, &Shape::new(&[places.size() as i64, t.rank() as i64])?)?;
        // SAFETY: both are contiguous and of these shapes.
        unsafe { cuda::unravel(gpu, [&out, &places], t.shape())? };
        return Ok(out);
    }
    let mask = contiguous(&cast(t, DType::Bool)?)?;
    let truths = truths(mask.host()?);
    let (n, rank) = (count(truths), t.rank());
    let out = Tensor::uninit(t.device(), DType::I64, &Shape::new(&[n as i64, rank as i64])?)?;
    let found = positions(truths, t.shape(), n, out.host()?);
    shortened(out, found, n)
}

/// The positions of the nonzero elements of a tensor on a CUDA device, in row-major order: int64.
/// Waits for the device.
pub(super) fn places_there(t: &Tensor) -> Result<Tensor> {
    let gpu = cuda::on(t).expect("the caller has seen that it is");
    let mask = if t.dtype() == DType::Bool { copy(t)? } else { contiguous(&cast(t, DType::Bool)?)? };
    // SAFETY: the mask is new and contiguous.
    unsafe { cuda::truths(gpu, &mask) }
}

/// How often a boolean tensor is true. On a CUDA device this waits for it.
pub(super) fn count_of(mask: &Tensor) -> Result<usize> {
    if cuda::on(mask).is_some() {
        return item_i64(&reduce(ReduceOp::CountNonzero, mask, &[], false)?).map(|count| count as usize);
    }
    Ok(count(truths(contiguous(mask)?.host()?)))
}

/// The first `found` of `n` rows; there are fewer than `n` if the mask was written meanwhile.
pub(super) fn shortened(out: Tensor, found: usize, n: usize) -> Result<Tensor> {
    if found == n { Ok(out) } else { out.slice_view(0, 0, found as i64, 1) }
}
