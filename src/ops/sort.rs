//! `sort`, `argsort`, `topk` and `kthvalue`.
//!
//! Invariant: the order is total and stable. NaN is greater than any number, -0 equals 0, and of
//! equal elements the one with the smaller index comes first, also in descending order.

use super::cpu::sort::{Rows, rows};
use super::cuda;
use super::{contiguous, gather};
use crate::error::{Error, Result};
use crate::tensor::{DType, MAX_RANK, Shape, Tensor, shape};
use std::ops::Range;

/// Sorts the elements along `axis` in ascending or descending order; also returns the int64 index
/// of each. Borrows `t`, returns new.
///
/// Errors: an axis out of range is `INVALID_ARGUMENT`.
pub fn sort(t: &Tensor, axis: i64, descending: bool) -> Result<(Tensor, Tensor)> {
    let at = shape::axis(axis, t.rank())?;
    chosen(t, at, 0..t.shape()[at], descending)
}

/// The indices of [`sort`] alone.
pub fn argsort(t: &Tensor, axis: i64, descending: bool) -> Result<Tensor> {
    sort(t, axis, descending).map(|(_, indices)| indices)
}

/// The `k` largest elements along `axis`, or the smallest, in order, and the int64 index of each.
/// Borrows `t`, returns new.
///
/// Errors: an axis out of range, and a `k` below 0 or above its size, are `INVALID_ARGUMENT`.
pub fn topk(t: &Tensor, k: i64, axis: i64, largest: bool) -> Result<(Tensor, Tensor)> {
    let at = shape::axis(axis, t.rank())?;
    if k < 0 || k > t.shape()[at] {
        return Err(Error::argument(format!("topk of {k} along axis {at} of shape {}", shape::display(t.shape()))));
    }
    chosen(t, at, 0..k, largest)
}

/// The `k`-th smallest element along `axis`, counted from 1, and its int64 index. Borrows `t`,
/// returns new.
///
/// Errors: an axis out of range, and a `k` below 1 or above its size, are `INVALID_ARGUMENT`.
pub fn kthvalue(t: &Tensor, k: i64, axis: i64, keepdim: bool) -> Result<(Tensor, Tensor)> {
    let at = shape::axis(axis, t.rank())?;
    if k < 1 || k > t.shape()[at] {
        return Err(Error::argument(format!("kthvalue {k} along axis {at} of shape {}", shape::display(t.shape()))));
    }
    let (values, indices) = chosen(t, at, k - 1..k, false)?;
    if keepdim {
        Ok((values, indices))
    } else {
        Ok((values.squeeze_view(at as i64)?, indices.squeeze_view(at as i64)?))
    }
}

/// The elements at these ranks in the order of each row.
fn chosen(t: &Tensor, at: usize, places: Range<i64>, descending: bool) -> Result<(Tensor, Tensor)> {
    let mut dims = [0; MAX_RANK];
    dims[..t.rank()].copy_from_slice(t.shape());
    dims[at] = places.end - places.start;
    if cuda::on(t).is_some() {
        return chosen_there(t, at, places, descending);
    }
    let (t, shape) = (t.host()?, Shape::new(&dims[..t.rank()])?);
    let values = Tensor::uninit(t.device(), t.dtype(), &shape)?;
    let indices = Tensor::uninit(t.device(), DType::I64, &shape)?;
    if shape.elements() > 0 {
        let places = places.start as usize..places.end as usize;
        let (values, indices) = (values.host()?, indices.host()?);
        rows(Rows { t, at, places, descending, values, indices })?;
    }
    Ok((values, indices))
}

/// [`chosen`] on a CUDA device.
fn chosen_there(t: &Tensor, at: usize, places: Range<i64>, descending: bool) -> Result<(Tensor, Tensor)> {
    let gpu = cuda::on(t).expect("the caller has seen that it is");
    let turned = contiguous(&t.transpose_view(at as i64, -1)?)?;
    let mut dims = [0; MAX_RANK];
    let dims = &mut dims[..t.rank()];
    dims.copy_from_slice(turned.shape());
    let n = dims[dims.len() - 1];
    dims[t.rank() - 1] = places.end - places.start;
    let shape = Shape::new(dims)?;
    let indices = if shape.elements() == 0 {
        Tensor::uninit(t.device(), DType::I64, &shape)?
    } else {
        // SAFETY: it is contiguous, with rows of `n` elements, and not empty.
        let all = unsafe { cuda::sorted(gpu, &turned, n as usize, descending)? };
        super::reshape(&all.slice_view(1, places.start, places.end, 1)?, &shape)?
    };
    let indices = contiguous(&indices.transpose_view(at as i64, -1)?)?;
    Ok((gather(t, at as i64, &indices)?, indices))
}
