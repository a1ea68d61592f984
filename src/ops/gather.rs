//! Gathering: elements selected by index.
//!
//! Invariant: the result is new; an index out of range is an error without a result.

use super::copy::here;
use super::cpu::gather::take_from;
use super::cpu::walk::{Strides, Walk, first_outside, strides};
use super::cuda::{self, Positions};
use super::device::{all_on_one_device, same_device};
use super::index::positions;
use super::place::{counted, outside, read_once};
use super::strided::{Plan, row_major};
use super::{contiguous, reshape};
use crate::error::{Error, Result};
use crate::tensor::{DType, MAX_RANK, Shape, Tensor, shape};

/// For each element of `index`, the element of `t` at that position along `axis` and at the
/// element's own position along the other axes. The result has the shape of `index`. Borrows both,
/// returns new.
///
/// Errors: `SHAPE_MISMATCH` if the ranks differ or `index` is longer than `t` along another axis;
/// `DTYPE_MISMATCH` if the index is not an integer tensor; `INVALID_ARGUMENT` for a position out of
/// range. A negative position counts from the end, as in NumPy.
pub fn gather(t: &Tensor, axis: i64, index: &Tensor) -> Result<Tensor> {
    same_device(t, index)?;
    let at = shape::axis(axis, t.rank())?;
    fits("gather", index, t, at)?;
    if cuda::on(t).is_some() {
        return gathered_there(t, at, &positions("gather", index)?);
    }
    let t = t.host()?;
    let index = positions("gather", index)?;
    let out = Tensor::uninit(t.device(), t.dtype(), &index.to_shape())?;
    let mut there = strides(&t);
    there[at] = 0;
    let walk = Walk {
        dims: index.shape(),
        here: row_major(index.shape()),
        there,
        index: index.host()?,
        named: strides(&index),
        size: t.shape()[at],
        step: t.strides()[at],
    };
    // SAFETY: the index is no longer than `t` along any other axis, and out is new and of the
    // walk's shape.
    unsafe { take_from(&walk, t, out.host()?) }.map_err(|position| outside(position, at, t.shape()))?;
    Ok(out)
}

/// [`gather`] on a CUDA device, with an int64 index.
fn gathered_there(t: &Tensor, at: usize, index: &Tensor) -> Result<Tensor> {
    let gpu = cuda::on(t).expect("the caller has seen that it is");
    let out = Tensor::uninit(t.device(), t.dtype(), &index.to_shape())?;
    let (rank, mut there) = (t.rank(), strides(t));
    there[at] = 0;
    let plan = Plan::new(index.shape(), [&row_major(index.shape())[..rank], &there[..rank], index.strides()]);
    let named = Positions { index, size: t.shape()[at], step: t.strides()[at], from_end: true };
    // SAFETY: the plan was made from these layouts, in which the index is no longer than `t` along
    // any other axis, and out is new.
    if unsafe { cuda::take(gpu, &plan, [&out, t], named)? } {
        return Ok(out);
    }
    Err(outside_there(index, at, t.shape()))
}

/// The error of a position out of range that a device has found in an int64 index.
#[cold]
pub(super) fn outside_there(index: &Tensor, axis: usize, dims: &[i64]) -> Error {
    let found = here(index).and_then(|index| Ok(first_outside(index.host()?, dims[axis])));
    // Another thread may have changed it to a valid one since.
    match found {
        Ok(position) => outside(position.unwrap_or(dims[axis]), axis, dims),
        Err(error) => error,
    }
}

/// Like [`gather`], after `t` and `index` were broadcast to each other along the other axes.
/// Without an axis both are flattened.
pub fn take_along_dim(t: &Tensor, index: &Tensor, axis: Option<i64>) -> Result<Tensor> {
    let Some(axis) = axis else { return gather(&reshape(t, &[-1])?, 0, &reshape(index, &[-1])?) };
    let (t, index) = aligned(t, index, axis)?;
    gather(&t, axis, &index)
}

/// Both operands of [`take_along_dim`] as views for [`gather`].
pub fn aligned(t: &Tensor, index: &Tensor, axis: i64) -> Result<(Tensor, Tensor)> {
    let at = shape::axis(axis, t.rank())?;
    if index.rank() != t.rank() {
        return Err(unfit("take_along_dim", index, t, at));
    }
    let (mut a, mut b) = ([0; MAX_RANK], [0; MAX_RANK]);
    let rank = t.rank();
    a[..rank].copy_from_slice(t.shape());
    b[..rank].copy_from_slice(index.shape());
    (a[at], b[at]) = (1, 1);
    let both = shape::broadcast(&a[..rank], &b[..rank])?;
    a[..rank].copy_from_slice(&both);
    b[..rank].copy_from_slice(&both);
    (a[at], b[at]) = (t.shape()[at], index.shape()[at]);
    Ok((t.expand_view(&a[..rank])?, index.expand_view(&b[..rank])?))
}

