//! `index_select`: integers as positions.
//!
//! Invariant: an index is read once and checked, and the checked value is the one that is used,
//! because another thread may write the index tensor at any time.

use super::copy::here;
use super::cpu::index::Select;
use super::cuda::{self, Positions};
use super::device::same_device;
use super::place::{Place, checked, counted, index_dtype, is_rare, outside, read_once};
use super::strided::{Plan, row_major};
use super::{BinaryOp, binary_scalar, cast, contiguous};
use crate::error::{Error, Result};
use crate::tensor::{DType, MAX_RANK, Shape, Tensor, shape};

/// The slices of `t` along `axis` at the positions in a one-dimensional integer `index`, in its
/// order. Borrows both, returns new.
///
/// Errors: an index that is not an integer tensor is `DTYPE_MISMATCH`, another rank
/// `SHAPE_MISMATCH`; an index out of range (negative ones count from the end) or an axis out of
/// range is `INVALID_ARGUMENT`.
pub fn index_select(t: &Tensor, axis: i64, index: &Tensor) -> Result<Tensor> {
    selected(t, axis, index, counted)
}

/// Like [`index_select`], for rows that are numbered from 0, such as words: a negative index is out
/// of range.
pub fn look_up(t: &Tensor, index: &Tensor) -> Result<Tensor> {
    selected(t, 0, index, checked)
}

fn selected(t: &Tensor, axis: i64, index: &Tensor, place: Place) -> Result<Tensor> {
    same_device(t, index)?;
    let at = shape::axis(axis, t.rank())?;
    if index.rank() != 1 {
        return Err(Error::shape(format!("index of shape {} is not one-dimensional", shape::display(index.shape()))));
    }
    let mut dims = [0i64; MAX_RANK];
    let dims = &mut dims[..t.rank()];
    dims.copy_from_slice(t.shape());
    dims[at] = index.shape()[0];
    if cuda::on(t).is_some() {
        return selected_there(t, at, index, &Shape::new(dims)?, place);
    }
    let wide = if is_rare(index.dtype()) { Some(positions("index", index)?) } else { None };
    let (t, index) = (t.host()?, wide.as_ref().unwrap_or(index).host()?);
    let out = Tensor::uninit(t.device(), t.dtype(), &Shape::new(dims)?)?;
    let select = Select::new(t, at, out.host()?, place);
    match index.dtype() {
        DType::I64 => select.all::<i64>(index)?,
        DType::I32 => select.all::<i32>(index)?,
        DType::I16 => select.all::<i16>(index)?,
        DType::I8 => select.all::<i8>(index)?,
        DType::U8 => select.all::<u8>(index)?,
        other => return Err(index_dtype("index", other)),
    }
    Ok(out)
}

/// [`selected`] on a CUDA device.
fn selected_there(t: &Tensor, at: usize, index: &Tensor, dims: &Shape, place: Place) -> Result<Tensor> {
    let gpu = cuda::on(t).expect("the caller has seen that it is");
    let index = &positions("index", index)?;
    let out = Tensor::uninit(t.device(), t.dtype(), dims)?;
    let (size, from_end) = (t.shape()[at], place(-1, 1).is_some());
    let (mut from, mut named) = ([0; MAX_RANK], [0; MAX_RANK]);
    from[..t.rank()].copy_from_slice(t.strides());
    (from[at], named[at]) = (0, index.strides()[0]);
    let rank = t.rank();
    let plan = Plan::new(dims, [&row_major(dims)[..rank], &from[..rank], &named[..rank]]);
    let positions = Positions { index, size, step: t.strides()[at], from_end };
    // SAFETY: the plan was made from these layouts, and out is new.
    let inside = out.size() > 0 && unsafe { cuda::take(gpu, &plan, [&out, t], positions)? };
    if inside {
        return Ok(out);
    }
    // With no element to copy nothing was checked.
    let index = here(index)?;
    let index = contiguous(&index)?;
    let index = index.host()?;
    for i in 0..index.size() {
        // SAFETY: a contiguous int64 tensor with this many elements.
        let position = unsafe { read_once(index.as_ptr().cast::<i64>().add(i)) };
        if place(position, size).is_none() {
            return Err(outside(position, at, t.shape()));
        }
    }
    if out.size() == 0 { Ok(out) } else { Err(outside(size, at, t.shape())) }
}

/// The int64 positions of `index`; `DTYPE_MISMATCH` for floats and booleans.
pub(super) fn positions(what: &str, index: &Tensor) -> Result<Tensor> {
    if index.dtype().is_float() || index.dtype() == DType::Bool {
        return Err(index_dtype(what, index.dtype()));
    }
    if index.dtype() == DType::U64 {
        // No axis is so long that a number above int64 is not outside of it.
        return cast(&binary_scalar(BinaryOp::Minimum, index, i64::MAX)?, DType::I64);
    }
    cast(index, DType::I64)
}
