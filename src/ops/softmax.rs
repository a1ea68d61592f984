//! `softmax` and `log_softmax` over any axis.
//!
//! Invariant: the greatest element is subtracted before the exponential, so nothing overflows and
//! the greatest term is 1.

use super::cast::{rounded, wide};
use super::cpu::softmax::softmaxed;
use super::cuda;
use super::{cast, contiguous};
use crate::error::Result;
use crate::tensor::{DType, Tensor, shape};

/// `exp(x) / sum(exp(x))` along `axis`; integers and booleans give float32. Borrows `t`, returns
/// new.
///
/// Errors: an axis out of range is `INVALID_ARGUMENT`.
pub fn softmax(t: &Tensor, axis: i64) -> Result<Tensor> {
    along(t, axis, false)
}

/// `x - log(sum(exp(x)))` along `axis`; integers and booleans give float32. Borrows `t`, returns
/// new. Errors as for [`softmax`].
pub fn log_softmax(t: &Tensor, axis: i64) -> Result<Tensor> {
    along(t, axis, true)
}

fn along(t: &Tensor, axis: i64, log: bool) -> Result<Tensor> {
    let axis = shape::axis(axis, t.rank())?;
    if t.dtype().is_half() {
        return rounded(along(&*wide(t)?, axis as i64, log)?, t.dtype());
    }
    let t = if t.dtype().is_float() { contiguous(t)? } else { contiguous(&cast(t, DType::F32)?)? };
    let out = Tensor::uninit(t.device(), t.dtype(), &t.to_shape())?;
    if out.size() == 0 {
        return Ok(out);
    }
    let n = t.shape()[axis] as usize;
    let inner = shape::elements(&t.shape()[axis + 1..]);
    if let Some(gpu) = cuda::on(&t) {
        // SAFETY: both are contiguous, of one float dtype and not empty; out is new.
        unsafe { cuda::softmax(gpu, [&out, &t], (n, inner), log)? };
        return Ok(out);
    }
    let (t, to) = (t.host()?, out.host()?);
    softmaxed(t, to, (n, inner), log);
    Ok(out)
}
