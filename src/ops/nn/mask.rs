//! The mask of `dropout`: which elements are kept.

use super::shared::{Compute, In, Out, operand};
use crate::error::Result;
use crate::ops::device::made_here;
use crate::ops::{contiguous, cuda, parallel, random};
use crate::tensor::{DType, SharedCell, Tensor};

/// A new mask in the shape of `x`. Each element is true with probability `1 - p`, drawn from the
/// stream of `ops::seed`.
pub fn dropout_mask(x: &Tensor, p: f64) -> Result<Tensor> {
    made_here(x.device(), |device| {
        let mask = Tensor::uninit(device, DType::Bool, &x.to_shape())?;
        // SAFETY: the tensor is new, and its elements are bytes.
        let to = unsafe { Out::<u8>::of(&mask)?.part(0..mask.size()) };
        random::keep(to, 1.0 - p);
        Ok(mask)
    })
}

/// `x` times `scale` where the mask, of the same shape, is true, otherwise 0. Returns new.
pub fn masked(x: &Tensor, mask: &Tensor, scale: f64) -> Result<Tensor> {
    let x = operand("dropout", x)?;
    let out = Tensor::uninit(x.device(), x.dtype(), &x.to_shape())?;
    if let Some(gpu) = cuda::on(&x) {
        let mask = contiguous(mask)?;
        // SAFETY: `operand` makes `x` contiguous, of float32 or float64; the mask has its shape.
        unsafe { cuda::dropped(gpu, [&out, &x, &mask], scale)? };
        return Ok(out);
    }
    let bytes = mask.host()?.cells::<u8>().expect("it was made contiguous, of booleans");
    let bytes = bytes.as_ptr() as usize;
    with_float!(x.dtype(), T, {
        let (from, to) = (In::<T>::of(&x)?, Out::<T>::of(&out)?);
        parallel::ranges(x.size(), 3, |range| {
            // SAFETY: the mask has a byte for each element, and outlives this call.
            let mask = unsafe { crate::tensor::cells((bytes as *const u8).add(range.start), range.len()) };
            // SAFETY: each element is in one range.
            masked_of::<T>(from.part(range.clone()), mask, scale as T, unsafe { to.part(range) });
        });
    });
    Ok(out)
}

kernel! {
    fn masked_of(x: &[SharedCell<T>], mask: &[SharedCell<u8>], scale: T, out: &mut [T]) {
        for ((out, x), mask) in out.iter_mut().zip(x).zip(mask) {
            *out = if mask.get() != 0 { x.get() * scale } else { T::ZERO };
        }
    }
}
