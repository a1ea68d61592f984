//! `where_`: elements of one of two tensors, selected by a condition.
//!
//! Invariant: the elements are moved as they are, so one loop serves all dtypes of a size.

use super::cast::as_dtype;
use super::cpu::map::{self, Map3};
use super::cuda;
use super::device::same_device;
use super::strided::{self, Plan};
use crate::error::{Error, Result};
use crate::tensor::{DType, Host, Tensor, Width, shape};

/// `a` where the condition is true, otherwise `b`. All three broadcast; the result has the promoted
/// dtype of a and b.
///
/// Returns a new tensor. Errors: `DTYPE_MISMATCH` if the condition is not boolean,
/// `SHAPE_MISMATCH`, `DEVICE_MISMATCH`, those of [`Tensor::uninit`].
pub fn where_(condition: &Tensor, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    if condition.dtype() != DType::Bool {
        return Err(Error::dtype(format!("the condition of where is {}, not bool", condition.dtype())));
    }
    same_device(condition, a)?;
    same_device(a, b)?;
    let dtype = a.dtype().promote(b.dtype())?;
    let (a, b) = (as_dtype(a, dtype)?, as_dtype(b, dtype)?);
    let shape = shape::broadcast(&shape::broadcast(a.shape(), b.shape())?, condition.shape())?;
    let out = Tensor::uninit(a.device(), dtype, &shape)?;
    let strides = [condition, &*a, &*b].map(|t| t.broadcast_strides(&shape));
    let rank = shape.rank();
    let [c, x, y] = [0, 1, 2].map(|i| &strides[i][..rank]);
    let plan = Plan::new(&shape, [&strided::row_major(&shape)[..rank], c, x, y]);
    if let Some(gpu) = cuda::on(&a) {
        // SAFETY: the plan was made from these tensors' layouts, a and b have the dtype, and out is
        // new.
        unsafe { cuda::choose(gpu, &plan, [&out, condition, &a, &b])? };
        return Ok(out);
    }
    let (to, operands) = (out.host()?, [condition.host()?, a.host()?, b.host()?]);
    // SAFETY: the plan was made from these tensors' layouts, the type has the dtype's size, and out
    // is new.
    unsafe {
        match dtype.width() {
            Width::One => pick::<u8>(&plan, to, operands),
            Width::Two => pick::<u16>(&plan, to, operands),
            Width::Four => pick::<u32>(&plan, to, operands),
            Width::Eight => pick::<u64>(&plan, to, operands),
        }
    }
    Ok(out)
}

/// # Safety
/// The tensors and the plan meet the conditions of [`map::map3`] for elements of the size of `T`.
unsafe fn pick<T: Copy>(plan: &Plan<4>, out: Host, [condition, a, b]: [Host; 3]) {
    let operands = (condition.as_ptr().cast_const(), a.as_ptr().cast_const().cast(), b.as_ptr().cast_const().cast());
    // SAFETY: the caller's promise is handed on.
    unsafe { map::map3(plan, out.as_ptr().cast::<T>(), operands, Pick) };
}

#[derive(Clone, Copy)]
struct Pick;

impl<T: Copy> Map3<u8, T, T, T> for Pick {
    #[inline(always)]
    fn map(self, condition: u8, a: T, b: T) -> T {
        if condition != 0 { a } else { b }
    }
}