/// The elements of `t`, flattened, at the positions of `index`; a negative one counts from the end.
/// The result has the shape of `index`. Borrows both, returns new.
///
/// Errors: `DTYPE_MISMATCH` if the index is not an integer tensor, `INVALID_ARGUMENT` for a
/// position out of range.
pub fn take(t: &Tensor, index: &Tensor) -> Result<Tensor> {
    self::index(&reshape(t, &[-1])?, &[index])
}

/// The elements of `t` selected by index tensors, one for each of the first axes. They broadcast to
/// each other, and their shape replaces those axes. A negative position counts from the end. A mask
/// (booleans in the shape of the axes it replaces, where one size may also be 0) selects the
/// positions where it is true; a boolean of rank 0 replaces no axis, and adds a new one of size 1,
/// or 0 if it is false. Borrows all, returns new.
///
/// Errors: `INVALID_ARGUMENT` for no indices, too many, or a position out of range;
/// `SHAPE_MISMATCH` if they do not broadcast, or a mask has another shape; `DTYPE_MISMATCH` for
/// floats.
pub fn index(t: &Tensor, indices: &[&Tensor]) -> Result<Tensor> {
    if let [mask] = indices
        && is_mask_of(mask, t)
    {
        return super::masked_select(t, mask);
    }
    let places = Places::of("index", t, indices)?;
    if let Some(gpu) = cuda::on(t) {
        let shape = places.shape()?;
        let out = Tensor::uninit(t.device(), t.dtype(), &shape)?;
        let (there, named) = places.layouts(t, &shape);
        let rank = shape.rank();
        let plan = Plan::new(&shape, [&row_major(&shape)[..rank], &there[..rank], &named[..rank]]);
        let offsets = Positions { index: &places.offsets, size: i64::MAX, step: 1, from_end: false };
        // SAFETY: `places` has offsets of slices of `t`, and out is new and has the plan's shape.
        let inside = unsafe { cuda::take(gpu, &plan, [&out, t], offsets)? };
        assert!(inside, "offsets of our own are in range");
        return Ok(out);
    }
    let t = t.host()?;
    let out = Tensor::uninit(t.device(), t.dtype(), &places.shape()?)?;
    let walk = places.walk(&t, row_major(out.shape()), out.shape())?;
    // SAFETY: `places` holds offsets of slices of `t`, and out is new and has the walk's shape.
    unsafe { take_from(&walk, t, out.host()?) }.expect("offsets of our own are in range");
    Ok(out)
}

/// Whether `mask` has one boolean for each element of `t`.
pub(super) fn is_mask_of(mask: &Tensor, t: &Tensor) -> bool {
    mask.dtype() == DType::Bool && t.rank() > 0 && mask.shape() == t.shape()
}

/// The start positions of the slices that index tensors select.
pub(super) struct Places {
    /// int64 offsets in elements from the first element, in unshared memory.
    pub offsets: Tensor,
    /// The sizes of a slice.
    rest: [i64; MAX_RANK],
    rest_rank: usize,
    /// Whether no two are the same, as those of a mask.
    pub are_distinct: bool,
}

impl Places {
    /// The offsets that these indices select; see [`index`].
    pub fn of(what: &str, t: &Tensor, indices: &[&Tensor]) -> Result<Places> {
        all_on_one_device(&[&[t][..], indices].concat())?;
        let (mut columns, mut joint) = (Vec::with_capacity(indices.len()), Shape::scalar());
        for index in indices {
            if index.dtype() == DType::Bool {
                let named = masked(what, t, columns.len(), index)?;
                // A mask of rank 0 selects no axis; it only adds an axis with one index, or none.
                joint = shape::broadcast(&joint, &named.shape()[..1])?;
                for column in 0..index.rank() as i64 {
                    columns.push(named.select_view(1, column)?);
                }
            } else {
                let column = positions(what, index)?;
                joint = shape::broadcast(&joint, column.shape())?;
                columns.push(column);
            }
        }
        if indices.is_empty() || columns.len() > t.rank() {
            return Err(Error::argument(format!(
                "{what} with {} indices of shape {}",
                columns.len(),
                shape::display(t.shape())
            )));
        }
        cuda::reachable(t)?; // before anything is created
        let offsets = Tensor::zeroed(t.device(), DType::I64, &joint)?;
        for (axis, column) in columns.iter().enumerate() {
            add_offsets(&offsets, &column.expand(&joint)?, axis, t)?;
        }
        let (mut rest, rest_rank) = ([0; MAX_RANK], t.rank() - columns.len());
        rest[..rest_rank].copy_from_slice(&t.shape()[columns.len()..]);
        let are_distinct = matches!(indices, [mask] if mask.dtype() == DType::Bool);
        Ok(Places { offsets, rest, rest_rank, are_distinct })
    }

