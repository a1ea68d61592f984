//! Functions with several results: parts of a tensor, grids, and broadcast tensors.

use super::views::{expand, reshape, select, slice, transpose};
use crate::error::{Error, Result};
use crate::tensor::{Shape, Tensor, shape};

/// The maximum number of results of one call. An expanded axis may have more indices than memory
/// has bytes.
const MOST: i64 = 1 << 20;

fn few(parts: i64) -> Result<i64> {
    if parts > MOST {
        return Err(Error::argument(format!("{parts} parts of an axis: at most {MOST} are possible")));
    }
    Ok(parts)
}

/// Splits an axis into consecutive views of these sizes.
pub fn split(t: &Tensor, sizes: &[i64], axis: i64) -> Result<Vec<Tensor>> {
    let at = shape::axis(axis, t.rank())?;
    let (size, mut start) = (t.shape()[at], 0i64);
    let sum = sizes.iter().try_fold(0i64, |sum, &part| if part < 0 { None } else { sum.checked_add(part) });
    if sum != Some(size) {
        return Err(Error::shape(format!("parts of {sizes:?} are not axis {axis}, whose size is {size}")));
    }
    let part = |&part: &i64| {
        start += part;
        slice(t, axis, start - part, start, 1)
    };
    sizes.iter().map(part).collect()
}

/// Splits an axis into consecutive views of size `each`; the last one may be smaller.
pub fn split_every(t: &Tensor, each: i64, axis: i64) -> Result<Vec<Tensor>> {
    let size = t.shape()[shape::axis(axis, t.rank())?];
    if each < 1 {
        return Err(Error::argument(format!("parts of {each} indices: at least 1 is needed")));
    }
    few((size.max(1) - 1) / each + 1)?;
    // As in PyTorch, an empty axis gives one empty part.
    let starts = (0..size.max(1)).step_by(usize::try_from(each).unwrap_or(usize::MAX));
    starts.map(|start| slice(t, axis, start, start.saturating_add(each).min(size), 1)).collect()
}

/// Splits an axis into at most `chunks` consecutive views of equal size; the last one may be
/// smaller.
pub fn chunk(t: &Tensor, chunks: i64, axis: i64) -> Result<Vec<Tensor>> {
    let at = shape::axis(axis, t.rank())?;
    if chunks < 1 {
        return Err(Error::argument(format!("{chunks} parts of an axis: at least 1 is needed")));
    }
    let size = t.shape()[at];
    // As in PyTorch, an empty axis gives the requested number of parts, all empty.
    if size == 0 {
        return (0..few(chunks)?).map(|_| slice(t, axis, 0, 0, 1)).collect();
    }
    let parts = chunks.min(size);
    split_every(t, (size - 1) / parts + 1, axis)
}

/// One view for each index of an axis, without that axis.
pub fn unbind(t: &Tensor, axis: i64) -> Result<Vec<Tensor>> {
    let at = shape::axis(axis, t.rank())?;
    (0..few(t.shape()[at])?).map(|index| select(t, axis, index)).collect()
}

/// The coordinate tensors of a grid spanned by vectors; with `xy` the first two axes are swapped.
pub fn meshgrid(tensors: &[&Tensor], xy: bool) -> Result<Vec<Tensor>> {
    let sizes: Vec<i64> = tensors.iter().map(|t| t.size() as i64).collect();
    let along = |(i, t): (usize, &&Tensor)| {
        if t.rank() > 1 {
            let shape = t.to_shape();
            return Err(Error::shape(format!("meshgrid of vectors: tensor {i} has the shape {shape}")));
        }
        let mut dims = vec![1; sizes.len()];
        dims[i] = sizes[i];
        let full = expand(&reshape(t, &dims)?, &sizes)?;
        if xy && sizes.len() > 1 { transpose(&full, 0, 1) } else { Ok(full) }
    };
    tensors.iter().enumerate().map(along).collect()
}

/// Expands tensors to the shape that they broadcast to, as views.
pub fn broadcast_tensors(tensors: &[&Tensor]) -> Result<Vec<Tensor>> {
    let join = |all: Shape, t: &&Tensor| shape::broadcast(&all, t.shape());
    let all = tensors.iter().try_fold(Shape::scalar(), join)?;
    tensors.iter().map(|t| expand(t, &all)).collect()
}
