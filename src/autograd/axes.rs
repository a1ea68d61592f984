//! Moves, merges, splits and cuts axes. Each function is composed of single views, which have the
//! gradients.

use super::views::{permute, reshape, slice, transpose};
use crate::error::{Error, Result};
use crate::tensor::{MAX_RANK, Tensor, shape};

/// A view of `length` indices of an axis from `start` on.
pub fn narrow(t: &Tensor, axis: i64, start: i64, length: i64) -> Result<Tensor> {
    let size = t.shape()[shape::axis(axis, t.rank())?];
    let first = if start < 0 { start.saturating_add(size) } else { start };
    if first < 0 || first > size || length < 0 || length > size - first {
        return Err(Error::argument(format!(
            "{length} indices from {start} on are out of range for axis {axis} of shape {}",
            shape::display(t.shape())
        )));
    }
    slice(t, axis, first, first + length, 1)
}

/// Moves the axes `from` to the positions `to`; the other axes keep their order.
pub fn movedim(t: &Tensor, from: &[i64], to: &[i64]) -> Result<Tensor> {
    let rank = t.rank();
    if from.len() != to.len() {
        return Err(Error::argument(format!("{} axes cannot be moved to {} places", from.len(), to.len())));
    }
    let mut order = [-1; MAX_RANK];
    let mut moved = 0;
    if !from.is_empty() {
        moved = shape::axes(from, rank)?;
        shape::axes(to, rank)?;
    }
    for (&axis, &place) in from.iter().zip(to) {
        order[shape::axis(place, rank)?] = shape::axis(axis, rank)? as i64;
    }
    let mut others = (0..rank as i64).filter(|axis| moved & (1 << axis) == 0);
    for place in order[..rank].iter_mut().filter(|place| **place == -1) {
        *place = others.next().expect("as many places are left as axes");
    }
    permute(t, &order[..rank])
}

/// Merges the axes from `start` to `end` into one; a scalar becomes a vector.
pub fn flatten(t: &Tensor, start: i64, end: i64) -> Result<Tensor> {
    let rank = t.rank().max(1);
    let (first, last) = (shape::axis(start, rank)?, shape::axis(end, rank)?);
    if first > last {
        return Err(Error::argument(format!(
            "axis {start} of shape {} comes after axis {end}",
            shape::display(t.shape())
        )));
    }
    if t.rank() == 0 {
        return reshape(t, &[1]);
    }
    let size = t.shape()[first..=last].iter().fold(1i64, |size, &dim| size.saturating_mul(dim));
    reshape(t, &[&t.shape()[..first], &[size], &t.shape()[last + 1..]].concat())
}

/// Splits an axis into several of the given sizes, one of which may be -1.
pub fn unflatten(t: &Tensor, axis: i64, sizes: &[i64]) -> Result<Tensor> {
    let at = shape::axis(axis, t.rank())?;
    let size = t.shape()[at];
    let mut sizes = sizes.to_vec();
    let holes = sizes.iter().filter(|&&size| size == -1).count();
    let known = sizes.iter().filter(|&&size| size != -1).try_fold(1i64, |product, &size| product.checked_mul(size));
    let rest = known.filter(|&known| known > 0 && size % known == 0).map(|known| size / known);
    match (holes, rest) {
        (1, Some(rest)) => sizes.iter_mut().filter(|size| **size == -1).for_each(|size| *size = rest),
        (0, _) if known == Some(size) && !sizes.is_empty() => {}
        _ => {
            return Err(Error::shape(format!(
                "axis {axis} of shape {} cannot be divided in {}",
                shape::display(t.shape()),
                shape::display(&sizes)
            )));
        }
    }
    reshape(t, &[&t.shape()[..at], &sizes[..], &t.shape()[at + 1..]].concat())
}

/// Removes those of the `axes` whose size is 1.
///
/// Errors: `INVALID_ARGUMENT` for an axis that does not exist or is named twice.
pub fn squeeze_axes(t: &Tensor, axes: &[i64]) -> Result<Tensor> {
    let named = if axes.is_empty() { 0 } else { shape::axes(axes, t.rank())? };
    let stays = |&(d, &size): &(usize, &i64)| size != 1 || named & (1 << d) == 0;
    let dims: Vec<i64> = t.shape().iter().enumerate().filter(stays).map(|(_, &size)| size).collect();
    reshape(t, &dims)
}

/// Swaps the last two axes, which transposes each matrix.
pub fn matrix_transpose(t: &Tensor) -> Result<Tensor> {
    if t.rank() < 2 {
        let shape = shape::display(t.shape());
        return Err(Error::argument(format!("matrix_transpose of shape {shape}: it takes matrices")));
    }
    transpose(t, -2, -1)
}