    /// The shape of the selection.
    pub fn shape(&self) -> Result<Shape> {
        let joint = self.offsets.shape();
        let rank = joint.len() + self.rest_rank;
        let mut dims = [0; 2 * MAX_RANK];
        dims[..joint.len()].copy_from_slice(joint);
        dims[joint.len()..rank].copy_from_slice(&self.rest[..self.rest_rank]);
        Shape::new(&dims[..rank])
    }

    /// The walk over them; `dims` is [`Places::shape`].
    pub fn walk<'a>(&'a self, t: &Tensor, here: Strides, dims: &'a [i64]) -> Result<Walk<'a>> {
        let (there, named) = self.layouts(t, dims);
        Ok(Walk { dims, here, there, index: self.offsets.host()?, named, size: i64::MAX, step: 1 })
    }

    /// The strides in `t`, apart from the offsets, and in the offsets.
    pub fn layouts(&self, t: &Tensor, dims: &[i64]) -> (Strides, Strides) {
        let joint = self.offsets.rank();
        let mut there = [0; MAX_RANK];
        there[joint..dims.len()].copy_from_slice(&t.strides()[t.rank() - self.rest_rank..]);
        (there, strides(&self.offsets))
    }
}

/// The positions where a mask of the axes from `at` on is true: int64 of shape `[n, axes of the
/// mask]`. As in NumPy an axis of the mask may have size 0 regardless of the tensor's: then there
/// are none.
fn masked(what: &str, t: &Tensor, at: usize, mask: &Tensor) -> Result<Tensor> {
    let axes = &t.shape()[at.min(t.rank())..];
    let fits = mask.rank() <= axes.len() && mask.shape().iter().zip(axes).all(|(&m, &n)| m == n || m == 0);
    if !fits {
        return Err(Error::shape(format!(
            "{what}: mask of shape {} does not fit axes {at} of shape {}",
            shape::display(mask.shape()),
            shape::display(t.shape())
        )));
    }
    super::nonzero(mask)
}

/// Adds the contribution of the positions along `axis` to each offset.
fn add_offsets(offsets: &Tensor, column: &Tensor, axis: usize, t: &Tensor) -> Result<()> {
    let (size, stride) = (t.shape()[axis], t.strides()[axis]);
    let column = contiguous(column)?;
    if let Some(gpu) = cuda::on(t) {
        // SAFETY: both are contiguous int64 tensors of one shape.
        let inside = unsafe { cuda::add_offsets(gpu, [offsets, &column], size, stride)? };
        return if inside { Ok(()) } else { Err(outside_there(&column, axis, t.shape())) };
    }
    let to = offsets.host()?.as_ptr().cast::<i64>();
    let from = column.host()?.as_ptr().cast::<i64>();
    for i in 0..offsets.size() {
        // SAFETY: both are contiguous and have the same shape.
        unsafe {
            let position = read_once(from.add(i));
            let at = counted(position, size).ok_or_else(|| outside(position, axis, t.shape()))?;
            *to.add(i) += at as i64 * stride;
        }
    }
    Ok(())
}

/// `SHAPE_MISMATCH` unless `index` has the rank of `t` and is not longer than it, except along
/// `at`.
pub(super) fn fits(what: &str, index: &Tensor, t: &Tensor, at: usize) -> Result<()> {
    let inside = |d: usize| d == at || index.shape()[d] <= t.shape()[d];
    if index.rank() == t.rank() && (0..t.rank()).all(inside) {
        return Ok(());
    }
    Err(unfit(what, index, t, at))
}

#[cold]
fn unfit(what: &str, index: &Tensor, t: &Tensor, at: usize) -> Error {
    Error::shape(format!(
        "{what}: index of shape {} does not fit axis {at} of shape {}",
        shape::display(index.shape()),
        shape::display(t.shape())
    ))
}
